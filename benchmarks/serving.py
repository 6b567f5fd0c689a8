"""Runs ``duplicast serve`` as a separate process for the benchmarks, and measures its resources."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAGE = 4096
"""Bytes of a memory page on nearly every Linux."""

MAIN = "from producer.cli import main; main()"


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Port and process of a service in ``folder``, once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "serve", "--port", str(port)],
        cwd=folder,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(port):
            if process.poll() is not None:
                raise AssertionError("the service does not start")
            time.sleep(0.02)
        yield port, process
    finally:
        process.terminate()
        process.wait(30)


async def post(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: bytes) -> bytes:
    """One body to the feed over an open connection; the answer's body."""
    writer.write(
        b"POST /feed/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(body)
        + body
    )
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    return await reader.readexactly(length)


def memory(process: subprocess.Popen[bytes]) -> float:
    """Resident, in MB, of the service and its child processes; 0 where there is no /proc."""
    return sum(int(stats[21]) * PAGE / 1024**2 for stats in _stats_of(process))


def cpu(process: subprocess.Popen[bytes]) -> float:
    """Seconds, of the service and its child processes; 0 where there is no /proc."""
    return sum((int(stats[11]) + int(stats[12])) / 100 for stats in _stats_of(process))


def _stats_of(process: subprocess.Popen[bytes]) -> list[list[str]]:
    """The fields of /proc/PID/stat from the state on, of the process and its children (proc(5))."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            stats = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # it has ended
        if str(process.pid) in (path.parent.name, stats[1]):
            found.append(stats)
    return found


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as asking:
            asking.sendall(b"GET /readyz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
            return b" 200 " in asking.recv(64)
    except OSError:
        return False
