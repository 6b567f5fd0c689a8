"""The stages of a segment's graphics, drawn from what the gate says of its deal now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison
from producer.release import Gate
from producer.segments.compositor.graphics import SHADE, said_of
from producer.segments.compositor.scenes import SideMark
from producer.segments.graphic_contexts import STANDINGS, context_of, standings_before
from producer.segments.manifest import CleanSplit, ClipScene, Render
from producer.segments.request import SegmentRequest
from producer.segments.timeline import GraphicSpan, LowerThirdSpan
from producer.stages.catalogue import CATALOGUE, layouts
from producer.stages.entry import Size
from producer.stages.moment import read_moment
from producer.stages.programme.draw_programme import with_street
from producer.stages.programme.show import LOWER_THIRD
from producer.stages.requests import NoteRequest, StandingsRequest, TableRequest
from producer.stages.style import Style
from producer.stages.tables.picture_marks import picture_mark

OverPicture = GraphicSpan | LowerThirdSpan
NOTE = "note"


def stage_of(
    gate: Gate,
    found: Comparison,
    span: OverPicture,
    style: Style,
    exit_: str,
    request: SegmentRequest,
) -> Stage:
    """Raises NotDrawable."""
    if isinstance(span, GraphicSpan) and span.graphic == STANDINGS:
        standings = standings_before(gate, found.deal.key, exit_, request.rundown)
        asked = StandingsRequest(group="/".join(found.deal.key[:2]))
        stage = CATALOGUE[STANDINGS].draw(standings, asked, style).stage
        assert isinstance(stage, Stage)
        return stage
    if isinstance(span, LowerThirdSpan):
        note = NoteRequest(text=span.text, author=span.author)
        stage = CATALOGUE[NOTE].draw(None, note, style).stage
        assert isinstance(stage, Stage)
        return _at_the_foot(stage, layouts()[request.layout].stage)
    entry = CATALOGUE[span.graphic]
    assert entry.request is not None
    wanted = entry.request(found, span.tables, span.moment)
    if span.opened and isinstance(wanted, TableRequest):
        wanted = with_street(found, wanted, span.opened)
    context = context_of(entry, gate, found, exit_, request.rundown)
    stage = entry.draw(context, wanted, style).stage
    assert isinstance(stage, Stage)
    return stage


def _at_the_foot(stage: Stage, size: Size) -> Stage:
    """A lower third on a stage of another size, as far from its left and its foot."""
    up = stage.height - LOWER_THIRD.y
    width = size[0] - 2 * LOWER_THIRD.x
    box = Box(LOWER_THIRD.x, size[1] - up, width, LOWER_THIRD.height)
    moved = tuple(replace(each, box=box) for each in stage.graphics)
    return replace(stage, width=size[0], height=size[1], graphics=moved)


def scene_stage(
    gate: Gate, found: Comparison, render: Render, scene: ClipScene, style: Style, exit_: str
) -> Stage:
    """What belongs over the clean split in a scene: shade, graphic, lower third, marks.

    Raises NotDrawable, and KeyError for a graphic that the catalogue does not have.
    """
    spans = _spans(scene)
    assert render.clean is not None
    drawn = [stage_of(gate, found, span, style, exit_, render.request) for span in spans]
    graphics = [graphic for stage in drawn for graphic in stage.graphics]
    covered = [graphic.box for graphic in graphics]
    return Stage(
        *render.clean.canvas,
        (*_shades(scene), *graphics, *_marks(scene, covered, render.clean, style)),
        style.theme,
    )


def _spans(scene: ClipScene) -> list[OverPicture]:
    spans: list[OverPicture] = []
    if scene.graphic:
        moment = read_moment(scene.moment)
        spans.append(
            GraphicSpan(
                *(scene.start, scene.frames, scene.graphic, scene.tables, moment),
                opened=scene.opened,
            )
        )
    if scene.note is not None:
        spans.append(LowerThirdSpan(scene.start, scene.frames, *scene.note))
    return spans


def _shades(scene: ClipScene) -> Iterator[Graphic]:
    for each in scene.pictures:
        if each.dimmed:
            box = Box(each.x, each.y, each.width, each.height)
            yield Graphic(f"shade-{each.table}", "shade", contexts.Shade(1 - SHADE), box)


def _marks(
    scene: ClipScene, covered: list[Box], clean: CleanSplit, style: Style
) -> Iterator[Graphic]:
    for each in scene.pictures:
        mark = SideMark(each.table, each.drawn, each.waiting_for, each.speed)
        if mark != SideMark(each.table):
            box = Box(each.x, each.y, each.width, each.height)
            said = said_of(mark, style)
            yield picture_mark(said, f"mark-{each.table}", box, covered, clean.canvas)
