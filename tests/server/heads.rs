//! Heads of HTTP/1 requests that a strict server refuses, and those that it takes: each refusal is a problem, also where
//! hyper would answer by itself.

use super::batch::service::Service;
use super::client::{Client, Response, get_request};
use super::support::{NO_LIMITS, TestServer};

/// Sends these bytes on a connection of their own and reads one response.
async fn response_to(service: &Service, bytes: impl AsRef<[u8]>) -> Response {
    let mut client = service.connect().await;
    client.send(bytes).await;
    client.response().await.expect("a response")
}

/// Status and type of the problem that a head gets. The connection is closed after it.
async fn refusal(service: &Service, head: impl AsRef<[u8]>) -> (String, String) {
    let mut client = service.connect().await;
    client.send(&head).await;
    let response = client.response().await.expect("a response");
    assert!(response.closes(), "{response:?}");
    assert_eq!(client.end().await, b"");
    (response.status().to_owned(), response.slug())
}

/// A head of HTTP/1.1 of this request line and these fields.
fn head(line: &str, fields: &[&str]) -> String {
    let lines = fields.iter().fold(format!("{line} HTTP/1.1"), |lines, field| lines + "\r\n" + field);
    lines + "\r\n\r\n"
}

#[tokio::test]
async fn a_request_names_one_host() {
    let service = Service::new();
    let fields: [&[&str]; 11] = [
        &[],
        &["host: a", "host: a"],
        &["host: a", "Host: b"],
        &["host:"],
        &["host:   "],
        &["host: a,b"],
        &["host: a b"],
        &["host: user@a"],
        &["host: http://a/"],
        &["host: a:80x"],
        &["host: [::1"],
    ];
    for fields in fields {
        let refused = refusal(&service, head("GET /livez", fields)).await;
        assert_eq!(refused, ("400".to_owned(), "malformed-request".to_owned()), "{fields:?}");
    }
    for taken in [
        "GET /livez HTTP/1.1\r\nhost: [::1]:8080\r\n\r\n",
        "GET http://a:80/livez HTTP/1.1\r\nhost: b\r\n\r\n",
        "GET /livez HTTP/1.0\r\n\r\n",
        "GET http://a/livez HTTP/1.0\r\n\r\n",
    ] {
        assert_eq!(response_to(&service, taken).await.status(), "200", "{taken}");
    }
}

#[tokio::test]
async fn targets_and_methods() {
    let service = Service::new();
    for (line, status, slug) in [
        ("GET *", "400", "malformed-request"),
        ("GET /livez?q=\u{e9}", "400", "malformed-request"),
        ("GET /liv\u{e9}z", "400", "malformed-request"),
        ("GET /%zz", "400", "malformed-request"),
        ("GET /problems/%f", "400", "malformed-request"),
        ("GET /livez|b", "400", "malformed-request"),
        ("GET /a\\b", "400", "malformed-request"),
        ("GET livez", "400", "malformed-request"),
        ("GET a:80", "400", "malformed-request"),
        ("GET http://user@a/livez", "400", "malformed-request"),
        ("GET ftp://a/livez", "400", "malformed-request"),
        ("CONNECT a:80", "501", "not-implemented"),
        ("CONNECT /livez", "501", "not-implemented"),
        ("PROPFIND /livez", "501", "not-implemented"),
        ("get /livez", "501", "not-implemented"),
    ] {
        let refused = refusal(&service, head(line, &["host: a"])).await;
        assert_eq!(refused, (status.to_owned(), slug.to_owned()), "{line}");
    }
    for (line, status, slug) in [
        ("GET /problems/%ff", "404", "not-found"),
        ("GET /%ff%fe", "404", "not-found"),
        ("GET /%00", "404", "not-found"),
        ("GET //livez", "404", "not-found"),
        ("DELETE /nowhere", "404", "not-found"),
        ("OPTIONS /nowhere", "404", "not-found"),
        ("TRACE /livez", "405", "method-not-allowed"),
        ("QUERY /solve", "405", "method-not-allowed"),
        ("PUT /solve", "405", "method-not-allowed"),
    ] {
        let response = response_to(&service, head(line, &["host: a", "x-secret: s"])).await;
        assert_eq!((response.status(), &response.slug()[..]), (status, slug), "{line}");
        assert!(!response.closes() && !response.body.contains("secret"), "{line}");
        assert_eq!(response.header("allow").is_some(), status == "405", "{line}");
    }
    let asterisk = response_to(&service, head("OPTIONS *", &["host: a"])).await;
    assert_eq!((asterisk.status(), asterisk.header("allow")), ("200", Some("GET, HEAD, POST, OPTIONS")));
    // The parser of URIs cuts a fragment off, and browsers leave some characters of a query as they are.
    for line in ["GET /livez#x", "GET /livez?[{a|b}]^"] {
        assert_eq!(response_to(&service, head(line, &["host: a"])).await.status(), "200", "{line}");
    }
}

#[tokio::test]
async fn what_hyper_cannot_parse() {
    let service = Service::new();
    let many = "x: y\r\n".repeat(101);
    let (long_field, long_target) = ("y".repeat(20_000), "z".repeat(20_000));
    for (bytes, status) in [
        ("GET /livez HTTP/1.1\r\nhost: a\r\n folded: b\r\n\r\n", "400"),
        ("GET /livez HTTP/1.1\r\n host: a\r\n\r\n", "400"),
        ("GET /livez HTTP/1.1\r\nhost : a\r\n\r\n", "400"),
        ("GET /livez HTTP/1.1\r\nhost: a\rb\r\n\r\n", "400"),
        ("GET /livez HTTP/1.1\r\nhost: a\r\nx: \0\r\n\r\n", "400"),
        ("GET /livez HTTP/1.1\r\nhost\r\n\r\n", "400"),
        ("GET  /livez HTTP/1.1\r\nhost: a\r\n\r\n", "400"),
        ("GET /livez /livez HTTP/1.1\r\nhost: a\r\n\r\n", "400"),
        ("GET /livez HTTP/2.0\r\nhost: a\r\n\r\n", "400"),
        ("GET /livez HTTP/1.2\r\nhost: a\r\n\r\n", "400"),
        ("GET /livez http/1.1\r\nhost: a\r\n\r\n", "400"),
        ("GET /livez\r\nhost: a\r\n\r\n", "400"),
        ("G\u{e9}T /livez HTTP/1.1\r\nhost: a\r\n\r\n", "400"),
        ("GET /\u{7f} HTTP/1.1\r\nhost: a\r\n\r\n", "400"),
        ("PRI * HTTP/2.0\r\nhost: a\r\n\r\n", "400"),
        ("SSH-2.0-OpenSSH_9.9\r\n", "400"),
        ("\0\0\0\0", "400"),
        (&format!("GET /livez HTTP/1.1\r\nhost: a\r\n{many}\r\n"), "431"),
        (&format!("GET /livez HTTP/1.1\r\nhost: a\r\nx: {long_field}\r\n\r\n"), "431"),
        (&format!("GET /{long_target} HTTP/1.1\r\nhost: a\r\n\r\n"), "431"),
    ] {
        let slug = if status == "431" { "too-many-headers" } else { "malformed-request" };
        assert_eq!(refusal(&service, bytes).await, (status.to_owned(), slug.to_owned()), "{bytes:.60?}");
    }
}

#[tokio::test]
async fn a_tls_handshake_is_told_that_this_is_not_tls() {
    let service = Service::new();
    // All of a ClientHello's first bytes, or only the first of them.
    for hello in [&b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..], b"\x16"] {
        let response = response_to(&service, hello).await;
        assert_eq!((response.status(), &response.slug()[..]), ("400", "malformed-request"));
        let detail = &response.problem()["detail"];
        assert!(detail.as_str().unwrap().contains("this port speaks plain HTTP"), "{detail}");
    }
}

/// The responses before a bad head arrive unchanged.
#[tokio::test]
async fn a_bad_head_after_good_ones() {
    let service = Service::new();
    let solve = format!("POST /solve HTTP/1.1\r\nhost: a\r\ncontent-length: 81\r\n\r\n{}", ".".repeat(81));
    let get = |path| format!("GET {path} HTTP/1.1\r\nhost: a\r\n\r\n");
    let batch = "POST /solve/batch HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n#\n";
    for (good, body_ends) in [
        (get("/livez"), "alive\n"),
        (get("/nowhere"), "}\n"),
        (format!("HEAD /livez HTTP/1.1\r\nhost: a\r\n\r\n{}", get("/livez")), "alive\n"),
        (solve, "}\n"),
        (get("/openapi.yaml").repeat(20), "not-implemented }"),
        (batch.to_owned(), "0\r\n\r\n"),
    ] {
        for bad in ["no http\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &format!("GET /{}", "x".repeat(20_000))] {
            let mut client = service.connect().await;
            client.send(format!("{good}{bad}")).await;
            let all = String::from_utf8(client.end().await).unwrap();
            let (responses, refusal) = all.rsplit_once("HTTP/1.1 4").expect("a refusal");
            assert!(refusal.contains("\r\nconnection: close\r\n") && refusal.ends_with("}\n"), "{refusal}");
            assert_eq!(responses.matches("HTTP/1.1 ").count(), good.matches("HTTP/1.1").count(), "{good:.60}");
            if !good.starts_with("GET /openapi") {
                assert!(responses.ends_with(body_ends), "{responses}");
            }
        }
    }
}

/// The refusal passes through a server that knows nothing of problems.
#[tokio::test]
async fn no_service_sees_what_cannot_be_parsed() {
    let server = TestServer::start(NO_LIMITS);
    let mut client = server.connect().await;
    client.send(format!("{}nonsense\r\n\r\n", get_request("/quick"))).await;
    assert_eq!(client.response().await.unwrap().body, "quick");
    let refused = client.response().await.unwrap();
    assert_eq!((refused.status(), refused.header("x-request-id")), ("400", Some("refused")));
    assert_eq!(client.end().await, b"");
    assert_eq!(server.begun(), 1);
}

impl Service {
    pub(crate) async fn connect(&self) -> Client {
        Client::new(tokio::net::TcpStream::connect(self.address).await.unwrap())
    }
}
