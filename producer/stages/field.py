"""One table against the field: its picture, and a row per table, grouped by choice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar

from overlay import contexts
from overlay.contexts import FieldGroup, FieldRow
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.stages import words
from producer.stages.branches import DecisionPoint, decision_point
from producer.stages.comparison_cut import (
    Elsewhere,
    FieldSeen,
    SideSeen,
    SplitSeen,
    whole_field,
)
from producer.stages.drawings import DRAWINGS, in_its_game
from producer.stages.moment import Moment, NoKeyFork, NotDrawable
from producer.stages.n_up import bar, numbers, price_parts
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style

WIDTH, HEIGHT = 1920, 1080
Known = TypeVar("Known", SideSeen, Elsewhere)

FIELD_PICTURES: dict[str, Box] = {"table": Box(0, 0, 640, 1080)}

GROUP, GAP, HEAD = 92, 8, 64
"""Pixels: least height of a group (its decision), between groups, of the column heads."""
ROWS_FROM, ROWS_TO = 56, 112
"""Least and largest height of a row, for names of 44 px."""

_GRID = Box(0, 0, WIDTH, HEIGHT)
_CARDS = Box(424, 38, 1072, 188)
_BOARD = Box(892, 54, 580, 148)
_ROWS = Box(644, 242, 1212, 784)
_BAR = Box(64, 790, 576, 236)
_FORK = Box(588, 922, 120, 104)


def field(
    comparison: Comparison,
    moment: Moment,
    table: str | None = None,
    fork: Fork | None = None,
    style: Style = PLAIN,
) -> Stage:
    """The whole field at ``fork``, by default the best pick's; ``table`` is the one in the picture.

    By default the first of the suggested pair. Raises NoKeyFork without a decision to show, or if
    the table is not at it; NotDrawable where the tables came to it by different moves.
    """
    point = decision_point(comparison, fork)
    if not point.one_spot:
        raise NotDrawable(
            f"deal {comparison.deal.key}: these tables did not come to it by the same moves",
            "show the two tables of this pick side by side",
        )
    lit = table or pictured(comparison, point)
    if lit not in point.at:
        raise NoKeyFork(
            f"deal {comparison.deal.key}: table {lit} is not at this decision",
            f"pick one of {', '.join(point.tables)}",
        )
    return drawn(
        whole_field(comparison, point, moment),
        lit,
        people(comparison.deal.teams, style.theme, style.say.code),
        in_its_game(style, comparison),
    )


def pictured(comparison: Comparison, point: DecisionPoint) -> str:
    """The default table for the picture."""
    return next((each for each in comparison.pairing if each in point.at), point.tables[0])


def drawn(visible: FieldSeen, lit: str, who: People, style: Style = PLAIN) -> Stage:
    """The stage of ``visible``; ``lit``: the table in the picture."""
    split = visible.split
    side = next(each for each in split.sides if each.table == lit)
    return Stage(
        WIDTH,
        HEIGHT,
        (
            Graphic("grid", "grid", _grid(), _GRID),
            Graphic(
                "bar", "bar",
                bar(side, split.blind, who, style, "stacked", "right", second=True,
                    forks=(False, True)),
                _BAR,
            ),
            Graphic("fork", "fork", contexts.ForkMark("left"), _FORK),
            Graphic(
                "cards", "cards",
                contexts.CardsPlate(words.same_cards(style), words.held(split.cards)), _CARDS,
            ),
            *_board(split, style),
            Graphic("rows", "field_rows", rows(visible, lit, who, style), _ROWS),
        ),
        style.theme,
    )  # fmt: skip


def _board(split: SplitSeen, style: Style) -> list[Graphic]:
    if not DRAWINGS[style.game].has_board:
        return []
    return [Graphic("board", "board", contexts.Board(words.faces(split.board)), _BOARD)]


def _grid() -> contexts.Grid:
    """The picture, and the gold line beside it from the cards to its decision."""
    box = FIELD_PICTURES["table"]
    top = _CARDS.y + _CARDS.height
    gold = (_ROWS.x, top, 8, _FORK.y + _FORK.height // 2 - top)
    return contexts.Grid(((box.x, box.y, box.width, box.height),), (gold,))


def rows(visible: FieldSeen, lit: str, who: People, style: Style) -> contexts.FieldRows:
    """Groups by kind of choice, most tables first; rows by rank once the deal has ended."""
    say, by_kind = style.say, sorted(visible.split.sides, key=_kind)
    groups = sorted(
        (tuple(sides) for _, sides in groupby(by_kind, key=_kind)),
        key=lambda sides: (-len(sides), _kind(sides[0])),
    )
    blind, drawing = visible.split.blind, DRAWINGS[style.game]
    shown = [
        FieldGroup(
            drawing.shapes[_kind(sides[0])] if _kind(sides[0]) else "dots",
            drawing.branch(_kind(sides[0]), say) if _kind(sides[0]) else "",
            f"×{len(sides)}",
            tuple(_row(side, side.table == lit, blind, who, style) for side in _ranked(sides)),
        )
        for sides in groups
    ]
    if visible.elsewhere:
        others = tuple(_row(each, False, blind, who, style) for each in _ranked(visible.elsewhere))
        shown.append(FieldGroup(None, say.gettext("OTHER LINE"), f"×{len(others)}", others))
    cut = _cut(shown, style)
    return contexts.FieldRows(
        price_parts(visible.split, style) if visible.split.asks else (),
        None if visible.split.asks else _heads(visible.split, style),
        tuple(cut),
        _pitch(cut),
    )


def _kind(side: SideSeen) -> str:
    return side.choice.action if side.choice else ""


def _heads(split: SplitSeen, style: Style) -> tuple[str, str]:
    if split.ended:
        return " ".join(words.against_average(style)), style.say.gettext("RANK")
    return "", ""


def _ranked(sides: Sequence[Known]) -> list[Known]:
    """Best first once the deal has ended, else in the order of the tables."""
    return sorted(
        sides,
        key=lambda side: side.outcome.place.rank if side.outcome and side.outcome.place else 0,
    )


def _row(side: Known, lit: bool, blind: int, who: People, style: Style) -> FieldRow:
    player = side.player
    pot_now = side.pot_now if isinstance(side, SideSeen) else None
    number, what = numbers(side.outcome, pot_now, blind, style) or ("", "")
    return FieldRow(
        who.colour(player), who.team(player), player.name, number, what, lit, who.short(player)
    )


def _cut(groups: list[FieldGroup], style: Style) -> list[FieldGroup]:
    """Groups cut to the rows that fit: the largest groups lose rows first, none loses all."""
    sizes = [len(group.rows) for group in groups]
    while _height(_lines(groups, sizes), ROWS_FROM) > _ROWS.height and max(sizes) > 1:
        sizes[sizes.index(max(sizes))] -= 1
    return [
        FieldGroup(
            group.shape,
            group.word,
            group.count,
            _first_rows(group.rows, size),
            _more(len(group.rows) - size, style) if size < len(group.rows) else "",
        )
        for size, group in zip(sizes, groups, strict=True)
    ]


def _more(rows: int, style: Style) -> str:
    return style.say.gettext("and {n} more").format(n=rows)


def _lines(groups: list[FieldGroup], sizes: list[int]) -> list[int]:
    """Lines by group: its rows, and one that says how many are left out."""
    return [size + (size < len(group.rows)) for size, group in zip(sizes, groups, strict=True)]


def _height(lines: list[int], pitch: int) -> int:
    return HEAD + sum(max(GROUP, each * pitch) + GAP for each in lines)


def _pitch(groups: list[FieldGroup]) -> int:
    """The largest row height at which all groups fit."""
    lines = [len(group.rows) + bool(group.more) for group in groups]
    fitting = (
        pitch for pitch in range(ROWS_TO, ROWS_FROM, -1) if _height(lines, pitch) <= _ROWS.height
    )
    return next(fitting, ROWS_FROM)


def _first_rows(rows_: tuple[FieldRow, ...], size: int) -> tuple[FieldRow, ...]:
    """The first ``size`` rows, including the one in the picture."""
    lit = next((row for row in rows_[size:] if row.lit), None)
    return (*rows_[: size - 1], lit) if lit else rows_[:size]
