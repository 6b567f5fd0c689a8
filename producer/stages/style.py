"""A stage's language, chip format and theme, and the format of its numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from overlay.themes.theme import Theme, load_theme
from producer.games.prizes import Money
from producer.settings import GraphicsSettings
from producer.wording.language import Language, language

ENGLISH = language("en")

MINUS = "\u2212"
NO_BREAK = "\N{NO-BREAK SPACE}"
UNIT, CHIPS = "BB", "CHIPS"

ChipsAs = Literal["bb", "number", "short"]
"""Big blinds; whole chips (``12,500``); or shortened chips (``12.5k``, ``1.2M``)."""


@dataclass(frozen=True, slots=True)
class Style:
    """``game``: whose decisions are drawn; ``unit``: the sign of a unit of its stakes."""

    say: Language = ENGLISH
    chips: ChipsAs = "bb"
    theme: Theme = field(default_factory=load_theme)
    game: str = "holdem"
    unit: str = UNIT


PLAIN = Style()


def style_of(own: GraphicsSettings) -> Style:
    """The default style, from the settings. Raises BadTheme."""
    return Style(language(own.language), own.chips, load_theme(own.theme))


def amount(value: Fraction, say: Language = ENGLISH) -> str:
    """A number with at most one decimal, halves rounded away from zero.

    >>> amount(Fraction(63, 2)), amount(Fraction(41)), amount(Fraction(-17, 2))
    ('31.5', '41', '−8.5')
    """
    tenths = _rounded(10 * value.numerator, value.denominator)
    whole, tenth = divmod(tenths, 10)
    text = f"{whole:,}".replace(",", say.thousands) if whole >= 10_000 else str(whole)
    text += f"{say.decimal}{tenth}" if tenth else ""
    return MINUS + text if value.numerator < 0 and tenths else text


def _rounded(numerator: int, denominator: int) -> int:
    """The absolute value of a fraction, rounded half up; ten times faster than with Fraction."""
    return (2 * abs(numerator) + denominator) // (2 * denominator)


def signed(value: Fraction, say: Language = ENGLISH) -> str:
    """An amount with its sign; 0 has none.

    >>> signed(Fraction(41, 2)), signed(Fraction(0))
    ('+20.5', '0')
    """
    return _plus(value, amount(value, say))


def chips(value: Fraction, blind: int, style: Style) -> str:
    """``value`` big blinds of ``blind`` chips, without a unit; in big blinds if ``blind`` is 0.

    >>> [chips(Fraction(125), 100, Style(chips=each)) for each in ("bb", "number", "short")]
    ['125', '12,500', '12.5k']
    >>> chips(Fraction(12345), 100, Style(chips="short"))
    '1.2M'
    """
    if style.chips == "bb" or not blind:
        return amount(value, style.say)
    return count(value * blind, style)


def count(value: Fraction, style: Style) -> str:
    """A number of chips: whole, or shortened to at most one decimal from ten thousand on."""
    whole = _rounded(value.numerator, value.denominator)
    sign = MINUS if value.numerator < 0 and whole else ""
    if style.chips == "short" and whole >= 10_000:
        unit, size = ("M", 1_000_000) if whole >= 999_950 else ("k", 1_000)
        return f"{sign}{amount(Fraction(whole, size), style.say)}{unit}"
    return sign + f"{whole:,}".replace(",", style.say.thousands)


def shares(parts: tuple[Fraction, ...], blind: int, style: Style) -> list[str]:
    """Parts of a whole, formatted as ``chips`` does, whose rounded values add up to the whole's.

    >>> shares((Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)), 0, Style())
    ['0.4', '0.3', '0.3']
    """
    step = _step(sum(parts, Fraction(0)), blind, style)
    whole = int(sum(parts) / step + Fraction(1, 2))
    steps = [int(part / step) for part in parts]
    order = sorted(range(len(parts)), key=lambda n: (steps[n] * step - parts[n], n))
    for place in order[: whole - sum(steps)]:
        steps[place] += 1
    return [chips(each * step, blind, style) for each in steps]


def _step(value: Fraction, blind: int, style: Style) -> Fraction:
    """The rounding step of ``chips`` at ``value``, in big blinds."""
    if style.chips == "bb" or not blind:
        return Fraction(1, 10)
    if style.chips == "number" or value * blind < 10_000:
        return Fraction(1, blind)
    return Fraction(100_000 if value * blind >= 999_950 else 100, blind)


def signed_chips(value: Fraction, blind: int, style: Style) -> str:
    return _plus(value, chips(value, blind, style))


def unit(blind: int, style: Style) -> str:
    """The unit of an amount: ``BB`` or another game's, or empty for chips."""
    return style.unit if style.chips == "bb" or not blind else ""


def unit_name(blind: int, style: Style) -> str:
    """The unit in words, for headers."""
    say = style.say
    if blind and (style.chips != "bb" or style.unit == CHIPS):
        return say.gettext("CHIPS")
    return say.gettext("BIG BLINDS") if style.unit == UNIT else style.unit


def as_shown(value: Fraction, blind: int, style: Style) -> Fraction:
    """``value`` rounded as ``chips`` shows it, so that differences agree with what is on screen.

    >>> as_shown(Fraction(255, 77), 0, Style())
    Fraction(33, 10)
    """
    step = _step(abs(value), blind, style)
    ratio = value / step
    steps = _rounded(ratio.numerator, ratio.denominator)
    return steps * step if value > 0 else -steps * step


def with_unit(text: str, blind: int, style: Style) -> str:
    return f"{text} {unit(blind, style)}".strip()


def with_currency(prize: Money, currency: str, style: Style) -> str:
    """A prize with its currency where the language writes it: signs and codes before the number in
    English, after it in Spanish and Greek; other words after it everywhere.

    >>> from producer.wording.language import language
    >>> [with_currency(125_000, "€", Style(language(code))) for code in ("en", "es")]
    ['€125,000', '125.000\\xa0€']
    >>> with_currency(500, "EUR", PLAIN), with_currency(500, "points", PLAIN)
    ('EUR\\xa0500', '500\\xa0points')
    """
    whole = Fraction(prize).denominator == 1
    number = (
        count(Fraction(prize), Style(style.say, "number"))
        if whole
        else amount(Fraction(prize), style.say)
    )
    code = len(currency) == 3 and currency.isalpha() and currency.isupper()
    first = style.say.locale.currency_formats["standard"].pattern.startswith("¤")
    if first and (code or not currency.isalpha()):
        return f"{currency}{NO_BREAK if code else ''}{number}"
    return f"{number}{NO_BREAK}{currency}".strip()


def _plus(value: Fraction, text: str) -> str:
    return f"+{text}" if value.numerator > 0 and text != "0" else text
