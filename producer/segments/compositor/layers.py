"""Graphics over a whole frame, ready to be laid over many pictures quickly."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from overlay.raster import Pixels
from overlay.stage import Box
from producer.segments.compositor.planes import Plane, Planes, halved, planes_of_pixels

CELL = 16
"""Pixels; only cells that carry graphics are touched."""

Cells = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Layer:
    """``planes``: already multiplied by alpha. ``rest`` and ``rest_half``: what is left of the
    picture under it, 255 for all, for brightness and for colour. ``drawn`` and ``solid``: the cells
    that carry something, and those that hide the picture wholly."""

    planes: Planes
    rest: Plane
    rest_half: Plane
    drawn: Cells
    solid: Cells


def layer_of(pixels: Pixels) -> Layer:
    """Of pixels that are multiplied by alpha; width and height are even."""
    rest = np.asarray(cv2.bitwise_not(np.ascontiguousarray(pixels[..., 3])), np.uint8)
    return _with_cells(planes_of_pixels(pixels), rest, halved(rest))


def _with_cells(planes: Planes, rest: Plane, half: Plane) -> Layer:
    drawn = _most(np.asarray(cv2.bitwise_not(rest), np.uint8)) > 0
    return Layer(planes, rest, half, drawn, _most(rest) == 0)


def _most(plane: Plane, cell: int = CELL) -> Plane:
    """The largest value of each cell."""
    height, width = plane.shape
    padded = np.pad(plane, ((0, -height % cell), (0, -width % cell)), mode="edge")
    rows = padded.reshape(padded.shape[0] // cell, cell, -1).max(axis=1)
    most: Plane = rows.reshape(rows.shape[0], -1, cell).max(axis=2)
    return most


def nothing(width: int, height: int) -> Layer:
    """A layer without graphics."""
    return layer_of(np.zeros((height, width, 4), np.uint8))


def changed_cells(one: Layer, two: Layer) -> Cells:
    """The cells in which two layers of the same size differ."""
    pairs = [
        (one.planes.y, two.planes.y, CELL), (one.rest, two.rest, CELL),
        (one.planes.u, two.planes.u, CELL // 2), (one.planes.v, two.planes.v, CELL // 2),
    ]  # fmt: skip
    differ = [_most(np.asarray(cv2.absdiff(a, b), np.uint8), cell) > 0 for a, b, cell in pairs]
    changed: Cells = np.logical_or.reduce(differ)
    return changed


def rectangles(cells: Cells) -> list[Box]:
    """The marked cells as few rectangles, in cells.

    >>> rectangles(np.array([[1, 1, 0], [1, 1, 1]], bool))
    [Box(x=0, y=0, width=2, height=1), Box(x=0, y=1, width=3, height=1)]
    """
    done: list[Box] = []
    running: dict[tuple[int, int], int] = {}
    for row in range(cells.shape[0] + 1):
        runs = _runs(cells[row]) if row < cells.shape[0] else set()
        for run in [run for run in running if run not in runs]:
            top = running.pop(run)
            done.append(Box(run[0], top, run[1] - run[0], row - top))
        for run in runs:
            running.setdefault(run, row)
    return done


def _runs(row: npt.NDArray[np.bool_]) -> set[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([False], row, [False])).astype(np.int8)))
    return set(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class LayerPart:
    """A rectangle of a layer; without ``rest`` it hides the picture wholly."""

    box: Box
    planes: Planes
    rest: Planes | None


LayerParts = tuple[LayerPart, ...]


def parts_of(layer: Layer, within: Cells | None = None) -> LayerParts:
    """A layer, or some cells of it, cut into rectangles that are laid over a picture."""
    solid, drawn = layer.solid, layer.drawn & ~layer.solid
    if within is not None:
        solid, drawn = solid & within, drawn & within
    size = layer.planes.size
    hiding = (LayerPart(box, layer.planes.part(box), None) for box in _boxes(solid, *size))
    rest = Planes(layer.rest, layer.rest_half, layer.rest_half)
    through = (
        LayerPart(box, layer.planes.part(box), rest.part(box)) for box in _boxes(drawn, *size)
    )
    return (*hiding, *through)


def mixed_parts(one: Layer, two: Layer, within: Cells, share: float) -> LayerParts:
    """``share`` of ``two`` and the rest of ``one``, in some cells."""
    rests = [Planes(layer.rest, layer.rest_half, layer.rest_half) for layer in (one, two)]
    return tuple(
        LayerPart(
            box,
            _mixed(one.planes.part(box), two.planes.part(box), share),
            _mixed(rests[0].part(box), rests[1].part(box), share),
        )
        for box in _boxes(within, *one.planes.size)
    )


def _mixed(one: Planes, two: Planes, share: float) -> Planes:
    return Planes(
        *(
            np.asarray(cv2.addWeighted(a, 1 - share, b, share, 0), np.uint8)
            for a, b in zip(one, two, strict=True)
        )
    )


def _boxes(cells: Cells, width: int, height: int) -> list[Box]:
    """The marked cells as boxes in pixels, within the frame."""
    boxes = []
    for cell in rectangles(cells):
        x, y = cell.x * CELL, cell.y * CELL
        right, bottom = x + cell.width * CELL, y + cell.height * CELL
        boxes.append(Box(x, y, min(right, width) - x, min(bottom, height) - y))
    return boxes


def lay_over_picture(parts: LayerParts, picture: Planes) -> None:
    """Draws parts of a layer over a picture of its size."""
    for part in parts:
        under = picture.part(part.box)
        if part.rest is None:
            under.copy_from(part.planes)
            continue
        for plane, over, rest in zip(under, part.planes, part.rest, strict=True):
            through = cv2.multiply(plane, rest, scale=1 / 255)
            plane[:] = cv2.add(through, over)
