"""What belongs over the clean split of a segment, frame by frame, as the note says it. Pure."""

from __future__ import annotations

from producer.segments.compositor.scenes import Scene, scenes
from producer.segments.manifest import CleanSplit, ClipScene, ScenePicture
from producer.segments.timeline import Timeline


def clean_split(timeline: Timeline, file: str) -> CleanSplit:
    """Of the pictures in ``file``, which has the frames of the timeline."""
    found = scenes(timeline)
    shown = {place.table for scene in found for place in scene.places}
    return CleanSplit(
        file=file,
        canvas=found[0].stage,
        scenes=tuple(_scene(each) for each in found),
        drawn=any(
            shot.kind == "drawn"
            for side in timeline.sides
            if side.table in shown
            for shot in side.shots
        ),
    )


def _scene(scene: Scene) -> ClipScene:
    graphic, note = scene.graphic, scene.lower_third
    return ClipScene(
        start=scene.start,
        frames=scene.frames,
        graphic=graphic.graphic if graphic else "",
        tables=graphic.tables if graphic else (),
        moment=str(graphic.moment) if graphic else "",
        opened=graphic.opened if graphic else "",
        note=(note.text, note.author) if note else None,
        pictures=() if scene.backdrop else tuple(_pictures(scene)),
    )


def _pictures(scene: Scene) -> list[ScenePicture]:
    marks = {mark.table: mark for mark in scene.marks}
    pictures = []
    for place in scene.places:
        box, mark = place.on_stage, marks.get(place.table)
        said = (
            {"drawn": mark.drawn, "waiting_for": mark.waiting_for, "speed": mark.speed}
            if mark
            else {}
        )
        pictures.append(
            ScenePicture(
                table=place.table,
                x=box.x,
                y=box.y,
                width=box.width,
                height=box.height,
                dimmed=place.table in scene.dimmed,
                **said,
            )
        )
    return pictures
