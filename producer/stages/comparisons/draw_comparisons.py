"""The graphics of one compared deal, from a request to a stage."""

from __future__ import annotations

from collections.abc import Callable

from overlay.stage import Stage
from producer.compare.model import Comparison, Fork
from producer.stages.bridge.auctions import auctions
from producer.stages.bridge.tricks import tricks
from producer.stages.comparisons.branches import decision_point
from producer.stages.comparisons.field import field, pictured
from producer.stages.comparisons.matrix import matrix_stage
from producer.stages.comparisons.n_up import FRAMES, arranged, n_up
from producer.stages.entry import StagedGraphic
from producer.stages.moment import END, Moment
from producer.stages.requests import FieldRequest, OfDeal, PairRequest, SplitRequest
from producer.stages.style import Style

MakePair = Callable[[Comparison, tuple[str, ...], Moment, Fork | None, Style], Stage]


def draw_pair(
    make: MakePair, comparison: Comparison, request: PairRequest, style: Style
) -> StagedGraphic:
    """Two tables, as ``make`` (``two_up`` or ``upright``) draws them."""
    pair = request.tables or comparison.pairing
    stage = make(comparison, pair, request.moment, None, style)
    return _staged(comparison, stage, pair, request.moment, pair)


def draw_auctions(comparison: Comparison, request: PairRequest, style: Style) -> StagedGraphic:
    pair = request.tables or comparison.pairing
    stage = auctions(comparison, pair, request.moment, style=style)
    return _staged(comparison, stage, pair, request.moment, ())


def draw_tricks(comparison: Comparison, request: PairRequest, style: Style) -> StagedGraphic:
    pair = request.tables or comparison.pairing
    stage = tricks(comparison, pair, request.moment, style=style)
    return _staged(comparison, stage, pair, request.moment, ())


def draw_split(comparison: Comparison, request: SplitRequest, style: Style) -> StagedGraphic:
    tables = request.tables or arranged(comparison, request.count)
    stage = n_up(comparison, tables, request.moment, style=style)
    return _staged(comparison, stage, tables, request.moment, tables)


def draw_field(comparison: Comparison, request: FieldRequest, style: Style) -> StagedGraphic:
    stage = field(comparison, request.moment, request.table, style=style)
    point = decision_point(comparison)
    pictures = (request.table or pictured(comparison, point),)
    return _staged(comparison, stage, point.tables, request.moment, pictures)


def draw_matrix(comparison: Comparison, _: OfDeal, style: Style) -> StagedGraphic:
    tables = tuple(play.table for play in comparison.deal.plays)
    return _staged(comparison, matrix_stage(comparison, style), tables, END, ())


def _staged(
    comparison: Comparison,
    stage: Stage,
    tables: tuple[str, ...],
    moment: Moment,
    pictures: tuple[str, ...],
) -> StagedGraphic:
    key = comparison.deal.key
    return StagedGraphic(stage, key, tables, str(moment), moment.words, pictures)


def pair_request(comparison: Comparison, tables: tuple[str, ...], moment: Moment) -> PairRequest:
    left, right = tables or (None, None)
    pair = (left, right) if left and right else None
    return PairRequest(deal=str(comparison.deal.key), tables=pair, moment=moment)


def split_request(comparison: Comparison, tables: tuple[str, ...], moment: Moment) -> SplitRequest:
    """Without tables, the largest split that the tables at the best pick's decision can fill."""
    there = len(comparison.best.tables) if comparison.best else 0
    count = max((each for each in FRAMES if each <= there), default=min(FRAMES))
    return SplitRequest.model_validate(
        {"deal": str(comparison.deal.key), "tables": tables, "count": count, "moment": moment}
    )


def field_request(comparison: Comparison, tables: tuple[str, ...], moment: Moment) -> FieldRequest:
    table = tables[0] if tables else None
    return FieldRequest(deal=str(comparison.deal.key), table=table, moment=moment)


def matrix_request(comparison: Comparison, _: tuple[str, ...], __: Moment) -> OfDeal:
    return OfDeal(deal=str(comparison.deal.key))
