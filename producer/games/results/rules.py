"""A deal of which a feed has the results alone: what was played, nobody recorded.

It is a game of its own, so that every room treats such a deal as any other: it has standings, gaps
and ranks, and no moves. What was played may be any game; its stakes are not known, so that results
are counted in chips.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.bounds import LARGEST_NUMBER
from producer.events import (
    DealCardsEvent,
    DealCorrectedEvent,
    Event,
    GameSettings,
    HandActionEvent,
    HandBoardEvent,
)
from producer.game_names import ACTIONS, PHASES
from producer.games.cards import Cards
from producer.games.game import Conditions, Settled, Situation
from producer.games.line import Deal, IllegalLine, Line, Move, Play
from producer.messages import message
from producer.problems import Problem, problem

NO_LINE = message("no line was recorded, only the results")


@dataclass(frozen=True, slots=True)
class UnrecordedHand:
    """It is over before its first move."""

    phase: str = ""
    is_over: bool = True
    is_shown: bool = False

    def step(self, _: Move, n: int) -> Move:
        raise IllegalLine(n, NO_LINE, message("no moves"))

    def situation(self) -> Situation:
        return Situation(self.phase, None)


@dataclass(frozen=True, slots=True)
class UnrecordedPlay:
    """A play without steps."""

    play: Play
    spots: tuple[()] = ()
    marks: tuple[()] = ()
    put_in: int = 0
    showdown: bool = False

    @property
    def line(self) -> Line:
        return ()

    def board_after(self, _: int | None) -> Cards:
        return ()


class ResultsAlone:
    """The rules of a game that is known by its results: they add up to 0."""

    name = "results"
    phases = PHASES[name]
    actions = ACTIONS[name]

    def check_event(self, event: Event) -> Problem | None:
        shown = HandActionEvent | HandBoardEvent | DealCardsEvent | DealCorrectedEvent
        if not isinstance(event, shown):
            return None
        return problem(
            "field",
            "type",
            reason=f"the session has the results alone, and no {event.type}",
            hint="Open a session of the game that is played, and send the event there",
        )

    def stack(self, _: GameSettings) -> int | None:
        return None

    def open_cards(self, _: str) -> int:
        return 0

    def begin(self, _: Conditions) -> UnrecordedHand:
        return UnrecordedHand()

    def settle(
        self, conditions: Conditions, _: Mapping[int, Cards], __: Cards, line: Line
    ) -> Settled:
        if line:
            raise IllegalLine(1, NO_LINE, message("no moves"))
        return Settled((), None, dict.fromkeys(conditions.stacks, LARGEST_NUMBER))

    def replay(self, _: Deal, play: Play) -> UnrecordedPlay:
        return UnrecordedPlay(play)


RESULTS_ALONE = ResultsAlone()
