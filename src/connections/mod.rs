//! The accept loop and the life of a connection: limits, deadlines and shutdown.
//!
//! The loop stands on hyper itself, because a server that strangers reach needs an upper bound for every state a
//! connection can be in, and hyper's own timers know only one of them (the HTTP/1 head). The states:
//!
//! ```text
//!              first byte           whole head           last request answered
//!  FirstByte ------------->  Head  ------------>  Busy  ---------------------->  Idle
//!                             ^                    ^                              |  |
//!                             |                    '------- HTTP/2: a request ----'  |
//!                             '------------------- HTTP/1: a byte -------------------'
//! ```
//!
//! Each has its deadline in [`ConnectionLimits`]; a connection that outlives it is closed. Bytes that complete no
//! request extend nothing, so a client that sends one byte a second is cut like one that sends none.
//!
//! An exchange that its service calls a stream ([`Exchange::begin_stream`]) has no deadline while busy, except that of
//! the shutdown: the service cuts it where it makes no progress.
//!
//! - [`serve`] accepts; each connection is one task.
//! - `tracker` holds the state of one connection, `supervise` closes what outlives its deadline.
//! - `exchange` is what a service may tell of a request.
//! - `stream` and `body` sit below and above hyper and feed the tracker.
//!
//! What is not here: the deadline of a request's body and of its solving, which end in an HTTP answer and so belong to
//! the HTTP layer; readiness, which follows the same signal.

mod accept;
mod body;
mod connection;
mod exchange;
mod limits;
mod registry;
mod signals;
mod stream;
mod supervise;
mod tracker;

pub use accept::{Drained, bind, serve};
pub use connection::HttpService;
pub use exchange::{Exchange, Streaming};
pub use limits::{ConnectionLimits, ConnectionStats, raise_open_files};
pub use signals::{Signals, Stop};
