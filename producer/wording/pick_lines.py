"""Three lines about a pick: the tease before the decision, the split at it, the headline after.

A producer's own words replace a line for as long as the facts are those it was written on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.model import Comparison, EditedLine, Pick
from producer.compare.whole_hand import WHOLE_HAND
from producer.wording.language import language as speak
from producer.wording.moment_line import moment_line, where
from producer.wording.narration import Narration, each
from producer.wording.numbers import listed
from producer.wording.phrases import Phrase, plain, pointer, say
from producer.wording.tellers import teller_of
from producer.wording.winner_line import winner_line

LINES = ("tease", "split", "headline")
"""In the order of ``ThreeLines``."""


@dataclass(frozen=True, slots=True)
class ThreeLines:
    """``tease`` gives away nothing from the decision on, ``split`` nothing after it; ``headline``
    says how both tables finished."""

    tease: Phrase
    split: Phrase
    headline: Phrase


def headline(comparison: Comparison, language: str = "en") -> str:
    """How the two tables of the deal's best pick finished; without a pick its ``moment_line``, and
    of a hand of hold'em at the only table, as the pick ``whole_hand`` too, who won it.

    Raises UnknownLanguage.
    """
    best = comparison.best
    if best is None or best.id == WHOLE_HAND:
        return winner_line(comparison, language) or moment_line(comparison, language)
    return str(spoken_line(comparison, best, "headline", language))


def three_lines(comparison: Comparison, pick: Pick, language: str = "en") -> ThreeLines:
    """In the producer's words where they edited a line. Raises UnknownLanguage."""
    return ThreeLines(*(spoken_line(comparison, pick, line, language) for line in LINES))


def spoken_line(comparison: Comparison, pick: Pick, line: str, language: str = "en") -> Phrase:
    """One of ``LINES``, in the producer's words where they edited it. Raises UnknownLanguage."""
    own = written_line(comparison, pick, line, language)
    for edited in pick.decision.lines:
        current = edited.facts == facts_stated(own)
        if (edited.line, edited.language) == (line, language) and current:
            return Phrase({"": edited.text}, own.facts)
    return own


def written_line(comparison: Comparison, pick: Pick, line: str, language: str = "en") -> Phrase:
    """The program's own line (one of ``LINES``), edited or not. Raises UnknownLanguage."""
    narration = Narration(speak(language), comparison)
    return _capital(teller_of(comparison).lines[line](narration, pick))


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


def _capital(line: Phrase) -> Phrase:
    text = str(line)
    return Phrase({"": text[:1].upper() + text[1:]}, line.facts)


def _tease(narration: Narration, pick: Pick) -> Phrase:
    """Depends on nothing from the decision on: the question names the boldest legal choice."""
    language = narration.language
    spot = where(narration, pick.street, pick.seat, pick.cards)
    if pick.fork is None or pick.pot is None:
        said, question = spot, language.gettext("{n} tables, same cards: how does it end?")
        if pick.kind == "same line" and pick.pot is not None:
            said = _price(narration, pick, spot, pointer("plays", pick.pairing[0], "line"))
        if _teams(narration):
            question = language.gettext("{n} teams, same cards: how does it end?")
    else:
        said = _price(narration, pick, spot, f"{narration.fork_pointer(pick.fork)}/history")
        question = _question(narration, pick)
    count = narration.count(len(narration.comparison.deal.plays), "tables", "/tables")
    asked = _capital(say(question, n=count))
    return Phrase({"": f"{said}. {asked}"}, {**said.facts, **asked.facts})


def _price(narration: Narration, pick: Pick, spot: Phrase, source: str) -> Phrase:
    language = narration.language
    parts = {"spot": spot, "pot": narration.amount(narration.in_blinds(pick.pot or 0), source)}
    if not pick.to_call:
        return say(language.gettext("{spot}, {pot:n} in the pot"), **parts)
    parts["price"] = narration.amount(narration.in_blinds(pick.to_call), source)
    return say(language.gettext("{spot}, {price:n} to call, {pot:n} in the pot"), **parts)


def _question(narration: Narration, pick: Pick) -> str:
    language, teams = narration.language, _teams(narration)
    if not _may_raise(narration, pick):
        if teams:
            return language.gettext("{n} teams, same cards: who calls?")
        return language.gettext("{n} tables, same cards: who calls?")
    if not pick.to_call and pick.street != "preflop":
        if teams:
            return language.gettext("{n} teams, same cards: who bets?")
        return language.gettext("{n} tables, same cards: who bets?")
    if teams:
        return language.gettext("{n} teams, same cards: who raises?")
    return language.gettext("{n} tables, same cards: who raises?")


def _may_raise(narration: Narration, pick: Pick) -> bool:
    """Whether the rules allow a bet or raise at the spot."""
    return narration.replays[pick.tables[0]].spots[len(pick.history)].min_to is not None


def _teams(narration: Narration) -> bool:
    """Whether every player plays for a team."""
    plays = narration.comparison.deal.plays
    return all(
        play.players and all(player.team for player in play.players.values()) for play in plays
    )


def _split(narration: Narration, pick: Pick) -> Phrase:
    language = narration.language
    if pick.id == WHOLE_HAND:
        return plain(language.gettext("The whole hand"))
    if not pick.branches:
        n = narration.count(len(pick.tables), "tables", *(pointer("plays", t) for t in pick.tables))
        return say(language.gettext("All {n} tables go the same way"), n=n)
    sized = len({branch.move.action for branch in pick.branches}) == 1
    chosen = [
        chooses(narration, who, branch.move.action, narration.size(branch.move), sized=sized)
        for who, branch in zip(each(narration, pick.pairing, pick.seat), pick.branches, strict=True)
    ]
    return say(language.gettext("{first}, {second}"), first=chosen[0], second=chosen[1])


def chooses(
    narration: Narration, who: Phrase, action: str, size: Fraction, *, sized: bool
) -> Phrase:
    """``China raises``; ``sized``: with the size, where all did the same. ``size`` in big
    blinds."""
    language, number = narration.language, who.number
    match action:
        case "fold":
            message = language.ngettext("{who} folds", "{who} fold", number)
        case "check":
            message = language.ngettext("{who} checks", "{who} check", number)
        case "call":
            message = language.ngettext("{who} calls", "{who} call", number)
        case "bet" if sized:
            message = language.ngettext("{who} bets {size:n}", "{who} bet {size:n}", number)
        case "bet":
            message = language.ngettext("{who} bets", "{who} bet", number)
        case _ if sized:
            message = language.ngettext(
                "{who} raises to {size:n}", "{who} raise to {size:n}", number
            )
        case _:
            message = language.ngettext("{who} raises", "{who} raise", number)
    return say(message, who=who, size=narration.amount(size))


def _headline(narration: Narration, pick: Pick) -> Phrase:
    language = narration.language
    best_first = sorted(pick.pairing, key=lambda table: -narration.result(table, pick.seat))
    names = each(narration, best_first, pick.seat)
    first, second = (narration.result(table, pick.seat) for table in best_first)
    if first == second == 0:
        ends = {"ended": _ends(narration, listed(language, names), best_first[0], pick.seat)}
        message = language.gettext("Same {hand}: {ended}")
        unknown = language.gettext("{seat}: {ended}")
    else:
        short = first * second > 0 and not str(names[1])[-1].isdigit()
        ends = {
            "first": _ends(narration, names[0], best_first[0], pick.seat),
            "second": _ends(narration, names[1], best_first[1], pick.seat, short=short),
        }
        message = language.gettext("Same {hand}: {first}, {second}")
        unknown = language.gettext("{seat}: {first}, {second}")
    if len(pick.cards) != 2:
        return say(unknown, seat=narration.position(pick.seat), **ends)
    return say(message, hand=narration.hand(pick.seat), **ends)


def _ends(
    narration: Narration, who: Phrase, table: str, seat: int, *, short: bool = False
) -> Phrase:
    """``China wins 51``; ``short``: without the verb, which the table before had too."""
    language, value = narration.language, narration.result(table, seat)
    amount = narration.amount(value, pointer("plays", table, "result", seat))
    if short:
        message = language.gettext("{who} {amount:n}")
    elif not value:
        message = language.ngettext("{who} breaks even", "{who} break even", who.number)
    elif value > 0:
        message = language.ngettext("{who} wins {amount:n}", "{who} win {amount:n}", who.number)
    else:
        message = language.ngettext("{who} loses {amount:n}", "{who} lose {amount:n}", who.number)
    return say(message, who=who, amount=amount)


HOLDEM_LINES: Mapping[str, Callable[[Narration, Pick], Phrase]] = {
    "tease": _tease,
    "split": _split,
    "headline": _headline,
}
