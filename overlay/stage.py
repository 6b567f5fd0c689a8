"""A stage: what is drawn, as values. Boxes in pixels of the stage's own canvas."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from overlay.theme import Theme, load_theme


class Context(Protocol):
    """What one graphic's template is given: a frozen dataclass of ``overlay.contexts``.

    Its values are its identity: the same context is drawn once.
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
    """One drawn thing: ``key`` names it on its stage, ``template`` its SVG, ``box`` its place.

    Two stages' graphics with one key are the same thing at two times; only a changed one is sent.
    """

    key: str
    template: str
    context: Context
    box: Box


@dataclass(frozen=True, slots=True)
class Stage:
    """Graphics in the order they are painted, on a canvas of ``width`` x ``height``."""

    width: int
    height: int
    graphics: tuple[Graphic, ...]
    theme: Theme = field(default_factory=load_theme)
