"""Match logs of local best response (LBR): heads-up no-limit, one hand a line.

    HAND:NAME,NAME:0BETTING:HOLE,HOLE|BOARD:RESULT,RESULT(ESTIMATE)

It resembles an ACPC state but differs: ``rN`` raises by N over the call; the first name is the
big blind, the second the button, which opens before the flop; names change places every hand.
Seat 1 is the name listed first in hand 1, so a seat number has the same cards in every file of
one seed (RULES P1). The deal number is the hand number. Streets after an all-in are filled with
``c``.

One file is one table. Event ids are SESSION/GROUP/DIGEST/HAND, with a digest of the file's
content and the stakes. So a copy under another name gives the same ids and is recognised; a file
that has grown gives new ids for the same hands, which the record recognises as already played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pydantic import ValidationError

from producer.events import (
    HandRecordedEvent,
    HoldemGame,
    Player,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
)
from producer.feeds.event_checks import check_event
from producer.feeds.event_form import hand_error, incoming_hand
from producer.feeds.identity import Identity
from producer.feeds.lbr.betting import read_betting
from producer.feeds.raw_lines import (
    UnusableLine,
    decode_line,
    digest_lines,
    line_problem,
    read_lines,
)
from producer.feeds.received import Asked, Received, Refused, Stakes, UnknownFormat
from producer.feeds.stakes_check import PrintedHand, must_fit, stakes_of
from producer.files import shown_name
from producer.games.holdem.rules import HOLDEM

GROUP = "A"
SOURCE = "lbr"
_HAND = re.compile(
    r"([1-9]\d{0,8}):([^:,]{1,200}),([^:,]{1,200}):0([^:]*):"
    r"([^,|:]*),([^,|:]*)\|([^:]*):(-?\d{1,15}),(-?\d{1,15})\((-?\d+(?:\.\d+)?)\)"
)
_NAMES = re.compile(rb"([1-9]\d{0,8}):([^:,]{1,200}),([^:,]{1,200}):")
_AROUND = re.compile(
    r"In config file:.*|Loading player:.*|Player args:.*|Using seed \d+\.|(RAW )?BR STATS:.*"
    r"|RESULTS|\d+\)[^:]+: -?\d+"
)
_BOARD = re.compile(r"(?:/([^/]{6})(?:/([^/]{2})(?:/([^/]{2}))?)?)?")
_SEED_IN_NAME = re.compile(r"_[rs](\d{1,9})(?=[_.]|$)")
_SEED_IN_HEAD = re.compile(rb"Using seed (\d{1,9})\.")
_FORM = "HAND:NAME,NAME:0BETTING:HOLE,HOLE|BOARD:RESULT,RESULT(ESTIMATE)"


@dataclass(frozen=True, slots=True)
class _LbrFile:
    """The table and the seat of each name, read before the hands."""

    path: Path
    table: str
    digest: str
    session: str
    seats: Mapping[str, int]
    stakes: Stakes
    head: bytes
    opens: int

    @property
    def identity(self) -> Identity:
        return Identity(session=self.session, group=GROUP, table=self.table)


def read_lbr(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """The session opening with this table, then every hand, recorded or refused.

    Default stakes: 50/100 and 20,000 chips. Raises OSError, and UnknownFormat if the file has no
    hand, or no seed to identify its deals.
    """
    file = _survey(path, asked)
    must_fit(path, _game(file.stakes), _first_hands(file))
    yield _opening(file)
    for line in read_lines(path):
        text = line.raw.decode(errors="replace").strip()
        if not text or (line.whole and _AROUND.fullmatch(text)):
            continue
        place, origin = f"{path}:{line.number}", f"{file.digest}:{line.number}"
        try:
            event = _hand(file, decode_line(line))
        except UnusableLine as error:
            cut = line_problem(error, ended=line.ended)
            yield Refused(line.raw, place, cut, origin, file.identity)
            continue
        fault = check_event(event) or HOLDEM.check_event(event)
        if fault:
            yield Refused(line.raw, place, fault, origin, file.identity)
        else:
            yield Received(line.raw, event, place)


def _survey(path: Path, asked: Asked) -> _LbrFile:
    head: list[bytes] = []
    for line in read_lines(path):
        names = _NAMES.match(line.raw)
        if names:
            listed = [name.decode(errors="replace") for name in names.group(2, 3)]
            if int(names[1]) % 2 == 0:
                listed.reverse()
            break
        head.append(line.raw)
    else:
        raise UnknownFormat(str(path), "there is no hand in the file", "Give a match log")
    header = b"\n".join(head)
    seed = _seed(path, header)
    return _LbrFile(
        path=path,
        table=asked.table_of(path),
        digest=asked.digest(digest_lines(path)),
        session=f"lbr-seed{seed}",
        seats={name: seat for seat, name in enumerate(listed, start=1)},
        stakes=asked.stakes or Stakes(),
        head=header,
        opens=len(head) + 1,
    )


def _seed(path: Path, header: bytes) -> int:
    in_name = _SEED_IN_NAME.search(path.name)
    in_header = _SEED_IN_HEAD.search(header)
    seeds = {int(match[1]) for match in (in_name, in_header) if match}
    if len(seeds) == 1:
        return seeds.pop()
    if seeds:
        raise UnknownFormat(
            str(path),
            f"the file's name says seed {in_name and in_name[1]}, its header another",
            "Restore the file's original name, such as ..._r1.out for seed 1",
        )
    raise UnknownFormat(
        str(path),
        "neither its name (_r1, _s1) nor a line 'Using seed 1.' gives the seed of its cards",
        "Restore the file's original name, such as ..._r1.out for seed 1",
    )


def _opening(file: _LbrFile) -> Received:
    shown = _opponent(shown_name(file.path.name))
    players = {
        seat: Player(name=shown if name == "Player" else name) for name, seat in file.seats.items()
    }
    event = SessionOpenedEvent(
        id=f"{file.session}/{GROUP}/{file.digest}/opened",
        session=file.session,
        group=GROUP,
        table=file.table,
        source=SOURCE,
        seq=1,
        data=SessionOpened(
            kind="archive",
            title=f"LBR match, {file.session.removeprefix('lbr-').replace('seed', 'seed ')}",
            tables={file.table: TableInfo(game=_game(file.stakes), players=players)},
        ),
    )
    return Received(file.head, event, f"{file.path}:{file.opens}")


def _game(stakes: Stakes) -> HoldemGame:
    return HoldemGame(
        betting="no-limit",
        small_blind=stakes.small_blind,
        big_blind=stakes.big_blind,
        stack=stakes.stack,
    )


def _first_hands(file: _LbrFile) -> Iterator[PrintedHand]:
    """Every hand that has its form, with what it says at the stakes of ``file``."""
    for line in read_lines(file.path):
        match = _HAND.fullmatch(line.raw.decode(errors="replace").strip())
        if match:
            results = int(match[8]), int(match[9])
            yield PrintedHand(match[4], results, partial(_hand_at, file, match[0]))


def _hand_at(file: _LbrFile, text: str, game: HoldemGame) -> HandRecordedEvent:
    return _hand(replace(file, stakes=stakes_of(game)), text)


def _opponent(name: str) -> str:
    parts = re.split(r"[_.]", name)
    if any(part.startswith("ds") for part in parts):
        return "DeepStack"
    return "Hyp14" if "Hyp14" in parts else "Player"


def _hand(file: _LbrFile, text: str) -> HandRecordedEvent:
    match = _HAND.fullmatch(text)
    if match is None:
        raise UnusableLine(f"neither a hand ({_FORM}) nor another line of such a log")
    number, first, second, betting, hole, hole2, board, result, result2, _ = match.groups()
    seats = file.seats.get(first), file.seats.get(second)
    if None in seats or first == second:
        raise UnusableLine(
            f"{first} and {second} are not the two players {' and '.join(file.seats)}"
        )
    big, button = file.seats[first], file.seats[second]
    pieces = _BOARD.fullmatch(board)
    if pieces is None:
        raise UnusableLine(f"not a board: {board!r}; expected /FLOP/TURN/RIVER, or nothing")
    try:
        return HandRecordedEvent(
            id=f"{file.session}/{GROUP}/{file.digest}/{number}",
            session=file.session,
            group=GROUP,
            table=file.table,
            source=SOURCE,
            seq=int(number) + 1,
            data=incoming_hand(
                deal=int(number),
                hand=int(number),
                button=button,
                cards={big: hole, button: hole2},
                board="".join(piece or "" for piece in pieces.groups()),
                line=read_betting(betting, big, button, file.stakes),
                result={big: int(result), button: int(result2)},
            ),
        )
    except ValidationError as error:
        raise UnusableLine(hand_error(error)) from error
    except ValueError as error:
        raise UnusableLine(str(error)) from error
