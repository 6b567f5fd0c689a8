"""Whole hands of hold'em from files that know no sessions: played by the rules, made into events.

Such a file names a table and numbers its hands; their stakes may rise. Hands at one table and at
the same stakes are one session, of which that table is the only one; a map joins tables
(``producer.feeds.mapping``). The number of the hand is the number of the deal. The seats and the
names are those of each hand, so the opening names nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from producer.bounds import FIRST_YEAR, INCOMING, LAST_YEAR, TOO_LARGE
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
from producer.feeds.event_form import incoming_hand
from producer.feeds.identity import UNKNOWN, Identity
from producer.feeds.received import Received, Refused
from producer.files import plain_name
from producer.games.cards import Cards, parse_cards
from producer.games.game import Conditions
from producer.games.holdem.rules import HOLDEM, HoldemHand
from producer.games.line import Chips, IllegalLine, Move
from producer.problems import Problem, problem

GROUP = "A"
CORRECT = "Correct the hand in its file, or export it again, and ingest the file again"
Verb = Literal[
    "fold", "check", "call", "call of", "check or call", "bet or raise", "adds", "all-in"
]


class FileAction(NamedTuple):
    """What a seat did as a file says it. ``to``: its total on the street, ``None`` where the rules
    give it; of ``adds``, what it added; of ``call of``, either. For problems, ``written``: the
    file's own words; ``entry``: its number in the file's list, 0 where that counts actions only."""

    seat: int
    verb: Verb
    to: int | None = None
    written: str = ""
    entry: int = 0


@dataclass(frozen=True, slots=True)
class FileHand:
    """A hand of a file. ``session``: the name of its session without the stakes. ``result``: as
    the file states it; ``None`` to have it worked out. ``collected``: what seats took from the
    pots; after a rake it counts only where unknown cards leave the result open. ``mucked``: seats
    that lost at showdown without showing. ``entries``: of the file's list of actions, 0 where that
    counts actions only. Amounts in smallest units."""

    session: str
    table: str
    title: str | None
    game: HoldemGame
    number: int
    button: int
    stacks: Mapping[int, int | None]
    names: Mapping[int, str]
    cards: Mapping[int, str]
    board: str
    actions: Sequence[FileAction]
    result: Mapping[int, Chips] | None = None
    collected: Mapping[int, int] | None = None
    mucked: tuple[int, ...] = ()
    at: datetime | None = None
    direction: Literal["ascending", "descending"] = "ascending"
    entries: int = 0


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where a hand was read: ``raw``, its bytes; ``place``, for people; ``source``, the format."""

    raw: bytes
    place: str
    source: str

    @property
    def origin(self) -> str:
        return f"{sha256(self.raw).hexdigest()[:24]}:1"


OTHER_GAMES = "other-games"
"""Stands for the session of hands that are not read, so that no real one waits for them."""


class UnusableHand(ValueError):
    """A hand that cannot be used, with the reason and the fix. ``at``: the field of the hand, or of
    the file, that is wrong."""

    def __init__(
        self, reason: str, fix: str = CORRECT, fault: Problem | None = None, *, at: str = ""
    ) -> None:
        self.problem = fault or problem("unusable-hand", at, reason=reason, hint=fix)
        super().__init__(reason)


class OtherGame(UnusableHand):
    """A hand of a game that is not read: it belongs to no session that its reader can open."""


@dataclass(frozen=True, slots=True)
class PlayedFileHand:
    """``end``: the hand after its line."""

    line: tuple[LineMove, ...]
    result: Mapping[int, Chips]
    end: HoldemHand


def refused(fault: Problem, where: HandPlace, identity: Identity = Identity()) -> Refused:  # noqa: B008
    return Refused(where.raw, where.place, fault, where.origin, identity)


def unusable(error: UnusableHand, where: HandPlace) -> Refused:
    """A hand of which not even the session is known; that of another game is in none of ours."""
    other = isinstance(error, OtherGame)
    return refused(error.problem, where, Identity(session=OTHER_GAMES) if other else UNKNOWN)


def session_of(hand: FileHand) -> str:
    """The name of the hand's session, with its stakes.

    >>> game = HoldemGame(betting="no-limit", small_blind=50, big_blind=100, ante=100)
    >>> hand = FileHand("phh-final", "1", None, game, 1, 1, {}, {}, {}, "", ())
    >>> session_of(hand)
    'phh-final-50-100-ante-100'
    """
    game = hand.game
    parts = [hand.session, str(game.small_blind), str(game.big_blind)]
    if game.ante:
        parts += ["ante" if game.ante_from == "everybody" else "bb-ante", str(game.ante)]
    if game.straddle:
        parts += ["straddle", str(game.straddle)]
    if game.cap:
        parts += ["cap", str(game.cap)]
    if game.betting != "no-limit":
        parts.append(game.betting)
    return "-".join(parts)


@lru_cache(maxsize=1 << 10)
def session_name(source: str, *names: str) -> str:
    """A session's name made from those that a file gives."""
    return plain_name(" ".join([source, *(name for name in names if name)]))


@lru_cache(maxsize=1 << 10)
def checked_game(**settings: Any) -> HoldemGame:
    """The stakes of a hand. Raises UnusableHand."""
    try:
        return HoldemGame.model_validate(settings, context=INCOMING)
    except ValidationError as error:
        raise UnusableHand(f"the stakes: {value_fault(error)}", at=_field(error)) from error


def exact_decimal(text: str) -> Decimal:
    """A number with decimals or an exponent as a file has it. Raises ValueError.

    >>> exact_decimal("0.30")
    Decimal('0.30')
    """
    try:
        return Decimal(text)
    except InvalidOperation as error:
        raise ValueError(f"{text[:40]} has too large an exponent") from error


def result_of_stacks(
    first: Mapping[int, int], last: Mapping[int, int]
) -> Mapping[int, Chips] | None:
    """What the stacks ``first`` and ``last`` say; ``None`` where chips are missing at the end, as
    after a rake or before the pot is paid. Raises UnusableHand for chips from nowhere."""
    result = {seat: end - first[seat] for seat, end in last.items()}
    more = sum(result.values())
    if more > 0:
        words = f"the stacks at the end are {more} more than those at the start"
        raise UnusableHand(words, at="result")
    return None if more else result


def smallest_units(amount: object, scale: int, what: str, at: str = "") -> int:
    """``amount`` in smallest units, ``scale`` of which are 1; ``at``: its field. Raises
    UnusableHand."""
    if type(amount) is int:
        return amount * scale
    if type(amount) is not Decimal:
        raise UnusableHand(f"{what} is {amount!r}, which is not an amount", at=at)
    if not amount.is_finite() or abs(amount.adjusted()) > 30:
        raise UnusableHand(f"{what} is {amount}, which is not an amount", at=at)
    units = amount * scale
    if units != units.to_integral_value():
        raise UnusableHand(f"{what} is {amount}, which is finer than 1/{scale}", at=at)
    return int(units)


def played(hand: FileHand) -> PlayedFileHand:
    """The line by the rules, and the result. Raises UnusableHand at the first illegal action, or if
    unknown cards leave open a result that the file does not state."""
    conditions = Conditions(hand.game, 1, hand.button, hand.direction, hand.stacks)
    moves = []
    try:
        state = HOLDEM.begin(conditions)
        for n, action in enumerate(hand.actions, 1):
            moves.append(state.step(_move(state, action), n))
        if not state.is_over:
            raise IllegalLine(
                len(moves) + 1, "the hand is not over, an action is missing", "the rest of the hand"
            )
        line = tuple([line_move(*move) for move in moves])
        result = hand.result or _from_pots(state, hand.collected, raked=False)
        if result is None:
            result = state.scores(_known(hand.cards), parse_cards(hand.board), hand.mucked)
        if result is None:
            result = _from_pots(state, hand.collected, raked=True)
    except IllegalLine as error:
        raise UnusableHand(error.reason, fault=_illegal(error, hand)) from error
    except UnusableHand:
        raise
    except ValidationError as error:
        raise UnusableHand(value_fault(error), at="line") from error
    except ValueError as error:
        raise UnusableHand(str(error)) from error
    if result is None:
        raise UnusableHand(
            "who won the pot is open: the file shows neither all cards nor the result",
            "Add the result, or the cards shown down, to the hand, and ingest the file again",
        )
    return PlayedFileHand(line, result, state)


@lru_cache(maxsize=1 << 12)
def _player(name: str) -> Player:
    return Player(name=name)


@lru_cache(maxsize=1 << 15)  # validating a move takes longer than playing it
def line_move(street: str, seat: int, action: str, to: int | str | None) -> LineMove:
    return LineMove.model_validate(
        {"street": street, "seat": seat, "action": action, "to": to}, context=INCOMING
    )


def _move(state: HoldemHand, action: FileAction) -> Move:
    """The action in the words of the rules."""
    seat, verb, to = action[:3]
    if verb == "check or call":
        verb = "call" if state.to_call else "check"
    if verb in {"fold", "check"}:
        return Move(state.phase, seat, verb)
    if verb == "call of":
        verb, to = "call", state.call_total if to in (state.to_call, state.call_total) else to
    elif verb == "adds" and to is not None:
        to += state.call_total - state.to_call
    if verb == "call" or (verb == "all-in" and to is not None and to <= state.to_match):
        return Move(state.phase, seat, "call", to)
    return Move(state.phase, seat, "raise" if state.to_match else "bet", to)


def _from_pots(
    state: HoldemHand, collected: Mapping[int, int] | None, *, raked: bool
) -> Mapping[int, Chips] | None:
    """The result of what seats took from the pots, if all chips are accounted for. ``raked``: one
    seat took all but a rake, which is given back. Raises UnusableHand for more than was in."""
    took = {seat: chips for seat, chips in (collected or {}).items() if chips}
    if not took:
        return None
    put, returned = state.put_in()
    pot, paid_out = sum(put.values()), sum(took.values())
    if paid_out > pot + sum(returned.values()):
        raise UnusableHand(f"{paid_out} are won from a pot of {pot}", at="collected")
    if raked:
        took = dict.fromkeys(took, pot) if len(took) == 1 and paid_out < pot else {}
    elif returned and paid_out == pot + sum(returned.values()):  # the uncalled bet was collected
        put = {seat: chips + returned.get(seat, 0) for seat, chips in put.items()}
    elif paid_out != pot:
        return None
    return {seat: took.get(seat, 0) - chips for seat, chips in put.items()} if took else None


def _known(cards: Mapping[int, str]) -> dict[int, Cards]:
    return {seat: parse_cards(hole) for seat, hole in cards.items() if hole}


def _illegal(error: IllegalLine, hand: FileHand) -> Problem:
    """The problem, with the file's own words and number for the action."""
    action = hand.actions[error.n - 1] if 1 <= error.n <= len(hand.actions) else None
    entry = action.entry if action else hand.entries and hand.entries + 1
    written = action.written if action else ""
    detail = f"{error.reason} (written {written!r})" if written else error.reason
    return problem(
        "illegal-action",
        f"data.line.{error.n - 1}",
        action=entry or error.n,
        detail=detail,
        expected=error.expected,
    )


def _field(error: ValidationError) -> str:
    """The field of the first fault."""
    return str(next(iter(error.errors(include_url=False)[0]["loc"]), ""))


def value_fault(error: ValidationError) -> str:
    """The first thing that is wrong with a hand's values."""
    first = error.errors(include_url=False)[0]
    field_name = _field(error) or "the hand"
    if first["type"] == TOO_LARGE:
        return f"{field_name}: {first['msg']}"
    given = str(first["input"])[:40]
    return f"{field_name}: {given!r} cannot be: {first['msg'][:1].lower()}{first['msg'][1:]}"


@dataclass(slots=True)
class Openings:
    """The sessions that a file has opened so far: each is opened before its first hand."""

    opened: set[str] = field(default_factory=set)

    def events_of(
        self,
        hand: FileHand,
        where: HandPlace,
        play: Callable[[FileHand], PlayedFileHand] = played,
    ) -> Iterable[Received | Refused]:
        """The hand, recorded or refused, after its session's opening if that is new. ``play``: how
        its actions are read."""
        session = session_of(hand)
        try:
            event = _recorded(hand, play(hand), session, where)
        except UnusableHand as error:
            yield refused(error.problem, where, Identity(session=session, group=GROUP,
                table=hand.table, deal=hand.number))  # fmt: skip
            return
        place = f"{session}/{hand.table}"
        if place not in self.opened:
            self.opened.add(place)
            yield _opening(hand, session, where)
        fault = check_event(event) or HOLDEM.check_event(event)
        if fault:
            yield Refused(where.raw, where.place, fault, where.origin)
        else:
            yield Received(where.raw, event, where.place)


def _opening(hand: FileHand, session: str, where: HandPlace) -> Received:
    """The same for every file of the table, so that files may come singly and in any order."""
    event = SessionOpenedEvent(
        id=f"{GROUP}/opened/{sha256(hand.table.encode()).hexdigest()[:12]}",
        session=session,
        group=GROUP,
        table=hand.table,
        source=where.source,
        data=SessionOpened(
            kind="archive",
            title=hand.title,
            direction=hand.direction,
            tables={hand.table: TableInfo(game=hand.game, players={})},
        ),
    )
    return Received(b"", event, where.place)


def _recorded(
    hand: FileHand, found: PlayedFileHand, session: str, where: HandPlace
) -> HandRecordedEvent:
    if hand.at is not None and not FIRST_YEAR <= hand.at.year <= LAST_YEAR:
        raise UnusableHand(f"it was played in the year {hand.at.year}")
    try:
        data = incoming_hand(
            deal=hand.number,
            hand=hand.number,
            button=hand.button,
            cards=hand.cards,
            board=hand.board,
            stacks=hand.stacks,
            players={seat: _player(name) for seat, name in hand.names.items()},
            line=found.line,
            result=found.result,
        )
        # by what was played, so that a hand exported again is the same event
        digest = sha256(data.model_dump_json().encode()).hexdigest()[:24]
        return HandRecordedEvent(
            id=f"{GROUP}/{hand.number}/{digest}",
            session=session,
            group=GROUP,
            table=hand.table,
            source=where.source,
            at=hand.at,
            data=data,
        )
    except ValidationError as error:
        raise UnusableHand(value_fault(error), at=_field(error)) from error
