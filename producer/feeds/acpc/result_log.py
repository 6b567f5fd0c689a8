"""Result logs of the Annual Computer Poker Competition's dealer: one hand per line.

    STATE:HAND:BETTING:HOLE|HOLE/BOARD/CARD/CARD:RESULT|RESULT:NAME|NAME

Blinds are not in the betting; ``rN`` raises to N chips in the whole hand, a bare ``r`` is a
fixed-limit raise. Heads-up the blinds are reversed: the first name is the big blind, the second
the button. Three or more: small blind, big blind, ..., button. The names change places every
hand; seat 1 is the name listed first in the file's first hand, so a seat number has the same
cards in every file of one seed (RULES P1). Hands count from 0 in the log, from 1 here.

The stakes are in a game file that the log only names; those of ``GAME_FILES`` are built in.
Splits are exact: a third printed as 33.333333 is read as 100/3. Event ids as in ``lbr``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from math import lcm
from pathlib import Path, PurePosixPath

from pydantic import ValidationError

from producer.bounds import MOST_SEATS
from producer.events import (
    LONGEST_NAME,
    HandRecordedEvent,
    HoldemGame,
    Player,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
)
from producer.feeds.acpc.betting import read_betting
from producer.feeds.event_checks import check_event
from producer.feeds.event_form import hand_error, incoming_hand
from producer.feeds.identity import Identity
from producer.feeds.raw_lines import (
    WHOLE_FILE,
    FilePart,
    RawLine,
    UnusableLine,
    decode_line,
    digest_lines,
    line_problem,
    read_lines,
)
from producer.feeds.received import Asked, Received, Refused, Stakes, UnknownFormat
from producer.feeds.stakes_check import PrintedHand, must_fit, with_stakes
from producer.games.holdem.rules import HOLDEM
from producer.games.line import Chips
from producer.problems import Problem, problem

GROUP = "A"
SOURCE = "acpc"
_STATE = re.compile(
    r"STATE:(\d{1,9}):([^:]*):([^:]*):([^:]*):([^:]*?)(?: # (\d{1,12}(?:\.\d{1,9})?))?"
)
_SCORE = re.compile(r"SCORE:([^:]*):([^:]*)")
_HEADER = re.compile(r"# name/game/hands/seed (.+) (\S+) (\d{1,9}) (\d{1,10})")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.(\d{1,6}))?")
_BOARD = re.compile(r"(?:/([^/]{6})(?:/([^/]{2})(?:/([^/]{2}))?)?)?")
_BEGINS = (b"STATE:", b"SCORE:", b"#", b";")
MOST_PIECES = 8
"""Lines into which a hand may have been broken."""
_FORM = "STATE:HAND:BETTING:HOLE|HOLE/BOARD:RESULT|RESULT:NAME|NAME"
_LIMIT = HoldemGame(
    betting="fixed-limit",
    small_blind=5,
    big_blind=10,
    small_bet=10,
    big_bet=20,
    max_bets=4,
    max_bets_heads_up=4,
    odd_chips="fractions",
)
_NO_LIMIT = HoldemGame(
    betting="no-limit", small_blind=50, big_blind=100, stack=20_000, odd_chips="fractions"
)
GAME_FILES: Mapping[str, HoldemGame] = {
    "holdem.limit.2p.reverse_blinds.game": _LIMIT,
    "holdem.limit.3p.game": _LIMIT,
    "holdem.nolimit.2p.reverse_blinds.game": _NO_LIMIT,
    "holdem.nolimit.3p.game": _NO_LIMIT,
}


@dataclass(frozen=True, slots=True)
class AcpcMatch:
    """The table, its game and the seat of each name, read before the hands. ``hands``: how many the
    header says that it has."""

    path: Path
    table: str
    digest: str
    session: str
    game: HoldemGame
    seats: Mapping[str, int]
    title: str
    head: bytes
    opens: int
    hands: int
    part: FilePart = WHOLE_FILE


def read_acpc(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """Of every match in the file: the session opening with its table, then every hand, recorded or
    refused.

    If no hand was refused, the SCORE line must be the sum of the hands. Raises OSError, and
    UnknownFormat if there is no hand, no seed or no stakes.
    """
    parts = _matches(path)
    tables: set[str] = set()
    for part in parts:
        match = _survey(path, asked, part, several=len(parts) > 1)
        number, table = 1, match.table
        while match.table in tables:
            number += 1
            match = replace(match, table=f"{table} ({number})")
        tables.add(match.table)
        must_fit(path, match.game, _first_hands(match))
        yield from _read_match(match)


def _matches(path: Path) -> list[FilePart]:
    """The matches of the file: after the first, each begins with its header."""
    parts = [FilePart()]
    hands = False
    for line in read_lines(path):
        if hands and _HEADER.fullmatch(line.raw.decode(errors="replace").strip()):
            parts[-1] = replace(parts[-1], end=line.offset)
            parts.append(FilePart(line.offset, line.number))
            hands = False
        hands = hands or line.raw.startswith(b"STATE:")
    return parts if hands or len(parts) == 1 else parts[:-1]


def _read_match(file: AcpcMatch) -> Iterator[Received | Refused]:
    yield opening_of(file)
    scores: dict[int, Chips] | None = dict.fromkeys(file.seats.values(), 0)
    hands = HandsSoFar()
    for line in _unwrapped(file):
        text = _text(line)
        if not text or text[0] in "#;":
            continue
        if text.startswith("SCORE:"):
            fault = score_fault(file, text, scores, hands) if scores is not None else None
            if fault:
                yield refusal_of(file, line, problem("unreadable-line", detail=fault))
            continue
        item = _read_hand(file, line)
        yield item
        if isinstance(item, Refused):
            scores = None
        elif (
            scores is not None
            and isinstance(item.event, HandRecordedEvent)
            and hands.is_new(item.event.data.deal - 1)
        ):
            for seat, chips in item.event.data.result.items():
                scores[seat] += chips


def _unwrapped(file: AcpcMatch) -> Iterator[RawLine]:
    """The lines of the match; a hand that a mailer broke into several lines is one."""
    for piece in _pieces(read_lines(file.path, file.part)):
        if len(piece) == 1:
            yield piece[0]
            continue
        whole = range(len(piece), 1, -1)
        size = next((n for n in whole if _is_hand(file, _joined(piece[:n]))), 1)
        yield _joined(piece[:size])
        yield from piece[size:]


def _pieces(lines: Iterator[RawLine]) -> Iterator[list[RawLine]]:
    """A hand's line with those after it that begin nothing; every other line alone."""
    piece: list[RawLine] = []
    for line in lines:
        goes_on = line.whole and line.raw.strip() and not line.raw.startswith(_BEGINS)
        if piece and goes_on and piece[0].raw.startswith(b"STATE:") and len(piece) < MOST_PIECES:
            piece.append(line)
            continue
        if piece:
            yield piece
        piece = [line]
    if piece:
        yield piece


def _joined(lines: Sequence[RawLine]) -> RawLine:
    raw = b"\n".join(line.raw for line in lines)
    return replace(lines[0], raw=raw, ended=lines[-1].ended)


def _is_hand(file: AcpcMatch, line: RawLine) -> bool:
    state = _STATE.fullmatch(_text(line))
    return state is not None and set(state[5].split("|")) == set(file.seats)


def _text(line: RawLine) -> str:
    return line.raw.decode(errors="replace").replace("\n", "").strip()


def _read_hand(file: AcpcMatch, line: RawLine) -> Received | Refused:
    try:
        event = _hand(file, decode_line(line).replace("\n", ""))
    except UnusableLine as error:
        return refusal_of(file, line, line_problem(error, ended=line.ended))
    fault = check_event(event) or HOLDEM.check_event(event)
    if fault:
        return refusal_of(file, line, fault)
    return Received(line.raw, event, f"{file.path}:{line.number}")


def refusal_of(file: AcpcMatch, line: RawLine, fault: Problem) -> Refused:
    place, origin = f"{file.path}:{line.number}", f"{file.digest}:{line.number}"
    identity = Identity(session=file.session, group=GROUP, table=file.table)
    return Refused(line.raw, place, fault, origin, identity)


def _survey(path: Path, asked: Asked, part: FilePart, *, several: bool) -> AcpcMatch:
    """The match of a part of the file. ``several``: the file has more than one, so that the file's
    name is none of its tables'."""
    head: list[bytes] = []
    for piece in _pieces(read_lines(path, part)):
        tries = (_STATE.fullmatch(_text(_joined(piece[:n]))) for n in range(1, len(piece) + 1))
        state = next((each for each in tries if each), None)
        if state:
            break
        head += [line.raw for line in piece]
    else:
        raise UnknownFormat(str(path), "there is no hand in the file", "Give a result log")
    digest = asked.digest(digest_lines(path, part))
    table = asked.table_of(path)
    if several and not asked.table:
        named = _HEADER.fullmatch(head[0].decode(errors="replace").strip()) if head else None
        table = named[1][:LONGEST_NAME] if named else table
    found = match_named(path, table, digest, head, state[5].split("|"), asked.stakes)
    return replace(found, part=part, opens=part.line + len(head))


def match_named(
    path: Path,
    table: str,
    digest: str,
    head: Sequence[bytes],
    names: Sequence[str],
    stakes: Stakes | None,
) -> AcpcMatch:
    """The match that the lines before the first hand name; ``names``: as in that hand. Raises
    UnknownFormat."""
    found = (_HEADER.fullmatch(line.decode(errors="replace").strip()) for line in head)
    header = next((each for each in found if each), None)
    if header is None:
        raise UnknownFormat(
            str(path),
            "no line '# name/game/hands/seed NAME GAME HANDS SEED' gives the seed of its cards",
            "Give the complete log, with its first lines",
        )
    usable = all(0 < len(each) <= LONGEST_NAME for each in names)
    if not (usable and 2 <= len(names) <= MOST_SEATS):
        raise UnknownFormat(
            str(path),
            f"its first hand names {len(names)} players, or a name is empty or too long",
            f"A table has 2 to {MOST_SEATS} seats, a name 1 to {LONGEST_NAME} characters; "
            "give a result log of such a table",
        )
    return AcpcMatch(
        path=path,
        table=table,
        digest=digest,
        session=f"acpc-{len(names)}p-seed{header[4]}",
        game=_game(path, PurePosixPath(header[2]).name, stakes),
        seats={name: seat for seat, name in enumerate(names, start=1)},
        title=f"ACPC dealer, {len(names)} players, seed {header[4]}",
        head=b"\n".join(head),
        opens=len(head) + 1,
        hands=int(header[3]),
    )


def _game(path: Path, game_file: str, stakes: Stakes | None) -> HoldemGame:
    """The game of a game file; ``stakes`` given by the user replace its own."""
    built_in = GAME_FILES.get(game_file)
    if built_in is None and (stakes is None or "limit" not in game_file):
        raise UnknownFormat(
            str(path),
            f"the stakes of its game file {game_file} are not built in",
            "Give the stakes with --stakes SB/BB/STACK"
            if "limit" in game_file
            else f"Built in are {', '.join(GAME_FILES)}",
        )
    if stakes is None:
        assert built_in is not None
        return built_in
    return with_stakes(_NO_LIMIT if "nolimit" in game_file else _LIMIT, stakes)


def opening_of(file: AcpcMatch) -> Received:
    players = {seat: Player(name=name) for name, seat in file.seats.items()}
    event = SessionOpenedEvent(
        id=f"{file.session}/{GROUP}/{file.digest}/opened",
        session=file.session,
        group=GROUP,
        table=file.table,
        source=SOURCE,
        seq=1,
        data=SessionOpened(
            kind="archive",
            title=file.title,
            tables={file.table: TableInfo(game=file.game, players=players)},
        ),
    )
    return Received(file.head, event, f"{file.path}:{file.opens}")


def _first_hands(file: AcpcMatch) -> Iterator[PrintedHand]:
    """Every hand that has its form, with what it says at the stakes of ``file``."""
    for line in _unwrapped(file):
        match = _STATE.fullmatch(_text(line))
        scores = match[4].split("|") if match else []
        if match and all(map(_NUMBER.fullmatch, scores)):
            results = tuple(Fraction(score) for score in scores)
            yield PrintedHand(match[2], results, partial(_hand_at, file, match[0]))


def _hand_at(file: AcpcMatch, text: str, game: HoldemGame) -> HandRecordedEvent:
    return _hand(replace(file, game=game), text)


def _hand(file: AcpcMatch, text: str) -> HandRecordedEvent:
    match = _STATE.fullmatch(text)
    if match is None:
        raise UnusableLine(f"neither a hand ({_FORM}) nor another line of such a log")
    number, betting, dealt, results, names, at = match.groups()
    seats = _seats(file, names)
    holes, _, board = dealt.partition("/")
    cards, scores = holes.split("|"), results.split("|")
    if not len(seats) == len(cards) == len(scores):
        raise UnusableLine(f"{len(seats)} names, {len(cards)} hands and {len(scores)} results")
    try:
        return HandRecordedEvent(
            id=f"{file.session}/{GROUP}/{file.digest}/{int(number) + 1}",
            session=file.session,
            group=GROUP,
            table=file.table,
            source=SOURCE,
            seq=int(number) + 2,
            at=None if at is None else datetime.fromtimestamp(float(at), UTC),
            data=incoming_hand(
                deal=int(number) + 1,
                hand=int(number) + 1,
                button=seats[-1],
                cards=dict(zip(seats, cards, strict=True)),
                board=board_of(board),
                line=read_betting(betting, file.game, seats),
                result=dict(zip(seats, _results(scores), strict=True)),
            ),
        )
    except ValidationError as error:
        raise UnusableLine(hand_error(error)) from error
    except (ValueError, OverflowError) as error:
        raise UnusableLine(str(error)) from error


def _seats(file: AcpcMatch, names: str) -> list[int]:
    listed = names.split("|")
    if set(listed) != set(file.seats) or len(listed) != len(file.seats):
        raise UnusableLine(f"{', '.join(listed)} are not the players {', '.join(file.seats)}")
    return [file.seats[name] for name in listed]


def board_of(text: str) -> str:
    pieces = _BOARD.fullmatch(f"/{text}" if text else "")
    if pieces is None:
        raise UnusableLine(f"not a board: {text!r}; expected FLOP/TURN/RIVER, or nothing")
    return "".join(piece or "" for piece in pieces.groups())


def _results(scores: Sequence[str]) -> list[Chips]:
    return [exact(score, len(scores)) for score in scores]


def exact(text: str, players: int) -> Chips:
    """A printed result as the exact share it stands for: ``33.333333`` among three is 100/3.

    The dealer prints up to six decimals; a pot is split among at most all players. Raises
    ValueError if the number is not such a share.

    >>> exact("-66.666667", 3)
    Fraction(-200, 3)
    """
    number = _NUMBER.fullmatch(text)
    if number is None:
        raise ValueError(f"not a result: {text!r}")
    if number[1] is None:
        return int(text)
    printed = Fraction(text)
    parts = lcm(*range(1, players + 1))
    for denominator in (d for d in range(1, parts + 1) if parts % d == 0):
        near = Fraction(round(printed * denominator), denominator)
        if abs(near - printed) * 2_000_000 <= 1:
            return near.numerator if near.denominator == 1 else near
    raise ValueError(f"{text} is not a share of a pot among {players} players")


MOST_MISSING = 1_000
"""Numbers of missing hands that are remembered."""


@dataclass(slots=True)
class HandsSoFar:
    """The numbers of a match's hands, which count from 0: the ``next``, and those ``missing``."""

    next: int = 0
    missing: set[int] = field(default_factory=set)

    def is_new(self, number: int) -> bool:
        """Whether the hand is there for the first time."""
        if number >= self.next:
            self.end_at(number)
            self.next = number + 1
            return True
        is_new = number in self.missing
        self.missing.discard(number)
        return is_new

    def end_at(self, number: int) -> None:
        """Those from ``next`` to before ``number`` are missing."""
        room = MOST_MISSING - len(self.missing)
        self.missing.update(range(self.next, min(number, self.next + room)))

    @property
    def words(self) -> str:
        """The missing hands, as the log numbers them."""
        named = [str(number) for number in sorted(self.missing)[:5]]
        more = f" and {len(self.missing) - 5} more" if len(self.missing) > 5 else ""
        verb = "is" if len(self.missing) == 1 else "are"
        return f"hand{'' if verb == 'is' else 's'} {', '.join(named)}{more} {verb} missing"


def score_fault(
    file: AcpcMatch, text: str, scores: Mapping[int, Chips], hands: HandsSoFar
) -> str | None:
    """What is wrong with the SCORE line, which ends a whole match, given the sums of its hands by
    seat: a hand that is missing, or else the score."""
    match = _SCORE.fullmatch(text)
    if match is None:
        return "not a score: expected SCORE:RESULT|RESULT:NAME|NAME"
    names, printed = match[2].split("|"), match[1].split("|")
    if sorted(names) != sorted(file.seats) or len(printed) != len(names):
        return f"the score names {', '.join(names)}, the hands {', '.join(file.seats)}"
    for name, score in zip(names, printed, strict=True):
        total = scores[file.seats[name]]
        if not _NUMBER.fullmatch(score) or abs(Fraction(score) - total) * 1_000_000 > 1:
            hands.end_at(file.hands)
            sums = f"{name} ends at {score}, but the hands add up to {total}"
            return f"{hands.words}: {sums}" if hands.missing else sums
    return hands.words if hands.missing else None
