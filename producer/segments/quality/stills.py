"""Pictures that stand, by table, and whether they stand as planned. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from producer.segments.compositor.planes import Plane
from producer.segments.compositor.scenes import Scene
from producer.segments.timeline import Side, Timeline

LONGEST = Fraction(2)
"""Seconds from which on a picture that does not change counts as standing."""

SAME = 2
"""Steps of brightness, of 256, by which no part of a standing picture changes."""

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
        self._since: dict[str, int] = {}
        self._before: Plane | None = None
        self._place: dict[str, object] = {}
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
            same = place is not None and self._place.get(side.table) == place
            if not same or self._moved(picture, scene, side):
                self._end(side, self._frame)
                self._since[side.table] = self._frame
            self._place[side.table] = place
            if place is None:
                self._since.pop(side.table, None)
        self._before = picture
        self._frame += 1

    def finish(self) -> tuple[Still, ...]:
        """All that were found, by their beginning."""
        for side in self._timeline.sides:
            self._end(side, self._frame)
        return tuple(sorted(self.found, key=lambda still: (still.start, still.table)))

    def _moved(self, picture: Plane, scene: Scene, side: Side) -> bool:
        place, before = scene.place_of(side.table), self._before
        assert place is not None
        assert before is not None
        height, width = picture.shape
        across, down = width / self._timeline.width, height / self._timeline.height
        box = place.box
        rows = slice(int(box.y * down) + 1, max(int((box.y + box.height) * down) - 1, 2))
        columns = slice(int(box.x * across) + 1, max(int((box.x + box.width) * across) - 1, 2))
        one, two = picture[rows, columns].astype(np.int16), before[rows, columns]
        return bool(one.size) and int(np.abs(one - two).max()) > SAME

    def _end(self, side: Side, end: int) -> None:
        start = self._since.get(side.table)
        if start is None or end - start < LONGEST * self._timeline.rate:
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
