"""A table drawn from above, in place of its picture."""

from __future__ import annotations

from fractions import Fraction

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.games.line import Deal
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style, chips
from producer.stages.tables.table_cut import SeatSeen, table_seen


def empty_table(table: str, at: Fraction, place: Box) -> Stage:  # noqa: ARG001 - the same for all
    """A table of which nothing is known, for a place of this size."""
    seat = contexts.DrawnSeat("", "", "plain", 0, "", button=False)
    return _stage(contexts.DrawnTable((seat,) * 6, None), place, PLAIN)


def drawn_table(deal: Deal, table: str, moves: int, place: Box, style: Style = PLAIN) -> Stage:
    """The table after its first ``moves`` moves, cards face down, for a place of this size.

    Raises NotDrawable as ``table_seen`` does, also for a game that is not hold'em.
    """
    seen = table_seen(deal, table, moves, "never", board="seen")
    who = people(deal.teams, style.theme, style.say.code)
    blind = seen.blinds[1]
    seats = tuple(_seat(seat, blind, who, style) for seat in seen.seats)
    pot = style.say.gettext("POT"), chips(seen.pot, blind, style)
    return _stage(contexts.DrawnTable(seats, pot), place, style)


def _seat(seat: SeatSeen, blind: int, who: People, style: Style) -> contexts.DrawnSeat:
    choice = seat.choice
    bet = chips(choice.to, blind, style) if choice and choice.to and not seat.folded else ""
    initials = "".join(word[0] for word in seat.player.name.split()[:2])
    return contexts.DrawnSeat(
        short=who.short(seat.player) or initials,
        colour=who.colour(seat.player),
        look="folded" if seat.folded else "to act" if seat.to_act else "plain",
        backs=0 if seat.folded else 2,
        bet=bet,
        button=seat.button,
    )


def _stage(drawn: contexts.DrawnTable, place: Box, style: Style) -> Stage:
    box = Box(0, 0, place.width, place.height)
    graphic = Graphic("table", "drawn_table", drawn, box)
    return Stage(place.width, place.height, (graphic,), style.theme)
