"""``duplicast obs snapshot`` and ``collection``: OBS's state, and a collection to import."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from overlay.safe_slide import safe_slide_png
from producer.cli.common import WRONG_USAGE, fail, people, print_data, settings
from producer.cli.obs.commands import OutputOption, app, page_of, places
from producer.files import write_whole
from producer.obs import ObsRefusal
from producer.obs.monitor.snapshot import snapshot
from producer.obs.scenes.actual import Overview
from producer.obs.scenes.banks import safe_name
from producer.obs.scenes.collection import KINDS, collection, placeholders
from producer.obs.scenes.graphics_files import files_of
from producer.obs.scenes.loaded import LoadedBanks
from producer.obs.scenes.safe_files import write_safe_files
from producer.obs.scenes.setup import on_obs
from producer.settings import MAIN, Settings
from producer.stages.entry import Size
from producer.stages.style import style_of

__all__ = ["app"]

OutOption = typer.Option("-o", metavar="FILE", dir_okay=False)


class System(StrEnum):
    """Where OBS runs."""

    linux = "linux"
    windows = "windows"
    macos = "macos"


HERE = {"win32": System.windows, "darwin": System.macos}.get(sys.platform, System.linux)


@app.command("snapshot")
def obs_snapshot(
    out: Annotated[Path | None, OutOption] = None,
    output: OutputOption = MAIN,
) -> None:
    """Write what OBS has as JSON, for remote support. Of your own sources only the kind is in it;
    no deal, password or stream address."""
    (own,) = places(settings().obs, output).values()
    try:
        state = on_obs(own, lambda link: snapshot(link, own.prefix))
    except ObsRefusal as refusal:
        fail(str(refusal))
    if out is None:
        print_data(state)
        return
    _write(out, state)


@app.command("collection")
def obs_collection(
    out: Annotated[Path, OutOption],
    canvas: Annotated[
        str, typer.Option(metavar="WxH", help="Settings > Video > Base resolution in OBS.")
    ] = "1920x1080",
    system: Annotated[System, typer.Option("--for", help="Where OBS runs.")] = HERE,
) -> None:
    """Write a scene collection for OBS's Scene Collection > Import, with paths of this machine."""
    own = settings()
    size = _size(canvas)
    named = {name: "scene" for name in (own.obs.safe,) if name}
    obs = Overview(size, "", False, KINDS[system], named)
    folder = files_of(own.out)
    try:
        write_safe_files(folder, safe_slide_png(style_of(own.graphics).theme))
        wanted = LoadedBanks(own.obs, folder, partial(page_of, own, MAIN)).everything(obs)
    except ObsRefusal as refusal:
        fail(str(refusal))
    _write(out, collection(own.obs.prefix, wanted, size, safe_name(own.obs.prefix), own.obs.hotkey))
    _report(own, out, placeholders(wanted))


def _report(own: Settings, out: Path, missing: list[str]) -> None:
    people.print(
        f"In OBS: Scene Collection > Import, choose {out}, then choose {own.obs.prefix} in the "
        f"same menu. {own.obs.hotkey} cuts to {safe_name(own.obs.prefix)}, without Duplicast too.",
        soft_wrap=True,
    )
    if missing:
        people.print(
            f"Grey pictures are placeholders for your sources: {', '.join(missing)}. Replace them "
            "with yours, under the same names.",
            soft_wrap=True,
        )


def _size(text: str) -> Size:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) > 0 and int(height) > 0):
        fail(f"--canvas {text}: write it as 1920x1080", WRONG_USAGE)
    return int(width), int(height)


def _write(out: Path, content: dict[str, object]) -> None:
    write_whole(out, json.dumps(content, ensure_ascii=False, indent=2).encode() + b"\n")
    people.print(f"wrote {out}", soft_wrap=True)
