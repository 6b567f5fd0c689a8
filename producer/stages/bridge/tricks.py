"""The play at two tables side by side: four hands, the trick on the table, the tricks won of those
needed, and at the end what came of it."""

from __future__ import annotations

from typing import cast

from overlay.contexts import HandAtTable, SuitText, TrickCount, Tricks, TrickTable
from overlay.stage import Box, Stage
from producer.compare.model import Comparison, Fork
from producer.games.bridge.auction import PHASE
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import EAST, NORTH, SIDES, SOUTH, WEST
from producer.games.bridge.tricks import TRICKS
from producer.games.cards import format_card
from producer.stages.bridge.call_words import call_text, card_text, hand_ranks
from producer.stages.bridge.card_table import trick_shown, tricks_won
from producer.stages.bridge.two_up import (
    board_notes,
    contract_bar,
    imps_ahead,
    room_name,
    signed_points,
)
from producer.stages.comparisons.branches import DecisionPoint, decision_point, pair_at
from producer.stages.drawings import in_its_game
from producer.stages.moment import Known, Moment, NotDrawable
from producer.stages.people import People, people
from producer.stages.programme.show import alone
from producer.stages.style import PLAIN, Style
from producer.wording.games.bridge_names import seat_letter, side_letters

PLAY = Box(64, 38, 1792, 988)
_CLOCKWISE = (WEST, NORTH, EAST, SOUTH)


def tricks(
    comparison: Comparison,
    tables: tuple[str, ...],
    moment: Moment,
    fork: Fork | None = None,
    style: Style = PLAIN,
) -> Stage:
    """``tables``: left, then right; ``()`` for the suggested pair. Nothing depends on calls, cards
    or results after the moment. Raises NotDrawable for another game too."""
    own = in_its_game(style, comparison)
    if own.game != "bridge":
        raise NotDrawable(
            f"deal {comparison.deal.key}: tricks are bridge's, and this is {own.game}",
            "choose another graphic",
        )
    point = decision_point(comparison, fork)
    pair = pair_at(comparison, point, tables, "a graphic of two plays")
    moment.must_show(pair)
    who, say = people(comparison.deal.teams, own.theme, own.say.code), own.say
    ended = all(moment.of(table) is None for table in pair)
    context = Tricks(
        say.gettext("DEAL {n}").format(n=comparison.deal.key.number),
        board_notes(comparison, say),
        tuple(_table(comparison, point, table, moment.of(table), who, own) for table in pair),
        imps_ahead(comparison, NORTH, pair, who, own) if ended else None,
    )
    return alone("tricks", "tricks", context, PLAY, own)


def _table(
    comparison: Comparison,
    point: DecisionPoint,
    table: str,
    known: Known,
    who: People,
    style: Style,
) -> TrickTable:
    replayed = cast(ReplayedBridge, comparison.replays[table])
    at, say = point.at[table], style.say
    made = len(replayed.line) if known is None else min(at + known, len(replayed.line))
    bar = contract_bar(replayed, NORTH, made, known is None, "left", style)
    hands = tuple(
        _hand(comparison, point, replayed, seat, made, known, who, style) for seat in _CLOCKWISE
    )
    return TrickTable(
        room_name(comparison.deal, table, say),
        hands,
        bar.contract if bar else SuitText(""),
        bar.by if bar else "",
        _counts(replayed, made, style) if bar and bar.contract.text else (),
        bar.made if bar else "",
        _points(replayed, style) if known is None else "",
    )


def _hand(
    comparison: Comparison,
    point: DecisionPoint,
    replayed: ReplayedBridge,
    seat: int,
    made: int,
    known: Known,
    who: People,
    style: Style,
) -> HandAtTable:
    """The cards not played yet, at the end the thirteen dealt."""
    say, cards = style.say, comparison.deal.cards.get(seat, ())
    gone = {
        move.detail for move in replayed.line[:made] if move.seat == seat and move.action == "play"
    }
    if known is None:
        gone = set()
    left = tuple(card for card in cards if format_card(card) not in gone)
    turn = replayed.spots[made].turn if made < len(replayed.line) else None
    said, is_card, parts = SuitText(""), False, False
    if known is not None:
        said, is_card = _on_table(replayed, made, seat, style)
        parts = point.one_spot and len(point.branches) > 1 and seat == point.seat and known == 1
        if known == 0 and seat == point.seat:
            said, is_card = SuitText("?"), False
    player = replayed.play.players.get(seat)
    return HandAtTable(
        seat_letter(say, seat),
        player.name if player else "",
        who.colour(player) if player else style.theme.neutral,
        hand_ranks(left) if cards else (),
        said,
        is_card,
        parts,
        turn == seat,
    )


def _on_table(
    replayed: ReplayedBridge, made: int, seat: int, style: Style
) -> tuple[SuitText, bool]:
    """The card that lies before the seat, and that it is one; before the play its last call."""
    trick = trick_shown(replayed, made)
    if seat in trick:
        return card_text(trick[seat]), True
    calls = [move for move in replayed.line[:made] if move.phase == PHASE]
    if len(calls) < made or any(move.action == "contract" for move in calls):
        return SuitText(""), False
    mine = next((move for move in reversed(calls[-4:]) if move.seat == seat), None)
    return (call_text(mine, style.say) if mine else SuitText("")), False


def _counts(replayed: ReplayedBridge, made: int, style: Style) -> tuple[TrickCount, ...]:
    """Tricks won by each side, of those that make the contract or beat it."""
    contract = replayed.contract
    assert contract is not None, "a contract is drawn"
    counts = []
    for seat, won in zip((NORTH, EAST), tricks_won(replayed, made), strict=True):
        declares = SIDES[seat] == SIDES[contract.declarer]
        needed = contract.needs if declares else TRICKS - contract.needs + 1
        words = style.say.gettext("{won} of {needed}").format(won=won, needed=needed)
        side = style.say.gettext("{side} tricks").format(side=side_letters(style.say, seat))
        counts.append(TrickCount(side, words, won >= needed))
    return tuple(counts)


def _points(replayed: ReplayedBridge, style: Style) -> str:
    """``NS +1430``: of the side that won them."""
    points = int(replayed.play.result[NORTH])
    if not points:
        return "0"
    side = side_letters(style.say, NORTH if points > 0 else EAST)
    return f"{side} {signed_points(abs(points))}"
