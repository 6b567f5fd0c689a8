"""The rules of high card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from producer.events import Event, GameSettings, HandBoardEvent, HandRecordedEvent
from producer.games.cards import Cards, parse_cards
from producer.games.game import Conditions, Settled, Situation
from producer.games.line import Deal, IllegalLine, Line, Move, Play, acting_order
from producer.problems import Problem, problem
from producer.values import Positive

MOST_RAISED = 5
"""The stake is raised to at most five times what it was."""


class HighCardGame(GameSettings):
    """``doubled``: the numbers of the deals that begin at twice the stake."""

    name: Literal["high card"] = "high card"
    stake: Positive
    doubled: tuple[Positive, ...] = ()

    @property
    def unit(self) -> int:
        return self.stake


def settings(game: GameSettings) -> HighCardGame:
    assert isinstance(game, HighCardGame)
    return game


@dataclass(frozen=True)
class Step:
    live: tuple[int, ...]
    pot: int
    to_call: int = 0
    street_bets: Mapping[int, int] = field(default_factory=dict)


class HighCardHand:
    """``stake``: what each seat plays for; ``swapped``: the new cards by seat."""

    phase = "play"

    def __init__(self, conditions: Conditions) -> None:
        self.game = settings(conditions.settings)
        self.seats = acting_order(tuple(conditions.stacks), conditions.button, conditions.direction)
        self.stake = self.game.stake * (2 if conditions.deal in self.game.doubled else 1)
        self.made = 0
        self.swapped: dict[int, str] = {}

    @property
    def is_over(self) -> bool:
        return self.made == len(self.seats)

    @property
    def is_shown(self) -> bool:
        return self.is_over

    def situation(self) -> Situation:
        seat = None if self.is_over else self.seats[self.made]
        return Situation(self.phase, seat, self.stake * len(self.seats))

    def step(self, move: Move, n: int) -> Move:
        if self.is_over:
            raise IllegalLine(n, f"seat {move.seat} acts after the end", "no further action")
        seat = self.seats[self.made]
        legal = f"stay, swap with the new card, or raise to at most {MOST_RAISED * self.game.stake}"
        if move.seat != seat:
            raise IllegalLine(n, f"seat {move.seat} acts out of turn", f"seat {seat}: {legal}")
        if move.action == "raise":
            if move.to is None or not self.stake < move.to <= MOST_RAISED * self.game.stake:
                raise IllegalLine(n, f"seat {seat}: raise to {move.to}", legal)
            self.stake = move.to
        elif move.action == "swap":
            if not isinstance(move.detail, str):
                raise IllegalLine(n, f"seat {seat}: swap without the new card", legal)
            self.swapped[seat] = move.detail
        self.made += 1
        return move


@dataclass(frozen=True)
class ReplayedHighCard:
    play: Play
    spots: tuple[Step, ...]
    put_in: int

    @property
    def line(self) -> Line:
        return self.play.line

    @property
    def marks(self) -> tuple[str, ...]:
        return ("",) * len(self.line)

    @property
    def showdown(self) -> bool:
        return False

    def board_after(self, _: int | None) -> Cards:
        return ()


class HighCard:
    name = "high card"
    phases = ("play",)
    actions = ("stay", "swap", "raise")

    def check_event(self, event: Event) -> Problem | None:
        if isinstance(event, HandBoardEvent):
            return problem(
                "field", "type", reason="high card has no board", hint="Leave the event out"
            )
        if isinstance(event, HandRecordedEvent):
            for seat, hole in event.data.cards.items():
                if len(hole) != 2:
                    at = f"data.cards.{seat}"
                    return problem(
                        "field", at, reason=f"{at}: a hand is one card", hint=f"Correct {at}"
                    )
        return None

    def stack(self, _: GameSettings) -> int | None:
        return None

    def open_cards(self, _: str) -> int:
        return 0

    def begin(self, conditions: Conditions) -> HighCardHand:
        return HighCardHand(conditions)

    def settle(
        self, conditions: Conditions, cards: Mapping[int, Cards], _: Cards, line: Line
    ) -> Settled:
        hand = HighCardHand(conditions)
        for n, move in enumerate(line, 1):
            hand.step(move, n)
        if not hand.is_over:
            raise IllegalLine(len(line) + 1, "a seat has not acted", f"{len(hand.seats)} actions")
        final = {**cards, **{seat: parse_cards(card) for seat, card in hand.swapped.items()}}
        known = all(final.get(seat) for seat in hand.seats)
        result = None
        if known:
            best = max(hand.seats, key=lambda seat: final[seat])
            result = dict.fromkeys(hand.seats, -hand.stake)
            result[best] = hand.stake * (len(hand.seats) - 1)
        return Settled(line, result, dict.fromkeys(hand.seats, hand.stake))

    def replay(self, deal: Deal, play: Play) -> ReplayedHighCard:
        hand = HighCardHand(
            Conditions(play.game, deal.key.number, deal.button, deal.direction, play.stacks)
        )
        steps = []
        for n, move in enumerate(play.line, 1):
            steps.append(Step(hand.seats, hand.situation().pot))
            hand.step(move, n)
        return ReplayedHighCard(play, tuple(steps), hand.situation().pot)


HIGH_CARD = HighCard()
