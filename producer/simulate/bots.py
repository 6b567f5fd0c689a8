"""Simple players: they see their own cards, the open board and what was done, and nothing else."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from producer.games.cards import Cards
from producer.games.holdem import Spot
from producer.games.line import Move
from producer.simulate.strength import before_flop, on_board

ROUND_TO = 50
"""Bets are whole chips of this size, as people bet; it also lets tables bet alike."""

STRONG = 0.75
"""The chance to win from which a tricky player hides its hand."""


@dataclass(frozen=True, slots=True)
class BotStyle:
    """How a player plays, each from 0 to 1.

    ``tightness``: 0 plays half of all hands and pays to see, 1 plays one in nine and needs a good
    price. ``aggression``: 0 mostly checks and calls, 1 mostly bets and raises. ``calling``: 0 lets
    go of what is beaten, 1 pays off nearly everything. ``trickiness``: 0 bets strong hands, 1 hides
    them, raises after a check, and bluffs instead.
    """

    tightness: float
    aggression: float
    calling: float = 0.0
    trickiness: float = 0.0


@dataclass(frozen=True, slots=True)
class BotView:
    """What a player can know when it acts.

    ``raises``: bets and raises so far on this street; ``after``: how many live players still act
    behind; ``players``: how many were dealt in; ``big_blind``: in smallest units; ``checked``:
    whether the player has checked on this street.
    """

    cards: Cards
    board: Cards
    spot: Spot
    raises: int
    after: int
    players: int
    big_blind: int
    checked: bool = False


def decide(style: BotStyle, view: BotView, lot: random.Random) -> Move:
    """The player's move: always one of those the spot allows."""
    if view.spot.street == "preflop":
        return _before_flop(style, view, lot)
    if view.spot.to_call == 0:
        return _unbet(style, view, lot)
    return _facing_bet(style, view, lot)


def _before_flop(style: BotStyle, view: BotView, lot: random.Random) -> Move:
    hand = before_flop(view.cards)
    late = 1 - view.after / max(1, view.players - 1)
    playable = (0.50 - 0.39 * style.tightness) * (0.75 + 0.5 * late)
    if view.players == 2:
        playable = min(1.0, 1.6 * playable)
    if view.raises == 0:
        if hand > 1 - playable and lot.random() < 0.45 + 0.50 * style.aggression:
            return _raise(view, 0.7)
        return _stay(view) if hand > 1 - playable or view.spot.to_call == 0 else _fold(view)
    cheap = max(0.0, 0.34 - _price(view))
    playable = playable * (0.62**view.raises) * (1 + 2 * cheap) * (1 + 0.6 * style.calling)
    strong = playable * (0.12 + 0.38 * style.aggression)
    if hand > 1 - strong and lot.random() < 0.35 + 0.6 * style.aggression:
        return _raise(view, 0.9)
    return _stay(view) if hand > 1 - playable else _fold(view)


def _unbet(style: BotStyle, view: BotView, lot: random.Random) -> Move:
    chance = _chance(view)
    usual = 0.7 if style.aggression > 0.8 else 0.55
    if chance > STRONG and lot.random() < 0.75 * style.trickiness:
        return _stay(view)
    if chance > 0.66 - 0.14 * style.aggression:
        if lot.random() < 0.30 + 0.62 * style.aggression:
            return _raise(view, 1.0 if chance > 0.85 and style.aggression > 0.5 else usual)
    elif lot.random() < (0.30 * style.aggression + 0.35 * style.trickiness) / (1 + view.after):
        return _raise(view, usual)
    return _stay(view)


def _facing_bet(style: BotStyle, view: BotView, lot: random.Random) -> Move:
    chance = _chance(view) - 0.07 * view.raises - 0.15 * _stake(view)
    if chance > 0.80 - 0.12 * style.aggression + 0.06 * (view.raises - 1):
        if lot.random() < _eagerness(style, view):
            return _raise(view, 1.0)
        return _stay(view)
    if view.raises == 1 and view.checked and lot.random() < 0.20 * style.trickiness:
        return _raise(view, 1.0)
    if chance > _price(view) - 0.06 + 0.24 * style.tightness - 0.32 * style.calling:
        return _stay(view)
    if view.raises == 1 and lot.random() < 0.07 * style.aggression:
        return _raise(view, 1.0)
    return _fold(view)


def _eagerness(style: BotStyle, view: BotView) -> float:
    """How likely a strong hand is to raise: the tricky wait, and strike where they checked."""
    eager = 0.20 + 0.70 * style.aggression
    if view.checked:
        return eager + (1 - eager) * style.trickiness
    return eager if view.spot.street == "river" else eager * (1 - 0.6 * style.trickiness)


def _chance(view: BotView) -> float:
    """The chance to win against all who are left, taken for one random hand each, roughly."""
    opponents = len(view.spot.live) - 1
    return math.pow(on_board(view.cards, view.board), 1 + 0.6 * (opponents - 1))


def _price(view: BotView) -> float:
    """The share of the final pot that the call costs: the chance needed to break even."""
    return view.spot.to_call / (view.spot.pot + view.spot.to_call)


def _stake(view: BotView) -> float:
    """The share of all it may put in that the player will have put in after calling."""
    spot = view.spot
    put, behind = spot.committed[spot.seat], spot.behind[spot.seat]
    return 0.0 if behind is None else (put + spot.to_call) / (put + behind)


def _fold(view: BotView) -> Move:
    return Move(view.spot.street, view.spot.seat, "fold")


def _stay(view: BotView) -> Move:
    """Checks where that is free, else calls."""
    spot = view.spot
    if spot.to_call == 0:
        return Move(spot.street, spot.seat, "check")
    return Move(spot.street, spot.seat, "call", spot.street_bets[spot.seat] + spot.to_call)


def _raise(view: BotView, share: float) -> Move:
    """Bets or raises by ``share`` of the pot after calling; calls where no raise is legal.

    Puts in everything allowed where less than a third of it would be left.
    """
    spot = view.spot
    if spot.min_to is None or spot.max_to is None:
        return _stay(view)
    level = spot.street_bets[spot.seat] + spot.to_call
    wanted = level + int(share * (spot.pot + spot.to_call))
    wanted -= wanted % ROUND_TO
    target = min(spot.max_to, max(spot.min_to, wanted))
    behind = spot.behind[spot.seat]
    if behind is not None:
        all_of_it = spot.street_bets[spot.seat] + behind
        if spot.max_to == all_of_it and target > 2 * all_of_it / 3:
            target = all_of_it
    action = "bet" if level == 0 else "raise"
    return Move(spot.street, spot.seat, action, target)
