"""Builds the stage for ``duplicast still``."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.stage import Stage
from producer.cli.common import WRONG_USAGE, fail
from producer.compare.model import Comparison
from producer.games.line import Deal
from producer.release import Gate
from producer.segments.graphic_contexts import context_of
from producer.settings import GraphicsSettings
from producer.stages import NotDrawable
from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import CatalogueEntry
from producer.stages.house_style import with_people
from producer.stages.moment import DECISION, END, Moment
from producer.stages.style import style_of

EXIT = "command:still"


@dataclass(frozen=True, slots=True)
class StillRequest:
    """``tables``: empty for the suggested ones. ``moment``: ``None`` for the decision, or the end
    if the graphic has no other. ``moves``: of one table, instead of a moment."""

    graphic: str
    tables: tuple[str, ...]
    moment: Moment | None
    spoken: GraphicsSettings
    moves: int | None = None


def stage_of(gate: Gate, found: Comparison, request: StillRequest) -> Stage:
    """Ends the command with a message if the graphic cannot be drawn."""
    entry = CATALOGUE[request.graphic]
    assert entry.request is not None
    moment = _moment(entry, request)
    _check_request(entry, request)
    _check_tables(found.deal, request)
    try:
        wanted = entry.request(found, request.tables, moment)
        if request.moves is not None:
            wanted = wanted.model_copy(update={"moment": None, "moves": request.moves})
        context = context_of(entry, gate, found, EXIT)
        drawn = entry.draw(context, wanted, with_people(style_of(request.spoken), gate))
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
    if request.moves is not None and "moves" not in entry.fields.model_fields:
        fail(f"--moves: {entry.name} is not of one table; name --moment", WRONG_USAGE)
    if request.moves is not None and request.moment is not None:
        fail("--moves and --moment: name one of the two", WRONG_USAGE)


def _moment(entry: CatalogueEntry, request: StillRequest) -> Moment:
    """The moment asked for, by default the decision. Ends the command if the graphic has no such
    moment."""
    if request.moment is None:
        return DECISION if "decision" in entry.moments else END
    if not entry.has_moment(request.moment):
        has = "is drawn at the end only" if entry.moments else "has no moments; leave it out"
        fail(f"--moment {request.moment}: {entry.name} {has}", WRONG_USAGE)
    return request.moment


def _check_tables(deal: Deal, request: StillRequest) -> None:
    """Refuses tables that have not finished the deal or do not play it."""
    finished = [play.table for play in deal.plays]
    for table in request.tables:
        if table not in finished:
            why = "has not finished" if table in deal.tables else "is not in"
            fail(f"--tables: table {table} {why} deal {deal.key}; there are {', '.join(finished)}")
