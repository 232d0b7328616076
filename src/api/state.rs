use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::batch::stream::Places;
use super::ledger::{Ledger, Reservation};
use super::{Metrics, Settings, Solvers};
use crate::connections::ConnectionStats;

/// Bytes of request bodies that may be held for all requests together.
const HELD_BODIES: usize = 32 << 20;
/// Bytes of responses that may be held for all requests together: a thousand solutions for four hundred clients.
const HELD_RESPONSES: usize = 32 << 20;

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
    /// The places of open batches.
    pub(super) batch_places: Places,
    /// The bytes of input held for all batches.
    pub(super) batch_input: Ledger,
    /// The bytes of request bodies and of responses held for all requests, beyond some KiB of each.
    bodies: Arc<Ledger>,
    responses: Arc<Ledger>,
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
        let batch_places = Places::new(settings.batch.streams);
        let batch_input = Ledger::new(settings.batch.total_buffer);
        let bodies = Arc::new(Ledger::new(HELD_BODIES));
        let responses = Arc::new(Ledger::new(HELD_RESPONSES));
        Self(Arc::new(Parts { settings, solvers, metrics, batch_places, batch_input, bodies, responses, draining }))
    }
}

impl Parts {
    /// A reservation for a request body.
    pub(super) fn body_bytes(&self) -> Reservation {
        Reservation::new(Arc::clone(&self.bodies))
    }

    /// A reservation for what a response is written from.
    pub(super) fn response_bytes(&self) -> Reservation {
        Reservation::new(Arc::clone(&self.responses))
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
