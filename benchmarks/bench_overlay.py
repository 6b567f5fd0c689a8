"""From an event sent to the overlay changed: one real browser and 99 sockets watch six tables that
play for themselves, at 200 events a second.

A table's next event is sent when the one before is drawn, or at its time, so that every change is
known to be of one event; the rate that was kept is printed. The service is a process of its own;
the browser, the sockets and the senders share the machine with it.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median, quantiles

from playwright.async_api import Page, async_playwright
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.serving import cpu, post, say, serving
from producer.events import event_json
from producer.simulate import session_events

QUICK = "--quick" in sys.argv
SECONDS = 5 if QUICK else 20
RATE, TABLES, SOCKETS = 200, 6, 99
PATIENCE = 0.5
"""Seconds after which an event is taken to change nothing on the overlay."""

P50, P99 = 20, 50
"""Goals in milliseconds, from sent to each socket."""

SWITCHES = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
WATCH = """() => {
  window.changes = [];
  const canvas = document.getElementById("canvas");
  new MutationObserver(() => window.changes.push(
    [Number(canvas.dataset.seq), performance.timeOrigin + performance.now()]
  )).observe(canvas, { attributes: true, attributeFilter: ["data-seq"] });
}"""


@dataclass
class Table:
    """By the channel's number of a change, in ms since 1970: ``sent``, when its event was sent, and
    ``had``, when each socket had it."""

    name: str
    sent: dict[int, float] = field(default_factory=dict)
    had: list[tuple[int, float]] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    unchanged: int = 0
    seq: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)


def main() -> None:
    """Prints milliseconds; says so where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        say("  needs program: chromium")
        return
    asyncio.run(_measure(chromium))


async def _measure(chromium: str) -> None:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, process):
        tables = [Table(str(number)) for number in range(1, TABLES + 1)]
        events = [list(_alone(int(table.name))) for table in tables]
        for own in events:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await post(reader, writer, b"\n".join(x for table, x in own if table is None))
            writer.close()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
            page = await browser.new_page(viewport={"width": 1920, "height": 1080})
            await page.goto(f"http://127.0.0.1:{port}/graphics/table-1")
            await page.evaluate(WATCH)
            watching = [
                asyncio.create_task(_watch(port, tables[n % TABLES], first=n < TABLES))
                for n in range(SOCKETS)
            ]
            await asyncio.sleep(1)
            used, turn, began = cpu(process), count(), time.perf_counter()
            await asyncio.gather(
                *(_play(port, *each, turn, began) for each in zip(tables, events, strict=True))
            )
            took, used = time.perf_counter() - began, cpu(process) - used
            await _report(tables, page, took, used)
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
            await browser.close()


def _alone(table: int) -> Iterator[tuple[str | None, bytes]]:
    """The events of one table without the others, as a session of its own."""
    for event in session_events(8 if QUICK else 60, table, tables=2):
        if event.table in (None, "1"):
            event_data = json.loads(event_json(event))
            event_data["session"], event_data["id"] = f"S{table}", f"{table}/{event_data['id']}"
            if event.table is not None:
                event_data["table"] = str(table)
            else:
                rosters = event_data["data"].get("tables")
                if rosters:
                    event_data["data"]["tables"] = {str(table): rosters["1"]}
            yield event_data.get("table"), json.dumps(event_data).encode()


async def _watch(port: int, table: Table, *, first: bool) -> None:
    """One socket; the table's first one says when a change has come."""
    at = f"ws://127.0.0.1:{port}/live/table-{table.name}"
    async with connect(at, proxy=None, compression=None) as socket:
        while True:
            seq = await _seq(socket)
            table.had.append((seq, 1000 * time.time()))
            if first and seq > table.seq:
                table.seq = seq
                table.changed.set()


async def _seq(socket: ClientConnection) -> int:
    message = str(await socket.recv())
    return int(message[7 : message.index(",")])


async def _play(
    port: int,
    table: Table,
    events: list[tuple[str | None, bytes]],
    turn: Iterator[int],
    began: float,
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [x for at, x in events if at is not None][: SECONDS * RATE // TABLES]
    for line in lines:
        await asyncio.sleep(max(0.0, began + next(turn) / RATE - time.perf_counter()))
        table.changed.clear()
        before, sent = table.seq, 1000 * time.time()
        answering = asyncio.create_task(_acknowledged(post(reader, writer, line), sent, table))
        try:
            async with asyncio.timeout(PATIENCE):
                await table.changed.wait()
            if table.seq == before + 1:
                table.sent[table.seq] = sent
        except TimeoutError:
            table.unchanged += 1
        await answering
    writer.close()


async def _acknowledged(answer: Awaitable[bytes], sent: float, table: Table) -> None:
    await answer
    table.acknowledged.append(1000 * time.time() - sent)


async def _report(tables: list[Table], page: Page, took: float, used: float) -> None:
    await asyncio.sleep(0.5)
    changes = await page.evaluate("() => window.changes")
    seen = tables[0].sent
    browser = [at - seen[seq] for seq, at in changes if seq in seen]
    sockets = [
        at - table.sent[seq] for table in tables for seq, at in table.had if seq in table.sent
    ]
    acknowledged = [late for table in tables for late in table.acknowledged]
    say(
        f"  {len(acknowledged)} events in {took:.0f} s, {len(acknowledged) / took:.0f} a second; "
        f"the service took {100 * used / took:.0f} % of a core; "
        f"{sum(table.unchanged for table in tables)} changed nothing on the overlay"
    )
    for what, late in (
        ("acknowledged on disk", acknowledged),
        (f"{SOCKETS} sockets (goals p50 {P50} ms, p99 {P99} ms)", sockets),
        ("drawn by the browser", browser),
    ):
        say(
            f"  sent to {what}: p50 {median(late):.1f} ms, "
            f"p99 {quantiles(late, n=100)[98]:.1f} ms, worst {max(late):.1f} ms ({len(late)})"
        )


if __name__ == "__main__":
    main()
