use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::api::batch::{InputFormat, OutputFormat};

/// What `sudoku-server solve` reads and writes.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub struct SolveFile {
    /// The file; `-` or none is stdin
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub file: PathBuf,

    /// The format of the grids [default: by the file's name and its first line]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<GridFormat>,

    /// The format of the answers [default: that of the grids, ndjson for json]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<AnswerFormat>,
}

/// The formats of a batch, as `POST /solve/batch` takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GridFormat {
    /// A grid a line; lines that start with # are comments
    Text,
    /// A grid a line, in one of the columns
    Csv,
    /// A JSON value a line
    #[value(alias = "jsonl")]
    Ndjson,
    /// One JSON array
    Json,
}

/// The formats of the answers to a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// A solution or an error a line
    Text,
    /// A header, then a record a grid
    Csv,
    /// A JSON object a line
    #[value(alias = "jsonl")]
    Ndjson,
}

impl From<GridFormat> for InputFormat {
    fn from(format: GridFormat) -> Self {
        match format {
            GridFormat::Text => Self::Text,
            GridFormat::Csv => Self::Csv,
            GridFormat::Ndjson => Self::Ndjson,
            GridFormat::Json => Self::Json,
        }
    }
}

impl From<AnswerFormat> for OutputFormat {
    fn from(format: AnswerFormat) -> Self {
        match format {
            AnswerFormat::Text => Self::Text,
            AnswerFormat::Csv => Self::Csv,
            AnswerFormat::Ndjson => Self::Ndjson,
        }
    }
}
