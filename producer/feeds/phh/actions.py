"""The actions of a PHH hand: ``d db`` and ``d dh`` deal, players act as ``p1`` to ``p10``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from producer.feeds.hands import FileAction, UnusableHand, Verb, smallest_units
from producer.games.holdem.rules import HOLE_CARDS

_CARDS = r"(?:[2-9TJQKA?][cdhs?])*"
_DEAL_BOARD = re.compile(rf"d db ({_CARDS})")
_DEAL_HOLE = re.compile(rf"d dh p(\d{{1,2}}) ({_CARDS})")
_SHOW = re.compile(rf"p(\d{{1,2}}) sm(?: ({_CARDS}|-))?")
_ACT = re.compile(r"p(\d{1,2}) (?:(f|cc)|cbr (\d{1,18}(?:\.\d{0,9})?))")
_WITH_CARDS = re.compile(r"(?:d db|d dh p\d{1,2}|p\d{1,2} sm) (\w+)")
_OF_OTHER_GAMES = re.compile(r"p\d{1,2} (?:pb|sd)\b")


@dataclass(slots=True)
class PlayedActions:
    """What the actions of a hand come to. ``cards``: of seats whose cards are all shown.
    ``mucked``: seats that showed nothing down."""

    board: str = ""
    cards: dict[int, str] = field(default_factory=dict)
    actions: list[FileAction] = field(default_factory=list)
    mucked: tuple[int, ...] = ()


def read_actions(actions: Sequence[Any], seats: Sequence[int], scale: int) -> PlayedActions:
    """The actions of a hand; ``seats``: of p1, p2, ... Raises UnusableHand."""
    found = PlayedActions()
    dealt: dict[int, str] = {}
    for n, written in enumerate(actions, 1):
        if not isinstance(written, str):
            raise UnusableHand(f"action {n} is not a text", at=f"actions.{n}")
        action = " ".join(written.partition("#")[0].split())
        if not action:
            continue
        _read_action(action, n, seats, scale, found, dealt)
    found.cards = {seat: cards for seat, cards in dealt.items() if cards and "?" not in cards}
    return found


def _read_action(
    action: str,
    n: int,
    seats: Sequence[int],
    scale: int,
    found: PlayedActions,
    dealt: dict[int, str],
) -> None:
    if played := _ACT.fullmatch(action):
        seat = _seat(played[1], seats, n, action)
        if played[2]:
            verb: Verb = "fold" if played[2] == "f" else "check or call"
            found.actions.append(FileAction(seat, verb, None, action, n))
        else:
            what = f"the amount of action {n}"
            to = smallest_units(Decimal(played[3]), scale, what, f"actions.{n}")
            found.actions.append(FileAction(seat, "bet or raise", to, action, n))
    elif hole := _DEAL_HOLE.fullmatch(action):
        seat = _seat(hole[1], seats, n, action)
        dealt[seat] = dealt.get(seat, "") + hole[2]
        if len(dealt[seat]) > 2 * HOLE_CARDS:
            words = f"action {n}, {action!r}, deals a third card: a hold'em hand has two"
            raise UnusableHand(words, at=f"actions.{n}")
    elif board := _DEAL_BOARD.fullmatch(action):
        if "?" in board[1]:
            words = f"action {n}, {action!r}, hides a card of the board"
            raise UnusableHand(words, at=f"actions.{n}")
        found.board += board[1]
    elif shown := _SHOW.fullmatch(action):
        seat = _seat(shown[1], seats, n, action)
        if shown[2] == "-":
            found.mucked += (seat,)
        elif shown[2]:
            dealt[seat] = _with_shown(dealt.get(seat, ""), shown[2])
    else:
        raise UnusableHand(f"action {n}, {action[:40]!r}{_why_none(action)}", at=f"actions.{n}")


def _why_none(action: str) -> str:
    """Why a text is no action, as the end of a sentence."""
    if dealt := _WITH_CARDS.fullmatch(action):
        pairs = re.findall("..?", dealt[1])
        wrong = next((pair for pair in pairs if not re.fullmatch(_CARDS, pair)), dealt[1])
        return f": {wrong!r} is no card"
    return ", is no action of hold'em" if _OF_OTHER_GAMES.match(action) else ", is no action"


def _with_shown(before: str, shown: str) -> str:
    """What is known after cards were shown: in the order dealt, where they were dealt open."""
    if "?" in shown and "?" not in before:
        return before
    known = {before[place : place + 2] for place in range(0, len(before), 2)}
    same = {shown[place : place + 2] for place in range(0, len(shown), 2)} == known
    return before if same else shown


def _seat(text: str, seats: Sequence[int], n: int, action: str) -> int:
    if not 1 <= int(text) <= len(seats):
        words = f"action {n}, {action[:40]!r}, names a player who is not in the hand"
        raise UnusableHand(words, at=f"actions.{n}")
    return seats[int(text) - 1]
