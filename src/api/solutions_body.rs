//! The response body of `/count`, written as it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use sudoku_engine::grid::Solution;
use sudoku_engine::solver::Count;

use super::ledger::Reservation;
use super::{Form, WireGrid};

/// Bytes of a solution while it waits to be written.
pub(super) const SOLUTION_BYTES: usize = size_of::<Solution>();
/// Solutions written at a time: some KiB of JSON.
const AT_ONCE: usize = 16;

/// `{"count":...,"exact":...,"solutions":[...]}` and a newline, of which only the solutions are held, 81 bytes each, however long their
/// form is and however slowly the client reads.
pub(super) struct SolutionsBody {
    /// What is written before the next solutions; empty after the first frame.
    head: String,
    solutions: std::vec::IntoIter<Solution>,
    form: Form,
    /// Bytes that are left to be sent.
    left: u64,
    reservation: Reservation,
}

impl SolutionsBody {
    /// The body for a count. The reservation covers its solutions.
    pub(super) fn new(count: Count, form: Form, reservation: Reservation) -> Self {
        let head = format!("{{\"count\":{},\"exact\":{},\"solutions\":[", count.found, count.exact);
        let solutions = count.solutions.into_iter();
        // A solution has 81 digits, so all of them take the same space.
        let each = solutions.as_slice().first().map_or(0, |solution| json(solution, form).len() as u64);
        let commas = solutions.len().saturating_sub(1) as u64;
        let left = head.len() as u64 + each * solutions.len() as u64 + commas + END.len() as u64;
        Self { head, solutions, form, left, reservation }
    }

    /// The next bytes; empty after the last.
    fn next_bytes(&mut self) -> Vec<u8> {
        if self.left == 0 {
            return Vec::new();
        }
        let mut out = std::mem::take(&mut self.head).into_bytes();
        for solution in self.solutions.by_ref().take(AT_ONCE) {
            out.extend(json(&solution, self.form));
            out.push(b',');
        }
        if self.solutions.len() == 0 {
            if out.last() == Some(&b',') {
                out.pop();
            }
            out.extend_from_slice(END);
        }
        self.left -= out.len() as u64;
        out
    }
}

const END: &[u8] = b"]}\n";

fn json(solution: &Solution, form: Form) -> Vec<u8> {
    let grid = WireGrid { grid: *solution.grid(), form };
    serde_json::to_vec(&grid).expect("a grid serializes")
}

impl Body for SolutionsBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let bytes = self.next_bytes();
        let held = self.solutions.len() * SOLUTION_BYTES;
        let _shrunk = self.reservation.resize(held);
        Poll::Ready((!bytes.is_empty()).then(|| Ok(Frame::data(bytes.into()))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use http_body_util::BodyExt;
    use serde_json::{Value, json};
    use sudoku_engine::grid::{Grid, Puzzle};
    use sudoku_engine::solver::{Budget, Solver};

    use super::*;
    use crate::api::Element;
    use crate::api::ledger::Ledger;

    fn count(solutions: usize) -> Count {
        let puzzle = Puzzle::new(Grid::EMPTY).unwrap();
        Solver::new().count(&puzzle, 1_000, solutions, &Budget::UNLIMITED).unwrap()
    }

    #[tokio::test]
    async fn it_is_the_json_of_the_count_and_as_long_as_it_says() {
        for form in [Form::Text, Form::Rows, Form::Matrix(Element::Integer), Form::Flat(Element::Character)] {
            for solutions in [0, 1, 2, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 100] {
                let count = count(solutions);
                let grids = count.solutions.iter().map(|solution| WireGrid { grid: *solution.grid(), form });
                let expected = json!({"count": 1_000, "exact": false, "solutions": grids.collect::<Vec<_>>()});
                let body = SolutionsBody::new(count, form, Reservation::new(Arc::new(Ledger::new(0))));
                let length = body.size_hint().exact().unwrap();
                let bytes = body.collect().await.unwrap().to_bytes();
                assert_eq!(bytes.len() as u64, length, "{form:?}, {solutions}");
                assert_eq!(serde_json::from_slice::<Value>(&bytes).unwrap(), expected, "{form:?}, {solutions}");
            }
        }
    }

    #[tokio::test]
    async fn what_is_sent_is_given_back() {
        let ledger = Arc::new(Ledger::new(1 << 20));
        let mut reservation = Reservation::new(Arc::clone(&ledger));
        assert!(reservation.resize(100 * SOLUTION_BYTES));
        let mut body = SolutionsBody::new(count(100), Form::Rows, reservation);
        let mut held = ledger.held();
        while let Some(frame) = body.frame().await {
            assert!(frame.is_ok() && ledger.held() <= held);
            held = ledger.held();
        }
        assert_eq!(held, 0);
    }
}
