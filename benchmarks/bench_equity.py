"""Equities of simulated deals at six tables, beside pokerfast over the same distinct spots."""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean, median

from pokerfast import equity as pokerfast

from producer.compare.equity import (
    NotKnown,
    SpotKey,
    deal_equities,
    equities_of,
    hand_equities,
    seats_of,
    spots_along,
    views_of,
)
from producer.events import event_json
from producer.feeds import Received
from producer.games.cards import format_cards
from producer.games.holdem import board_at
from producer.games.line import Deal
from producer.record import open_store
from producer.simulate import session_events

DEALS, TABLES, SEED = 75, 6, 7

_Question = tuple[list[str], str, str]
"""Live hands, board, dead cards: what pokerfast is asked."""


def main() -> None:
    """Prints milliseconds a deal, of the clock and of the processor, and the ratio."""
    deals = simulated_deals()
    questions = [questions_of(deal) for deal in deals]
    asked = sum(map(len, questions))
    say(f"{len(deals)} simulated deals at {TABLES} tables: {asked} distinct contested spots")
    before = memory()
    first = milliseconds(lambda: equities_of(deals[0]))[0]
    say(f"  first deal, tables built as it needs them: {first:.1f} ms")
    for deal in deals:
        equities_of(deal)
    pokerfast.equity(["AsAh", "KsKh"])
    ours = [milliseconds(partial(equities_of, deal)) for deal in deals]
    theirs = [milliseconds(partial(summed, ask)) for ask in questions]
    report("all cards, every spot of every table", ours)
    report("pokerfast, the same distinct spots", theirs)
    clock, processor = (
        mean(one[n] for one in theirs) / mean(one[n] for one in ours) for n in (0, 1)
    )
    say(f"  pokerfast takes {clock:.1f} times as long (processor: {processor:.1f} times)")
    report("these hands", [milliseconds(partial(equities_of, d, hand_equities)) for d in deals])
    report("player's view of every move", [milliseconds(partial(views_of, d)) for d in deals])
    say(f"  memory: {memory() - before:.0f} MB more than before the first deal")
    say(f"  largest difference of a share to pokerfast: {largest_difference(deals, questions):.1e}")


def simulated_deals() -> list[Deal]:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(Path(folder) / "bench.db") as store,
    ):
        events = session_events(DEALS, SEED, archive=True, tables=TABLES)
        store.append(Received(event_json(event).encode(), event, "") for event in events)
        return list(store.deals())


def questions_of(deal: Deal) -> dict[SpotKey, _Question]:
    """By distinct spot of the deal with two or more live seats."""
    found: dict[SpotKey, _Question] = {}
    for play in deal.plays:
        seats = seats_of(deal, play)
        for spot in spots_along(play.line, seats):
            if len(spot.live) > 1:
                hands = [format_cards(deal.cards[seat]) for seat in sorted(spot.live)]
                dead = [format_cards(deal.cards[seat]) for seat in seats - spot.live]
                board = format_cards(board_at(deal.board, spot.street))
                found[spot] = (hands, board, "".join(dead))
    return found


def summed(questions: dict[SpotKey, _Question]) -> None:
    for hands, board, dead in questions.values():
        pokerfast.equity(hands, board, dead)


def largest_difference(deals: list[Deal], questions: list[dict[SpotKey, _Question]]) -> float:
    worst = 0.0
    for deal, asked in zip(deals, questions, strict=True):
        found = deal_equities(deal.cards, deal.board, asked)
        for spot, question in asked.items():
            equities = found[spot]
            assert not isinstance(equities, NotKnown)
            shares = [equity.share for equity in equities.values()]
            pairs = zip(shares, pokerfast.equity(*question), strict=True)
            worst = max(worst, *(abs(a - b) for a, b in pairs))
    return worst


def milliseconds(work: Callable[[], object]) -> tuple[float, float]:
    """Of the clock on the wall, and of the processor, which others do not slow down."""
    wall, processor = time.perf_counter(), time.process_time()
    work()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - processor)


def report(name: str, took: list[tuple[float, float]]) -> None:
    clock, processor = [one[0] for one in took], [one[1] for one in took]
    say(
        f"  {name:<38} mean {mean(clock):6.2f} ms, median {median(clock):6.2f}, "
        f"worst {max(clock):6.2f}; processor mean {mean(processor):6.2f}"
    )


def memory() -> float:
    """The largest the process has been, MB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1024 * 1024 if sys.platform == "darwin" else 1024)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
