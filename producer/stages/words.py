"""What stands on the graphics: decisions, opponents and amounts in words and numerals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from overlay.contexts import Face, Shape
from producer.games.cards import DECK, Cards, format_card
from producer.stages.languages import EN, Words, ordinal
from producer.stages.moment import Choice, Opponent, Outcome, Side
from producer.stages.style import MINUS, PLAIN, UNIT, Style, amount, chips, signed
from producer.wording.hands import hand_name

__all__ = [
    "MINUS",
    "UNIT",
    "amount",
    "decision",
    "equal",
    "faces",
    "held",
    "ordinal",
    "places",
    "rank",
    "rank_of",
    "short_decision",
    "side_name",
    "signed",
    "versus",
]

SHAPES: dict[str, Shape] = {
    "fold": "cross", "check": "bars", "call": "bars", "bet": "triangle", "raise": "triangle",
}  # fmt: skip


def decision(choice: Choice, style: Style = PLAIN, blind: int = 0) -> tuple[Shape, str, str]:
    """Shape, word and amount: what is paid for a call, the street's total for a bet or raise."""
    say, shape = style.say, SHAPES[choice.action]
    word, mark = say.actions[choice.action], marked(choice, say)
    if choice.action in ("fold", "check"):
        return shape, word, ""
    if choice.action == "call":
        paid = chips(choice.paid, blind, style)
        return shape, word, f"{paid}, {mark}" if mark else paid
    return shape, mark or word, chips(choice.to, blind, style)


def short_decision(choice: Choice, style: Style = PLAIN, blind: int = 0) -> tuple[Shape, str, str]:
    """The same where the price stands on the frame once for all: a call without its amount."""
    if choice.action == "call":
        return SHAPES["call"], style.say.actions["call"], ""
    return decision(choice, style, blind)


def marked(choice: Choice, say: Words) -> str:
    """All-in or cap in the language, empty for neither (RULES P2)."""
    return {"all-in": say.all_in, "cap": say.cap}.get(choice.mark, "")


def versus(side: Side, say: Words = EN) -> tuple[str, str]:
    """Against whom, in two parts read one after the other: ``("v jacks of", "China")``."""
    if len(side.opponents) != 1:
        return say.against, say.opponents.format(len(side.opponents))
    (opponent,) = side.opponents
    held = hand_name(opponent.cards, say.language)
    return say.against_hand.format(held) if held else say.against, side_name(opponent)


def rank_of(outcome: Outcome, say: Words = EN) -> str:
    """The place and how many it is among, marked where it is shared.

    >>> from fractions import Fraction
    >>> rank_of(Outcome(Fraction(3), Fraction(3), 1, 6)), rank_of(
    ...     Outcome(Fraction(3), Fraction(3), 1, 6, shared=True))
    ('1st of 6', '=1st of 6')
    """
    return say.rank_of.format(rank(outcome, say), outcome.field)


def rank(outcome: Outcome, say: Words = EN) -> str:
    """The place alone."""
    return equal(ordinal(outcome.rank, say), outcome.shared)


def equal(place: str, shared: bool) -> str:
    """A place as sports tell it: marked where it is shared."""
    return f"={place}" if shared else place


def places(ranks: Sequence[int]) -> list[str]:
    """The places of a list of ranks, in their order.

    >>> places([1, 2, 2, 4])
    ['1', '=2', '=2', '4']
    """
    return [equal(str(each), ranks.count(each) > 1) for each in ranks]


def side_name(opponent: Opponent) -> str:
    """The team where there is one: key of the session's teams, else the player's name."""
    return opponent.player.team or opponent.player.name


def held(cards: Cards) -> tuple[Face, ...]:
    """A player's cards as they are drawn, the highest first."""
    return faces(tuple(sorted(cards, key=lambda card: card // 4, reverse=True)))


def faces(cards: Cards) -> tuple[Face, ...]:
    """Cards as they are drawn."""
    return tuple(map(_face, cards))


@lru_cache(maxsize=len(DECK))
def _face(card: int) -> Face:
    """A ten is printed 10."""
    text = format_card(card)
    return Face("10" if text[0] == "T" else text[0], text[1])
