use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use clap::Args;

use super::values::positive_duration;
use crate::api::BatchSettings;

/// The bounds of batch streams.
#[derive(Clone, Debug, Args)]
pub struct BatchConfig {
    /// Streams of `/solve/batch` open at a time; more are answered 503
    #[arg(long = "batch-streams", env = "SUDOKU_BATCH_STREAMS", value_name = "N", default_value = "16")]
    pub streams: NonZeroUsize,

    /// Bytes of a stream's input that wait while its answers are not read; beyond it no more is read
    #[arg(long = "batch-buffer", env = "SUDOKU_BATCH_BUFFER", value_name = "BYTES", default_value = "67108864")]
    pub buffer: NonZeroUsize,

    /// Bytes of all streams' input that wait; each stream has 64 KiB of its own in any case
    #[arg(
        long = "batch-total-buffer",
        env = "SUDOKU_BATCH_TOTAL_BUFFER",
        value_name = "BYTES",
        default_value = "268435456"
    )]
    pub total_buffer: NonZeroUsize,

    /// Time without a byte from the sender, or without a byte taken by the reader, after which a stream is cut
    #[arg(long = "batch-stall-timeout", env = "SUDOKU_BATCH_STALL_TIMEOUT", value_name = "TIME", default_value = "30s", value_parser = positive_duration)]
    pub stall_timeout: Duration,

    /// How many times its size a compressed stream may become, beyond the first MiB
    #[arg(long = "batch-max-ratio", env = "SUDOKU_BATCH_MAX_RATIO", value_name = "N", default_value = "200")]
    pub max_ratio: NonZeroU64,
}

impl BatchConfig {
    pub(super) fn settings(&self) -> BatchSettings {
        BatchSettings {
            streams: self.streams.get(),
            buffer: self.buffer.get(),
            total_buffer: self.total_buffer.get(),
            stall: self.stall_timeout,
            max_ratio: self.max_ratio.get(),
        }
    }
}
