"""The release gate: the one way from the record to anything that leaves the house (RULES P11).

A deal is released when it belongs to an archive, or when every table of its group has finished
it. Everything else is sealed, and a sealed deal answers exactly as one that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from threading import RLock
from typing import Literal

from producer.compare import Around, compare, rate
from producer.compare.model import Comparison
from producer.games.line import Deal, DealKey
from producer.record import Progress, Session, Store, open_store
from producer.scoring import moves, tally_of

State = Literal["sealed", "released"]

EXITS: Mapping[str, str] = {
    "command:deals": "the ranking on standard output",
    "command:compare": "one deal's comparison on standard output",
    "command:still": "a picture of the two-up, PNG",
    "command:demo": "ranking.json and stills under the demo's folder",
    "command:standings": "standings on standard output or as CSV",
    "command:results": "chip scores on standard output or as CSV",
    "route:/": "the desk: deals by merit",
    "route:/deals/{reference}": "the comparison page of a deal",
    "route:/stills/{reference}.png": "a picture of the two-up, PNG",
    "route:/api/deals": "the ranking as JSON",
    "route:/api/deals/{reference}": "one deal's comparison as JSON",
    "route:/api/take": "a two-up to its graphics channel and to OBS",
    "route:/api/air": "what OBS has on program and each graphics channel shows",
    "route:/api/channels/{channel}": "a two-up to its graphics channel",
    "channel:/live/{channel}": "whole stages to the graphics pages",
    "obs:two-up": "the two-up scene, its graphics and table names in OBS",
}
"""Every way out of the house that carries deal content; one that is not listed is refused."""

_REFERENCE = re.compile(r"(?:(?P<session>.+)/(?P<group>[^/]+)/)?(?P<number>[1-9]\d{0,8})")


class NotAvailable(LookupError):
    """There is no such deal, or it is sealed; nobody can tell which."""

    def __init__(self, reference: str) -> None:
        super().__init__(
            f"deal {reference} is not available: there is no such deal, or not every table "
            "has finished it. `duplicast deals` lists what is."
        )


class AmbiguousDeal(LookupError):
    """A bare number that several released deals bear; ``candidates`` names them in full."""

    def __init__(self, reference: str, candidates: tuple[str, ...]) -> None:
        self.candidates = candidates
        super().__init__(f"deal {reference} is ambiguous; say which: {', '.join(candidates)}")


def state(progress: Progress) -> State:
    """Whether a deal may leave the house. Fails closed: a live group without a roster is sealed."""
    if progress.kind == "archive":
        return "released"
    everybody = set(progress.tables)
    return "released" if everybody and everybody <= set(progress.finished) else "sealed"


class Gate:
    """The record as everything above may see it: released deals only, each asked for an exit."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = RLock()
        self._released: tuple[int, list[DealKey]] | None = None
        self._ranking: tuple[int, list[Comparison]] | None = None
        self._compared: dict[DealKey, Comparison] = {}

    def close(self) -> None:
        self._store.close()

    def released(self, exit_: str) -> list[DealKey]:
        """The released deals, in the order of sessions, groups and numbers."""
        _known(exit_)
        with self._lock:
            version = self._store.version()
            if self._released is None or self._released[0] != version:
                progress = self._store.progress()
                keys = sorted(each.key for each in progress if state(each) == "released")
                self._released = version, keys
            return self._released[1]

    def sessions(self) -> list[Session]:
        """The sessions as opened: rosters and settings, nothing of any deal."""
        return self._store.sessions()

    def deals(self, exit_: str) -> list[Deal]:
        """All released deals with their finished plays."""
        keys = set(self.released(exit_))
        return [deal for deal in self._store.deals() if deal.key in keys]

    def deal(self, reference: str, exit_: str) -> Deal:
        """One released deal, by ``N`` or ``SESSION/GROUP/N``.

        Raises NotAvailable (sealed and unknown alike) and AmbiguousDeal.
        """
        key = resolve(reference, self.released(exit_))
        deal = self._store.deal(key)
        if deal is None:
            raise NotAvailable(reference)
        return deal

    def comparison(self, reference: str, exit_: str) -> Comparison:
        """One released deal compared, rated among all released ones; raises as ``deal`` does."""
        key = resolve(reference, self.released(exit_))
        return next(found for found in self.comparisons(exit_) if found.deal.key == key)

    def comparisons(self, exit_: str) -> list[Comparison]:
        """All released deals compared, best first; deals under one set of rules before others."""
        _known(exit_)
        with self._lock:
            version = self._store.version()
            if self._ranking is None or self._ranking[0] != version:
                self._ranking = version, self._rank(self.deals(exit_))
            return self._ranking[1]

    def _rank(self, deals: list[Deal]) -> list[Comparison]:
        """Standings are those of released deals alone: no answer may hint at a sealed one."""
        moved = {}
        for _, group in groupby(deals, key=lambda deal: (deal.key.session, deal.key.group)):
            shifts = moves(tally_of(list(group)))
            if len(shifts) > 1:  # a first deal moves nothing: there were no standings before it
                moved.update(shifts)
        return ranked(
            [rate(self._compare(deal), Around(moved=moved.get(deal.key))) for deal in deals]
        )

    def _compare(self, deal: Deal) -> Comparison:
        """Compares a deal once for as long as it stays as it is: a new hand changes one deal."""
        known = self._compared.get(deal.key)
        if known is None or known.deal != deal:
            known = self._compared[deal.key] = compare(deal)
        return known


def open_gate(db: Path) -> Gate:
    """The gate before the record at ``db``, which is made where there is none."""
    return Gate(open_store(db))


def resolve(reference: str, released: list[DealKey]) -> DealKey:
    """The released deal that ``reference`` names; raises NotAvailable or AmbiguousDeal."""
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        raise NotAvailable(reference)
    session, group, number = match["session"], match["group"], int(match["number"])
    found = [
        key
        for key in released
        if key.number == number
        and (session is None or (key.session, key.group) == (session, group))
    ]
    if not found:
        raise NotAvailable(reference)
    if len(found) > 1:
        raise AmbiguousDeal(reference, tuple(str(key) for key in found))
    return found[0]


def ranked(comparisons: list[Comparison]) -> list[Comparison]:
    """Best first: same rules before mixed ones, then airable, merit, and the deal's name."""
    return sorted(
        comparisons,
        key=lambda found: (not found.same_rules, -found.airable, -found.merit, found.deal.key),
    )


def _known(exit_: str) -> None:
    if exit_ not in EXITS:
        raise ValueError(f"{exit_!r} is not listed in release.EXITS, so nothing leaves by it")
