"""Hands in Open Hand History, one a line (JSONL).

Amounts are smallest units; those of calls, bets and raises are totals of the street, as the readers
of the format tell from the pots. The uncalled chips are in no pot.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from producer.feeds.exports.whole_hands import CannotWrite, WholeHand, whole_hand
from producer.games.cards import cards_in
from producer.games.holdem.ranks import rank
from producer.games.line import Deal, Play
from producer.games.pots import Pot, divide

SPEC = "1.4.6"
BET_TYPES = {"no-limit": "NL", "pot-limit": "PL", "fixed-limit": "FL"}
_WORDS = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}


def ohh_line(deal: Deal, play: Play, title: str, at: datetime | None = None) -> str:
    """The hand as one line of JSON; players have their seats as ids. Raises CannotWrite."""
    hand = whole_hand(deal, play, title, at, caps=True, bets=False)
    stacks = {seat: hand.play.stacks.get(seat) for seat in hand.order}
    if None in stacks.values():
        raise CannotWrite("the format has no unlimited stacks")
    players = hand.play.players
    game = hand.game
    fields: dict[str, Any] = {
        "spec_version": SPEC,
        "internal_version": SPEC,
        "site_name": title,
        "network_name": "Duplicast",
        "game_number": str(deal.key.number),
        **({"start_date_utc": f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"} if at else {}),
        "table_name": play.table,
        "game_type": "Holdem",
        "bet_limit": {"bet_type": BET_TYPES[game.betting], "bet_cap": game.cap or 0},
        "table_size": max(hand.order),
        "currency": "Chips",
        "dealer_seat": deal.button,
        "small_blind_amount": game.small_blind,
        "big_blind_amount": game.big_blind,
        "ante_amount": game.ante,
        "players": [
            {
                "id": seat,
                "seat": seat,
                "name": players[seat].name if seat in players else f"Seat {seat}",
                "starting_stack": stacks[seat],
            }
            for seat in sorted(hand.order)
        ],
        "rounds": _rounds(hand),
        "pots": _pots(hand),
    }
    return json.dumps({"ohh": fields}, ensure_ascii=False) + "\n"


def _rounds(hand: WholeHand) -> list[dict[str, Any]]:
    begun = [*_posts(hand), *_dealt(hand)]
    streets: dict[str, list[dict[str, Any]]] = {
        "preflop": begun,
        "flop": [],
        "turn": [],
        "river": [],
    }
    for move, mark in zip(hand.replay.line, hand.replay.marks, strict=True):
        amount = {} if move.to is None else {"amount": move.to, "is_allin": mark == "all-in"}
        streets[move.phase].append(_action(_WORDS[move.action], move.seat, **amount))
    shown = [_shown(hand, seat) for seat in hand.replay.shown]
    rounds = [
        ("Preflop", "", streets["preflop"]),
        *(
            (street.capitalize(), cards, streets[street])
            for street in ("flop", "turn", "river")
            if (cards := hand.new_cards(street))
        ),
        *([("Showdown", "", shown)] if shown else []),
    ]
    numbers = iter(range(1, 10_000))
    return [
        {
            "id": n,
            "street": street,
            "cards": list(cards_in(cards)),
            "actions": [{"action_number": next(numbers)} | action for action in actions],
        }
        for n, (street, cards, actions) in enumerate(rounds)
    ]


def _posts(hand: WholeHand) -> Iterator[dict[str, Any]]:
    """Antes and blinds, as far as stacks go. Raises CannotWrite for a straddle cut short."""
    game, order = hand.game, hand.order
    blinds = order[::-1] if len(order) == 2 else order
    left = {seat: hand.play.stacks.get(seat) or 0 for seat in order}
    due = [("Post SB", blinds[0], game.small_blind), ("Post BB", blinds[1], game.big_blind)]
    if len(order) > 2:
        due.append(("Straddle", order[2], game.straddle))
    payers = [blinds[1]] if game.ante_from == "big-blind" else order
    for kind, seat, amount in [*(("Post Ante", seat, game.ante) for seat in payers), *due]:
        paid = min(amount, left[seat])
        left[seat] -= paid
        if kind == "Straddle" and paid < amount:
            raise CannotWrite("the format cannot say that a straddle was cut short by the stack")
        if paid:
            yield _action(kind, seat, amount=paid, is_allin=not left[seat])


def _dealt(hand: WholeHand) -> Iterator[dict[str, Any]]:
    for seat in hand.order:
        if seat in hand.cards:
            yield _action("Dealt Cards", seat, cards=list(cards_in(hand.cards[seat])))


def _shown(hand: WholeHand, seat: int) -> dict[str, Any]:
    if seat not in hand.cards and not hand.won(seat):
        return _action("Mucks Cards", seat)
    return _action("Shows Cards", seat, cards=list(cards_in(hand.cards.get(seat, ""))))


def _action(word: str, seat: int, **more: Any) -> dict[str, Any]:
    return {"player_id": seat, "action": word, **more}


def _pots(hand: WholeHand) -> list[dict[str, Any]]:
    """Each pot with its winners; one for all where cards that nobody knows leave it open who won
    which."""
    took = {seat: hand.won(seat) for seat in hand.order if hand.won(seat)}
    shares = [_shares(hand, pot) for pot in hand.replay.pots]
    total: dict[int, int] = {}
    for share in shares:
        for seat, chips in share.items():
            total[seat] = total.get(seat, 0) + chips
    if total != took:
        amount = sum(pot.amount for pot in hand.replay.pots)
        return [_pot(0, amount, took)]
    pots = zip(hand.replay.pots, shares, strict=True)
    return [_pot(n, pot.amount, share) for n, (pot, share) in enumerate(pots)]


def _shares(hand: WholeHand, pot: Pot) -> dict[int, int]:
    """By seat, what it wins of a pot; nothing if that is open."""
    if len(pot.seats) == 1:
        return {pot.seats[0]: pot.amount}
    cards = hand.deal.cards
    if len(hand.board) < 5 or not all(cards.get(seat) for seat in pot.seats):
        return {}
    places = {seat: rank(cards[seat] + hand.board) for seat in pot.seats}
    winners = [seat for seat in pot.seats if places[seat] == min(places.values())]
    parts = divide(pot.amount, len(winners), fractions=False)
    return {seat: int(chips) for seat, chips in zip(winners, parts, strict=True)}


def _pot(number: int, amount: int, won: dict[int, int]) -> dict[str, Any]:
    wins = [{"player_id": seat, "win_amount": chips} for seat, chips in won.items()]
    return {"number": number, "amount": amount, "rake": 0, "player_wins": wins}
