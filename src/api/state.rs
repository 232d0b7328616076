use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::batch::stream::Ledger;
use super::{Metrics, Settings, Solvers};
use crate::connections::ConnectionStats;

/// The state that all handlers share. Clones refer to the same state.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of an [`App`].
pub struct Parts {
    /// The operator's settings.
    pub settings: Settings,
    /// The solver threads.
    pub solvers: Solvers,
    /// The metrics.
    pub metrics: Metrics,
    /// One permit for each batch that may be open.
    pub(super) batch_permits: Arc<Semaphore>,
    /// The bytes of input held for all batches.
    pub(super) batch_input: Ledger,
    /// Cancelled when the service begins to stop, for `/readyz` to report.
    pub draining: CancellationToken,
}

impl App {
    /// Starts the solver threads.
    ///
    /// # Panics
    /// If the system cannot start a thread or the machine cannot run the engine.
    pub fn new(settings: Settings, connections: Arc<ConnectionStats>, draining: CancellationToken) -> Self {
        let metrics = Metrics::new(connections, settings.engine);
        let solvers = Solvers::new(&settings);
        let batch_permits = Arc::new(Semaphore::new(settings.batch.streams));
        let batch_input = Ledger::new(settings.batch.total_buffer);
        Self(Arc::new(Parts { settings, solvers, metrics, batch_permits, batch_input, draining }))
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
