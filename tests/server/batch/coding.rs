//! Compressed requests and responses.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use sudoku_server::api::BatchSettings;
use sudoku_server::api::batch::{InputFormat, OutputFormat};

use super::input::{expected, text};
use super::service::{NO_STALL, Service};
use super::stream::BatchResponse;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    MultiGzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
    plain
}

async fn post(service: &Service, coding: &str, accepted: &str, body: &[u8]) -> BatchResponse {
    let headers = format!("content-type: text/plain\r\ncontent-encoding: {coding}\r\naccept-encoding: {accepted}\r\n");
    service.exchange(&headers, body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn gzip_and_zstd_in_and_out() {
    let service = Service::new();
    let body = text(4000);
    let expected = expected(InputFormat::Text, OutputFormat::Text, &body);
    let halves = body.split_at(100_001);
    let members = |compress: fn(&[u8]) -> Vec<u8>| [compress(halves.0), compress(b""), compress(halves.1)].concat();
    for (coding, sent) in [
        ("identity", body.clone()),
        ("gzip", gzip(&body)),
        ("gzip", members(gzip)),
        ("zstd", zstd(&body)),
        ("zstd", members(zstd)),
    ] {
        for accepted in ["gzip", "zstd", "gzip;q=0.5, zstd;q=0.4", "identity", "br"] {
            let response = post(&service, coding, accepted, &sent).await;
            let chosen = ["gzip", "zstd"].into_iter().find(|name| accepted.starts_with(name));
            let stated = chosen.map_or(String::new(), |name| format!("\r\ncontent-encoding: {name}\r\n"));
            assert!(response.head.contains(&stated) && response.head.contains("content-encoding") == chosen.is_some());
            let body = response.complete();
            let answers = match chosen {
                Some("gzip") => gunzip(&body),
                Some(_) => zstd::decode_all(&body[..]).unwrap(),
                None => body,
            };
            assert!(answers == expected, "{coding} in, {accepted} out");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_answer_can_be_decompressed_as_it_arrives() {
    let service = Service::new();
    for coding in ["gzip", "zstd"] {
        let mut stream = service.open(&format!("content-type: text/plain\r\naccept-encoding: {coding}\r\n")).await;
        stream.send(b"hello\n").await;
        let piece = stream.next().await;
        let mut answer = [0; 16];
        let read = match coding {
            "gzip" => MultiGzDecoder::new(&piece[..]).read(&mut answer).unwrap(),
            _ => zstd::Decoder::new(&piece[..]).unwrap().read(&mut answer).unwrap(),
        };
        assert_eq!(&answer[..read], b"\tmalformed-grid\t");
    }
}

/// The number of lines of an NDJSON response that a problem ends, and the detail of that problem.
async fn last_detail(service: &Service, coding: &str, body: &[u8]) -> (usize, String) {
    let headers = format!("content-type: text/plain\r\naccept: application/x-ndjson\r\ncontent-encoding: {coding}\r\n");
    let answers = String::from_utf8(service.exchange(&headers, body).await.complete()).unwrap();
    let last: serde_json::Value = serde_json::from_str(answers.lines().last().unwrap()).unwrap();
    assert_eq!(last["error"]["type"], "/problems/malformed-body", "{last}");
    (answers.lines().count(), last["error"]["detail"].as_str().unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_body_is_answered_up_to_the_damage() {
    let service = Service::new();
    for (coding, compress) in [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("zstd", zstd)] {
        let compressed = compress(&text(10_000));
        let (lines, detail) = last_detail(&service, coding, &compressed[..compressed.len() - 20]).await;
        assert!(lines > 1 && detail.contains("is truncated"), "{lines} {detail}");
        let (_, detail) = last_detail(&service, coding, b"53..7....6..195....98....").await;
        assert!(detail.contains("damaged"), "{detail}");
    }
    assert_eq!(service.metric("sudoku_batch_streams").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bomb_is_not_decompressed_to_its_end() {
    let service = Service::with(BatchSettings { max_ratio: 10, ..NO_STALL });
    for (coding, compress) in [("gzip", gzip as fn(&[u8]) -> Vec<u8>), ("zstd", zstd)] {
        let bomb = compress(&vec![b'\n'; 40 << 20]);
        let (lines, detail) = last_detail(&service, coding, &bomb).await;
        assert_eq!((lines, detail.contains("10 times its size")), (1, true), "{detail}");
    }
    assert_eq!(service.ended("ratio_exceeded").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_coding_is_refused() {
    let mut stream = Service::new().open("content-type: text/plain\r\ncontent-encoding: br\r\n").await;
    stream.end_body().await;
    let refusal = stream.plain().await;
    assert!(refusal.starts_with("HTTP/1.1 415 ") && refusal.contains("gzip or zstd"), "{refusal}");
}
