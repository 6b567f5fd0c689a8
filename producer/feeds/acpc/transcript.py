"""Transcripts of the ACPC dealer's messages (``*.actions.log``): what it sent to each player.

    TO 1 at 1341695920.9 MATCHSTATE:POSITION:HAND:BETTING:HOLE|HOLE/BOARD
    FROM 2 at 1341695920.9 MATCHSTATE:...:ACTION

A player sees its own cards, and the others' at showdown; all views of a hand together have all its
cards. Results are not in it: they are worked out, and add up to the SCORE line at the end. The
table is that of the match's result log, so that both files together are one table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from producer.events import HandRecordedEvent, LineMove
from producer.feeds.acpc.betting import read_betting
from producer.feeds.acpc.result_log import (
    GROUP,
    SOURCE,
    AcpcMatch,
    HandsSoFar,
    board_of,
    match_named,
    opening_of,
    refusal_of,
    score_fault,
)
from producer.feeds.event_checks import check_event
from producer.feeds.event_form import hand_error, incoming_hand
from producer.feeds.raw_lines import RawLine, digest_lines, read_lines
from producer.feeds.received import Asked, Received, Refused, UnknownFormat
from producer.files import shown_name
from producer.games.cards import Cards, parse_cards
from producer.games.game import Conditions
from producer.games.holdem.rules import HOLDEM
from producer.games.line import Chips, IllegalLine, Move
from producer.problems import problem

_SENT = re.compile(
    r"TO (\d{1,2}) at (\d{1,12}(?:\.\d{1,9})?) MATCHSTATE:(\d):(\d{1,9}):([^:]*):([^:]*)"
)
_OTHER = re.compile(r"FROM \d{1,2} at .*|(?:STARTED|FINISHED) at .*|[#;].*|SCORE:.*")


@dataclass(slots=True)
class _HandSoFar:
    """What the messages say of a hand so far. ``positions``: of each player, counted from 1;
    ``holes``: by position; ``lines``: the messages; ``at``: the first one's time."""

    number: int
    line: int
    at: float
    betting: str = ""
    board: str = ""
    positions: dict[int, int] = field(default_factory=dict)
    holes: dict[int, str] = field(default_factory=dict)
    lines: list[bytes] = field(default_factory=list)


def read_transcript(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """The session opening with this table, then every hand, recorded or refused.

    Raises OSError, and UnknownFormat if there is no hand, or no header or SCORE line.
    """
    match, names = _survey(path, asked)
    yield opening_of(match)
    scores: dict[int, Chips] | None = dict.fromkeys(match.seats.values(), 0)
    hands = HandsSoFar()
    hand: _HandSoFar | None = None
    for line in read_lines(path):
        text = line.raw.decode(errors="replace").strip()
        sent = _SENT.fullmatch(text) if line.whole else None
        if sent is None:
            if text.startswith("SCORE:") and scores is not None and hand is not None:
                item = _read_hand(match, names, hand)
                hand, scores = None, _added(scores, item, hands)
                yield item
                fault = score_fault(match, text, scores, hands) if scores is not None else None
                if fault:
                    yield refusal_of(match, line, problem("unreadable-line", detail=fault))
            elif text and not _OTHER.fullmatch(text):
                detail = "neither a message of the dealer nor another line of a transcript"
                yield refusal_of(match, line, problem("unreadable-line", detail=detail))
            continue
        if hand is None or hand.number != int(sent[4]):
            if hand is not None:
                item = _read_hand(match, names, hand)
                scores = _added(scores, item, hands)
                yield item
            hand = _HandSoFar(int(sent[4]), line.number, float(sent[2]))
        _add(hand, sent, line)
    if hand is not None:
        yield _read_hand(match, names, hand)


def _survey(path: Path, asked: Asked) -> tuple[AcpcMatch, list[str]]:
    """The match, from the header and the positions of the first hand; and the names of players 1,
    2, ..., from the score."""
    head: list[bytes] = []
    first: dict[int, int] = {}
    names: list[str] = []
    for line in read_lines(path):
        text = line.raw.decode(errors="replace").strip()
        if sent := _SENT.fullmatch(text):
            first.setdefault(int(sent[1]), int(sent[3]))
        elif text.startswith("SCORE:"):
            names = text.rpartition(":")[2].split("|")
        if not first:
            head.append(line.raw)
    if not first:
        raise UnknownFormat(str(path), "there is no hand in the file", "Give a transcript")
    if sorted(first) != list(range(1, len(names) + 1)):
        raise UnknownFormat(
            str(path), "no line SCORE names its players", "Give the complete transcript"
        )
    listed = [names[player - 1] for player in sorted(first, key=lambda player: first[player])]
    table = asked.table or shown_name(path.stem).removesuffix(".actions")
    digest = asked.digest(digest_lines(path))
    return match_named(path, table, digest, head, listed, asked.stakes), names


def _add(hand: _HandSoFar, sent: re.Match[str], line: RawLine) -> None:
    player, position = int(sent[1]), int(sent[3])
    hand.positions[player] = position
    hand.betting = max(hand.betting, sent[5], key=len)
    holes, _, board = sent[6].partition("/")
    hand.board = max(hand.board, board, key=len)
    for place, hole in enumerate(holes.split("|")):
        if hole:
            hand.holes[place] = hole
    hand.lines.append(line.raw)


def _read_hand(match: AcpcMatch, names: Sequence[str], hand: _HandSoFar) -> Received | Refused:
    raw = RawLine(hand.line, b"\n".join(hand.lines), ended=True, whole=True)
    try:
        event = _event(match, names, hand)
    except ValidationError as error:
        return refusal_of(match, raw, problem("unreadable-line", detail=hand_error(error)))
    except (ValueError, OverflowError) as error:
        return refusal_of(match, raw, problem("unreadable-line", detail=str(error)))
    fault = check_event(event) or HOLDEM.check_event(event)
    return refusal_of(match, raw, fault) if fault else Received(
        raw.raw, event, f"{match.path}:{hand.line}"
    )  # fmt: skip


def _event(match: AcpcMatch, names: Sequence[str], hand: _HandSoFar) -> HandRecordedEvent:
    """Raises ValueError if the messages are not of one whole hand."""
    by_position = {position: player for player, position in hand.positions.items()}
    if sorted(by_position) != list(range(len(names))):
        raise ValueError(f"hand {hand.number}: the messages to one of its players are missing")
    seats = [match.seats[names[by_position[place] - 1]] for place in range(len(names))]
    line = read_betting(hand.betting, match.game, seats)
    cards = {seats[place]: hole for place, hole in hand.holes.items() if place < len(seats)}
    board = board_of(hand.board)
    number = hand.number + 1
    return HandRecordedEvent(
        id=f"{match.session}/{GROUP}/{match.digest}/{number}",
        session=match.session,
        group=GROUP,
        table=match.table,
        source=SOURCE,
        seq=number + 1,
        at=datetime.fromtimestamp(hand.at, UTC),
        data=incoming_hand(
            deal=number,
            hand=number,
            button=seats[-1],
            cards=cards,
            board=board,
            line=line,
            result=_result(match, number, seats[-1], cards, board, line),
        ),
    )


def _result(
    match: AcpcMatch,
    number: int,
    button: int,
    cards: Mapping[int, str],
    board: str,
    line: tuple[LineMove, ...],
) -> Mapping[int, Chips]:
    stacks = dict.fromkeys(match.seats.values(), match.game.stack)
    conditions = Conditions(match.game, number, button, "ascending", stacks)
    known: dict[int, Cards] = {seat: parse_cards(hole) for seat, hole in cards.items()}
    moves = tuple([Move(move.street, move.seat, move.action, move.to) for move in line])
    try:
        settled = HOLDEM.settle(conditions, known, parse_cards(board), moves)
    except IllegalLine as error:
        raise ValueError(f"hand {number - 1}: {error}") from error
    if settled.result is None:
        raise ValueError(f"hand {number - 1}: the cards that were shown leave its result open")
    return settled.result


def _added(
    scores: Mapping[int, Chips] | None, item: Received | Refused, hands: HandsSoFar
) -> dict[int, Chips] | None:
    """The scores with the hand's result; ``None`` once a hand was refused."""
    if scores is None or isinstance(item, Refused):
        return None
    assert isinstance(item.event, HandRecordedEvent)
    if not hands.is_new(item.event.data.deal - 1):
        return dict(scores)
    result = item.event.data.result
    return {seat: chips + result.get(seat, 0) for seat, chips in scores.items()}
