"""What is to be said of what is shown: the deal sealed again, corrected, or not counting (P11)."""

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
from producer.web.access.roles import Who
from producer.web.channels.live import ChannelContent
from producer.web.channels.live_tables import KIND
from producer.web.pages.sealed import waits_words

AIR, WHY = "route:/api/air", "air:since"

Told = dict[str, str]
"""``{channel, deal, told}``"""


def since(gate: Gate, shown: Mapping[str, ChannelContent | None], who: Who) -> list[Told]:
    """What became of the deals that are shown since they were put there: it stays as it is until
    somebody changes it. Why one is sealed, and what was said of it, is for sealed eyes only."""
    found, released = [], set(gate.released(AIR))
    for name, each, key, said in _of_deals(gate, shown):
        sealed = each.kind != KIND and key not in released
        words = changes_since(each.said, said) if not sealed or who.sees_sealed else ()
        if sealed:
            words = (no_longer_released(_waits(gate, key) if who.sees_sealed else ""), *words)
        found += [{"channel": name, "deal": str(key), "told": told} for told in words]
    return found


def not_counting(gate: Gate, shown: Mapping[str, ChannelContent | None]) -> list[Told]:
    """Why released deals that are shown do not count, said before they were put there."""
    released = set(gate.released(AIR))
    return [
        {"channel": name, "deal": str(key), "told": told}
        for name, each, key, said in _of_deals(gate, shown)
        if does_not_count(each.said) and key in released
        for told in why_still_not_counted(gate.deal(key, AIR), each.said, said)
    ]


def warning(gate: Gate, shown: ChannelContent | None, exit_: str) -> str:
    """Why the deal that is to be shown does not count, in a sentence, or nothing."""
    if shown is None or shown.deal is None or not does_not_count(shown.said):
        return ""
    return _sentence(why_not_counted(gate.deal(shown.deal, exit_), shown.said))


def doubts(gate: Gate, deals: Iterable[str], exit_: str) -> dict[str, tuple[str, ...]]:
    """By deal, of some by their full names, why it is not to be shown or does not count."""
    marks, released = gate.marks(exit_), {str(key): key for key in gate.released(exit_)}
    found: dict[str, tuple[str, ...]] = {}
    for name in set(deals):
        key = released.get(name)
        if key is None:
            found[name] = (f"Deal {name}: {no_longer_released('')}",)
        elif does_not_count(marks.get(key, {})):
            found[name] = why_not_counted(gate.deal(key, exit_), marks[key])
    return found


def _of_deals(
    gate: Gate, shown: Mapping[str, ChannelContent | None]
) -> list[tuple[str, ChannelContent, DealKey, Marks]]:
    of_deals = [
        (name, each, each.deal) for name, each in shown.items() if each is not None and each.deal
    ]
    marks = gate.marks(AIR) if of_deals else {}
    return [(name, each, key, marks.get(key, {})) for name, each, key in of_deals]


def _waits(gate: Gate, key: DealKey) -> str:
    verdict = gate.view(WHY).verdict(key)
    return "" if verdict is None else waits_words(verdict)


def _sentence(words: Iterable[str]) -> str:
    return " ".join(f"{each}." for each in words)
