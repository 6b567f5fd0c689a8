"""Six simulated players raise, call, bet and fold about as often as real ones.

The real numbers are counted in 264 hands of no-limit hold'em that professionals and the program
Pluribus played (Brown and Sandholm, Science 365, 2019), from the files of pokerkit
(https://github.com/uoftcprg/pokerkit, MIT licence): how often, of how many occasions.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from effort import counts

from producer.games.holdem import Replay
from producer.games.line import Move, acting_order
from producer.simulate.deck import prepare
from producer.simulate.hand import play_hand
from producer.simulate.styles import STYLES, style_of
from producer.simulate.table_hands import DIRECTION, GAME, STACK

POSITIONS = ("small blind", "big blind", "first", "second", "cutoff", "button")

REAL = {
    "ends before the flop": (119, 264),
    "ends on the flop": (43, 264),
    "ends on the turn": (30, 264),
    "ends on the river": (72, 264),
    "showdown": (37, 264),
    "first opens": (43, 264),
    "second opens": (57, 221),
    "cutoff opens": (52, 164),
    "button opens": (55, 112),
    "small blind opens": (16, 57),
    "small blind limps": (17, 57),
    "big blind calls the open": (89, 184),
    "big blind raises the open": (13, 184),
    "another calls the open": (43, 473),
    "another raises the open": (39, 473),
    "opener calls the second raise": (20, 50),
    "two players on the flop": (124, 145),
    "bet by the last raiser on the flop": (67, 128),
    "fold to it by the only opponent": (29, 62),
    "raise of a bet on the flop": (7, 102),
    "raise after a check on the flop": (7, 74),
    "bet by the last raiser on the turn": (32, 84),
    "fold to a bet on the turn": (37, 68),
    "raise after a check on the turn": (5, 42),
    "bet by the last raiser on the river": (24, 56),
    "fold to a bet on the river": (34, 47),
}

FEW_POINTS = 0.06

HANDS = counts(1_200, 6_000)


@pytest.fixture(scope="module")
def simulated() -> Counter[tuple[str, bool]]:
    """Of hands with a deck and players of their own: by occasion, how often it happened or not."""
    seen: Counter[tuple[str, bool]] = Counter()
    stacks = dict.fromkeys(range(1, 7), STACK)
    for number in range(1, HANDS + 1):
        deck = prepare(31, number, 6, DIRECTION)
        styles = {seat: style_of(f"{number}-{seat}", 31, tuple(STYLES)) for seat in stacks}
        played = play_hand(GAME, deck, DIRECTION, stacks, styles, random.Random(number))
        order = acting_order(tuple(stacks), deck.button, DIRECTION)
        seen.update(_occasions(played, order))
    return seen


@pytest.mark.parametrize("occasion", REAL)
def test_as_often_as_in_real_hands(occasion: str, simulated: Counter[tuple[str, bool]]) -> None:
    times, of = REAL[occasion]
    often, not_so = simulated[occasion, True], simulated[occasion, False]
    assert often / (often + not_so) == pytest.approx(times / of, abs=FEW_POINTS)


def _occasions(played: Replay, order: Sequence[int]) -> Iterator[tuple[str, bool]]:
    """What could have been done in a hand, and whether it was."""
    last = "river" if played.shown else played.line[-1].street
    for street in ("preflop", "flop", "turn", "river"):
        yield (
            f"ends {'before the flop' if street == 'preflop' else f'on the {street}'}",
            (street == last),
        )
    yield "showdown", bool(played.shown)
    yield from _before_flop(played.line, order)
    live = [seat for seat in order if Move("preflop", seat, "fold") not in played.line]
    if last != "preflop":
        yield "two players on the flop", len(live) == 2
    leader = _last_raiser(played.line, "preflop", None)
    for street in ("flop", "turn", "river"):
        moves = [move for move in played.line if move.street == street]
        yield from _after_flop(moves, leader, heads_up=len(live) == 2)
        leader = _last_raiser(moves, street, leader)
        live = [seat for seat in live if Move(street, seat, "fold") not in moves]


def _last_raiser(line: Sequence[Move], street: str, otherwise: int | None) -> int | None:
    raised = [m.seat for m in line if m.street == street and m.action in {"bet", "raise"}]
    return raised[-1] if raised else otherwise


def _before_flop(line: Sequence[Move], order: Sequence[int]) -> Iterator[tuple[str, bool]]:
    raisers: list[int] = []
    for move in line:
        if move.street != "preflop":
            return
        who = POSITIONS[order.index(move.seat)]
        if not raisers:
            yield f"{who} opens", move.action == "raise"
            yield f"{who} limps", move.action == "call"
        elif len(raisers) == 1 and move.seat != raisers[0]:
            caller = who if who == "big blind" else "another"
            yield f"{caller} calls the open", move.action == "call"
            yield f"{caller} raises the open", move.action == "raise"
        elif len(raisers) == 2 and move.seat == raisers[0]:
            yield "opener calls the second raise", move.action == "call"
        if move.action == "raise":
            raisers.append(move.seat)


def _after_flop(
    moves: Sequence[Move], leader: int | None, *, heads_up: bool
) -> Iterator[tuple[str, bool]]:
    checked: set[int] = set()
    bettor = None
    for move in moves:
        if bettor is None:
            if move.seat == leader:
                yield f"bet by the last raiser on the {move.street}", move.action == "bet"
            if move.action == "bet":
                bettor = move.seat
            checked.add(move.seat)
            continue
        yield f"fold to a bet on the {move.street}", move.action == "fold"
        yield f"raise of a bet on the {move.street}", move.action == "raise"
        if move.seat in checked:
            yield f"raise after a check on the {move.street}", move.action == "raise"
        if bettor == leader and heads_up and move.street == "flop":
            yield "fold to it by the only opponent", move.action == "fold"
        if move.action == "raise":
            return
