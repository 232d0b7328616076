//! The accept loop, and the drain that follows it.

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
use super::refusal::{Refusal, Refuse};
use super::registry::Registry;
use super::{ConnectionLimits, ConnectionStats};

/// The length of the listener's queue: connections that the kernel has completed and nobody has accepted.
const BACKLOG: u32 = 4096;
/// The most bytes of responses that the kernel holds unsent.
#[cfg(target_os = "linux")]
const MAX_UNSENT: u32 = 128 * 1024;
/// The pause after an error of `accept` that is not about one connection, such as too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// How long connections may take beyond the drain deadline to notice it.
const DRAIN_MARGIN: Duration = Duration::from_secs(1);
/// Refusals written at the same time; beyond this number connections are closed without a response.
const MAX_REFUSALS: usize = 64;
/// How long a refused client may take to read the refusal.
const REFUSAL_TIMEOUT: Duration = Duration::from_millis(500);

type BoxError = Box<dyn Error + Send + Sync>;

/// How a shutdown went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drained {
    /// Connections open when the shutdown began.
    pub open: usize,
    /// How many of them were cut at the deadline with a request, or part of one, in flight.
    pub cut: usize,
    /// From the start of the shutdown to the end of the last connection.
    pub took: Duration,
}

/// Listens at `address`; port 0 picks a free port.
///
/// # Errors
/// The system's error: the address is in use or not local, or the port is privileged.
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Otherwise a restart has to wait until the old process's connections have left TIME_WAIT.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Listens at the first of these addresses at which this machine can.
///
/// An address in use ends the search: they are the addresses of one name, which would lead some clients to the server
/// at that address and others to this one.
///
/// # Errors
/// The error of the address in use, or else of the first address.
pub fn bind_first(addresses: &[SocketAddr]) -> io::Result<TcpListener> {
    let mut first_failure = None;
    for &address in addresses {
        match bind(address) {
            Err(error) if error.kind() != io::ErrorKind::AddrInUse => first_failure = first_failure.or(Some(error)),
            bound_or_in_use => return bound_or_in_use,
        }
    }
    Err(first_failure.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into()))
}

/// Accepts connections and serves them until `shutdown` is cancelled and the last connection has ended.
///
/// `refuse` makes the responses to clients that come when every connection is in use, and to those that send something
/// other than HTTP.
///
/// When `shutdown` is cancelled, the connections that still wait in the listener's queue are accepted, and the listener
/// is closed. Every request that has begun gets its response, which is the last on its connection
/// (`connection: close`, or GOAWAY). A connection between requests stays open for `limits.linger`, in case a request is
/// on its way; a connection that still has a request after `limits.drain` is cut.
///
/// A panic in the service ends only its own connection.
pub async fn serve<S, B>(
    listener: TcpListener,
    service: S,
    refuse: Refuse,
    limits: ConnectionLimits,
    stats: Arc<ConnectionStats>,
    shutdown: CancellationToken,
) -> Drained
where
    S: HttpService<B>,
    B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
{
    let acceptor = Acceptor {
        registry: Arc::new(Registry::new(limits, stats)),
        service,
        refuse,
        connections: TaskTracker::new(),
        refusals: Arc::new(Semaphore::new(MAX_REFUSALS)),
    };
    acceptor.accept_until(&listener, shutdown).await;
    acceptor.accept_queued(listener).await;
    acceptor.drain().await
}

struct Acceptor<S> {
    registry: Arc<Registry>,
    service: S,
    refuse: Refuse,
    connections: TaskTracker,
    /// Permits to write a refusal.
    refusals: Arc<Semaphore>,
}

impl<S> Acceptor<S> {
    async fn accept_until<B>(&self, listener: &TcpListener, shutdown: CancellationToken)
    where
        S: HttpService<B>,
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
    {
        let mut stopped = pin!(shutdown.cancelled());
        loop {
            tokio::select! {
                biased;
                () = &mut stopped => return,
                accepted = listener.accept() => match accepted {
                    Ok((tcp, _)) => self.admit(tcp).await,
                    Err(error) if is_connection_error(&error) => {}
                    Err(error) => {
                        error!(%error, "cannot accept connections");
                        // An idle connection may hold the resource that is missing.
                        self.registry.make_room();
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                    }
                },
            }
        }
    }

    /// Accepts the connections left in the listener's queue, and closes the listener.
    ///
    /// The standard library's listener calls `accept` each time; tokio's would trust its last readiness event, which may
    /// be stale.
    async fn accept_queued<B>(&self, listener: TcpListener)
    where
        S: HttpService<B>,
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
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
                Err(error) if is_connection_error(&error) => {}
                Err(_) => return,
            }
        }
    }

    async fn admit<B>(&self, tcp: TcpStream)
    where
        S: HttpService<B>,
        B: Body<Data = Bytes, Error: Into<BoxError>> + Send + Unpin + 'static,
    {
        if let Some(entry) = self.registry.admit().await {
            // Responses are written whole, so Nagle's algorithm could only delay them.
            let _ = tcp.set_nodelay(true);
            limit_unsent(&tcp);
            self.connections.spawn(connection::run(tcp, entry, self.service.clone(), Arc::clone(&self.refuse)));
        } else {
            self.registry.stats().refused.fetch_add(1, Relaxed);
            if let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() {
                let refusal = (self.refuse)(Refusal::Overloaded);
                self.connections.spawn(async move {
                    let _ = tokio::time::timeout(REFUSAL_TIMEOUT, send_refusal(tcp, &refusal)).await;
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
        let bound = self.registry.limits().drain + DRAIN_MARGIN;
        if tokio::time::timeout(bound, self.connections.wait()).await.is_err() {
            warn!(connections = self.connections.len(), "connections do not end");
        }
        Drained { open, cut: self.registry.cut(), took: start.elapsed() }
    }
}

/// Writes the refusal, then reads until the client closes: a socket closed with unread bytes resets the connection, and
/// the client might never see the refusal.
async fn send_refusal(mut tcp: TcpStream, refusal: &[u8]) -> io::Result<()> {
    tcp.write_all(refusal).await?;
    tcp.shutdown().await?;
    let mut scratch = [0; 1024];
    while tcp.read(&mut scratch).await? > 0 {}
    Ok(())
}

/// Limits how much of a response the kernel buffers ahead of its reader. The default of megabytes would hide the
/// progress of a slow reader for minutes.
fn limit_unsent(tcp: &TcpStream) {
    #[cfg(target_os = "linux")]
    let _ = socket2::SockRef::from(tcp).set_tcp_notsent_lowat(MAX_UNSENT);
    #[cfg(not(target_os = "linux"))]
    let _ = tcp;
}

/// Whether the error concerns a single connection that ended before it was accepted.
fn is_connection_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}
