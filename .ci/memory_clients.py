"""Holds as much of a server's memory as clients can, of every kind at once, while good clients are served.

usage: memory_clients.py PORT CONNECTIONS

Prints what was held and how the good clients fared; the exit code is 1 if one of them was not served.
"""

import resource
import socket
import struct
import sys
import threading
import time

PORT, CONNECTIONS = int(sys.argv[1]), int(sys.argv[2])
GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
BATCHES, UNREAD_SOLUTIONS, LONG_BODIES, UNREAD_STREAMS = 16, 500, 600, 60


def connect():
    client = socket.create_connection(("127.0.0.1", PORT), 10)
    # Little of what the server sends is to be kept on this side.
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return client


def post(path, body, length=None):
    head = f"POST {path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: {length or len(body)}\r\n\r\n"
    return head.encode() + body


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def zstd_frames(text):
    """Blocks that are not compressed, of a frame with the largest window: 8 MiB."""
    for start in range(0, len(text), 100_000):
        block = text[start:start + 100_000]
        yield struct.pack("<I", len(block) << 3)[:3] + block


def batch(held):
    """A batch that reads until the window is full, and then sends as much as the server takes without reading."""
    client = connect()
    client.sendall(b"POST /solve/batch HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-encoding: zstd\r\n"
                   b"transfer-encoding: chunked\r\n\r\n")
    client.sendall(b"6\r\n" + bytes.fromhex("28b52ffd0068") + b"\r\n")
    lines = (GRID + "\n").encode() * 12_000
    reading = True

    def read():
        got = 0
        while reading and got < 12 << 20:
            got += len(client.recv(1 << 16)) or 1 << 30

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    sent = 0
    client.settimeout(3)
    try:
        while sent < 100 << 20:
            for block in zstd_frames(lines):
                client.sendall(b"%x\r\n" % len(block) + block + b"\r\n")
                sent += len(block)
    except OSError:
        pass
    reading = False
    held.append(client)


def hold_everything():
    held = []
    batches = [threading.Thread(target=batch, args=(held,)) for _ in range(BATCHES)]
    for thread in batches:
        thread.start()
    solutions = post("/count", b'{"grid":"%s","solutions":1000}' % (b"." * 81))
    for _ in range(UNREAD_SOLUTIONS):
        held.append(connect())
        held[-1].sendall(solutions)
    for _ in range(LONG_BODIES):
        held.append(connect())
        held[-1].sendall(post("/solve", b" " * 60_000, 64_000))
    # A window of one byte, and as many streams as a connection may have.
    document = b"\x82\x86\x04\x0d/openapi.yaml\x41\x01a"
    window = frame(4, 0, 0, struct.pack(">HI", 4, 1))
    streams = b"".join(frame(1, 5, 2 * number + 1, document) for number in range(32))
    for _ in range(UNREAD_STREAMS):
        held.append(connect())
        held[-1].sendall(PREFACE + window + streams)
    for number in range(CONNECTIONS - len(held) - 2 * BATCHES):
        held.append(connect())
        held[-1].sendall([b"GET /livez HTTP/1.1\r\nhost: a\r\n\r\n", b"GET /livez HTTP/1.1\r\nx: "][number % 2])
    for thread in batches:
        thread.join()
    return held


class Good(threading.Thread):
    """A client that solves a grid on a new connection, again and again."""

    def __init__(self):
        super().__init__(daemon=True)
        self.served, self.failures, self.running = 0, [], True

    def run(self):
        while self.running:
            try:
                with connect() as client:
                    client.sendall(post("/solve", b'{"grid":"%s"}' % GRID.encode()))
                    answer = client.recv(4096)
                assert SOLUTION.encode() in answer, answer[:200]
                self.served += 1
            except (OSError, AssertionError) as failure:
                self.failures.append(repr(failure))
            time.sleep(0.01)


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    good = Good()
    good.start()
    held = hold_everything()
    # More than there is room for, so that some have to go.
    held += [connect() for _ in range(200)]
    time.sleep(2)
    good.running = False
    good.join(20)
    print(f"{len(held)} connections were opened; {good.served} good requests were served meanwhile")
    if good.failures or good.served < 50:
        sys.exit(f"{len(good.failures)} good requests failed, the first with {good.failures[:1]}")


main()
