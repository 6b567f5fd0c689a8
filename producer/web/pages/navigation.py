"""The pages that the desk leads to, for whoever looks: only those that it would open."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from producer.release import Gate
from producer.web.access.roles import Role, allowed

QUARANTINE = "/quarantine"
PLACES = (
    ("/", "All deals"),
    ("/tables", "Tables"),
    ("/forecast", "Forecast"),
    ("/sealed", "Sealed deals"),
    (QUARANTINE, "Quarantine"),
    ("/audit", "Audit"),
    ("/graphics/gallery", "Graphics gallery"),
)


@dataclass(frozen=True, slots=True)
class PageLink:
    """``count``: of what waits there for somebody, 0 where nothing does."""

    address: str
    words: str
    count: int = 0


def places(role: Role, undecided: int = 0) -> tuple[PageLink, ...]:
    """What ``role`` may open. ``undecided``: entries of the quarantine. Pure."""
    return tuple(
        PageLink(address, words, undecided if address == QUARANTINE else 0)
        for address, words in PLACES
        if role in allowed(address)
    )


def places_for(gate: Gate, request: Request) -> tuple[PageLink, ...]:
    """What whoever asks may open, as the record stands."""
    role: Role = request.scope["who"].role
    return places(role, gate.counts().undecided if role in allowed(QUARANTINE) else 0)
