"""One seat over all tables: how many finished ahead, the worst and the best result."""

from __future__ import annotations

from fractions import Fraction

from producer.compare.model import Comparison
from producer.wording.language import Language
from producer.wording.narration import Narration
from producer.wording.phrases import Phrase, pointer, say
from producer.wording.two_tables import this_deal


def field_sentence(narration: Narration, seat: int) -> Phrase:
    """``With these cards four of the six tables came out ahead: results ran from losing 9 ...``"""
    language = narration.language
    results = {table: narration.result(table, seat) for table in narration.tables_of(seat)}
    sources = [pointer("plays", table, "result", seat) for table in results]
    low, high = (pick(results, key=lambda table: results[table]) for pick in (min, max))
    ahead = sum(value > 0 for value in results.values())
    parts = {
        "n": narration.count(ahead, "tables", *sources, of=len(results)),
        "of": narration.count(len(results), "tables", *sources),
    }
    if results[low] == results[high]:
        parts["amount"] = narration.amount(results[low], pointer("plays", low, "result", seat))
        return say(_all_alike(language, results[low]), **parts)
    parts["low"] = _outcome(narration, low, seat, unit=True)
    parts["high"] = _outcome(narration, high, seat, unit=results[low] == 0)
    if not ahead:
        message = language.gettext(
            "With these cards none of the {of} tables came out ahead: results ran from {low} to "
            "{high}"
        )
    elif ahead == len(results):
        message = language.gettext(
            "With these cards all {of} tables came out ahead: results ran from {low} to {high}"
        )
    else:
        message = language.ngettext(
            "With these cards only one of the {of} tables came out ahead: results ran from {low} "
            "to {high}",
            "With these cards {n} of the {of} tables came out ahead: results ran from {low} to "
            "{high}",
            ahead,
        )
    return say(message, **parts)


def _all_alike(language: Language, value: Fraction) -> str:
    if value > 0:
        return language.gettext("With these cards all {of} tables won {amount}")
    if value < 0:
        return language.gettext("With these cards all {of} tables lost {amount}")
    return language.gettext("With these cards all {of} tables broke even")


def _outcome(narration: Narration, table: str, seat: int, *, unit: bool) -> Phrase:
    """``winning 51 big blinds``, or without the unit if it was just said."""
    language, value = narration.language, narration.result(table, seat)
    said = narration.amount(value, pointer("plays", table, "result", seat))
    number = said.forms["n"]
    amount = said if unit or number == str(said) else Phrase({"": number, "of": number}, said.facts)
    if value > 0:
        return say(language.gettext("winning {amount}"), amount=amount)
    if value < 0:
        return say(language.gettext("losing {amount}"), amount=amount)
    return say(language.gettext("breaking even"), amount=amount)


def all_same_line(comparison: Comparison) -> bool:
    """Whether every table played the same line under the same rules."""
    return comparison.same_rules and len({play.line for play in comparison.deal.plays}) == 1


def alike(narration: Narration, seat: int) -> tuple[Phrase, Phrase]:
    """For a deal without a fork: whether all played alike, and the result."""
    language = narration.language
    tables = narration.tables_of(seat)
    n = narration.count(len(tables), "tables", "/tables")
    if not all_same_line(narration.comparison):
        played = say(language.gettext("No two tables chose differently in the same spot"), n=n)
    elif len(tables) == 2:
        played = say(language.gettext("Both tables played it alike, move for move"), n=n)
    else:
        played = say(language.gettext("All {n} tables played it alike, move for move"), n=n)
    value = narration.result(tables[0], seat)
    parts = {
        "deal": this_deal(narration),
        "seat": narration.position(seat),
        "amount": narration.amount(value, pointer("plays", tables[0], "result", seat)),
    }
    if any(narration.result(table, seat) != value for table in tables):
        return played, say(language.gettext("{deal}, no decision separates the tables"), **parts)
    if value > 0:
        message = language.gettext("{deal}, {seat} won {amount} at every table")
    else:
        message = language.gettext("{deal}, no chips moved at any table")
    return played, say(message, **parts)
