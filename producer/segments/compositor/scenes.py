"""What is where on the programme, frame by frame: pictures, graphics, marks. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from overlay.stage import Box
from producer.segments.timeline import GraphicSpan, LowerThirdSpan, Side, SideShot, Timeline
from producer.stages.catalogue import CATALOGUE, layouts
from producer.stages.entry import Layout, Size, fitted

Span = TypeVar("Span", GraphicSpan, LowerThirdSpan)


@dataclass(frozen=True, slots=True)
class PicturePlace:
    """Where a table's picture is on the programme; edges are even, so that the planes of colour,
    which have half as many pixels each way, have the same edges. ``on_stage``: the same place on
    the stage of the graphics."""

    table: str
    box: Box
    on_stage: Box


@dataclass(frozen=True, slots=True)
class SideMark:
    """What is said in a table's picture: that it is drawn, the tables that it waits for, its
    speed."""

    table: str
    drawn: bool = False
    waiting_for: tuple[str, ...] = ()
    speed: int = 1


@dataclass(frozen=True, slots=True)
class Scene:
    """Frames on which the same is shown in the same places.

    ``backdrop``: the pictures are dark and soft, because a full-frame graphic is over them.
    ``dimmed``: the tables that are not talked about.
    """

    start: int
    frames: int
    places: tuple[PicturePlace, ...]
    stage: Size
    backdrop: bool = False
    graphic: GraphicSpan | None = None
    lower_third: LowerThirdSpan | None = None
    marks: tuple[SideMark, ...] = ()
    dimmed: tuple[str, ...] = ()

    @property
    def end(self) -> int:
        return self.start + self.frames

    def place_of(self, table: str) -> PicturePlace | None:
        return next((place for place in self.places if place.table == table), None)


def scenes(timeline: Timeline) -> tuple[Scene, ...]:
    """The scenes from the first frame to the last without a gap.

    Raises ValueError if a graphic shows a table that has no side.
    """
    return tuple(_scene(timeline, start, end) for start, end in _stretches(timeline))


def _stretches(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """First frames and ends between all changes."""
    cuts = {0, timeline.frames}
    spans: list[GraphicSpan | LowerThirdSpan] = [*timeline.graphics, *timeline.lower_thirds]
    for span in spans:
        cuts |= {span.start, span.start + span.frames}
    for side in timeline.sides:
        for shot in side.shots:
            if _marked(shot):
                cuts |= {shot.start, shot.end}
    inside = sorted(cut for cut in cuts if 0 <= cut <= timeline.frames)
    yield from pairwise(inside)


def _scene(timeline: Timeline, start: int, end: int) -> Scene:
    graphic = _last_at(timeline.graphics, start)
    layout, tables = _layout(timeline, graphic)
    own = {side.table: side for side in timeline.sides}
    if missing := [table for table in tables if table not in own]:
        raise ValueError(
            f"graphic {graphic.graphic if graphic else ''} at frame {start}: "
            f"table {missing[0]} has no side on the timeline"
        )
    places = tuple(
        PicturePlace(
            table, _even(fitted(box, (timeline.width, timeline.height), layout.stage)), box
        )
        for table, box in zip(tables, layout.pictures, strict=False)
    )
    backdrop = graphic is not None and not CATALOGUE[graphic.graphic].table_counts
    lit = graphic.lit if graphic and not backdrop else ""
    return Scene(
        start,
        end - start,
        places,
        layout.stage,
        backdrop,
        graphic,
        _last_at(timeline.lower_thirds, start),
        () if backdrop else tuple(_marks([own[place.table] for place in places], start)),
        tuple(place.table for place in places if lit and place.table != lit),
    )


def _layout(timeline: Timeline, graphic: GraphicSpan | None) -> tuple[Layout, tuple[str, ...]]:
    """The layout of the graphic with its tables; the timeline's where the graphic has no place for
    pictures, or where there is no graphic."""
    if graphic is not None and CATALOGUE[graphic.graphic].table_counts:
        entry = CATALOGUE[graphic.graphic]
        own = entry.layout(len(graphic.tables)) or next(x for x in entry.layouts if x.pictures)
        return own, graphic.tables[: len(own.pictures)]
    return layouts()[timeline.layout], tuple(side.table for side in timeline.sides)


def _marks(sides: list[Side], frame: int) -> Iterator[SideMark]:
    for side in sides:
        shot = side.shot_at(frame)
        if _marked(shot):
            yield SideMark(side.table, shot.kind == "drawn", shot.waiting_for, shot.speed)


def _marked(shot: SideShot) -> bool:
    return shot.kind == "drawn" or bool(shot.waiting_for) or shot.speed > 1


def _last_at(spans: tuple[Span, ...], frame: int) -> Span | None:
    """The span that began last of those at ``frame``."""
    here = [span for span in spans if span.start <= frame < span.start + span.frames]
    return max(here, key=lambda span: span.start, default=None)


def _even(box: Box) -> Box:
    left, top = box.x // 2 * 2, box.y // 2 * 2
    right, bottom = -(-(box.x + box.width) // 2) * 2, -(-(box.y + box.height) // 2) * 2
    return Box(left, top, right - left, bottom - top)
