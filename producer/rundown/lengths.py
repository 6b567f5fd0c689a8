"""How long a beat lasts, from what there is to see and what there is to say. Pure. In seconds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from producer.games.line import Move
from producer.rundown.beats import Length

WORDS_A_MINUTE: Mapping[str, int] = {"en": 150, "es": 170, "el": 165}
"""Our choice: a calm pace, with room for the pictures. The talking points of the guide's deal have
160 words in English, 191 in Spanish and 188 in Greek, and are to take about the same time."""

HURRIED = Fraction(6, 5)
"""How much faster a sentence can be said at most."""

SILENCE = Fraction(3)
"""After the question, while the picture is frozen."""

BREATH = Fraction(1, 2)
"""Before the next sentence."""

LOOK = 2
"""A beat lasts at most so many times its natural length: then there is nothing new to see."""

REACTION = Fraction(4)
"""How much longer an ending may stay on a face."""

_AN_ACTION, _A_STREET, _A_SHOWDOWN = Fraction(7, 10), Fraction(1), Fraction(1)
_MOST_SHOWN = Fraction(12)
_DECIMAL = re.compile(r"\d+[.,]\d+")


def speaking(text: str, language: str) -> Fraction:
    """How long the text takes to say; a decimal is three words, as in fifteen point five.

    >>> speaking("Finland wins 15.5", "en")
    Fraction(2, 1)
    """
    words = len(text.split()) + 2 * len(_DECIMAL.findall(text))
    return Fraction(60 * words, WORDS_A_MINUTE[language])


def of_words(text: str, language: str, least: Fraction, natural: Fraction) -> Length:
    """A beat with something to look at and a sentence. ``least`` and ``natural``: for the eye."""
    said = speaking(text, language)
    usual = max(natural, said + BREATH)
    return Length(max(least, said / HURRIED), usual, LOOK * usual)


def of_question(text: str, language: str) -> Length:
    """The silence is never cut, nor is it drawn out."""
    said = speaking(text, language)
    natural = said + SILENCE
    return Length(said / HURRIED + SILENCE, natural, natural + SILENCE)


def of_ending(
    text: str, language: str, moves: Sequence[Move], streets: int, *, shown: bool
) -> Length:
    """The rest of a hand. ``moves``: after the decision; ``streets``: opened after it; ``shown``:
    there is a showdown."""
    natural = 2 + played(moves, streets) + (_A_SHOWDOWN if shown else 0)
    length = of_words(text, language, Fraction(2) + played(moves, streets) / 2, natural)
    return Length(length.shortest, length.natural, length.natural + REACTION)


def of_way(text: str, language: str, moves: Sequence[Move]) -> Length:
    """The moves before the decision, as they are played."""
    streets = len(list(groupby(move.phase for move in moves)))
    seen = max(Fraction(3), played(moves, streets))
    return of_words(text, language, max(Fraction(3), seen / 2), seen)


def played(moves: Sequence[Move], streets: int) -> Fraction:
    """How long moves and streets are shown, dead time cut; a long line is summed up.

    >>> played((), 3)
    Fraction(3, 1)
    """
    return min(_MOST_SHOWN, len(moves) * _AN_ACTION + streets * _A_STREET)
