"""Roads: how a table plays a deal, written in roles instead of seats, carried out by the rules.

A road is a text of steps, each a role and what it does: ``"Vr=300 Hc / Hx Vb75 Hr100 Vf"``.
``x`` check, ``c`` call, ``f`` fold, ``b75`` bet 75 % of the pot, ``r100`` raise by 100 % of the
pot after calling, ``b=400`` and ``r=400`` to that many chips on the street. Sizes are rounded to
half big blinds and kept within what is legal. ``/`` is for the reader. A seat without a role
folds to a bet and checks otherwise; after the last step everybody who may check does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from producer.events import HoldemGame
from producer.games.cards import Cards
from producer.games.holdem import Replay, Spot, finished, replay
from producer.games.line import Line, Move, acting_order

SEATS = (1, 2, 3, 4, 5, 6)
HALF_BLIND = 50
_STEP = re.compile(r"([A-Z])([xcfbr])(=?)(\d*)")
_WORDS = {"x": "check", "c": "call", "f": "fold", "b": "bet", "r": "raise"}


@dataclass(frozen=True, slots=True)
class Felt:
    """A deal before anybody acts; ``roles``: the seat of every role that a road names."""

    game: HoldemGame
    direction: str
    stacks: Mapping[int, int]
    button: int
    roles: Mapping[str, int]
    cards: Mapping[int, Cards]
    board: Cards


def carried_out(felt: Felt, road: str) -> Replay:
    """The finished hand. Raises ValueError where the road does not fit the rules."""
    steps = road.replace("/", " ").split()
    line: Line = ()
    while (spot := _replayed(felt, line).to_act) is not None:
        role = next((r for r, seat in felt.roles.items() if seat == spot.seat), None)
        if role is None or not steps:
            line += (_unasked(spot, role, road),)
        else:
            line += (_step(spot, role, steps.pop(0), road),)
    if steps:
        raise ValueError(f"the hand is over before {steps} of {road!r}")
    return finished(_replayed(felt, line))


def _replayed(felt: Felt, line: Line) -> Replay:
    return replay(felt.game, felt.button, felt.direction, felt.stacks, felt.cards, felt.board, line)


def _unasked(spot: Spot, role: str | None, road: str) -> Move:
    if not spot.to_call:
        return Move(spot.street, spot.seat, "check")
    if role is None:
        return Move(spot.street, spot.seat, "fold")
    raise ValueError(f"role {role} faces a bet at the end of {road!r}")


def _step(spot: Spot, role: str, step: str, road: str) -> Move:
    told = _STEP.fullmatch(step)
    if told is None or told[1] != role:
        raise ValueError(f"{role} is to act on the {spot.street}, not {step}, in {road!r}")
    action = _WORDS[told[2]]
    if action in {"check", "fold"}:
        return Move(spot.street, spot.seat, action)
    level = spot.street_bets[spot.seat] + spot.to_call
    if action == "call":
        return Move(spot.street, spot.seat, action, level)
    if spot.min_to is None or spot.max_to is None:
        raise ValueError(f"{step}: no bet or raise is legal on the {spot.street} of {road!r}")
    wanted = int(told[4])
    if not told[3]:
        share = (spot.pot + spot.to_call) * wanted / 100
        wanted = level + HALF_BLIND * round(share / HALF_BLIND)
    return Move(spot.street, spot.seat, action, max(spot.min_to, min(spot.max_to, wanted)))


@dataclass(frozen=True, slots=True)
class Order:
    """The roles in order of action: ``after`` the flop and ``before`` it."""

    after: tuple[str, ...]
    before: tuple[str, ...]

    def opened(self, to: int) -> str:
        """The first role raises, the others call."""
        first, *others = self.before
        return " ".join([f"{first}r={to}", *(f"{role}c" for role in others)])

    def reraised(self, to: int, again: int) -> str:
        """The first role raises, the last raises again, everybody calls."""
        first, *others, last = self.before
        called = [f"{role}c" for role in others]
        return " ".join([f"{first}r={to}", *called, f"{last}r={again}", f"{first}c", *called])

    def stolen(self, to: int) -> str:
        """The first role raises, the others fold."""
        first, *others = self.before
        return " ".join([f"{first}r={to}", *(f"{role}f" for role in others)])

    def checks(self, *out: str) -> str:
        """A street without a bet. ``out``: roles that have folded."""
        return " ".join(["/", *(f"{role}x" for role in self.after if role not in out)])

    def bets(self, who: str, percent: int, **replies: str) -> str:
        """A street on which ``who`` bets first; ``replies``: the others' steps, such as H="c".

        A role without a reply has folded before.
        """
        place = self.after.index(who)
        ahead = [role for role in self.after[:place] if role in replies]
        behind = [role for role in self.after[place + 1 :] if role in replies]
        told = [f"{role}{replies[role]}" for role in (*behind, *ahead)]
        return " ".join(["/", *(f"{role}x" for role in ahead), f"{who}b{percent}", *told])


def order_of(roles: Mapping[str, int], button: int, direction: str) -> Order:
    """The roles in order of action, from their seats at a table of six."""
    seats = acting_order(SEATS, button, direction)
    names = {seat: role for role, seat in roles.items()}
    after = tuple(names[seat] for seat in seats if seat in names)
    before = tuple(names[seat] for seat in (*seats[2:], *seats[:2]) if seat in names)
    return Order(after, before)
