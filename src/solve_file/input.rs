use std::fs::File;
use std::io::{self, Read, Stdin};
use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

/// Bytes read at once: what a pipe holds.
const BLOCK: usize = 64 * 1024;
/// Blocks read ahead of the solver.
const AHEAD: usize = 8;

/// A file or stdin.
pub(super) struct Input {
    source: Source,
    /// The length in bytes, if it is known.
    pub(super) length: Option<u64>,
}

enum Source {
    File(File),
    Stdin(Stdin),
}

impl Input {
    /// Opens a file; `-` is stdin.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self { source: Source::Stdin(io::stdin()), length: None });
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        // Of a pipe or a device the length says nothing.
        let length = metadata.is_file().then_some(metadata.len());
        Ok(Self { source: Source::File(file), length })
    }

    fn read(&mut self, block: &mut [u8]) -> io::Result<usize> {
        match &mut self.source {
            Source::File(file) => file.read(block),
            Source::Stdin(stdin) => stdin.read(block),
        }
    }
}

/// The blocks of an input, read by a thread of their own.
pub(super) struct Blocks(Receiver<io::Result<Vec<u8>>>);

impl Blocks {
    pub(super) fn read(mut input: Input) -> Self {
        let (sender, blocks) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            loop {
                let mut block = vec![0; BLOCK];
                let read = match input.read(&mut block) {
                    Ok(0) => return,
                    Ok(length) => {
                        block.truncate(length);
                        Ok(block)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_last = read.is_err();
                // The receiver is gone if the answers cannot be written.
                if sender.send(read).is_err() || is_last {
                    return;
                }
            }
        });
        Self(blocks)
    }

    /// The next block; `None` at the end. Calls `idle` before it waits for one.
    pub(super) fn next(&mut self, idle: impl FnOnce() -> io::Result<()>) -> io::Result<Option<Vec<u8>>> {
        match self.0.try_recv() {
            Ok(block) => block.map(Some),
            Err(TryRecvError::Disconnected) => Ok(None),
            Err(TryRecvError::Empty) => {
                idle()?;
                self.0.recv().ok().transpose()
            }
        }
    }
}
