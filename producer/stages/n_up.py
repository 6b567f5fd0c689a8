"""Split screens of three, four and six tables: where everything is on the frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.stages import words
from producer.stages.branches import branches_of, decision_point, suggested
from producer.stages.comparison_cut import OutcomeSeen, SideSeen, SplitSeen, split
from producer.stages.drawings import DRAWINGS, in_its_game
from producer.stages.moment import Moment, NotDrawable
from producer.stages.people import People, people
from producer.stages.style import PLAIN, Style, chips, signed_chips, with_unit
from producer.stages.two_up import price

WIDTH, HEIGHT = 1920, 1080


@dataclass(frozen=True, slots=True)
class SplitFrame:
    """A split frame. ``pictures`` and ``bars`` in the order of the tables.

    ``seams``: pairs of neighbours, each with x of the seam between them and the y range of its gold
    line if the two chose differently; the fork is in the row of decisions.
    """

    pictures: tuple[Box, ...]
    bars: tuple[Box, ...]
    form: Literal["stacked", "line"]
    inner: tuple[Literal["left", "right"], ...]
    seams: tuple[tuple[int, int, int, int, int], ...]


_COLUMNS = ((0, 629), (645, 630), (1291, 629))
_BARS = ((64, 565), (645, 630), (1291, 565))
_SEAMS = (637, 1283)
_HALVES = ((0, 952), (968, 952))
_DECISION = 104
_CARDS = Box(424, 38, 1072, 188)
_BOARD = Box(892, 54, 580, 148)
_PRICE = Box(680, 226, 560, 72)
_BAND = Box(64, 450, 1792, 180)

_THREE = SplitFrame(
    pictures=tuple(Box(x, 240, width, 629) for x, width in _COLUMNS),
    bars=tuple(Box(x, 694, width, 236) for x, width in _BARS),
    form="stacked",
    inner=("right", "right", "left"),
    seams=tuple((place, place + 1, x, 226, 826) for place, x in enumerate(_SEAMS)),
)
_FOUR = SplitFrame(
    pictures=tuple(Box(x, y, width, 450) for y in (0, 630) for x, width in _HALVES),
    bars=tuple(Box(x, y, 888, 104) for y in (346, 922) for x in (64, 968)),
    form="line",
    inner=("right", "left") * 2,
    seams=((0, 1, 960, 346, 450), (2, 3, 960, 630, 922)),
)
_SIX = SplitFrame(
    pictures=tuple(Box(x, y, width, 450) for y in (0, 630) for x, width in _COLUMNS),
    bars=tuple(Box(x, y, width, 180) for y in (270, 846) for x, width in _BARS),
    form="stacked",
    inner=("right", "right", "left") * 2,
    seams=tuple(
        (row * 3 + place, row * 3 + place + 1, x, *span)
        for row, span in enumerate(((346, 450), (630, 922)))
        for place, x in enumerate(_SEAMS)
    ),
)
BOARD_PLACES = 5
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
    own = in_its_game(style, comparison)
    return drawn(visible, tuple(branch[table] for table in tables), who, own)


def arranged(comparison: Comparison, count: int, fork: Fork | None = None) -> tuple[str, ...]:
    """``count`` tables in an order in which as many neighbours as possible chose differently.

    Three: by branch from left to right. Four and six: two rows by branch; four are filled column by
    column, so that a branch of two is in one column.
    """
    tables = suggested(comparison, decision_point(comparison, fork), count)
    return tuple(tables[place] for place in (0, 2, 1, 3)) if count == 4 else tables


def drawn(
    visible: SplitSeen, branches: tuple[int, ...], who: People, style: Style = PLAIN
) -> Stage:
    """The stage of ``visible``; ``branches``: by table, the number of its branch."""
    frame = FRAMES[len(visible.sides)]
    parted = [seam for seam in frame.seams if _parted(seam, visible, branches)]
    return Stage(
        WIDTH,
        HEIGHT,
        (
            Graphic("grid", "grid", _grid(frame, parted), Box(0, 0, WIDTH, HEIGHT)),
            *_given(visible, style),
            *_bars(visible, frame, parted, who, style),
            *(_fork(seam, frame) for seam in parted),
            *_verdicts(visible, frame, style),
        ),
        style.theme,
    )


Seam = tuple[int, int, int, int, int]


def _parted(seam: Seam, visible: SplitSeen, branches: tuple[int, ...]) -> bool:
    """Whether the two tables beside a seam are known to have chosen differently."""
    one, two, *_ = seam
    chosen = all(visible.sides[side].choice is not None for side in (one, two))
    return chosen and branches[one] != branches[two]


def _grid(frame: SplitFrame, parted: list[Seam]) -> contexts.Grid:
    holes = tuple((box.x, box.y, box.width, box.height) for box in frame.pictures)
    gold = tuple((x - 4, top, 8, bottom - top) for _, _, x, top, bottom in parted)
    return contexts.Grid(holes, gold)


def _given(visible: SplitSeen, style: Style) -> list[Graphic]:
    """Cards, board and price. Three tables: as on the two-up; else a band across the middle."""
    cards, board = words.held(visible.cards), words.faces(visible.board)
    if len(visible.sides) != 3:
        given = contexts.Given(
            words.same_cards(style), cards, board, price_parts(visible, style), board_places(style)
        )
        return [Graphic("given", "band", given, _BAND)]
    plate = contexts.CardsPlate(words.same_cards(style), cards)
    graphics = [Graphic("cards", "cards", plate, _CARDS)]
    if DRAWINGS[style.game].has_board:
        graphics.append(Graphic("board", "board", contexts.Board(board), _BOARD))
    if visible.ended:
        label = contexts.Label(" ".join(words.against_average(style)))
        graphics.append(Graphic("price", "label", label, _PRICE))
    elif alike := words.no_fork(visible, style):
        graphics.append(Graphic("price", "label", contexts.Label(" ".join(alike)), _PRICE))
    elif visible.asks:
        paid = price(visible.sides, visible.blind, style)
        if paid:
            graphics.append(Graphic("price", "price", paid, _PRICE))
    return graphics


def board_places(style: Style) -> int:
    """Places for cards of the board."""
    return BOARD_PLACES if DRAWINGS[style.game].has_board else 0


def price_parts(visible: SplitSeen, style: Style) -> tuple[contexts.TextPart, ...]:
    """The price up to the decision, or that the tables do not part here; at the end the label of
    the results."""
    if visible.ended:
        return tuple(contexts.TextPart(text, False) for text in words.against_average(style))
    if alike := words.no_fork(visible, style):
        return tuple(contexts.TextPart(text, False) for text in alike)
    if not visible.asks:
        return ()
    paid = price(visible.sides, visible.blind, style)
    if paid is None:
        return ()
    first = (
        ((paid.to_call, True), (paid.to_win, False)) if paid.to_call else ((paid.pot_word, False),)
    )
    parts = (*first, (paid.pot, True), (paid.unit, False))
    return tuple(contexts.TextPart(text, strong) for text, strong in parts if text)


def _bars(
    visible: SplitSeen, frame: SplitFrame, parted: list[Seam], who: People, style: Style
) -> list[Graphic]:
    left = {seam[1] for seam in parted}
    right = {seam[0] for seam in parted}
    return [
        Graphic(
            f"bar-{place + 1}",
            "bar",
            bar(side, visible.blind, who, style, frame.form, frame.inner[place],
                second=len(visible.sides) == 3, forks=(place in left, place in right)),
            frame.bars[place],
        )
        for place, side in enumerate(visible.sides)
    ]  # fmt: skip


def bar(
    side: SideSeen,
    blind: int,
    who: People,
    style: Style,
    form: Literal["stacked", "line"],
    inner: Literal["left", "right"],
    second: bool = False,
    forks: tuple[bool, bool] = (False, False),
) -> contexts.Bar:
    """Name and decision of one table; with ``second``, the opponent too."""
    shape, word, amount = words.decision(side.did, style, blind)
    brief = f"{words.brief_word(side.did, style)} {amount}" if side.did else ""
    left, right = (56 if fork else 0 for fork in forks)
    return contexts.Bar(
        form, inner, who.team(side.player), side.player.name,
        second_line(side, blind, who, style) if second else None,
        None if second else numbers(side.outcome, side.pot_now, blind, style),
        who.colour(side.player), shape, word, amount,
        brief, left, right, who.short(side.player),
    )  # fmt: skip


def second_line(side: SideSeen, blind: int, who: People, style: Style) -> tuple[str, str]:
    """Under the name, in two parts: the opponent; between decision and end the side's own pot."""
    if side.pot_now is not None:
        amount = with_unit(chips(side.pot_now, blind, style), blind, style)
        return style.say.gettext("POT"), amount
    versus, opponent = words.versus(side, style.say)
    return versus, who.full(opponent)


def numbers(
    outcome: OutcomeSeen | None, pot_now: Fraction | None, blind: int, style: Style
) -> tuple[str, str] | None:
    """The result and its rank, or the side's own pot alone; ``None`` up to the decision."""
    if pot_now is not None:
        return f"{style.say.gettext('POT')} {chips(pot_now, blind, style)}", ""
    if outcome is None:
        return None
    place = outcome.place
    if place is None:
        return with_unit(signed_chips(outcome.chips, blind, style), blind, style), ""
    return signed_chips(place.versus_average, blind, style), words.rank(place, style.say)


def _fork(seam: Seam, frame: SplitFrame) -> Graphic:
    place, _, x, *_ = seam
    box = frame.bars[place]
    top = box.y + box.height - _DECISION
    return Graphic(
        f"fork-{place + 1}", "fork", contexts.ForkMark(), Box(x - 64, top, 128, _DECISION)
    )


def _verdicts(visible: SplitSeen, frame: SplitFrame, style: Style) -> list[Graphic]:
    """The result row of three; four and six have theirs in the bars."""
    if len(visible.sides) != 3:
        return []
    blind = visible.blind
    graphics = []
    for place, side in enumerate(visible.sides):
        if side.outcome is None:
            continue
        result = with_unit(signed_chips(side.outcome.chips, blind, style), blind, style)
        of_all = side.outcome.place
        verdict = (
            contexts.VerdictRow("", result, "")
            if of_all is None
            else contexts.VerdictRow(
                signed_chips(of_all.versus_average, blind, style),
                words.rank_of(of_all, style.say),
                result,
            )
        )
        bar_ = frame.bars[place]
        box = Box(bar_.x, bar_.y + bar_.height, bar_.width, 96)
        graphics.append(Graphic(f"result-{place + 1}", "verdict", verdict, box))
    return graphics
