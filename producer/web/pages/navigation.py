"""Links to the pages that a visitor may open."""

from __future__ import annotations

from dataclasses import dataclass

from producer.release import Gate
from producer.web.access.roles import Who
from producer.web.access.router import may_get

QUARANTINE = "/quarantine"
PAGES = (
    ("/", "All deals"),
    ("/rundown", "Rundown"),
    ("/panel", "Panel"),
    ("/tables", "Tables"),
    ("/recordings", "Recordings"),
    ("/corrections", "Corrections"),
    ("/forecast", "Forecast"),
    ("/sealed", "Sealed deals"),
    (QUARANTINE, "Quarantine"),
    ("/audit", "Audit"),
    ("/graphics/gallery", "Graphics gallery"),
)


@dataclass(frozen=True, slots=True)
class PageLink:
    """``count``: of what is to be decided there, 0 for nothing."""

    address: str
    words: str
    count: int = 0


def links(gate: Gate, who: Who) -> tuple[PageLink, ...]:
    """The pages that ``who`` may open, with the number of open entries of the quarantine."""
    open_to_who = [(address, words) for address, words in PAGES if may_get(who.role, address)]
    return tuple(
        PageLink(address, words, gate.counts().undecided if address == QUARANTINE else 0)
        for address, words in open_to_who
    )
