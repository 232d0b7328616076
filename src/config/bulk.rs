use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use clap::Args;

use super::values::positive_duration;
use crate::http::BulkSettings;

/// The bounds of bulk streams.
#[derive(Clone, Debug, Args)]
pub struct BulkConfig {
    /// Streams of `/solve/batch` open at a time; more are answered 503
    #[arg(long = "bulk-streams", env = "SUDOKU_BULK_STREAMS", value_name = "N", default_value = "16")]
    pub streams: NonZeroUsize,

    /// Bytes of a stream's input that wait while its answers are not read; beyond it no more is read
    #[arg(long = "bulk-buffer", env = "SUDOKU_BULK_BUFFER", value_name = "BYTES", default_value = "67108864")]
    pub buffer: NonZeroUsize,

    /// Bytes of all streams' input that wait; each stream has 64 KiB of its own in any case
    #[arg(
        long = "bulk-total-buffer",
        env = "SUDOKU_BULK_TOTAL_BUFFER",
        value_name = "BYTES",
        default_value = "268435456"
    )]
    pub total_buffer: NonZeroUsize,

    /// Time without a byte from the sender, or without a byte taken by the reader, after which a stream is cut
    #[arg(long = "bulk-stall-timeout", env = "SUDOKU_BULK_STALL_TIMEOUT", value_name = "TIME", default_value = "30s", value_parser = positive_duration)]
    pub stall_timeout: Duration,

    /// How many times its size a compressed stream may become, beyond the first MiB
    #[arg(long = "bulk-max-ratio", env = "SUDOKU_BULK_MAX_RATIO", value_name = "N", default_value = "200")]
    pub max_ratio: NonZeroU64,
}

impl BulkConfig {
    pub(super) fn settings(&self) -> BulkSettings {
        BulkSettings {
            streams: self.streams.get(),
            buffer: self.buffer.get(),
            total_buffer: self.total_buffer.get(),
            stall: self.stall_timeout,
            max_ratio: self.max_ratio.get(),
        }
    }
}
