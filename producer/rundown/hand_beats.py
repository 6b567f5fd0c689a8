"""The beats of a hand that one table alone has played: cards, each street, the result. Pure."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from producer.compare.model import Comparison, Pick
from producer.games.holdem import BOARD_CARDS
from producer.games.holdem.played import ReplayedPlay
from producer.rundown.beats import Beat, Length
from producer.rundown.lengths import REACTION, of_words, played
from producer.stages.moment import BEFORE, END, Moment
from producer.wording.hand_lines import hand_lines

GRAPHIC = "table"
_CARDS, _RESULT = Fraction(5), Fraction(6)
"""Seconds for the eye: a table's cards and who holds them; who won it."""

_A_STREET = Fraction(5)
"""Seconds from one street to the next where nobody can bet any more: nothing else is to be seen."""


def hand_beats(comparison: Comparison, hand: Pick, language: str = "en") -> tuple[Beat, ...]:
    """The beats at their natural lengths, in order. ``hand``: of ``whole_hand``. A street is known
    move by move, to its last one; what comes after the last move only from the showdown on. Raises
    UnknownLanguage."""
    (table,) = hand.tables
    replayed, before = comparison.replays[table], hand.at[table]
    said = hand_lines(comparison, hand, language)
    made = [_beat("cards", BEFORE, said, _of_look(said.get("cards", ""), language, _CARDS))]
    moves = list(replayed.line[before:])
    known = 0
    for street, group in groupby(moves, key=lambda move: move.phase):
        own = list(group)
        known += len(own)
        seconds = 2 + played(own, int(known > len(own)))
        length = of_words(said.get(street, ""), language, seconds / 2, seconds)
        made.append(_beat(street, Moment(known), said, length))
    if replayed.showdown:
        streets = _streets_after(replayed)
        natural = 3 + streets * _A_STREET
        made.append(_beat("showdown", END, said, Length(natural / 2, natural, natural + REACTION)))
    length = _of_look(said.get("result", ""), language, _RESULT)
    return (*made, _beat("result", END, said, length))


def _streets_after(replayed: ReplayedPlay) -> int:
    """How many streets are dealt after the last move."""
    moved = BOARD_CARDS[replayed.line[-1].phase]
    return sum(moved < cards <= len(replayed.board_after(None)) for cards in BOARD_CARDS.values())


def _of_look(text: str, language: str, seconds: Fraction) -> Length:
    """Nothing else is to be seen: no longer than it takes to read and to say it."""
    length = of_words(text, language, Fraction(4), seconds)
    return Length(length.shortest, length.natural, length.natural + 2)


def _beat(name: str, moment: Moment, said: dict[str, str], length: Length) -> Beat:
    return Beat(name, GRAPHIC, moment, "", said.get(name, ""), length, length.natural)
