"""What best calls and best play still bring, before every move (RULES B1, B2).

North holds all spades, East all hearts, South all diamonds, West all clubs: who declares in the own
suit takes every trick, because he ruffs the lead; in no trump whoever leads takes every trick. So
North can always bid 7 spades over all below it, and 7 no trump by East or West is thirteen down.
"""

from dataclasses import replace

import pytest
from bridge_boards import board, line_of

from producer.games.bridge.all_cards import Foreseen, foreseen, hands_of, par
from producer.games.line import Deal, DealKey, Line, Move
from producer.games.replays import Replays

SLAM = 1510
"""7 spades made by North, not vulnerable: 210, 300 for the game and 1,000 for the slam."""

AT_13 = Foreseen(SLAM, 13, (1, 3))


def before_each(deal: Deal) -> tuple[Foreseen, ...]:
    hands = hands_of(deal)
    assert hands is not None
    replayed = Replays(deal)["1"]
    return foreseen(deal, hands, replayed)


def numbered(deal: Deal, number: int, line: Line | None = None) -> Deal:
    (play,) = deal.plays
    played = replace(play, line=line or play.line)
    return replace(deal, key=DealKey("club", "A", number), plays=(played,))


def test_what_is_bid_and_made_at_once_costs_nobody_anything() -> None:
    assert before_each(board("7S p p p, Ah, 13")) == (*[Foreseen(SLAM)] * 4, *[AT_13] * 3)


def test_tricks_agreed_on_count_from_the_claim() -> None:
    *_, claimed = before_each(board("7S p p p, Ah, 11"))
    assert claimed == Foreseen(-100, 11, (1, 3))


def test_the_chance_of_the_slam_goes_with_the_last_call_that_could_bid_it() -> None:
    """One spade made with all tricks is 30, 50 for the part score and six more at 30."""
    points = [each.points for each in before_each(board("1S p p p, Ah, 13"))]
    assert points == [SLAM, SLAM, SLAM, 260, 260, 260, 260]


def test_points_are_north_and_souths_whoever_declares() -> None:
    """7 hearts by East; North, who had the last call, could still have bid 7 spades."""
    *auction, end = before_each(board("p 7H p p p, Ad, 13"))[:6]
    assert [each.points for each in auction] == [SLAM] * 5
    assert end == Foreseen(-SLAM, 13, (2, 4))


@pytest.mark.parametrize(("number", "points"), [(1, 1510), (5, 2210), (9, 1510), (13, 2210)])
def test_b1_the_number_of_the_board_says_who_is_vulnerable(number: int, points: int) -> None:
    """With the dealer in the north: nobody, north and south, east and west, all. Vulnerable the
    game is 500 and the slam 1,500."""
    deal = numbered(board("7S p p p, Ah, 13"), number)
    assert {each.points for each in before_each(deal)} == {points}
    hands = hands_of(deal)
    assert hands is not None
    assert par(deal, hands).points == points


def test_without_the_auction_the_contract_stands_against_par() -> None:
    deal = board("4S p p p, Ah, 13")
    line = (Move("auction", 1, "contract", "4S"), *line_of("4S p p p, Ah, 13")[4:])
    points = [each.points for each in before_each(numbered(deal, 1, line))]
    assert points == [SLAM, 510, 510, 510], "4 spades: 120, 300 for the game, three more at 30"


def test_a_deal_passed_out_has_no_play() -> None:
    assert [each.points for each in before_each(board("p p p p"))] == [SLAM, *[SLAM] * 2, 0, 0]


def test_hands_are_known_only_if_all_four_are() -> None:
    deal = board("p p p p")
    assert hands_of(deal) is not None
    assert hands_of(replace(deal, cards={**deal.cards, 3: ()})) is None
    assert hands_of(replace(deal, cards={n: deal.cards[n] for n in (1, 2, 3)})) is None
