"""The feed: durable POSTs a second, one event each and in batches; how long one takes to be
acknowledged; memory over many events; how soon a large record is served.

The service is a process of its own, the client is this one, both on this machine.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median, quantiles

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.serving import MAIN, cpu, memory, post, say, serving
from producer.events import event_json
from producer.simulate import session_events

QUICK = "--quick" in sys.argv
SESSIONS, DEALS, TABLES = 10, 4 if QUICK else 20, 6
ARCHIVE_HANDS = 5_000 if QUICK else 100_000
HEAD = b"POST /feed/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n"
LENGTH = re.compile(rb"content-length: (\d+)", re.I)
Device = list[bytes]
"""The events of one device, in their order."""


def main() -> None:
    """Prints events a second, milliseconds and megabytes."""
    sessions = [list(_session(seed)) for seed in range(1, SESSIONS + 1)]
    for size in (1, 100):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, process):
            asyncio.run(_rate(port, process, sessions, size))
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, process):
        asyncio.run(_sockets(port, process, sessions))
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, _):
        asyncio.run(_latency(port, sessions[0]))
    _startup()


def _session(seed: int) -> Iterator[tuple[str | None, bytes]]:
    for event in session_events(DEALS, seed, tables=TABLES):
        yield event.table, event_json(event).encode()


def _devices(session: Sequence[tuple[str | None, bytes]]) -> tuple[bytes, list[Device]]:
    """What opens the session, and the events of every device."""
    start = b"\n".join(line for table, line in session if table is None)
    names = sorted({table for table, _ in session if table is not None})
    return start, [[line for at, line in session if at == name] for name in names]


async def _rate(
    port: int,
    process: subprocess.Popen[bytes],
    sessions: Sequence[Sequence[tuple[str | None, bytes]]],
    size: int,
) -> None:
    devices: list[Device] = []
    for session in sessions:
        start, own = _devices(session)
        await _send(port, [start])
        devices += own
    bodies = [
        [b"\n".join(device[at : at + size]) for at in range(0, len(device), size)]
        for device in devices
    ]
    events = sum(map(len, devices))
    before, used, began = memory(process), cpu(process), time.perf_counter()
    await asyncio.gather(*(_send(port, own) for own in bodies))
    took = time.perf_counter() - began
    say(
        f"  {len(devices)} devices, {size} a POST: {events} events in {took:.1f} s, "
        f"{events / took:,.0f} events/s, {sum(map(len, bodies)) / took:,.0f} POST/s; "
        f"service {1e6 * (cpu(process) - used) / events:.0f} us of CPU an event, "
        f"memory {before:.0f} to {memory(process):.0f} MB"
    )


async def _sockets(
    port: int,
    process: subprocess.Popen[bytes],
    sessions: Sequence[Sequence[tuple[str | None, bytes]]],
) -> None:
    """One event a message, each acknowledged; the next is not kept waiting for that."""
    devices: list[Device] = []
    for session in sessions:
        start, own = _devices(session)
        await _send(port, [start])
        devices += own

    async def device(lines: Device) -> None:
        at = f"ws://127.0.0.1:{port}/feed"
        async with connect(at, proxy=None, compression=None) as socket:
            reading = asyncio.create_task(_acknowledged(socket, len(lines)))
            for line in lines:
                await socket.send(line)
            await reading

    used, began = cpu(process), time.perf_counter()
    await asyncio.gather(*map(device, devices))
    took, events = time.perf_counter() - began, sum(map(len, devices))
    say(
        f"  {len(devices)} devices, WebSocket, one a message: {events} events, "
        f"{events / took:,.0f} events/s; "
        f"service {1e6 * (cpu(process) - used) / events:.0f} us of CPU an event"
    )


async def _acknowledged(socket: ClientConnection, messages: int) -> None:
    for _ in range(messages):
        told = json.loads(await socket.recv())
        if told["refused"] or told["waiting"]:
            raise AssertionError(told)


async def _latency(port: int, session: Sequence[tuple[str | None, bytes]]) -> None:
    """200 events a second, evenly, from one connection a device."""
    start, devices = _devices(session)
    await _send(port, [start])
    took: list[float] = []
    turn = count()
    began = time.perf_counter() + 0.1
    total = min(600 if QUICK else 4000, sum(map(len, devices)))

    async def device(lines: Device) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for line in lines:
            mine = next(turn)
            if mine >= total:
                break
            await asyncio.sleep(max(0.0, began + mine / 200 - time.perf_counter()))
            sent = time.perf_counter()
            await post(reader, writer, line)
            took.append(1000 * (time.perf_counter() - sent))
        writer.close()

    await asyncio.gather(*map(device, devices))
    say(
        f"  sent to acknowledged on disk at 200 events/s: p50 {median(took):.1f} ms, "
        f"p99 {quantiles(took, n=100)[98]:.1f} ms, worst {max(took):.1f} ms"
    )


def _startup() -> None:
    """From the start of the process to its first answer, with a large archive in the record."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "bench_r7.out"
        with log.open("w") as file:
            for hand in range(1, ARCHIVE_HANDS + 1):
                names = "BR,Player" if hand % 2 else "Player,BR"
                file.write(f"{hand}:{names}:0f:AsAd,7c2h|:50,-50(50.000000)\n")
        began = time.perf_counter()
        command = [sys.executable, "-c", MAIN, "ingest"]
        subprocess.run([*command, str(log)], cwd=folder, check=True, stderr=subprocess.DEVNULL)
        took = time.perf_counter() - began
        began = time.perf_counter()
        with serving(Path(folder)):
            say(
                f"  {ARCHIVE_HANDS:,} hands ingested in {took:.0f} s; the service over them "
                f"answers after {time.perf_counter() - began:.1f} s"
            )


@dataclass
class _Sender(asyncio.Protocol):
    """One connection; every body is acknowledged before the next is sent. As lean as can be: what
    the client takes of the machine the service has not."""

    bodies: Iterator[bytes]
    done: asyncio.Future[None]
    told: bytes = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._next()

    def data_received(self, data: bytes) -> None:
        self.told += data
        head, whole, body = self.told.partition(b"\r\n\r\n")
        if not whole or len(body) < int(LENGTH.search(head)[1]):  # type: ignore[index]
            return
        if b'"waiting": 0, "refused": 0' not in body:
            self.done.set_exception(AssertionError(body))
            self.transport.close()
            return
        self.told = b""
        self._next()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(error or AssertionError("the service hung up"))

    def _next(self) -> None:
        body = next(self.bodies, None)
        if body is None:
            self.done.set_result(None)
            self.transport.close()
            return
        self.transport.write(HEAD % len(body) + body)


async def _send(port: int, bodies: list[bytes]) -> None:
    """One connection; every body is acknowledged before the next is sent."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    await loop.create_connection(lambda: _Sender(iter(bodies), done), "127.0.0.1", port)
    await done


if __name__ == "__main__":
    main()
