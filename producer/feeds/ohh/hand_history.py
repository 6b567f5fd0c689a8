"""Open Hand History: ``{"ohh": {...}}``, one hand a file, a list of them, or one a line.

Programs write amounts in two ways: what a player has put in on the street, or what it adds. A hand
is read in the way that the rules and its pots bear out; a call may be written in either. Amounts
with decimals make all amounts of the file hundredths, or finer. Seats are those of the file.

The deal is ``game_number`` where that is at most 1,000,000; other numbers, such as a site's, are
only running ones: the hands are counted in the order of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from producer.bounds import MOST_DEALS
from producer.events import HoldemGame
from producer.feeds.hands import (
    FileHand,
    HandPlace,
    Openings,
    OtherGame,
    PlayedFileHand,
    UnusableHand,
    checked_game,
    played,
    refused,
    session_name,
    unusable,
)
from producer.feeds.json_fields import (
    as_object,
    cards_in,
    chips_at,
    list_at,
    list_or_none,
    number_at,
    text_at,
    time_at,
)
from producer.feeds.json_items import JsonItem, json_items, place_of
from producer.feeds.ohh.rounds import HandRounds, read_rounds
from producer.feeds.received import Asked, Received, Refused, UnknownFormat
from producer.files import shown_name
from producer.games.line import acting_order

SOURCE = "ohh"
_BETTING = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit"}
_AMOUNT = re.compile(
    rb'"(?:amount|starting_stack|small_blind_amount|big_blind_amount|ante_amount|win_amount|bet_cap)"'
    rb"\s*:\s*(\d{1,18}\.\d{1,25})"
)
_DEAL_NUMBER = re.compile(r"[0-9]{1,7}")
_CHUNK, _LONGEST_AMOUNT = 1 << 20, 100
_FINEST = Decimal("0.000001")


@dataclass(slots=True)
class _OhhFile:
    """``scale``: smallest units of 1. ``running``: the name of a session whose hands are counted
    in the file's order, from its first hand."""

    path: Path
    asked: Asked
    scale: int
    running: str = ""
    openings: Openings = field(default_factory=Openings)


def read_ohh(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """Every hand, recorded or refused, after the opening of its session.

    Raises OSError, and UnknownFormat if there is no hand.
    """
    file = _OhhFile(path, asked, 10 ** _decimals(path))
    number = 0
    for number, item in enumerate(json_items(path), 1):
        if not file.running:
            file.running = sha256(item.raw.encode(errors="replace")).hexdigest()[:8]
        if item.cut and asked.growing:
            return
        yield from _read_hand(file, item, number)
    if not number:
        raise UnknownFormat(str(path), "there is no hand in the file", "Give a file with hands")


def _decimals(path: Path) -> int:
    """How many decimals the amounts of the file have: 0, or 2 and more."""
    most, rest = 0, b""
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            text = rest + piece
            for amount in set(_AMOUNT.findall(text)):
                plain = Decimal(amount.decode()).quantize(_FINEST).normalize()
                most = max(most, -int(plain.as_tuple().exponent))
            rest = text[-_LONGEST_AMOUNT:]
    return max(most, 2) if most else 0


def _read_hand(file: _OhhFile, item: JsonItem, number: int) -> Iterator[Received | Refused]:
    raw = item.raw.encode(errors="surrogateescape")
    where = HandPlace(raw, place_of(file.path, item, _game_number(item.value) or number), SOURCE)
    if item.problem:
        yield refused(item.problem, where)
        return
    try:
        value = as_object(item.value, "a hand")
        fields = as_object(value.get("ohh", value), "ohh")
        hand, pots = _hand(file, fields, number)
    except UnusableHand as error:
        yield unusable(error, where)
        return
    yield from file.openings.events_of(hand, where, partial(_played, pots=pots))


def _game_number(value: object) -> object:
    """As the hand has it, if it has one."""
    fields = value.get("ohh", value) if isinstance(value, dict) else None
    return fields.get("game_number") if isinstance(fields, dict) else None


def _hand(file: _OhhFile, fields: Mapping[str, Any], number: int) -> tuple[FileHand, int]:
    """The hand, and what its pots come to."""
    betting = _betting(fields)
    seats, names, stacks = _players(fields, file.scale)
    rounds = read_rounds(fields, seats, file.scale)
    missing = set(rounds.seats) - set(stacks)
    if missing:
        raise UnusableHand(f"seat {min(missing)} acts without chips")
    dealt = tuple(sorted(rounds.seats))
    button = number_at(fields, "dealer_seat")
    direction = _direction(rounds, dealt, button)
    game = _game(fields, betting, rounds, acting_order(dealt, button, direction), file.scale)
    table = file.asked.table or text_at(fields, "table_name")[:200] or shown_name(file.path.stem)
    own = _own_number(fields, file.asked.shift)
    names_of_session = [text_at(fields, "site_name"), table, "" if own else file.running]
    collected, pots = _collected(fields, seats, file.scale)
    hand = FileHand(
        session=session_name(SOURCE, *names_of_session),
        table=table,
        title=None,
        game=game,
        number=own or number,
        button=button,
        stacks={seat: stacks[seat] for seat in dealt},
        names={seat: names[seat] for seat in dealt},
        cards={**_hole_cards(fields, seats), **rounds.cards},
        board=rounds.board,
        actions=rounds.actions,
        collected=collected,
        mucked=rounds.mucked,
        at=time_at(fields, "start_date_utc"),
        direction=direction,
    )
    return hand, pots


def _own_number(fields: Mapping[str, Any], shift: int) -> int:
    """The number of the deal; 0 if the hand has none, or a site's running number."""
    given = text_at(fields, "game_number")
    number = int(given) + shift if _DEAL_NUMBER.fullmatch(given) else 0
    return number if number <= MOST_DEALS else 0


def _played(hand: FileHand, pots: int) -> PlayedFileHand:
    """The hand with its raises read as totals or as what was added: whichever is legal and comes to
    its ``pots``. Raises UnusableHand; legal in neither, with the problem that it has as totals."""
    totals = _legal(hand)
    if totals and pots in _sums(totals):
        return totals
    actions = [
        action._replace(verb="adds") if action.verb == "bet or raise" else action
        for action in hand.actions
    ]
    added = _legal(replace(hand, actions=actions))
    if not added or (totals and _sums(totals) == _sums(added)):
        return totals or played(hand)
    if not totals or pots in _sums(added):
        return added
    raise UnusableHand("its amounts are legal as totals and as what was added, and fit no pot")


def _legal(hand: FileHand) -> PlayedFileHand | None:
    try:
        return played(hand)
    except UnusableHand:
        return None


def _sums(found: PlayedFileHand) -> tuple[int, int]:
    """What the pots come to, without and with the uncalled bet."""
    put, returned = found.end.put_in()
    pot = sum(put.values())
    return pot, pot + sum(returned.values())


def _betting(fields: Mapping[str, Any]) -> str:
    game = fields.get("game_type")
    if game != "Holdem":
        raise OtherGame(
            f"the game is {str(game)[:40]!r}", "Only hold'em (Holdem) is read: discard the hand"
        )
    kind = as_object(fields.get("bet_limit"), "bet_limit").get("bet_type")
    if not isinstance(kind, str) or kind not in _BETTING:
        raise UnusableHand(f"the betting is {str(kind)[:40]!r}", "Only NL, PL and FL are read")
    return _BETTING[kind]


def _players(
    fields: Mapping[str, Any], scale: int
) -> tuple[dict[int, int], dict[int, str], dict[int, int]]:
    """Seats by the ids of players; names and stacks by seat, of those with chips."""
    seats: dict[int, int] = {}
    names: dict[int, str] = {}
    stacks: dict[int, int] = {}
    for each in list_at(fields, "players"):
        player = as_object(each, "a player")
        seat = number_at(player, "seat")
        if seat in names:
            raise UnusableHand(f"seat {seat} is in the hand twice")
        seats[number_at(player, "id")] = seat
        names[seat] = text_at(player, "display") or text_at(player, "name") or f"Seat {seat}"
        stack = chips_at(player, "starting_stack", scale)
        if stack > 0:
            stacks[seat] = stack
    return seats, names, stacks


def _direction(
    rounds: HandRounds, dealt: tuple[int, ...], button: int
) -> Literal["ascending", "descending"]:
    """The direction of play, which the format does not state: three or more show it by their
    blinds."""
    blinds = {kind: seat for kind, seat in rounds.posts if kind in {"Post SB", "Post BB"}}
    backwards = acting_order(dealt, button, "descending")[:2]
    fits = (blinds.get("Post SB"), blinds.get("Post BB")) == backwards
    return "descending" if fits and len(dealt) > 2 else "ascending"


def _game(
    fields: Mapping[str, Any],
    betting: str,
    rounds: HandRounds,
    order: tuple[int, ...],
    scale: int,
) -> HoldemGame:
    """The stakes. Raises UnusableHand if other seats post than those after the button."""
    if len(order) < 2:
        raise UnusableHand(f"{len(order)} players act in the hand")
    first = order[::-1] if len(order) == 2 else order
    due = {"Post SB": first[0], "Post BB": first[1]}
    if len(order) > 2:
        due["Straddle"] = order[2]
    for kind, seat in rounds.posts:
        if kind != "Post Ante" and due.get(kind) != seat:
            raise UnusableHand(
                f"seat {seat}: {kind!r}, but after the button, seat "
                f"{number_at(fields, 'dealer_seat')}, "
                + (f"that is seat {due[kind]}'s" if kind in due else "there is no such post"),
                "Correct dealer_seat or the post; a blind that is posted late cannot be read",
            )
    posted = {kind for kind, _ in rounds.posts}
    if "Post BB" not in posted or (
        "Post SB" not in posted and chips_at(fields, "small_blind_amount", scale)
    ):
        raise UnusableHand("a blind is not posted, which cannot be read")
    payers = {seat for kind, seat in rounds.posts if kind == "Post Ante"}
    if payers and payers != set(order) and payers != {due["Post BB"]}:
        raise UnusableHand("the ante is neither everybody's nor the big blind's")
    limits = as_object(fields.get("bet_limit"), "bet_limit")
    return checked_game(
        betting=betting,
        small_blind=chips_at(fields, "small_blind_amount", scale),
        big_blind=chips_at(fields, "big_blind_amount", scale),
        ante=chips_at(fields, "ante_amount", scale) if payers else 0,
        ante_from="big-blind" if payers and payers != set(order) else "everybody",
        straddle=rounds.straddle,
        cap=chips_at(limits, "bet_cap", scale) or None,
    )


def _hole_cards(fields: Mapping[str, Any], seats: Mapping[int, int]) -> dict[int, str]:
    found = {}
    for player in list_at(fields, "players"):
        seat = seats[player["id"]]
        if cards := cards_in(player.get("cards"), f"the cards of seat {seat}"):
            found[seat] = cards
    return found


def _collected(
    fields: Mapping[str, Any], seats: Mapping[int, int], scale: int
) -> tuple[dict[int, int] | None, int]:
    """What each seat took from the pots, and what these come to."""
    found: dict[int, int] = {}
    pots = 0
    for each in list_or_none(fields, "pots"):
        pot = as_object(each, "a pot")
        pots += chips_at(pot, "amount", scale)
        for win in list_or_none(pot, "player_wins"):
            won = as_object(win, "a win")
            seat = seats.get(number_at(won, "player_id"))
            if seat is None:
                raise UnusableHand("a pot is won by somebody who is not in the hand")
            found[seat] = found.get(seat, 0) + chips_at(won, "win_amount", scale)
    wins = sum(found.values())
    if pots and wins > pots:
        raise UnusableHand(f"{wins / scale:.12g} are won from pots of {pots / scale:.12g}")
    return found or None, pots
