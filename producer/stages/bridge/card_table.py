"""A bridge table drawn from above, in place of its picture: the last calls, then the trick."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from overlay import contexts
from overlay.contexts import SuitText
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison
from producer.events import Player
from producer.games.bridge.auction import PHASE
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import EAST, NORTH, SIDES, SOUTH, WEST
from producer.games.bridge.tricks import TRICKS
from producer.stages.bridge.call_words import call_text, card_text
from producer.stages.people import people
from producer.stages.style import Style
from producer.wording.games.bridge_names import seat_letter, side_letters

CANVAS = 1920
_LEFT, _MIDDLE, _RIGHT = Fraction(70, 100), Fraction(1, 2), Fraction(30, 100)
"""Where the table stands across its place: clear of the auctions at the outer edges."""


def card_table(comparison: Comparison, table: str, moves: int, place: Box, style: Style) -> Stage:
    """The table after its first ``moves`` moves, for a place of this size on the canvas. Once it is
    over nobody plays any more: the tricks alone are left, below the score of the two tables."""
    replayed = cast(ReplayedBridge, comparison.replays[table])
    who, say = people(comparison.deal.teams, style.theme, style.say.code), style.say
    cards = trick_shown(replayed, moves)
    said = {seat: card_text(card) for seat, card in cards.items()}
    if not said and not playing(replayed, moves):
        calls = [move for move in replayed.line[:moves] if move.phase == PHASE]
        said = {move.seat: call_text(move, say) for move in calls[-4:]}
    turn = replayed.spots[moves].turn if moves < len(replayed.line) else None
    players: Mapping[int, Player] = replayed.play.players
    seats = tuple(
        contexts.CardTableSeat(
            seat_letter(say, seat),
            said.get(seat, SuitText("")),
            who.colour(players[seat]) if seat in players else style.theme.neutral,
            seat == turn,
            seat in cards,
        )
        for seat in (WEST, NORTH, EAST, SOUTH)
        if moves < len(replayed.line)
    )
    won = tuple(
        f"{side_letters(say, seat)} {tricks}"
        for seat, tricks in zip((NORTH, EAST), tricks_won(replayed, moves), strict=True)
    )
    context = contexts.CardTable(
        seats, float(_across(place)), won if playing(replayed, moves) else ()
    )
    box = Box(0, 0, place.width, place.height)
    graphic = Graphic("table", "card_table", context, box)
    return Stage(place.width, place.height, (graphic,), style.theme)


def _across(place: Box) -> Fraction:
    if place.width > CANVAS // 2:
        return _MIDDLE
    return _LEFT if place.x < CANVAS // 4 else _RIGHT


def playing(replayed: ReplayedBridge, moves: int) -> bool:
    """Whether a card has been played."""
    return any(move.action == "play" for move in replayed.line[:moves])


def trick_shown(replayed: ReplayedBridge, moves: int) -> Mapping[int, str]:
    """The cards on the table after so many moves by seat, in the order played; a trick that is
    complete stays until the next card."""
    if not moves or replayed.line[moves - 1].action != "play":
        return {}
    last = replayed.line[moves - 1]
    return {**replayed.spots[moves - 1].trick, last.seat: str(last.detail)}


def tricks_won(replayed: ReplayedBridge, moves: int) -> tuple[int, int]:
    """The tricks of North and South, and of East and West, after so many moves; at the end those
    of a claim too."""
    contract = replayed.contract
    if contract is None:
        return 0, 0
    if moves < len(replayed.line):
        own, other = replayed.spots[moves].tricks
    else:
        own, other = replayed.tricks, TRICKS - replayed.tricks
    return (own, other) if SIDES[contract.declarer] == SIDES[NORTH] else (other, own)
