use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use clap::Args;

use super::values::{at_most, positive_duration, size};
use crate::api::BatchSettings;

/// The limits of batches.
#[derive(Clone, Debug, Args)]
pub struct BatchConfig {
    /// Batches open at a time; further ones take the place of one that its client does not use, or get a 503
    #[arg(long = "batch-streams", env = "SUDOKU_BATCH_STREAMS", value_name = "N", default_value = "16", value_parser = at_most::<1024>)]
    pub streams: NonZeroUsize,

    /// Input held for a batch whose results are not being read; beyond that the server stops reading
    #[arg(long = "batch-buffer", env = "SUDOKU_BATCH_BUFFER", value_name = "SIZE", default_value = "64MiB", value_parser = size)]
    pub buffer: NonZeroUsize,

    /// Input held for all batches together; each batch may hold 64 KiB in any case
    #[arg(
        long = "batch-total-buffer",
        env = "SUDOKU_BATCH_TOTAL_BUFFER",
        value_name = "SIZE",
        default_value = "256MiB",
        value_parser = size
    )]
    pub total_buffer: NonZeroUsize,

    /// Time a batch may wait for the client to send a byte, or to read one, before it is cut
    #[arg(long = "batch-stall-timeout", env = "SUDOKU_BATCH_STALL_TIMEOUT", value_name = "TIME", default_value = "30s", value_parser = positive_duration)]
    pub stall_timeout: Duration,

    /// Ratio of decompressed to compressed size that a batch may reach, beyond the first MiB
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
