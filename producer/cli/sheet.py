"""``duplicast sheet``: every graphic in every state on contact sheets."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from producer.cli.common import WRONG_USAGE, fail, people, settings
from producer.files import write_whole


class Names(StrEnum):
    """Whose names the samples bear."""

    plain = "plain"
    long = "long"
    greek = "greek"
    hebrew = "hebrew"
    alone = "alone"


def sheet(
    out: Annotated[Path, typer.Option("-o", metavar="DIR", file_okay=False, help="Where to.")],
    theme: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME|FILE", help="One or more. Default: those of the product."),
    ] = None,
    language: Annotated[
        list[str] | None, typer.Option(help="en, es, el; one or more. Default: all.")
    ] = None,
    names: Annotated[Names, typer.Option(help="Whose names are on the graphics.")] = Names.plain,
    chips: Annotated[
        Literal["bb", "number", "short"] | None,
        typer.Option(help="Big blinds, whole chips, or 12.5k. Default: the setting, else bb."),
    ] = None,
) -> None:
    """Draw every graphic in every state on contact sheets, per theme and language.

    The deals are made up; no database is read.
    """
    from overlay.sheet import contact_sheet  # noqa: PLC0415 - its libraries take long to load
    from overlay.theme import BadTheme, load_theme, themes  # noqa: PLC0415
    from producer.stages.gallery import SHEETS, sample  # noqa: PLC0415
    from producer.stages.style import Style  # noqa: PLC0415
    from producer.wording.language import LANGUAGES  # noqa: PLC0415
    from producer.wording.language import language as speak  # noqa: PLC0415

    for told in language or LANGUAGES:
        if told not in LANGUAGES:
            fail(f"--language {told}: the graphics speak {', '.join(LANGUAGES)}", WRONG_USAGE)
    own = settings().graphics
    every = (*themes(), *({own.theme} - set(themes())))
    for look in theme or every:
        try:
            drawn_in = load_theme(look)
        except BadTheme as error:
            fail(f"--theme {look}: {error}", WRONG_USAGE)
        out.mkdir(parents=True, exist_ok=True)
        for told in language or LANGUAGES:
            style = Style(speak(told), chips or own.chips, drawn_in)
            for title, samples in SHEETS.items():
                shown = [
                    (name, sample(name, names.value, style).with_stand_ins()) for name in samples
                ]
                path = out / f"{drawn_in.name}-{told}-{title}.png"
                write_whole(path, contact_sheet(shown, f"{title} · {drawn_in.name} · {told}"))
                people.print(f"wrote {path}", markup=False)
