"""Card situations: who holds what, drawn at random within a pattern.

A pattern names cards by rank and by suit letters ``a`` to ``d``, which stand for any four
different suits, or ``**`` for any card left: ``"TaTb"``, ``"Tc****"``. A situation gives hole
cards by role and a board; at the river the first role beats the second, the second the third.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from producer.games.cards import DECK, RANKS, SUITS, Cards, parse_cards
from producer.games.holdem.ranks import kind, rank


@dataclass(frozen=True, slots=True)
class Situation:
    """``holes``: two cards for each role, best hand at the river first; ``board``: five cards."""

    holes: tuple[Cards, ...]
    board: Cards


Test = Callable[[Situation], bool]


def drawn(rng: Random, holes: tuple[str, ...], board: str, fits: Test) -> Situation | None:
    """A situation of the patterns that ``fits``; None where 60 draws gave none."""
    suits = dict(zip("abcd", rng.sample(SUITS, 4), strict=True))
    for _ in range(60):
        deck = list(DECK)
        rng.shuffle(deck)
        texts = [*holes, board]
        told = [card for text in texts for card in _cards(text, suits) if card is not None]
        named = set(told)
        if len(named) < len(told):
            return None
        left = [card for card in deck if card not in named]
        filled = [
            tuple(left.pop() if card is None else card for card in _cards(text, suits))
            for text in texts
        ]
        situation = Situation(tuple(filled[:-1]), filled[-1])
        if descending(situation) and fits(situation):
            return situation
    return None


def _cards(text: str, suits: Mapping[str, str]) -> list[int | None]:
    pairs = [text[n : n + 2] for n in range(0, len(text), 2)]
    return [None if p == "**" else parse_cards(p[0] + suits[p[1]])[0] for p in pairs]


def descending(situation: Situation) -> bool:
    """Whether each hand strictly beats the next at the river."""
    places = [rank(hole + situation.board) for hole in situation.holes]
    return all(a < b for a, b in pairwise(places))


def ranks_of(cards: Cards) -> list[int]:
    """Ranks 0 to 12, one a card."""
    return [card // 4 for card in cards]


def own_cards_idle(hole: Cards, board: Cards) -> bool:
    """The hand is high cards, or the one pair of the board: its own cards pair nothing."""
    seen = kind(rank(hole + board))
    own, open_ranks = ranks_of(hole), ranks_of(board)
    if own[0] == own[1] or set(own) & set(open_ranks):
        return False
    pairs = len(open_ranks) - len(set(open_ranks))
    return (seen == "high card" and pairs == 0) or (seen == "pair" and pairs == 1)


def strong(hole: Cards, board: Cards) -> bool:
    """Three of a kind or better, or two pair made with both cards; not all of it on the board."""
    seen = kind(rank(hole + board))
    own, open_ranks = ranks_of(hole), ranks_of(board)
    if seen == "two pair":
        return own[0] != own[1] and set(own) <= set(open_ranks)
    if seen in {"pair", "high card"}:
        return False
    if seen == "three of a kind":
        return any((own + open_ranks).count(r) == 3 and r in own for r in own)
    return True


def until(rng: Random, attempt: Callable[[Random], Situation | None]) -> Situation:
    """Draws until a situation comes."""
    for _ in range(400):
        found = attempt(rng)
        if found is not None:
            return found
    raise AssertionError(f"no cards for {attempt}")


def high_low(rng: Random, number: int, lowest: str = "2", highest: str = "A") -> list[str]:
    """Different ranks, the highest first."""
    few = RANKS[RANKS.index(lowest) : RANKS.index(highest) + 1]
    return sorted(rng.sample(few, number), key=RANKS.index, reverse=True)


def dealt(
    rng: Random, situation: Situation, roles: str, seats: Mapping[str, int]
) -> dict[int, Cards]:
    """Hole cards for all six seats: the roles theirs in the order of ``roles``, the rest any."""
    given = {seats[role]: hole for role, hole in zip(roles, situation.holes, strict=True)}
    used = {card for hole in (*situation.holes, situation.board) for card in hole}
    left = [card for card in DECK if card not in used]
    rng.shuffle(left)
    cards = {}
    for seat in range(1, 7):
        cards[seat] = given[seat] if seat in given else (left.pop(), left.pop())
    return cards
