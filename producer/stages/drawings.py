"""How each game's decisions are drawn, by the game's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from overlay.contexts import Shape
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison
from producer.games.game import Replayed, Step
from producer.games.line import Deal
from producer.stages.comparisons.branches import DecisionPoint
from producer.stages.moment import Moment, NotDrawable
from producer.stages.style import Style
from producer.wording.language import Language

if TYPE_CHECKING:
    from overlay.contexts import SuitText
    from producer.stages.bridge.panel_sheet import SheetHand, TableSheet
    from producer.stages.comparisons.comparison_cut import ChoiceSeen
    from producer.stages.people import People


@dataclass(frozen=True, slots=True)
class PlaySeen:
    """A play as of a moment: ``at``: the move of the decision, from 0; ``moves``: how many are
    known, ``None`` for all."""

    replayed: Replayed
    at: int
    moves: int | None

    @property
    def has_decided(self) -> bool:
        return self.moves is None or self.moves > self.at


Beside = Callable[[tuple[PlaySeen, PlaySeen], int, Style], "list[Graphic]"]
"""Draws from the left and the right play and the seat that decides what stands beside the names."""


WholeTable = Callable[[Deal, str, int, Style], Stage]
"""Draws a table of a deal after so many moves."""


@dataclass(frozen=True, slots=True)
class PanelWords:
    """What the panel says in a game's own words. ``conditions``: of the deal. ``opponents``: of a
    seat, with its own name. ``outcome``: how a play ended. ``gap``: between two tables, for the
    seat that decides. ``decision``: what a player did. ``result``: of a seat at one table against
    another, and by itself. ``hands``: all of them, for the seat that decides. ``sheet``: a table's
    moves. ``part``: the number of the trick at which two tables part; ``turn``: that in a
    sentence."""

    conditions: Callable[[Comparison, Language], str]
    opponents: Callable[[Replayed, int, People, Language], str]
    outcome: Callable[[Replayed, Language], str]
    gap: Callable[[Comparison, int, tuple[str, str], People, Style], str]
    decision: Callable[[ChoiceSeen, Language], SuitText]
    result: Callable[[Comparison, str, str | None, int, Language], tuple[str, str]]
    hands: Callable[[Comparison, int, Language], tuple[SheetHand, ...]]
    sheet: Callable[[Comparison, DecisionPoint, str, int | None, int | None, Style], TableSheet]
    part: Callable[[Comparison, tuple[str, str]], int | None]
    turn: Callable[[Comparison, tuple[str, str], Style], str]


@dataclass(frozen=True, slots=True)
class DrawingOfGame:
    """``shapes``: the sign of each action. ``decision``: word and amount of what a player did, its
    amounts in units of so many chips (0 if the tables' differ). ``branch``: an action as the choice
    of several tables. ``brief``: what a player did where there is little room, if that is not the
    word of ``branch``. ``unit``: the sign of a unit of the stakes; ``sign``: that in a language,
    where it is a word; its game has no other unit. ``won``: what is won as the head of a column,
    and the title of a ranking by it, where it is not chips. ``has_board``: whether there are common
    cards. ``holds_cards``: whether players hold cards that a picture shows beside their names.
    ``street``: the name of a phase; ``None`` in a game without streets, positions and showdowns.
    ``beside``: what two tables show more, in place of opponents. ``ending``: what a seat's hand
    turned out to be, shown at its end in place of what the player did last; ``why``: what made it
    so, longest first. ``rule``: the rule that choices are judged by, in a line. ``counted``: the
    unit in full after a number, in a game whose sign of it is an abbreviation. ``named``: the game,
    where its cards do not say it. ``pair``: draws two tables side by side, in a game whose frame is
    its own. ``in_full``: one table on the whole frame, where it is not hold'em's. ``question``:
    what the rules let the player choose before a move, as a question, empty if it is none; ``None``
    in a game that asks nothing in words. ``table``: draws a table from above after so many of its
    moves, for a place of that size; ``None`` for a game whose tables are drawn empty. ``pauses``:
    by phase, the beat of a segment that begins once the phase is over. ``panel``: what the
    commentators' panel says in the game's own words, where hold'em's do not fit."""

    shapes: Mapping[str, Shape]
    decision: Callable[[ChoiceSeen, Style, int], tuple[str, str]]
    branch: Callable[[str, Language], str]
    unit: str
    has_board: bool = True
    holds_cards: bool = True
    sign: Callable[[Language], str] | None = None
    won: Callable[[Language], tuple[str, str]] | None = None
    beside: Beside | None = None
    ending: Callable[[Replayed, int], ChoiceSeen | None] | None = None
    brief: Callable[[ChoiceSeen, Style], str] | None = None
    why: Callable[[ChoiceSeen, Language], tuple[str, ...]] | None = None
    rule: Callable[[Language], str] | None = None
    counted: Callable[[Language, int], str] | None = None
    named: Callable[[Language], str] | None = None
    in_full: WholeTable | None = None
    street: Callable[[str, Language], str] | None = None
    pair: Callable[[Comparison, DecisionPoint, tuple[str, str], Moment, Style], Stage] | None = None
    question: Callable[[Step, Language], str] | None = None
    table: Callable[[Comparison, str, int, Box, Style], Stage] | None = None
    pauses: Mapping[str, str] = field(default_factory=dict)
    panel: PanelWords | None = None


DRAWINGS: dict[str, DrawingOfGame] = {}


def drawing_of(comparison: Comparison) -> DrawingOfGame:
    """Of the game that was played, hold'em's before any play. Raises KeyError for a game that
    nobody draws."""
    return DRAWINGS[next((play.game.name for play in comparison.deal.plays), "holdem")]


def in_its_game(style: Style, comparison: Comparison) -> Style:
    """The style for the game that was played. Raises NotDrawable before any play."""
    if not comparison.deal.plays:
        raise NotDrawable(
            f"deal {comparison.deal.key}: no table has finished it", "pick another deal"
        )
    return in_game(style, comparison.deal.plays[0].game.name)


def in_game(style: Style, game: str) -> Style:
    drawing = DRAWINGS[game]
    if drawing.sign is None:
        return replace(style, game=game, unit=drawing.unit)
    return replace(style, game=game, unit=drawing.sign(style.say), chips="bb")


def won_in(style: Style) -> tuple[str, str]:
    """What the style's game wins as the head of a column, and the title of a ranking by it."""
    say, named = style.say, DRAWINGS[style.game].won
    if named is None:
        return say.gettext("CHIPS"), say.gettext("RANKED BY CHIPS WON")
    return named(say)


def shares_frames(game: str) -> bool:
    """Whether a game is drawn by the graphics that games share; else its frame is its own."""
    return DRAWINGS[game].pair is None


def in_shared_frame(style: Style, comparison: Comparison) -> Style:
    """``in_its_game`` for a graphic that games share. Raises NotDrawable for a game whose frame is
    its own, too."""
    own = in_its_game(style, comparison)
    if not shares_frames(own.game):
        raise NotDrawable(
            f"deal {comparison.deal.key}: {own.game} is only drawn as two tables side by side",
            "choose the graphic two-up",
        )
    return own
