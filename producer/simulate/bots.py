"""Simple bots. They see only their own cards, the open board and the action so far."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from producer.games.cards import Cards
from producer.games.holdem import Spot
from producer.games.line import Move
from producer.simulate.strength import before_flop, on_board

ROUND_TO = 50
"""Bets are multiples of this, as people bet; it also makes equal bets at two tables likely."""

STRONG = 0.75
"""The chance to win from which a tricky player slow-plays."""


@dataclass(frozen=True, slots=True)
class BotStyle:
    """How a player plays, each from 0 to 1.

    ``tightness``: 0 plays half of all hands and calls lightly, 1 plays one in nine and needs a
    good price. ``aggression``: 0 mostly checks and calls, 1 mostly bets and raises. ``calling``: 0
    folds beaten hands, 1 calls nearly everything. ``trickiness``: 0 bets strong hands, 1
    slow-plays and check-raises them, and bluffs.
    """

    tightness: float
    aggression: float
    calling: float = 0.0
    trickiness: float = 0.0


@dataclass(frozen=True, slots=True)
class BotView:
    """What a player can see when it acts.

    ``raises``: bets and raises so far on this street; ``after``: live players who act behind;
    ``players``: how many were dealt in; ``big_blind``: in smallest units; ``checked``: whether
    the player has checked on this street.
    """

    cards: Cards
    board: Cards
    spot: Spot
    raises: int
    after: int
    players: int
    big_blind: int
    checked: bool = False


def decide(style: BotStyle, view: BotView, rng: random.Random) -> Move:
    """The player's move, always a legal one."""
    if view.spot.street == "preflop":
        return _before_flop(style, view, rng)
    if view.spot.to_call == 0:
        return _unbet(style, view, rng)
    return _facing_bet(style, view, rng)


def _before_flop(style: BotStyle, view: BotView, rng: random.Random) -> Move:
    hand = before_flop(view.cards)
    late = 1 - view.after / max(1, view.players - 1)
    playable = (0.50 - 0.39 * style.tightness) * (0.75 + 0.5 * late)
    if view.players == 2:
        playable = min(1.0, 1.6 * playable)
    if view.raises == 0:
        if hand > 1 - playable and rng.random() < 0.45 + 0.50 * style.aggression:
            return _raise(view, 0.7)
        return _stay(view) if hand > 1 - playable or view.spot.to_call == 0 else _fold(view)
    cheap = max(0.0, 0.34 - _price(view))
    playable = playable * (0.62**view.raises) * (1 + 2 * cheap) * (1 + 0.6 * style.calling)
    strong = playable * (0.12 + 0.38 * style.aggression)
    if hand > 1 - strong and rng.random() < 0.35 + 0.6 * style.aggression:
        return _raise(view, 0.9)
    return _stay(view) if hand > 1 - playable else _fold(view)


def _unbet(style: BotStyle, view: BotView, rng: random.Random) -> Move:
    chance = _chance(view)
    usual = 0.7 if style.aggression > 0.8 else 0.55
    if chance > STRONG and rng.random() < 0.75 * style.trickiness:
        return _stay(view)
    if chance > 0.66 - 0.14 * style.aggression:
        if rng.random() < 0.30 + 0.62 * style.aggression:
            return _raise(view, 1.0 if chance > 0.85 and style.aggression > 0.5 else usual)
    elif rng.random() < (0.30 * style.aggression + 0.35 * style.trickiness) / (1 + view.after):
        return _raise(view, usual)
    return _stay(view)


def _facing_bet(style: BotStyle, view: BotView, rng: random.Random) -> Move:
    chance = _chance(view) - 0.07 * view.raises - 0.15 * _stake(view)
    if chance > 0.80 - 0.12 * style.aggression + 0.06 * (view.raises - 1):
        if rng.random() < _eagerness(style, view):
            return _raise(view, 1.0)
        return _stay(view)
    if view.raises == 1 and view.checked and rng.random() < 0.20 * style.trickiness:
        return _raise(view, 1.0)
    if chance > _price(view) - 0.06 + 0.24 * style.tightness - 0.32 * style.calling:
        return _stay(view)
    if view.raises == 1 and rng.random() < 0.07 * style.aggression:
        return _raise(view, 1.0)
    return _fold(view)


def _eagerness(style: BotStyle, view: BotView) -> float:
    """How likely a strong hand raises. Tricky players wait, then check-raise."""
    eager = 0.20 + 0.70 * style.aggression
    if view.checked:
        return eager + (1 - eager) * style.trickiness
    return eager if view.spot.street == "river" else eager * (1 - 0.6 * style.trickiness)


def _chance(view: BotView) -> float:
    """Roughly the chance to win against all live opponents, each with a random hand."""
    opponents = len(view.spot.live) - 1
    return math.pow(on_board(view.cards, view.board), 1 + 0.6 * (opponents - 1))


def _price(view: BotView) -> float:
    """The equity a call needs to break even."""
    return view.spot.to_call / (view.spot.pot + view.spot.to_call)


def _stake(view: BotView) -> float:
    """The share of its chips that the player will have put in after calling."""
    spot = view.spot
    put, behind = spot.committed[spot.seat], spot.behind[spot.seat]
    return 0.0 if behind is None else (put + spot.to_call) / (put + behind)


def _fold(view: BotView) -> Move:
    return Move(view.spot.street, view.spot.seat, "fold")


def _stay(view: BotView) -> Move:
    """Checks if that is free, else calls."""
    spot = view.spot
    if spot.to_call == 0:
        return Move(spot.street, spot.seat, "check")
    return Move(spot.street, spot.seat, "call", spot.street_bets[spot.seat] + spot.to_call)


def _raise(view: BotView, share: float) -> Move:
    """Bets or raises by ``share`` of the pot after calling; calls if no raise is legal.

    Goes all-in if less than a third of the chips would be left.
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
        all_in = spot.street_bets[spot.seat] + behind
        if spot.max_to == all_in and target > 2 * all_in / 3:
            target = all_in
    action = "bet" if level == 0 else "raise"
    return Move(spot.street, spot.seat, action, target)
