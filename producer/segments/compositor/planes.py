"""Pictures as planes of brightness and colour: BT.709, limited range, 4:2:0."""

from __future__ import annotations

import math
from typing import NamedTuple

import av
import cv2
import numpy as np
import numpy.typing as npt
from av.video.reformatter import Interpolation, VideoReformatter

from overlay.raster import Pixels
from overlay.stage import Box
from producer.segments.timeline import WHOLE, Crop

Plane = npt.NDArray[np.uint8]

FORMAT = "yuv420p"
BLACK = (16, 128, 128)

_BT709 = np.array(
    [
        # From blue, green, red and alpha, of 0 to 255.
        [0.0722 * 219 / 255, 0.7152 * 219 / 255, 0.2126 * 219 / 255, 16 / 255],
        [0.5 * 224 / 255, -0.7152 / 1.8556 * 224 / 255, -0.2126 / 1.8556 * 224 / 255, 128 / 255],
        [-0.0722 / 1.5748 * 224 / 255, -0.7152 / 1.5748 * 224 / 255, 0.5 * 224 / 255, 128 / 255],
    ]
)


class Planes(NamedTuple):
    """Brightness, and the two planes of colour with half as many pixels each way."""

    y: Plane
    u: Plane
    v: Plane

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.y.shape[1], self.y.shape[0]

    def part(self, box: Box) -> Planes:
        """The planes inside ``box``, whose edges are even; writing to them writes to these."""
        left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
        half = slice(top // 2, bottom // 2), slice(left // 2, right // 2)
        return Planes(self.y[top:bottom, left:right], self.u[half], self.v[half])

    def copy_from(self, other: Planes) -> None:
        for mine, its in zip(self, other, strict=True):
            mine[:] = its

    def place(self, picture: Planes, box: Box) -> None:
        """Draws a picture of the box's size, cropped where the box goes on beyond these planes."""
        width, height = self.size
        shown = min(box.width, width - box.x), min(box.height, height - box.y)
        self.part(Box(box.x, box.y, *shown)).copy_from(picture.part(Box(0, 0, *shown)))

    def fill(self, colour: tuple[int, int, int]) -> None:
        for plane, value in zip(self, colour, strict=True):
            plane[:] = value


def new_frame(width: int, height: int) -> tuple[av.VideoFrame, Planes]:
    """A frame and its planes, to be written to."""
    frame = av.VideoFrame(width, height, FORMAT)
    return frame, frame_planes(frame)


def frame_planes(frame: av.VideoFrame) -> Planes:
    """The planes of a frame of ``FORMAT``; the same memory."""
    return Planes(*(_plane(each) for each in frame.planes))


def _plane(plane: av.video.plane.VideoPlane) -> Plane:
    rows = np.asarray(memoryview(plane), np.uint8).reshape(-1, plane.line_size)
    return rows[: plane.height, : plane.width]


def planes_of_pixels(pixels: Pixels) -> Planes:
    """Of pixels that are multiplied by alpha, or opaque; width and height are even."""
    converted = np.asarray(cv2.transform(pixels, _BT709), np.uint8)
    y, u, v = (np.asarray(plane, np.uint8) for plane in cv2.split(converted))
    return Planes(y, halved(u), halved(v))


def colour_of(rgb: str) -> tuple[int, int, int]:
    """
    >>> colour_of("#FFFFFF"), colour_of("#FF0000")
    ((235, 128, 128), (63, 102, 240))
    """
    blue, green, red = (int(rgb[at : at + 2], 16) for at in (5, 3, 1))
    square = np.full((2, 2, 4), (blue, green, red, 255), np.uint8)
    y, u, v = (int(plane[0, 0]) for plane in planes_of_pixels(square))
    return y, u, v


def halved(plane: Plane) -> Plane:
    height, width = plane.shape[:2]
    size = width // 2, height // 2
    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.uint8)


def turned(planes: Planes, degrees: int) -> Planes:
    """Turned clockwise by a multiple of 90 degrees."""
    quarter = -degrees // 90 % 4
    return Planes(*(np.rot90(plane, quarter) for plane in planes)) if quarter else planes


_ROUNDING = 1e-6
"""Pixels by which a share of a size may be off."""

SPARE = 1.03
"""How much more of a picture may be cropped, so that it is made smaller by a whole factor: that is
many times as fast, and sharper."""


def fitting(
    frame: av.VideoFrame,
    turn: int,
    aspect: float,
    size: tuple[int, int],
    scaler: VideoReformatter,
    crop: Crop = WHOLE,
) -> Planes:
    """The ``crop`` of a frame of ``FORMAT``, turned clockwise by ``turn`` degrees, as it covers a
    place of this size; ``aspect`` as in ``covering``, after the turn.

    A whole factor of 1 or 2 is scaled fastest by OpenCV, all others by swscale.
    """
    had = (frame.height, frame.width) if turn % 180 else (frame.width, frame.height)
    least = min(had[0] * crop.width * aspect / size[0], had[1] * crop.height / size[1])
    if least > 1 and not (aspect == 1 and any(k <= least <= k * SPARE for k in (1, 2))):
        across = 2 * math.ceil(had[0] * aspect / least / 2), 2 * math.ceil(had[1] / least / 2)
        width, height = across[::-1] if turn % 180 else across
        way = Interpolation.AREA
        frame = scaler.reformat(frame, width, height, interpolation=way, threads=1)
        aspect = 1
    return covering(turned(frame_planes(frame), turn), *size, aspect, crop)


def covering(
    planes: Planes, width: int, height: int, aspect: float = 1.0, crop: Crop = WHOLE
) -> Planes:
    """Their ``crop`` scaled until it covers ``width`` x ``height``; all sizes are even.

    ``aspect``: how wide a pixel is for its height. Parts that need no scaling are views.
    """
    part = planes.part(part_shown(planes.size, (width, height), aspect, crop))
    sizes = ((width, height), (width // 2, height // 2), (width // 2, height // 2))
    return Planes(*(_scaled(plane, size) for plane, size in zip(part, sizes, strict=True)))


def part_shown(
    had: tuple[int, int], size: tuple[int, int], aspect: float = 1.0, crop: Crop = WHOLE
) -> Box:
    """Which pixels of a picture of ``had`` pixels cover a place of this size: of its ``crop`` the
    middle, in the shape of the place; edges are even.

    >>> part_shown((1920, 1080), (958, 1080))
    Box(x=480, y=0, width=958, height=1080)
    >>> part_shown((1920, 1080), (960, 540), crop=Crop(0.5, 0.5, 0.5, 0.5))
    Box(x=960, y=540, width=960, height=540)
    """
    framed = _even_box(had, crop)
    shape = size[0] / size[1] / aspect
    width = min(framed.width, 2 * round(framed.height * shape / 2))
    height = min(framed.height, 2 * round(framed.width / shape / 2))
    factor = min(width // size[0], height // size[1])
    if aspect == 1 and factor and height <= factor * size[1] * SPARE:
        width, height = factor * size[0], factor * size[1]
    left = framed.x + (framed.width - width) // 4 * 2
    return Box(left, framed.y + (framed.height - height) // 4 * 2, width, height)


def _even_box(had: tuple[int, int], crop: Crop) -> Box:
    """The crop in pixels, rounded outwards to even edges."""
    left, top = (
        2 * math.floor(start * pixels / 2 + _ROUNDING)
        for start, pixels in zip((crop.x, crop.y), had, strict=True)
    )
    width, height = (
        min(pixels - begin, 2 * math.ceil(share * pixels / 2 - _ROUNDING))
        for begin, share, pixels in zip((left, top), (crop.width, crop.height), had, strict=True)
    )
    return Box(left, top, width, height)


def _scaled(plane: Plane, size: tuple[int, int]) -> Plane:
    if plane.shape[1::-1] == size:
        return plane
    way = cv2.INTER_AREA if plane.shape[0] >= size[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(plane, size, interpolation=way), np.uint8)


def darken_softly(planes: Planes, light: float) -> None:
    """Makes a picture a backdrop: soft, and ``light`` times as bright."""
    for plane, dark in zip(planes, BLACK, strict=True):
        height, width = plane.shape
        small = cv2.resize(plane, (width // 16, height // 16), interpolation=cv2.INTER_AREA)
        small = cv2.convertScaleAbs(
            cv2.GaussianBlur(small, (0, 0), 1.6), alpha=light, beta=dark * (1 - light)
        )
        plane[:] = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
