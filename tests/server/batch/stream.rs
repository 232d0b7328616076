//! A client that controls when it sends and when it reads.

use std::net::SocketAddr;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::support::SOON;

/// The header of a batch in text.
pub(crate) const TEXT: &str = "content-type: text/plain\r\n";

/// One exchange on a connection of its own, or, by `T`, only its reading or sending half.
pub(crate) struct Stream<T = TcpStream> {
    pub(crate) tcp: T,
    raw: Vec<u8>,
    head: Option<String>,
}

/// A response as far as it was received.
#[derive(Debug)]
pub(crate) struct BatchResponse {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
    /// Whether its last chunk was received.
    pub(crate) is_complete: bool,
}

impl BatchResponse {
    /// The body of a response that must be 200 and complete.
    #[track_caller]
    pub(crate) fn complete(self) -> Vec<u8> {
        assert!(self.head.starts_with("HTTP/1.1 200 "), "{}", self.head);
        assert!(self.is_complete, "cut after {} bytes", self.body.len());
        self.body
    }
}

impl Stream {
    /// Connects and sends the head of a request with these further headers.
    pub(crate) async fn open(address: SocketAddr, headers: &str) -> Self {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(8192).unwrap();
        socket.set_send_buffer_size(8192).unwrap();
        let mut stream = Self { tcp: socket.connect(address).await.unwrap(), raw: Vec::new(), head: None };
        let head = format!(
            "POST /solve/batch HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\
             {headers}\r\n"
        );
        stream.tcp.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    /// The reading and the sending half.
    pub(crate) fn split(self) -> (Stream<OwnedReadHalf>, Stream<OwnedWriteHalf>) {
        let (reads, sends) = self.tcp.into_split();
        (Stream { tcp: reads, raw: self.raw, head: self.head }, Stream { tcp: sends, raw: Vec::new(), head: None })
    }

    /// Everything up to the connection's end, head included.
    pub(crate) async fn plain(&mut self) -> String {
        timeout(SOON, async { while self.read_more().await {} }).await.expect("the connection ends");
        String::from_utf8(std::mem::take(&mut self.raw)).unwrap()
    }
}

impl<T: AsyncWrite + Unpin> Stream<T> {
    /// Sends a part of the body.
    pub(crate) async fn send(&mut self, part: &[u8]) {
        assert!(self.try_send(part).await, "the service reads");
    }

    /// Returns false if the service has closed the connection.
    pub(crate) async fn try_send(&mut self, part: &[u8]) -> bool {
        for piece in part.chunks(1 << 16) {
            let framed = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
            if self.tcp.write_all(&framed).await.is_err() {
                return false;
            }
        }
        true
    }

    pub(crate) async fn end_body(&mut self) {
        self.tcp.write_all(b"0\r\n\r\n").await.unwrap();
    }
}

impl<T: AsyncRead + Unpin> Stream<T> {
    async fn read_more(&mut self) -> bool {
        self.tcp.read_buf(&mut self.raw).await.is_ok_and(|length| length > 0)
    }

    async fn read_head(&mut self) {
        while self.head.is_none() {
            if let Some(end) = self.raw.windows(4).position(|window| window == b"\r\n\r\n") {
                let rest = self.raw.split_off(end + 4);
                self.head = Some(String::from_utf8(std::mem::replace(&mut self.raw, rest)).unwrap());
            } else {
                assert!(self.read_more().await, "no response: {:?}", String::from_utf8_lossy(&self.raw));
            }
        }
    }

    /// The next chunk of the body.
    pub(crate) async fn next(&mut self) -> Vec<u8> {
        let wait = async {
            self.read_head().await;
            loop {
                if let Some((data, length)) = first_chunk(&self.raw) {
                    let data = data.to_vec();
                    self.raw.drain(..length);
                    return data;
                }
                assert!(self.read_more().await, "cut");
            }
        };
        timeout(SOON, wait).await.expect("a chunk of the response")
    }

    /// The rest of the response, up to the connection's end.
    pub(crate) async fn rest(&mut self) -> BatchResponse {
        let wait = async {
            self.read_head().await;
            while self.read_more().await {}
        };
        timeout(2 * SOON, wait).await.expect("the response ends");
        let (mut raw, mut body, mut is_complete) = (&self.raw[..], Vec::new(), false);
        while let Some((data, length)) = first_chunk(raw) {
            raw = &raw[length..];
            is_complete = data.is_empty();
            body.extend_from_slice(data);
        }
        BatchResponse { head: self.head.clone().unwrap(), body, is_complete }
    }
}

/// The data of the first chunk of a chunked body, and the length of the whole chunk.
fn first_chunk(raw: &[u8]) -> Option<(&[u8], usize)> {
    let line = raw.windows(2).position(|window| window == b"\r\n")?;
    let length = usize::from_str_radix(std::str::from_utf8(&raw[..line]).unwrap(), 16).unwrap();
    let start = line + 2;
    Some((raw.get(start..start + length)?, raw.get(..start + length + 2)?.len()))
}
