"""A deal's moment in one line: the spot of its best pick and what the tables chose there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from producer.compare.model import Branch, Comparison, Pick
from producer.events import ResultsGame
from producer.games.cards import Cards
from producer.wording.all_tables import all_same_line
from producer.wording.games.results_alone import unrecorded
from producer.wording.language import Language
from producer.wording.language import language as speak
from producer.wording.narration import Narration
from producer.wording.phrases import Phrase, plain, say
from producer.wording.tellers import teller_of


def moment_line(comparison: Comparison, language: str = "en") -> str:
    """``Kings on the turn: three called, one raised``: at most twelve words, none about a result.

    Of a pick made by hand: of its two tables. Without a pick: why there is nothing to compare.
    Raises UnknownLanguage.
    """
    narration = Narration(speak(language), comparison)
    spoken, best = narration.language, comparison.best
    if best is not None and best.branches:
        return teller_of(comparison).choices(narration, best)
    apart = teller_of(comparison).apart if best is not None else None
    if best is not None and apart is not None and not all_same_line(comparison):
        return apart(narration, best)
    tables = len(comparison.deal.plays)
    n = narration.count(tables, "tables")
    if tables < 2:
        message = spoken.ngettext(
            "One table has finished this deal", "{n} tables have finished this deal", tables
        )
        return message.format(n=n)
    if isinstance(comparison.deal.plays[0].game, ResultsGame):
        return str(unrecorded(narration))
    if not all_same_line(comparison):
        return spoken.gettext("No choice to compare at {n} tables").format(n=n)
    return spoken.gettext("Played alike at all {n} tables").format(n=n)


def holdem_choices(narration: Narration, pick: Pick) -> str:
    there = str(where(narration, pick.street, pick.seat, pick.cards))
    branches = pick.branches if pick.fork is None else pick.fork.branches
    return f"{there[0].upper()}{there[1:]}: {_choices(narration, branches)}"


def where(narration: Narration, street: str, seat: int, cards: Cards) -> Phrase:
    """The hand and the street: ``kings on the turn``; the position if the hand is unknown."""
    language = narration.language
    if len(cards) != 2:
        message = language.gettext("{seat}, {street}")
        return say(message, seat=narration.position(seat), street=plain(_street(language, street)))
    match street:
        case "preflop":
            message = language.gettext("{hand} preflop")
        case "flop":
            message = language.gettext("{hand} on the flop")
        case "turn":
            message = language.gettext("{hand} on the turn")
        case _:
            message = language.gettext("{hand} on the river")
    return say(message, hand=narration.hand(seat))


def _street(language: Language, street: str) -> str:
    match street:
        case "preflop":
            return language.gettext("preflop")
        case "flop":
            return language.gettext("flop")
        case "turn":
            return language.gettext("turn")
        case _:
            return language.gettext("river")


def _choices(narration: Narration, branches: Sequence[Branch]) -> str:
    language = narration.language
    kinds: Counter[str] = Counter()
    for branch in branches:
        kinds[branch.move.action] += len(branch.tables)
    if len(kinds) == 1:
        n = narration.count(len(branches), "tables")
        return _sizes(language, next(iter(kinds))).format(n=n)
    return ", ".join(
        _did(language, kind, n).format(n=narration.count(n, "tables", of=kinds.total()))
        for kind, n in kinds.most_common(3)
    )


def _did(language: Language, action: str, n: int) -> str:
    match action:
        case "fold":
            return language.ngettext("{n} folded", "{n} folded", n)
        case "check":
            return language.ngettext("{n} checked", "{n} checked", n)
        case "call":
            return language.ngettext("{n} called", "{n} called", n)
        case "bet":
            return language.ngettext("{n} bet", "{n} bet", n)
        case _:
            return language.ngettext("{n} raised", "{n} raised", n)


def _sizes(language: Language, action: str) -> str:
    match action:
        case "call":
            return language.gettext("{n} call sizes")
        case "bet":
            return language.gettext("{n} bet sizes")
        case _:
            return language.gettext("{n} raise sizes")
