"""The rounds of an Open Hand History: posts, actions, cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from producer.feeds.hands import FileAction, UnusableHand, Verb
from producer.feeds.json_fields import as_object, cards_in, chips_at, list_at, number_at

_VERBS: Mapping[str, Verb] = {
    "Fold": "fold",
    "Check": "check",
    "Call": "call of",
    "Bet": "bet or raise",
    "Raise": "bet or raise",
}
_POSTS = frozenset({"Post SB", "Post BB", "Post Ante", "Straddle", "Post Dead", "Post Extra Blind"})
_WITHOUT_CHIPS = frozenset({"Dealt Cards", "Shows Cards", "Mucks Cards"})
_BETWEEN_HANDS = frozenset({"Added Chips", "Sits Down", "Stands Up"})


@dataclass(slots=True)
class HandRounds:
    """``seats``: who is in the hand: everybody who does anything in it. ``posts``: kind and seat.
    ``cards``: that were dealt or shown in an action. ``straddle``: its amount."""

    seats: set[int] = field(default_factory=set)
    posts: list[tuple[str, int]] = field(default_factory=list)
    actions: list[FileAction] = field(default_factory=list)
    cards: dict[int, str] = field(default_factory=dict)
    board: str = ""
    straddle: int = 0
    mucked: tuple[int, ...] = ()


def read_rounds(fields: Mapping[str, Any], seats: Mapping[int, int], scale: int) -> HandRounds:
    """``seats``: by the ids of players. Raises UnusableHand."""
    found = HandRounds()
    for each in list_at(fields, "rounds"):
        street = as_object(each, "a round")
        cards = cards_in(street.get("cards"), f"the cards of the {str(street.get('street'))[:20]}")
        # some write the whole board on each street
        found.board += cards.removeprefix(found.board) if found.board else cards
        for action in list_at(street, "actions"):
            _read_action(as_object(action, "an action"), seats, scale, found)
    return found


def _read_action(
    action: Mapping[str, Any], seats: Mapping[int, int], scale: int, found: HandRounds
) -> None:
    kind = action.get("action")
    if not isinstance(kind, str):
        raise UnusableHand(f"{_nth(action)} is {str(kind)[:40]!r}, which cannot be read")
    if kind in _BETWEEN_HANDS:
        return
    seat = seats.get(number_at(action, "player_id"))
    if seat is None:
        raise UnusableHand(f"{_nth(action)}: somebody who is not in the hand")
    found.seats.add(seat)
    verb = _VERBS.get(kind)
    if verb in {"fold", "check"}:
        found.actions.append(FileAction(seat, verb, None, kind))
    elif verb:
        to = chips_at(action, "amount", scale)
        found.actions.append(FileAction(seat, verb, to, f"{kind} {to}" if to else kind))
    elif kind in _POSTS:
        found.posts.append((kind, seat))
        if kind == "Straddle":
            found.straddle = chips_at(action, "amount", scale)
    elif kind in _WITHOUT_CHIPS:
        _show(action, seat, found)
    else:
        raise UnusableHand(f"{_nth(action)} is {kind[:40]!r}, which cannot be read")


def _nth(action: Mapping[str, Any]) -> str:
    return f"action {action.get('action_number')}"


def _show(action: Mapping[str, Any], seat: int, found: HandRounds) -> None:
    if action["action"] == "Mucks Cards":
        found.mucked += (seat,)
        return
    if cards := cards_in(action.get("cards"), f"the cards that seat {seat} shows"):
        found.cards[seat] = cards
