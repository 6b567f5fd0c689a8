"""Links to the pages that a visitor may open."""

from __future__ import annotations

from dataclasses import dataclass

from producer.release import Gate
from producer.web.access.roles import PRODUCERS, TAKERS, Who
from producer.web.access.router import may_get
from producer.web.languages import marked

QUARANTINE, TOURNAMENT = "/quarantine", "/tournament"
PAGES = (
    ("/prepare", marked("Prepare")),
    ("/", marked("Deals")),
    ("/show", marked("Show")),
    ("/rundown", marked("Rundown")),
    ("/panel", marked("Panel")),
    ("/line-up", marked("Line-up")),
    ("/people", marked("People")),
    (TOURNAMENT, marked("Tournament")),
    ("/maps", marked("Maps")),
    ("/tables", marked("Tables")),
    ("/recordings", marked("Recordings")),
    ("/corrections", marked("Corrections")),
    ("/forecast", marked("Forecast")),
    ("/sealed", marked("Sealed")),
    (QUARANTINE, marked("Quarantine")),
    ("/audit", marked("Audit")),
    ("/graphics/gallery", marked("Gallery")),
)


@dataclass(frozen=True, slots=True)
class PageLink:
    """``count``: of what is to be decided there, 0 for nothing."""

    address: str
    words: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class Places:
    """``pages``: those that a visitor may open. ``takes``: whether the visitor may take, and so has
    the air bar on every page. ``signed_in``: as whom, ``""`` for nobody."""

    pages: tuple[PageLink, ...]
    takes: bool
    signed_in: str


def links(gate: Gate, who: Who) -> Places:
    """The pages that ``who`` may open, with the number of open entries of the quarantine; that of
    tournaments once there is one."""
    there = any(each.tournament for each in gate.sessions())
    open_to_who = [
        (address, words)
        for address, words in PAGES
        if may_get(who.role, address) and (there or address != TOURNAMENT)
    ]
    pages = tuple(
        PageLink(address, words, gate.counts().undecided if address == QUARANTINE else 0)
        for address, words in open_to_who
    )
    signed_in = who.by if who.token is not None or who.role in PRODUCERS else ""
    return Places(pages, who.role in TAKERS, signed_in)
