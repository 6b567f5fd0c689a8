"""One table of open-face Chinese in full: every player's rows, and what each pair paid."""

from __future__ import annotations

from fractions import Fraction

from overlay.contexts import Strip, TextPart, TextParts
from overlay.stage import Box, Graphic, Stage
from producer.events import Player
from producer.games.line import Deal
from producer.games.ofc.rules import OPEN_FACE
from producer.stages.moment import NotDrawable
from producer.stages.open_face.rows import rows_plate
from producer.stages.people import People, people
from producer.stages.style import Style, signed
from producer.texts import number_of

WIDTH, HEIGHT = 1920, 1080
PLACES = ((72, 54), (984, 54), (72, 560), (984, 560))
"""Left and top of each player's part, in order of position."""

NAME, ROWS, PAID = Box(0, 0, 864, 76), Box(0, 84, 752, 268), Box(0, 360, 864, 76)
"""Within a player's part."""


def open_face_table(deal: Deal, table: str, moves: int, style: Style) -> Stage:
    """The table after so many moves; after all of them with royalties and points. Raises
    NotDrawable."""
    play = next((each for each in deal.plays if each.table == table), None)
    if play is None:
        raise NotDrawable(f"deal {deal.key}: table {table} has not played it", "pick another table")
    if not 0 <= moves <= len(play.line):
        raise NotDrawable(
            f"deal {deal.key}: table {table} made {number_of(len(play.line), 'move')}, not {moves}",
            f"name a moment from 0 to {len(play.line)}",
        )
    shown = OPEN_FACE.replay(deal, play)
    known = None if moves == len(play.line) else moves
    who = people(deal.teams, style.theme, style.say.code)
    paid: dict[int, list[tuple[int, int]]] = {seat: [] for seat in shown.rows}
    for each in shown.settlement.paid:
        one, two = each.seats
        paid[one].append((two, each.moved))
        paid[two].append((one, -each.moved))
    graphics: list[Graphic] = []
    for (x, y), seat in zip(PLACES, shown.rows, strict=False):
        named: list[TextParts] = [(TextPart(_name(who, play.players.get(seat), seat), True),)]
        if known is None:
            named.append(_points(shown.settlement.result[seat], style))
        graphics += [
            Graphic(f"name-{seat}", "strip", Strip(tuple(named)), _at(NAME, x, y)),
            Graphic(
                f"rows-{seat}", "rows", rows_plate(shown, seat, known, "left", style),
                _at(ROWS, x + 56, y),
            ),
        ]  # fmt: skip
        if known is None:
            pairs = tuple(
                (
                    TextPart(_short(who, play.players.get(other), other), False),
                    TextPart(signed(Fraction(moved), style.say), True),
                )
                for other, moved in sorted(paid[seat])
            )
            graphics.append(Graphic(f"paid-{seat}", "strip", Strip(pairs), _at(PAID, x, y)))
    return Stage(WIDTH, HEIGHT, tuple(graphics), style.theme)


def _at(box: Box, x: int, y: int) -> Box:
    return Box(box.x + x, box.y + y, box.width, box.height)


def _points(points: int, style: Style) -> TextParts:
    return (TextPart(signed(Fraction(points), style.say), True), TextPart(style.unit, False))


def _name(who: People, player: Player | None, seat: int) -> str:
    return str(seat) if player is None else who.team(player) or player.name


def _short(who: People, player: Player | None, seat: int) -> str:
    return str(seat) if player is None else who.short(player) or player.name
