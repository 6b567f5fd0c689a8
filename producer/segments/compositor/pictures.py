"""The picture of each side for each frame, scaled to its place; read in a thread a side."""

from __future__ import annotations

from collections.abc import Callable, Generator
from fractions import Fraction

from av.video.reformatter import VideoReformatter

from overlay.stage import Box, Stage
from producer.segments.compositor.graphics import panel_pixels
from producer.segments.compositor.planes import Planes, fitting, planes_of_pixels
from producer.segments.compositor.reader import FrameReader, as_bt709
from producer.segments.compositor.scenes import PicturePlace, Scene
from producer.segments.recordings.placed import TableRecording
from producer.segments.timeline import Side, Timeline

Drawn = Callable[[str, Fraction, Box], Stage]
"""What is shown of a table without a picture: from the table, the time at it and the place that its
picture would fill on the stage of the graphics."""


def side_pictures(
    timeline: Timeline,
    scenes: tuple[Scene, ...],
    side: Side,
    recording: TableRecording | None,
    drawn: Drawn,
) -> Generator[Planes | None]:
    """A picture a frame, of the size of the side's place; ``None`` while it is not shown.

    Raises BadRecording.
    """
    smooth = _wants_fields(timeline.rate, recording)
    source = SideSource(side, recording, drawn, smooth=smooth)
    try:
        for scene in scenes:
            place = scene.place_of(side.table)
            for frame in range(scene.start, scene.end):
                if place is None:
                    yield None
                    continue
                shot = side.shot_at(frame)
                at = shot.time_of(frame, timeline.rate)
                yield source.picture(at, place, drawn=shot.kind == "drawn")
    finally:
        source.close()


def _wants_fields(rate: Fraction, recording: TableRecording | None) -> bool:
    files = recording.files if recording else ()
    return any(file.interlaced and file.rate and rate > file.rate for file in files)


class SideSource:
    """A table's pictures; what does not change is not scaled or drawn again."""

    def __init__(
        self, side: Side, recording: TableRecording | None, drawn: Drawn, *, smooth: bool
    ) -> None:
        self._table, self._crop, self._drawn = side.table, side.crop, drawn
        self._reader = FrameReader(recording, smooth=smooth) if recording else None
        self._scaler = VideoReformatter()
        self._last: tuple[object, PicturePlace, Planes] | None = None

    def picture(self, at: Fraction, place: PicturePlace, *, drawn: bool) -> Planes:
        frame = None if drawn or self._reader is None else self._reader.frame_at(at)
        if frame is None or self._reader is None:
            return self._panel(at, place)
        if self._last is None or self._last[0] is not frame or self._last[1] != place:
            size, reader = (place.box.width, place.box.height), self._reader
            picture = fitting(
                as_bt709(frame), reader.turned, reader.aspect, size, self._scaler, self._crop
            )
            self._last = frame, place, picture
        return self._last[2]

    def _panel(self, at: Fraction, place: PicturePlace) -> Planes:
        stage = self._drawn(self._table, at, place.on_stage)
        if self._last is None or self._last[0] != stage or self._last[1] != place:
            pixels = panel_pixels(stage, place.box.width, place.box.height)
            self._last = stage, place, planes_of_pixels(pixels)
        return self._last[2]

    def close(self) -> None:
        if self._reader:
            self._reader.close()
