"""Split screens of three, four and six tables: where everything is on the frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from overlay import contexts
from overlay.contexts import TextPart, TextParts
from overlay.stage import Box, Graphic, Stage
from overlay.text import capitals
from producer.compare.model import Comparison, Fork
from producer.stages import words
from producer.stages.branches import branches_of, decision_point, suggested
from producer.stages.comparison_cut import OutcomeSeen, SideSeen, SplitSeen, split
from producer.stages.drawings import DRAWINGS, in_shared_frame
from producer.stages.moment import Moment, NotDrawable
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style, as_shown, chips, signed_chips, unit, with_unit
from producer.stages.two_up import price

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
    out. ``beside``: whether the names are beside the decisions. ``gap``: pixels of a bar that its
    row's gold line takes. ``seams``: x of the middle of the seams between neighbours."""

    pictures: tuple[Box, ...]
    bars: tuple[Box, ...]
    rows: tuple[RowOfTables, ...]
    seams: tuple[int, ...]
    beside: bool = False
    gap: int = 0


_COLUMNS = ((0, 629), (645, 630), (1291, 629))
_BARS = ((72, 557), (645, 630), (1291, 557))
_SEAMS = (637, 1283)
_HALVES = ((0, 952), (968, 952))
_HALF_BARS = ((72, 880), (968, 880))
_CARDS = Box(424, 38, 1072, 188)
_BOARD = Box(892, 54, 580, 148)
_PRICE = Box(404, 226, 1112, 72)
_BAND = Box(72, 452, 1776, 176)
_BAND_BOARD = Box(808, 466, 580, 148)
_VERDICT = 88
_TAGS, _NAMES, _DECISIONS = 56, 72, 104
"""Heights in a table's bar."""
_BESIDE = 348
"""Width of a name beside its decision."""
_EDGE, _LINE = 8, 48
"""Of the band's gold edge, and with the brackets beyond it."""
_ABOVE = RowOfTables(3, Box(_BAND.x, _BAND.y + _EDGE - _LINE, _BAND.width, _LINE), True)
_BELOW = RowOfTables(3, Box(_BAND.x, _BAND.y + _BAND.height - _EDGE, _BAND.width, _LINE), False)


def _mirrored(columns: Sequence[tuple[int, int]], deep: int) -> tuple[Box, ...]:
    """Boxes above the upper line and below the lower one, ``deep`` pixels high."""
    below = _BELOW.line.y + _LINE
    return tuple(Box(x, y, w, deep) for y in (_ABOVE.line.y - deep, below) for x, w in columns)


def _outside(columns: Sequence[tuple[int, int]], bars: int, high: int) -> tuple[Box, ...]:
    """The pictures beyond plates that are ``bars`` pixels high. The upper ones go on below their
    plates, the lower ones below the screen, so that both are cut at the same height of a face."""
    return tuple(Box(x, y, w, high) for y in (0, HEIGHT - _ABOVE.line.y + bars) for x, w in columns)


_THREE = SplitFrame(
    pictures=tuple(Box(x, 240, width, 629) for x, width in _COLUMNS),
    bars=tuple(Box(x, 654, width, 284) for x, width in _BARS),
    rows=(RowOfTables(3, Box(72, 790, 1776, 44), False, joined=True),),
    seams=_SEAMS,
    gap=44,
)
_FOUR = SplitFrame(
    pictures=_outside(_HALVES, _DECISIONS, 412),
    bars=_mirrored(_HALF_BARS, _TAGS + _DECISIONS),
    rows=(RowOfTables(2, _ABOVE.line, True), RowOfTables(2, _BELOW.line, False)),
    seams=(960,),
    beside=True,
)
_SIX = SplitFrame(
    pictures=_outside(_COLUMNS, _NAMES + _DECISIONS, 354),
    bars=_mirrored(_BARS, _TAGS + _NAMES + _DECISIONS),
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
            f"deal {comparison.deal.key}: there is no split frame for {len(tables)} tables",
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
    return Stage(
        WIDTH,
        HEIGHT,
        (
            Graphic("grid", "grid", _grid(frame, known), Box(0, 0, WIDTH, HEIGHT)),
            *_given(visible, who, style),
            *_table_bars(visible, frame, who, style),
            *_brackets(frame, known, visible.ended, style),
            *_verdicts(visible, frame, style),
        ),
        style.theme,
    )


Branch = int | None
"""The number of a table's branch, ``None`` while it is not known."""


def _parts(one: Branch, two: Branch) -> bool:
    """Whether two neighbours are known to have chosen differently."""
    return one is not None and two is not None and one != two


def _grid(frame: SplitFrame, known: tuple[Branch, ...]) -> contexts.Grid:
    """The dark ground, with gold down the seams of three from the cards to where they part."""
    holes = tuple((box.x, box.y, box.width, box.height) for box in frame.pictures)
    top = _CARDS.y + _CARDS.height
    gold = tuple(
        (x - 4, top, 8, frame.rows[0].line.y - top)
        for x, one, two in zip(frame.seams, known, known[1:], strict=False)
        if frame.rows[0].joined and _parts(one, two)
    )
    return contexts.Grid(holes, gold)


def _brackets(
    frame: SplitFrame, known: tuple[Branch, ...], ended: bool, style: Style
) -> list[Graphic]:
    """The gold line of each row: a bracket round each branch once two are known to differ, with its
    count until the end, where it would be read as a place."""
    graphics, first = [], 0
    parted = len({*known} - {None}) > 1
    many = any(known.count(each) > 1 for each in known)
    counted = parted and None not in known and many and not ended
    for number, row in enumerate(frame.rows, 1):
        runs = []
        places = range(first, first + row.tables)
        for branch, group in groupby(places, key=lambda place: known[place]):
            run = list(group)
            if branch is not None and parted:
                count = ""
                if counted:
                    count = style.say.gettext("{n} OF {all} TABLES").format(
                        n=known.count(branch), all=len(known)
                    )
                runs.append(_run(frame, row, known, (run[0], run[-1]), count))
        if runs or not row.joined:
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
    start = frame.bars[first].x - row.line.x
    end = frame.bars[last].x + frame.bars[last].width - row.line.x
    line = [start, end]
    if frame.beside:
        start += _BESIDE if first % 2 == 0 else 0
        end -= _BESIDE if last % 2 else 0
    if row.joined:
        if first and _parts(known[first - 1], known[first]):
            line[0] = frame.seams[first - 1] - 4 - row.line.x
        if last + 1 < row.tables and _parts(known[last], known[last + 1]):
            line[1] = frame.seams[last] + 4 - row.line.x
    return contexts.Run(start, end, (line[0], line[1]), count)


def _given(visible: SplitSeen, who: People, style: Style) -> list[Graphic]:
    """Cards, board and caption. Three tables: as on the two-up; else a band across the middle."""
    label, cards = words.same_cards(style), words.held(visible.cards)
    three = len(visible.sides) == 3
    caption = _caption(visible, who, style, 10 if three else 16)
    if asked := words.asked(visible, style):
        caption = (*caption, (TextPart(asked, True),))
    plate = (
        Graphic("cards", "cards", contexts.CardsPlate(label, cards), _CARDS)
        if three
        else Graphic("cards", "band", contexts.Band(label, cards, caption), _BAND)
    )
    graphics = [plate]
    if DRAWINGS[style.game].has_board:
        board = contexts.Board(words.faces(visible.board))
        graphics.append(Graphic("board", "board", board, _BOARD if three else _BAND_BOARD))
    if three and caption:
        graphics.append(Graphic("price", "strip", contexts.Strip(caption), _PRICE))
    return graphics


def _caption(visible: SplitSeen, who: People, style: Style, letters: int) -> tuple[TextParts, ...]:
    """The price up to the decision; who did best by how much once all tables have ended, a team by
    its whole name if that has at most so many ``letters``."""
    if visible.ended:
        return _best(visible, who, style, letters)
    if alike := words.no_fork(visible, style):
        return tuple((TextPart(line, False),) for line in alike)
    return price(visible, style) if visible.asks else ()


def _best(visible: SplitSeen, who: People, style: Style, letters: int) -> tuple[TextParts, ...]:
    """The table with the best result of those shown, and how far it is ahead of the next."""
    say = style.say
    leaders = _leading(visible)
    if not leaders:
        return ((TextPart(say.gettext("THE SAME RESULT"), False),),)
    name = capitals(who.team(leaders[0].player)) or leaders[0].player.name
    if len(leaders) > 1:
        count = len(leaders)
        name = say.ngettext("{n} TABLE", "{n} TABLES", count).format(n=count)
    elif len(name) > letters:
        name = who.short(leaders[0].player) or _table(leaders[0], style)
    best = (TextPart(say.gettext("BEST RESULT"), False),), (TextPart(name, True),)
    lead = _lead(visible, leaders, style)
    return (*best, lead) if lead else best


def _lead(visible: SplitSeen, leaders: list[SideSeen], style: Style) -> TextParts:
    """How far the leaders are ahead of the next result shown; empty if that is rounded away."""
    blind, say = visible.blind, style.say
    results = [
        [as_shown(side.outcome.chips, blind, style) for side in sides if side.outcome]
        for sides in (leaders, [side for side in visible.sides if side not in leaders])
    ]
    apart = max(results[0]) - max(results[1])
    if not apart:
        return ()
    ahead = say.gettext("{unit} AHEAD").format(unit=unit(blind, style) or say.gettext("CHIPS"))
    return TextPart(chips(apart, blind, style), True), TextPart(ahead, False)


def _leading(visible: SplitSeen) -> list[SideSeen]:
    """Those with the best result of the tables shown, once all have ended; none if all have the
    same."""
    results = [side.outcome.chips for side in visible.sides if side.outcome]
    if len(results) < len(visible.sides) or len(set(results)) == 1:
        return []
    best = max(results)
    return [side for side in visible.sides if side.outcome and side.outcome.chips == best]


def _table(side: SideSeen, style: Style) -> str:
    return style.say.gettext("TABLE {name}").format(name=side.table)


def _table_bars(visible: SplitSeen, frame: SplitFrame, who: People, style: Style) -> list[Graphic]:
    graphics, place = [], 0
    for row in frame.rows:
        for column in range(row.tables):
            side, outer = visible.sides[place], "right" if column == row.tables - 1 else "left"
            context = replace(
                table_bar(side, visible.blind, who, style),
                result=_beside_tag(side, visible.blind, frame, style),
                above=row.above or row.joined,
                outer="right" if outer == "right" else "left",
                beside=("left" if outer == "left" else "right") if frame.beside else "",
                gap=frame.gap,
                best=side in _leading(visible),
                ended=visible.ended and not frame.gap,
            )
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
        brief=f"{words.brief_word(side.did, style)} {amount}" if side.did else "",
        tag=words.tag(side.did, style.say),
        result=(),
        above=True,
        outer="left",
        flag=who.flag(side.player),
    )


def _beside_tag(side: SideSeen, blind: int, frame: SplitFrame, style: Style) -> tuple[str, ...]:
    """The side's own pot between decision and end; the result of four and six."""
    if side.pot_now is not None:
        pot = with_unit(chips(side.pot_now, blind, style), blind, style)
        return pot, style.say.gettext("POT")
    if side.outcome is None or frame.gap:
        return ()
    return _result(side.outcome, blind, style, of_all=frame.beside)


def _result(outcome: OutcomeSeen, blind: int, style: Style, of_all: bool) -> tuple[str, ...]:
    """The result with its unit, then the place in words, each time shorter: ``TIED 3rd of 6`` with
    ``of_all``, ``TIED 3rd``, ``3rd``. The result alone while another table has not ended."""
    result = with_unit(signed_chips(outcome.chips, blind, style), blind, style)
    place, say = outcome.place, style.say
    if place is None:
        return (result,)
    shortest = words.ordinal(place.rank, say)
    whole = say.pgettext("place", "{place} of {n}").format(place=shortest, n=place.field)
    forms = [whole, shortest] if of_all else [shortest]
    if place.shared:
        forms = [say.gettext("TIED {place}").format(place=each) for each in forms] + [shortest]
    return (result, *forms)


def _verdicts(visible: SplitSeen, frame: SplitFrame, style: Style) -> list[Graphic]:
    """The result row of three; four and six have theirs beside the tags."""
    if not frame.gap:
        return []
    return [
        Graphic(
            f"result-{place}",
            "verdict",
            contexts.VerdictRow(_result(side.outcome, visible.blind, style, of_all=True)),
            Box(bar_.x, bar_.y + bar_.height, bar_.width, _VERDICT),
        )
        for place, (side, bar_) in enumerate(zip(visible.sides, frame.bars, strict=True), 1)
        if side.outcome
    ]
