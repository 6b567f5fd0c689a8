"""Open-face Chinese: deals at six tables compared, in seconds of the processor."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from producer.compare import compare
from producer.events import event_json
from producer.feeds import Received
from producer.games.line import Deal
from producer.record import open_store
from producer.simulate import session_events
from producer.wording import talking_points

DEALS, TABLES, SEED = 30, 6, 7
MOST = 0.1
"""Seconds that the comparison of a deal may take."""


def main() -> None:
    """Prints the median and the slowest deal, of the comparison and of its talking points."""
    deals = simulated()
    each = sorted(comparing(deal) for deal in deals)
    told = sorted(telling(deal) for deal in deals[:6])
    within = "within" if each[-1] <= MOST else "MORE THAN"
    sys.stdout.write(
        f"{DEALS} deals of open-face Chinese at {TABLES} tables, processor time\n"
        f"    compared: {each[DEALS // 2] * 1000:.0f} ms, slowest {each[-1] * 1000:.0f} ms: "
        f"{within} the {MOST * 1000:.0f} ms\n"
        f"    its talking points: {told[3] * 1000:.0f} ms, slowest {told[-1] * 1000:.0f} ms\n"
    )


def simulated() -> list[Deal]:
    events = session_events(DEALS, SEED, tables=TABLES, game="open-face")
    received = (Received(event_json(e).encode(), e, f"simulated:{n}") for n, e in enumerate(events))
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "bench.db") as store:
        store.append(received)
        return list(store.deals())


def comparing(deal: Deal) -> float:
    began = time.process_time()
    compare(deal)
    return time.process_time() - began


def telling(deal: Deal) -> float:
    comparison = compare(deal)
    began = time.process_time()
    talking_points(comparison)
    return time.process_time() - began


if __name__ == "__main__":
    main()
