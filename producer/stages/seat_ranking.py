"""The ranking of those who hold the same cards, before and after a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from overlay.contexts import Shift, Shifts
from overlay.stage import Stage
from overlay.text import capitals
from producer.compare.model import Comparison
from producer.events import Team
from producer.scoring.standings import SeatLine, Standings
from producer.stages import words
from producer.stages.moment import NotDrawable
from producer.stages.people import People, people
from producer.stages.show import MOST_ROWS, PANEL, alone, points
from producer.stages.style import PLAIN, Style


def seat_of(comparison: Comparison, seat: int | None) -> int:
    """The seat, by default the best pick's. Raises NotDrawable if the deal has no such seat."""
    deal = comparison.deal.key
    known = ", ".join(map(str, sorted(comparison.averages)))
    if seat is None:
        if comparison.seat is None:
            raise NotDrawable(
                f"deal {deal}: the tables never chose differently", f"name a seat of {known}"
            )
        return comparison.seat
    if seat not in comparison.averages:
        raise NotDrawable(f"deal {deal}: seat {seat} was empty", f"name a seat of {known}")
    return seat


def seat_shifts_stage(
    before: Standings,
    after: Standings,
    seat: int,
    deal: int,
    teams: Mapping[str, Team],
    lit: frozenset[str] = frozenset(),
    style: Style = PLAIN,
    position: str = "",
) -> Stage:
    """The ranking of one seat before and after a deal; ``lit``: the tables talked about.
    ``position``: the seat's in this deal, its number if empty.

    Raises NotDrawable if no deal counted before it, or if it does not count itself.
    """
    was, now = before.seats.get(seat, ()), after.seats.get(seat, ())
    if not before.counted.get(seat) or before.counted[seat] == after.counted.get(seat):
        raise NotDrawable(
            f"seat {seat} has no ranking before and after deal {deal}", "pick another seat or deal"
        )
    say = style.say
    who = people(teams, style.theme, say.code)
    rows = _rows(was, now, who, lit, style)
    where = position or say.gettext("SEAT {n}").format(n=seat)
    moved = any(row.up for row in rows)
    context = Shifts(
        say.gettext("RANKING WITH THE SAME CARDS"),
        say.gettext("DEAL {n}: {position}").format(n=deal, position=where),
        (say.gettext("BEFORE"), say.gettext("AFTER")),
        say.gettext("POINTS"),
        rows,
        () if moved else tuple(say.gettext("NOBODY\nMOVED").split("\n")),
    )
    return alone("shifts", "shifts", context, PANEL, style)


def _rows(
    was: Sequence[SeatLine],
    now: Sequence[SeatLine],
    who: People,
    lit: frozenset[str],
    style: Style,
) -> tuple[Shift, ...]:
    """Tables that share a place stand in the order of the other ranking, so that lines cross only
    where somebody overtook."""
    rank_after = {line.table: line.rank for line in now}
    was = sorted(was, key=lambda line: (line.rank, rank_after.get(line.table, len(now))))
    old = {line.table: (place, line) for place, line in enumerate(was, 1)}
    now = sorted(now, key=lambda line: (line.rank, old[line.table][0] if line.table in old else 0))
    places = [words.places([line.rank for line in lines]) for lines in (was, now)]
    return tuple(
        Shift(
            _side(line, who, style),
            who.colours.get(line.team or "", who.neutral),
            (old[line.table][0], place),
            (places[0][old[line.table][0] - 1], places[1][place - 1]),
            (points(old[line.table][1].points or 0, style), points(line.points or 0, style)),
            old[line.table][1].rank - line.rank,
            line.table in lit,
            line.team is not None,
            who.letters(line.team or ""),
        )
        for place, line in enumerate(now, 1)
        if line.table in old and place <= MOST_ROWS and old[line.table][0] <= MOST_ROWS
    )


def _side(line: SeatLine, who: People, style: Style) -> str:
    if line.team:
        return capitals(who.full(line.team))
    return line.player or style.say.gettext("TABLE {name}").format(name=line.table)
