"""The gate: what it adds to an answer, and how long 10,000 deals at 60 tables take to decide."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median

from producer.events import event_json
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record import DealState, GroupState, open_store
from producer.release import Gate
from producer.release.decks.same_cards import find_same_cards
from producer.release.verdicts import ByHand, Decisions, Rules, decide
from producer.simulate import session_events
from producer.web.access.roles import DESK, new_keys, who_holds

DEALS, TABLES, GROUPS = 10_000, 60, 10
NOW = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)
TIMES = 9
EXIT = "command:deals"


def main() -> None:
    """CPU time, since a busy machine says nothing about the gate."""
    books = made(Random(1))
    hands = {DealKey("day", "0", n): ByHand(True, 1) for n in range(1, 100)}
    house = Decisions(Rules(delay=timedelta(minutes=30)), by_hand=hands)
    say(f"{DEALS} deals at {TABLES} tables in {GROUPS} live groups")
    shared = find_same_cards(books)
    say(f"  decided          {1000 * cpu(lambda: decide(books, house, NOW, shared)):8.1f} ms")
    say(f"  decks compared   {1000 * cpu(lambda: find_same_cards(books)):8.1f} ms, once")
    with tempfile.TemporaryDirectory() as folder:
        live(Path(folder) / "gate.db")


def live(db: Path) -> None:
    """A session of 75 deals at 6 tables, half of it played."""
    events = list(session_events(75, 1))
    half = len(events) // 2
    received = [Received(event_json(event).encode(), event, "bench") for event in events]
    with open_store(db) as store:
        store.append(received[:half])
        gate = Gate(store)
        gate.released(EXIT)
        say(f"75 deals at 6 tables, {half} events received, {len(gate.released(EXIT))} deals out")
        say(f"  asked again      {1000 * cpu(lambda: gate.released(EXIT)):8.2f} ms")
        took: dict[bool, list[float]] = {True: [], False: []}
        for item in received[half : half + 300]:
            store.append([item])
            began = time.process_time()
            gate.released(EXIT)
            took[item.event.type == "hand.finished"].append(time.process_time() - began)
        say(f"  after one event  {1000 * median(took[False]):8.2f} ms")
        say(f"  after a hand     {1000 * median(took[True]):8.2f} ms")
        keys, tokens = new_keys(), gate.tokens()
        say(f"  token and role   {1000 * cpu(lambda: role(keys, tokens)):8.3f} ms")


def role(keys, tokens) -> bool:  # type: ignore[no-untyped-def]
    who = who_holds(keys.producer, keys, tokens)
    return who is not None and who.role in DESK


def made(rng: Random) -> dict[tuple[str, str], GroupState]:
    """Groups whose deals are finished by most tables, some by all."""
    tables = tuple(str(table) for table in range(1, TABLES + 1))
    books = {}
    for group in map(str, range(GROUPS)):
        deals = {}
        for number in range(1, DEALS // GROUPS + 1):
            missing = rng.sample(tables, rng.choice((0, 0, 1, 5)))
            cards = rng.sample(range(52), 17)
            hands = frozenset(f"{cards[2 * seat]:02}{cards[2 * seat + 1]:02}" for seat in range(6))
            board = "".join(f"{card:02}" for card in cards[12:])
            received = NOW - timedelta(minutes=rng.randrange(200))
            finished = frozenset(tables) - set(missing)
            deals[number] = DealState(number, finished, hands, board, received)
        books["day", group] = GroupState("day", group, "live", tables, len(deals), deals, 0, 0)
    return books


def cpu(call: Callable[[], object]) -> float:
    """The median CPU seconds of a call."""
    took = []
    for _ in range(TIMES):
        began = time.process_time()
        call()
        took.append(time.process_time() - began)
    return median(took)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
