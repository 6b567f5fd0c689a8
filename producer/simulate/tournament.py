"""A small tournament at one table, as the floor and the table's device send it (RULES H7).

The blinds double each time two more players are out. The tournament is a session without tables;
its table plays in a session of its own at each level, because its stakes change.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from producer.events import (
    DealCards,
    DealCardsEvent,
    Event,
    HandActionEvent,
    HandBoardEvent,
    HandFinishedEvent,
    HandStartedEvent,
    HoldemGame,
    Player,
    RecordingAdded,
    RecordingAddedEvent,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
)
from producer.games.cards import format_cards
from producer.games.tournament_course import TournamentCourse, followed, opened_course
from producer.simulate.deck import ShuffledDeck, prepare
from producer.simulate.device import hand_entries
from producer.simulate.device_timing import at_once
from producer.simulate.hand import play_hand
from producer.simulate.roster import NATIONS
from producer.simulate.session import SimulatedRecording
from producer.simulate.simulated_clock import BEGINNING, SimulatedClock
from producer.simulate.styles import STYLES, style_of
from producer.simulate.table_hands import TableHand
from producer.tournament_events import (
    BlindLevel,
    TournamentChips,
    TournamentChipsEvent,
    TournamentEliminated,
    TournamentEliminatedEvent,
    TournamentEntered,
    TournamentEnteredEvent,
    TournamentEvent,
    TournamentLevel,
    TournamentLevelEvent,
    TournamentSeat,
    TournamentTerms,
)

DIRECTION = "descending"
TABLE = "1"
MOST_PLAYERS = 8
TERMS = TournamentTerms(
    stack=2_000,
    buy_in=10,
    costs=2,
    currency="€",
    prizes=(50, 20, 10),
    levels=(BlindLevel(small_blind=25, big_blind=50),),
    doubles_every=2,
    season="Simulated season",
)


def tournament_name(seed: int, players: int = MOST_PLAYERS) -> str:
    """
    >>> tournament_name(7)
    'sim-7-tournament-8'
    """
    return f"sim-{seed}-tournament-{players}"


@dataclass(frozen=True, slots=True)
class TournamentHand:
    """A hand as it was played, in the ``session`` of its level. ``players``: those in, by seat."""

    session: str
    players: Mapping[int, Player]
    hand: TableHand


def tournament_events(
    seed: int,
    hands: int,
    players: int = MOST_PLAYERS,
    recordings: Mapping[int, SimulatedRecording] | None = None,
) -> Iterator[Event]:
    """A tournament of one table, to its end or for so many ``hands``. The same arguments give the
    same events. ``recordings``: of the table's camera, by the number of the first hand that each
    shows. Raises ValueError for fewer than 4 or more than MOST_PLAYERS players, or no hand.
    """
    sent: Counter[str] = Counter()
    for each in _told(seed, hands, players):
        if not isinstance(each, TournamentHand):
            yield each
            continue
        recording = (recordings or {}).get(each.hand.deal)
        if recording is not None:
            yield _added(each, recording)
        yield from _hand_events(each, sent[each.session])
        sent[each.session] += len(each.hand.happened)


def tournament_hands(
    seed: int, hands: int, players: int = MOST_PLAYERS
) -> tuple[TournamentHand, ...]:
    """The hands of ``tournament_events``, with their cards and the true time of everything."""
    told = _told(seed, hands, players)
    return tuple(each for each in told if isinstance(each, TournamentHand))


def _told(seed: int, hands: int, players: int) -> Iterator[Event | TournamentHand]:
    if not 4 <= players <= MOST_PLAYERS or hands < 1:
        raise ValueError(f"a tournament has 4 to {MOST_PLAYERS} players and at least 1 hand")
    name = tournament_name(seed, players)
    seated = {seat: NATIONS[seat - 1].players[0] for seat in range(1, players + 1)}
    clock = SimulatedClock(BEGINNING, random.Random(f"{seed}/tournament/clock"))
    floor = _Floor(name)
    yield floor.opening(seed)
    course = opened_course(TERMS)
    seats = {who: TournamentSeat(table=TABLE, seat=seat) for seat, who in seated.items()}
    begins = (
        floor.sent(TournamentEnteredEvent, TournamentEntered(players=seats), BEGINNING),
        floor.sent(TournamentLevelEvent, TournamentLevel(level=1), BEGINNING),
    )
    course = followed(course, begins)
    yield from begins
    level, button = 0, players
    for number in range(1, hands + 1):
        if course.over:
            return
        if course.number != level:
            level = course.number
            yield _table_opening(name, course, seated)
        button = _next(button, {seat for seat, who in seated.items() if who in course.seats})
        played = _hand(seed, name, course, seated, number, button, clock)
        yield played
        counts = list(_counted(floor, course, seated, played.hand, clock.after(5, 10)))
        course = followed(course, counts)
        yield from counts


class _Floor:
    """Numbers the events of the floor's own program."""

    def __init__(self, name: str) -> None:
        self.name, self.count = name, 0

    def opening(self, seed: int) -> Event:
        return SessionOpenedEvent(
            id=f"{self.name}/opened",
            session=self.name,
            group="A",
            source="floor",
            at=BEGINNING - timedelta(hours=1),
            data=SessionOpened(
                kind="live",
                title=f"Simulated tournament {seed}",
                direction=DIRECTION,
                tables={},
                tournament=TERMS,
                credit="Invented players; the play is Duplicast's own simulation.",
                simulated=True,
            ),
        )

    def sent(
        self, kind: Callable[..., TournamentEvent], data: object, at: datetime
    ) -> TournamentEvent:
        self.count += 1
        return kind(
            id=f"{self.name}/{self.count}",
            session=self.name,
            group="A",
            source="floor",
            at=at,
            data=data,
        )


def _table_opening(name: str, course: TournamentCourse, seated: Mapping[int, str]) -> Event:
    """The table goes on at the blinds of the level, with the players still in."""
    there = {seat: Player(name=who) for seat, who in seated.items() if who in course.seats}
    session = _session(name, course)
    return SessionOpenedEvent(
        id=f"{session}/opened",
        session=session,
        group="A",
        table=TABLE,
        source="device",
        at=BEGINNING,
        data=SessionOpened(
            kind="live",
            title=f"Level {course.number}",
            direction=DIRECTION,
            tables={TABLE: TableInfo(game=_game(course), players=there)},
            simulated=True,
        ),
    )


def _session(name: str, course: TournamentCourse) -> str:
    return f"{name}/table-{TABLE}/level-{course.number}"


def _game(course: TournamentCourse) -> HoldemGame:
    level = course.level
    return HoldemGame(
        betting="no-limit",
        small_blind=level.small_blind,
        big_blind=level.big_blind,
        ante=level.ante,
    )


def _next(button: int, seats: set[int]) -> int:
    """The seat that has the button next: seats descend in the direction of play."""
    lower = [seat for seat in seats if seat < button]
    return max(lower or seats)


def _hand(
    seed: int,
    name: str,
    course: TournamentCourse,
    seated: Mapping[int, str],
    number: int,
    button: int,
    clock: SimulatedClock,
) -> TournamentHand:
    """A hand among the players still in."""
    stacks = {
        seat: course.tournament.chips[who] for seat, who in seated.items() if who in course.seats
    }
    whole = prepare(seed, number, len(seated), DIRECTION)
    deck = ShuffledDeck(button, {seat: whole.cards[seat] for seat in stacks}, whole.board)
    bots = {seat: style_of(seated[seat], seed, tuple(STYLES)) for seat in stacks}
    lots = random.Random(f"{seed}/tournament/{number}")
    played = play_hand(_game(course), deck, DIRECTION, stacks, bots, lots)
    happened = tuple(hand_entries(number, number, deck, stacks, played, clock))
    return TournamentHand(
        _session(name, course),
        {seat: Player(name=seated[seat]) for seat in stacks},
        TableHand(number, number, deck, stacks, played, happened),
    )


def _hand_events(played: TournamentHand, sent: int) -> Iterator[Event]:
    """The cards that the table reads, and the play. ``sent``: how many events the device has sent
    in the session."""
    session, hand = played.session, played.hand
    yield DealCardsEvent(
        id=f"{session}/deck/{hand.deal}",
        session=session,
        group="A",
        source="office",
        data=DealCards(
            deal=hand.deal,
            button=hand.deck.button,
            cards={seat: format_cards(cards) for seat, cards in hand.deck.cards.items()},
        ),
    )
    fingers = random.Random(f"{session}/fingers/{hand.deal}")
    for n, told in enumerate(at_once(iter(hand.happened), fingers)):
        yield _EVENTS[type(told.entry).__name__](
            id=f"{session}/{hand.deal}/{n}",
            session=session,
            group="A",
            table=TABLE,
            source="device",
            seq=sent + n + 1,
            at=told.at,
            data=told.entry,
        )


def _added(played: TournamentHand, recording: SimulatedRecording) -> Event:
    return RecordingAddedEvent(
        id=f"{played.session}/recording/{played.hand.deal}",
        session=played.session,
        group="A",
        table=recording.table,
        source="camera",
        at=recording.start,
        data=RecordingAdded(files=(recording.file,), start=recording.start),
    )


_EVENTS: Mapping[str, Callable[..., Event]] = {
    "HandStarted": HandStartedEvent,
    "HandAction": HandActionEvent,
    "HandBoard": HandBoardEvent,
    "HandFinished": HandFinishedEvent,
}


def _counted(
    floor: _Floor,
    course: TournamentCourse,
    seated: Mapping[int, str],
    hand: TableHand,
    at: datetime,
) -> Iterator[TournamentEvent]:
    """The chips after a hand, and who is out: with fewer chips before it first, level ones tied."""
    before = course.tournament.chips
    won = hand.played.result or {}
    chips = {seated[seat]: before[seated[seat]] + int(amount) for seat, amount in won.items()}
    yield floor.sent(TournamentChipsEvent, TournamentChips(chips=chips), at)
    gone = [who for who, has in chips.items() if has == 0]
    for had in sorted({before[who] for who in gone}):
        players = tuple(sorted(who for who in gone if before[who] == had))
        yield floor.sent(TournamentEliminatedEvent, TournamentEliminated(players=players), at)
