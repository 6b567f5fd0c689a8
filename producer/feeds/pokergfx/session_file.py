"""Session files of PokerGFX 3.2: JSON, written anew as the session grows.

    {"CreatedDateTimeUTC": ..., "ID": ..., "Type": "FEATURE_TABLE", "Hands": [{"HandNum": 1,
     "FlopDrawBlinds": {...}, "Players": [...], "Events": [{"EventType": "BET", "PlayerNum": 3,
     "BetAmt": 300, ...}]}]}

``BetAmt`` is the player's total on the street; raises are BET too. Blinds and the big blind's ante
are no events. The hole cards of a player are one text, ``"ad 10s"``. Seats are ``PlayerNum``, the
deal is ``HandNum``. A hand that is exported again is the same event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from producer.events import HoldemGame
from producer.feeds.hands import (
    FileAction,
    FileHand,
    HandPlace,
    Openings,
    OtherGame,
    UnusableHand,
    Verb,
    checked_game,
    refused,
    result_of_stacks,
    session_name,
    unusable,
)
from producer.feeds.json_fields import (
    as_object,
    cards_in,
    chips_at,
    count_at,
    list_at,
    number_at,
    time_at,
)
from producer.feeds.json_items import JsonItem, json_items, place_of
from producer.feeds.received import Asked, Received, Refused, UnknownFormat
from producer.files import shown_name
from producer.games.line import Chips, acting_order

SOURCE = "pokergfx"
_ENDS = 1 << 16
"""Bytes of the file's beginning and end that are searched for its own fields."""
_BETTING = {"NOLIMIT": "no-limit", "POTLIMIT": "pot-limit"}
_VERBS: Mapping[str, Verb] = {
    "FOLD": "fold",
    "CHECK": "check",
    "CALL": "call",
    "BET": "bet or raise",
    "ALL IN": "all-in",
}
_RUN_TWICE = "Enter the hand on the page Corrections; a hand here has one board"


@dataclass(frozen=True, slots=True)
class _GfxSession:
    """The file's own fields, in the words of a session."""

    path: Path
    asked: Asked
    name: str
    table: str
    title: str | None
    openings: Openings = field(default_factory=Openings)


def read_pokergfx(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """Every hand, recorded or refused, after the opening of its session.

    While the file grows (``asked.growing``) a last hand that is not over yet is left for later.
    Raises OSError, and UnknownFormat if there is no hand.
    """
    session = _session(path, asked)
    last: JsonItem | None = None
    for item in json_items(path, "Hands"):
        if last:
            yield from _read_hand(session, last)
        last = item
    if last is None:
        raise UnknownFormat(str(path), "there is no hand in the file", "Export it after a hand")
    items = list(_read_hand(session, last))
    if not (asked.growing and _is_open(items)):
        yield from items


def _is_open(items: Sequence[Received | Refused]) -> bool:
    """Whether a hand was refused, perhaps because it has no end yet."""
    return any(isinstance(item, Refused) for item in items)


def _session(path: Path, asked: Asked) -> _GfxSession:
    """Keys come in any order, so some may be behind the hands."""
    with path.open("rb") as file:
        start = file.read(_ENDS)
        file.seek(max(0, path.stat().st_size - _ENDS))
        words = (start + file.read()).decode("utf-8", "replace")
    found: dict[str, str] = {}
    for name in ("ID", "Type", "EventTitle", "CreatedDateTimeUTC"):
        values = dict.fromkeys(re.findall(rf'"{name}"\s*:\s*"?([^",}}]*)', words))
        if len(values) > 1:
            raise UnknownFormat(
                str(path), f"the key {name} is in it twice", "Correct the file, or export it again"
            )
        found.update(zip([name], values, strict=False))
    stem = shown_name(path.stem)
    named = found.get("ID") or found.get("CreatedDateTimeUTC") or stem
    table = asked.table or found.get("Type", "").replace("_", " ").capitalize()[:200]
    title = found.get("EventTitle", "")[:200]
    return _GfxSession(path, asked, session_name("gfx", named), table or stem, title or None)


def _read_hand(session: _GfxSession, item: JsonItem) -> Iterator[Received | Refused]:
    raw = item.raw.encode(errors="surrogateescape")
    number = item.value.get("HandNum") if isinstance(item.value, dict) else None
    where = HandPlace(raw, place_of(session.path, item, number), SOURCE)
    if item.problem:
        yield refused(item.problem, where)
        return
    try:
        hand = _hand(session, item.value)
    except UnusableHand as error:
        yield unusable(error, where)
        return
    yield from session.openings.events_of(hand, where)


def _hand(session: _GfxSession, value: Any) -> FileHand:
    fields = as_object(value, "a hand")
    _check_kind(fields)
    blinds = as_object(fields.get("FlopDrawBlinds"), "FlopDrawBlinds")
    players = _players(fields)
    button = number_at(blinds, "ButtonPlayerNum")
    game = _game(fields, blinds, tuple(players), button)
    actions, board = _events(fields)
    stacks = {seat: chips_at(player, "StartStackAmt") for seat, player in players.items()}
    number = number_at(fields, "HandNum") + session.asked.shift
    if number < 1:
        raise UnusableHand(f"hand {number}: deals are numbered from 1")
    return FileHand(
        session=session.name,
        table=session.table,
        title=session.title,
        game=game,
        number=number,
        button=button,
        stacks=stacks,
        names={seat: _name(player, seat) for seat, player in players.items()},
        cards={seat: cards for seat, player in players.items() if (cards := _hole(player, seat))},
        board=board,
        actions=actions,
        result=_result(players, stacks),
        at=time_at(fields, "StartDateTimeUTC"),
    )


def _check_kind(fields: Mapping[str, Any]) -> None:
    variant, betting = fields.get("GameVariant"), fields.get("BetStructure")
    if variant not in ("TEXAS", "HOLDEM"):
        raise OtherGame(
            f"the game is {str(variant)[:40]!r}", "Only hold'em (TEXAS) is read: discard the hand"
        )
    if not isinstance(betting, str) or betting not in _BETTING:
        raise UnusableHand(
            f"the betting is {str(betting)[:40]!r}", "Only NOLIMIT and POTLIMIT are read"
        )
    if count_at(fields, "NumBoards") > 1 or count_at(fields, "RunItNumTimes") > 1:
        raise UnusableHand("the hand was run more than once", _RUN_TWICE)
    if fields.get("BombPotAmt"):
        raise UnusableHand("the hand is a bomb pot", "Discard it: there are no blinds to compare")


def _players(fields: Mapping[str, Any]) -> dict[int, Mapping[str, Any]]:
    """Those who were dealt in, by seat: with chips, and not sitting out."""
    players: dict[int, Mapping[str, Any]] = {}
    for each in list_at(fields, "Players"):
        player = as_object(each, "a player")
        seat = number_at(player, "PlayerNum")
        if chips_at(player, "StartStackAmt") <= 0 or player.get("SittingOut") is True:
            continue
        if seat in players:
            raise UnusableHand(f"seat {seat} is in the hand twice")
        players[seat] = player
    return dict(sorted(players.items()))


def _game(
    fields: Mapping[str, Any], blinds: Mapping[str, Any], seats: tuple[int, ...], button: int
) -> HoldemGame:
    """The stakes. Raises UnusableHand if other seats post than those after the button."""
    small, big, third = (
        chips_at(blinds, f"{name}Amt") for name in ("SmallBlind", "BigBlind", "ThirdBlind")
    )
    if len(seats) < 2:
        raise UnusableHand(f"{len(seats)} players with chips")
    order = acting_order(seats, button, "ascending")
    first = order[::-1] if len(order) == 2 else order
    due = {"SmallBlind": (first[0], small), "BigBlind": (first[1], big)}
    if third:
        due["ThirdBlind"] = (order[2] if len(order) > 2 else 0, third)
    for name, (seat, chips) in due.items():
        posted = number_at(blinds, f"{name}PlayerNum")
        if chips and posted != seat:
            raise UnusableHand(
                f"{_in_words(name)} is seat {posted}'s, but seat {seat} is next after the button",
                "A blind that is not posted, or posted late, cannot be read: enter the hand on the "
                "page Corrections",
            )
    ante = chips_at(fields, "AnteAmt")
    kind = str(blinds.get("AnteType", ""))
    if ante and not kind.startswith("BB_ANTE"):
        raise UnusableHand(
            f"the ante is of type {kind[:40]!r}", "Only the big blind's ante (BB_ANTE...) is read"
        )
    return checked_game(
        betting=_BETTING[fields["BetStructure"]],
        small_blind=small,
        big_blind=big,
        straddle=third,
        ante=ante,
        ante_from="big-blind" if ante else "everybody",
    )


def _in_words(name: str) -> str:
    return {"SmallBlind": "the small blind", "BigBlind": "the big blind"}.get(name, "the straddle")


def _events(fields: Mapping[str, Any]) -> tuple[list[FileAction], str]:
    actions: list[FileAction] = []
    board = ""
    for n, each in enumerate(list_at(fields, "Events"), 1):
        event = as_object(each, "an event")
        kind = event.get("EventType")
        if kind == "BOARD CARD":
            board += cards_in(event.get("BoardCards"), f"event {n}")
            continue
        verb = _VERBS.get(kind) if isinstance(kind, str) else None
        if verb is None:
            raise UnusableHand(f"event {n} is {str(kind)[:40]!r}, which is no action of hold'em")
        seat = number_at(event, "PlayerNum")
        to = chips_at(event, "BetAmt") if verb not in ("fold", "check") else None
        actions.append(FileAction(seat, verb, to, f"{kind} {to}" if to else str(kind)))
    return actions, board


def _hole(player: Mapping[str, Any], seat: int) -> str:
    """The hole cards, ``""`` if they were not read."""
    return cards_in(player.get("HoleCards"), f"the cards of seat {seat}")


def _result(
    players: Mapping[int, Mapping[str, Any]], stacks: Mapping[int, int]
) -> Mapping[int, Chips] | None:
    ends = {seat: chips_at(player, "EndStackAmt") for seat, player in players.items()}
    return result_of_stacks(stacks, ends)


def _name(player: Mapping[str, Any], seat: int) -> str:
    for key in ("LongName", "Name"):
        name = player.get(key)
        if isinstance(name, str) and name.strip():
            return " ".join(name.split())
    return f"Seat {seat}"
