"""Split screens of three, four and six tables: where everything is on the frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from overlay import contexts
from overlay.contexts import TextPart, TextParts
from overlay.stage import Box, Graphic, Stage
from overlay.texts.text import capitals
from producer.compare.model import Comparison, Fork
from producer.stages import words
from producer.stages.comparisons.branches import branches_of, decision_point, suggested
from producer.stages.comparisons.comparison_cut import OutcomeSeen, SideSeen, SplitSeen, split
from producer.stages.comparisons.two_up import CARDS, HEADED, PRICE, in_one_line, plate, pot, price
from producer.stages.drawings import DRAWINGS, in_shared_frame
from producer.stages.moment import Moment, NotDrawable
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style, as_shown, chips, signed_chips, unit
from producer.texts import number_of

WIDTH, HEIGHT = 1920, 1080


@dataclass(frozen=True, slots=True)
class RowOfTables:
    """Tables beside each other: how many, the box of their gold line, and whether their decisions
    are above it. ``joined``: whether the gold comes down the seams between them."""

    tables: int
    line: Box
    above: bool
    joined: bool = False


@dataclass(frozen=True, slots=True)
class SplitFrame:
    """A split frame; ``pictures`` and ``bars`` in the order of the tables, which ``rows`` share
    out. ``gap``: pixels of a bar that its row's gold line takes. ``seams``: x of the middle of the
    seams between neighbours."""

    pictures: tuple[Box, ...]
    bars: tuple[Box, ...]
    rows: tuple[RowOfTables, ...]
    seams: tuple[int, ...]
    gap: int = 0


_COLUMNS = ((0, 629), (645, 630), (1291, 629))
_BARS = ((72, 557), (645, 630), (1291, 557))
_SEAMS = (637, 1283)
_HALVES = ((0, 952), (968, 952))
_HALF_BARS = ((72, 880), (968, 880))
_BAND = Box(72, 452, 1776, 176)
_BAND_BOARD = Box(560, 466, 580, 148)
_BAND_CAPTION = Box(1166, 452, 654, 176)
_VERDICT = 88
_ASKED = Box(404, 942, 1112, 84)
_TAGS, _NAMES, _DECISIONS = 56, 80, 96
"""Heights in a table's bar."""
_EDGE, _LINE = 8, 48
"""Of the band's gold edge, and with the brackets beyond it."""
_BREAK = 14
"""Pixels at each end of a bracket's line beside another branch."""
_ABOVE = RowOfTables(3, Box(_BAND.x, _BAND.y + _EDGE - _LINE, _BAND.width, _LINE), True)
_BELOW = RowOfTables(3, Box(_BAND.x, _BAND.y + _BAND.height - _EDGE, _BAND.width, _LINE), False)


def _mirrored(columns: Sequence[tuple[int, int]]) -> tuple[Box, ...]:
    """Bars above the upper line and below the lower one."""
    below, deep = _BELOW.line.y + _LINE, _TAGS + _NAMES + _DECISIONS
    return tuple(Box(x, y, w, deep) for y in (_ABOVE.line.y - deep, below) for x, w in columns)


def _outside(columns: Sequence[tuple[int, int]], high: int) -> tuple[Box, ...]:
    """The pictures beyond the plates. The upper ones go on below their plates, the lower ones below
    the screen, so that both are cut at the same height of a face."""
    below = HEIGHT - _ABOVE.line.y + _NAMES + _DECISIONS
    return tuple(Box(x, y, w, high) for y in (0, below) for x, w in columns)


_THREE = SplitFrame(
    pictures=tuple(Box(x, 240, width, 629) for x, width in _COLUMNS),
    bars=tuple(Box(x, 654, width, 284) for x, width in _BARS),
    rows=(RowOfTables(3, Box(72, 794, 1776, 48), False, joined=True),),
    seams=_SEAMS,
    gap=48,
)
_FOUR = SplitFrame(
    pictures=_outside(_HALVES, 412),
    bars=_mirrored(_HALF_BARS),
    rows=(RowOfTables(2, _ABOVE.line, True), RowOfTables(2, _BELOW.line, False)),
    seams=(960,),
)
_SIX = SplitFrame(
    pictures=_outside(_COLUMNS, 354),
    bars=_mirrored(_BARS),
    rows=(_ABOVE, _BELOW),
    seams=_SEAMS,
)
FRAMES: Mapping[int, SplitFrame] = {3: _THREE, 4: _FOUR, 6: _SIX}

N_UP_PICTURES: Mapping[int, dict[str, Box]] = {
    count: {f"picture-{place}": box for place, box in enumerate(frame.pictures, 1)}
    for count, frame in FRAMES.items()
}
"""Picture boxes by number of tables, in order. Pictures fill them, cropped evenly."""


def n_up(
    comparison: Comparison,
    tables: tuple[str, ...],
    moment: Moment,
    fork: Fork | None = None,
    style: Style = PLAIN,
) -> Stage:
    """Three, four or six tables at ``fork``, by default the best pick's, in the order given.

    Raises NotDrawable for any other number of tables, NoKeyFork if one is not at the fork or if all
    chose the same.
    """
    point = decision_point(comparison, fork)
    if len(tables) not in FRAMES:
        raise NotDrawable(
            f"deal {comparison.deal.key}: there is no split frame for "
            f"{number_of(len(tables), 'table')}",
            "name three, four or six, or two for the two-up",
        )
    branch = branches_of(comparison, point, tables)
    visible = split(comparison, point, tables, moment)
    who = people(comparison.deal.teams, style.theme, style.say.code)
    own = in_shared_frame(style, comparison)
    return drawn(visible, tuple(branch[table] for table in tables), who, own)


def arranged(comparison: Comparison, count: int, fork: Fork | None = None) -> tuple[str, ...]:
    """``count`` tables, those of one branch side by side; four and six fill two rows."""
    return suggested(comparison, decision_point(comparison, fork), count)


def drawn(
    visible: SplitSeen, branches: tuple[int, ...], who: People, style: Style = PLAIN
) -> Stage:
    """The stage of ``visible``; ``branches``: by table, the number of its branch."""
    frame = FRAMES[len(visible.sides)]
    known = tuple(
        branch if side.choice and visible.one_spot else None
        for branch, side in zip(branches, visible.sides, strict=True)
    )
    asking = visible.parts and not any(side.choice for side in visible.sides)
    return Stage(
        WIDTH,
        HEIGHT,
        (
            Graphic("grid", "grid", _grid(frame, known, asking), Box(0, 0, WIDTH, HEIGHT)),
            *_given(visible, who, style),
            *_table_bars(visible, frame, who, style),
            *_brackets(frame, known, asking, visible.ended, style),
            *_verdicts(visible, frame, style),
        ),
        style.theme,
    )


Branch = int | None
"""The number of a table's branch, ``None`` while it is not known."""


def _parts(one: Branch, two: Branch) -> bool:
    """Whether two neighbours are known to have chosen differently."""
    return one is not None and two is not None and one != two


def _grid(frame: SplitFrame, known: tuple[Branch, ...], asking: bool) -> contexts.Grid:
    """The dark ground, with gold down the seams of three from the cards to where they part, or may
    part."""
    holes = tuple((box.x, box.y, box.width, box.height) for box in frame.pictures)
    top = CARDS.y + CARDS.height
    gold = tuple(
        (x - 4, top, 8, frame.rows[0].line.y - top)
        for x, one, two in zip(frame.seams, known, known[1:], strict=False)
        if frame.rows[0].joined and (asking or _parts(one, two))
    )
    return contexts.Grid(holes, gold)


def _brackets(
    frame: SplitFrame, known: tuple[Branch, ...], asking: bool, ended: bool, style: Style
) -> list[Graphic]:
    """The gold line of each row: a bracket round each branch once two are known to differ, with its
    count until the end, where it would be read as a place."""
    graphics, first = [], 0
    parted = len({*known} - {None}) > 1
    many = any(known.count(each) > 1 for each in known)
    # Over results the line is whole: a gap in it was taken for a fault.
    shown = (0,) * len(known) if parted and ended and not frame.gap else known
    counted = parted and None not in known and many and not ended
    for number, row in enumerate(frame.rows, 1):
        runs = []
        places = range(first, first + row.tables)
        for branch, group in groupby(places, key=lambda place: shown[place]):
            run = list(group)
            if branch is not None and parted:
                count = ""
                if counted:
                    n = known.count(branch)
                    said = style.say.ngettext("{n} TABLE OF {all}", "{n} TABLES OF {all}", n)
                    count = said.format(n=n, all=len(known))
                runs.append(_run(frame, row, known, (run[0], run[-1]), count))
        if runs or asking or not row.joined:
            branches = contexts.Branches(tuple(runs), row.above)
            graphics.append(Graphic(f"branches-{number}", "branches", branches, row.line))
        first += row.tables
    return graphics


def _run(
    frame: SplitFrame,
    row: RowOfTables,
    known: tuple[Branch, ...],
    ends: tuple[int, int],
    count: str,
) -> contexts.Run:
    """The bracket from the first to the last of ``ends``, and to the seams it comes from."""
    first, last = ends
    bars = frame.bars[first : last + 1]
    start = bars[0].x - row.line.x
    end = bars[-1].x + bars[-1].width - row.line.x
    line = [start, end]
    if row.joined:
        if first and _parts(known[first - 1], known[first]):
            line[0] = frame.seams[first - 1] - 4 - row.line.x
        if last + 1 < row.tables and _parts(known[last], known[last + 1]):
            line[1] = frame.seams[last] + 4 - row.line.x
    else:
        line[0] += _BREAK if start else 0
        line[1] -= _BREAK if end < row.line.width else 0
    feet = tuple(bar.x + bar.width // 2 - row.line.x for bar in bars)
    return contexts.Run(start, end, (line[0], line[1]), feet, count)


def _given(visible: SplitSeen, who: People, style: Style) -> list[Graphic]:
    """Cards, board, and what is said of them. Three tables: as on the two-up, with the question
    under the tables, where results will be; else a band across the middle."""
    three = len(visible.sides) == 3
    lead, lines = _caption(visible, who, style)
    asked = words.asked(visible, style)
    faces = contexts.Board(words.faces(visible.board))
    has_board = DRAWINGS[style.game].has_board
    if not three:
        board_at = _BAND_BOARD.x - _BAND.x if has_board else 0
        band = contexts.Band(words.same_cards(style), words.held(visible.cards), board_at)
        graphics = [Graphic("cards", "band", band, _BAND)]
        if has_board:
            graphics.append(Graphic("board", "board", faces, _BAND_BOARD))
        if asked or lead or lines:
            caption = contexts.BandCaption((asked,) if asked else lead, lines)
            key = "ahead" if lead else "price"
            graphics.append(Graphic(key, "band_caption", caption, _BAND_CAPTION))
        return graphics
    graphics = plate(visible, style)
    if lead or lines:
        strip = contexts.Strip(lines, lead)
        box = HEADED if lead and lines else PRICE
        graphics.append(Graphic("ahead" if lead else "price", "strip", strip, box))
    if asked:
        graphics.append(Graphic("asked", "strip", contexts.Strip((), (asked,)), _ASKED))
    return graphics


Caption = tuple[tuple[str, ...], tuple[TextParts, ...]]
"""A headline in ever shorter forms, which may be empty, and lines under it."""


def _caption(visible: SplitSeen, who: People, style: Style) -> Caption:
    """The price up to the decision; who did best by how much, and ahead of whom, once all tables
    have ended."""
    if visible.ended:
        lead, beside = best_of(visible, who, style)
        return lead, tuple((TextPart(each, False),) for each in beside[:1])
    if alike := words.no_fork(visible, style):
        return (), tuple((TextPart(line, False),) for line in alike)
    line = in_one_line(price(visible, style)) if visible.asks else ()
    return (), (line,) if line else ()


def best_of(
    visible: SplitSeen, who: People, style: Style, *, in_full: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The table with the best result of those shown and how far it is ahead, and of whom; both in
    ever shorter forms. ``in_full``: ``BIG BLINDS`` for ``BB``, where it fits."""
    say, blind, leaders = style.say, visible.blind, visible.best
    if not leaders:
        return (say.gettext("THE SAME RESULT"),), ()
    names = _called(leaders, who, style)
    others = [side for side in visible.sides if side not in leaders]
    second = max(side.outcome.chips for side in others if side.outcome)
    following = [side for side in others if side.outcome and side.outcome.chips == second]
    first = next(side.outcome.chips for side in leaders if side.outcome)
    apart = as_shown(first, blind, style) - as_shown(second, blind, style)
    if not apart:
        return names, (say.gettext("BEST RESULT"),)
    text = words.units_ahead(apart, blind, style, in_full=in_full)
    amount = chips(apart, blind, style)
    whom: tuple[str, ...] = (say.gettext("OF THE NEXT"),)
    if len(visible.sides) < visible.tables:
        whom = (say.gettext("BEST OF THESE {n} TABLES").format(n=len(visible.sides)),)
    elif len(following) == 1:
        called = _called(following, who, style)
        whom = tuple(say.gettext("OF {who}").format(who=each) for each in called)
    lead = tuple(f"{name} {amount} {text}" for name in names)
    return lead, whom


def _called(sides: Sequence[SideSeen], who: People, style: Style) -> tuple[str, ...]:
    """What tables are called, in ever shorter forms: one by its team, else by its player; several
    by how many they are."""
    if len(sides) > 1:
        count = len(sides)
        return (style.say.ngettext("{n} TABLE", "{n} TABLES", count).format(n=count),)
    (side,) = sides
    name = capitals(who.team(side.player)) or side.player.name
    return tuple(dict.fromkeys((name, who.short(side.player) or _table(side, style))))


def _table(side: SideSeen, style: Style) -> str:
    return style.say.gettext("TABLE {name}").format(name=side.table)


def _table_bars(visible: SplitSeen, frame: SplitFrame, who: People, style: Style) -> list[Graphic]:
    graphics, place = [], 0
    for row in frame.rows:
        for _ in range(row.tables):
            side = visible.sides[place]
            context = replace(
                table_bar(side, visible.blind, who, style),
                above=row.above or row.joined,
                gap=frame.gap,
                best=side in visible.best and not frame.gap,
                ended=visible.ended,
            )
            if side.pot_now is not None:
                context = replace(context, pot=pot(side.pot_now, visible.blind, style))
            elif side.outcome is not None and not frame.gap:
                number, places = _result(side.outcome, visible.blind, style)
                if len(visible.sides) == visible.tables:
                    places = places[1:]  # all are there to be counted
                how = words.folded_later(side, who, style) or words.why(side.did, style)
                context = replace(context, score=number, place=places, how=how)
            bar = frame.bars[place]
            graphics.append(Graphic(f"bar-{place + 1}", "table_bar", context, bar))
            place += 1
    return graphics


def table_bar(side: SideSeen, blind: int, who: People, style: Style) -> contexts.TableBar:
    """Tag, name and decision of one table, one above the other."""
    shape, word, amount = words.decision(side.did, style, blind)
    return contexts.TableBar(
        table=_table(side, style),
        team=who.team(side.player),
        player=side.player.name,
        short=who.short(side.player),
        colour=who.colour(side.player),
        shape=shape,
        word=word,
        amount=amount,
        brief=words.brief(side.did, amount, style),
        tag=words.tag(side.did, style.say),
        flag=who.flag(side.player),
    )


def _result(outcome: OutcomeSeen, blind: int, style: Style) -> tuple[TextParts, tuple[str, ...]]:
    """The result with its unit, and the place in words, each time shorter: ``TIED 3rd of 6``,
    ``TIED 3rd``, ``3rd``. No place while another table has not ended."""
    number, sign = signed_chips(outcome.chips, blind, style), unit(blind, style)
    parts = (TextPart(number, True), *([TextPart(sign, False)] if sign else []))
    place, say = outcome.place, style.say
    if place is None:
        return parts, ()
    shortest = words.ordinal(place.rank, say)
    forms = [
        say.pgettext("place", "{place} of {n}").format(place=shortest, n=place.field),
        shortest,
    ]
    if place.shared:
        forms = [say.gettext("TIED {place}").format(place=each) for each in forms] + [shortest]
    return parts, tuple(forms)


def _verdicts(visible: SplitSeen, frame: SplitFrame, style: Style) -> list[Graphic]:
    """The result row of three; four and six have theirs beside the names."""
    if not frame.gap:
        return []
    return [
        Graphic(
            f"result-{place}",
            "verdict",
            contexts.VerdictRow(*_result(side.outcome, visible.blind, style), side in visible.best),
            Box(bar_.x, bar_.y + bar_.height, bar_.width, _VERDICT),
        )
        for place, (side, bar_) in enumerate(zip(visible.sides, frame.bars, strict=True), 1)
        if side.outcome
    ]
