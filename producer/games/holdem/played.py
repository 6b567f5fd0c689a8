"""A finished play of hold'em, replayed, with what graphics and stories ask of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from producer.games.cards import Cards
from producer.games.holdem.ranks import rank
from producer.games.holdem.replays import Replay, Spot, board_at, replay
from producer.games.holdem.settings import holdem
from producer.games.holdem.showdown import ShowdownFacts
from producer.games.line import Chips, Deal, Line, Play


@dataclass(frozen=True, slots=True)
class ReplayedPlay:
    """A play and its replay. ``places``: by seat, the place of each hand shown down among all
    7,462 hands, 1 the best; empty without a showdown or with unknown cards. ``board``: the deal's.
    """

    play: Play
    replay: Replay
    places: Mapping[int, int]
    board: Cards

    @property
    def line(self) -> Line:
        """With the amount of every call."""
        return self.replay.line

    @property
    def result(self) -> Mapping[int, Chips]:
        return self.play.result

    @property
    def spots(self) -> tuple[Spot, ...]:
        return self.replay.spots

    @property
    def marks(self) -> tuple[str, ...]:
        return self.replay.marks

    @property
    def put_in(self) -> int:
        return sum(self.replay.committed.values())

    @property
    def showdown(self) -> bool:
        return bool(self.places)

    def board_after(self, moves: int | None) -> Cards:
        """The board cards that were open when so many moves had been made, before any that follow
        the last of them were dealt. ``None``: all that this table saw."""
        if moves is None and len(self.replay.shown) > 1:
            return self.board
        made = self.line[:moves]
        return board_at(self.board, made[-1].street if made else "preflop")


def replayed_play(deal: Deal, play: Play) -> ReplayedPlay:
    carried = replay(
        holdem(play.game),
        deal.button,
        deal.direction,
        play.stacks,
        deal.cards,
        deal.board,
        play.line,
        ShowdownFacts(ruled=play.ruled),
    )
    hands = {seat: deal.cards.get(seat, ()) for seat in carried.shown}
    known = len(deal.board) == 5 and all(len(hand) == 2 for hand in hands.values())
    places = {seat: rank(hand + deal.board) for seat, hand in hands.items()} if known else {}
    return ReplayedPlay(play, carried, places, deal.board)
