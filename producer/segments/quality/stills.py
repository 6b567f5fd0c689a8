"""Pictures that stand, by table, and whether they stand as planned. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import cv2

from producer.segments.compositor.planes import Plane
from producer.segments.compositor.scenes import PicturePlace, Scene
from producer.segments.timeline import Side, Timeline

LONGEST = Fraction(2)
"""Seconds from which on a picture that does not change counts as standing."""

SAME = 16
"""Steps of brightness, of 256, by which no part of a standing picture differs from when it began to
stand: key frames of compressed video change a still by up to twelve."""

_SLACK = 2
"""Frames by which the compressed picture may seem to stand earlier or later than planned."""


@dataclass(frozen=True, slots=True)
class Still:
    """``table`` shows one picture from frame ``start`` to ``end``. ``planned``: it does so on
    purpose, frozen, waiting or drawn."""

    table: str
    start: int
    end: int
    planned: bool


class StillFinder:
    """Is given the pictures of a timeline one after another, made small."""

    def __init__(self, timeline: Timeline, scenes: tuple[Scene, ...]) -> None:
        self._timeline, self._scenes = timeline, scenes
        self._since: dict[str, tuple[int, PicturePlace, Plane]] = {}
        self._frame, self._scene = 0, 0
        self.found: list[Still] = []
        """In the order of their ends."""

    def add(self, picture: Plane) -> None:
        """The brightness of the next frame."""
        while self._frame >= self._scenes[self._scene].end:
            self._scene += 1
        scene = self._scenes[self._scene]
        for side in self._timeline.sides:
            place = None if scene.backdrop else scene.place_of(side.table)
            if place is None:
                self._end(side, self._frame)
                continue
            part = self._part(picture, place)
            since = self._since.get(side.table)
            if since is None or since[1] != place or _differ(since[2], part):
                self._end(side, self._frame)
                self._since[side.table] = self._frame, place, part
        self._frame += 1

    def finish(self) -> tuple[Still, ...]:
        """All that were found, by their beginning."""
        for side in self._timeline.sides:
            self._end(side, self._frame)
        return tuple(sorted(self.found, key=lambda still: (still.start, still.table)))

    def _part(self, picture: Plane, place: PicturePlace) -> Plane:
        """What is inside the edges of a place."""
        height, width = picture.shape
        across, down = width / self._timeline.width, height / self._timeline.height
        box = place.box
        rows = slice(int(box.y * down) + 1, max(int((box.y + box.height) * down) - 1, 2))
        columns = slice(int(box.x * across) + 1, max(int((box.x + box.width) * across) - 1, 2))
        return picture[rows, columns]

    def _end(self, side: Side, end: int) -> None:
        start, *_ = self._since.pop(side.table, (end,))
        if end - start < LONGEST * self._timeline.rate:
            return
        unplanned = sum(1 for _ in self._unplanned(side, start, end))
        planned = unplanned < LONGEST * self._timeline.rate
        self.found.append(Still(side.table, start, end, planned))

    def _unplanned(self, side: Side, start: int, end: int) -> Iterator[int]:
        """The frames at which the plan has the picture move."""
        for frame in range(start, end):
            near = (
                side.shot_at(min(max(each, 0), self._timeline.frames - 1))
                for each in (frame - _SLACK, frame, frame + _SLACK)
            )
            if not any(shot.kind in {"freeze", "hold", "drawn"} for shot in near):
                yield frame


def _differ(one: Plane, two: Plane) -> bool:
    return bool(one.size) and int(cv2.absdiff(one, two).max()) > SAME
