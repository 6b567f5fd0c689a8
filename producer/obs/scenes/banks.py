"""Two banks of scenes, of which one is on air and the other is made ready. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from producer.obs.scenes.layouts import LAYOUTS, LayoutName
from producer.settings import MAIN

Bank = Literal["A", "B"]
BANKS: tuple[Bank, ...] = get_args(Bank)


@dataclass(frozen=True, slots=True)
class Shot:
    """What is to be seen: the scene, the tables in its pictures in their order, and in ``words``
    for people. ``sound``: the table in focus, none where it is empty. ``asked``: what tells it from
    another of the same tables. ``warning``: what else is to be told when it is taken."""

    layout: LayoutName
    tables: tuple[str, ...] = ()
    words: str = ""
    sound: str = ""
    asked: str = ""
    warning: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class GraphicsSource:
    """How the graphics come into OBS: by a page or by a picture, each a file OBS can read."""

    kind: Literal["image_source", "browser_source"]
    file: Path


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a bank holds: all of it is in OBS, and its graphics were seen to be there."""

    shot: Shot
    graphics: GraphicsSource


def other(bank: Bank) -> Bank:
    return "B" if bank == "A" else "A"


def channel(bank: Bank, output: str = MAIN) -> str:
    """The graphics channel of a bank of an OBS: two need not have the same bank on air.

    >>> channel("A"), channel("A", "backup")
    ('bank-a', 'backup-bank-a')
    """
    own = f"bank-{bank.lower()}"
    return own if output == MAIN else f"{output}-{own}"


def scene_name(prefix: str, bank: Bank, layout: LayoutName) -> str:
    """
    >>> scene_name("Duplicast", "B", "four-up")
    'Duplicast B four-up'
    """
    return f"{prefix} {bank} {layout}"


def safe_name(prefix: str) -> str:
    return f"{prefix} safe"


def bank_of(scene: str, prefix: str) -> Bank | None:
    """The bank that a scene belongs to, ``None`` for the safe scene and for what is not ours.

    >>> bank_of("Duplicast B four-up", "Duplicast"), bank_of("Duplicast safe", "Duplicast")
    ('B', None)
    """
    ours, _, rest = scene.partition(f"{prefix} ")
    bank, _, layout = rest.partition(" ")
    return bank if not ours and bank in BANKS and layout in LAYOUTS else None


def off_air(program: str, prefix: str, last: Bank) -> Bank:
    """The bank to load: never the one on program; ``last``: the one that was there last."""
    return other(bank_of(program, prefix) or last)
