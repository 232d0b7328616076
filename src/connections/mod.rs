//! The accept loop and the life of a connection: limits, deadlines and shutdown.
//!
//! The loop is built directly on hyper: a server on the open internet needs an upper bound for every state a connection
//! can be in, and hyper's own timers cover only one of them (reading an HTTP/1 head). The states:
//!
//! ```text
//!              first byte         complete head         last response sent
//!  FirstByte ------------->  Head  ------------>  Busy  ------------------>  Idle
//!                             ^                    ^                          |  |
//!                             |                    '----- HTTP/2: a request --'  |
//!                             '--------------- HTTP/1: a byte -------------------'
//!
//!            server closes its side
//!  any state ----------------------->  Closing
//! ```
//!
//! Each state has a deadline; those of the first four are in [`ConnectionLimits`]. A connection that outlives its
//! deadline is closed. Bytes that do not complete a request extend no deadline, so a client that sends one byte a
//! second is closed just like one that sends nothing.
//!
//! An exchange that its service declares a stream ([`Exchange::begin_stream`]) has no deadline while busy, except that
//! of the shutdown: the service itself cuts a stream that makes no progress.
//!
//! - [`serve`] accepts connections; each runs as one task.
//! - `tracker` holds the state of one connection, `supervise` closes a connection that outlives its deadline.
//! - `exchange` is the interface through which a service declares a stream.
//! - `http1` and `http2` run hyper on a connection.
//! - `stream` (below hyper), `request_body` and `response_body` (above it) report to the tracker.
//! - `refusal` names the cases in which a client is answered although no service sees a request of it.
//!
//! Not here: the deadlines of a request's body and of its search, which end in an HTTP response and so belong to the
//! HTTP layer; readiness, which follows the same signal; and the responses to refused clients, which the caller of
//! [`serve`] makes.

mod accept;
mod connection;
mod exchange;
mod http1;
mod http2;
mod limits;
mod refusal;
mod registry;
mod request_body;
mod response_body;
mod signals;
mod stream;
mod supervise;
mod tracker;

pub use accept::{Drained, bind, bind_first, serve};
pub use connection::HttpService;
pub use exchange::{Excess, Exchange, Streaming};
pub use limits::{ConnectionLimits, ConnectionStats, raise_open_files};
pub use refusal::{MAX_FIELDS, MAX_HEAD, Refusal, Refuse};
pub use request_body::RequestBody;
pub use signals::{Signals, Stop};
