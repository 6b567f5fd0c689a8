"""Hands as sections of a file in Poker Hand History format (``.phhs``): TOML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from producer.feeds.exports.whole_hands import CannotWrite, WholeHand, whole_hand
from producer.games.line import Deal, Play
from producer.texts import toml_text

VARIANTS = {"no-limit": "NT", "fixed-limit": "FT"}
_LATER_STREETS = ("flop", "turn", "river")


def phh_text(deal: Deal, play: Play, number: int, title: str, at: datetime | None = None) -> str:
    """The hand as section ``number`` of a file, with the session's ``title`` as its event.
    Raises CannotWrite."""
    hand = whole_hand(deal, play, title, at, caps=False, bets=True)
    if hand.game.betting not in VARIANTS:
        raise CannotWrite(f"the format has no {hand.game.betting} hold'em")
    fields = [*_game(hand), *_players(hand), *_ending(hand), *_names(hand)]
    return "\n".join([f"[{number}]", *(f"{name} = {value}" for name, value in fields), "\n"])


def _game(hand: WholeHand) -> Iterator[tuple[str, str]]:
    game, seats = hand.game, len(hand.order)
    posts = [game.small_blind, game.big_blind, *([game.straddle] if seats > 2 else [])]
    yield "variant", f"'{VARIANTS[game.betting]}'"
    if game.ante and game.ante_from == "big-blind":
        yield "ante_trimming_status", "false"
        yield "antes", _list([0, game.ante] + [0] * (seats - 2))
    else:
        yield "antes", _list([game.ante] * seats)
    yield "blinds_or_straddles", _list(posts + [0] * (seats - len(posts)))
    if game.betting == "fixed-limit":
        small = game.small_bet or game.big_blind
        yield "small_bet", str(small)
        yield "big_bet", str(game.big_bet or 2 * small)
    else:
        yield "min_bet", str(game.big_blind)


def _players(hand: WholeHand) -> Iterator[tuple[str, str]]:
    stacks = [hand.play.stacks.get(seat) for seat in hand.order]
    yield "starting_stacks", _list("inf" if stack is None else stack for stack in stacks)
    yield "actions", "[\n" + "".join(f"  '{action}',\n" for action in _actions(hand)) + "]"
    players = hand.play.players
    names = [players[seat].name if seat in players else f"Seat {seat}" for seat in hand.order]
    yield "players", _list(map(toml_text, names))
    yield "seats", _list(hand.order)


def _actions(hand: WholeHand) -> Iterator[str]:
    place = {seat: n for n, seat in enumerate(hand.order, 1)}
    for seat, n in place.items():
        yield f"d dh p{n} {hand.cards.get(seat, '????')}"
    waiting = list(_LATER_STREETS)
    for move in hand.replay.line:
        while move.phase in waiting:
            yield from _dealt(hand, waiting.pop(0))
        word = "f" if move.action == "fold" else "cc"
        raised = move.action in ("bet", "raise")
        yield f"p{place[move.seat]} {f'cbr {move.to}' if raised else word}"
    for seat in hand.replay.shown:
        yield f"p{place[seat]} sm {hand.cards.get(seat, '')}".rstrip()
    for street in waiting:
        yield from _dealt(hand, street)


def _dealt(hand: WholeHand, street: str) -> Iterator[str]:
    if cards := hand.new_cards(street):
        yield f"d db {cards}"


def _ending(hand: WholeHand) -> Iterator[tuple[str, str]]:
    stacks = [hand.play.stacks.get(seat) for seat in hand.order]
    if None in stacks:
        yield "winnings", _list(hand.won(seat) for seat in hand.order)
    else:
        ends = zip(hand.order, stacks, strict=True)
        yield (
            "finishing_stacks",
            _list((stack or 0) + hand.play.result[seat] for seat, stack in ends),
        )


def _names(hand: WholeHand) -> Iterator[tuple[str, str]]:
    key = hand.deal.key
    yield "hand", str(key.number)
    yield "table", toml_text(hand.play.table)
    yield "event", toml_text(hand.title)
    if hand.at is not None:
        at = hand.at.astimezone(UTC)
        yield from (("year", str(at.year)), ("month", str(at.month)), ("day", str(at.day)))
        yield "time", at.strftime("%H:%M:%S")
        yield "time_zone", "'UTC'"
    yield "_session", toml_text(key.session)
    yield "_group", toml_text(key.group)
    players = [hand.play.players.get(seat) for seat in hand.order]
    teams = [(player.team or "") if player else "" for player in players]
    if any(teams):
        yield "_teams", _list(map(toml_text, teams))


def _list(values: Iterable[object]) -> str:
    return f"[{', '.join(map(str, values))}]"
