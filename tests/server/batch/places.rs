//! More batches than places.

use std::time::Duration;

use sudoku_server::api::BatchSettings;
use sudoku_server::api::batch::{CHUNK_ITEMS, InputFormat, OutputFormat};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::input::{expected, text};
use super::service::{NO_STALL, Service};
use super::stream::{BatchResponse, Stream, TEXT};
use crate::support::{SHORT, SOON};

fn answers_to(body: &[u8]) -> Vec<u8> {
    expected(InputFormat::Text, OutputFormat::Text, body)
}

async fn until_open(service: &Service, batches: u64) {
    let wait = async {
        while service.metric("sudoku_batch_streams").await < batches {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, wait).await.expect("the batches begin");
}

/// A client that sends this body many times, at about two megabytes a second, and reads all answers.
fn use_place(stream: Stream, body: Vec<u8>, times: usize) -> JoinHandle<BatchResponse> {
    let (mut reads, mut sends) = stream.split();
    tokio::spawn(async move {
        let sending = async {
            for _ in 0..times {
                sends.send(&body).await;
                sleep(Duration::from_millis(40)).await;
            }
            sends.end_body().await;
        };
        tokio::join!(reads.rest(), sending).0
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_do_not_use_their_places_make_room() {
    let service = Service::with(BatchSettings { streams: 3, ..NO_STALL });
    let body = text(CHUNK_ITEMS);
    let mut silent = service.open(TEXT).await;
    until_open(&service, 1).await;
    sleep(SHORT).await;
    // It gets its answers and sends no more.
    let mut idle = service.open(TEXT).await;
    idle.send(&body).await;
    let busy = use_place(service.open(TEXT).await, body.clone(), 100);
    until_open(&service, 3).await;
    for _ in 0..2 {
        assert!(service.exchange(TEXT, &body).await.complete() == answers_to(&body));
    }
    assert_eq!(service.ended("made_room").await, 1, "the second took the place that the first had left");
    assert!(silent.plain().await.ends_with("\r\n\r\n"), "the head, and no end of the body");
    assert!(busy.await.unwrap().complete() == answers_to(&body.repeat(100)), "it used its place");
    idle.end_body().await;
    assert!(idle.rest().await.complete() == answers_to(&body));
}

#[tokio::test(flavor = "multi_thread")]
async fn with_every_place_in_use_a_batch_is_refused() {
    let service = Service::with(BatchSettings { streams: 1, ..NO_STALL });
    let body = text(CHUNK_ITEMS);
    let busy = use_place(service.open(TEXT).await, body.clone(), 100);
    until_open(&service, 1).await;
    let refused = service.exchange(TEXT, b"").await;
    assert!(refused.head.starts_with("HTTP/1.1 503 "), "{}", refused.head);
    assert!(refused.head.contains("\r\nretry-after: 1\r\n"), "{}", refused.head);
    assert!(busy.await.unwrap().complete() == answers_to(&body.repeat(100)));
}
