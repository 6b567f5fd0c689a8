"""The questions that stories, sentences and graphics ask of replayed hold'em plays."""

from __future__ import annotations

from producer.games.holdem.played import ReplayedPlay
from producer.games.holdem.settings import holdem
from producer.games.line import Line

__all__ = [
    "AGGRESSIVE",
    "ReplayedPlay",
    "all_in_seats",
    "called",
    "last_aggression",
    "lost_showdown",
    "pot_at_end",
    "won_showdown",
]

AGGRESSIVE = frozenset({"bet", "raise"})


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
    game = holdem(replayed.play.game)
    found = set()
    for seat, put in replayed.replay.committed.items():
        stack = replayed.play.stacks.get(seat)
        limits = [n for n in (game.stack if stack is None else stack, game.cap) if n is not None]
        if limits and put == min(limits):
            found.add(seat)
    return frozenset(found)
