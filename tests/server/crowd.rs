//! A crowd of bad clients must not shut out the good ones.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use sudoku_server::connections::{self, ConnectionLimits};

use super::client::{Client, get_request};
use super::support::{NO_LIMITS, SOON, TestServer, until};

/// Silent, half a head, half a body, half an HTTP/2 header block, and a response never read.
const BAD: [&str; 5] = [
    "",
    "GET /quick HTTP/1.1\r\nhost: a",
    "POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nx",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0\0\0\x01\x01\x01\0\0\0\x01",
    "GET /quick HTTP/1.1\r\nhost: a\r\n\r\nGET /slow/3600000 HTTP/1.1\r\nhost: a\r\n\r\n",
];
const CROWD: usize = 1200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn good_clients_are_served_while_1200_bad_ones_are_closed() {
    // This process holds both ends of every connection.
    assert!(connections::raise_open_files() > 3 * CROWD, "this test needs more open files than the system permits");
    let deadline = Duration::from_secs(2);
    let limits =
        ConnectionLimits { first_byte: deadline, head: deadline, idle: deadline, answer: deadline, ..NO_LIMITS };
    let server = TestServer::start(limits);
    let mut crowd = Vec::new();
    for number in 0..CROWD {
        let mut client = server.connect().await;
        client.send(BAD[number % BAD.len()]).await;
        crowd.push(client);
    }
    let good: Vec<_> = (0..8).map(|_| tokio::spawn(good_client(server.address))).collect();
    let start = Instant::now();
    for client in &mut crowd {
        client.end().await;
    }
    let closed_after = start.elapsed();
    assert!(closed_after < SOON);
    let mut times = Vec::new();
    for client in good {
        times.extend(client.await.unwrap());
    }
    times.sort_unstable();
    println!(
        "crowd closed after {closed_after:?}; good requests {}: p90 {:?}",
        times.len(),
        times[times.len() * 9 / 10]
    );
    assert_eq!(server.timed_out(), CROWD as u64);
    until("no connection is left", || server.open() == 0).await;
}

/// The time of each of 200 requests over two seconds, ten on each connection.
async fn good_client(address: SocketAddr) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..20 {
        let mut client = Client::new(tokio::net::TcpStream::connect(address).await.unwrap());
        for _ in 0..10 {
            let start = Instant::now();
            client.send(get_request("/quick")).await;
            assert_eq!(client.response().await.expect("a response").body, "quick");
            times.push(start.elapsed());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    times
}
