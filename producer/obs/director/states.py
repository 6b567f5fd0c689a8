"""What the director is told and what it tells: values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from producer.obs.link.refusals import ObsRefusal
from producer.obs.scenes.banks import Bank, Shot
from producer.stages.entry import Size

Drawn = Callable[[float], bool]
"""Waits up to so many seconds; whether a page in OBS has drawn what it was asked to."""


@dataclass(frozen=True, slots=True)
class Graphics:
    """What lies over the pictures: called on the director's thread, ``png`` only where OBS gets
    the graphics as an image. ``show`` puts them on the channel of a bank that is off air."""

    png: Callable[[], bytes]
    show: Callable[[Bank], Drawn]


@dataclass(frozen=True, slots=True)
class Ready:
    """``scene`` of ``bank`` has ``shot`` in it, and is off air."""

    bank: Bank
    scene: str
    shot: Shot


@dataclass(frozen=True, slots=True)
class TakeResult:
    """``scene`` is on program, by OBS's own word, ``seconds`` after it was asked for.

    ``bank``: none of the safe scene. ``sources``: what is to be seen in the scene. ``note``: what
    else a person should know.
    """

    id: str
    scene: str
    bank: Bank | None
    shot: Shot | None
    seconds: float
    note: str = ""
    sources: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Online:
    """OBS as it told us. ``bank``: the one on program, if one is. ``anew``: it was started again
    since we had it last; else only the connection was lost. ``differences``: what somebody
    changed in what we have loaded, in words. ``trouble``: why it is not as wanted since it came
    back, if it is not."""

    obs: str
    websocket: str
    canvas: Size
    program: str
    studio: bool
    browser: bool
    bank: Bank | None = None
    differences: tuple[str, ...] = ()
    trouble: ObsRefusal | None = None
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Offline:
    refusal: ObsRefusal


State = Online | Offline
