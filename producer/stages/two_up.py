"""Two tables side by side: the frame, and where everything stands on it."""

from __future__ import annotations

from collections.abc import Mapping

from overlay import contexts
from overlay.colour import NEUTRAL, team_colours
from overlay.contexts import Side as SideName
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison, Fork
from producer.events import Team
from producer.stages import words
from producer.stages.moment import Moment, NoKeyFork, Seen, Side, seen

WIDTH, HEIGHT = 1920, 1080

PICTURES: dict[str, Box] = {
    "left": Box(0, 0, 952, 1080),
    "right": Box(968, 0, 952, 1080),
}
"""Where the two tables' pictures are seen, under the graphics.

A picture fills its box: scaled until it covers it, then cropped evenly on both sides. A 16:9
picture that is fitted whole instead stays clear of the cards above and the bars below.
"""

_SIDES: tuple[SideName, SideName] = ("left", "right")
_MARGIN = 64
_BARS = WIDTH // 2 - _MARGIN
"""Width of a side's bars, from the margin to the middle of the screen."""

_CARDS = Box(424, 38, 1072, 188)
_BOARD = Box(892, 54, 580, 148)
_FRAME = Box(856, 0, 208, HEIGHT)
_PRICE = Box(680, 226, 560, 72)
_NAME = Box(_MARGIN, 678, 792, 136)
_DECISION = Box(_MARGIN, 814, _BARS, 108)
_RESULT = Box(_MARGIN, 922, 792, 104)
_RESULT_LABEL = Box(856, 922, 208, 104)


def two_up(
    comparison: Comparison,
    tables: tuple[str, ...],
    moment: Moment,
    fork: Fork | None = None,
) -> Stage:
    """The stage of two tables that chose differently at ``fork``, by default the key fork.

    ``tables``: left, then right; ``()`` for the suggested pair. As of the fork nothing of it
    depends on later cards, actions or results. Raises NoKeyFork where there is no fork, or where
    the tables are not two in different branches of it.
    """
    fork = fork or comparison.key_fork
    pair = _pair(comparison, fork, tables)
    assert fork is not None
    known = seen(comparison, fork, pair, moment)
    return Stage(WIDTH, HEIGHT, _given(known) + _sides(known, comparison.deal.teams))


def _given(known: Seen) -> tuple[Graphic, ...]:
    """What is the same for both: frame, cards, board, and the price until it is paid."""
    frame = contexts.Frame(
        top=_CARDS.y,
        bars=_NAME.y,
        fork=_DECISION.y,
        end=_RESULT.y + _RESULT.height if known.left.outcome else _DECISION.y + _DECISION.height,
    )
    cards = contexts.Cards(label=("SAME", "CARDS"), cards=words.faces(known.cards))
    board = contexts.Board(cards=words.faces(known.board))
    given = (
        Graphic("frame", "frame", frame, _FRAME),
        Graphic("cards", "cards", cards, _CARDS),
        Graphic("board", "board", board, _BOARD),
    )
    return (
        given if known.left.outcome else (*given, Graphic("price", "price", _price(known), _PRICE))
    )


def _price(known: Seen) -> contexts.Price:
    side = known.left
    to_call = words.amount(side.to_call) if side.to_call else ""
    return contexts.Price(to_call=to_call, pot=words.amount(side.pot), unit=words.UNIT)


def _sides(known: Seen, teams: Mapping[str, Team]) -> tuple[Graphic, ...]:
    colours = team_colours({key: team.colour for key, team in teams.items()})
    graphics: list[Graphic] = []
    for name, side in zip(_SIDES, (known.left, known.right), strict=True):
        graphics += _side(name, side, teams, colours)
    if known.left.outcome:
        label = contexts.ResultLabel(lines=("AGAINST", "AVERAGE"))
        graphics.append(Graphic("result-label", "result_label", label, _RESULT_LABEL))
    return tuple(graphics)


def _side(
    name: SideName, side: Side, teams: Mapping[str, Team], colours: Mapping[str, str]
) -> list[Graphic]:
    team = side.player.team or ""
    versus, opponent = words.versus(side)
    shape, word, amount = words.decision(side.choice)
    who = contexts.Name(
        side=name,
        team=teams[team].name if team in teams else team,
        player=side.player.name,
        versus=versus,
        opponent=teams[opponent].name if opponent in teams else opponent,
        colour=colours.get(team, NEUTRAL),
    )
    chose = contexts.Decision(side=name, shape=shape, word=word, amount=amount)
    graphics = [
        Graphic(f"name-{name}", "name", who, _on(name, _NAME)),
        Graphic(f"decision-{name}", "decision", chose, _on(name, _DECISION)),
    ]
    if side.outcome:
        ended = contexts.Result(
            side=name,
            versus_average=words.signed(side.outcome.versus_average),
            rank=f"{words.ordinal(side.outcome.rank)} of {side.outcome.field}",
            chips=f"{words.signed(side.outcome.chips)} {words.UNIT}",
        )
        graphics.append(Graphic(f"result-{name}", "result", ended, _on(name, _RESULT)))
    return graphics


def _on(name: SideName, box: Box) -> Box:
    """The box of the left side, or its mirror image on the right."""
    if name == "left":
        return box
    return Box(WIDTH - box.x - box.width, box.y, box.width, box.height)


def _pair(comparison: Comparison, fork: Fork | None, tables: tuple[str, ...]) -> tuple[str, str]:
    if fork is None:
        raise NoKeyFork(
            f"deal {comparison.deal.key}: the same cards were nowhere played differently in the "
            "same spot",
            "pick another deal",
        )
    left, *others = tables or comparison.pairing or ("",)
    branch = {table: number for number, each in enumerate(fork.branches) for table in each.tables}
    if len(others) == 1 and others[0] in branch and left in branch:
        if branch[left] != branch[others[0]]:
            return left, others[0]
        problem = f"tables {left} and {others[0]} chose the same"
    else:
        problem = f"tables {', '.join(tables)} are not two tables at the key fork"
    choices = " against ".join(", ".join(each.tables) for each in fork.branches)
    raise NoKeyFork(f"deal {comparison.deal.key}: {problem}", f"pick one of each: {choices}")
