"""The graphics over each frame: drawn once a scene, and faded where they change."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from producer.segments.compositor.graphics import StageOf, scene_pixels
from producer.segments.compositor.layers import (
    Layer,
    LayerParts,
    changed_cells,
    layer_of,
    mixed_parts,
    nothing,
    parts_of,
)
from producer.segments.compositor.scenes import Scene
from producer.segments.timeline import Timeline
from producer.stages.style import Style

ENTRANCE = Fraction(320, 1000)
"""Seconds in which graphics come, go and change."""


def titles(
    timeline: Timeline, scenes: tuple[Scene, ...], stage_of: StageOf, style: Style
) -> Iterator[LayerParts]:
    """The parts to lay over each frame.

    Where the pictures move to other places, the old graphics go with them at once, and the new
    ones come over the new pictures.
    """
    width, height = timeline.width, timeline.height
    steps = entrance_frames(timeline)
    empty = nothing(width, height)
    before, places = empty, scenes[0].places if scenes else ()
    for scene in scenes:
        layer = layer_of(scene_pixels(scene, width, height, stage_of, style))
        old = before if scene.places == places else empty
        yield from _entering(old, layer, scene.frames, steps)
        before, places = layer, scene.places


def entrance_frames(timeline: Timeline) -> int:
    return max(1, round(ENTRANCE * timeline.rate))


def _entering(old: Layer, new: Layer, frames: int, steps: int) -> Iterator[LayerParts]:
    changed = changed_cells(old, new)
    whole = parts_of(new)
    if not changed.any():
        steps = 0
    same = parts_of(new, ~changed)
    for frame in range(frames):
        if frame + 1 < steps:
            yield (*same, *mixed_parts(old, new, changed, eased((frame + 1) / steps)))
        else:
            yield whole


def eased(share: float) -> float:
    """Slow at both ends."""
    return share * share * (3 - 2 * share)
