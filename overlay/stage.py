"""A stage: the graphics to draw, as values. Boxes are in pixels of the stage's canvas."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from overlay.themes.theme import Theme, load_theme


class Context(Protocol):
    """The input of a graphic's template: a frozen dataclass of ``overlay.contexts``.

    Drawings are cached by its value.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Box:
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Graphic:
    """One graphic: ``key`` identifies it on the stage, ``template`` names its SVG template.

    Graphics of two stages with the same key are the same graphic at two times; browsers are sent
    only the changed ones.
    """

    key: str
    template: str
    context: Context
    box: Box


@dataclass(frozen=True, slots=True)
class Stage:
    """Graphics in painting order, on a canvas of ``width`` x ``height`` pixels."""

    width: int
    height: int
    graphics: tuple[Graphic, ...]
    theme: Theme = field(default_factory=load_theme)
