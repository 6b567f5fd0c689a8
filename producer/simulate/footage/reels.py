"""What each table's camera records of the chosen deals, and the truth to compare a segment with.

Pure. A camera records from some seconds before a hand to some seconds after it; hands that follow
each other at a table are on one reel.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from itertools import groupby, pairwise

from producer.events import HandAction, HandBoard, HandFinished, HandStarted, Player
from producer.games.cards import cards_in
from producer.games.holdem import BOARD_CARDS
from producer.segments.timecode import DROP_FRAME_RATES, frames_in_a_day, timecode_of
from producer.simulate.footage.cels import FilmClock, SeatedPlayer
from producer.simulate.roster import NATIONS
from producer.simulate.session import SimulatedPlay
from producer.simulate.table_hands import PlacedHand, TableHand
from producer.simulate.tournament import TABLE, TournamentHand

BEFORE, AFTER = 12, 6
"""Seconds on a reel before the start of its first hand and after the end of its last."""


@dataclass(frozen=True, slots=True)
class TrueMoment:
    """``at``: when it happened, in seconds since 1970. ``frame``: the first that shows it, with
    the strip's number."""

    at: Fraction
    frame: int


@dataclass(frozen=True, slots=True)
class TrueHand:
    """When a hand really happened at a table. ``moves``: of its line, in order. ``streets``: when
    the first of each street's cards left the dealer, by name."""

    table: str
    deal: int
    hand: int
    started: TrueMoment
    moves: tuple[TrueMoment, ...]
    streets: Mapping[str, TrueMoment]
    finished: TrueMoment


@dataclass(frozen=True, slots=True)
class Reel:
    """One continuous recording. ``frames``: by the strip's numbers, which count from the first
    second of the session and so say the time. ``hands``: each with the frames that are its own."""

    table: str
    players: Mapping[int, SeatedPlayer]
    rate: Fraction
    frames: range
    hands: tuple[tuple[TableHand | PlacedHand, range], ...]

    @property
    def start(self) -> Fraction:
        """The time of the first frame by the house clock, in seconds since 1970."""
        return FilmClock(self.rate).seconds(self.frames.start)

    @property
    def begins(self) -> datetime:
        """``start``, to the second before it."""
        return datetime.fromtimestamp(int(self.start), UTC)

    @property
    def name(self) -> str:
        """Of the file without its ending: a folder for each table, and the time of its start."""
        return f"table-{self.table}/{self.begins:%Y-%m-%d_%H-%M-%S}"

    def timecode(self, frame: int) -> str:
        """The time of day (UTC) at a frame; drop frame at the rates that have it."""
        passed = FilmClock(self.rate).seconds(frame) % 86_400
        drop = self.rate in DROP_FRAME_RATES
        count = round(passed * self.rate) % frames_in_a_day(self.rate, drop)
        return timecode_of(count, self.rate, drop)

    def true_hands(self) -> tuple[TrueHand, ...]:
        clock = FilmClock(self.rate)
        return tuple(_true_hand(self.table, hand, clock) for hand, _ in self.hands)


def reels_of(play: SimulatedPlay, deals: Collection[int], rate: Fraction) -> tuple[Reel, ...]:
    """The reels of all tables, each table's in their order."""
    found = []
    for table in play.tables:
        players = {seat: seated_player(player) for seat, player in table.players.items()}
        chosen = [hand for hand in play.hands[table.name] if hand.deal in deals]
        found += [reel_of(table.name, players, rate, hands) for hands in _in_a_row(chosen)]
    return tuple(found)


def tournament_reels(hands: Sequence[TournamentHand], rate: Fraction) -> tuple[Reel, ...]:
    """The reels of a tournament's table, in order: on each the same players."""
    found = []
    for _, same in groupby(hands, key=lambda each: (each.session, tuple(each.players))):
        own = list(same)
        players = {seat: seated_player(player) for seat, player in own[0].players.items()}
        rows = _in_a_row([each.hand for each in own])
        found += [reel_of(TABLE, players, rate, row) for row in rows]
    return tuple(found)


def seated_player(player: Player) -> SeatedPlayer:
    """In the colour of the player's nation, for which not everybody plays."""
    return SeatedPlayer(player.name, player.team or "", _COLOURS[player.name])


_COLOURS = {name: nation.colour for nation in NATIONS for name in nation.players}


def _in_a_row(
    hands: Sequence[TableHand | PlacedHand],
) -> Iterator[tuple[TableHand | PlacedHand, ...]]:
    """Hands that follow each other, together."""
    ends = [n for n, (one, next_) in enumerate(pairwise(hands), 1) if next_.hand != one.hand + 1]
    for first, last in pairwise([0, *ends, len(hands)]):
        if first < last:
            yield tuple(hands[first:last])


def reel_of(
    table: str,
    players: Mapping[int, SeatedPlayer],
    rate: Fraction,
    hands: tuple[TableHand | PlacedHand, ...],
) -> Reel:
    """The recording of ``hands`` that follow each other at the table."""
    clock = FilmClock(rate)
    starts = [_opens(hand, clock) for hand in hands]
    end = clock.frame_at(hands[-1].happened[-1][0]) + clock.frames(AFTER)
    spans = [range(first, last) for first, last in pairwise([*starts, end])]
    return Reel(table, players, rate, range(starts[0], end), tuple(zip(hands, spans, strict=True)))


def _opens(hand: TableHand | PlacedHand, clock: FilmClock) -> int:
    """The frame of the whole second that is BEFORE seconds before the hand."""
    return clock.frame_at(hand.happened[0][0].replace(microsecond=0)) - clock.frames(BEFORE)


def _true_hand(table: str, hand: TableHand | PlacedHand, clock: FilmClock) -> TrueHand:
    started = finished = None
    moves: list[TrueMoment] = []
    streets: dict[str, TrueMoment] = {}
    opened = 0
    names = {count: name for name, count in BOARD_CARDS.items()}
    for time, entry in hand.happened:
        at = Fraction(round(time.timestamp() * 1_000), 1_000)
        moment = TrueMoment(at, clock.frame_at(time))
        match entry:
            case HandStarted():
                started = moment
            case HandAction():
                moves.append(moment)
            case HandBoard(cards=cards):
                opened += len(cards_in(cards))
                streets[names[opened]] = moment
            case HandFinished():
                finished = moment
    if started is None or finished is None:
        raise AssertionError("a hand has a start and an end")
    return TrueHand(table, hand.deal, hand.hand, started, tuple(moves), streets, finished)
