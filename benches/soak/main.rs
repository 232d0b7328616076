//! `cargo bench --bench soak`: checks ten million answers in every form while clients come and go.
//!
//! A server with its default settings is asked over HTTP/1.1 and HTTP/2 by several clients at a time. Each repeats, at
//! random: single grids on a connection that is kept, a batch in some format, or leaving in the middle of a request.
//! Every answer is compared with the engine's own verdict; the first that differs ends the run with a panic. At the end
//! the server must have no request in flight and no batch open.
//!
//! Optional variables: `SOAK_ANSWERS` (10,000,000) and `SOAK_SEED` (1).

mod cases;
mod client;
#[path = "../support/process.rs"]
mod process;
#[path = "../support/product.rs"]
mod product;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cases::{Case, cases};
use client::{Connection, batch, leave, solve};
use sudoku_engine::random::{RngExt, seeded};
use tokio::task::JoinSet;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CLIENTS: u64 = 8;
/// Single grids on one connection.
const SINGLES: usize = 500;

fn main() {
    let wanted = setting("SOAK_ANSWERS", 10_000_000);
    let seed = setting("SOAK_SEED", 1);
    let server = product::start();
    let begun = Instant::now();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    let answers = runtime.block_on(soak(server.address, wanted, seed));
    let (seconds, memory) = (begun.elapsed().as_secs_f64(), product::memory(&server, "VmHWM"));
    println!("{answers} answers, all true, in {seconds:.0} s; the server's peak memory is {memory:.0} MiB");
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

async fn soak(address: SocketAddr, wanted: u64, seed: u64) -> u64 {
    let cases: Arc<[Case]> = cases().into();
    let checked = Arc::new(AtomicU64::new(0));
    let mut clients = JoinSet::new();
    for number in 0..CLIENTS {
        let (cases, checked) = (Arc::clone(&cases), Arc::clone(&checked));
        clients.spawn(async move { come_and_go(address, &cases, seed * CLIENTS + number, &checked, wanted).await });
    }
    while let Some(ended) = clients.join_next().await {
        ended.expect("every answer is true");
    }
    is_idle(address).await;
    checked.load(Relaxed)
}

/// One client after the other, until enough answers were checked.
async fn come_and_go(address: SocketAddr, cases: &[Case], seed: u64, checked: &AtomicU64, wanted: u64) {
    let mut rng = seeded(seed);
    while checked.load(Relaxed) < wanted {
        let is_http2 = rng.below(2) == 0;
        match rng.below(4) {
            0 => {
                let mut connection = Connection::open(address, is_http2).await;
                for _ in 0..SINGLES {
                    solve(&mut connection, rng.pick(cases).expect("there are cases"), &mut rng).await;
                }
                checked.fetch_add(SINGLES as u64, Relaxed);
            }
            1 => leave(address, cases, &mut rng).await,
            _ => {
                let mut connection = Connection::open(address, is_http2).await;
                for _ in 0..=rng.below(4) {
                    checked.fetch_add(batch(&mut connection, cases, &mut rng).await, Relaxed);
                }
            }
        }
    }
}

/// Panics unless the server soon has nothing left to do.
async fn is_idle(address: SocketAddr) {
    let mut metrics = String::new();
    for _ in 0..100 {
        let request = "GET /metrics HTTP/1.1\r\nhost: soak\r\nconnection: close\r\n\r\n";
        metrics = client::raw(address, request).await;
        if metrics.contains("\nhttp_requests_in_flight 1\n") && metrics.contains("\nsudoku_batch_streams 0\n") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("requests or batches are left over: {metrics}");
}
