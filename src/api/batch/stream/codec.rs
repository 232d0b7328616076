//! Compression of the two bodies, a block at a time: what a block unfolds to is never there as a whole.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use zstd::stream::raw::{self, DParameter, InBuffer, Operation, OutBuffer};

use super::coding::Coding;

/// The most bytes that a step of unfolding gives.
const STEP: usize = 64 * 1024;
/// What any body may unfold to; beyond it the ratio counts.
const FREE: u64 = 1 << 20;
/// The largest window of gzip, and what tells zlib's coders that they are gzip's.
const GZIP_WINDOW: u8 = 15;
/// The largest window of zstd that a client of HTTP may use (RFC 9659): 8 MiB, which a stream keeps in memory.
const ZSTD_WINDOW: u32 = 23;
/// More would cost more time than solving does.
const LEVEL: i32 = 1;

/// Why a body cannot be unfolded any further.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Malformed {
    #[error("the compressed body is damaged: {0}")]
    Damaged(String),
    #[error("the compressed body ends before its time")]
    Short,
    #[error("the compressed body unfolds to more than {0} times its size")]
    Bomb(u64),
}

/// Unfolds a body, step by step.
pub(super) struct Decoder {
    coder: Decoding,
    max_ratio: u64,
    /// The block at hand, and how much of it was taken.
    block: Vec<u8>,
    taken: usize,
    /// Bytes that came, and that they unfolded to.
    bytes_in: u64,
    bytes_out: u64,
    /// Whether the coder stands between two members, where a body may end.
    may_end: bool,
    /// Whether the last step filled its space, so that there may be more without more input.
    may_have_more: bool,
}

enum Decoding {
    Identity,
    Gzip(Box<Decompress>),
    Zstd(raw::Decoder<'static>),
}

impl Decoder {
    pub(super) fn new(coding: Coding, max_ratio: u64) -> Self {
        let coder = match coding {
            Coding::Identity => Decoding::Identity,
            Coding::Gzip => Decoding::Gzip(Box::new(Decompress::new_gzip(GZIP_WINDOW))),
            Coding::Zstd => Decoding::Zstd(zstd_decoder()),
        };
        let (bytes_in, bytes_out) = (0, 0);
        let (block, taken) = (Vec::new(), 0);
        // An empty body is no member of anything, and unfolds to nothing.
        Self { coder, max_ratio, block, taken, bytes_in, bytes_out, may_end: true, may_have_more: false }
    }

    /// Takes the next block, once [`Decoder::step`] gave nothing.
    pub(super) fn feed(&mut self, block: Vec<u8>) {
        self.bytes_in += block.len() as u64;
        (self.block, self.taken) = (block, 0);
    }

    /// The next bytes of what the block unfolds to; `None` when it is used up.
    ///
    /// # Errors
    /// When it is damaged, or unfolds to too much.
    pub(super) fn step(&mut self) -> Result<Option<Vec<u8>>, Malformed> {
        if let Decoding::Identity = self.coder {
            let block = std::mem::take(&mut self.block);
            return Ok((!block.is_empty()).then_some(block));
        }
        while self.taken < self.block.len() || self.may_have_more {
            let mut out = Vec::with_capacity(STEP);
            self.run(&mut out)?;
            self.may_have_more = out.len() == out.capacity();
            self.bytes_out += out.len() as u64;
            if self.bytes_out > FREE + self.max_ratio.saturating_mul(self.bytes_in) {
                return Err(Malformed::Bomb(self.max_ratio));
            }
            if !out.is_empty() {
                return Ok(Some(out));
            }
        }
        Ok(None)
    }

    /// Whether the body may end here.
    ///
    /// # Errors
    /// When it may not.
    pub(super) fn finish(&self) -> Result<(), Malformed> {
        if self.may_end { Ok(()) } else { Err(Malformed::Short) }
    }

    fn run(&mut self, out: &mut Vec<u8>) -> Result<(), Malformed> {
        let damaged = |error: &dyn std::fmt::Display| Malformed::Damaged(error.to_string());
        let input = &self.block[self.taken..];
        match &mut self.coder {
            Decoding::Identity => {}
            Decoding::Gzip(coder) => {
                if self.may_end {
                    // A member may follow another.
                    **coder = Decompress::new_gzip(GZIP_WINDOW);
                }
                let before = coder.total_in();
                let status =
                    coder.decompress_vec(input, out, FlushDecompress::None).map_err(|error| damaged(&error))?;
                self.taken += (coder.total_in() - before) as usize;
                self.may_end = status == Status::StreamEnd;
            }
            Decoding::Zstd(coder) => {
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
    let mut decoder = raw::Decoder::new().expect("the library allocates");
    decoder.set_parameter(DParameter::WindowLogMax(ZSTD_WINDOW)).expect("the library knows its own parameter");
    decoder
}

/// Compresses an answer so that each piece can be read when it comes.
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
            Coding::Zstd => Self::Zstd(raw::Encoder::new(LEVEL).expect("the library allocates")),
        }
    }

    /// A piece as it is sent.
    pub(super) fn piece(&mut self, piece: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Identity => piece,
            Self::Gzip(coder) => deflate(coder, &piece, FlushCompress::Sync),
            Self::Zstd(coder) => deflate_zstd(coder, &piece, Operation::flush),
        }
    }

    /// What is sent after the last piece.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        match self {
            Self::Identity => Vec::new(),
            Self::Gzip(coder) => deflate(coder, &[], FlushCompress::Finish),
            Self::Zstd(coder) => deflate_zstd(coder, &[], |coder, output| coder.finish(output, true)),
        }
    }
}

fn deflate(coder: &mut Compress, piece: &[u8], flush: FlushCompress) -> Vec<u8> {
    let mut out = Vec::with_capacity(piece.len() / 2 + 64);
    let begin = coder.total_in();
    loop {
        let taken = (coder.total_in() - begin) as usize;
        let status = coder.compress_vec(&piece[taken..], &mut out, flush).expect("the coder takes any bytes");
        // Space that is left over shows that everything was written.
        if status == Status::StreamEnd || flush != FlushCompress::Finish && out.len() < out.capacity() {
            return out;
        }
        out.reserve(out.capacity());
    }
}

type ZstdOut<'a> = OutBuffer<'a, Vec<u8>>;

fn deflate_zstd(
    coder: &mut raw::Encoder<'static>,
    piece: &[u8],
    mut end: impl FnMut(&mut raw::Encoder<'static>, &mut ZstdOut<'_>) -> std::io::Result<usize>,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(piece.len() / 2 + 64);
    let mut input = InBuffer::around(piece);
    loop {
        let position = out.len();
        let mut output = OutBuffer::around_pos(&mut out, position);
        let is_taken = input.pos() == piece.len();
        let left = if is_taken { end(coder, &mut output) } else { coder.run(&mut input, &mut output) };
        if left.expect("the coder takes any bytes") == 0 && is_taken {
            return out;
        }
        out.reserve(out.capacity() - out.len() + 1024);
    }
}
