"""Match logs of local best response (LBR): heads-up no-limit, one hand a line.

    HAND:NAME,NAME:0BETTING:HOLE,HOLE|BOARD:RESULT,RESULT(ESTIMATE)

It looks like an ACPC state and is none: ``rN`` raises by N over the call; the first name is the
big blind, the second the button, which opens before the flop; names change places every hand.
Seat 1 is the name listed first in hand 1, so a seat number holds the same cards in every file of
one seed (RULES P1), and the deal is the hand's number. All-in players get a filling ``c``.

One file is one table. Ids of its events come from what the file says and from the stakes, not
from its name: SESSION/GROUP/DIGEST/HAND. So a copy under another name gives the same ids and is
known; a file that has grown gives new ids for the same hands of the same table, which the record
recognises as played already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from producer.events import (
    HandRecordedEvent,
    HoldemGame,
    LineMove,
    Player,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
)
from producer.feeds.event_checks import check_event
from producer.feeds.event_form import hand_error, incoming_hand
from producer.feeds.lbr_betting import Betting, BettingAction, read_betting
from producer.feeds.raw_lines import (
    UnusableLine,
    decode_line,
    digest_lines,
    line_problem,
    read_lines,
)
from producer.feeds.received import Received, Refused, Stakes, UnknownFormat

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
    """What a file says before its hands are read: the table and the names' seats."""

    path: Path
    digest: str
    session: str
    seats: Mapping[str, int]
    stakes: Stakes
    head: bytes
    opens: int


def read_lbr(path: Path, stakes: Stakes | None = None) -> Iterator[Received | Refused]:
    """The opening of the session with this table, then every hand as recorded or refused.

    Stakes not given are 50/100 and 20,000 chips. Raises OSError, and UnknownFormat where the
    file has no hand, or no seed to say which deals they are.
    """
    file = _survey(path, stakes or Stakes())
    yield _opening(file)
    for line in read_lines(path):
        text = line.raw.decode(errors="replace").strip()
        if not text or (line.whole and _AROUND.fullmatch(text)):
            continue
        place, origin = f"{path}:{line.number}", f"{file.digest}:{line.number}"
        try:
            event = _hand(file, decode_line(line))
        except UnusableLine as error:
            yield Refused(line.raw, place, line_problem(error, ended=line.ended), origin)
            continue
        found = check_event(event)
        if found:
            yield Refused(line.raw, place, found, origin)
        else:
            yield Received(line.raw, event, place)


def _survey(path: Path, stakes: Stakes) -> _LbrFile:
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
        raise UnknownFormat(str(path), "there is no hand in the file", "Name a match log")
    header = b"\n".join(head)
    seed = _seed(path, header)
    return _LbrFile(
        path=path,
        digest=sha256(f"{digest_lines(path)} {stakes}".encode()).hexdigest()[:24],
        session=f"lbr-seed{seed}",
        seats={name: seat for seat, name in enumerate(listed, start=1)},
        stakes=stakes,
        head=header,
        opens=len(head) + 1,
    )


def _seed(path: Path, header: bytes) -> int:
    named = _SEED_IN_NAME.search(path.name)
    told = _SEED_IN_HEAD.search(header)
    seeds = {int(match[1]) for match in (named, told) if match}
    if len(seeds) == 1:
        return seeds.pop()
    if seeds:
        raise UnknownFormat(
            str(path),
            f"the file's name says seed {named and named[1]}, its header another",
            "Give the file its own name again, such as ..._r1.out for seed 1",
        )
    raise UnknownFormat(
        str(path),
        "neither its name (_r1, _s1) nor a line 'Using seed 1.' tells the seed of its cards",
        "Give the file its own name again, such as ..._r1.out for seed 1",
    )


def _opening(file: _LbrFile) -> Received:
    stakes = file.stakes
    game = HoldemGame(
        betting="no-limit",
        small_blind=stakes.small_blind,
        big_blind=stakes.big_blind,
        stack=stakes.stack,
    )
    shown = _opponent(file.path.name)
    players = {
        seat: Player(name=shown if name == "Player" else name) for name, seat in file.seats.items()
    }
    event = SessionOpenedEvent(
        id=f"{file.session}/{GROUP}/{file.digest}/opened",
        session=file.session,
        group=GROUP,
        table=file.path.stem,
        source=SOURCE,
        seq=1,
        data=SessionOpened(
            kind="archive",
            title=f"LBR match, {file.session.removeprefix('lbr-').replace('seed', 'seed ')}",
            tables={file.path.stem: TableInfo(game=game, players=players)},
        ),
    )
    return Received(file.head, event, f"{file.path}:{file.opens}")


def _opponent(name: str) -> str:
    parts = re.split(r"[_.]", name)
    if any(part.startswith("ds") for part in parts):
        return "DeepStack"
    return "Hyp14" if "Hyp14" in parts else "Player"


@lru_cache(maxsize=4096)
def _move(told: BettingAction) -> LineMove:
    return LineMove(street=told.street, seat=told.seat, action=told.action, to=told.to)


def _hand(file: _LbrFile, text: str) -> HandRecordedEvent:
    match = _HAND.fullmatch(text)
    if match is None:
        raise UnusableLine(f"neither a hand ({_FORM}) nor a line that such logs have around them")
    number, first, second, betting, hole, hole2, board, result, result2, _ = match.groups()
    seats = file.seats.get(first), file.seats.get(second)
    if None in seats or first == second:
        raise UnusableLine(
            f"{first} and {second} are not the two players {' and '.join(file.seats)}"
        )
    big, button = file.seats[first], file.seats[second]
    pieces = _BOARD.fullmatch(board)
    if pieces is None:
        raise UnusableLine(f"no board: {board!r}; expected /FLOP/TURN/RIVER, or nothing")
    try:
        line = read_betting(betting, Betting(big, button, file.stakes))
        event = HandRecordedEvent(
            id=f"{file.session}/{GROUP}/{file.digest}/{number}",
            session=file.session,
            group=GROUP,
            table=file.path.stem,
            source=SOURCE,
            seq=int(number) + 1,
            data=incoming_hand(
                deal=int(number),
                hand=int(number),
                button=button,
                cards={big: hole, button: hole2},
                board="".join(piece or "" for piece in pieces.groups()),
                line=tuple([_move(told) for told in line]),
                result={big: int(result), button: int(result2)},
            ),
        )
    except ValidationError as error:
        raise UnusableLine(hand_error(error)) from error
    except ValueError as error:
        raise UnusableLine(str(error)) from error
    return event
