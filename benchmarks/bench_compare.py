"""Ranking deals: a session of 75 at six tables, 1,000 real ones if present, and 10,000 at once.

``--quick`` leaves the real ones out; ``--full`` compares 10,000 deals instead of estimating them.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from producer.compare import compare
from producer.compare.compare_many import compare_many
from producer.compare.model import Comparison
from producer.events import Event, HandFinishedEvent, Player, event_json
from producer.feeds import Received, read
from producer.games.line import Deal, DealKey, Play
from producer.record import Store, open_store
from producer.release import Gate
from producer.simulate import STYLES, session_events
from producer.simulate.deck import prepare
from producer.simulate.hand import play_hand
from producer.simulate.table_hands import DIRECTION, GAME, STACK

DEALS, TABLES, SEED = 75, 6, 7
SAMPLE, MANY = 300, 10_000
SESSIONS = 133
"""Of 75 deals: nearly 10,000."""
REAL = Path(__file__).parents[2] / "shared/data/poker/lbr"

Made = TypeVar("Made")


def main() -> None:
    """Prints seconds of the clock and of the processor, deals a second, and memory."""
    simulated_session()
    if REAL.is_dir() and "--quick" not in sys.argv:
        real_deals()
    if "--full" in sys.argv:
        many(MANY)
        stored(SESSIONS)
    else:
        estimated()


def simulated_session() -> None:
    """A live session as the desk ranks it: from the record, all at once, and after another hand."""
    events = list(session_events(DEALS, SEED, tables=TABLES))
    last = next(place for place in reversed(range(len(events))) if _ends_a_hand(events[place]))
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "bench.db") as store:
        _append(store, events[:last])
        compare(next(store.deals()))  # the tables of hand ranks, once a process
        gate = Gate(store)
        say(f"{DEALS} deals at {TABLES} tables, from the record, with equities and standings")
        report("ranked at once", DEALS, *timed(lambda: gate.comparisons("command:deals")))
        _append(store, events[last:])
        report("and after one more hand", 1, *timed(lambda: gate.comparisons("command:deals")))
        report("and asked again", 0, *timed(lambda: gate.comparisons("command:deals")))
        anew = Gate(store)
        report("ranked from stored ones", DEALS, *timed(lambda: anew.comparisons("command:deals")))


def real_deals() -> None:
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "bench.db") as store:
        for path in sorted(REAL.glob("*.out")):
            store.append(read(path))
        deals = list(store.deals())
    plays = sum(len(deal.plays) for deal in deals)
    say(f"{len(deals)} real heads-up deals, {plays} plays")
    found = report("compared, one processor", len(deals), *timed(lambda: each(deals)))
    say(f"    {sum(len(one.forks) for one in found)} forks")


def estimated() -> None:
    deals = list(made(SAMPLE - 1))
    say(f"{len(deals)} further deals at {TABLES} tables, decks never seen before")
    began = time.process_time()
    each(deals)
    one = (time.process_time() - began) / len(deals)
    say(f"  estimate for {MANY:,} deals: {MANY * one:.0f} s of the processor; --full measures")


def many(count: int) -> None:
    deals = list(made(count))
    before = memory()
    say(f"{count:,} deals at {TABLES} tables, on all processors; {before:.0f} MB with the deals")
    found = report("compared", count, *timed(lambda: compare_many(deals)))
    best = sum(one.merit > 0.5 for one in found)
    say(
        f"    {best} of merit above .5; {memory():.0f} MB with deals and comparisons, helpers apart"
    )


def stored(sessions: int) -> None:
    """Sessions as a desk that starts finds them: all compared before by another one."""
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "bench.db") as store:
        for seed in range(sessions):
            _append(store, list(session_events(DEALS, seed, archive=True, tables=TABLES)))
        say(f"{sessions * DEALS:,} deals at {TABLES} tables in the record")
        for name in ("ranked at once", "ranked from stored ones"):
            gate = Gate(store)
            report(name, sessions * DEALS, *timed(partial(gate.comparisons, "command:deals")))
        say(f"    {memory():.0f} MB, helpers apart")


def each(deals: Sequence[Deal]) -> list[Comparison]:
    return [compare(deal) for deal in deals]


def made(count: int) -> Iterator[Deal]:
    """Deals as the simulator's players play them, straight from the cards, without a record."""
    ways = list(STYLES.values())
    for number in range(1, count + 1):
        deck = prepare(SEED + 1, number, TABLES, DIRECTION)
        stacks = dict.fromkeys(deck.cards, STACK)
        plays = []
        for table in range(1, TABLES + 1):
            lot = random.Random(f"{number}/{table}")
            styles = {seat: lot.choice(ways) for seat in deck.cards}
            done = play_hand(GAME, deck, DIRECTION, stacks, styles, lot)
            players = {seat: Player(name=f"{table}-{seat}") for seat in deck.cards}
            assert done.result is not None
            plays.append(Play(str(table), number, 1, GAME, stacks, players, done.line, done.result))
        key = DealKey("bench", "A", number)
        names = tuple(play.table for play in plays)
        yield Deal(key, deck.button, deck.cards, deck.board, tuple(plays), names, DIRECTION)


def _append(store: Store, events: Sequence[Event]) -> None:
    store.append(Received(event_json(event).encode(), event, "") for event in events)


def _ends_a_hand(event: Event) -> bool:
    return isinstance(event, HandFinishedEvent)


def timed(work: Callable[[], Made]) -> tuple[float, float, Made]:
    """Seconds of the clock, and of the processors: ours and those of helpers that have ended."""
    clock, processor = time.perf_counter(), processors()
    made = work()
    return time.perf_counter() - clock, processors() - processor, made


def processors() -> float:
    own, helpers = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + helpers.ru_utime + helpers.ru_stime


def report(name: str, deals: int, clock: float, processor: float, found: Made) -> Made:
    rate = f", {deals / clock:,.0f} deals/s" if deals else ""
    say(f"  {name:<26} {clock:8.3f} s (processor {processor:.3f} s){rate}")
    return found


def memory() -> float:
    """The largest the process has been, MB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1024 * 1024 if sys.platform == "darwin" else 1024)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
