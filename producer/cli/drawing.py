"""Builds the stage for ``duplicast still``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from overlay.stage import Stage
from producer.cli.common import WRONG_USAGE, fail, picked
from producer.compare import compare
from producer.compare.model import Comparison
from producer.games.line import Deal
from producer.release import Gate
from producer.release.group_tallies import around, chosen, tallies
from producer.scoring import standings
from producer.settings import GraphicsSettings
from producer.stages import NotDrawable
from producer.stages.catalogue import CATALOGUE
from producer.stages.draw_programme import MOVES
from producer.stages.entry import (
    BeforeAndAfter,
    CatalogueEntry,
    DealOfSession,
    GroupStandings,
)
from producer.stages.style import style_of

EXIT = "command:still"


@dataclass(frozen=True, slots=True)
class StillRequest:
    """``tables``: empty for the suggested ones. ``moment``: ``fork``, ``end`` or a number.
    ``pick``: its id, by default the best."""

    graphic: str
    tables: tuple[str, ...]
    moment: str
    spoken: GraphicsSettings
    pick: str | None = None


def stage_of(gate: Gate, deal: Deal, request: StillRequest) -> Stage:
    """Ends the command with a message if the graphic cannot be drawn."""
    entry = CATALOGUE[request.graphic]
    assert entry.request is not None
    _check_request(entry, request)
    _check_tables(deal, request)
    found = picked(compare(deal), request.pick)
    try:
        wanted = entry.request(found, request.tables, request.moment)
        context = _CONTEXTS[entry.context](gate, found)
        drawn = entry.draw(context, wanted, style_of(request.spoken))
    except NotDrawable as error:
        fail(str(error))
    assert isinstance(drawn.stage, Stage)
    return drawn.stage


def _check_request(entry: CatalogueEntry, request: StillRequest) -> None:
    """Refuses tables and moments that the graphic does not have."""
    counts, given = entry.table_counts, len(request.tables)
    if given and given not in counts:
        wanted = " or ".join(map(str, counts))
        fail(
            f"--tables: {entry.name} shows {wanted} of them, not {given}"
            if counts
            else f"--tables: {entry.name} does not take tables; leave it out",
            WRONG_USAGE,
        )
    moves = "moves" in entry.moments
    if request.moment not in ("fork", "end") and not (moves and MOVES.fullmatch(request.moment)):
        more = ", or a number of moves" if moves else ""
        fail(f"--moment {request.moment}: {entry.name} is drawn at fork or end{more}", WRONG_USAGE)


def _check_tables(deal: Deal, request: StillRequest) -> None:
    """Refuses tables that have not finished the deal or do not play it."""
    finished = [play.table for play in deal.plays]
    for table in request.tables:
        if table not in finished:
            why = "has not finished" if table in deal.tables else "is not in"
            fail(f"--tables: table {table} {why} deal {deal.key}; there are {', '.join(finished)}")


def _deal(gate: Gate, found: Comparison) -> DealOfSession:
    key = found.deal.key
    (session,) = chosen(gate.sessions(), f"{key.session}/{key.group}")
    return DealOfSession(found.deal, session.deals or 0)


def _before_and_after(gate: Gate, found: Comparison) -> BeforeAndAfter:
    before, after = around(gate, found.deal.key, EXIT)
    return BeforeAndAfter(found, standings(before), standings(after))


def _standings(gate: Gate, found: Comparison) -> GroupStandings:
    key = found.deal.key
    groups = chosen(gate.sessions(), f"{key.session}/{key.group}")
    ((session, tally),) = tallies(gate, groups, EXIT)
    ranked = standings(tally, session.deals or 0)
    return GroupStandings(ranked, session.teams, session.deals or 0)


_CONTEXTS: Mapping[type | None, Callable[[Gate, Comparison], object]] = {
    Comparison: lambda _, found: found,
    DealOfSession: _deal,
    BeforeAndAfter: _before_and_after,
    GroupStandings: _standings,
}
"""By type of context: how it is made for a deal, sealed or not."""
