"""Flags on graphics that are showing: their deal was corrected, or does not count (RULES P11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from producer.games.line import DealKey
from producer.release import Gate
from producer.release.later_changes import (
    Marks,
    changes_since,
    does_not_count,
    no_longer_released,
    why_not_counted,
    why_still_not_counted,
)
from producer.web.channels.live import ChannelContent
from producer.web.channels.live_tables import KIND
from producer.web.languages import _
from producer.web.pages.sealed_views import waits_words

AIR, WHY = "route:/api/air", "air:since"

Flag = dict[str, str]
"""``{channel, deal, reason}``, the reason in words."""


def since(gate: Gate, shown: Mapping[str, ChannelContent | None]) -> list[Flag]:
    """What has happened to the shown deals since they were put on their channels. What is sealed
    again leaves the air by itself (``sealed_again.py``)."""
    released = set(gate.released(AIR))
    return [
        {"channel": name, "deal": str(key), "reason": reason}
        for name, each, key, said in _of_deals(gate, shown)
        if each.kind == KIND or key in released
        for reason in changes_since(each.said, said)
    ]


def not_counting(gate: Gate, shown: Mapping[str, ChannelContent | None]) -> list[Flag]:
    """Why shown deals do not count, for reasons older than their graphics."""
    released = set(gate.released(AIR))
    return [
        {"channel": name, "deal": str(key), "reason": reason}
        for name, each, key, said in _of_deals(gate, shown)
        if does_not_count(each.said) and key in released
        for reason in why_still_not_counted(gate.deal(key, AIR), each.said, said)
    ]


def warning(gate: Gate, shown: ChannelContent | None, exit_: str) -> str:
    """Why the deal to be shown does not count, in sentences, or ``""``."""
    if shown is None or shown.deal is None or not does_not_count(shown.said):
        return ""
    return _sentences(why_not_counted(gate.deal(shown.deal, exit_), shown.said))


def doubts(gate: Gate, deals: Iterable[str], exit_: str) -> dict[str, tuple[str, ...]]:
    """For each deal in full name that must not be shown or does not count: the reasons."""
    marks, released = gate.marks(exit_), {str(key): key for key in gate.released(exit_)}
    reasons: dict[str, tuple[str, ...]] = {}
    for name in set(deals):
        key = released.get(name)
        if key is None:
            reasons[name] = (f"Deal {name}: {no_longer_released('')}",)
        elif does_not_count(marks.get(key, {})):
            reasons[name] = why_not_counted(gate.deal(key, exit_), marks[key])
    return reasons


def flagged(gate: Gate, deals: Iterable[str], where: str = "") -> list[dict[str, str]]:
    """Each of these deals, in full name, with an alarm of at most eight words. ``where`` they are,
    if not on air."""
    marks = {str(key): (key, said) for key, said in gate.marks(AIR).items()}
    return [
        {"deal": name, "alarm": alarm(*marks[name], where)}
        for name in dict.fromkeys(deals)
        if name in marks
    ]


def alarm(key: DealKey, said: Marks, where: str = "") -> str:
    """
    >>> from producer.release import Mark
    >>> alarm(DealKey("day", "A", 31), {"4": Mark(review=True)})
    'Deal 31 is under review.'
    >>> alarm(DealKey("day", "A", 31), {"4": Mark(corrected=1)}, "In preview")
    'In preview: deal 31 was corrected.'
    """
    marks = said.values()
    if any(mark.contradiction for mark in marks):
        what = _("has another deck")
    elif any(mark.void for mark in marks):
        what = _("is void")
    else:
        what = _("is under review") if any(mark.review for mark in marks) else _("was corrected")
    if where:
        return _("{where}: deal {n} {what}.", where=where, n=key.number, what=what)
    return _("Deal {n} {what}.", n=key.number, what=what)


def _of_deals(
    gate: Gate, shown: Mapping[str, ChannelContent | None]
) -> list[tuple[str, ChannelContent, DealKey, Marks]]:
    of_deals = [
        (name, each, each.deal) for name, each in shown.items() if each is not None and each.deal
    ]
    marks = gate.marks(AIR) if of_deals else {}
    return [(name, each, key, marks.get(key, {})) for name, each, key in of_deals]


def why_sealed(gate: Gate, key: DealKey) -> str:
    """What a sealed deal waits for, in words, for producers only."""
    verdict = gate.view(WHY).verdict(key)
    return "" if verdict is None else waits_words(verdict)


def _sentences(words: Iterable[str]) -> str:
    return " ".join(f"{each}." for each in words)
