"""load.py HOST:PORT SECONDS CONNECTIONS: solves grids over HTTP and looks at every answer.

Each request is a grid that differs from its neighbours, by another naming of the digits, so that an answer that belongs
to another request is seen. Prints how many requests were sent and what became of them, and exits with 1 unless each had
its own solution. Nothing is tried again: what is lost stays lost.
"""

import asyncio
import collections
import itertools
import sys
import time

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# A request without an answer after so many seconds is lost.
PATIENCE = 5


async def ask(reader, writer, host, grid):
    """One request; its status and body."""
    head = f"POST /solve HTTP/1.1\r\nhost: {host}\r\ncontent-type: text/plain\r\naccept: text/plain\r\n"
    writer.write(f"{head}content-length: {len(grid)}\r\n\r\n{grid}".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = int(head.split("content-length:")[1].split("\r\n")[0])
    body = await reader.readexactly(length)
    return head.split()[1], body.decode().strip(), "connection: close" not in head


async def client(address, until, digits, counts, slowest):
    """Asks over one connection, which it opens again when it was closed, until the time is over."""
    host, port = address.rsplit(":", 1)
    streams = None
    while time.monotonic() < until:
        names = str.maketrans("123456789", "".join(next(digits)))
        began = time.monotonic()
        counts["sent"] += 1
        try:
            if streams is None:
                streams = await asyncio.open_connection(host, int(port))
            answering = ask(*streams, address, GRID.translate(names))
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
    """Runs the clients; the exit code."""
    counts, slowest = collections.Counter(), [0.0]
    digits = itertools.cycle(itertools.permutations("123456789"))
    until = time.monotonic() + seconds
    await asyncio.gather(*(client(address, until, digits, counts, slowest) for _ in range(connections)))
    print(", ".join(f"{what}: {count}" for what, count in sorted(counts.items(), reverse=True)))
    print(f"{counts['answered'] / seconds:.0f} requests/s over {connections} connections, slowest {slowest[0] * 1000:.0f} ms")
    return 0 if counts["sent"] == counts["answered"] > 0 else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))))
