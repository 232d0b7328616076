//! The connections of the server, over real sockets: deadlines, limits, protocols, shutdown, and the process itself.
//!
//! A test of one deadline leaves the others at an hour, so that only the one can have closed the connection. Lower
//! bounds on time are exact; upper bounds are generous, because they only tell "bounded" from "never".

mod batch;
mod crowd;
mod deadlines;
mod limits;
mod process;
mod protocol;
mod settings;
mod shutdown;
mod support;
