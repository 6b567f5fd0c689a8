"""Where each side's picture is on the programme and which part of it is shown, for edit lists.
Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from overlay.stage import Box
from producer.segments.compositor.planes import part_shown
from producer.segments.compositor.scenes import scenes
from producer.segments.exports.edits import Edit, cut_at, cut_between, edits_of
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import Side, Timeline


@dataclass(frozen=True, slots=True)
class Placement:
    """``box``: in pixels of the programme; it may go on below the picture. ``part``: which pixels
    of the recording, as it is turned, fill the box. ``size``: of the recording, so turned."""

    box: Box
    part: Box
    size: tuple[int, int]

    @property
    def scale(self) -> Fraction:
        """How many pixels of the programme one of the recording becomes, across as down. The
        programme's whole pixels may stretch a small picture by a hundredth; editors do not."""
        return max(
            Fraction(self.box.width, self.part.width), Fraction(self.box.height, self.part.height)
        )

    def offset(self, width: int, height: int) -> tuple[Fraction, Fraction]:
        """How far the middle of the whole recording is right of and below the middle of a programme
        of this size, in pixels."""
        x, y = _middle(self.box)
        own_x, own_y = _middle(self.part)
        across = x + (Fraction(self.size[0], 2) - own_x) * self.scale
        down = y + (Fraction(self.size[1], 2) - own_y) * self.scale
        return across - Fraction(width, 2), down - Fraction(height, 2)

    @property
    def cropped(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """What is cut away of the recording on the left, on the right, at the top and at the
        bottom, as shares of its width and height, so that the rest just fills the box."""
        across, down = (Fraction(side) / self.scale for side in (self.box.width, self.box.height))
        x, y = _middle(self.part)
        width, height = self.size
        return (
            (x - across / 2) / width,
            (width - x - across / 2) / width,
            (y - down / 2) / height,
            (height - y - down / 2) / height,
        )


def _middle(box: Box) -> tuple[Fraction, Fraction]:
    return box.x + Fraction(box.width, 2), box.y + Fraction(box.height, 2)


def placed_edits(
    timeline: Timeline,
    side: Side,
    recordings: Mapping[str, TableRecording],
    firsts: Mapping[RecordedFile, Sequence[int]],
) -> tuple[Edit, ...]:
    """The edits of a side, cut as by ``cut_at``, and where its picture comes, goes or moves."""
    moves = [first for first, _ in _places(timeline, side)]
    shown = cut_at(edits_of(timeline, side, recordings), firsts, timeline.rate)
    return tuple(cut_between(shown, moves, timeline.rate))


def placement(timeline: Timeline, side: Side, edit: Edit) -> Placement | None:
    """Where the picture of an edit of ``placed_edits`` is; ``None`` while it is not shown, and
    where the table is drawn."""
    if edit.file is None:
        return None
    places = [(first, box) for first, box in _places(timeline, side) if first <= edit.start]
    box = places[-1][1] if places else None
    if box is None:
        return None
    size = (edit.file.width, edit.file.height)
    if edit.file.turned % 180:
        size = size[::-1]
    return Placement(box, part_shown(size, (box.width, box.height), crop=side.crop), size)


def _places(timeline: Timeline, side: Side) -> list[tuple[int, Box | None]]:
    """From which frame on the picture of a side is where, each other than the one before."""
    found = []
    for scene in scenes(timeline):
        place = scene.place_of(side.table)
        found.append((scene.start, place.box if place else None))
    return [next(group) for _, group in groupby(found, key=lambda each: each[1])]
