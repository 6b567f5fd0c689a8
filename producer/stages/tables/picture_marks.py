"""The marks in the pictures of a segment: a table that waits for another, that runs faster, that
has no camera. They cover no graphic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from overlay import contexts
from overlay.stage import Box, Graphic
from producer.stages.entry import Size
from producer.stages.style import Style

Said = tuple[Literal["pause", "fast", "no camera"], str]
"""The sign of a mark, and its text."""

WIDEST, HEIGHT, MARGIN = 620, 64, 12


def waiting(tables: Sequence[str], style: Style) -> Said:
    """Of a picture that stands until other tables have come as far."""
    say = style.say
    text = say.ngettext("WAITING FOR TABLE {tables}", "WAITING FOR TABLES {tables}", len(tables))
    return "pause", text.format(tables=", ".join(tables))


def faster(speed: int) -> Said:
    """Of a picture that runs ``speed`` times as fast.

    >>> faster(4)
    ('fast', '4×')
    """
    return "fast", f"{speed}×"


def no_camera(style: Style) -> Said:
    """Of a table that is drawn."""
    return "no camera", style.say.gettext("NO CAMERA")


def picture_mark(
    said: Said,
    key: str,
    picture: Box,
    taken: Iterable[Box],
    stage: Size,
) -> Graphic:
    """A mark in the ``picture``, in its lowest place that no box of ``taken`` covers.

    It stands at the outer edge, where plates begin; in a picture in the middle, at its left.
    """
    free = _safe(picture, stage)
    middle = (picture.x + picture.width / 2) / stage[0]
    at: Literal["left", "right"] = "right" if middle > 0.55 else "left"
    width = min(WIDEST, free.width)
    x = free.x if at == "left" else free.x + free.width - width
    boxes = [each for each in taken if not _contains(each, free)]
    lowest = free.y + free.height - HEIGHT
    places = (Box(x, y, width, HEIGHT) for y in range(lowest, free.y - 1, -2))
    clear = (place for place in places if not any(_near(place, each) for each in boxes))
    box = next(clear, Box(x, free.y, width, HEIGHT))
    return Graphic(key, "picture_mark", contexts.PictureMark(*said, at), box)


def _safe(picture: Box, stage: Size) -> Box:
    """The part of the picture in the middle 90 % of the stage, with a margin at its edges."""
    left = max(picture.x + MARGIN, stage[0] // 20)
    top = max(picture.y + MARGIN, stage[1] // 20)
    right = min(picture.x + picture.width - MARGIN, stage[0] - stage[0] // 20)
    bottom = min(picture.y + picture.height - MARGIN, stage[1] - stage[1] // 20)
    return Box(left, top, right - left, bottom - top)


def _contains(box: Box, inner: Box) -> bool:
    return (
        box.x <= inner.x
        and box.y <= inner.y
        and box.x + box.width >= inner.x + inner.width
        and box.y + box.height >= inner.y + inner.height
    )


def _near(one: Box, other: Box) -> bool:
    """Whether two boxes overlap or are closer than the margin."""
    return (
        one.x < other.x + other.width + MARGIN
        and other.x < one.x + one.width + MARGIN
        and one.y < other.y + other.height + MARGIN
        and other.y < one.y + one.height + MARGIN
    )
