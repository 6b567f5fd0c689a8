"""``duplicast sheet``: contact sheets of every graphic in every state."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from producer.cli.common import WRONG_USAGE, fail, people, settings
from producer.files import plain_name, write_whole


class Names(StrEnum):
    """The kind of names on the samples."""

    plain = "plain"
    long = "long"
    greek = "greek"
    hebrew = "hebrew"
    alone = "alone"


def sheet(
    out: Annotated[Path, typer.Option("-o", metavar="DIR", file_okay=False, help="Output folder.")],
    theme: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME|FILE",
            help="One or more. Default: all that come with the product, and the one set.",
        ),
    ] = None,
    language: Annotated[
        list[str] | None, typer.Option(help="en, es, el; one or more. Default: all.")
    ] = None,
    names: Annotated[Names, typer.Option(help="The kind of names on the graphics.")] = Names.plain,
    chips: Annotated[
        Literal["bb", "number", "short"] | None,
        typer.Option(help="Big blinds, whole chips, or 12.5k. Default: the setting, else bb."),
    ] = None,
) -> None:
    """Draw every graphic in every state on contact sheets, per theme and language.

    The deals are made up; no database is read.
    """
    from overlay.sheet import contact_sheet  # noqa: PLC0415 - slow to import
    from overlay.themes.theme import BadTheme, load_theme, themes  # noqa: PLC0415
    from producer.stages.gallery import SHEETS, sample  # noqa: PLC0415
    from producer.stages.style import Style  # noqa: PLC0415
    from producer.wording.language import LANGUAGES  # noqa: PLC0415
    from producer.wording.language import language as speak  # noqa: PLC0415

    for code in language or LANGUAGES:
        if code not in LANGUAGES:
            fail(f"--language {code}: graphics exist in {', '.join(LANGUAGES)}", WRONG_USAGE)
    own = settings().graphics
    every = (*themes(), *({own.theme} - set(themes())))
    for look in theme or every:
        try:
            loaded = load_theme(look)
        except BadTheme as error:
            fail(f"--theme {error}", WRONG_USAGE)
        out.mkdir(parents=True, exist_ok=True)
        for code in language or LANGUAGES:
            style = Style(speak(code), chips or own.chips, loaded)
            for title, samples in SHEETS.items():
                shown = [
                    (name, sample(name, names.value, style).with_stand_ins()) for name in samples
                ]
                path = out / f"{plain_name(loaded.name)}-{code}-{title}.png"
                write_whole(path, contact_sheet(shown, f"{title} · {loaded.name} · {code}"))
                people.print(f"wrote {path}")
