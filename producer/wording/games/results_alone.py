"""Sentences about deals whose results alone are known."""

from __future__ import annotations

from fractions import Fraction

from babel.numbers import format_decimal

from producer.compare.model import Pick
from producer.games.line import Chips
from producer.wording.narration import Narration
from producer.wording.numbers import named
from producer.wording.phrases import Fact, Phrase, plain, pointer, say
from producer.wording.sentence import Sentence
from producer.wording.tellers import Teller
from producer.wording.two_tables import this_deal

SIGNED = "+#,##0.##;-#,##0.##"


def unrecorded(narration: Narration) -> Phrase:
    return plain(narration.language.gettext("No line was recorded of this deal, only the results"))


def choices(narration: Narration, _: Pick) -> str:
    return str(unrecorded(narration))


def points(narration: Narration) -> tuple[Sentence, ...]:
    """That there is no line, and the seat whose results are furthest apart."""
    about = (("choices", unrecorded(narration)), ("deal", _furthest(narration)))
    return tuple(_sentence(name, phrase) for name, phrase in about)


def _furthest(narration: Narration) -> Phrase:
    language, swing = narration.language, narration.comparison.swing
    seat = max(swing, key=lambda seat: swing[seat], default=0)
    if not swing.get(seat):
        message = language.gettext("{deal}, every seat finished alike at every table")
        return say(message, deal=this_deal(narration))
    there = {table: narration.play(table).result[seat] for table in narration.tables_of(seat)}
    low, high = (choose(there, key=lambda table: there[table]) for choose in (min, max))
    sources = tuple(pointer("plays", table, "result", seat) for table in (low, high))
    message = language.gettext(
        "Seat {seat}: from {low} at table {worst} to {high} at table {best}, {apart} chips apart"
    )
    return say(
        message,
        seat=named(seat, "seat", sources[0]),
        low=_chips(narration, there[low], SIGNED, sources[0]),
        worst=narration.table(low),
        high=_chips(narration, there[high], SIGNED, sources[1]),
        best=narration.table(high),
        apart=_chips(narration, there[high] - there[low], "#,##0.##", *sources),
    )


def _chips(narration: Narration, chips: Chips, form: str, *sources: str) -> Phrase:
    text = format_decimal(float(Fraction(chips)), format=form, locale=narration.language.locale)
    return Phrase({"": text}, {"": Fact(chips, "chips", sources)})


def _sentence(about: str, phrase: Phrase) -> Sentence:
    text = str(phrase)
    return Sentence(f"{text[:1].upper()}{text[1:]}.", phrase.facts, about)


RESULTS_ALONE = Teller({}, choices, points)
