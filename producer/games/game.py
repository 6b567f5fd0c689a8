"""What a game is to the rooms that do not know its rules: the protocol that each game keeps.

A new game is one package in ``producer/games/`` whose value of this protocol is listed in
``producer/games/registry.py`` (docs/add-a-game.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from producer.events import (
    Event,
    GameSettings,
    HandAction,
    HandActionEvent,
    HandCorrectedEvent,
    HandRecordedEvent,
    LineMove,
)
from producer.games.cards import Cards
from producer.games.line import Chips, Deal, IllegalLine, Line, Move, Play
from producer.problems import Problem, problem


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a table plays a deal under, besides its cards.

    ``settings``: the game's, as the session was opened with. ``deal``: its number; what a game
    sets deal by deal, such as who is vulnerable, it knows from this and its settings. ``button``:
    the seat of the button or the dealer. ``direction``: whether seat numbers ascend or descend in
    the order of action. ``stacks``: chips at the start by seat, ``None`` for unlimited; its keys
    are the seats.
    ``ruled``: the numbers of moves that stand by a ruling, though their amounts break the rules.
    """

    settings: GameSettings
    deal: int
    button: int
    direction: str
    stacks: Mapping[int, int | None]
    ruled: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """A finished line, scored.

    ``line``: the moves with every detail, those that a feed may leave out included. ``result``:
    chips by seat, adding up to 0; ``None`` if unknown cards leave it open. ``at_stake``: the most
    that each seat can have lost; ``lost``: the seats that lost exactly that whatever the cards.
    """

    line: Line
    result: Mapping[int, Chips] | None
    at_stake: Mapping[int, Chips]
    lost: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Situation:
    """What everybody at the table sees before a move: whose turn it is, and the chips.

    ``seat``: ``None`` when the hand is over. ``behind``: what each seat may still put in, ``None``
    for unlimited; ``capped``: the seats that a cap limits, not their stack.
    """

    phase: str
    seat: int | None
    pot: int = 0
    to_call: int = 0
    behind: Mapping[int, int | None] = field(default_factory=dict)
    capped: frozenset[int] = frozenset()


class Step(Protocol):
    """The situation before a move of a finished play.

    ``live``: the seats still in, in order of action. ``pot``: everything put in so far;
    ``to_call``: what the seat must add to stay in; ``street_bets``: put in by each seat in this
    phase. All 0 in a game without bets.
    """

    @property
    def live(self) -> tuple[int, ...]: ...
    @property
    def pot(self) -> int: ...
    @property
    def to_call(self) -> int: ...
    @property
    def street_bets(self) -> Mapping[int, int]: ...


class Replayed(Protocol):
    """A finished play with its steps: ``spots[n]`` is before move ``n`` (from 0), ``marks[n]`` what
    a graphic adds to its word, such as all-in. ``put_in``: everything put in by the end.
    ``showdown``: whether known hands were compared at the end."""

    @property
    def play(self) -> Play: ...
    @property
    def line(self) -> Line: ...
    @property
    def spots(self) -> Sequence[Step]: ...
    @property
    def marks(self) -> Sequence[str]: ...
    @property
    def put_in(self) -> int: ...
    @property
    def showdown(self) -> bool: ...

    def board_after(self, moves: int | None) -> Cards:
        """The common cards that were open after so many moves; ``None``: all this table saw."""


class Hand(Protocol):
    """A hand in progress, changed move by move.

    ``phase``: of the next move, or the last one's. ``is_shown``: it is over, and everything that
    can be dealt has been seen.
    """

    @property
    def phase(self) -> str: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_shown(self) -> bool: ...

    def step(self, move: Move, n: int) -> Move:
        """Makes the next move, its number ``n`` from 1, and returns it with every detail. Raises
        IllegalLine."""

    def situation(self) -> Situation:
        """Before the next move, or at the end."""


class Game(Protocol):
    """A game's rules. ``name``: as the settings have it. ``phases``, ``actions``: those of its
    moves, in the spelling of the feed; phases in order."""

    @property
    def name(self) -> str: ...
    @property
    def phases(self) -> tuple[str, ...]: ...
    @property
    def actions(self) -> tuple[str, ...]: ...

    def check_event(self, event: Event) -> Problem | None:
        """What is wrong with an event of this game by itself: a type of event that it does not
        have, a number of cards that cannot be. ``None`` if nothing is."""

    def stack(self, settings: GameSettings) -> int | None:
        """Chips of a seat at the start where a feed gives none; ``None`` for unlimited."""

    def open_cards(self, phase: str) -> int:
        """How many of the common cards are open in a phase."""

    def begin(self, conditions: Conditions) -> Hand:
        """The hand before its first move. Raises IllegalLine if it cannot begin."""

    def settle(
        self, conditions: Conditions, cards: Mapping[int, Cards], board: Cards, line: Line
    ) -> Settled:
        """Plays a line to its end and scores it. Raises IllegalLine at the first illegal move, or
        if the hand is not over."""

    def replay(self, deal: Deal, play: Play) -> Replayed:
        """A play that was judged to be legal, step by step."""


def foreign_name(game: Game, event: Event) -> Problem | None:
    """The problem that a move of the event has a phase or an action that the game does not."""
    moves: Iterable[LineMove | HandAction] = ()
    if isinstance(event, HandActionEvent):
        moves = [event.data]
    elif isinstance(event, HandRecordedEvent | HandCorrectedEvent):
        moves = event.data.line or ()
    for place, move in enumerate(moves):
        at = "data" if isinstance(move, HandAction) else f"data.line.{place}"
        if isinstance(move, LineMove) and move.street not in game.phases:
            return _not_of(game, f"{at}.street", move.street, game.phases)
        if move.action not in game.actions:
            return _not_of(game, f"{at}.action", move.action, game.actions)
    return None


def _not_of(game: Game, at: str, name: str, names: tuple[str, ...]) -> Problem:
    reason = f"{at}: {game.name} has no '{name}', it has {', '.join(names) or 'none'}"
    return problem("field", at, reason=reason, hint=f"Correct {at} and send the event again")


Action = tuple[int, str, int | str | None]
"""Seat, action and detail, as a device sends them: without the phase."""


@dataclass(frozen=True, slots=True)
class Carried:
    """Actions carried out up to the first illegal one: ``line``, the legal moves; ``illegal``, the
    move after them that was not, with its ``fault``; ``hand``, as the legal moves leave it."""

    line: Line
    hand: Hand
    illegal: Move | None = None
    fault: IllegalLine | None = None


def carry_out(game: Game, conditions: Conditions, actions: Iterable[Action]) -> Carried:
    """Adds the phases to actions without them. Raises IllegalLine if the hand cannot begin."""
    hand = game.begin(conditions)
    line: list[Move] = []
    for n, (seat, action, detail) in enumerate(actions, 1):
        move = Move(hand.phase, seat, action, detail)
        try:
            line.append(hand.step(move, n))
        except IllegalLine as fault:
            return Carried(tuple(line), hand, move, fault)
    return Carried(tuple(line), hand)
