//! Answers, their order, and what is buffered meanwhile.

use std::time::Duration;

use axum::body::Body;
use http::Request;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper_util::rt::{TokioExecutor, TokioIo};
use sudoku_server::api::BatchSettings;
use sudoku_server::api::batch::{InputFormat, OutputFormat};
use sudoku_server::connections::ConnectionLimits;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use super::input::{expected, lines, text};
use super::service::{NO_STALL, Service};
use super::stream::TEXT;
use crate::support::{NO_LIMITS, SHORT, SOON};

/// The same grids in each format.
fn inputs(count: usize) -> [(InputFormat, &'static str, Vec<u8>); 4] {
    let lines = lines(count);
    let with_id = |(number, line): (usize, &String)| format!("{{\"id\":\"n{number}\",\"grid\":\"{line}\"}}\n");
    let ndjson: String = lines.iter().enumerate().map(with_id).collect();
    let csv: Vec<_> = lines.iter().enumerate().map(|(number, line)| format!("{number},{line}\n")).collect();
    let array = serde_json::to_vec(&lines).unwrap();
    [
        (InputFormat::Text, "text/plain", text(count)),
        (InputFormat::Ndjson, "application/x-ndjson", ndjson.into_bytes()),
        (InputFormat::Csv, "text/csv", format!("id,quizzes\n{}", csv.concat()).into_bytes()),
        (InputFormat::Json, "application/json", array),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_format_is_answered_in_every_format_and_in_order() {
    let service = Service::new();
    for (input, content_type, body) in inputs(2000) {
        for output in OutputFormat::ALL {
            let accept = output.content_type().split(';').next().unwrap();
            let headers = format!("content-type: {content_type}\r\naccept: {accept}\r\n");
            let response = service.exchange(&headers, &body).await;
            assert!(response.head.contains(&format!("\r\ncontent-type: {}\r\n", output.content_type())));
            assert!(response.head.contains("\r\nx-accel-buffering: no\r\n"));
            let answers = response.complete();
            assert!(answers == expected(input, output, &body), "{input:?} to {output:?}");
            let lines = answers.split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(lines, 2000 + usize::from(output == OutputFormat::Csv));
        }
    }
    assert_eq!(service.ended("complete").await, 12);
    // 40 of the 2,000 lines are no grids; they replace 13 or 14 of each kind.
    for (outcome, each) in [("unique", 667 - 13), ("unsolvable", 667 - 14), ("conflict", 666 - 13), ("malformed", 40)] {
        let count = service.metric(&format!("sudoku_batch_grids_total{{outcome=\"{outcome}\"}}")).await;
        assert_eq!(count, 12 * each, "{outcome}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_body_gets_an_empty_response() {
    assert_eq!(Service::new().exchange(TEXT, b"").await.complete(), b"");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_line_is_answered_before_the_next_is_sent() {
    // The exchange outlives the answer deadline, which does not apply to streams.
    let service = Service::start(NO_STALL, ConnectionLimits { answer: SHORT, ..NO_LIMITS });
    let mut stream = service.open(TEXT).await;
    for line in lines(8) {
        let line = line + "\n";
        stream.send(line.as_bytes()).await;
        let answer = stream.next().await;
        assert_eq!(answer, expected(InputFormat::Text, OutputFormat::Text, line.as_bytes()));
        sleep(SHORT / 4).await;
    }
    stream.end_body().await;
    assert!(stream.rest().await.is_complete);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_sends_everything_before_it_reads_is_answered() {
    let service = Service::new();
    let body = text(60_000);
    assert!(body.len() > 4 << 20);
    let answers = service.exchange(TEXT, &body).await.complete();
    assert!(answers == expected(InputFormat::Text, OutputFormat::Text, &body));
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_much_longer_than_the_input_wait_as_input() {
    let service = Service::new();
    let body = b"?\n".repeat(100_000);
    let headers = "content-type: text/plain\r\naccept: application/x-ndjson\r\n";
    let mut stream = service.open(headers).await;
    timeout(SOON, stream.send(&body)).await.expect("the service reads");
    stream.end_body().await;
    let waiting = service.settled("sudoku_batch_buffered_bytes").await;
    assert!((100_000..=200_000).contains(&waiting), "{waiting}");
    let answers = stream.rest().await.complete();
    assert!(answers.len() > 10_000_000);
    assert!(answers == expected(InputFormat::Text, OutputFormat::Ndjson, &body));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_with_a_full_buffer_is_read_as_slowly_as_its_answers() {
    let buffer = 300_000;
    let service = Service::with(BatchSettings { buffer, ..NO_STALL });
    let body = text(60_000);
    let mut stream = service.open(TEXT).await;
    assert!(timeout(Duration::from_secs(1), stream.send(&body)).await.is_err(), "the whole body was taken");
    let waiting = service.settled("sudoku_batch_buffered_bytes").await as usize;
    // The last bytes put in may exceed the bound by their own length.
    assert!((buffer..buffer + 70_000).contains(&waiting), "{waiting}");
    let received = service.metric("sudoku_batch_received_bytes_total").await;
    assert!(received < 2_000_000, "{received} bytes were read, though nobody reads the answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_duplex_stream_needs_little_memory() {
    let service = Service::new();
    let body = text(60_000);
    let stream = service.open(TEXT).await;
    let (mut reader, mut writer) = stream.split();
    let sent = body.clone();
    let sending = tokio::spawn(async move {
        writer.send(&sent).await;
        writer.end_body().await;
        writer
    });
    let mut most = 0;
    let watching = async {
        loop {
            most = most.max(service.metric("sudoku_batch_buffered_bytes").await);
            sleep(Duration::from_millis(1)).await;
        }
    };
    let answers = tokio::select! {
        response = reader.rest() => response.complete(),
        () = watching => unreachable!("the loop never ends"),
    };
    sending.await.unwrap();
    assert!(answers == expected(InputFormat::Text, OutputFormat::Text, &body));
    assert!(most < 400_000, "{most}");
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_share_the_total_buffer_and_none_starves() {
    let service = Service::with(BatchSettings { total_buffer: 1 << 20, ..NO_STALL });
    let body = text(60_000);
    let mut greedy = service.open(TEXT).await;
    assert!(timeout(Duration::from_secs(1), greedy.send(&body)).await.is_err());
    assert!(service.settled("sudoku_batch_buffered_bytes").await >= 1 << 20);
    let modest = text(3000);
    let mut stream = service.open(TEXT).await;
    let (mut reader, mut writer) = {
        stream.send(&modest[..1000]).await;
        stream.split()
    };
    let rest = modest[1000..].to_vec();
    let sending = tokio::spawn(async move {
        writer.send(&rest).await;
        writer.end_body().await;
        writer
    });
    assert!(reader.rest().await.complete() == expected(InputFormat::Text, OutputFormat::Text, &modest));
    sending.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn http2_streams_as_well() {
    let service = Service::start(NO_STALL, ConnectionLimits { answer: Duration::from_secs(10), ..NO_LIMITS });
    let tcp = TcpStream::connect(service.address).await.unwrap();
    let handshake = hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(tcp));
    let (mut sender, connection) = handshake.await.unwrap();
    tokio::spawn(connection);
    let body = text(60_000);
    let request = Request::post("http://localhost/solve/batch").header("content-type", "text/plain");
    let request = request.body(Full::new(Bytes::from(body.clone()))).unwrap();
    let response = timeout(SOON, sender.send_request(request)).await.unwrap().unwrap();
    assert_eq!(response.status(), 200);
    let answers = timeout(SOON, response.into_body().collect()).await.unwrap().unwrap().to_bytes();
    assert!(answers == expected(InputFormat::Text, OutputFormat::Text, &body));
}

#[tokio::test(flavor = "multi_thread")]
async fn single_requests_are_answered_while_streams_run() {
    let service = Service::new();
    let body = text(100_000);
    let streams: Vec<_> = (0..2)
        .map(|_| {
            let (address, body) = (service.address, body.clone());
            tokio::spawn(async move {
                let (mut sender, connection) =
                    hyper::client::conn::http1::handshake(TokioIo::new(TcpStream::connect(address).await.unwrap()))
                        .await
                        .unwrap();
                tokio::spawn(connection);
                let request = Request::post("/solve/batch").header("content-type", "text/plain").header("host", "a");
                let response = sender.send_request(request.body(Full::new(Bytes::from(body))).unwrap()).await.unwrap();
                response.into_body().collect().await.unwrap().to_bytes()
            })
        })
        .collect();
    let mut answered_meanwhile = 0;
    while !streams.iter().all(tokio::task::JoinHandle::is_finished) {
        let request = Request::post("/solve").header("host", "a").body(Body::from(lines(1).remove(0))).unwrap();
        let response = timeout(SOON, service.api.clone().oneshot(request)).await.unwrap().unwrap();
        assert_eq!(response.status(), 200);
        answered_meanwhile += 1;
    }
    assert!(answered_meanwhile > 0);
    let expected = expected(InputFormat::Text, OutputFormat::Text, &body);
    for stream in streams {
        assert!(stream.await.unwrap() == expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endless_line_is_one_error_and_takes_no_memory() {
    let service = Service::new();
    let mut stream = service.open("content-type: text/plain\r\naccept: application/x-ndjson\r\n").await;
    for _ in 0..100 {
        stream.send(&vec![b'1'; 100_000]).await;
    }
    assert!(service.metric("sudoku_batch_buffered_bytes").await < 400_000);
    stream.send(b"\nhello\n").await;
    stream.end_body().await;
    let answers = String::from_utf8(stream.rest().await.complete()).unwrap();
    let problems: Vec<serde_json::Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(problems.len(), 2, "{answers}");
    assert_eq!(problems[0]["error"]["type"], "/problems/payload-too-large");
    assert_eq!(problems[1]["error"]["type"], "/problems/malformed-grid");
}
