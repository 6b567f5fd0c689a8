"""Deals that few tables played, or played without a choice: no play, no move, an empty seat."""

from dataclasses import replace

from hand_made import deal, results

from producer.compare import compare
from producer.compare.results import against_average, by_seat, ranks, swing

HANDS = {1: "AhAd", 2: "KcKs"}
DRY = "Td5s9h2c4c"


def test_a_seat_that_was_dealt_in_at_one_table_is_compared_there_only() -> None:
    scores = {"1": {1: 10, 2: -10}, "2": {1: 4, 3: -4}}
    assert by_seat(scores) == {1: {"1": 10, "2": 4}, 2: {"1": -10}, 3: {"2": -4}}
    assert swing(scores) == {1: 6, 2: 0, 3: 0}
    assert ranks(scores) == {"1": {1: 1, 2: 1}, "2": {1: 2, 3: 1}}
    assert against_average(scores, {1: 7, 2: -10, 3: -4}) == {
        "1": {1: 3, 2: 0},
        "2": {1: -3, 3: 0},
    }


def test_a_deal_that_nobody_has_played_has_nothing_to_compare() -> None:
    played = deal(HANDS, DRY, ["1r300 2f"])
    found = compare(replace(played, plays=()))
    assert (found.forks, found.picks, found.merit, found.swing) == ((), (), 0, {})


def test_a_hand_without_a_move_has_a_result_and_no_fork() -> None:
    """Both seats have half a big blind: posting puts them all in."""
    made = deal(HANDS, DRY, ["", ""], stack=50)
    assert results(made, 1) == [50, 50]
    found = compare(made)
    assert (found.forks, found.merit, found.swing) == ((), 0, {1: 0, 2: 0})
