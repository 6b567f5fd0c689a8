"""Seats, sides and vulnerability. Seats 1 to 4 are North, East, South and West, in the order of
action; North and South play together, and so do East and West."""

from __future__ import annotations

from producer.events import BridgeGame, GameSettings
from producer.messages import message

NORTH, EAST, SOUTH, WEST = SEATS = (1, 2, 3, 4)
NAMES = {
    NORTH: message("North"),
    EAST: message("East"),
    SOUTH: message("South"),
    WEST: message("West"),
}
SIDES = {NORTH: "NS", EAST: "EW", SOUTH: "NS", WEST: "EW"}
_VULNERABLE = ("none", "NS", "EW", "both")


def bridge(settings: GameSettings) -> BridgeGame:
    """``settings`` itself. Raises TypeError if they are another game's."""
    if not isinstance(settings, BridgeGame):
        raise TypeError(f"{settings.name} is not bridge")
    return settings


def after(seat: int, places: int = 1) -> int:
    """
    >>> after(WEST), after(EAST, 2)
    (1, 4)
    """
    return (seat - 1 + places) % 4 + 1


def partner(seat: int) -> int:
    return after(seat, 2)


def usual_dealer(board: int) -> int:
    """The dealer of a board, from 1: North, East, South, West in turn (B1)."""
    return after(NORTH, board - 1)


def usual_vulnerability(board: int) -> str:
    """``none``, ``NS``, ``EW`` or ``both``, by the number of the board (B1).

    >>> [usual_vulnerability(board) for board in (1, 4, 7, 13, 16, 17)]
    ['none', 'both', 'both', 'both', 'EW', 'none']
    """
    place = (board - 1) % 16
    return _VULNERABLE[(place + place // 4) % 4]


def vulnerability(settings: GameSettings, deal: int) -> str:
    """Who is vulnerable in a deal: as the settings say, else by its number."""
    game = bridge(settings)
    listed = {
        "none": game.vulnerable_none,
        "NS": game.vulnerable_ns,
        "EW": game.vulnerable_ew,
        "both": game.vulnerable_both,
    }
    return next((who for who, deals in listed.items() if deal in deals), usual_vulnerability(deal))


def is_vulnerable(settings: GameSettings, deal: int, seat: int) -> bool:
    return vulnerability(settings, deal) in ("both", SIDES[seat])
