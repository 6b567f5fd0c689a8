"""``duplicast still``: a graphic of a deal as a PNG with alpha."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from producer.cli.common import (
    OUTPUT,
    WRONG_USAGE,
    ChipsOption,
    DbOption,
    DealOrPick,
    LanguageOption,
    MomentOption,
    PickOption,
    ThemeOption,
    as_moment,
    fail,
    focused_on,
    gate,
    known_theme,
    note_export,
    one_deal,
    people,
    picked,
    settings,
    tell_against,
    tell_unfit,
    write_out,
)
from producer.compare.model import Comparison
from producer.release import Gate
from producer.settings import GraphicsSettings
from producer.stages.catalogue import CATALOGUE, DEFAULT

STILLS = {entry.name: entry for entry in CATALOGUE.values() if entry.request is not None}


def still(  # noqa: PLR0913, PLR0917 - its parameters are the options
    out: Annotated[
        Path,
        typer.Option(
            "-o", metavar="FILE.png", dir_okay=False, help="Output file; - for standard output."
        ),
    ],
    deal: DealOrPick = None,
    graphic: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=" ".join(f"{each.name}: {each.shows}" for each in STILLS.values()),
        ),
    ] = DEFAULT,
    tables: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help="In the order of their pictures. Default: the suggested ones."
        ),
    ] = None,
    pick: PickOption = None,
    moment: MomentOption = None,
    moves: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="For table, instead of --moment: after N moves."),
    ] = None,
    language: LanguageOption = None,
    chips: ChipsOption = None,
    theme: ThemeOption = None,
    scale: Annotated[float, typer.Option(min=0.25, max=4, help="2 makes it 3840x2160.")] = 1.0,
    sealed: Annotated[
        bool, typer.Option("--sealed", help="Allow a sealed deal; SEALED is printed across it.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Draw a graphic of DEAL, or of a pick, at a moment; picture boxes stay transparent."""
    from overlay.raster import stage_png  # noqa: PLC0415 - its libraries take 0.3 s to load
    from overlay.svg import unknown_letters  # noqa: PLC0415
    from overlay.watermark import watermarked_png  # noqa: PLC0415
    from producer.cli.drawing import StillRequest, stage_of  # noqa: PLC0415

    _is_png(out)
    if graphic not in STILLS:
        fail(f"--graphic {graphic}: there is {', '.join(STILLS)}", WRONG_USAGE)
    if sealed and STILLS[graphic].of_released_only:
        fail(f"--sealed: {graphic} is made of released deals only; leave it out", WRONG_USAGE)
    own = settings(db)
    usual = own.graphics
    spoken = GraphicsSettings(
        language=language or usual.language,
        chips=chips or usual.chips,
        theme=usual.theme if theme is None else known_theme(theme, "--theme"),
    )
    request = StillRequest(graphic, _names(tables), as_moment(moment), spoken, moves)
    with gate(db) as opened, one_deal():
        compared, marked = _found(opened, deal, pick, sealed=sealed)
        shown_deal = compared.deal
        tell_against(opened, shown_deal, "command:still")
        stage = stage_of(opened, compared, request)
        word = "SEALED" if marked else "REHEARSAL" if own.rehearsal else ""
        picture = watermarked_png(stage, scale, word) if word else stage_png(stage, scale)
        if marked:  # where the audit cannot say so there is no picture
            note_export(opened, "still", out, deal=str(shown_deal.key), sealed=True)
        write_out(out, picture)
        if not marked:
            note_export(opened, "still", out, deal=str(shown_deal.key))
    if marked:
        people.print("SEALED: for a producer's eyes only", style="bold white on red")
    tell_unfit(spoken.theme)
    lacking = unknown_letters(stage)
    if lacking:
        people.print(
            f"missing from all fonts: {lacking}; docs/graphics.md says how to add a font",
        )


def _is_png(out: Path) -> None:
    """Ends the command unless the output is a .png file or redirected."""
    if out == OUTPUT:
        if sys.stdout.isatty():
            fail("-o -: a PNG cannot be shown in a terminal; redirect it with | or >", WRONG_USAGE)
    elif out.suffix.lower() != ".png" and (out.is_file() or not out.exists()):
        fail(f"-o {out}: a still is a PNG; end its name in .png", WRONG_USAGE)


def _found(
    opened: Gate, reference: str | None, pick: str | None, *, sealed: bool
) -> tuple[Comparison, bool]:
    """The comparison with the pick first, and whether its picture must be marked."""
    if not sealed:
        return picked(opened, reference, pick, "command:still"), False
    if reference is None:
        fail("--sealed: name DEAL; a sealed deal is not found by its picks", WRONG_USAGE)
    compared, verdict = opened.sealed_comparison(reference, "command:still --sealed")
    return focused_on(compared, pick), verdict.state != "released"


def _names(tables: str | None) -> tuple[str, ...]:
    if tables is None:
        return ()
    names = tuple(part.strip() for part in tables.split(","))
    if not all(names) or len(set(names)) != len(names):
        fail(f"--tables {tables}: name each table once, such as --tables 1,5", WRONG_USAGE)
    return names
