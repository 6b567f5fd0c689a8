"""Contexts of what lies in a table's picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PictureMark:
    """``picture_mark``: what is not as usual in a picture, after its sign. ``at``: the edge of its
    box at which its plate stands."""

    sign: Literal["pause", "fast", "no camera"]
    text: str
    at: Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Shade:
    """``shade``: darkens the picture of a table that is not talked about."""

    opacity: float
