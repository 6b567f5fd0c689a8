"""The graphic that ``duplicast still`` is asked for, made of a deal."""

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
    """``tables``: none for the suggested ones. ``moment``: ``fork``, ``end`` or a number.
    ``pick``: its id, by default the best."""

    graphic: str
    tables: tuple[str, ...]
    moment: str
    spoken: GraphicsSettings
    pick: str | None = None


def stage_of(gate: Gate, deal: Deal, asked: StillRequest) -> Stage:
    """Ends the command in words where it cannot be drawn."""
    entry = CATALOGUE[asked.graphic]
    assert entry.request is not None
    _fits(entry, asked)
    _there(deal, asked)
    found = picked(compare(deal), asked.pick)
    try:
        wanted = entry.request(found, asked.tables, asked.moment)
        context = _CONTEXTS[entry.context](gate, found)
        drawn = entry.draw(context, wanted, style_of(asked.spoken))
    except NotDrawable as error:
        fail(str(error))
    assert isinstance(drawn.stage, Stage)
    return drawn.stage


def _fits(entry: CatalogueEntry, asked: StillRequest) -> None:
    """Refuses tables and moments that the graphic does not have."""
    counts, given = entry.table_counts, len(asked.tables)
    if given and given not in counts:
        wanted = " or ".join(map(str, counts))
        fail(
            f"--tables: {entry.name} shows {wanted} of them, not {given}"
            if counts
            else f"--tables: {entry.name} is of no single table; leave it out",
            WRONG_USAGE,
        )
    moves = "moves" in entry.moments
    if asked.moment not in ("fork", "end") and not (moves and MOVES.fullmatch(asked.moment)):
        more = ", or a number of moves" if moves else ""
        fail(f"--moment {asked.moment}: {entry.name} is drawn at fork or end{more}", WRONG_USAGE)


def _there(deal: Deal, asked: StillRequest) -> None:
    """Refuses tables that have not finished the deal, or are not at it."""
    finished = [play.table for play in deal.plays]
    for table in asked.tables:
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
"""By the context of a graphic, how it is got for a deal that may be sealed."""
