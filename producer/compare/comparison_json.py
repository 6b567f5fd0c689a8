"""Comparisons as JSON (docs/json.md). Keys are a public interface: add, never rename."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from producer.compare.model import AllCards, Branch, Comparison, Fork, ParallelSpot, Pick, Story
from producer.events import chips_json
from producer.games.cards import format_cards
from producer.games.line import Chips, Move, Play
from producer.scoring.places import whole

Answer = dict[str, Any]

DIGITS = 6
"""Decimals of merit, components, contrast and explained share."""

Lines = Callable[[Pick], Mapping[str, str]]
"""Returns a pick's ``tease``, ``split`` and ``headline``."""


def deal_json(comparison: Comparison, headline: str, lines: Lines) -> Answer:
    """A deal's row in the ranking, with its best pick."""
    deal = comparison.deal
    return {
        "session": deal.key.session,
        "group": deal.key.group,
        "deal": deal.key.number,
        "tables": [play.table for play in deal.plays],
        "by_bots": list(deal.by_bots),
        "same_rules": comparison.same_rules,
        "unit": comparison.unit,
        "merit": round(comparison.merit, DIGITS),
        "airable": round(comparison.airable, DIGITS),
        "vetoes": list(comparison.vetoes),
        "pick": comparison.best and _pick(comparison.best, comparison.scale, lines),
        "stories": [_story(story) for story in comparison.stories],
        "swing": _by_seat(comparison.swing),
        "headline": headline,
    }


def comparison_json(comparison: Comparison, headline: str, lines: Lines) -> Answer:
    """A deal's row, its cards, every play, pick, fork and parallel spot."""
    deal = comparison.deal
    return {
        **{
            name: value
            for name, value in deal_json(comparison, headline, lines).items()
            if name != "pick"
        },
        "picks": [_pick(pick, comparison.scale, lines) for pick in comparison.picks],
        "cards": {str(seat): format_cards(cards) for seat, cards in sorted(deal.cards.items())},
        "board": format_cards(deal.board),
        "button": deal.button,
        "plays": {play.table: _play(play, comparison) for play in deal.plays},
        "forks": [_fork(fork, comparison.scale) for fork in comparison.forks],
        "parallel": [_parallel(spot) for spot in comparison.parallel],
        "all_cards": comparison.all_cards and _all_cards(comparison.all_cards),
    }


def _all_cards(found: AllCards) -> Answer:
    if found.missing:
        return {"missing": found.missing}
    return {
        "best": _by_seat(found.best),
        "ways": [_move(move, 1) for move in found.ways],
        "costs": {
            table: [
                {
                    "lost": chips_json(whole(cost.lost)),
                    "tricks": cost.tricks,
                    "best": chips_json(whole(cost.best)),
                }
                for cost in costs
            ]
            for table, costs in found.costs.items()
        },
    }


def _pick(pick: Pick, scale: int, lines: Lines) -> Answer:
    return {
        "id": pick.id,
        "kind": pick.kind,
        "street": pick.street,
        "seat": pick.seat,
        "cards": format_cards(pick.cards),
        "history": [_move(move, scale) for move in pick.history],
        "branches": [_branch(branch, scale) for branch in pick.branches],
        "tables": list(pick.tables),
        "decisions": {
            table: pick.at.get(table, len(pick.history)) + 1
            for table in pick.tables
            if pick.fork is not None or table in pick.at
        },
        "pairing": list(pick.pairing),
        "gap": chips_json(whole(pick.gap)),
        "typical": pick.typical,
        "merit": round(pick.merit, DIGITS),
        "airable": round(pick.airable, DIGITS),
        "components": {
            name: {
                "value": None if part.value is None else round(part.value, DIGITS),
                "reason": part.reason,
            }
            for name, part in pick.components.items()
        },
        "vetoes": list(pick.vetoes),
        "holds": list(pick.holds),
        "stories": [story.name for story in pick.stories],
        "starred": pick.decision.starred,
        "own_rank": pick.decision.rank,
        "dismissed": bool(pick.decision.dismissed),
        "reason": pick.reason or None,
        **lines(pick),
    }


def _story(story: Story) -> Answer:
    return {
        "name": story.name,
        "seat": story.seat,
        "tables": list(story.tables),
        "others": list(story.others),
        "evidence": {name: chips_json(whole(value)) for name, value in story.evidence.items()},
    }


def _play(play: Play, comparison: Comparison) -> Answer:
    return {
        "players": {
            str(seat): {"name": player.name, "team": player.team}
            for seat, player in sorted(play.players.items())
        },
        "line": [_move(move, 1) for move in play.line],
        "ruled": list(play.ruled),
        "result": _by_seat(play.result),
        "versus_average": _by_seat(comparison.against_average[play.table]),
        "rank": {str(seat): rank for seat, rank in sorted(comparison.rank[play.table].items())},
    }


def _fork(fork: Fork, scale: int) -> Answer:
    return {
        "street": fork.street,
        "seat": fork.seat,
        "cards": format_cards(fork.cards),
        "history": [_move(move, scale) for move in fork.history],
        "contrast": round(fork.contrast, DIGITS),
        "explained": None if fork.explained is None else round(fork.explained, DIGITS),
        "branches": [_branch(branch, scale) for branch in fork.branches],
    }


def _branch(branch: Branch, scale: int) -> Answer:
    return {
        "action": {"action": branch.move.action, **_to(branch.move, scale)},
        "tables": list(branch.tables),
        "results": {table: chips_json(chips) for table, chips in branch.results.items()},
    }


def _parallel(spot: ParallelSpot) -> Answer:
    return {
        "street": spot.street,
        "seat": spot.seat,
        "cards": format_cards(spot.cards),
        "distance": round(spot.distance, DIGITS),
        "apart": spot.apart and _apart(*spot.apart),
        "stacks_differ": spot.stacks_differ,
        "spots": [
            {
                "history": [_move(move, 1) for move in reached.history],
                "chosen": {table: _move(move, 1) for table, move in reached.moves.items()},
            }
            for reached in spot.spots
        ],
    }


def _apart(place: int, least: float, most: float) -> Answer:
    return {"n": place + 1, "sizes": [round(least, DIGITS), round(most, DIGITS)]}


def _move(move: Move, scale: int) -> Answer:
    return {"street": move.street, "seat": move.seat, "action": move.action, **_to(move, scale)}


def _to(move: Move, scale: int) -> Answer:
    if move.detail is None:
        return {}
    if move.to is None:
        return {"detail": move.detail}
    return {"to": chips_json(whole(Fraction(move.to, scale)))}


def _by_seat(amounts: Mapping[int, Chips]) -> Answer:
    return {str(seat): chips_json(chips) for seat, chips in sorted(amounts.items())}
