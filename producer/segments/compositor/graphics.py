"""The pixels over the pictures of a scene: shade, graphic, lower third, marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from overlay.raster import Pixels, lay_over, stage_pixels
from overlay.stage import Box, Graphic, Stage
from producer.segments.compositor.scenes import Scene, SideMark
from producer.segments.timeline import GraphicSpan, LowerThirdSpan
from producer.stages.style import Style
from producer.stages.tables.picture_marks import Said, faster, no_camera, picture_mark, waiting

StageOf = Callable[[GraphicSpan | LowerThirdSpan], Stage]
"""The stage of a graphic or of a note that is cleared for air."""

SHADE = 0.5
"""How much of a picture is left where another is talked about."""


def canvas_pixels(stage: Stage, width: int, height: int) -> Pixels:
    """The stage in the middle of a canvas, as large as fits; straight alpha."""
    scale = min(width / stage.width, height / stage.height)
    pixels = stage_pixels(stage, scale)
    if pixels.shape[:2] == (height, width):
        return pixels
    canvas = np.zeros((height, width, 4), np.uint8)
    lay_over(canvas, pixels, (width - pixels.shape[1]) // 2, (height - pixels.shape[0]) // 2)
    return canvas


def panel_pixels(stage: Stage, width: int, height: int) -> Pixels:
    """The stage as large as covers a picture of this size, opaque."""
    scale = max(width / stage.width, height / stage.height)
    pixels = stage_pixels(stage, scale)[:height, :width].copy()
    missing = (0, height - pixels.shape[0]), (0, width - pixels.shape[1]), (0, 0)
    pixels = np.pad(pixels, missing, mode="edge")
    pixels[..., 3] = 255
    return pixels


def scene_pixels(scene: Scene, width: int, height: int, stage_of: StageOf, style: Style) -> Pixels:
    """Multiplied by alpha. The shade of the pictures that are not talked about is black. What a
    lower third would cover of the graphic gives way to it."""
    canvas = np.zeros((height, width, 4), np.uint8)
    for place in scene.places:
        if place.table in scene.dimmed:
            rows = slice(place.box.y, place.box.y + place.box.height)
            columns = slice(place.box.x, place.box.x + place.box.width)
            canvas[rows, columns, 3] = round(255 * (1 - SHADE))
    stages = [] if scene.graphic is None else [stage_of(scene.graphic)]
    if scene.lower_third is not None:
        third = stage_of(scene.lower_third)
        stages = [*(_beside(stage, third) for stage in stages), third]
    if scene.marks:
        taken = [graphic.box for stage in stages for graphic in stage.graphics]
        stages.append(Stage(*scene.stage, tuple(_marks(scene, taken, style)), style.theme))
    for stage in stages:
        canvas = over(multiplied(canvas_pixels(stage, width, height)), canvas)
    return canvas


def _beside(stage: Stage, third: Stage) -> Stage:
    """The stage without what the lower third would cover."""
    boxes = [graphic.box for graphic in third.graphics]
    free = (each for each in stage.graphics if not any(_overlap(each.box, box) for box in boxes))
    return replace(stage, graphics=tuple(free))


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def multiplied(pixels: Pixels) -> Pixels:
    """Straight alpha made into colours multiplied by it."""
    alpha = np.repeat(pixels[..., 3:], 4, axis=2)
    alpha[..., 3] = 255
    return np.asarray(cv2.multiply(pixels, alpha, scale=1 / 255), np.uint8)


def straight(pixels: Pixels) -> Pixels:
    """Colours multiplied by alpha made straight."""
    divisor = np.repeat(pixels[..., 3:], 4, axis=2)
    divisor[..., 3] = 255
    return np.asarray(cv2.divide(pixels, divisor, scale=255), np.uint8)


def over(top: Pixels, under: Pixels) -> Pixels:
    """One picture over another, both multiplied by alpha."""
    if not under[..., 3].any():
        return top
    rest = np.repeat(255 - top[..., 3:], 4, axis=2)
    through = cv2.multiply(under, rest, scale=1 / 255)
    return np.asarray(cv2.add(through, top), np.uint8)


def _marks(scene: Scene, taken: list[Box], style: Style) -> Iterator[Graphic]:
    for mark in scene.marks:
        place = scene.place_of(mark.table)
        assert place is not None
        said = said_of(mark, style)
        yield picture_mark(said, f"mark-{mark.table}", place.on_stage, taken, scene.stage)


def said_of(mark: SideMark, style: Style) -> Said:
    if mark.drawn:
        return no_camera(style)
    return waiting(mark.waiting_for, style) if mark.waiting_for else faster(mark.speed)
