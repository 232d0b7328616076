use sudoku_engine::solver::CancelFlag;

/// Sets its flag when dropped: work is cancelled when whoever waits for it goes away.
#[derive(Default)]
pub(in crate::api) struct CancelOnDrop(CancelFlag);

impl CancelOnDrop {
    /// The flag, to hand to the work.
    pub(in crate::api) fn flag(&self) -> CancelFlag {
        self.0.clone()
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}
