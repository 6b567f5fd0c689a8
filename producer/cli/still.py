"""``duplicast still``: a picture of the two-up, PNG with alpha."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from producer.cli.common import (
    WRONG_USAGE,
    DbOption,
    DealArgument,
    fail,
    gate,
    me,
    one_deal,
    people,
    settings,
)
from producer.compare import compare
from producer.files import write_whole
from producer.games.line import Deal
from producer.release import Gate
from producer.release import hand as by_hand


def still(
    deal: DealArgument,
    out: Annotated[Path, typer.Option("-o", metavar="FILE.png", dir_okay=False)],
    tables: Annotated[
        str | None, typer.Option(metavar="A,B", help="Left and right. Default: the suggested pair.")
    ] = None,
    moment: Annotated[Literal["fork", "end"], typer.Option(help="As of when.")] = "fork",
    scale: Annotated[float, typer.Option(min=0.25, max=4, help="2 makes it 3840x2160.")] = 1.0,
    sealed: Annotated[
        bool, typer.Option("--sealed", help="Also of a sealed deal, with SEALED across it.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Draw the two-up of DEAL as of a moment; the pictures' places stay transparent."""
    from overlay.raster import stage_png  # noqa: PLC0415 - its libraries take 0.3 s to load
    from overlay.sealed import sealed_png  # noqa: PLC0415
    from producer.stages import NotDrawable, two_up  # noqa: PLC0415

    if out.suffix.lower() != ".png" and (out.is_file() or not out.exists()):
        fail(f"-o {out}: a still is a PNG; end its name in .png", WRONG_USAGE)
    with gate(db) as opened, one_deal():
        found, marked = _found(opened, deal, sealed=sealed)
        comparison = compare(found)
        try:
            pair = comparison.pairing if tables is None else _pair(tables)
            stage = two_up(comparison, pair, moment)
        except NotDrawable as error:
            fail(str(error))
        word = "SEALED" if marked else "REHEARSAL" if settings(db).rehearsal else ""
        write_whole(out, sealed_png(stage, scale, word) if word else stage_png(stage, scale))
        by_hand.note_export(opened, "still", str(out), me(), deal=str(found.key), sealed=marked)
    if marked:
        people.print("SEALED: for a producer's eyes only", style="bold white on red")
    people.print(f"wrote {out}", markup=False)


def _found(opened: Gate, reference: str, *, sealed: bool) -> tuple[Deal, bool]:
    """The deal, and whether its picture must be marked."""
    if not sealed:
        return opened.deal(reference, "command:still"), False
    deal, verdict = opened.sealed_deal(reference, "command:still --sealed")
    return deal, verdict.state != "released"


def _pair(text: str) -> tuple[str, str]:
    left, comma, right = (part.strip() for part in text.partition(","))
    if not comma or not left or not right or "," in right:
        fail(f"--tables {text}: name two tables, such as --tables 1,5", WRONG_USAGE)
    return left, right
