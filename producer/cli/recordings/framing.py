"""``duplicast recordings frame``: which part of a table's picture segments show."""

from __future__ import annotations

from typing import Annotated

import typer

from producer.acts import TableFramed
from producer.cli.common import WRONG_USAGE, DbOption, fail, gate, me, people
from producer.cli.recordings.options import GroupOption, SessionOption, group_of
from producer.release.recordings.framings import frame_table


def frame(
    table: Annotated[str, typer.Argument(metavar="TABLE")],
    crop: Annotated[
        str,
        typer.Option(
            metavar="X,Y,WIDTH,HEIGHT",
            help="As shares of the picture, from its left and top: 0.2,0.1,0.6,0.6. "
            "All of it: 0,0,1,1.",
        ),
    ],
    session: SessionOption = None,
    group: GroupOption = None,
    db: DbOption = None,
) -> None:
    """Frame a table: the part of its recordings that segments show from now on.

    Of that part, what does not have the shape of its place on the screen is cut off evenly at both
    ends. Segments that were made with another framing are outdated.
    """
    with gate(db) as opened:
        framing = _framing(crop, group_of(opened, session, group, table), table)
        frame_table(opened, framing, me())
    people.print(f"table {table}: segments show {framed(framing)}", soft_wrap=True)


def framed(framing: TableFramed) -> str:
    """In words; the four numbers as ``--crop`` takes them."""
    numbers = (framing.x, framing.y, framing.width, framing.height)
    if numbers == (0, 0, 1, 1):
        return "the whole picture"
    return "the part " + ",".join(f"{number:g}" for number in numbers) + " of the picture"


def _framing(crop: str, group: tuple[str, str], table: str) -> TableFramed:
    """Ends the command where ``crop`` is not a part of a picture."""
    try:
        x, y, width, height = (float(part) for part in crop.split(","))
        return TableFramed(
            session=group[0], group=group[1], table=table, x=x, y=y, width=width, height=height
        )
    except ValueError:
        fail(
            f"--crop {crop}: write X,Y,WIDTH,HEIGHT as shares of the picture, such as "
            "0.2,0.1,0.6,0.6: within 0 to 1, width and height at least 0.1",
            WRONG_USAGE,
        )
