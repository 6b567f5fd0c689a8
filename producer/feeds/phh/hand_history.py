"""Poker Hand History (PHH): one hand in TOML a ``.phh`` file, many in sections in a ``.phhs``.

    variant = 'NT'
    antes = [0, 0]
    blinds_or_straddles = [50, 100]
    starting_stacks = [2000, 2000]
    actions = ['d dh p1 AsAc', 'd dh p2 7h2c', 'p2 cbr 300', 'p1 f']

Players are listed in the order of action after the flop: the last is the button. Heads-up the
first named amount is the small blind all the same, and the second player posts it. ``cbr`` is a
total of the street. Seat 1 is the player listed first in the file's first hand, unless ``seats``
says who sits where. Read are no-limit (NT) and fixed-limit (FT) hold'em; other games are refused by
their names.

A file with amounts such as 0.25 is read in hundredths (or finer, if it is finer). Hands without
``hand`` are numbered by their section; if a file counts from 0, all its numbers are raised by 1.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from producer.bounds import MOST_SEATS
from producer.feeds.hands import (
    FileHand,
    HandPlace,
    Openings,
    OtherGame,
    UnusableHand,
    checked_game,
    exact_decimal,
    refused,
    result_of_stacks,
    session_name,
    smallest_units,
    unusable,
)
from producer.feeds.phh.actions import read_actions
from producer.feeds.phh.key_lines import key_line
from producer.feeds.raw_lines import LONGEST_LINE, read_lines
from producer.feeds.received import Asked, Received, Refused, UnknownFormat
from producer.files import shown_name
from producer.games.line import Chips
from producer.problems import Problem, problem

SOURCE = "phh"
BETTING = {"NT": "no-limit", "FT": "fixed-limit"}
OTHER_GAMES = {
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha eight or better",
    "F7S": "fixed-limit seven-card stud",
    "F7S/8": "fixed-limit seven-card stud eight or better",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
_SECTION = re.compile(
    rb"\s*\[\s*(?:(\d{1,9})|[\w-]{1,200}|\"[^\"]{1,200}\"|'[^']{1,200}')\s*\]\s*(?:#.*)?"
)
_AMOUNTS = re.compile(
    rb"\s*(?:antes|blinds_or_straddles|min_bet|small_bet|big_bet|starting_stacks|finishing_stacks"
    rb"|winnings|actions)\s*="
)
_OTHER_KEY = re.compile(rb"\s*[\w.'\"-]+\s*=")
_DECIMALS = re.compile(rb"(?<![\w.])\d+\.(\d*[1-9])")
_FROM_ZERO = re.compile(rb"\s*hand\s*=\s*0\s*(?:#.*)?")
_AT_LINE = re.compile(r"\(at line (\d+), column")
_KEYS = {
    **dict.fromkeys(("line", "cards", "board"), "actions"),
    **dict.fromkeys(("small_blind", "big_blind", "straddle"), "blinds_or_straddles"),
    **{"ante": "antes", "deal": "hand", "stacks": "starting_stacks", "result": "finishing_stacks"},
    "collected": "winnings",
}
"""By the fields of an event and of a game, the keys of the file."""
_FINEST = 6
"""Decimals of an amount."""


@dataclass(slots=True)
class _PhhFile:
    """``scale``: smallest units of 1. ``shift``: added to its hand numbers. ``sections``: whether
    it has many hands. ``first``: by table, the names of its first hand in order."""

    path: Path
    asked: Asked
    scale: int
    shift: int
    sections: bool
    openings: Openings = field(default_factory=Openings)
    first: dict[str, list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class _Section:
    """The lines of one hand, the first of them number ``line``. ``name``: its number, if it has
    one. ``whole``: false if it is too long, and its end was left out."""

    line: int
    name: int | None
    lines: list[bytes] = field(default_factory=list)
    size: int = 0
    whole: bool = True

    def add(self, raw: bytes, *, whole: bool) -> None:
        self.size += len(raw) + 1
        self.whole = self.whole and whole and self.size <= LONGEST_LINE
        if self.whole:
            self.lines.append(raw)

    @property
    def raw(self) -> bytes:
        return b"\n".join(self.lines).strip()


def read_phh(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """Every hand, recorded or refused, after the opening of its session.

    Reads section by section. Raises OSError, and UnknownFormat if there is no hand.
    """
    file = _survey(path, asked)
    number = 0
    for section in _sections(path):
        if not any(line.split(b"#")[0].strip() for line in section.lines) and section.whole:
            continue
        number += 1
        yield from _read_section(file, section, number)
    if not number:
        raise UnknownFormat(str(path), "there is no hand in the file", "Give a file with hands")


def _survey(path: Path, asked: Asked) -> _PhhFile:
    """One pass over the lines, for what holds for all hands of the file."""
    decimals, shift, sections, amounts = 0, 0, False, False
    for line in read_lines(path):
        sections = sections or _SECTION.fullmatch(line.raw) is not None
        shift = shift or (1 if _FROM_ZERO.fullmatch(line.raw) else 0)
        if _AMOUNTS.match(line.raw):
            amounts = True
        elif _OTHER_KEY.match(line.raw):
            amounts = False
        if amounts and b"." in line.raw:
            found = _DECIMALS.findall(line.raw.split(b"#")[0])
            decimals = max([decimals, *(len(each) for each in found)])
    scale = 10 ** min(max(decimals, 2), _FINEST) if decimals else 1
    return _PhhFile(path, asked, scale, shift if sections else 0, sections)


def _sections(path: Path) -> Iterator[_Section]:
    """The hands of the file, without the lines that name their sections."""
    section = _Section(1, None)
    for line in read_lines(path):
        named = _SECTION.fullmatch(line.raw) if line.whole else None
        if named:
            yield section
            section = _Section(line.number + 1, int(named[1]) if named[1] else None)
        elif line.raw.strip() or section.lines:
            if not section.lines and section.whole:
                section.line = line.number
            section.add(line.raw, whole=line.whole)
    yield section


def _read_section(file: _PhhFile, section: _Section, number: int) -> Iterator[Received | Refused]:
    raw = section.raw
    where = HandPlace(raw, f"{file.path}:{section.line}", SOURCE)
    if not section.whole:
        yield refused(problem("hand-too-long", most=LONGEST_LINE), where)
        return
    try:
        fields = _toml(raw, section.line)
    except _NotToml as error:
        yield unusable(error, replace(where, place=f"{file.path}:{error.line}"))
        return
    items: Iterable[Received | Refused]
    try:
        items = file.openings.events_of(_hand(file, fields, section.name or number), where)
    except UnusableHand as error:
        items = [unusable(error, where)]
    for item in items:
        if isinstance(item, Received):
            yield item
        else:
            line = section.line + _fault_line(raw.decode(), fields, item.problem)
            yield replace(item, place=f"{file.path}:{line}")


class _NotToml(UnusableHand):
    """``line``: of the file."""

    def __init__(self, reason: str, line: int) -> None:
        self.line = line
        super().__init__(reason)


def _toml(raw: bytes, first: int) -> dict[str, Any]:
    """The fields of a hand whose first line is number ``first``. Raises _NotToml."""
    try:
        return tomllib.loads(raw.decode(), parse_float=exact_decimal)
    except UnicodeDecodeError as error:
        words = f"not UTF-8 at byte {error.start + 1} of the hand"
        raise _NotToml(words, first + raw.count(b"\n", 0, error.start)) from error
    except RecursionError as error:
        raise _NotToml("not TOML: it is nested too deeply", first) from error
    except ValueError as error:
        at = _AT_LINE.search(str(error))
        line = first + (int(at[1]) - 1 if at else raw.count(b"\n"))
        words = _AT_LINE.sub(f"(at line {line}, column", str(error))
        raise _NotToml(f"not TOML: {words}", line) from error


def _fault_line(text: str, fields: Mapping[str, Any], fault: Problem) -> int:
    """The line of the hand that a problem is in, from 0: of a key, or of an action in its list."""
    key, _, number = fault.at.removeprefix("data.").partition(".")
    if fault.action:
        entry = fault.action
    elif "card" in fault.fields:
        key, entry = "actions", _second_time(str(fault.fields["card"]), fields["actions"])
    else:
        entry = int(number) if key == "actions" and number else 0
    return key_line(text, _KEYS.get(key, key), entry)


def _second_time(card: str, actions: Sequence[str]) -> int:
    """The number of the action that deals a card again, or else shows it last."""
    shown = [n for n, action in enumerate(actions, 1) if card in action.partition("#")[0]]
    dealt = [n for n in shown if actions[n - 1].lstrip().startswith("d")]
    return dealt[1] if len(dealt) > 1 else max(shown, default=0)


def _hand(file: _PhhFile, fields: Mapping[str, Any], number: int) -> FileHand:
    _check_variant(fields.get("variant"))
    stacks = _stacks(fields, file.scale)
    number = _number(file, fields, number)
    table = _table(file, fields)
    names = _names(fields, len(stacks))
    seats = _seats(fields, names, len(stacks), file.first.setdefault(table, names))
    played = read_actions(_list(fields, "actions"), seats, file.scale)
    return FileHand(
        session=session_name(SOURCE, _text(fields, "event"), table),
        table=table,
        title=_text(fields, "event")[:200] or None,
        game=_game(fields, len(stacks), file.scale),
        number=number,
        button=seats[-1],
        stacks=dict(zip(seats, stacks, strict=True)),
        names={seat: name or f"Seat {seat}" for seat, name in zip(seats, names, strict=True)},
        cards=played.cards,
        board=played.board,
        actions=played.actions,
        result=_result(fields, seats, stacks, file.scale),
        collected=_collected(fields, seats, file.scale),
        mucked=played.mucked,
        at=_time(fields),
        direction="ascending" if _in_order(seats) else "descending",
        entries=len(fields["actions"]),
    )


def _check_variant(variant: object) -> None:
    game = None
    if isinstance(variant, str):
        if variant in BETTING:
            return
        game = OTHER_GAMES.get(variant)
    read = "Only no-limit and fixed-limit hold'em (NT, FT) are read: discard the hand"
    if game:
        raise OtherGame(f"the hand is {game}", read, at="variant")
    raise UnusableHand(f"there is no variant {str(variant)[:40]!r}", read, at="variant")


def _game(fields: Mapping[str, Any], players: int, scale: int) -> Any:
    blinds = _amounts(fields, "blinds_or_straddles", players, scale)
    antes = _amounts(fields, "antes", players, scale)
    straddle = blinds[2] if players > 2 else 0
    if any(blinds[3:]) or min(blinds) < 0:
        words = f"the blinds are {blinds}: posts beyond two blinds and a straddle"
        raise UnusableHand(words, at="blinds_or_straddles")
    paid = {ante for ante in antes if ante}
    if len(paid) > 1 or (len(paid) == 1 and not all(antes) and not antes[1]):
        words = f"the antes are {antes}: neither everybody's nor the big blind's"
        raise UnusableHand(words, at="antes")
    settings: dict[str, Any] = {
        "betting": BETTING[fields["variant"]],
        "small_blind": blinds[0],
        "big_blind": blinds[1],
        "ante": max(antes),
        "ante_from": "everybody" if all(antes) or not paid else "big-blind",
        "straddle": straddle,
    }
    if fields["variant"] == "FT":
        settings["small_bet"] = _amount(fields, "small_bet", scale)
        settings["big_bet"] = _amount(fields, "big_bet", scale)
    return checked_game(**settings)


def _stacks(fields: Mapping[str, Any], scale: int) -> list[int | None]:
    """By position; ``None`` where the file says ``inf``, which is unknown."""
    given = _list(fields, "starting_stacks")
    names = fields.get("players")
    if isinstance(names, list) and len(names) != len(given):
        raise UnusableHand(
            f"starting_stacks has {_counted(given)} and players {_counted(names)}: "
            "every player has one of each",
            at="starting_stacks",
        )
    if not 2 <= len(given) <= MOST_SEATS:
        raise UnusableHand(
            f"starting_stacks has {len(given)} of the 2 to {MOST_SEATS} stacks of a table",
            at="starting_stacks",
        )
    for n, stack in enumerate(given, 1):
        if isinstance(stack, int | Decimal) and stack < 0:
            words = f"starting_stacks: p{n} begins with {stack}, which is no stack"
            raise UnusableHand(words, at="starting_stacks")
    return [
        None
        if isinstance(stack, Decimal) and stack.is_infinite()
        else smallest_units(stack, scale, "a stack", "starting_stacks")
        for stack in given
    ]


def _counted(values: Sequence[object]) -> str:
    return f"{len(values)} {'value' if len(values) == 1 else 'values'}"


def _number(file: _PhhFile, fields: Mapping[str, Any], number: int) -> int:
    if "hand" not in fields:
        return number
    given = fields["hand"]
    if isinstance(given, bool) or not isinstance(given, int):
        raise UnusableHand(f"hand is {str(given)[:40]!r}, which is not a number", at="hand")
    if given + file.shift + file.asked.shift < 1:
        raise UnusableHand(
            f"hand {given}: deals are numbered from 1",
            "Ingest all files of the table with --hands-from 0: every number is raised by 1",
            at="hand",
        )
    return given + max(file.shift, file.asked.shift)


def _table(file: _PhhFile, fields: Mapping[str, Any]) -> str:
    """What the user says, else the file, else the folder's name for a numbered hand of its own."""
    named = file.asked.table or _text(fields, "table")
    if named:
        return named
    in_folder = not file.sections and "hand" in fields
    return shown_name((file.path.absolute().parent.name if in_folder else "") or file.path.stem)


def _names(fields: Mapping[str, Any], players: int) -> list[str]:
    names = fields.get("players", [""] * players)
    if not isinstance(names, list):
        raise UnusableHand("players is not a list of names", at="players")
    if not all(isinstance(name, str) for name in names):
        raise UnusableHand("the players' names are not all texts", at="players")
    return names


def _seats(
    fields: Mapping[str, Any], names: Sequence[str], players: int, first: Sequence[str]
) -> list[int]:
    """The seat of each position. ``first``: the names of the table's first hand in the file: they
    keep their seats while they stay in that order."""
    if "seats" not in fields:
        if len(names) == len(first) and len(set(names)) == len(names) and set(names) == set(first):
            seats = [first.index(name) + 1 for name in names]
            if _in_order(seats):
                return seats
        return list(range(1, players + 1))
    seats = fields["seats"]
    usable = isinstance(seats, list) and all(
        isinstance(seat, int) and 1 <= seat <= MOST_SEATS for seat in seats
    )
    if not usable or len(seats) != players or len(set(seats)) != players:
        words = f"the seats are not {players} different numbers up to {MOST_SEATS}"
        raise UnusableHand(words, at="seats")
    if not (_in_order(seats) or _in_order(seats[::-1])):
        words = "the seats are not in the order in which the players are listed"
        raise UnusableHand(words, at="seats")
    return list(seats)


def _in_order(seats: Sequence[int]) -> bool:
    """Whether they ascend around the table."""
    return sum(a > b for a, b in zip(seats, [*seats[1:], seats[0]], strict=True)) == 1


def _result(
    fields: Mapping[str, Any],
    seats: Sequence[int],
    stacks: Sequence[int | None],
    scale: int,
) -> Mapping[int, Chips] | None:
    """What the file states, unless the house took a rake or a stack is not known."""
    ends = fields.get("finishing_stacks")
    if ends is None or None in stacks:
        return None
    chips = _amounts(fields, "finishing_stacks", len(stacks), scale)
    first = {seat: stack or 0 for seat, stack in zip(seats, stacks, strict=True)}
    return result_of_stacks(first, dict(zip(seats, chips, strict=True)))


def _collected(
    fields: Mapping[str, Any], seats: Sequence[int], scale: int
) -> Mapping[int, int] | None:
    if "winnings" not in fields:
        return None
    return dict(zip(seats, _amounts(fields, "winnings", len(seats), scale), strict=True))


def _time(fields: Mapping[str, Any]) -> datetime | None:
    """The start of the hand, if the file gives day, time and zone."""
    parts = [fields.get(name) for name in ("year", "month", "day", "time", "time_zone")]
    year, month, day, clock, zone = parts
    if not isinstance(clock, time) or not isinstance(zone, str):
        return None
    if not all(isinstance(each, int) for each in (year, month, day)):
        return None
    try:
        return datetime.combine(datetime(year, month, day), clock, ZoneInfo(zone))  # type: ignore[arg-type]
    except (ValueError, OverflowError, ZoneInfoNotFoundError, OSError) as error:
        raise UnusableHand(f"its day or time cannot be: {error}", at="time") from error


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name, "")
    return " ".join(str(value).split()) if isinstance(value, str | int) else ""


def _list(fields: Mapping[str, Any], name: str) -> list[Any]:
    value = fields.get(name)
    if not isinstance(value, list):
        raise UnusableHand(f"{name} is missing, or not a list", at=name)
    return value


def _amount(fields: Mapping[str, Any], name: str, scale: int) -> int:
    return smallest_units(fields.get(name), scale, name, name)


def _amounts(fields: Mapping[str, Any], name: str, players: int, scale: int) -> list[int]:
    values = _list(fields, name)
    if len(values) != players:
        raise UnusableHand(f"{name} has {len(values)} numbers for {players} players", at=name)
    return [smallest_units(value, scale, name, name) for value in values]
