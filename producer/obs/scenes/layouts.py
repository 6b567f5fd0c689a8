"""The layouts of our scenes: the pictures of each and their places on the stage. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from overlay.stage import Box
from producer.stages.catalogue import layouts
from producer.stages.entry import WIDE, Layout, Size

LayoutName = str
LAYOUTS: Mapping[LayoutName, Layout] = layouts()


def fitted(box: Box, canvas: Size, stage: Size = WIDE) -> Box:
    """``box`` of ``stage`` in whole pixels of ``canvas``, at least 1x1.

    The stage keeps its aspect ratio and is centred on the canvas. Edges are rounded, not sizes, so
    that adjacent boxes stay adjacent.
    """
    scale = min(canvas[0] / stage[0], canvas[1] / stage[1])
    left, top = ((canvas[i] - stage[i] * scale) / 2 for i in (0, 1))
    x, y = round(left + box.x * scale), round(top + box.y * scale)
    right = round(left + (box.x + box.width) * scale)
    bottom = round(top + (box.y + box.height) * scale)
    return Box(x, y, max(1, right - x), max(1, bottom - y))
