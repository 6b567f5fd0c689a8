"""``duplicast still``: a picture of the two-up, PNG with alpha."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from producer.cli.common import WRONG_USAGE, DbOption, DealArgument, fail, gate, one_deal, people
from producer.compare import compare
from producer.files import write_whole


def still(
    deal: DealArgument,
    out: Annotated[Path, typer.Option("-o", metavar="FILE.png", dir_okay=False)],
    tables: Annotated[
        str | None, typer.Option(metavar="A,B", help="Left and right. Default: the suggested pair.")
    ] = None,
    moment: Annotated[Literal["fork", "end"], typer.Option(help="As of when.")] = "fork",
    scale: Annotated[float, typer.Option(min=0.25, max=4, help="2 makes it 3840x2160.")] = 1.0,
    db: DbOption = None,
) -> None:
    """Draw the two-up of DEAL as of a moment; the pictures' places stay transparent."""
    from overlay.raster import stage_png  # noqa: PLC0415 - its libraries take 0.3 s to load
    from producer.stages import NotDrawable, two_up  # noqa: PLC0415

    with gate(db) as opened, one_deal():
        comparison = compare(opened.deal(deal, "command:still"))
    try:
        pair = _pair(tables) if tables else comparison.pairing
        stage = two_up(comparison, pair, moment)
    except NotDrawable as error:
        fail(str(error))
    write_whole(out, stage_png(stage, scale))
    people.print(f"wrote {out}", markup=False)


def _pair(text: str) -> tuple[str, str]:
    left, comma, right = text.partition(",")
    if not comma or not left or not right or "," in right:
        fail(f"--tables {text}: name two tables, such as --tables 1,5", WRONG_USAGE)
    return left, right
