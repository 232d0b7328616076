//! The server over real sockets: deadlines, limits, protocols, shutdown, batches, and the process itself.
//!
//! A test of one deadline sets the others to an hour, so only that one can have closed the connection. Lower bounds on
//! time are exact; upper bounds are generous, because they only distinguish "bounded" from "never".

mod batch;
mod client;
mod crowd;
mod deadlines;
mod framing;
mod heads;
mod http2;
mod limits;
mod process;
mod protocol;
mod settings;
mod shutdown;
mod support;
