"""The numbers of a results sheet as people and their spreadsheets write them."""

from __future__ import annotations

import re
from fractions import Fraction

from producer.games.line import Chips

_SIGNS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u2012": "-", "\u2007": "", "\u202f": ""})
_THOUSANDS = re.compile(r"\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*")


class UnreadableNumber(ValueError):
    """A cell that is not the number it should be; the message says why."""


def chips_of(text: str, decimal: str) -> Chips:
    """The chips of a cell. ``decimal``: the sign before decimals. Raises UnreadableNumber.

    >>> chips_of("-1.250,5", ","), chips_of("(1,250)", "."), chips_of("+0.5", ",")
    (Fraction(-2501, 2), -1250, Fraction(1, 2))
    """
    bare = "".join(text.translate(_SIGNS).split())
    if not bare:
        raise UnreadableNumber("the result is empty")
    if bare.startswith("(") and bare.endswith(")"):  # as accountants write a loss
        bare = f"-{bare[1:-1]}"
    sign, digits = (-1, bare[1:]) if bare.startswith("-") else (1, bare.removeprefix("+"))
    if re.fullmatch(r"\d*[.,]\d{1,2}", digits):  # too short for thousands
        digits = digits.replace(",", ".").replace(".", decimal)
    whole, mark, part = digits.partition(decimal)
    if _THOUSANDS.fullmatch(whole):
        whole = re.sub(r"\D", "", whole)
    usable = whole.isascii() and (whole.isdigit() or not whole) and part.isascii()
    if not usable or (mark and not part.isdigit()) or not (whole or part) or len(digits) > 30:
        raise UnreadableNumber(f"{text.strip()[:40]!r} is not a number of chips")
    chips = sign * Fraction(f"{whole or '0'}.{part}" if part else whole)
    return chips.numerator if chips.denominator == 1 else chips


def number_of(text: str, what: str, most: int) -> int:
    """The whole number that ``text`` is or ends with, from 1: ``Deal 7``. Raises
    UnreadableNumber.

    >>> number_of("Deal 7", "deal", 75), number_of("7.0", "deal", 75)
    (7, 7)
    """
    found = re.fullmatch(r"[^\d]*?(\d{1,9})(?:[.,]0+)?\.?", text.strip())
    number = int(found[1]) if found else 0
    if found is None or not 1 <= number <= most or text.strip().startswith("-"):
        raise UnreadableNumber(f"{text.strip()[:40]!r} is not the number of a {what}, 1 to {most}")
    return number
