"""Decks in a fixed order, the same for every table (RULES P1)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from producer.games.cards import DECK, Cards


@dataclass(frozen=True, slots=True)
class ShuffledDeck:
    """The cards of a deal: hole cards by seat, the whole board, and the button's seat."""

    button: int
    cards: Mapping[int, Cards]
    board: Cards


def prepare(seed: int, number: int, seats: int, direction: str) -> ShuffledDeck:
    """The deck of deal ``number`` (from 1). The button moves one seat per deal.

    A deck depends only on the seed, its number and the seats: a longer session begins with the
    same decks.
    """
    shuffled = random.Random(f"{seed}/deck/{number}").sample(DECK, 2 * seats + 5)
    cards = {
        seat: tuple(sorted(shuffled[2 * seat - 2 : 2 * seat], reverse=True))
        for seat in range(1, seats + 1)
    }
    return ShuffledDeck(_button(number, seats, direction), cards, tuple(shuffled[2 * seats :]))


def _button(number: int, seats: int, direction: str) -> int:
    passed = (number - 1) % seats
    return seats - passed if direction == "descending" else 1 + passed
