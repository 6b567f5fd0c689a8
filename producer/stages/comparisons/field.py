"""One table against the field: its picture, and a row per table, grouped by choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from overlay import contexts
from overlay.contexts import FieldGroup, FieldRow, Shape
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.stages import words
from producer.stages.comparisons.branches import DecisionPoint, decision_point
from producer.stages.comparisons.comparison_cut import (
    Elsewhere,
    FieldSeen,
    OutcomeSeen,
    SideSeen,
    SplitSeen,
    whole_field,
)
from producer.stages.comparisons.n_up import best_of, table_bar
from producer.stages.comparisons.two_up import in_one_line, question
from producer.stages.drawings import DRAWINGS, in_shared_frame
from producer.stages.moment import Moment, NoKeyFork, NotDrawable
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style, chips, signed_chips, unit_name, with_unit

WIDTH, HEIGHT = 1920, 1080
Known = TypeVar("Known", SideSeen, Elsewhere)

FIELD_PICTURES: dict[str, Box] = {"table": Box(0, 0, 640, 1080)}

GROUP, GAP, HEAD, HEADLINE = 104, 8, 64, 84
"""Pixels: least height of a group (its decision and how many tables made it), between groups, of
the column heads, of who did best above them."""
MOST_GROUPS = 6
"""As many as there is room for."""
ROWS_FROM, ROWS_TO = 56, 112
"""Least and largest height of a row, for names of 44 px."""

_GRID = Box(0, 0, WIDTH, HEIGHT)
_CARDS = Box(424, 38, 1072, 188)
_BOARD = Box(892, 54, 580, 148)
_LEAD, _CARD, _MARGIN = 178, 118, 14
"""Widths on the plate of cards: what is before them, a card with the space after it, the right
margin."""
_ROWS = Box(644, 242, 1212, 784)
_BAR = Box(72, 794, 516, 232)


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
    if sum(point.seat in play.players for play in comparison.deal.plays) <= 2:
        raise NotDrawable(
            f"deal {comparison.deal.key}: only two tables played it, which are no field",
            "show the two side by side",
        )
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
        in_shared_frame(style, comparison),
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
            Graphic("bar", "table_bar", _bar(side, split, who, style), _BAR),
            *_given(split, style),
            Graphic("rows", "field_rows", rows(visible, lit, who, style), _ROWS),
        ),
        style.theme,
    )  # fmt: skip


def _bar(side: SideSeen, split: SplitSeen, who: People, style: Style) -> contexts.TableBar:
    return replace(table_bar(side, split.blind, who, style), ended=split.ended)


def _given(split: SplitSeen, style: Style) -> list[Graphic]:
    """The cards, and the board beside them; without one the plate ends after the cards."""
    has_board = DRAWINGS[style.game].has_board
    board_at = _BOARD.x - _CARDS.x if has_board else 0
    cards = contexts.CardsPlate(words.same_cards(style), words.held(split.cards), board_at=board_at)
    if not has_board:
        plate = replace(_CARDS, width=_LEAD + len(cards.cards) * _CARD + _MARGIN)
        return [Graphic("cards", "cards", cards, plate)]
    board = contexts.Board(words.faces(split.board))
    return [Graphic("cards", "cards", cards, _CARDS), Graphic("board", "board", board, _BOARD)]


def _grid() -> contexts.Grid:
    """The picture, and the gold line beside it from the cards to the decisions."""
    box = FIELD_PICTURES["table"]
    top = _CARDS.y + _CARDS.height
    gold = (_ROWS.x, top, 8, _ROWS.y - top)
    return contexts.Grid(((box.x, box.y, box.width, box.height),), (gold,))


def rows(visible: FieldSeen, lit: str, who: People, style: Style) -> contexts.FieldRows:
    """A group for each choice, sizes apart, most tables first; at the end the best
    result first, as in the rows of each."""
    split, say = visible.split, style.say
    groups = [
        FieldGroup(
            *_choice(sides, split.blind, style),
            _count(len(sides), style),
            tuple(_row(side, lit, split.blind, who, style) for side in _ranked(sides)),
        )
        for sides in sorted(
            _grouped(split.sides, MOST_GROUPS - bool(visible.elsewhere), style), key=_best_place
        )
    ]
    if visible.elsewhere:
        others = tuple(
            _row(each, lit, split.blind, who, style) for each in _ranked(visible.elsewhere)
        )
        words_ = (say.gettext("OTHER LINE"),)
        groups.append(FieldGroup(None, words_, (), _count(len(others), style), others))
    headline, beside = best_of(split, who, style, in_full=True) if split.ended else ((), ())
    room = _ROWS.height - HEAD
    if headline and _height([1] * len(groups), ROWS_FROM) <= room - HEADLINE:
        room -= HEADLINE
    else:  # the most groups leave no room for it
        headline, beside = (), ()
    cut = _cut(groups, room, style)
    return contexts.FieldRows(
        in_one_line(question(split, style)) if split.asks else (),
        _head(split, style),
        tuple(cut),
        _pitch(cut, room),
        words.asked(split, style),
        headline,
        beside,
        _average(split, style),
        split.ended,
    )


def _count(tables: int, style: Style) -> str:
    """``3 tables``; a multiplication sign would look like the fold's cross."""
    return style.say.ngettext("{n} table", "{n} tables", tables).format(n=tables)


def _grouped(sides: Sequence[SideSeen], most: int, style: Style) -> list[tuple[SideSeen, ...]]:
    """The sides by what they did, at most ``most`` groups: beyond that the rarest sizes of an
    action that has many are one group, smallest size first."""
    by_choice: dict[object, tuple[SideSeen, ...]] = {}
    for side in sides:
        said = (words.decision(side.choice, style), words.tag(side.choice, style.say))
        by_choice[said] = (*by_choice.get(said, ()), side)
    groups = sorted(by_choice.values(), key=_order)
    while len(groups) > most:
        kinds = [_kind(each[0]) for each in groups]
        often = max(kinds, key=kinds.count)
        *_, one, two = (n for n, kind in enumerate(kinds) if kind == often)
        groups[one] = tuple(sorted((*groups[one], *groups.pop(two)), key=_size))
        groups.sort(key=_order)
    return groups


def _order(sides: tuple[SideSeen, ...]) -> tuple[int, str, Fraction]:
    return -len(sides), _kind(sides[0]), -_size(sides[0])


def _best_place(sides: tuple[SideSeen, ...]) -> int:
    """The best of them; 0 for all before the deal has ended."""
    return min(_place(side) for side in sides)


def _kind(side: SideSeen) -> str:
    return side.choice.action if side.choice else ""


def _size(side: SideSeen) -> Fraction:
    return side.choice.to if side.choice else Fraction(0)


def _choice(
    sides: tuple[SideSeen, ...], blind: int, style: Style
) -> tuple[Shape, tuple[str, ...], tuple[str, ...]]:
    """Shape, the decision from its longest form to its shortest, and its tag."""
    first, last = sides[0].choice, sides[-1].choice
    shape, word, _ = words.decision(first, style, blind)
    if first is None:
        return shape, (), ()
    brief = words.brief_word(first, style)
    short = replace(style, chips="bb" if style.chips == "bb" else "short")
    forms = []
    for each, said in ((style, word), (style, brief), (short, brief)):
        sizes = (words.decision(choice, each, blind)[2] for choice in (first, last))
        forms.append(f"{said} {'–'.join(dict.fromkeys(sizes))}".strip())
    return shape, tuple(dict.fromkeys(forms)), words.tag(first, style.say)


def _head(split: SplitSeen, style: Style) -> str:
    """Over the numbers, if there are any. Before the end rows of pots stand beside signed results
    of tables that have ended, with their units."""
    if split.asks:
        return ""
    if split.ended:
        text = style.say.gettext("{unit} WON OR LOST")
        return text.format(unit=unit_name(split.blind, style))
    ended = any(side.outcome for side in split.sides)
    if not ended and not any(side.pot for side in split.sides):
        return ""
    heads = [style.say.gettext("POT"), *([style.say.gettext("RESULT")] if ended else [])]
    return " · ".join(heads)


def _average(split: SplitSeen, style: Style) -> str:
    """Of all tables that held these cards, once all shown have ended."""
    first = split.sides[0].outcome
    if not split.ended or first is None or first.place is None:
        return ""
    mean = first.chips - first.place.versus_average
    text = style.say.gettext("{n}-TABLE AVERAGE {amount}")
    return text.format(n=split.tables, amount=signed_chips(mean, split.blind, style))


def _ranked(sides: Sequence[Known]) -> list[Known]:
    """Best first once the deal has ended, else in the order of the tables."""
    return sorted(sides, key=_place)


def _place(side: Known) -> int:
    return side.outcome.place.rank if side.outcome and side.outcome.place else 0


def _row(side: Known, lit: str, blind: int, who: People, style: Style) -> FieldRow:
    player = side.player
    pot_now = side.pot_now if isinstance(side, SideSeen) else None
    number = _number(side.outcome, pot_now, blind, style)
    return FieldRow(
        who.colour(player),
        who.team(player),
        player.name,
        number,
        side.table == lit,
        who.short(player),
        who.flag(player),
        side.outcome is not None
        and side.outcome.place is not None
        and side.outcome.place.rank == 1,
        "" if number else style.say.gettext("TABLE {name}").format(name=side.table),
    )


def _number(outcome: OutcomeSeen | None, pot_now: Fraction | None, blind: int, style: Style) -> str:
    """The table's pot, or its result, with its unit until all have ended: then the head has it."""
    if pot_now is not None:
        return with_unit(chips(pot_now, blind, style), blind, style)
    if outcome is None:
        return ""
    result = signed_chips(outcome.chips, blind, style)
    return result if outcome.place else with_unit(result, blind, style)


def _cut(groups: list[FieldGroup], room: int, style: Style) -> list[FieldGroup]:
    """Groups cut to the rows that fit: the largest groups lose rows first, none loses all."""
    sizes = [len(group.rows) for group in groups]
    while _height(_lines(groups, sizes), ROWS_FROM) > room and max(sizes) > 1:
        sizes[sizes.index(max(sizes))] -= 1
    return [
        FieldGroup(
            group.shape,
            group.forms,
            group.tag,
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
    return sum(max(GROUP, each * pitch) + GAP for each in lines)


def _pitch(groups: list[FieldGroup], room: int) -> int:
    """The largest row height at which all groups fit."""
    lines = [len(group.rows) + bool(group.more) for group in groups]
    fitting = (pitch for pitch in range(ROWS_TO, ROWS_FROM, -1) if _height(lines, pitch) <= room)
    return next(fitting, ROWS_FROM)


def _first_rows(rows_: tuple[FieldRow, ...], size: int) -> tuple[FieldRow, ...]:
    """The first ``size`` rows, including the one in the picture."""
    lit = next((row for row in rows_[size:] if row.lit), None)
    return (*rows_[: size - 1], lit) if lit else rows_[:size]
