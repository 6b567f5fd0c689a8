"""The scenes we have: how many pictures each shows, and where they are on the stage. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from overlay.stage import Box
from producer.stages import (
    FIELD_PICTURES,
    N_UP_PICTURES,
    PICTURES,
    TABLE_PICTURES,
    UPRIGHT_PICTURES,
)

Size = tuple[int, int]
LayoutName = Literal[
    "two-up",
    "three-up",
    "four-up",
    "six-up",
    "upright",
    "field",
    "table",
    "comparison",
    "standings",
    "break",
]

STAGE: Final[Size] = (1920, 1080)
UPRIGHT: Final[Size] = (1080, 1920)


@dataclass(frozen=True, slots=True)
class Layout:
    """``pictures``: where the tables are seen, in their order, on a stage of ``stage`` pixels.

    Without pictures the graphics stand on the backdrop.
    """

    pictures: tuple[Box, ...]
    stage: Size = STAGE


LAYOUTS: Mapping[LayoutName, Layout] = {
    "two-up": Layout(tuple(PICTURES.values())),
    "three-up": Layout(tuple(N_UP_PICTURES[3].values())),
    "four-up": Layout(tuple(N_UP_PICTURES[4].values())),
    "six-up": Layout(tuple(N_UP_PICTURES[6].values())),
    "upright": Layout(tuple(UPRIGHT_PICTURES.values()), UPRIGHT),
    "field": Layout(tuple(FIELD_PICTURES.values())),
    "table": Layout(tuple(TABLE_PICTURES.values())),
    "comparison": Layout(()),
    "standings": Layout(()),
    "break": Layout(()),
}


def fitted(box: Box, canvas: Size, stage: Size = STAGE) -> Box:
    """``box`` on ``stage`` as whole pixels of ``canvas``, at least one each way.

    The stage keeps its shape and stands in the middle of the canvas. Edges are rounded, not sizes,
    so that boxes that touch still touch.
    """
    scale = min(canvas[0] / stage[0], canvas[1] / stage[1])
    left, top = ((canvas[i] - stage[i] * scale) / 2 for i in (0, 1))
    x, y = round(left + box.x * scale), round(top + box.y * scale)
    right = round(left + (box.x + box.width) * scale)
    bottom = round(top + (box.y + box.height) * scale)
    return Box(x, y, max(1, right - x), max(1, bottom - y))
