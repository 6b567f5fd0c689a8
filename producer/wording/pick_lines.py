"""Three lines about a pick: the tease before the decision, the split at it, the headline after."""

from __future__ import annotations

from dataclasses import dataclass

from producer.compare.model import Comparison, Pick
from producer.games.line import Move
from producer.wording.hands import hand_name
from producer.wording.language import language as speak
from producer.wording.moment_line import moment_line, where
from producer.wording.phrases import Phrase, pointer, say
from producer.wording.telling import Telling, each


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
    telling = Telling(speak(language), comparison, {}, None)
    return str(_capital(_headline(telling, best)))


def three_lines(comparison: Comparison, pick: Pick, language: str = "en") -> ThreeLines:
    """Raises UnknownLanguage."""
    telling = Telling(speak(language), comparison, {}, None)
    lines = _tease(telling, pick), _split(telling, pick), _headline(telling, pick)
    return ThreeLines(*map(_capital, lines))


def _capital(line: Phrase) -> Phrase:
    text = str(line)
    return Phrase({"": text[:1].upper() + text[1:]}, line.facts)


def _tease(telling: Telling, pick: Pick) -> Phrase:
    language = telling.language
    sources = [pointer("plays", table) for table in pick.tables]
    parts = {
        "where": Phrase({"": where(language, pick.street, pick.seat, pick.cards)}),
        "n": telling.count(len(pick.tables), "tables", *sources),
    }
    if pick.fork is None or pick.pot is None:
        message = language.gettext("{where}: {n} tables with the same cards. How does it end?")
        return say(message, **parts)
    source = f"{telling.fork_pointer(pick.fork)}/history"
    parts["pot"] = telling.amount(telling.in_blinds(pick.pot), source)
    if not pick.to_call:
        message = language.gettext(
            "{where}, {pot:n} in the pot. {n} tables, the same cards: what now?"
        )
        return say(message, **parts)
    parts["price"] = telling.amount(telling.in_blinds(pick.to_call), source)
    message = language.gettext(
        "{where}: {price:n} to pay, {pot:n} in the pot. {n} tables, the same cards: what now?"
    )
    return say(message, **parts)


def _split(telling: Telling, pick: Pick) -> Phrase:
    language = telling.language
    if not pick.branches:
        n = telling.count(len(pick.tables), "tables", *(pointer("plays", t) for t in pick.tables))
        return say(language.gettext("All {n} tables go the same way"), n=n)
    chosen = [
        _chooses(telling, who, branch.move)
        for who, branch in zip(each(telling, pick.pairing, pick.seat), pick.branches, strict=True)
    ]
    return say(language.gettext("{first}, {second}"), first=chosen[0], second=chosen[1])


def _chooses(telling: Telling, who: Phrase, move: Move) -> Phrase:
    language = telling.language
    size = telling.amount(telling.size(move))
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


def _headline(telling: Telling, pick: Pick) -> Phrase:
    language = telling.language
    names = dict(zip(pick.pairing, each(telling, pick.pairing, pick.seat), strict=True))
    best_first = sorted(pick.pairing, key=lambda table: -telling.result(table, pick.seat))
    ends = [_ends(telling, names[table], table, pick.seat) for table in best_first]
    parts = {"first": ends[0], "second": ends[1]}
    hand = hand_name(pick.cards, language.code)
    if not hand:
        parts["seat"] = telling.seat(pick.seat)
        return say(language.gettext("Seat {seat}: {first}, {second}"), **parts)
    parts["hand"] = Phrase({"": hand})
    return say(language.gettext("Same {hand}: {first}, {second}"), **parts)


def _ends(telling: Telling, who: Phrase, table: str, seat: int) -> Phrase:
    language, value = telling.language, telling.result(table, seat)
    amount = telling.amount(value, pointer("plays", table, "result", seat))
    if not value:
        message = language.ngettext("{who} breaks even", "{who} break even", who.number)
    elif value > 0:
        message = language.ngettext("{who} wins {amount:n}", "{who} win {amount:n}", who.number)
    else:
        message = language.ngettext("{who} loses {amount:n}", "{who} lose {amount:n}", who.number)
    return say(message, who=who, amount=amount)
