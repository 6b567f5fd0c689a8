"""What open-face hands win from each other, and how points are paid (RULES O2 to O6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from producer.events import OpenFaceGame, RowRoyalties
from producer.games.ofc.rows import ACE, KINDS, SIZES, STRAIGHT_FLUSH, Rows, is_foul, strength

ROW, SCOOP, FOUL = 1, 6, 6
"""Points for a row, for all three, and that a foul pays to each opponent."""

ABSENT, SHOWN_EARLY = 3, 1
"""Points to each active player for not playing a hand, and for a card shown out of turn."""

Hand = Rows | None
"""The rows of a player who finished the hand; ``None`` if the hand was lost by the clock or by
leaving the table, which counts as a foul."""


def royalty(game: OpenFaceGame, row: str, rows: Rows) -> int:
    """What a full row earns, whether or not the hand is a foul (O3)."""
    kind, *ranks = strength(rows.of(row))
    table = game.royalties
    if row == "front":
        by_rank = {"pair": table.front_pairs, "three of a kind": table.front_threes}
        return by_rank[KINDS[kind]][ranks[0]] if KINDS[kind] in by_rank else 0
    earned = table.back if row == "back" else table.middle
    if kind == STRAIGHT_FLUSH and ranks[0] == ACE:
        return earned.royal_flush
    return _of_kind(earned, KINDS[kind])


def _of_kind(earned: RowRoyalties, kind: str) -> int:
    return {
        "three of a kind": earned.three_of_a_kind,
        "straight": earned.straight,
        "flush": earned.flush,
        "full house": earned.full_house,
        "four of a kind": earned.four_of_a_kind,
        "straight flush": earned.straight_flush,
    }.get(kind, 0)


def royalties(game: OpenFaceGame, hand: Hand) -> dict[str, int]:
    """What a hand's rows earn, by row; a foul earns nothing, nor does a hand that nobody had to
    finish."""
    if hand is None or not hand.is_full or is_foul(hand):
        return dict.fromkeys(SIZES, 0)
    return {row: royalty(game, row, hand) for row in SIZES}


@dataclass(frozen=True, slots=True)
class RowByRow:
    """Two hands compared, from the first one's side. ``rows``: by row 1 if won, -1 if lost, 0 if
    level; empty if either is a foul. ``lines``: the points for rows, scoops and fouls;
    ``royalties``: those of the first less those of the second."""

    rows: Mapping[str, int]
    lines: int
    royalties: int

    @property
    def points(self) -> int:
        return self.lines + self.royalties


def row_by_row(game: OpenFaceGame, one: Hand, two: Hand) -> RowByRow:
    """Compares the hands of two players (O2, O3)."""
    earned = sum(royalties(game, one).values()) - sum(royalties(game, two).values())
    fouls = [hand is None or is_foul(hand) for hand in (one, two)]
    if one is None or two is None or any(fouls):
        return RowByRow({}, FOUL * (fouls[1] - fouls[0]), earned)
    won = {}
    for row in SIZES:
        own, other = strength(one.of(row)), strength(two.of(row))
        won[row] = (own > other) - (own < other)
    lines = ROW * sum(won.values())
    return RowByRow(
        won, SCOOP * (lines // len(SIZES)) if abs(lines) == len(SIZES) else lines, earned
    )


@dataclass(frozen=True, slots=True)
class FinishedRows:
    """A finished hand of one table. ``hands``: of the players who played it, in order of position;
    ``absent``: who did not play it; ``shown_early``: how many cards each showed out of turn."""

    hands: Mapping[int, Hand]
    absent: frozenset[int] = frozenset()
    shown_early: Mapping[int, int] | None = None


def dues(game: OpenFaceGame, finished: FinishedRows) -> dict[tuple[int, int], int]:
    """What each pair of seats owes, positive if the first wins; pairs in order of position (O5).

    Who does not play pays penalties to those who play, and receives none (O4).
    """
    early = finished.shown_early or {}
    found: dict[tuple[int, int], int] = {}
    for one, two in combinations([*finished.hands, *sorted(finished.absent)], 2):
        if one in finished.absent:
            continue  # so is the other
        due = SHOWN_EARLY * early.get(two, 0)
        if two in finished.absent:
            due += ABSENT
        else:
            rows = row_by_row(game, finished.hands[one], finished.hands[two])
            due += rows.points - SHOWN_EARLY * early.get(one, 0)
        found[one, two] = due
    return found


@dataclass(frozen=True, slots=True)
class Paid:
    """One pair's transaction: ``due``, and ``moved``, what really changed hands; positive if the
    first of ``seats`` wins."""

    seats: tuple[int, int]
    due: int
    moved: int


@dataclass(frozen=True, slots=True)
class Settlement:
    """``paid``: every transaction in order; ``result``: points won by seat; ``out``: the seats that
    are eliminated, in the order in which they ran out of points."""

    paid: tuple[Paid, ...]
    result: Mapping[int, int]
    out: tuple[int, ...]


def pay(
    owed: Mapping[tuple[int, int], int],
    order: Sequence[int],
    stacks: Mapping[int, int | None],
) -> Settlement:
    """Settles a hand (O5, O6). ``owed``: as ``dues`` has it; ``order``: the seats by position;
    ``stacks``: the points each seat began with, ``None`` for unlimited.

    The first seat completes its transactions before the next. In one hand at most the points that
    a player began with move between it and all others; who is at 0 is out, and what it still owes
    is not paid.
    """
    left = dict(stacks)
    result = dict.fromkeys(order, 0)
    paid, out = [], []
    for one, two in combinations(order, 2):
        due = owed.get((one, two), 0) or -owed.get((two, one), 0)
        limits = [most for seat in (one, two) if (most := left[seat]) is not None]
        amount = min([abs(due), *limits])
        for seat in (one, two):
            had = left[seat]
            left[seat] = None if had is None else had - amount
        moved = amount if due > 0 else -amount
        result[one] += moved
        result[two] -= moved
        paid.append(Paid((one, two), due, moved))
        loser = two if due > 0 else one
        if result[loser] == -(stacks[loser] or 0) != 0 and loser not in out:
            out.append(loser)
    return Settlement(tuple(paid), result, tuple(out))
