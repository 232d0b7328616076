//! The accept loop, and the end of it.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body::Body;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{error, warn};

use super::connection::{self, HttpService};
use super::registry::Registry;
use super::{ConnectionLimits, ConnectionStats};

/// Connections that may wait in the system to be accepted.
const BACKLOG: u32 = 4096;
/// Bytes of an answer that the system holds before it has sent them.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 128 * 1024;
/// The pause after an error of `accept` that is not the fault of one connection, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);
/// Beyond the drain's deadline, for connections to see it.
const MARGIN: Duration = Duration::from_secs(1);
/// Refusals written at a time; beyond it a connection is closed without a word.
const MAX_REFUSALS: usize = 64;
/// How long a refused client may take to read the refusal.
const REFUSAL: Duration = Duration::from_millis(500);
const REFUSED: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: application/problem+json\r\n\
    content-length: 148\r\n\
    retry-after: 1\r\n\
    connection: close\r\n\r\n\
    {\"type\":\"/problems/overloaded\",\"title\":\"Too much work is waiting\",\"status\":503\
    ,\"detail\":\"every connection is in use\",\"instance\":\"/requests/refused\"}";

/// What the end of [`serve`] has to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained {
    /// Connections open when the server was told to stop.
    pub open: usize,
    /// Of these, how many were cut at the deadline with a request, or part of one, in them.
    pub cut: usize,
    /// From the call to stop to the last connection's end.
    pub took: Duration,
}

/// Listens at `address`; port 0 chooses a free one.
///
/// # Errors
/// What the system says: the address is in use, or not ours, or the port is a privileged one.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A restart must not wait for the connections of its predecessor to be forgotten.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Accepts connections and serves them until `shutdown` is cancelled and the last one has ended.
///
/// On the call to stop, the connections already waiting in the system are accepted and the listener is closed. Every
/// request that has begun is answered, the answer being the connection's last (`Connection: close`, or GOAWAY);
/// connections between requests get `limits.linger` for one that is on its way, and what still has a request at
/// `limits.drain` is cut.
///
/// A panic of the service ends its own connection only.
pub async fn serve<S, B>(
    listener: TcpListener,
    service: S,
    limits: ConnectionLimits,
    stats: Arc<ConnectionStats>,
    shutdown: CancellationToken,
) -> Drained
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + Unpin + 'static,
{
    let acceptor = Acceptor {
        registry: Arc::new(Registry::new(limits, stats)),
        service,
        connections: TaskTracker::new(),
        refusals: Arc::new(Semaphore::new(MAX_REFUSALS)),
    };
    acceptor.accept_until(&listener, shutdown).await;
    acceptor.accept_waiting(listener).await;
    acceptor.drain().await
}

struct Acceptor<S> {
    registry: Arc<Registry>,
    service: S,
    connections: TaskTracker,
    refusals: Arc<Semaphore>,
}

impl<S> Acceptor<S> {
    async fn accept_until<B>(&self, listener: &TcpListener, shutdown: CancellationToken)
    where
        S: HttpService<B>,
        B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + Unpin + 'static,
    {
        let mut stopped = pin!(shutdown.cancelled());
        loop {
            tokio::select! {
                biased;
                () = &mut stopped => return,
                accepted = listener.accept() => match accepted {
                    Ok((tcp, _)) => self.admit(tcp).await,
                    Err(error) if is_of_one_connection(&error) => {}
                    Err(error) => {
                        error!(%error, "cannot accept connections");
                        // It may be for want of what an idle connection holds.
                        self.registry.make_room();
                        tokio::time::sleep(PAUSE).await;
                    }
                },
            }
        }
    }

    /// Accepts what the system has already completed, and closes the listener.
    ///
    /// The standard library's listener asks the system itself, where tokio's would trust its last notification.
    async fn accept_waiting<B>(&self, listener: TcpListener)
    where
        S: HttpService<B>,
        B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + Unpin + 'static,
    {
        let Ok(listener) = listener.into_std() else { return };
        for _ in 0..BACKLOG {
            match listener.accept() {
                Ok((tcp, _)) => {
                    if tcp.set_nonblocking(true).is_ok()
                        && let Ok(tcp) = TcpStream::from_std(tcp)
                    {
                        self.admit(tcp).await;
                    }
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(_) => return,
            }
        }
    }

    async fn admit<B>(&self, tcp: TcpStream)
    where
        S: HttpService<B>,
        B: Body<Data = Bytes, Error: Into<Box<dyn Error + Send + Sync>>> + Send + Unpin + 'static,
    {
        if let Some(entry) = self.registry.admit().await {
            // Answers are written whole; waiting to fill a packet would only delay them.
            let _ = tcp.set_nodelay(true);
            keep_little_unsent(&tcp);
            self.connections.spawn(connection::run(tcp, entry, self.service.clone()));
        } else {
            self.registry.stats().refused.fetch_add(1, Relaxed);
            if let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() {
                self.connections.spawn(async move {
                    let _ = tokio::time::timeout(REFUSAL, refuse(tcp)).await;
                    drop(permit);
                });
            }
        }
    }

    async fn drain(&self) -> Drained {
        let start = Instant::now();
        let open = self.registry.stats().open.load(Relaxed);
        self.registry.stop();
        self.connections.close();
        let bound = self.registry.limits().drain + MARGIN;
        if tokio::time::timeout(bound, self.connections.wait()).await.is_err() {
            warn!(connections = self.connections.len(), "connections do not end");
        }
        Drained { open, cut: self.registry.cut(), took: start.elapsed() }
    }
}

/// Writes the refusal and reads the client's bytes, without which the system would reset the connection and the
/// client might never see the answer.
async fn refuse(mut tcp: TcpStream) -> io::Result<()> {
    tcp.write_all(REFUSED).await?;
    tcp.shutdown().await?;
    let mut scratch = [0; 1024];
    while tcp.read(&mut scratch).await? > 0 {}
    Ok(())
}

/// Makes the system take no more of an answer than its reader can soon have: so a reader that takes a little now and then
/// is seen to take it, where the system's buffer of megabytes would hide it for minutes.
fn keep_little_unsent(tcp: &TcpStream) {
    #[cfg(target_os = "linux")]
    let _ = socket2::SockRef::from(tcp).set_tcp_notsent_lowat(UNSENT);
    #[cfg(not(target_os = "linux"))]
    let _ = tcp;
}

/// Whether the error tells of one connection that ended before it was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

#[cfg(test)]
mod tests {
    use super::REFUSED;

    #[test]
    fn the_refusal_states_its_own_length() {
        let text = std::str::from_utf8(REFUSED).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{} bytes", body.len());
    }
}
