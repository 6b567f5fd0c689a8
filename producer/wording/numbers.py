"""Numbers and lists in each language: amounts, counts, shares, places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from producer.wording.language import Language
from producer.wording.phrases import Fact, Phrase, facts_of, say

TENTH = Decimal("0.1")
HALF = Decimal("0.5")

_COUNTS: Mapping[str, str] = {
    "en": "one two three four five six seven eight nine ten eleven twelve",
    "es": "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "el": "ένα δύο τρία τέσσερα πέντε έξι εφτά οχτώ εννιά δέκα έντεκα δώδεκα",
}
"""1 to 12 in the gender of a table in the language."""
_GREEK_FEMININE = {"ένα": "μία", "τρία": "τρεις", "τέσσερα": "τέσσερις"}


def amount(language: Language, value: Fraction, *sources: str) -> Phrase:
    """Big blinds without a sign, at most one decimal, halves away from zero as on the graphics.

    Form ``n`` is the number alone, ``of`` the Greek genitive. A small amount is 'under 0.1',
    never 0; 0.5 is 'half a big
    blind' in both forms.
    """
    tenths = _to_tenths(abs(value))
    fact = {"": Fact(abs(value), "big blinds", sources)}
    if tenths == HALF:
        half = language.gettext("half a big blind")
        genitive = language.pgettext("genitive", "half a big blind")
        return Phrase({"": half, "n": half, "of": genitive}, fact)
    under = bool(value) and not tenths
    shown = TENTH if under else tenths
    number = Phrase({"": format_decimal(shown, format="#,##0.#", locale=language.locale)})
    if under:
        number = say(language.gettext("under {n}"), n=number)
    whole = language.ngettext("{n} big blind", "{n} big blinds", _plural(language, shown))
    said = whole.format(n=number)
    return Phrase({"": said, "n": str(number), "of": said}, fact)


def _to_tenths(value: Fraction) -> Decimal:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    tenths = exact.quantize(TENTH, ROUND_HALF_UP)
    return tenths.to_integral_value() if tenths == tenths.to_integral_value() else tenths


def _plural(language: Language, shown: Decimal) -> int:
    """1 or 2 for ``ngettext``, which takes no decimals."""
    return 1 if language.locale.plural_form(shown) == "one" else 2


def count(language: Language, number: int, unit: str, *sources: str, of: int = 0) -> Phrase:
    """A number of tables or deals, ``of`` how many. Tables up to twelve in words, both numbers
    alike; Greek form ``f``: feminine."""
    words = _COUNTS[language.code].split()
    text = format_decimal(number, locale=language.locale)
    if unit == "tables" and number >= 1 and max(number, of) <= len(words):
        text = words[number - 1]
    forms = {"": text, "f": _GREEK_FEMININE.get(text, text)}
    return Phrase(forms, {"": Fact(number, unit, sources)}, number)


def named(name: str | int, unit: str, *sources: str) -> Phrase:
    """The name of a seat or table, as the feed spells it."""
    return Phrase({"": str(name)}, {"": Fact(name, unit, sources)})


def share(language: Language, value: Fraction, *sources: str) -> Phrase:
    """A share of 0 to 1 in whole per cent; 0 and 100 only where it is exactly that.

    Form ``a``: with the English article, an 88%.
    """
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    shown = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
    if shown in (0, 1) and shown != exact:
        shown = min(max(exact.quantize(Decimal("0.001"), ROUND_HALF_UP), Decimal("0.001")),
                    Decimal("0.999"))  # fmt: skip
    pattern = language.locale.percent_formats[None].pattern.replace("0", "0.#")
    text = format_percent(shown, format=pattern, locale=language.locale)
    article = "an" if re.match("8|11|18", text) else "a"
    return Phrase({"": text, "a": f"{article} {text}"}, {"": Fact(value, "share", sources)})


def ordinal(language: Language, place: int, *sources: str) -> Phrase:
    """A place as a word up to tenth: before puesto in Spanish, θέση in Greek; Greek form ``at``:
    after σε, with the article (στη δεύτερη, στη 12η: it drops its ν before δ)."""
    words = (
        language.gettext("first"),
        language.gettext("second"),
        language.gettext("third"),
        language.gettext("fourth"),
        language.gettext("fifth"),
        language.gettext("sixth"),
        language.gettext("seventh"),
        language.gettext("eighth"),
        language.gettext("ninth"),
        language.gettext("tenth"),
    )
    if place <= len(words):
        text = words[place - 1]
    elif language.code == "en":
        text = f"{place}{english_ending(place)}"
    else:
        text = language.gettext("{n}th").format(n=place)
    drops_n = place in (2, 10, *range(12, 20))
    forms = {"": text, "at": f"{'στη' if drops_n else 'στην'} {text}"}
    return Phrase(forms, {"": Fact(place, "place", sources)})


def english_ending(place: int) -> str:
    """
    >>> [english_ending(n) for n in (1, 2, 3, 4, 11, 22)]
    ['st', 'nd', 'rd', 'th', 'th', 'nd']
    """
    return "th" if place % 100 in (11, 12, 13) else _ENDINGS.get(place % 10, "th")


_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def listed(language: Language, phrases: Sequence[Phrase]) -> Phrase:
    """``a, b and c``, plural where there is more than one."""
    texts = [str(phrase) for phrase in phrases]
    text = format_list(texts, locale=language.locale)
    if language.code == "es" and len(texts) > 1 and _SOUNDS_I.match(texts[-1]):
        text = text.removesuffix(f" y {texts[-1]}") + f" e {texts[-1]}"
    parts = {str(place): phrase for place, phrase in enumerate(phrases, 1)}
    return Phrase({"": text}, facts_of(parts), 2 if len(phrases) > 1 else phrases[0].number)


_SOUNDS_I = re.compile(r"h?[ií](?!e)", re.IGNORECASE)
"""Before these Spanish says "e" for "y": Brasil e Irlanda, but agua y hielo."""
