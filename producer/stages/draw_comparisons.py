"""The graphics of one compared deal, from a request to a stage."""

from __future__ import annotations

from collections.abc import Callable

from overlay.stage import Stage
from producer.compare.model import Comparison, Fork
from producer.stages.branches import fork_of
from producer.stages.entry import StagedGraphic
from producer.stages.field import field, pictured
from producer.stages.moment import Moment, NotDrawable
from producer.stages.n_up import FRAMES, arranged, n_up
from producer.stages.requests import FieldRequest, OfDeal, PairRequest, SplitRequest
from producer.stages.show import matrix_stage
from producer.stages.style import Style

MakePair = Callable[[Comparison, tuple[str, ...], Moment, Fork | None, Style], Stage]


def draw_pair(make: MakePair, found: Comparison, asked: PairRequest, style: Style) -> StagedGraphic:
    """Two tables, as ``make`` (``two_up`` or ``upright``) draws them."""
    pair = asked.tables or found.pairing
    stage = make(found, pair, asked.moment, fork_at(found, asked.fork), style)
    return StagedGraphic(stage, found.deal.key, pair, asked.moment, pair)


def draw_split(found: Comparison, asked: SplitRequest, style: Style) -> StagedGraphic:
    fork = fork_at(found, asked.fork)
    tables = asked.tables or arranged(found, asked.count, fork)
    stage = n_up(found, tables, asked.moment, fork, style)
    return StagedGraphic(stage, found.deal.key, tables, asked.moment, tables)


def draw_field(found: Comparison, asked: FieldRequest, style: Style) -> StagedGraphic:
    fork = fork_at(found, asked.fork)
    stage = field(found, asked.moment, asked.table, fork, style)
    there = fork_of(found, fork)
    seen = (asked.table or pictured(found, there),)
    return StagedGraphic(stage, found.deal.key, there.tables, asked.moment, seen)


def draw_matrix(found: Comparison, _: OfDeal, style: Style) -> StagedGraphic:
    tables = tuple(play.table for play in found.deal.plays)
    return StagedGraphic(matrix_stage(found, style), found.deal.key, tables, "end")


def pair_request(found: Comparison, tables: tuple[str, ...], moment: str) -> PairRequest:
    left, right = tables or (None, None)
    pair = (left, right) if left and right else None
    return PairRequest(deal=str(found.deal.key), tables=pair, moment=_moment(moment))


def split_request(found: Comparison, tables: tuple[str, ...], moment: str) -> SplitRequest:
    """Without tables, as many as are at the best pick's fork and have a frame."""
    there = len(found.fork.tables) if found.fork else 0
    count = max((each for each in FRAMES if each <= there), default=min(FRAMES))
    return SplitRequest.model_validate(
        {"deal": str(found.deal.key), "tables": tables, "count": count, "moment": moment}
    )


def field_request(found: Comparison, tables: tuple[str, ...], moment: str) -> FieldRequest:
    table = tables[0] if tables else None
    return FieldRequest(deal=str(found.deal.key), table=table, moment=_moment(moment))


def matrix_request(found: Comparison, _: tuple[str, ...], __: str) -> OfDeal:
    return OfDeal(deal=str(found.deal.key))


def fork_at(found: Comparison, place: int | None) -> Fork | None:
    """The deal's fork at ``place``, from 0. Raises NotDrawable."""
    if place is None:
        return None
    if place >= len(found.forks):
        raise NotDrawable(
            f"the deal has {len(found.forks)} forks, and none at {place}", "count from 0"
        )
    return found.forks[place]


def _moment(text: str) -> Moment:
    return "end" if text == "end" else "fork"
