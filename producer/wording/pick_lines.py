"""Three lines about a pick: the tease before the decision, the split at it, the headline after.

A producer's own words replace a line for as long as the facts are those it was written on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from producer.compare.model import Comparison, EditedLine, Pick
from producer.games.cards import format_cards
from producer.games.line import Move
from producer.wording.hands import hand_name
from producer.wording.language import language as speak
from producer.wording.moment_line import moment_line, where
from producer.wording.narration import Narration, each
from producer.wording.phrases import Fact, Phrase, pointer, say


@dataclass(frozen=True, slots=True)
class ThreeLines:
    """``tease`` gives away nothing from the decision on, ``split`` nothing after it; ``headline``
    says how both tables finished."""

    tease: Phrase
    split: Phrase
    headline: Phrase


def headline(comparison: Comparison, language: str = "en") -> str:
    """How the two tables of the deal's best pick finished; without a pick its ``moment_line``.

    Raises UnknownLanguage.
    """
    best = comparison.best
    if best is None:
        return moment_line(comparison, language)
    return str(_spoken(comparison, best, "headline", language))


def three_lines(comparison: Comparison, pick: Pick, language: str = "en") -> ThreeLines:
    """In the producer's words where they edited a line. Raises UnknownLanguage."""
    return ThreeLines(*(_spoken(comparison, pick, line, language) for line in LINES))


def written_line(comparison: Comparison, pick: Pick, line: str, language: str = "en") -> Phrase:
    """The program's own line (one of ``LINES``), edited or not. Raises UnknownLanguage."""
    narration = Narration(speak(language), comparison)
    return _capital(LINES[line](narration, pick))


def edited_line(
    comparison: Comparison, pick: Pick, line: str, language: str, text: str
) -> EditedLine:
    """A line in a producer's words, with the facts it is written on; an empty ``text`` takes the
    producer's words back. Raises UnknownLanguage."""
    facts = facts_stated(written_line(comparison, pick, line, language))
    return EditedLine(line, language, text, facts)


def facts_stated(line: Phrase) -> dict[str, str]:
    """What a line states, by name, as ``EditedLine`` stores it: ``{"pot": "9 big blinds"}``."""
    return {name: f"{fact.value} {fact.unit}" for name, fact in line.facts.items()}


def out_of_date(comparison: Comparison, pick: Pick, edited: EditedLine) -> str:
    """Why an edited line is not used, in words; ``""`` if its facts are as they were."""
    now = facts_stated(written_line(comparison, pick, edited.line, edited.language))
    if now == edited.facts:
        return ""
    then = [fact for name, fact in edited.facts.items() if now.get(name) != fact]
    since = [fact for name, fact in now.items() if edited.facts.get(name) != fact]
    return (
        f"out of date: it was written on {', '.join(then) or 'fewer facts'}; "
        f"now it is {', '.join(since) or 'without them'}"
    )


def _spoken(comparison: Comparison, pick: Pick, line: str, language: str) -> Phrase:
    own = written_line(comparison, pick, line, language)
    for edited in pick.decision.lines:
        current = edited.facts == facts_stated(own)
        if (edited.line, edited.language) == (line, language) and current:
            return Phrase({"": edited.text}, own.facts)
    return own


def _capital(line: Phrase) -> Phrase:
    text = str(line)
    return Phrase({"": text[:1].upper() + text[1:]}, line.facts)


def _tease(narration: Narration, pick: Pick) -> Phrase:
    language = narration.language
    sources = [pointer("plays", table) for table in pick.tables]
    parts = {
        "where": Phrase({"": where(language, pick.street, pick.seat, pick.cards)}, _cards(pick)),
        "n": narration.count(len(pick.tables), "tables", *sources),
    }
    if pick.fork is None or pick.pot is None:
        message = language.gettext("{where}: {n} tables with the same cards. How does it end?")
        return say(message, **parts)
    source = f"{narration.fork_pointer(pick.fork)}/history"
    parts["pot"] = narration.amount(narration.in_blinds(pick.pot), source)
    if not pick.to_call:
        message = language.gettext(
            "{where}, {pot:n} in the pot. {n} tables, the same cards: what now?"
        )
        return say(message, **parts)
    parts["price"] = narration.amount(narration.in_blinds(pick.to_call), source)
    message = language.gettext(
        "{where}: {price:n} to pay, {pot:n} in the pot. {n} tables, the same cards: what now?"
    )
    return say(message, **parts)


def _split(narration: Narration, pick: Pick) -> Phrase:
    language = narration.language
    if not pick.branches:
        n = narration.count(len(pick.tables), "tables", *(pointer("plays", t) for t in pick.tables))
        return say(language.gettext("All {n} tables go the same way"), n=n)
    chosen = [
        _chooses(narration, who, branch.move)
        for who, branch in zip(each(narration, pick.pairing, pick.seat), pick.branches, strict=True)
    ]
    return say(language.gettext("{first}, {second}"), first=chosen[0], second=chosen[1])


def _chooses(narration: Narration, who: Phrase, move: Move) -> Phrase:
    language = narration.language
    size = narration.amount(narration.size(move))
    match move.action:
        case "fold":
            message = language.ngettext("{who} folds", "{who} fold", who.number)
        case "check":
            message = language.ngettext("{who} checks", "{who} check", who.number)
        case "call":
            message = language.ngettext("{who} calls", "{who} call", who.number)
        case "bet":
            message = language.ngettext("{who} bets {size:n}", "{who} bet {size:n}", who.number)
        case _:
            message = language.ngettext(
                "{who} raises to {size:n}", "{who} raise to {size:n}", who.number
            )
    return say(message, who=who, size=size)


def _headline(narration: Narration, pick: Pick) -> Phrase:
    language = narration.language
    names = dict(zip(pick.pairing, each(narration, pick.pairing, pick.seat), strict=True))
    best_first = sorted(pick.pairing, key=lambda table: -narration.result(table, pick.seat))
    ends = [_ends(narration, names[table], table, pick.seat) for table in best_first]
    parts = {"first": ends[0], "second": ends[1]}
    hand = hand_name(pick.cards, language.code)
    if not hand:
        parts["seat"] = narration.seat(pick.seat)
        return say(language.gettext("Seat {seat}: {first}, {second}"), **parts)
    parts["hand"] = Phrase({"": hand}, _cards(pick))
    return say(language.gettext("Same {hand}: {first}, {second}"), **parts)


def _cards(pick: Pick) -> dict[str, Fact]:
    """The fact behind a hand's name; none where its cards are unknown."""
    if not pick.cards:
        return {}
    return {"": Fact(format_cards(pick.cards), "cards", (pointer("cards", pick.seat),))}


def _ends(narration: Narration, who: Phrase, table: str, seat: int) -> Phrase:
    language, value = narration.language, narration.result(table, seat)
    amount = narration.amount(value, pointer("plays", table, "result", seat))
    if not value:
        message = language.ngettext("{who} breaks even", "{who} break even", who.number)
    elif value > 0:
        message = language.ngettext("{who} wins {amount:n}", "{who} win {amount:n}", who.number)
    else:
        message = language.ngettext("{who} loses {amount:n}", "{who} lose {amount:n}", who.number)
    return say(message, who=who, amount=amount)


LINES: Mapping[str, Callable[[Narration, Pick], Phrase]] = {
    "tease": _tease,
    "split": _split,
    "headline": _headline,
}
"""The three lines by name, in the order of ``ThreeLines``."""
