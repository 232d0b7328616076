//! `POST /solve/batch` over real sockets: the answers, what is buffered, and how streams end.

mod coding;
mod ends;
mod flow;
mod input;
mod places;
pub(crate) mod service;
mod shared;
mod stream;
