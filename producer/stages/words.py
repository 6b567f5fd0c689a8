"""What stands on the graphics: decisions, opponents and amounts in words and numerals."""

from __future__ import annotations

from fractions import Fraction

from overlay.contexts import Face, Shape
from producer.games.cards import Cards, format_card
from producer.stages.moment import Choice, Opponent, Side

MINUS = "\u2212"
UNIT = "BB"

_RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
_SHAPES: dict[str, Shape] = {
    "fold": "cross", "check": "bars", "call": "bars", "bet": "triangle", "raise": "triangle",
}  # fmt: skip


def amount(value: Fraction) -> str:
    """Big blinds with at most one decimal, halves away from zero.

    >>> amount(Fraction(63, 2)), amount(Fraction(41)), amount(Fraction(-17, 2))
    ('31.5', '41', '−8.5')
    """
    tenths = int(abs(value) * 10 + Fraction(1, 2))
    text = f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)
    return MINUS + text if value < 0 and tenths else text


def signed(value: Fraction) -> str:
    """An amount with its sign; nothing is neither plus nor minus.

    >>> signed(Fraction(41, 2)), signed(Fraction(0))
    ('+20.5', '0')
    """
    text = amount(value)
    return f"+{text}" if value > 0 and text != "0" else text


def ordinal(number: int) -> str:
    """
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def decision(choice: Choice) -> tuple[Shape, str, str]:
    """Shape, word and amount: what is paid for a call, the street's total for a bet or raise."""
    shape = _SHAPES[choice.action]
    if choice.action in ("fold", "check"):
        return shape, choice.action.upper(), ""
    if choice.action == "call":
        mark = f", {choice.mark.upper()}" if choice.mark else ""
        return shape, "CALL", amount(choice.paid) + mark
    if choice.mark:
        return shape, choice.mark.upper(), amount(choice.to)
    return shape, "BET" if choice.action == "bet" else "RAISE TO", amount(choice.to)


def versus(side: Side) -> tuple[str, str]:
    """Against whom, in two parts read one after the other: ``("v jacks of", "China")``."""
    if len(side.opponents) != 1:
        return "v", f"{len(side.opponents)} opponents"
    (opponent,) = side.opponents
    held = holding(opponent.cards)
    return f"v {held} of" if held else "v", side_name(opponent)


def side_name(opponent: Opponent) -> str:
    """The team where there is one: key of the session's teams, else the player's name."""
    return opponent.player.team or opponent.player.name


def holding(cards: Cards) -> str:
    """Two cards in a word, ``""`` for any other number.

    >>> from producer.games.cards import parse_cards
    >>> holding(parse_cards("JhJc")), holding(parse_cards("QdAh")), holding(parse_cards("6s6c"))
    ('jacks', 'ace-queen', 'sixes')
    """
    if len(cards) != 2:
        return ""
    high, low = (format_card(card)[0] for card in sorted(cards, reverse=True))
    if high == low:
        return _RANKS[high] + ("es" if high == "6" else "s")
    return f"{_RANKS[high]}-{_RANKS[low]}"


def held(cards: Cards) -> tuple[Face, ...]:
    """A player's cards as they are drawn, the highest first."""
    return faces(tuple(sorted(cards, key=lambda card: card // 4, reverse=True)))


def faces(cards: Cards) -> tuple[Face, ...]:
    """Cards as they are drawn: a ten is printed 10."""
    texts = map(format_card, cards)
    return tuple(Face("10" if text[0] == "T" else text[0], text[1]) for text in texts)
