//! Compression of the two bodies, a block at a time. Even a single block is never held decompressed as a whole.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use zstd::stream::raw::{self, DParameter, InBuffer, Operation, OutBuffer};

use super::coding::Coding;

/// The most bytes that one step of decompression returns.
const STEP: usize = 64 * 1024;
/// The most bytes that one step takes. Deflate blocks that decompress to nothing cost up to a microsecond a byte.
const STEP_INPUT: usize = 2 * 1024;
/// What any body may decompress to; beyond this, the ratio applies.
const ALWAYS_ALLOWED: u64 = 1 << 20;
/// The largest window of gzip, as its base-2 logarithm.
const GZIP_WINDOW: u8 = 15;
/// The largest window of zstd in HTTP (RFC 9659), as its base-2 logarithm: 8 MiB, which a batch keeps in memory.
const ZSTD_WINDOW: u32 = 23;
/// A higher level would take more time than solving does.
const LEVEL: i32 = 1;

/// Why a body cannot be decompressed any further.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum DecodeError {
    #[error("the compressed body is damaged: {0}")]
    Damaged(String),
    #[error("the compressed body is truncated")]
    Truncated,
    #[error("the compressed body decompresses to more than {0} times its size")]
    RatioExceeded(u64),
}

/// Decompresses a body, step by step.
pub(super) struct Decoder {
    coder: Decompressor,
    max_ratio: u64,
    /// The current block, and how much of it was taken.
    block: Vec<u8>,
    taken: usize,
    /// Compressed bytes fed, and bytes that they decompressed to.
    bytes_in: u64,
    bytes_out: u64,
    /// Whether the coder is between two members, where a body may end.
    may_end: bool,
    /// Whether the last step filled its buffer, so that there may be more output without more input.
    may_have_more: bool,
}

enum Decompressor {
    Identity,
    Gzip(Box<Decompress>),
    Zstd(raw::Decoder<'static>),
}

impl Decoder {
    pub(super) fn new(coding: Coding, max_ratio: u64) -> Self {
        let coder = match coding {
            Coding::Identity => Decompressor::Identity,
            Coding::Gzip => Decompressor::Gzip(Box::new(Decompress::new_gzip(GZIP_WINDOW))),
            Coding::Zstd => Decompressor::Zstd(zstd_decoder()),
        };
        let (bytes_in, bytes_out) = (0, 0);
        let (block, taken) = (Vec::new(), 0);
        // A body without any member is valid, and empty.
        Self { coder, max_ratio, block, taken, bytes_in, bytes_out, may_end: true, may_have_more: false }
    }

    /// Takes the next block, once [`Decoder::step`] has returned `None`.
    pub(super) fn feed(&mut self, block: Vec<u8>) {
        self.bytes_in += block.len() as u64;
        (self.block, self.taken) = (block, 0);
    }

    /// Decompresses the next bytes of the block, which may be none; `None` when it is used up. The time of a step is
    /// bounded: others must have their turn even if the input never becomes anything.
    ///
    /// # Errors
    /// If it is damaged, or decompresses to too much.
    pub(super) fn step(&mut self) -> Result<Option<Vec<u8>>, DecodeError> {
        if let Decompressor::Identity = self.coder {
            let block = std::mem::take(&mut self.block);
            return Ok((!block.is_empty()).then_some(block));
        }
        if self.taken == self.block.len() && !self.may_have_more {
            return Ok(None);
        }
        let mut out = Vec::with_capacity(STEP);
        self.run(&mut out)?;
        self.may_have_more = out.len() == out.capacity();
        self.bytes_out += out.len() as u64;
        if self.bytes_out > ALWAYS_ALLOWED + self.max_ratio.saturating_mul(self.bytes_in) {
            return Err(DecodeError::RatioExceeded(self.max_ratio));
        }
        Ok(Some(out))
    }

    /// Checks the end of the body.
    ///
    /// # Errors
    /// If the body may not end here.
    pub(super) fn finish(&self) -> Result<(), DecodeError> {
        if self.may_end { Ok(()) } else { Err(DecodeError::Truncated) }
    }

    fn run(&mut self, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        let damaged = |error: &dyn std::fmt::Display| DecodeError::Damaged(error.to_string());
        let end = self.block.len().min(self.taken + STEP_INPUT);
        let input = &self.block[self.taken..end];
        match &mut self.coder {
            Decompressor::Identity => {}
            Decompressor::Gzip(coder) => {
                if self.may_end {
                    // Another member may follow.
                    **coder = Decompress::new_gzip(GZIP_WINDOW);
                }
                let before = coder.total_in();
                let status =
                    coder.decompress_vec(input, out, FlushDecompress::None).map_err(|error| damaged(&error))?;
                self.taken += (coder.total_in() - before) as usize;
                self.may_end = status == Status::StreamEnd;
            }
            Decompressor::Zstd(coder) => {
                let mut input = InBuffer::around(input);
                let mut output = OutBuffer::around(out);
                let wanted = coder.run(&mut input, &mut output).map_err(|error| damaged(&error))?;
                self.taken += input.pos();
                self.may_end = wanted == 0;
            }
        }
        Ok(())
    }
}

fn zstd_decoder() -> raw::Decoder<'static> {
    let mut decoder = raw::Decoder::new().expect("zstd can allocate its context");
    decoder.set_parameter(DParameter::WindowLogMax(ZSTD_WINDOW)).expect("zstd has this parameter");
    decoder
}

/// Compresses a response so that every part can be decompressed as soon as it arrives.
pub(super) enum Encoder {
    Identity,
    Gzip(Box<Compress>),
    Zstd(raw::Encoder<'static>),
}

impl Encoder {
    pub(super) fn new(coding: Coding) -> Self {
        match coding {
            Coding::Identity => Self::Identity,
            Coding::Gzip => Self::Gzip(Box::new(Compress::new_gzip(Compression::new(LEVEL as u32), GZIP_WINDOW))),
            Coding::Zstd => Self::Zstd(raw::Encoder::new(LEVEL).expect("zstd can allocate its context")),
        }
    }

    /// Compresses bytes and flushes the coder.
    pub(super) fn encode(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Identity => bytes,
            Self::Gzip(coder) => compress_gzip(coder, &bytes, FlushCompress::Sync),
            Self::Zstd(coder) => compress_zstd(coder, &bytes, Operation::flush),
        }
    }

    /// Returns the end of the compressed body.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        match self {
            Self::Identity => Vec::new(),
            Self::Gzip(coder) => compress_gzip(coder, &[], FlushCompress::Finish),
            Self::Zstd(coder) => compress_zstd(coder, &[], |coder, output| coder.finish(output, true)),
        }
    }
}

fn compress_gzip(coder: &mut Compress, bytes: &[u8], flush: FlushCompress) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() / 2 + 64);
    let start = coder.total_in();
    loop {
        let taken = (coder.total_in() - start) as usize;
        let status = coder.compress_vec(&bytes[taken..], &mut out, flush).expect("any bytes can be compressed");
        // Space is left over only if everything was written.
        if status == Status::StreamEnd || flush != FlushCompress::Finish && out.len() < out.capacity() {
            return out;
        }
        out.reserve(out.capacity());
    }
}

type ZstdOut<'a> = OutBuffer<'a, Vec<u8>>;

fn compress_zstd(
    coder: &mut raw::Encoder<'static>,
    bytes: &[u8],
    mut end: impl FnMut(&mut raw::Encoder<'static>, &mut ZstdOut<'_>) -> std::io::Result<usize>,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() / 2 + 64);
    let mut input = InBuffer::around(bytes);
    loop {
        let position = out.len();
        let mut output = OutBuffer::around_pos(&mut out, position);
        let is_taken = input.pos() == bytes.len();
        let left = if is_taken { end(coder, &mut output) } else { coder.run(&mut input, &mut output) };
        if left.expect("any bytes can be compressed") == 0 && is_taken {
            return out;
        }
        out.reserve(out.capacity() - out.len() + 1024);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_that_becomes_nothing_is_taken_in_short_steps() {
        let member = Encoder::new(Coding::Gzip).finish();
        let block = member.repeat(64 * 1024 / member.len());
        let (length, mut steps) = (block.len(), 0);
        let mut decoder = Decoder::new(Coding::Gzip, 200);
        decoder.feed(block);
        while let Some(bytes) = decoder.step().unwrap() {
            assert!(bytes.is_empty());
            steps += 1;
        }
        assert!(steps >= length / STEP_INPUT, "{steps} steps for {length} bytes");
        decoder.finish().unwrap();
    }
}
