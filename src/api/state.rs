use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use super::batch::stream::Ledger;
use super::{Metrics, Settings, Solvers};
use crate::connections::ConnectionStats;

/// What every handler can reach. Clones are the same application.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of an [`App`].
pub struct Parts {
    /// What the operator set.
    pub settings: Settings,
    /// The threads that search.
    pub solvers: Solvers,
    /// What is counted.
    pub metrics: Metrics,
    /// Room for streams.
    pub(super) batch_places: Arc<Semaphore>,
    /// The input of streams that waits.
    pub(super) batch_input: Ledger,
    /// Cancelled when the service begins to stop, so that `/readyz` says so.
    pub draining: CancellationToken,
}

impl App {
    /// Starts the solver threads.
    ///
    /// # Panics
    /// When the system starts no thread, or the machine cannot run the engine.
    pub fn new(settings: Settings, connections: Arc<ConnectionStats>, draining: CancellationToken) -> Self {
        let metrics = Metrics::new(connections, settings.engine);
        let solvers = Solvers::new(&settings);
        let batch_places = Arc::new(Semaphore::new(settings.batch.streams));
        let batch_input = Ledger::new(settings.batch.total_buffer);
        Self(Arc::new(Parts { settings, solvers, metrics, batch_places, batch_input, draining }))
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
