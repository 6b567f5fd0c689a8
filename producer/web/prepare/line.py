"""The slider over the line: each moment of a pick, and what both tables do at it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from producer.compare.model import Comparison
from producer.stages.comparisons.branches import DecisionPoint
from producer.stages.drawings import drawing_of
from producer.stages.moment import Known, read_moment
from producer.web.languages import _, word
from producer.web.pages.words import WordedMove, move_words, seat_words, worded_line
from producer.web.panel.view import line_stops


@dataclass(frozen=True, slots=True)
class SliderStop:
    """``moment``: as spelt. ``words``: when it is. ``made``: by table shown, its newest move."""

    moment: str
    words: str
    made: tuple[str, ...]


def slider_stops(
    comparison: Comparison, point: DecisionPoint, tables: Sequence[str]
) -> tuple[SliderStop, ...]:
    """From the moment at which nobody has chosen to the end."""
    plays = {play.table: play for play in comparison.deal.plays}
    lines = {table: worded_line(comparison, plays[table])[0][point.at[table] :] for table in tables}
    return tuple(
        SliderStop(
            stop.moment,
            stop.words,
            tuple(
                _made(comparison, lines[table], read_moment(stop.moment).of(table), point.seat)
                for table in tables
            ),
        )
        for stop in line_stops(comparison, point, tables)
    )


def _made(comparison: Comparison, after: Sequence[WordedMove], known: Known, seat: int) -> str:
    """``after``: the table's moves from the decision on."""
    if known == 0:
        if drawing_of(comparison).panel is not None:
            return _("{seat} to choose", seat=seat_words(comparison, seat))
        return _("seat {n} to choose", n=seat)
    if known is None or known > len(after):
        return _("hand over")
    worded = after[known - 1]
    return f"{word(worded.move.street)}: {move_words(comparison, worded)}"
