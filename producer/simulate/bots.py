"""Simple bots. They see only their own cards, the open board and the action so far.

Most players do the usual thing with the same cards in the same spot, so that lines stay together.
Where it is close, ``_inclination`` decides: early in the hand most are inclined alike, later each
goes its own way.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from producer.games.cards import Cards, format_cards
from producer.games.holdem import Spot
from producer.games.line import Move
from producer.simulate.strength import before_flop, on_board
from producer.simulate.usual_play import (
    BET_SIZES,
    CALLS_FROM,
    CLOSE,
    FREE,
    GOOD,
    LEADING,
    LIMPS,
    LIMPS_HEADS_UP,
    NOTHING,
    OPENS,
    OPENS_HEADS_UP,
    OWN_MIND,
    RAISES_FROM,
    USUAL_PRICE,
)

ROUND_TO = 50
"""Bets are multiples of this, as people bet; it also makes equal bets at two tables likely."""


@dataclass(frozen=True, slots=True)
class BotStyle:
    """How a player differs from the usual, each from 0 to 1.

    ``tightness``: 0 plays more hands and calls more lightly, 1 fewer. ``aggression``: 0 bets and
    raises less than most, 1 more; 0.5 is usual for both. ``calling``: 1 calls where others fold.
    ``trickiness``: 1 slow-plays and check-raises, and bluffs.
    """

    tightness: float = 0.5
    aggression: float = 0.5
    calling: float = 0.0
    trickiness: float = 0.0


@dataclass(frozen=True, slots=True)
class BotView:
    """What a player can see when it acts.

    ``raises``: bets and raises so far on this street; ``raised``, ``checked``: whether the player
    did so itself on this street; ``position``: players dealt in who act behind before the flop;
    ``players``: how many were dealt in; ``leads``: whether the player made the last bet or raise
    of the street before; ``leader_behind``: whether another who did is still to act.
    """

    cards: Cards
    board: Cards
    spot: Spot
    raises: int
    position: int
    players: int
    leads: bool = False
    leader_behind: bool = False
    raised: bool = False
    checked: bool = False


def decide(style: BotStyle, view: BotView, rng: random.Random) -> Move:
    """The player's move, always a legal one."""
    inclined = _inclination(view, rng)
    if view.spot.street == "preflop":
        return _before_flop(style, view, inclined)
    if view.spot.to_call == 0:
        return _unbet(style, view, inclined)
    return _facing_bet(style, view, inclined)


def _inclination(view: BotView, rng: random.Random) -> float:
    """From 0 to 1, mostly the same for all who hold these cards in this spot."""
    own, alone = rng.random(), rng.random() < OWN_MIND[view.spot.street]
    if alone:
        return own
    spot = view.spot
    seen = (format_cards(view.cards + view.board), view.position, sorted(spot.committed.values()))
    return random.Random(str(seen)).random()


def _before_flop(style: BotStyle, view: BotView, inclined: float) -> Move:
    """Ranges are shares of all hands, the best first."""
    wide = 1.14 - 0.28 * style.tightness
    bold = 0.7 + 0.6 * style.aggression
    beaten = 1 - before_flop(view.cards) + 0.07 * (inclined - 0.5)
    raising, calling = _ranges(view)
    if beaten < raising * (bold if view.raises else 1) * wide:
        return _raise(view, 0.6 if view.raises == 0 else 0.9)
    playing = (raising + calling) * wide * (1 + 0.3 * style.calling * (view.raises > 0))
    if beaten < playing or view.spot.to_call == 0:
        return _stay(view)
    return _fold(view)


def _ranges(view: BotView) -> tuple[float, float]:
    """The shares of hands to raise and to call with."""
    heads_up, big_blind = view.players == 2, view.position == 0
    by_position = OPENS_HEADS_UP if heads_up else OPENS
    opens = by_position[min(view.position, len(by_position) - 1)]
    if view.raises == 0:
        limps = LIMPS_HEADS_UP if heads_up else LIMPS
        return opens, limps if view.position == 1 else 0.0
    if view.raises == 1:
        cheap = min(1.0, USUAL_PRICE / _price(view))
        if big_blind:
            return 0.08, (0.70 if heads_up else 0.50) * cheap
        return 0.09, 0.10 * cheap
    if view.raises == 2 and view.raised:
        return 0.18 * opens, 0.37 * opens
    return 0.025, 0.025


def _unbet(style: BotStyle, view: BotView, inclined: float) -> Move:
    street, chance = view.spot.street, _chance(view)
    usual = (LEADING if view.leads else FREE)[street]
    bold = 0.6 + 0.8 * style.aggression
    if chance > GOOD[street]:
        likely = usual.good * min(bold, 1.1) * (1 - 0.6 * style.trickiness)
    elif chance > NOTHING[street]:
        likely = usual.middling * bold
    else:
        likely = usual.nothing * (bold + 0.3 * style.trickiness) / (len(view.spot.live) - 1)
    if view.leader_behind:
        likely *= 0.06
    return _raise(view, BET_SIZES[street]) if inclined < likely else _stay(view)


def _facing_bet(style: BotStyle, view: BotView, inclined: float) -> Move:
    street, chance = view.spot.street, _chance(view)
    strong = RAISES_FROM[street] + 0.03 * (view.raises - 1)
    eager = 0.3 + 0.5 * style.aggression + 0.3 * style.trickiness * view.checked
    if chance > strong:
        return _raise(view, 0.9) if inclined < eager else _stay(view)
    bluff = 0.02 + 0.03 * style.aggression + 0.10 * style.trickiness * view.checked
    if view.raises == 1 and street != "river" and inclined < bluff:
        return _raise(view, 0.9)
    needed = (
        CALLS_FROM[street]
        + 0.6 * (_price(view) - USUAL_PRICE)
        + 0.10 * (view.raises - 1)
        + 0.10 * (style.tightness - 0.5)
        - 0.15 * style.calling
    )
    if chance + CLOSE[street] * (inclined - 0.5) > needed:
        return _stay(view)
    return _fold(view)


def _chance(view: BotView) -> float:
    """Roughly the chance to win against all live opponents, each with a random hand."""
    opponents = len(view.spot.live) - 1
    chance: float = on_board(view.cards, view.board) ** (1 + 0.6 * (opponents - 1))
    return chance


def _price(view: BotView) -> float:
    """The equity a call needs to break even."""
    return view.spot.to_call / (view.spot.pot + view.spot.to_call)


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
