"""Two banks of scenes: one is on air, the other is loaded for the next take. Pure."""

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
    """What to show: a layout and the tables in its pictures, in their order.

    ``words``: a description for people. ``sound``: the table in focus, empty for none.
    ``request``: what it was made from, which distinguishes shots of the same tables. ``warning``:
    shown with the take. ``deal``, ``moment``, ``as_of`` (the moment in words): what its graphics
    show, empty for none.
    """

    layout: LayoutName
    tables: tuple[str, ...] = ()
    words: str = ""
    sound: str = ""
    request: str = ""
    warning: str = field(default="", compare=False)
    deal: str = field(default="", compare=False)
    moment: str = field(default="", compare=False)
    as_of: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class GraphicsSource:
    """The file from which OBS gets the graphics: a page or an image."""

    kind: Literal["image_source", "browser_source"]
    file: Path


@dataclass(frozen=True, slots=True)
class Loaded:
    """The content of a bank: confirmed to be in OBS, with its graphics."""

    shot: Shot
    graphics: GraphicsSource


def other(bank: Bank) -> Bank:
    return "B" if bank == "A" else "A"


def channel(bank: Bank, output: str = MAIN) -> str:
    """The graphics channel of a bank. Each OBS has its own, because they may be on different banks.

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
    """The bank a scene belongs to, ``None`` for the safe scene and scenes that are not ours.

    >>> bank_of("Duplicast B four-up", "Duplicast"), bank_of("Duplicast safe", "Duplicast")
    ('B', None)
    """
    ours, _, rest = scene.partition(f"{prefix} ")
    bank, _, layout = rest.partition(" ")
    return bank if not ours and bank in BANKS and layout in LAYOUTS else None


def off_air(program: str, prefix: str, last: Bank) -> Bank:
    """The bank to load: never the one on program. ``last``: the bank taken last."""
    return other(bank_of(program, prefix) or last)
