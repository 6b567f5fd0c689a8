"""The graphic that ``duplicast still`` is asked for, made of a deal."""

from __future__ import annotations

import re
from dataclasses import dataclass

from overlay.stage import Stage
from producer.cli.common import WRONG_USAGE, fail
from producer.compare import compare
from producer.compare.model import Comparison
from producer.games.line import Deal
from producer.release import Gate
from producer.release.tallies import around, chosen, tallies
from producer.scoring import standings
from producer.settings import GraphicsSettings
from producer.stages import NotDrawable, arranged, field, n_up, table_stage, two_up, upright
from producer.stages.moment import Moment
from producer.stages.n_up import FRAMES
from producer.stages.show import matrix_stage, seat_of, seat_shifts_stage, standings_stage
from producer.stages.style import Style, style_of

EXIT = "command:still"
_MOVES = re.compile(r"[0-9]{1,4}")
TABLES = {"two-up": (2,), "upright": (2,), "split": tuple(FRAMES), "field": (1,), "table": (1,)}
"""By graphic, how many tables it can show; the others show what all tables did."""


@dataclass(frozen=True, slots=True)
class Asked:
    """``tables``: none for the suggested ones. ``moment``: ``fork``, ``end`` or a number."""

    graphic: str
    tables: tuple[str, ...]
    moment: str
    spoken: GraphicsSettings


def stage_of(gate: Gate, deal: Deal, asked: Asked) -> Stage:
    """Ends the command in words where it cannot be drawn."""
    _fits(asked)
    _there(deal, asked)
    try:
        if asked.graphic == "table":
            return _table(gate, deal, asked, style_of(asked.spoken))
        if asked.graphic == "standings":
            return _standings(gate, deal, style_of(asked.spoken))
        return _compared(gate, compare(deal), asked, style_of(asked.spoken))
    except NotDrawable as error:
        fail(str(error))


def _fits(asked: Asked) -> None:
    """Refuses tables and moments that the graphic does not have."""
    counts, given = TABLES.get(asked.graphic, ()), len(asked.tables)
    if given and given not in counts:
        wanted = " or ".join(map(str, counts))
        fail(
            f"--tables: {asked.graphic} shows {wanted} of them, not {given}"
            if counts
            else f"--tables: {asked.graphic} is of no single table; leave it out",
            WRONG_USAGE,
        )
    known = asked.moment in ("fork", "end") or (
        asked.graphic == "table" and _MOVES.fullmatch(asked.moment) is not None
    )
    if not known:
        more = ", or a number of moves" if asked.graphic == "table" else ""
        fail(f"--moment {asked.moment}: {asked.graphic} is drawn at fork or end{more}", WRONG_USAGE)


def _there(deal: Deal, asked: Asked) -> None:
    """Refuses tables that have not finished the deal, or are not at it."""
    finished = [play.table for play in deal.plays]
    for table in asked.tables:
        if table not in finished:
            why = "has not finished" if table in deal.tables else "is not in"
            fail(f"--tables: table {table} {why} deal {deal.key}; there are {', '.join(finished)}")


def _compared(gate: Gate, found: Comparison, asked: Asked, style: Style) -> Stage:
    moment: Moment = "end" if asked.moment == "end" else "fork"
    match asked.graphic:
        case "split":
            tables = asked.tables or arranged(found, _most(found))
            return n_up(found, tables, moment, style=style)
        case "upright":
            return upright(found, asked.tables or found.pairing, moment, style=style)
        case "field":
            return field(found, moment, asked.tables[0] if asked.tables else None, style=style)
        case "matrix":
            return matrix_stage(found, style)
        case "seat-ranking":
            before, after = (standings(each) for each in around(gate, found.deal.key, EXIT))
            seat, deal = seat_of(found, None), found.deal
            return seat_shifts_stage(
                before, after, seat, deal.key.number, deal.teams, frozenset(found.pairing), style
            )
    return two_up(found, asked.tables or found.pairing, moment, style=style)


def _most(found: Comparison) -> int:
    """As many tables as are at the key fork and have a frame."""
    there = len(found.key_fork.tables) if found.key_fork else 0
    return max((count for count in FRAMES if count <= there), default=min(FRAMES))


def _table(gate: Gate, deal: Deal, asked: Asked, style: Style) -> Stage:
    """After so many moves; at the fork just before the decision, or when all is over."""
    found = compare(deal)
    names = asked.tables or found.pairing[:1] or tuple(play.table for play in deal.plays[:1])
    moves = _moves(deal, found, names[0], asked.moment)
    key = deal.key
    (session,) = chosen(gate.sessions(), f"{key.session}/{key.group}")
    return table_stage(deal, names[0], moves, deals=session.deals or 0, style=style)


def _moves(deal: Deal, found: Comparison, table: str, moment: str) -> int:
    """How many of the table's moves are made by then; raises NotDrawable."""
    line = next((play.line for play in deal.plays if play.table == table), ())
    if _MOVES.fullmatch(moment):
        return int(moment)
    if moment == "end" or not line:
        return len(line)
    if found.key_fork is None or table not in found.key_fork.tables:
        raise NotDrawable(
            f"deal {deal.key}: table {table} is at no key fork",
            "name --moment end, or a number of moves",
        )
    return len(found.key_fork.history)


def _standings(gate: Gate, deal: Deal, style: Style) -> Stage:
    key = deal.key
    groups = chosen(gate.sessions(), f"{key.session}/{key.group}")
    ((session, tally),) = tallies(gate, groups, EXIT)
    ranked = standings(tally, session.deals or 0)
    return standings_stage(ranked, session.teams, session.deals or 0, style)
