//! From the bytes of a body to a grid, in any form a client may write it.
//!
//! ```text
//!   body + Content-Type --document--> Value --fields--> the grid's Value --cells--> GridInput
//!   (JSON, text or a    --form----->  a JSON tree       and the parameters  elements  cells and their form
//!   form)                                                                   rows
//! ```
//!
//! Nothing here knows the routes: each passes the keys it accepts to [`Fields`].

mod cells;
mod document;
mod elements;
mod fields;
mod form;
mod parameters;
mod rows;
mod value;

pub use cells::{GridInput, read_grid};
pub use document::read_document;
pub(in crate::api) use document::read_utf8;
pub(in crate::api) use fields::is_grid_key;
pub use fields::{Fields, Keys};
pub use value::Value;
