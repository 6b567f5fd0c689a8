"""Open-face Chinese for the comparison: rules, points, drama, and fouls as stories."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial

from producer.compare.facts import NOT_COMPUTED, Facts, ForkedTables, GameFacts, SpotRating, Unit
from producer.compare.model import Component, Story
from producer.games.cards import Cards
from producer.games.line import Move, Play
from producer.games.ofc.placing import ROUNDS, dealt_by, open_face
from producer.games.ofc.points import royalties
from producer.games.ofc.risks import foul_of
from producer.games.ofc.rows import placement
from producer.games.ofc.rules import ReplayedOpenFace
from producer.messages import counted, in_a_row, message

A_PAIR = 12
"""Points between two players that count as the most without a stack: a scoop and six royalties."""

RISKED, SLIPPED = "foul risked", "foul slipped"

COUNTED_IN = Unit("pts", "point", "points", smallest_gap=3)


def contrast(one: Move, two: Move) -> float:
    """By the share of the cards that lie in different rows; 1 if only one of them places any."""
    if one.action != two.action:
        return 1.0
    if one.action != "place" or one.detail == two.detail:
        return 0.0
    first, second = (_row_of_card(move) for move in (one, two))
    apart = sum(second.get(card) != row for card, row in first.items())
    return 0.25 + 0.5 * apart / len(first)


def _row_of_card(move: Move) -> dict[int, str]:
    return {card: row for row, cards in placement(str(move.detail)).items() for card in cards}


def cap(play: Play) -> int:
    """The most a player can lose: the points it began with, else ``A_PAIR`` an opponent."""
    stacks = [stack for stack in play.stacks.values() if stack is not None]
    return min(stacks, default=A_PAIR * (len(play.stacks) - 1))


def unit(play: Play) -> int:
    return play.game.unit


def stacks(play: Play) -> list[Hashable]:
    return [tuple(sorted(play.stacks.items()))] * (len(play.line) + 1)


def cards_at(cards: Cards, phase: str) -> Cards:
    """The cards that a player is about to place."""
    return dealt_by(cards, ROUNDS.index(phase))


def describe(forked: ForkedTables) -> GameFacts:
    return GameFacts(
        stories=_fouls(forked.replays),
        spot=partial(_spot, forked.replays),
    )


def _spot(
    replays: Mapping[str, ReplayedOpenFace], seat: int, n: int, tables: Sequence[str]
) -> SpotRating:
    pair = [replays[table] for table in tables]
    later = max(sum(move.seat == seat for move in one.line[n + 1 :]) for one in pair)
    reason = (
        counted("{n} more card of this seat", "{n} more cards of this seat", later)
        if later
        else message("the last card of this seat")
    )
    return SpotRating(NOT_COMPUTED, Component(1 / (1 + later), reason), _drama(pair, seat))


def _drama(pair: Sequence[ReplayedOpenFace], seat: int) -> Component:
    """A foul at one table, and royalties at one of them."""
    fouls = sum(one.fouled(seat) for one in pair)
    game = open_face(pair[0].play.game)
    earned = any(sum(royalties(game, one.finished.hands.get(seat)).values()) for one in pair)
    words = (
        message("no foul"), message("a foul at one table"), message("fouls at both tables")
    )[fouls]  # fmt: skip
    value = ((fouls == 1) + earned) / 2
    paid = message("royalties") if earned else message("no royalties")
    return Component(value, in_a_row((words, paid)))


def _fouls(replays: Mapping[str, ReplayedOpenFace]) -> tuple[Story, ...]:
    """By seat, the table that lost most by a foul that was a risk, and by one that was a slip,
    beside those that show a legal hand of the same cards."""
    found = []
    seats = sorted({seat for one in replays.values() for seat in one.finished.hands})
    for seat in seats:
        how: dict[str, list[str]] = {RISKED: [], SLIPPED: []}
        legal = []
        for table, one in replays.items():
            if seat not in one.finished.hands:
                continue
            foul = foul_of(one.line, seat, one.finished.hands[seat])
            if foul is not None:
                how[SLIPPED if foul.slip else RISKED].append(table)
            elif one.finished.hands[seat] is not None:
                legal.append(table)
        found += [
            Story(
                name,
                seat,
                (min(tables, key=lambda table: replays[table].play.result[seat]),),
                tuple(legal),
                None,
                {"tables": len(tables)},
            )
            for name, tables in how.items()
            if tables and legal
        ]
    return tuple(found)


OPEN_FACE = Facts(contrast, cap, unit, describe, COUNTED_IN, stacks=stacks, cards_at=cards_at)
