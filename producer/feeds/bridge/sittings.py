"""The boards of a file as events: which tables played the same cards, under which names.

Every event of the file is a session. Tables whose matches share a deal are one group; a group's
deals have the numbers of their boards. Ids and names come from the content, never from the file's
name: a copy is recognised.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from producer.bounds import MOST_DEALS
from producer.events import (
    LONGEST_NAME,
    BridgeGame,
    CarriedOver,
    HandRecordedEvent,
    LineMove,
    Player,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
    Team,
)
from producer.feeds.bridge.pbn_text import LocatedError
from producer.feeds.bridge.played_boards import PlayedBoard, Unplayable, line_and_result
from producer.feeds.event_form import incoming_hand
from producer.feeds.identity import Identity
from producer.feeds.received import Received, Refused
from producer.games.bridge.seats import SEATS, usual_vulnerability
from producer.games.cards import hand_identity
from producer.games.line import Line
from producer.problems import problem

HINT = "Correct the board and read the file again"
CUT_HINT = (
    "Ingest the whole file; if this is all of it, add the board's result (in LIN mc|TRICKS|, in "
    "PBN the tag Result)"
)
NOBODY = "?"


@dataclass(slots=True)
class Sitting:
    """The tables that played the same cards: ``boards`` by deal and table, in the file's order."""

    boards: list[tuple[PlayedBoard, int, str]] = field(default_factory=list)

    @property
    def tables(self) -> list[str]:
        return list(dict.fromkeys(table for _, _, table in self.boards))


def events_of(
    path: Path,
    source: str,
    digest: str,
    boards: Sequence[PlayedBoard],
) -> Iterator[Received | Refused]:
    """Every group's opening and its boards, recorded or refused."""
    boards = [_with_short_teams(board) for board in boards]
    sessions = _sessions(boards)
    sittings: dict[str, list[Sitting]] = {}
    for sitting in _sittings(boards):
        session = sessions[sitting.boards[0][0].match[0]]
        if all(board.fault for board, _, _ in sitting.boards):
            for board, deal, _ in sitting.boards:
                assert board.fault is not None
                of = Identity(session=session, deal=deal or None)
                yield _refused(path, digest, board.fault, board.raw, of)
        else:
            sittings.setdefault(session, []).append(sitting)
    for session, own in sittings.items():
        for group, sitting in _named(own):
            yield from _events_of_sitting(path, source, digest, session, group, sitting)


def _events_of_sitting(
    path: Path, source: str, digest: str, session: str, group: str, sitting: Sitting
) -> Iterator[Received | Refused]:
    place = f"{session}/{group}/{digest}"
    yield _opening(path, source, place, session, group, sitting)
    game = _game(sitting)
    hands: Counter[str] = Counter()
    for board, deal, table in sitting.boards:
        hands[table] += 1
        number = hands[table]
        try:
            if board.fault:
                raise Unplayable(board.fault.line, board.fault.words, cut=board.fault.cut)
            line, result = line_and_result(board, game, deal)
        except Unplayable as error:
            of = Identity(session=session, group=group, table=table, deal=deal or None)
            yield _refused(path, digest, error.error, board.raw, of)
            continue
        event = HandRecordedEvent(
            id=f"{place}/{table}/{number}",
            session=session,
            group=group,
            table=table,
            source=source,
            seq=number + 1,
            data=incoming_hand(
                deal=deal,
                hand=number,
                button=board.dealer,
                cards=board.hands,
                players={seat: _player(board, seat) for seat in board.names},
                line=_moves(line),
                result=result,
            ),
        )
        yield Received(board.raw, event, f"{path}:{board.line}")


def _refused(path: Path, digest: str, error: LocatedError, raw: bytes, of: Identity) -> Refused:
    return Refused(
        raw,
        f"{path}:{error.line}",
        problem("field", "", reason=error.words, hint=CUT_HINT if error.cut else HINT),
        f"{digest}:{error.line}",
        of,
    )


_MOVES: dict[object, LineMove] = {}
"""Moves as events, each made once: there are some thousand, and archives have millions."""


def _moves(line: Line) -> tuple[LineMove, ...]:
    found = []
    for move in line:
        made = _MOVES.get(move)
        if made is None:
            words = move.detail if isinstance(move.detail, str) else None
            made = LineMove(
                street=move.phase, seat=move.seat, action=move.action, to=move.to, detail=words
            )
            _MOVES[move] = made
        found.append(made)
    return tuple(found)


def _with_short_teams(board: PlayedBoard) -> PlayedBoard:
    if max(map(len, (board.home, board.visitors, *board.carried))) <= LONGEST_NAME:
        return board
    return replace(
        board,
        home=board.home[:LONGEST_NAME],
        visitors=board.visitors[:LONGEST_NAME],
        carried={team[:LONGEST_NAME]: imps for team, imps in board.carried.items()},
    )


def _sessions(boards: Sequence[PlayedBoard]) -> dict[str, str]:
    """Session names by event. Boards of no event are the first named event's; where there is none,
    the name is made of the first deal, so that a corrected or longer file adds to its session."""
    named: dict[str, str] = {}
    for board in boards:
        event, date = board.match[:2]
        if event not in named and _plain(event):
            day = date.replace(".", "-").replace("?", "").rstrip("-")
            named[event] = _plain(f"{event} {day}")
    cards = next((_cards(board) for board in boards if board.hands), ())
    nameless = f"bridge-{sha256(repr(cards).encode()).hexdigest()[:8]}"
    first = next(iter(named.values()), nameless)
    return {board.match[0]: named.get(board.match[0], first) for board in boards}


def _plain(text: str) -> str:
    """Letters, digits and hyphens, for names that are typed."""
    return re.sub(r"[^\w.]+", "-", text, flags=re.UNICODE).strip("-.")[:80]


def _cards(board: PlayedBoard) -> tuple[object, ...]:
    return tuple(hand_identity(board.hands.get(seat, "")) for seat in SEATS)


def _sittings(boards: Sequence[PlayedBoard]) -> list[Sitting]:
    """Matches that share a deal under one number are one sitting."""
    joined: dict[tuple[object, ...], tuple[object, ...]] = {}

    def root(key: tuple[object, ...]) -> tuple[object, ...]:
        while joined.setdefault(key, key) != key:
            key = joined[key]
        return key

    for board in boards:
        match = ("match", board.match, *sorted((board.home, board.visitors)))
        deal = ("deal", board.match[:2], board.number, _cards(board))
        if board.hands:
            joined[root(deal)] = root(match)
    found: dict[tuple[object, ...], list[PlayedBoard]] = {}
    for board in boards:
        match = ("match", board.match, *sorted((board.home, board.visitors)))
        found.setdefault(root(match), []).append(board)
    return [_numbered(own) for own in found.values()]


def _numbered(boards: list[PlayedBoard]) -> Sitting:
    """Deals by the number of the board; counted where numbers are missing, out of bounds or mean
    two deals. 0 for a faulty board without a number among boards that have theirs."""
    cards: dict[int | None, set[tuple[object, ...]]] = {}
    for board in boards:
        if board.hands:
            cards.setdefault(board.number, set()).add(_cards(board))
    sure = all(
        number is not None and 1 <= number <= MOST_DEALS and len(own) == 1
        for number, own in cards.items()
    )
    numbers: dict[tuple[object, ...], int] = {}
    alone = len({frozenset((board.home, board.visitors)) for board in boards}) == 1
    names: Counter[tuple[int, str]] = Counter()
    sitting = Sitting()
    for board in boards:
        own = _cards(board) if board.hands else (board.line,)
        deal = (board.number or 0) if sure else numbers.setdefault(own, len(numbers) + 1)
        table = _table(board, alone=alone)
        names[deal, table] += 1
        if not table or names[deal, table] > 1:
            table = f"{table} {names[deal, table]}".strip()
        sitting.boards.append((board, deal, table))
    return sitting


def _table(board: PlayedBoard, *, alone: bool) -> str:
    """``7 Open``, ``Poland-Sweden Open``; the room where one match is alone in its group."""
    teams = "" if alone else "-".join(filter(None, (board.home, board.visitors)))
    name = " ".join(filter(None, (board.table or teams, board.room)))
    return name[:80]


def _named(sittings: Sequence[Sitting]) -> Iterator[tuple[str, Sitting]]:
    """Each with the name of its group: the stage, with the teams where two would have one name."""
    stages = [_stage(sitting) for sitting in sittings]
    used: Counter[str] = Counter()
    for stage, sitting in zip(stages, sittings, strict=True):
        first = sitting.boards[0][0]
        name = stage or "A"
        if stages.count(stage) > 1:
            name = _plain(f"{stage} {first.home} {first.visitors}") or "A"
        used[name] += 1
        yield (name if used[name] == 1 else f"{name}-{used[name]}"), sitting


def _stage(sitting: Sitting) -> str:
    first = sitting.boards[0][0]
    return _plain(" ".join(first.match[3:5]))


def _game(sitting: Sitting) -> BridgeGame:
    unusual: dict[str, list[int]] = {"none": [], "NS": [], "EW": [], "both": []}
    carried: dict[str, int] = {}
    for board, deal, _ in sitting.boards:
        if deal and board.vulnerable and board.vulnerable != usual_vulnerability(deal):
            unusual[board.vulnerable].append(deal)
        carried.update(board.carried)
    lists = {who: tuple(sorted(set(deals))) for who, deals in unusual.items()}
    return BridgeGame(
        vulnerable_none=lists["none"],
        vulnerable_ns=lists["NS"],
        vulnerable_ew=lists["EW"],
        vulnerable_both=lists["both"],
        carried=tuple(CarriedOver(team=team, imps=own) for team, own in sorted(carried.items())),
    )


def _opening(
    path: Path, source: str, place: str, session: str, group: str, sitting: Sitting
) -> Received:
    game = _game(sitting)
    first: Mapping[str, PlayedBoard] = {
        table: board for board, _, table in reversed(sitting.boards)
    }
    tables = {
        table: TableInfo(game=game, players={seat: _player(first[table], seat) for seat in SEATS})
        for table in sitting.tables
    }
    teams = {name for board, _, _ in sitting.boards for name in (board.home, board.visitors)}
    board = sitting.boards[0][0]
    title = " ".join(filter(None, (board.match[0], *board.match[3:5])))
    event = SessionOpenedEvent(
        id=f"{place}/opened",
        session=session,
        group=group,
        source=source,
        data=SessionOpened(
            kind="archive",
            title=title[:200] or None,
            teams={name: Team(name=name) for name in sorted(teams - {""})},
            tables=tables,
        ),
    )
    return Received(board.raw, event, f"{path}:{board.line}")


def _player(board: PlayedBoard, seat: int) -> Player:
    home = seat % 2 == (0 if board.room == "Closed" else 1)
    team = board.home if home else board.visitors
    return _named_player(board.names.get(seat, NOBODY)[:200], team or None)


@lru_cache(maxsize=1 << 12)
def _named_player(name: str, team: str | None) -> Player:
    return Player(name=name, team=team)
