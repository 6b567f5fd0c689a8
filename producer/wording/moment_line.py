"""A deal's moment in one line: the spot of its best pick and what the tables chose there."""

from __future__ import annotations

from collections import Counter

from producer.compare.model import Comparison, Fork
from producer.games.cards import Cards
from producer.wording.all_tables import all_same_line
from producer.wording.hands import hand_name
from producer.wording.language import Language
from producer.wording.language import language as speak


def moment_line(comparison: Comparison, language: str = "en") -> str:
    """``Kings on the turn: 3 called, 1 raised``: at most ten words, none about a result.

    Without a fork: why there is nothing to compare. Raises UnknownLanguage.
    """
    spoken = speak(language)
    fork = comparison.fork
    if fork is not None:
        return f"{where(spoken, fork.street, fork.seat, fork.cards)}: {_choices(spoken, fork)}"
    tables = len(comparison.deal.plays)
    if tables < 2:
        message = spoken.ngettext(
            "One table has finished this deal", "{n} tables have finished this deal", tables
        )
        return message.format(n=tables)
    if not all_same_line(comparison):
        return spoken.gettext("No choice to compare at {n} tables").format(n=tables)
    return spoken.gettext("Played alike at all {n} tables").format(n=tables)


def where(language: Language, street: str, seat: int, cards: Cards) -> str:
    """The hand and the street: ``Kings on the turn``; the seat if the hand is unknown."""
    hand = hand_name(cards, language.code)
    if not hand:
        message = language.gettext("Seat {seat}, {street}")
        return message.format(seat=seat, street=_street(language, street))
    match street:
        case "preflop":
            message = language.gettext("{hand} before the flop")
        case "flop":
            message = language.gettext("{hand} on the flop")
        case "turn":
            message = language.gettext("{hand} on the turn")
        case _:
            message = language.gettext("{hand} on the river")
    return message.format(hand=hand[0].upper() + hand[1:])


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


def _choices(language: Language, fork: Fork) -> str:
    kinds: Counter[str] = Counter()
    for branch in fork.branches:
        kinds[branch.move.action] += len(branch.tables)
    if len(kinds) == 1:
        return _sizes(language, next(iter(kinds))).format(n=len(fork.branches))
    return ", ".join(_did(language, kind, n).format(n=n) for kind, n in kinds.most_common(3))


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
