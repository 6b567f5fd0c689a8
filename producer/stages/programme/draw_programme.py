"""Draws the graphics of one table, of standings and of the programme, from a request to a stage."""

from __future__ import annotations

from overlay.stage import Stage
from producer.compare.model import Comparison
from producer.games.holdem import BOARD_CARDS
from producer.games.prizes import Finish, season
from producer.stages.comparisons.branches import best_point
from producer.stages.drawings import DRAWINGS, in_game, in_shared_frame
from producer.stages.entry import (
    BeforeAndAfter,
    DealOfSession,
    GroupStandings,
    MovingStage,
    StagedGraphic,
)
from producer.stages.moment import END, Moment, NotDrawable
from producer.stages.programme.seat_ranking import seat_of, seat_ranking_stage
from producer.stages.programme.show import note, speaker, sponsor, standings_stage, territory
from producer.stages.programme.tournament import (
    chip_counts_stage,
    clock_stage,
    payouts_stage,
    season_stage,
    table_counts_stage,
)
from producer.stages.requests import (
    ChipCountsRequest,
    ClockRequest,
    NoteRequest,
    PayoutsRequest,
    SeasonRequest,
    SeatRankingRequest,
    SpeakerRequest,
    SponsorRequest,
    StandingsRequest,
    TableRequest,
    TerritoryRequest,
)
from producer.stages.style import Style
from producer.stages.tables.table import table_stage
from producer.stages.tables.table_cut import BoardWanted


def draw_table(context: DealOfSession, request: TableRequest, style: Style) -> StagedGraphic:
    board: BoardWanted
    if request.moment is not None and context.comparison is not None:
        moves, board = moves_by(context.comparison, request.table, request.moment)
        moment, as_of = str(request.moment), request.moment.words
    else:
        moves, board = request.moves or 0, request.board
        moment = f"{moves} moves"
        as_of = f"after {moment}"
    game = next((play.game.name for play in context.deal.plays), "holdem")
    own = DRAWINGS[game].in_full
    if own is not None:
        stage = own(context.deal, request.table, moves, in_game(style, game))
    else:
        stage = table_stage(
            context.deal,
            request.table,
            moves,
            request.reveal,
            request.masked,
            board=board,
            deals=context.deals,
            style=style,
            winner=context.winner,
        )
    tables = (request.table,)
    return StagedGraphic(stage, context.deal.key, tables, moment, as_of, tables)


def draw_standings(context: GroupStandings, _: StandingsRequest, style: Style) -> StagedGraphic:
    own = in_game(style, context.game)
    return StagedGraphic(standings_stage(context.standings, context.teams, context.deals, own))


def draw_seat_ranking(
    context: BeforeAndAfter, request: SeatRankingRequest, style: Style
) -> StagedGraphic:
    deal, style = context.comparison.deal, in_shared_frame(style, context.comparison)
    lit = request.tables or context.comparison.pairing
    seat = seat_of(context.comparison, request.seat)
    stage = seat_ranking_stage(
        context.before,
        context.after,
        seat,
        deal,
        frozenset(lit),
        style,
        aired=context.aired,
    )
    return StagedGraphic(stage, deal.key, tuple(lit), str(END), END.words)


def draw_chip_counts(
    context: DealOfSession | None, request: ChipCountsRequest, style: Style
) -> StagedGraphic:
    """``context``: ``None`` if the request names the stacks."""
    if context is None or request.table is None:
        return StagedGraphic(
            chip_counts_stage(request.stacks or {}, request.big_blind, style=style)
        )
    stage = table_counts_stage(context.deal, request.table, style)
    return StagedGraphic(stage, context.deal.key, (request.table,), str(END), END.words)


def draw_payouts(_: None, request: PayoutsRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(payouts_stage(request.prizes, request.currency, request.names, style))


def draw_season(_: None, request: SeasonRequest, style: Style) -> StagedGraphic:
    results = {each.name: Finish(each.best, each.prize) for each in request.results}
    return StagedGraphic(season_stage(request.season, season([results]), request.currency, style))


def draw_speaker(_: None, request: SpeakerRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(speaker(request.name, request.who, style))


def draw_sponsor(_: None, request: SponsorRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(sponsor(request.name, style))


def draw_territory(_: None, request: TerritoryRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(territory(request.name, style))


def draw_note(_: None, request: NoteRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(note(request.text, request.author, style))


def draw_clock(_: None, request: ClockRequest, style: Style) -> StagedGraphic:
    return StagedGraphic(ticking_clock(request, style))


def ticking_clock(request: ClockRequest, style: Style) -> MovingStage:
    """The clock's stage as a function of the time, in seconds since 1970."""
    following = request.following.level if request.following else None

    def at(now: float) -> Stage:
        left = None if request.ends is None else max(0.0, request.ends.timestamp() - now)
        left = left if request.timed else 0.0
        return clock_stage(
            request.level,
            request.blinds.level,
            following,
            left,
            request.left,
            request.players,
            style,
            timed=request.timed,
        )

    return at


def table_request(comparison: Comparison, tables: tuple[str, ...], moment: Moment) -> TableRequest:
    """Without tables, the left one of the suggested pair, else the first."""
    names = (
        tables or comparison.pairing[:1] or tuple(play.table for play in comparison.deal.plays[:1])
    )
    return TableRequest(deal=str(comparison.deal.key), table=names[0], moment=moment)


def moves_by(comparison: Comparison, table: str, moment: Moment) -> tuple[int, BoardWanted]:
    """How many moves the table has made at a moment of the best pick, and the board that it then
    shows. Raises NotDrawable."""
    moment.must_show([table])
    line = next((play.line for play in comparison.deal.plays if play.table == table), ())
    known = moment.of(table)
    if known is None or not line:
        return len(line), None
    point = best_point(comparison)
    if point is None or table not in point.at:
        raise NotDrawable(
            f"deal {comparison.deal.key}: table {table} is not at the decision of this pick",
            "name the moment end, another pick, or a number of moves",
        )
    return min(point.at[table] + known, len(line)), "seen" if known else None


def with_street(comparison: Comparison, request: TableRequest, street: str) -> TableRequest:
    """A request at a moment, with the cards of ``street`` open although nobody has moved on it yet;
    the same request where the moment shows them already. Raises NotDrawable."""
    assert request.moment is not None
    moves, board = moves_by(comparison, request.table, request.moment)
    line = comparison.replays[request.table].line
    cards = BOARD_CARDS[street]
    if board is None or cards <= BOARD_CARDS[line[moves - 1].street]:
        return request
    opened = cards if moves == len(line) else None
    return request.model_copy(update={"moment": None, "moves": moves, "board": opened})


def standings_request(comparison: Comparison, _: tuple[str, ...], __: Moment) -> StandingsRequest:
    key = comparison.deal.key
    return StandingsRequest(group=f"{key.session}/{key.group}")


def seat_ranking_request(
    comparison: Comparison, _: tuple[str, ...], __: Moment
) -> SeatRankingRequest:
    return SeatRankingRequest(deal=str(comparison.deal.key))
