"""A table of open-face Chinese drawn from above, in place of its picture."""

from __future__ import annotations

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison
from producer.stages.people import people
from producer.stages.style import Style

CANVAS = 1920


def table_from_above(
    comparison: Comparison, table: str, moves: int, place: Box, style: Style
) -> Stage:
    """The table after its first ``moves`` moves, for a place of this size on the canvas. Beside
    another table its players' rows lie over it, so it has no seats there."""
    replayed = comparison.replays[table]
    who = people(comparison.deal.teams, style.theme, style.say.code)
    turn = replayed.line[moves].seat if moves < len(replayed.line) else None
    seats = tuple(
        contexts.DrawnSeat(
            short=who.short(player),
            colour=who.colour(player),
            look="to act" if seat == turn else "plain",
            backs=0,
            bet="",
            button=seat == comparison.deal.button,
        )
        for seat, player in sorted(replayed.play.players.items())
    )
    small = place.width < CANVAS // 3 + 1
    drawn = contexts.DrawnTable(seats if small else (), None)
    box = Box(0, 0, place.width, place.height)
    graphic = Graphic("table", "drawn_table", drawn, box)
    return Stage(place.width, place.height, (graphic,), style.theme)
