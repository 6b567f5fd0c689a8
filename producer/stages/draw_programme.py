"""The graphics of one table, of standings and around the programme, from a request to a stage."""

from __future__ import annotations

import re

from overlay.stage import Stage
from producer.compare.model import Comparison
from producer.stages.entry import (
    BeforeAndAfter,
    DealOfSession,
    GroupStandings,
    MovingStage,
    StagedGraphic,
)
from producer.stages.moment import NotDrawable
from producer.stages.requests import (
    ChipCountsRequest,
    ClockRequest,
    NoteRequest,
    PayoutsRequest,
    SeatRankingRequest,
    SpeakerRequest,
    StandingsRequest,
    TableRequest,
)
from producer.stages.show import note, seat_of, seat_shifts_stage, speaker, standings_stage
from producer.stages.style import Style
from producer.stages.table import table_stage
from producer.stages.tournament import (
    chip_counts_stage,
    clock_stage,
    payouts_stage,
    table_counts_stage,
)

MOVES = re.compile(r"[0-9]{1,4}")


def draw_table(found: DealOfSession, asked: TableRequest, style: Style) -> StagedGraphic:
    stage = table_stage(
        found.deal,
        asked.table,
        asked.moves,
        asked.reveal,
        asked.masked,
        board=asked.board,
        deals=found.deals,
        style=style,
    )
    seen = (asked.table,)
    return StagedGraphic(stage, found.deal.key, seen, f"move {asked.moves}", seen)


def draw_standings(found: GroupStandings, _: StandingsRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(standings_stage(found.standings, found.teams, found.deals, style))


def draw_seat_ranking(
    found: BeforeAndAfter, asked: SeatRankingRequest, style: Style
) -> StagedGraphic:
    deal = found.comparison.deal
    lit = asked.tables or found.comparison.pairing
    stage = seat_shifts_stage(
        found.before,
        found.after,
        seat_of(found.comparison, asked.seat),
        deal.key.number,
        deal.teams,
        frozenset(lit),
        style,
    )
    return StagedGraphic(stage, deal.key, tuple(lit), "end")


def draw_chip_counts(
    found: DealOfSession | None, asked: ChipCountsRequest, style: Style
) -> StagedGraphic:
    """``found``: ``None`` where the request names the stacks."""
    if found is None or asked.table is None:
        return StagedGraphic(chip_counts_stage(asked.stacks or {}, asked.big_blind, style=style))
    stage = table_counts_stage(found.deal, asked.table, style)
    return StagedGraphic(stage, found.deal.key, (asked.table,), "end")


def draw_payouts(_: None, asked: PayoutsRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(payouts_stage(asked.prizes, asked.currency, asked.names, style))


def draw_speaker(_: None, asked: SpeakerRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(speaker(asked.name, asked.who, style))


def draw_note(_: None, asked: NoteRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(note(asked.text, asked.author, style))


def draw_clock(_: None, asked: ClockRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(ticking_clock(asked, style))


def ticking_clock(asked: ClockRequest, style: Style) -> MovingStage:
    following = asked.following.level if asked.following else None

    def moving(now: float) -> Stage:
        left = None if asked.ends is None else max(0.0, asked.ends.timestamp() - now)
        return clock_stage(
            asked.level, asked.blinds.level, following, left, asked.left, asked.players, style
        )

    return moving


def table_request(found: Comparison, tables: tuple[str, ...], moment: str) -> TableRequest:
    """After so many moves; at the fork just before the decision; or at the end.

    Without tables the left one of the suggested pair, else the first. Raises NotDrawable.
    """
    names = tables or found.pairing[:1] or tuple(play.table for play in found.deal.plays[:1])
    return TableRequest(
        deal=str(found.deal.key), table=names[0], moves=moves_by(found, names[0], moment)
    )


def moves_by(found: Comparison, table: str, moment: str) -> int:
    """How many of the table's moves are made by a moment. Raises NotDrawable."""
    line = next((play.line for play in found.deal.plays if play.table == table), ())
    if MOVES.fullmatch(moment):
        return int(moment)
    if moment == "end" or not line:
        return len(line)
    if found.fork is None or table not in found.fork.tables:
        raise NotDrawable(
            f"deal {found.deal.key}: table {table} is not at the best pick's fork",
            "name --moment end, or a number of moves",
        )
    return len(found.fork.history)


def standings_request(found: Comparison, _: tuple[str, ...], __: str) -> StandingsRequest:
    key = found.deal.key
    return StandingsRequest(group=f"{key.session}/{key.group}")


def seat_ranking_request(found: Comparison, _: tuple[str, ...], __: str) -> SeatRankingRequest:
    return SeatRankingRequest(deal=str(found.deal.key))
