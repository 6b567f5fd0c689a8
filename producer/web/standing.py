"""What is to be said of what is shown: the deal sealed again, corrected, or not counting (P11)."""

from __future__ import annotations

from collections.abc import Mapping

from producer.games.line import DealKey
from producer.release import Gate
from producer.release.since import Said, no_longer_released, said_since
from producer.web.following import KIND
from producer.web.live import Shown
from producer.web.roles import Who
from producer.web.sealed import waits_words

AIR, WHY = "route:/api/air", "air:since"

Told = dict[str, str]
"""``{channel, deal, told}``"""


def since(gate: Gate, shown: Mapping[str, Shown | None], who: Who) -> list[Told]:
    """What became of the deals that are shown since they were put there: it stays as it is until
    somebody changes it. Why one is sealed, and what was said of it, is for sealed eyes only."""
    found, released = [], set(gate.released(AIR))
    for name, each, key, said in _of_deals(gate, shown):
        sealed = each.kind != KIND and key not in released
        words = said_since(each.said, said) if not sealed or who.sees_sealed else ()
        if sealed:
            words = (no_longer_released(_waits(gate, key) if who.sees_sealed else ""), *words)
        found += [{"channel": name, "deal": str(key), "told": told} for told in words]
    return found


def _of_deals(
    gate: Gate, shown: Mapping[str, Shown | None]
) -> list[tuple[str, Shown, DealKey, Said]]:
    of_deals = [
        (name, each, each.deal) for name, each in shown.items() if each is not None and each.deal
    ]
    marks = gate.marks(AIR) if of_deals else {}
    return [(name, each, key, marks.get(key, {})) for name, each, key in of_deals]


def _waits(gate: Gate, key: DealKey) -> str:
    verdict = gate.view(WHY).verdict(key)
    return "" if verdict is None else waits_words(verdict)
