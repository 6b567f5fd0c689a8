"""What the table cameras record: when, where the true moments are, and what lies on the table."""

from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from producer.compare import compare
from producer.compare.ranking import varied
from producer.events import HandAction, HandBoard, event_json
from producer.feeds import Received
from producer.games.cards import parse_cards
from producer.record import open_store
from producer.segments.timecode import RATES
from producer.simulate import session_events
from producer.simulate.footage.camera import cels_of
from producer.simulate.footage.cels import Cel, FilmClock
from producer.simulate.footage.choice import best_deals
from producer.simulate.footage.pieces import CardBack, CardFace, ChipPile, NamePlate, change
from producer.simulate.footage.places import HEIGHT, WIDTH, places_of
from producer.simulate.footage.reels import reels_of
from producer.simulate.session import SimulatedPlay, simulated_play

RATE = Fraction(25)


@pytest.fixture(scope="module")
def play() -> SimulatedPlay:
    return simulated_play(6, 5)


def _lying(cels: list[Cel], frame: int) -> list[Cel]:
    return [cel for cel in cels if cel.first <= frame < cel.last]


def test_the_hands_are_those_that_the_session_sends_and_every_entry_is_1_to_5_s_late(
    play: SimulatedPlay,
) -> None:
    at_once = [table for table in play.tables if not table.batches]
    for table in at_once:
        sent = [event for event in session_events(6, 5) if event.table == table.name]
        happened = [each for hand in play.hands[table.name] for each in hand.happened]
        for event, (time, entry) in zip(sent, happened, strict=True):
            assert event.data == entry
            late = (event.at - time).total_seconds()
            assert late >= 1
        lates = sorted(
            (event.at - time).total_seconds()
            for event, (time, _) in zip(sent, happened, strict=True)
        )
        assert lates[len(lates) // 2] < 5


def test_a_table_has_a_reel_for_each_chosen_deal_and_one_for_deals_in_a_row(
    play: SimulatedPlay,
) -> None:
    two = {hand.deal for hand in play.hands["1"][2:4]}
    reels = reels_of(play, two, RATE)
    assert [len(reel.hands) for reel in reels if reel.table == "1"] == [2]
    assert sum(len(reel.hands) for reel in reels) == 2 * 6
    whole = reels_of(play, set(range(1, 7)), RATE)
    assert [(reel.table, len(reel.hands)) for reel in whole] == [(str(n), 6) for n in range(1, 7)]


def test_a_reel_shows_nothing_of_the_hands_before_and_after_it(play: SimulatedPlay) -> None:
    clock = FilmClock(RATE)
    for reel in reels_of(play, {3}, RATE):
        hands = play.hands[reel.table]
        place = next(n for n, hand in enumerate(hands) if hand.deal == 3)
        if place:
            assert clock.frame_at(hands[place - 1].happened[-1][0]) < reel.frames.start
        if place + 1 < len(hands):
            assert clock.frame_at(hands[place + 1].happened[0][0]) >= reel.frames.stop


@pytest.mark.parametrize("rate", RATES.values())
def test_the_frame_of_a_true_moment_is_the_first_at_or_after_it(
    play: SimulatedPlay, rate: Fraction
) -> None:
    for reel in reels_of(play, {1}, rate):
        (true,) = reel.true_hands()
        (hand, _) = reel.hands[0]
        moments = [true.started, *true.moves, *true.streets.values(), true.finished]
        assert Counter(round(moment.at * 1000) for moment in moments) == Counter(
            round(time.timestamp() * 1000) for time, _ in hand.happened
        )
        for moment in moments:
            shown = reel.start + (moment.frame - reel.frames.start) / rate
            assert 0 <= shown - moment.at < 1 / rate


def test_the_start_is_a_whole_second_and_the_timecode_says_the_time_of_day(
    play: SimulatedPlay,
) -> None:
    reel = reels_of(play, {3}, RATE)[0]
    clock = datetime.fromtimestamp(int(reel.start), UTC)
    assert reel.start.denominator == 1
    assert reel.timecode(reel.frames.start) == f"{clock:%H:%M:%S}:00"
    assert reel.name == f"table-1/{clock:%Y-%m-%d_%H-%M-%S}"
    dropped = reels_of(play, {3}, RATES["29.97"])[0]
    assert dropped.timecode(dropped.frames.start)[:8] in {
        f"{clock:%H:%M:%S}",
        f"{datetime.fromtimestamp(int(reel.start) - 1, UTC):%H:%M:%S}",
    }
    assert ";" in dropped.timecode(dropped.frames.start)


def test_board_cards_are_face_up_after_their_time_and_never_before(play: SimulatedPlay) -> None:
    clock = FilmClock(RATE)
    for reel in reels_of(play, range(1, 7), RATE):
        cels = cels_of(reel)
        for hand, span in reel.hands:
            opened: list[int] = []
            for time, entry in hand.happened:
                if isinstance(entry, HandBoard):
                    frame = clock.frame_at(time)
                    assert _faces(cels, frame - 1, hand.deck.board) == set(opened)
                    assert _flying(cels, frame) > _flying(cels, frame - 1)
                    opened += parse_cards(entry.cards)
                    assert _faces(cels, frame + 25, hand.deck.board) == set(opened)
            assert _faces(cels, span[-1], hand.deck.board) == set()


def _faces(cels: list[Cel], frame: int, board: tuple[int, ...]) -> set[int]:
    shown = {cel.piece.card for cel in _lying(cels, frame) if isinstance(cel.piece, CardFace)}
    return shown & set(board)


def _flying(cels: list[Cel], frame: int) -> int:
    return sum(
        isinstance(cel.piece, CardBack) and cel.to is not None for cel in _lying(cels, frame)
    )


def test_hole_cards_are_seen_at_showdown_only(play: SimulatedPlay) -> None:
    clock = FilmClock(RATE)
    shown_down = 0
    for reel in reels_of(play, range(1, 7), RATE):
        cels = cels_of(reel)
        for hand, span in reel.hands:
            last = clock.frame_at(
                [time for time, entry in hand.happened if isinstance(entry, HandAction)][-1]
            )
            hole = {card for cards in hand.deck.cards.values() for card in cards}
            seen = {
                (cel.piece.card, cel.first)
                for cel in cels
                if isinstance(cel.piece, CardFace) and cel.piece.card in hole and cel.first in span
            }
            assert {card for card, _ in seen} == {
                card for seat in hand.played.shown for card in hand.deck.cards[seat]
            }
            assert all(first > last for _, first in seen)
            shown_down += bool(seen)
    assert shown_down > 0


def test_the_player_to_act_is_marked_and_the_action_is_seen_in_its_own_frame(
    play: SimulatedPlay,
) -> None:
    for reel in reels_of(play, {2, 5}, RATE):
        cels = cels_of(reel)
        for (hand, _), true in zip(reel.hands, reel.true_hands(), strict=True):
            for move, moment in zip(hand.played.line, true.moves, strict=True):
                before = _plates(cels, moment.frame - 1)
                assert [name for name, state in before.items() if state == "acting"] == [
                    reel.players[move.seat].name
                ]
                after = _plates(cels, moment.frame)[reel.players[move.seat].name]
                assert after == ("out" if move.action == "fold" else "in")


def _plates(cels: list[Cel], frame: int) -> dict[str, str]:
    plates = [cel.piece for cel in _lying(cels, frame) if isinstance(cel.piece, NamePlate)]
    assert len({plate.name for plate in plates}) == len(plates) == 6
    return {plate.name: plate.state for plate in plates}


def test_the_chips_on_the_table_are_those_of_the_stacks_at_every_rest(play: SimulatedPlay) -> None:
    for reel in reels_of(play, {1, 4}, RATE):
        cels = cels_of(reel)
        for (hand, span), true in zip(reel.hands, reel.true_hands(), strict=True):
            all_chips = sum(hand.stacks.values())
            rests = [span[0], *(moment.frame - 1 for moment in true.moves), span[-1]]
            for frame in rests:
                piles = [
                    cel.piece for cel in _lying(cels, frame) if isinstance(cel.piece, ChipPile)
                ]
                worth = sum(each * count for pile in piles for each, count in pile.columns)
                assert all_chips - 300 < worth <= all_chips, "what is less than a chip is not seen"


@pytest.mark.parametrize(
    "amount", [25, 50, 350, 1_175, 2_500, 4_950, 10_000, 14_950, 31_000, 60_000]
)
def test_an_amount_in_chips_is_the_amount_in_columns_of_at_most_ten(amount: int) -> None:
    columns = change(amount)
    assert sum(worth * count for worth, count in columns) == amount
    assert all(0 < count <= 10 for _, count in columns)


@pytest.mark.parametrize("players", range(2, 11))
def test_ten_players_have_room_and_act_clockwise(players: int) -> None:
    seats = places_of(range(1, players + 1), "descending")
    plates = [seats[seat].plate for seat in range(players, 0, -1)]
    for n, (x, y) in enumerate(plates):
        assert 118 <= x <= WIDTH - 118
        assert 31 <= y <= HEIGHT - 31
        for other_x, other_y in plates[:n]:
            assert abs(x - other_x) >= 236 or abs(y - other_y) >= 62, "plates do not overlap"
    turns = [
        (x - 960) * (next_y - 545) - (y - 545) * (next_x - 960)
        for (x, y), (next_x, next_y) in pairwise(plates)
    ]
    if players > 3:
        assert all(turn > 0 for turn in turns), "y points down: clockwise"


def test_the_best_deals_are_those_that_the_ranking_of_the_record_puts_first(
    play: SimulatedPlay, tmp_path: Path
) -> None:
    with open_store(tmp_path / "record.db") as store:
        events = session_events(6, 5, archive=True)
        store.append(Received(event_json(each).encode(), each, "") for each in events)
        recorded = varied([compare(deal) for deal in store.deals()])
    assert best_deals(play) == tuple(each.deal.key.number for each in recorded[:3])
