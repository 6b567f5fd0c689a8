"""The graphics alone, with straight alpha: ProRes 4444 for editors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Self

import av
import cv2
import numpy as np
from av.error import FFmpegError
from av.video.reformatter import ColorRange, Colorspace

from overlay.raster import Pixels
from overlay.stage import Stage
from producer.files import replacing
from producer.segments.compositor.encode import BT709, LIMITED, RenderCancelled
from producer.segments.compositor.graphics import (
    StageOf,
    over,
    panel_pixels,
    scene_pixels,
    straight,
)
from producer.segments.compositor.pictures import Drawn
from producer.segments.compositor.scenes import PicturePlace, Scene, scenes
from producer.segments.compositor.titles import eased, entrance_frames
from producer.segments.timecode import timecode_of
from producer.segments.timeline import Timeline
from producer.stages.style import Style

_FORMAT = "yuva444p10le"

Panels = tuple[tuple[PicturePlace, Stage], ...]


def write_overlay(
    timeline: Timeline,
    stage_of: StageOf,
    path: Path,
    cancelled: Callable[[], bool],
    style: Style,
    drawn: Drawn,
) -> None:
    """Writes the graphics as ProRes 4444 in MOV, as long as the timeline; tables that are drawn are
    in it, opaque. Laid over the clean pictures it gives the programme.

    The file does not say that its alpha is straight: say so beside it, or in its name. Raises
    RenderCancelled and OSError; then no file is there.
    """
    with replacing(path) as beside:
        try:
            with OverlayFile(beside, timeline) as file:
                pictures = overlay_pictures(timeline, stage_of, drawn, style)
                for picture in pictures:
                    if cancelled():
                        raise RenderCancelled
                    file.add_picture(picture)
                file.finish()
        except FFmpegError as error:
            raise OSError(error.errno, error.strerror) from error


def overlay_pictures(
    timeline: Timeline, stage_of: StageOf, drawn: Drawn, style: Style
) -> Iterator[Pixels]:
    """The graphics of each frame, multiplied by alpha; equal ones in a row are the same object."""
    size = timeline.width, timeline.height
    empty = np.zeros((size[1], size[0], 4), np.uint8)
    all_scenes = scenes(timeline)
    before, places = empty, all_scenes[0].places if all_scenes else ()
    for scene in all_scenes:
        graphics = scene_pixels(scene, *size, stage_of, style)
        old = before if scene.places == places else empty
        steps = 0 if np.array_equal(old, graphics) else entrance_frames(timeline)
        panels: Panels = ()
        whole = graphics
        for frame in range(scene.frames):
            now = _panels(timeline, scene, scene.start + frame, drawn)
            if now != panels or frame == 0:
                panels = now
                whole = _with_panels(graphics, panels, size)
            if frame + 1 < steps:
                share = eased((frame + 1) / steps)
                mixed = np.asarray(cv2.addWeighted(old, 1 - share, graphics, share, 0), np.uint8)
                yield _with_panels(mixed, panels, size)
            else:
                yield whole
        before, places = graphics, scene.places


def _panels(timeline: Timeline, scene: Scene, frame: int, drawn: Drawn) -> Panels:
    shown = []
    for side in timeline.sides:
        place, shot = scene.place_of(side.table), side.shot_at(frame)
        if place is not None and shot.kind == "drawn" and not scene.backdrop:
            at = shot.time_of(frame, timeline.rate)
            shown.append((place, drawn(side.table, at, place.on_stage)))
    return tuple(shown)


def _with_panels(graphics: Pixels, panels: Panels, size: tuple[int, int]) -> Pixels:
    if not panels:
        return graphics
    under = np.zeros((size[1], size[0], 4), np.uint8)
    for place, stage in panels:
        box = place.box
        part = under[box.y : box.y + box.height, box.x : box.x + box.width]
        part[:] = panel_pixels(stage, box.width, box.height)[: part.shape[0], : part.shape[1]]
    return over(graphics, under)


class OverlayFile:
    """A MOV that is being written. Each ProRes picture stands alone, so one that comes again is
    encoded once and its packet written again."""

    def __init__(self, path: Path, timeline: Timeline) -> None:
        rate = timeline.rate
        timecode = timecode_of(timeline.first_timecode, rate, timeline.drop_frame)
        self._container = av.open(str(path), "w", format="mov", options={"movflags": "+write_colr"})
        options = {"profile": "4", "vendor": "apl0", "alpha_bits": "16"}
        stream = self._container.add_stream("prores_aw", rate=rate, options=options)
        stream.width, stream.height, stream.pix_fmt = timeline.width, timeline.height, _FORMAT
        stream.metadata["timecode"] = timecode
        self._base: Fraction = 1 / rate
        stream.time_base = self._base
        self._stream = stream
        self._last: tuple[Pixels, bytes] | None = None
        self._frames = 0

    def add_picture(self, pixels: Pixels) -> None:
        """The next frame, multiplied by alpha."""
        if self._last is None or self._last[0] is not pixels:
            self._last = pixels, self._encoded(straight(pixels))
        packet = av.Packet(self._last[1])
        packet.stream, packet.time_base = self._stream, self._base
        packet.pts = packet.dts = self._frames
        packet.duration, packet.is_keyframe = 1, True
        self._container.mux(packet)
        self._frames += 1

    def _encoded(self, pixels: Pixels) -> bytes:
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels), format="bgra").reformat(
            format=_FORMAT,
            dst_colorspace=Colorspace.ITU709,
            dst_color_range=ColorRange.MPEG,
        )
        frame.color_primaries = frame.color_trc = frame.colorspace = BT709
        frame.color_range = LIMITED
        frame.pts, frame.time_base = self._frames, self._base
        (packet,) = self._stream.encode(frame)
        return bytes(packet)

    def finish(self) -> None:
        self._container.close()

    def close(self) -> None:
        self._container.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
