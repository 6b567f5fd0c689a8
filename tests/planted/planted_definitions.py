"""An independent implementation of the thirteen stories, from the text of docs/interest.md.

``found`` tells every story that the text gives a deal. ``WRITTEN`` holds the numbers of the text;
``CLEAR`` asks for more than them and ``NEAR`` for less, so that a plant can be shown to lie well
within its definition and a decoy well outside all of them. Amounts are in caps, as in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from planted_cards import own_cards_idle, strong
from planted_seen import Fork, Seen, laid_out

from producer.games.holdem import board_at
from producer.games.line import Deal

BETS = ("bet", "raise")


@dataclass(frozen=True, slots=True)
class Bounds:
    """``more`` multiplies what a story asks at least, ``less`` what it allows at most.

    ``whole``: the share of the cap that a cooler loses, which cannot be more than all of it.
    """

    more: float
    less: float
    whole: float


WRITTEN = Bounds(1, 1, 0.9)
CLEAR = Bounds(1.2, 0.8, 0.98)
NEAR = Bounds(0.8, 1.2, 0.85)


@dataclass(frozen=True, slots=True)
class Found:
    """A story's name, its seat and, where the text says which, its tables."""

    name: str
    seat: int
    tables: tuple[str, ...] = ()


def found(deal: Deal, bounds: Bounds = WRITTEN) -> list[Found]:
    """Every story of the text that the deal holds by ``bounds``."""
    seen = laid_out(deal)
    if not seen.forks or len(seen.tables) < 2:
        return []
    at_forks = [
        story for fork in seen.forks for rule in AT_FORK for story in rule(seen, fork, bounds)
    ]
    seats = seen.tables[deal.plays[0].table].result
    return at_forks + [s for seat in seats for rule in OF_SEAT for s in rule(seen, seat, bounds)]


def big_fold(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    folded, stayed = fork.those("fold"), fork.others("fold")
    seat = fork.spot.seat
    if (
        _faces_bet(seen, fork)
        and fork.spot.to_call >= 0.15 * bounds.more * seen.cap
        and folded
        and len(stayed) >= max(2, len(fork.moves) / 2)
        and min(seen.result(t, seat) for t in folded) - seen.average(stayed, seat)
        >= 0.25 * bounds.more
    ):
        yield Found("big fold", seat, tuple(folded))


def big_call(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    called, folded = fork.those("call"), fork.those("fold")
    seat = fork.spot.seat
    if (
        fork.spot.to_call >= 0.15 * bounds.more * seen.cap
        and called
        and len(folded) >= max(2, len(fork.moves) / 2)
        and all(seen.showed(t, seat) for t in called)
        and min(seen.result(t, seat) for t in called) - seen.average(folded, seat)
        >= 0.25 * bounds.more
    ):
        yield Found("big call", seat, tuple(called))


def bluff_shown_down(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    seat = fork.spot.seat
    if fork.spot.street != "river" or not fork.others(*BETS):
        return
    if not own_cards_idle(seen.deal.cards[seat], seen.deal.board):
        return
    for table in fork.those(*BETS):
        rest = seen.moves_after(table, fork)
        if (
            seen.added(table, fork.place) >= 0.10 * bounds.more * seen.cap
            and not any(move.action in BETS for move in rest)
            and any(move.action == "call" for move in rest)
            and seen.beaten(table, seat)
        ):
            yield Found("bluff shown down", seat, (table,))


def everybody_called_but_one(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    folded, stayed = fork.those("fold"), fork.others("fold")
    seat = fork.spot.seat
    if (
        _faces_bet(seen, fork)
        and len(fork.moves) >= 4
        and len(folded) == 1
        and abs(seen.result(folded[0], seat) - seen.average(stayed, seat)) >= 0.20 * bounds.more
    ):
        yield Found("everybody called but one", seat, tuple(folded))


def value_missed(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    seat = fork.spot.seat
    if fork.spot.street != "river" or fork.spot.min_to is None:
        return
    quiet = [t for t in fork.those("check", "call") if seen.won_showdown(t, seat)]
    for table in fork.those(*BETS):
        if (
            quiet
            and _called_after(seen, table, fork)
            and seen.won_showdown(table, seat)
            and all(
                seen.result(table, seat) - seen.result(t, seat) >= 0.12 * bounds.more for t in quiet
            )
        ):
            yield Found("value missed", seat, tuple(quiet))


def value_extracted(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    seat = fork.spot.seat
    for table in fork.those(*BETS):
        mine = fork.moves[table]
        elsewhere = [seen.result(t, seat) for t, move in fork.moves.items() if move != mine]
        if (
            elsewhere
            and seen.won_showdown(table, seat)
            and _called_on_river_or_all_in(seen, table, seat)
            and seen.result(table, seat) - max(elsewhere) >= 0.20 * bounds.more
        ):
            yield Found("value extracted", seat, (table,))


def slow_play(seen: Seen, fork: Fork, _bounds: Bounds) -> Iterator[Found]:
    seat, street = fork.spot.seat, fork.spot.street
    if street not in {"flop", "turn"} or not fork.those(*BETS):
        return
    if not strong(seen.deal.cards[seat], board_at(seen.deal.board, street)):
        return
    for table in fork.those("check", "call"):
        rest = seen.moves_after(table, fork)
        if seen.won(table, seat) and any(m.seat == seat and m.action in BETS for m in rest):
            yield Found("slow-play", seat, (table,))


def trap(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    seat, street = fork.spot.seat, fork.spot.street
    if not fork.those("bet"):
        return
    for table in fork.those("check"):
        rest = [move for move in seen.moves_after(table, fork) if move.street == street]
        bet = next((n for n, move in enumerate(rest) if move.action == "bet"), None)
        if (
            bet is not None
            and any(m.seat == seat and m.action == "raise" for m in rest[bet + 1 :])
            and seen.result(table, seat) >= 0.40 * bounds.more
        ):
            yield Found("trap", seat, (table,))


def opposite_results(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    seat = fork.spot.seat
    least = 0.5 * bounds.more
    up = [t for t in fork.moves if seen.result(t, seat) >= least]
    down = [t for t in fork.moves if seen.result(t, seat) <= -least]
    if any(fork.moves[a] != fork.moves[b] for a in up for b in down):
        yield Found("opposite results with one hand", seat, (*up, *down))


def different_roads(seen: Seen, fork: Fork, bounds: Bounds) -> Iterator[Found]:
    seat = fork.spot.seat
    one_blind = bounds.less * seen.big_blind / seen.cap
    for a, b in combinations(fork.moves, 2):
        if (
            fork.moves[a].action != fork.moves[b].action
            and min(seen.pot(a), seen.pot(b)) >= 15 * bounds.more
            and abs(seen.result(a, seat) - seen.result(b, seat)) <= one_blind
        ):
            yield Found("different roads to one result", seat, (a, b))


def cooler(seen: Seen, seat: int, bounds: Bounds) -> Iterator[Found]:
    lost = [
        t for t in seen.tables if seen.showed(t, seat) and seen.result(t, seat) <= -bounds.whole
    ]
    if len(seen.tables) >= 4 and len(lost) >= 0.8 * len(seen.tables):
        yield Found("cooler", seat, tuple(lost))


def the_one_who_escaped(seen: Seen, seat: int, bounds: Bounds) -> Iterator[Found]:
    lost = [t for t in seen.tables if seen.result(t, seat) <= -0.8 * bounds.more]
    rest = [t for t in seen.tables if t not in lost]
    alone = len(seen.tables) >= 4 and len(rest) == 1
    if alone and seen.result(rest[0], seat) >= -0.4 * bounds.less:
        yield Found("the one who escaped", seat, tuple(rest))


def same_disaster(seen: Seen, seat: int, bounds: Bounds) -> Iterator[Found]:
    worst = -0.5 * bounds.more
    if len(seen.tables) >= 4 and all(seen.result(t, seat) <= worst for t in seen.tables):
        yield Found("same disaster everywhere", seat, tuple(seen.tables))


def _faces_bet(seen: Seen, fork: Fork) -> bool:
    """The seat faces a bet or raise; the blinds alone are neither."""
    spot = fork.spot
    blinds = seen.big_blind if spot.street == "preflop" else 0
    return spot.to_call > 0 and max(spot.street_bets.values()) > blinds


def _called_after(seen: Seen, table: str, fork: Fork) -> bool:
    return any(move.action == "call" for move in seen.moves_after(table, fork))


def _called_on_river_or_all_in(seen: Seen, table: str, seat: int) -> bool:
    """The last bet of the hand was the seat's, and a call on the river or for all chips answered.

    Where the hand ended before the river with two hands shown, it ended all in.
    """
    line = seen.tables[table].line
    bets = [n for n, move in enumerate(line) if move.action in BETS]
    if not bets or line[bets[-1]].seat != seat:
        return False
    calls = [move for move in line[bets[-1] :] if move.action == "call"]
    return bool(calls) and (calls[-1].street == "river" or line[-1].street != "river")


AtFork = Callable[[Seen, Fork, Bounds], Iterator[Found]]
OfSeat = Callable[[Seen, int, Bounds], Iterator[Found]]

AT_FORK: tuple[AtFork, ...] = (
    big_fold,
    big_call,
    bluff_shown_down,
    everybody_called_but_one,
    value_missed,
    value_extracted,
    slow_play,
    trap,
    opposite_results,
    different_roads,
)
OF_SEAT: tuple[OfSeat, ...] = (cooler, the_one_who_escaped, same_disaster)

KINDS = (
    "big fold",
    "big call",
    "bluff shown down",
    "everybody called but one",
    "value missed",
    "value extracted",
    "slow-play",
    "cooler",
    "trap",
    "the one who escaped",
    "same disaster everywhere",
    "opposite results with one hand",
    "different roads to one result",
)
