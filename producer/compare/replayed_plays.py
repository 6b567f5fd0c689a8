"""Replayed hold'em plays, with the questions that stories, sentences and graphics ask of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from producer.games.cards import Cards
from producer.games.holdem import Replay, ShowdownFacts, Spot, board_at, replay
from producer.games.holdem.ranks import rank
from producer.games.line import Chips, Deal, Line, Play

AGGRESSIVE = frozenset({"bet", "raise"})


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
        return self.play.line

    @property
    def result(self) -> Mapping[int, Chips]:
        return self.play.result

    @property
    def spots(self) -> tuple[Spot, ...]:
        return self.replay.spots

    def board_after(self, moves: int | None) -> Cards:
        """The board cards that were open when so many moves had been made, before any that follow
        the last of them were dealt. ``None``: all that this table saw."""
        if moves is None and len(self.replay.shown) > 1:
            return self.board
        made = self.line[:moves]
        return board_at(self.board, made[-1].street if made else "preflop")


class ReplayedPlays(Mapping[str, ReplayedPlay]):
    """Every play of a deal by table, each replayed once, when it is first asked for."""

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._plays = {play.table: play for play in deal.plays}
        self._replayed: dict[str, ReplayedPlay] = {}

    def __getitem__(self, table: str) -> ReplayedPlay:
        if table not in self._replayed:
            self._replayed[table] = _replayed(self._deal, self._plays[table])
        return self._replayed[table]

    def __iter__(self) -> Iterator[str]:
        return iter(self._plays)

    def __len__(self) -> int:
        return len(self._plays)


def _replayed(deal: Deal, play: Play) -> ReplayedPlay:
    carried = replay(
        play.game,
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


def won_showdown(replayed: ReplayedPlay, seat: int) -> bool:
    """Whether the seat won the showdown outright."""
    own = replayed.places.get(seat)
    return own is not None and all(
        own < place for other, place in replayed.places.items() if other != seat
    )


def lost_showdown(replayed: ReplayedPlay, seat: int) -> bool:
    """Whether the seat showed a losing hand."""
    own = replayed.places.get(seat)
    return own is not None and min(replayed.places.values()) < own


def last_aggression(line: Line) -> int | None:
    """Index of the last bet or raise in the line."""
    return next(
        (place for place in reversed(range(len(line))) if line[place].action in AGGRESSIVE), None
    )


def called(line: Line, place: int) -> bool:
    """Whether the bet or raise at index ``place`` was called before any further raise."""
    for move in line[place + 1 :]:
        if move.action in AGGRESSIVE:
            return False
        if move.action == "call":
            return True
    return False


def pot_at_end(replayed: ReplayedPlay) -> int:
    """All chips put in, less an uncalled bet."""
    put = sorted(replayed.replay.committed.values(), reverse=True)
    return sum(put) - max(0, put[0] - put[1])


def all_in_seats(replayed: ReplayedPlay) -> frozenset[int]:
    """The seats that put in their whole stack or the cap, blinds and antes included."""
    game = replayed.play.game
    found = set()
    for seat, put in replayed.replay.committed.items():
        stack = replayed.play.stacks.get(seat)
        limits = [n for n in (game.stack if stack is None else stack, game.cap) if n is not None]
        if limits and put == min(limits):
            found.add(seat)
    return frozenset(found)
