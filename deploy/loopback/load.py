"""load.py HOST:PORT SECONDS CONNECTIONS: solves grids over HTTP and checks every response.

Each request has a grid of its own (the same puzzle with other digits), so that a response to another request is
detected. Prints how many requests were sent and how they ended, and exits with 1 unless each got its own solution.
Nothing is retried: what is lost stays lost.
"""

import asyncio
import collections
import itertools
import sys
import time

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# Seconds after which a request without a response is lost.
PATIENCE = 5


async def solve(reader, writer, host, grid):
    """Sends one request; returns its status, its body, and whether the connection stays open."""
    head = f"POST /solve HTTP/1.1\r\nhost: {host}\r\ncontent-type: text/plain\r\naccept: text/plain\r\n"
    writer.write(f"{head}content-length: {len(grid)}\r\n\r\n{grid}".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = int(head.split("content-length:")[1].split("\r\n")[0])
    body = await reader.readexactly(length)
    return head.split()[1], body.decode().strip(), "connection: close" not in head


async def client(address, until, digits, counts, slowest):
    """Sends requests over one connection until the time is over; reopens it when it was closed."""
    host, port = address.rsplit(":", 1)
    streams = None
    while time.monotonic() < until:
        names = str.maketrans("123456789", "".join(next(digits)))
        began = time.monotonic()
        counts["sent"] += 1
        try:
            if streams is None:
                streams = await asyncio.open_connection(host, int(port))
            answering = solve(*streams, address, GRID.translate(names))
            status, body, stays = await asyncio.wait_for(answering, PATIENCE)
            right = status == "200" and body == SOLUTION.translate(names)
            counts["answered" if right else f"status {status}" if status != "200" else "wrong"] += 1
        except (OSError, EOFError, asyncio.TimeoutError) as error:
            counts[f"lost ({type(error).__name__})"] += 1
            stays = False
        slowest[0] = max(slowest[0], time.monotonic() - began)
        if not stays and streams is not None:
            streams[1].close()
            streams = None


async def main(address, seconds, connections):
    """Runs the clients; returns the exit code."""
    counts, slowest = collections.Counter(), [0.0]
    digits = itertools.cycle(itertools.permutations("123456789"))
    until = time.monotonic() + seconds
    await asyncio.gather(*(client(address, until, digits, counts, slowest) for _ in range(connections)))
    print(", ".join(f"{outcome}: {count}" for outcome, count in sorted(counts.items(), reverse=True)))
    rate, slowest_ms = counts["answered"] / seconds, slowest[0] * 1000
    print(f"{rate:.0f} requests/s over {connections} connections, slowest {slowest_ms:.0f} ms")
    return 0 if counts["sent"] == counts["answered"] > 0 else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))))
