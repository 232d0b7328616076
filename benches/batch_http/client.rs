//! The client of one batch.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use crate::figures::cpu_seconds;
use crate::process::Server;

/// Bytes that the client writes and reads at a time.
const PIECE: usize = 256 * 1024;

/// What a batch took.
pub(crate) struct Cost {
    /// Grids per second.
    pub(crate) rate: f64,
    /// Microseconds of CPU time per grid, of the server and of the client.
    pub(crate) server: f64,
    pub(crate) client: f64,
}

/// Sends the text `repeats` times in one batch, and reads all answers meanwhile.
pub(crate) fn batch(server: &Server, media_type: &str, text: &str, repeats: usize, grids: usize) -> Cost {
    let mut connection = TcpStream::connect(server.address).expect("the server listens");
    connection.set_nodelay(true).expect("a connection has this option");
    let before = (cpu_seconds(server.id()), cpu_seconds(std::process::id()));
    let start = Instant::now();
    let length = text.len() * repeats;
    let head = format!(
        "POST /solve/batch HTTP/1.1\r\nhost: a\r\ncontent-type: {media_type}\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n"
    );
    connection.write_all(head.as_bytes()).expect("the server reads");
    let mut sending = connection.try_clone().expect("a connection can be shared");
    let lines = std::thread::scope(|scope| {
        scope.spawn(move || {
            for piece in std::iter::repeat_n(text.as_bytes(), repeats).flat_map(|text| text.chunks(PIECE)) {
                sending.write_all(piece).expect("the server reads");
            }
        });
        count_answers(&mut connection, media_type)
    });
    let total = grids * repeats;
    assert_eq!(lines, total, "each grid has its answer");
    let elapsed = start.elapsed().as_secs_f64();
    let spent = |process, before| (cpu_seconds(process) - before) * 1e6 / total as f64;
    Cost {
        rate: total as f64 / elapsed,
        server: spent(server.id(), before.0),
        client: spent(std::process::id(), before.1),
    }
}

/// Counts the lines of a chunked response. The framing has line ends of its own, `\r\n`; answers end in `\n` alone.
fn count_answers(connection: &mut TcpStream, media_type: &str) -> usize {
    let mut piece = vec![0; PIECE];
    let (mut ends, mut before) = (0, 0);
    let mut has_status = false;
    loop {
        let length = connection.read(&mut piece).expect("the server responds");
        if length == 0 {
            assert!(has_status, "no response in {media_type}");
            return ends;
        }
        if !has_status {
            assert!(piece.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&piece[..length]));
            has_status = true;
        }
        for end in memchr::memchr_iter(b'\n', &piece[..length]) {
            let previous = if end == 0 { before } else { piece[end - 1] };
            ends += usize::from(previous != b'\r');
        }
        before = piece[length - 1];
    }
}
