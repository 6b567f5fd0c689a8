"""What games without bets say of a replayed play, and what a deal says of its tables."""

from dataclasses import replace

import pytest
from bridge_boards import board
from open_face_deals import TASTES, dealt, played, result

from producer.events import OpenFaceGame, ResultsGame
from producer.games.bridge.seats import SEATS
from producer.games.cards import Cards
from producer.games.game import Conditions, Hand, Situation
from producer.games.line import Deal, DealKey, IllegalLine, Line, Move, Play
from producer.games.ofc.placing import ROUNDS
from producer.games.ofc.rows import Rows
from producer.games.ofc.rules import OPEN_FACE, ReplayedOpenFace
from producer.games.registry import GAMES
from producer.games.replays import Replays
from producer.games.results.rules import RESULTS_ALONE

GAME = OpenFaceGame()
ROWS = ("back AhJh9h5h3h", "middle 9s", "middle 9c", "middle 6d", "middle 4c", "middle 3c",
        "front Kd", "front Jc", "front 8d")  # fmt: skip
"""A flush in the back, a pair of nines in the middle, and king high in front."""


def open_face(line: Line, seats: int, cards: dict[int, Cards] | None = None) -> ReplayedOpenFace:
    stacks = dict.fromkeys(range(1, seats + 1), 40)
    play = Play("1", 1, 1, GAME, stacks, {}, line, result(line, seats))
    deal = Deal(DealKey("s", "A", 1), seats, cards or {}, (), (play,), ("1",))
    return OPEN_FACE.replay(deal, play)


def placed(seat: int) -> tuple[Move, ...]:
    return tuple(Move(phase, seat, "place", row) for phase, row in zip(ROUNDS, ROWS, strict=True))


def test_a_hand_lost_by_leaving_is_fouled_and_one_not_played_is_not() -> None:
    """Seat 1 does not play, seat 2 leaves after its first cards, seat 3 plays to the end."""
    line = (
        Move("five", 1, "absent"),
        Move("five", 2, "place", "back AsKsQsTs2d"),
        Move("five", 2, "leave"),
        *placed(3),
    )
    replayed = open_face(line, 3)
    assert [replayed.fouled(seat) for seat in (1, 2, 3)] == [False, True, False]
    assert not replayed.showdown, "a hand that was left is not compared row by row"
    before, after = replayed.position_after(1), replayed.position_after(3)
    assert (before.order, before.lost) == ((2, 3), frozenset())
    assert (after.order, after.lost, after.stacks) == ((2, 3), {2}, (40, 40))
    assert [len(rows.cards) for rows in after.rows] == [5, 0]
    assert len(replayed.position_after(len(line)).rows[1].cards) == 13


def test_nothing_is_compared_where_one_hand_was_played() -> None:
    line = (Move("five", 1, "absent"), *placed(2))
    alone = open_face(line[:1], 2)
    assert not alone.showdown
    assert [alone.fouled(seat) for seat in (1, 2)] == [False, False]


def test_a_hand_whose_middle_beats_its_back_is_fouled() -> None:
    """Seat 2 has a flush in the middle and a pair of eights behind."""
    behind = [f"back {card}" for card in ("8h", "8c", "6c", "4d", "2c")]
    texts = ["middle AsJsTs5s3s", *behind, "front Kc", "front Jd", "front 7d"]
    swapped = [Move(phase, 2, "place", text) for phase, text in zip(ROUNDS, texts, strict=True)]
    both = [move for pair in zip(placed(1), swapped, strict=True) for move in pair]
    replayed = open_face(tuple(both), 2)
    assert [replayed.fouled(seat) for seat in (1, 2)] == [False, True]
    assert replayed.showdown


def test_rows_after_so_many_moves() -> None:
    cards = dealt(4, 2)
    line = tuple(played(cards, TASTES[:2]))
    replayed = open_face(line, 2, cards)
    assert replayed.rows_after(0) == {1: Rows(), 2: Rows()}
    assert [len(rows.cards) for rows in replayed.rows_after(3).values()] == [6, 5]
    assert replayed.rows_after(None) == replayed.rows_after(len(line)) == replayed.rows
    assert replayed.rows_after(len(line) - 1)[2] != replayed.rows[2]
    assert (replayed.line, replayed.marks) == (line, ("",) * 18)
    assert (replayed.put_in, replayed.board_after(None)) == (0, ())
    step = replayed.spots[2]
    assert (step.live, step.pot, step.to_call, step.street_bets) == ((1, 2), 0, 0, {})


def test_bridge_has_no_chips_and_no_common_cards() -> None:
    replayed = Replays(board("1S p 4S p p p, Kh, 10"))["1"]
    assert replayed.line[0] == Move("auction", 1, "bid", "1S")
    assert replayed.marks == ("",) * len(replayed.line)
    assert (replayed.put_in, replayed.showdown, replayed.board_after(None)) == (0, False, ())
    step = replayed.spots[0]
    assert (step.live, step.pot, step.to_call, step.street_bets) == (SEATS, 0, 0, {})


def begun(game: str, seats: int = 4) -> Hand:
    settings = GAME if game == "open-face" else board("p p p p").plays[0].game
    stacks = dict.fromkeys(range(1, seats + 1))
    return GAMES[game].begin(Conditions(settings, 1, 4, "ascending", stacks))


def test_whose_turn_it_is_before_the_first_move() -> None:
    """After the button in open-face, at the dealer in bridge."""
    assert begun("open-face").situation() == Situation("five", 1)
    assert begun("bridge").situation() == Situation("auction", 4)
    assert not begun("open-face").is_shown
    assert not begun("bridge").is_shown


@pytest.mark.parametrize("game", ["bridge", "open-face", "results"])
def test_no_cards_are_common(game: str) -> None:
    assert {GAMES[game].open_cards(phase) for phase in (*GAMES[game].phases, "")} == {0}


def test_o6_a_seat_can_lose_what_it_began_with_or_without_a_limit_any_hand() -> None:
    """Three opponents win 6 points each at most, and royalties of 25, 50 and 22."""
    line = (*placed(1)[:1], Move("five", 2, "leave"), *placed(1)[1:])
    under = Conditions(GAME, 1, 2, "ascending", {1: 40, 2: None})
    at_stake = OPEN_FACE.settle(under, {}, (), line).at_stake
    assert at_stake[1] == 40
    assert at_stake[2] > 3 * (6 + 25 + 50 + 22)
    with pytest.raises(IllegalLine) as missing:
        OPEN_FACE.settle(under, {}, (), line[:-1])
    assert (missing.value.n, missing.value.reason) == (len(line), "the hand is not over")
    with pytest.raises(IllegalLine) as again:
        OPEN_FACE.settle(under, {}, (), (*line[:2], line[1], *line[2:]))
    assert again.value.n == 3


def test_points_that_a_seat_begins_with() -> None:
    assert OPEN_FACE.stack(OpenFaceGame(stack=250)) == 250
    assert GAMES["bridge"].stack(board("p p p p").plays[0].game) is None
    assert RESULTS_ALONE.stack(ResultsGame()) is None


def test_of_results_alone_nothing_was_played_move_by_move() -> None:
    under = Conditions(ResultsGame(), 1, 1, "ascending", dict.fromkeys((1, 2)))
    hand = RESULTS_ALONE.begin(under)
    assert (hand.is_over, hand.is_shown, hand.situation()) == (True, False, Situation("", None))
    fold = Move("preflop", 1, "fold")
    for told in (lambda: hand.step(fold, 3), lambda: RESULTS_ALONE.settle(under, {}, (), (fold,))):
        with pytest.raises(IllegalLine, match="no line was recorded, only the results"):
            told()
    settled = RESULTS_ALONE.settle(under, {}, (), ())
    assert (settled.line, settled.result, set(settled.at_stake)) == ((), None, {1, 2})
    play = Play("1", 1, 1, ResultsGame(), dict.fromkeys((1, 2)), {}, (), {1: 5, 2: -5})
    deal = Deal(DealKey("s", "A", 1), 1, {}, (), (play,), ("1",))
    replayed = RESULTS_ALONE.replay(deal, play)
    assert (replayed.play, replayed.line, replayed.spots, replayed.marks) == (play, (), (), ())
    assert (replayed.put_in, replayed.showdown, replayed.board_after(None)) == (0, False, ())


def test_a_deal_says_its_name_its_tables_and_what_was_ruled() -> None:
    deal = board("1S p 4S p p p, Kh, 10", "p p p p")
    assert str(deal.key) == "club/A/1"
    assert (deal.alone, replace(deal, tables=("1",)).alone) == (False, True)
    named = replace(deal, table_names={"1": "Feature"})
    assert [named.name_of(table) for table in ("1", "2")] == ["Feature", "2"]
    ruled = replace(named, plays=(replace(deal.plays[0], ruled=(3,)), deal.plays[1]))
    assert deal.rulings == ()
    assert ruled.rulings == ("Table Feature, action 3: bid to 4S stands by a ruling of the floor",)
