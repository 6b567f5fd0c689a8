"""Fouls: whether a player took a risk that the cards did not reward, or slipped.

A slip is a placement that made the foul certain though another one of the same cards would have
left a legal hand possible. Everything else is a risk: after every placement a legal hand was
still possible, until a card came that fitted nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from producer.games.cards import DECK, Cards
from producer.games.line import Line
from producer.games.ofc.points import Hand
from producer.games.ofc.rows import Rows, Strength, in_wrong_order, is_foul, placement, strength

CERTAIN_FROM = 3
"""With more open places than this, a legal hand counts as possible unless a full row rules it out:
looking at every way to fill them takes too long."""


@dataclass(frozen=True, slots=True)
class FoulOf:
    """How a hand became a foul. ``move``: from which move on, from 0, it was certain; ``slip``:
    whether that placement alone made it so."""

    move: int
    slip: bool


def foul_of(line: Line, seat: int, hand: Hand) -> FoulOf | None:
    """How a seat's finished hand became a foul; ``None`` if it is none, or was lost in another
    way."""
    if hand is None or not hand.is_full or not is_foul(hand):
        return None
    seen: set[int] = set()
    rows = Rows()
    for n, move in enumerate(line):
        if move.action != "place":
            continue
        placed = placement(str(move.detail))
        cards = tuple([card for own in placed.values() for card in own])
        seen.update(cards)
        if move.seat != seat:
            continue
        after = rows.with_cards(placed)
        unseen = tuple([card for card in DECK if card not in seen])
        if not can_be_legal(after, unseen):
            saved = any(can_be_legal(other, unseen) for other in _placed(rows, cards))
            return FoulOf(n, saved)
        rows = after
    return None


def _placed(rows: Rows, cards: Cards) -> Iterator[Rows]:
    """The rows after every way to place the cards."""
    for each in placements(rows, cards):
        yield rows.with_cards(each)


def placements(rows: Rows, cards: Cards) -> Iterator[dict[str, Cards]]:
    """Every way to place the cards, each once."""
    left = rows.open
    for chosen in product(left, repeat=len(cards)):
        placed = {
            row: tuple([card for own, card in zip(chosen, cards, strict=True) if own == row])
            for row in dict.fromkeys(chosen)
        }
        if all(len(own) <= left[row] for row, own in placed.items()):
            yield placed


def can_be_legal(rows: Rows, unseen: Cards) -> bool:
    """Whether some of the unseen cards would complete the rows without a foul."""
    if in_wrong_order(rows):
        return False
    if sum(rows.open.values()) > CERTAIN_FROM:
        return True
    backs, middles, fronts = (_completions(rows, row, unseen) for row in rows.open)
    return any(
        front <= middle and not (taken & more or taken & most or more & most)
        for middle, taken in middles
        for own, more in backs
        if own >= middle
        for front, most in fronts
    )


def _completions(rows: Rows, row: str, unseen: Cards) -> list[tuple[Strength, frozenset[int]]]:
    """Every way to fill a row: how strong it is then, and the cards it takes."""
    return [
        (strength(rows.of(row) + taken), frozenset(taken))
        for taken in combinations(unseen, rows.open[row])
    ]
