"""Memory of the service over a million events: it must stay flat.

Real sessions of the simulator, each sent again in every order of the suits, so that no two deals
are alike; the service is a separate process.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count, islice, permutations
from pathlib import Path

from benchmarks.serving import memory, post, say, serving
from producer.events import event_json
from producer.simulate import session_events

QUICK = "--quick" in sys.argv
EVENTS = 20_000 if QUICK else 1_000_000
SHOWN_EVERY = EVENTS // 20
BATCH = 500
DEALS, TABLES = (10, 3) if QUICK else (75, 6)
MOST = 250
"""Megabytes."""

SUITS = b"cdhs"
_CARDS = re.compile(rb'"(?:[2-9TJQKA][cdhs])+"')


def main() -> None:
    """Prints megabytes after every twentieth of the events. Raises AssertionError above 250."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, process):
        asyncio.run(_send(port, process))


async def _send(port: int, process: subprocess.Popen[bytes]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines, sent, shown = _lines(), 0, 0
    began, most = time.perf_counter(), 0.0
    while sent < EVENTS and (body := b"\n".join(islice(lines, BATCH))):
        answer = json.loads(await post(reader, writer, body))
        if answer["refused"] or answer["waiting"]:
            raise AssertionError(answer)
        sent += answer["accepted"]
        most = max(most, memory(process))
        if sent >= shown + SHOWN_EVERY:
            shown = sent
            rate = sent / (time.perf_counter() - began)
            say(f"  {sent:>9,} events  {memory(process):5.0f} MB  {rate:7,.0f} events/s")
    writer.close()
    say(f"  most: {most:.0f} MB")
    if most >= MOST:
        raise AssertionError(f"{most:.0f} MB, {MOST} are allowed")


def _lines() -> Iterator[bytes]:
    """Events without end."""
    for seed in count(1):
        lines = [event_json(event).encode() for event in session_events(DEALS, seed, tables=TABLES)]
        for number, order in enumerate(permutations(SUITS)):
            name = b"%d-%d/" % (seed, number)
            yield from (
                _renamed(line, name, bytes.maketrans(SUITS, bytes(order))) for line in lines
            )


def _renamed(line: bytes, name: bytes, suits: bytes) -> bytes:
    """The event under a name and in suits of its own."""
    line = line.replace(b'"id":"', b'"id":"' + name, 1)
    line = line.replace(b'"session":"', b'"session":"' + name.replace(b"/", b"-"), 1)
    return _CARDS.sub(lambda cards: cards[0].translate(suits), line)


if __name__ == "__main__":
    main()
