//! `POST /solve/batch` over real sockets: what comes out, what waits where, and how streams end.

mod coding;
mod ends;
mod flow;
mod support;
