"""The feed under its design load: 600 tables, 200 events a second, bursts of 2,000 events.

Measured: how long an event takes from sent to acknowledged on disk while OBS encodes beside the
service, and while the service also compares a large archive; how long a burst takes; the memory of
the service; how soon a service over a large record answers.

The service is a process of its own; this client, OBS and whatever else runs share the machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles

from benchmarks.serving import MAIN, cpu, memory, post, say, serving
from producer.events import event_json
from producer.feeds import Received
from producer.obs.link.connection import Address, Link, Timeouts
from producer.record import open_store
from producer.simulate import session_events

QUICK = "--quick" in sys.argv
SESSIONS, TABLES = (10, 6) if QUICK else (100, 6)
RATE, SECONDS = 200, 5 if QUICK else 30
BURST = 2_000
ARCHIVE_HANDS = 5_000 if QUICK else 100_000
COMPARED = 300 if QUICK else 20_000
"""Deals that the service compares while it takes events in."""

P99, BURST_SECONDS, MEGABYTES = 20.0, 2.0, 250.0
TESTS = Path(__file__).parents[1] / "tests"
Device = list[bytes]
"""The events of one table's device, in their order."""


def main() -> None:
    """Prints milliseconds, seconds and megabytes beside their goals, and the machine's load.
    Raises AssertionError above 250 MB: memory does not depend on what else runs."""
    with (
        tempfile.TemporaryDirectory() as folder,
        obs_encoding(Path(folder) / "obs") as beside,
        serving(Path(folder)) as (port, process),
    ):
        asyncio.run(_load(port, process, beside))
        most = memory(process)
    say(f"  memory of the service {most:.0f} MB (goal {MEGABYTES:.0f})")
    if most > MEGABYTES:
        raise AssertionError(f"{most:.0f} MB of memory, {MEGABYTES:.0f} are allowed")
    comparing()
    startup()


def comparing() -> None:
    """The same load while the service compares an archive for the desk."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open_store(folder / "duplicast.db") as store:
            for seed in range(COMPARED // 75):
                events = session_events(75, 1000 + seed, tables=2, archive=True)
                store.append([Received(event_json(e).encode(), e, "bench") for e in events])
        with obs_encoding(folder / "obs") as beside, serving(folder) as (port, process):
            asyncio.run(_load_while_comparing(port, process, beside))


@contextmanager
def obs_encoding(home: Path) -> Iterator[str]:
    """A real OBS that encodes 720p30 as a stream does, to a file; what runs, in words."""
    if shutil.which("obs") is None or shutil.which("Xvfb") is None:
        yield "no OBS here"
        return
    sys.path[:0] = [str(TESTS), str(TESTS / "e2e")]
    obs_process = import_module("obs_process")
    with obs_process.running_obs(home) as obs:
        address = Address("127.0.0.1", obs.port, obs_process.PASSWORD)
        patience = Timeouts(connect=20, answer=20, ready=60)
        with Link(address, queue.Queue(), patience).connect() as link:
            link.request("StartRecord")
            yield "OBS encoding 720p30 beside"
            link.request("StopRecord")


async def _load(port: int, process: subprocess.Popen[bytes], beside: str) -> None:
    devices = await _devices(port)
    await _sustained(port, process, devices, beside)
    took = await _burst(port, devices)
    say(f"  burst of {BURST:,} events from {len(devices)} tables, {beside}: {took:.2f} s "
        f"(goal {BURST_SECONDS:.0f}); {_machine()}")  # fmt: skip


async def _load_while_comparing(port: int, process: subprocess.Popen[bytes], beside: str) -> None:
    devices = await _devices(port)
    began, done = time.perf_counter(), list[float]()

    def compare() -> None:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=3600) as desk:
            assert b"deals by merit" in desk.read()
        done.append(time.perf_counter() - began)

    comparing = asyncio.create_task(asyncio.to_thread(compare))
    await asyncio.sleep(0.5)
    while not done:
        what = f"{beside}, {COMPARED:,} deals being compared"
        await _sustained(port, process, devices, what)
    await comparing
    say(f"  {COMPARED:,} deals compared meanwhile in {done[0]:.0f} s; "
        f"memory of the service {memory(process):.0f} MB")  # fmt: skip


async def _devices(port: int) -> list[Device]:
    """What every table's device is going to send; their sessions are opened."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    devices: list[Device] = []
    for seed in range(1, SESSIONS + 1):
        session = [
            (e.table, event_json(e).encode()) for e in session_events(8, seed, tables=TABLES)
        ]
        await post(reader, writer, b"\n".join(line for table, line in session if table is None))
        names = map(str, range(1, TABLES + 1))
        devices += [[line for table, line in session if table == name] for name in names]
    writer.close()
    return devices


async def _sustained(
    port: int, process: subprocess.Popen[bytes], devices: Sequence[Device], beside: str
) -> None:
    """``RATE`` events a second, evenly, every table on a connection of its own."""
    took: list[float] = []
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in devices]
    used, began = cpu(process), time.perf_counter()

    async def device(number: int, own: Device) -> None:
        reader, writer = connections[number]
        for turn in range(number, RATE * SECONDS, len(devices)):
            if not own:
                break
            await asyncio.sleep(max(0.0, began + turn / RATE - time.perf_counter()))
            sent = time.perf_counter()
            await post(reader, writer, own.pop(0))
            took.append(1000 * (time.perf_counter() - sent))
        writer.close()

    await asyncio.gather(*(device(number, own) for number, own in enumerate(devices)))
    seconds = time.perf_counter() - began
    say(
        f"  {len(took)} events from {len(devices)} tables, {len(took) / seconds:.0f} a second, "
        f"{beside}: sent to acknowledged p50 {median(took):.1f} ms, "
        f"p99 {quantiles(took, n=100)[98]:.1f} ms (goal {P99:.0f}), worst {max(took):.1f} ms; "
        f"the service took {100 * (cpu(process) - used) / seconds:.0f} % of a core; {_machine()}"
    )


async def _burst(port: int, devices: Sequence[Device]) -> float:
    """Seconds in which ``BURST`` events are acknowledged, each table's at once in one POST."""
    each = -(-BURST // len(devices))
    left = BURST

    async def device(body: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        answer = json.loads(await post(reader, writer, body))
        assert not answer["refused"], answer
        writer.close()

    bodies = []
    for own in devices:
        count = min(each, left, len(own))
        bodies.append(b"\n".join(own[:count]))
        del own[:count]
        left -= count
    assert not left, "the devices have too few events"
    began = time.perf_counter()
    await asyncio.gather(*(device(body) for body in bodies if body))
    return time.perf_counter() - began


def startup() -> None:
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


def _machine() -> str:
    """What else the machine does, in the words of ``uptime``."""
    return f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


if __name__ == "__main__":
    main()
