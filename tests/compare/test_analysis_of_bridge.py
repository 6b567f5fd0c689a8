"""What calls and cards gave up with all cards in view, by board and player; a table's hand alone.

The hands are those of ``bridge_boards``: each player has all cards of one suit. Seven spades by
North make, 1,510 points; all tricks in one spade are 260.
"""

from dataclasses import replace

import pytest
from bridge_boards import board
from hand_made import deal as made

from producer.compare import compare, with_all_cards
from producer.compare.bridge_analysis import AnalysedBoard, GivenUp, analysed, player_totals
from producer.compare.choices_in_view import ALL_CARDS
from producer.compare.model import AllCards, Comparison, MoveCost
from producer.compare.whole_hand import whole_hand
from producer.events import Player
from producer.games.line import Move

NOTHING = GivenUp()
SLAM, PART_SCORE = "7S p p p, Ah, 13", "1S p p p, Ah, 13"


def seen(*lines: str) -> Comparison:
    return with_all_cards(compare(board(*lines)))


def test_the_pass_that_left_the_slam_unbid_gave_up_the_difference() -> None:
    """South had the last call of the two. 1,250 points are 15 IMPs (RULES B3)."""
    found = analysed(seen(PART_SCORE, SLAM))
    part, slam = found.plays
    assert (found.par, found.missing, found.imps, found.ahead) == (1510, "", 15, "NS at 2")
    assert part.lost == {1: NOTHING, 2: NOTHING, 3: GivenUp(calls=1250), 4: NOTHING}
    assert part.worst is not None
    move, cost = part.worst
    assert (move, cost.lost) == (Move("auction", 3, "pass"), 1250)
    assert (part.table, part.tricks, part.points) == ("1", 13, 260)
    assert (slam.table, slam.worst, set(slam.lost.values())) == ("2", None, {NOTHING})
    assert slam.contract is not None
    assert (slam.contract.level, slam.contract.strain, slam.points) == (7, "S", 1510)


def test_tricks_given_away_by_a_claim_are_the_claimers() -> None:
    """Two down instead of thirteen tricks: 1,510 and 100."""
    (play,) = analysed(seen("7S p p p, Ah, 11")).plays
    assert play.lost[1] == GivenUp(cards=1610, tricks=2)
    assert (play.tricks, play.points) == (11, -100)


def test_nobody_gave_up_what_both_sides_agreed_on() -> None:
    """East has thirteen tricks against one no-trump; seven for declarer are a gift, no fault."""
    (play,) = analysed(seen("1NT p p p, Ah, 7")).plays
    assert play.lost[1].cards == 0
    assert play.lost[2].cards == 0


def counted(*costs: tuple[int, int | None]) -> AnalysedBoard:
    """Table 1 in one spade, its four calls and the lead for nothing, then these costs."""
    found = compare(board("1S p p p, Ah, 13"))
    (play,) = found.deal.plays
    dummy = [
        Move("play", 3, "play", "Ad"),
        Move("play", 4, "play", "Ac"),
        Move("play", 1, "play", "2s"),
    ]
    line = (*play.line[:5], *dummy[: len(costs)])
    all_costs = [MoveCost(0, None, 0)] * 5 + [MoveCost(lost, tricks, 0) for lost, tricks in costs]
    deal = replace(found.deal, plays=(replace(play, line=line),))
    return analysed(
        replace(found, deal=deal, all_cards=AllCards("", {1: 1510}, (), {"1": tuple(all_costs)}))
    )  # fmt: skip


def test_dummys_cards_are_declarers() -> None:
    (play,) = counted((30, 1), (60, 2), (90, 3)).plays
    assert play.lost[1] == GivenUp(cards=120, tricks=4)
    assert (play.lost[3], play.lost[4]) == (NOTHING, GivenUp(cards=60, tricks=2))
    assert play.worst is not None
    assert play.worst[0].detail == "2s"


def test_what_gained_counts_for_nobody() -> None:
    (play,) = counted((-30, -1), (0, 0)).plays
    assert set(play.lost.values()) == {NOTHING}
    assert play.worst is None


def test_totals_are_by_table_seat_and_name() -> None:
    """North changes after the first board, the others stay; South is in a team."""
    first, second = analysed(seen(PART_SCORE, SLAM)), analysed(seen(PART_SCORE, SLAM))
    south = Player(name="Sol", team="BRA")
    boards = [
        replace(
            each,
            plays=tuple(
                replace(play, players={**play.players, 1: Player(name=north), 3: south})
                for play in each.plays
            ),
        )
        for each, north in ((first, "Ann"), (second, "Ned"))
    ]
    totals = player_totals(boards)
    assert [(each.seat, each.name, each.boards) for each in totals if each.table == "1"] == [
        (1, "Ann", 1), (1, "Ned", 1), (2, "E1", 2), (3, "Sol", 2), (4, "W1", 2),
    ]  # fmt: skip
    assert [each.table for each in totals] == ["1"] * 5 + ["2"] * 5
    (sol,) = [each for each in totals if (each.table, each.seat) == ("1", 3)]
    assert (sol.team, sol.lost) == ("BRA", GivenUp(calls=2500))
    assert {each.team for each in totals if each.seat != 3} == {""}


def test_what_is_given_up_adds_up() -> None:
    assert GivenUp(1, 2, 3) + GivenUp(10, 20, 30) == GivenUp(11, 22, 33)
    assert GivenUp() == GivenUp(0, 0, 0)


def test_the_swing_is_to_the_team_in_the_north_of_the_better_table() -> None:
    """7 hearts by East, 1,510 to the other side, and a deal passed out: 17 IMPs to the second."""
    found = compare(board("p 7H p p p, Ad, 13", "p p p p"))
    unseen = AllCards("not all four hands are known")
    named = replace(found.deal, table_names={"2": "Open"})

    def swing(one: Comparison) -> tuple[int, str]:
        board_ = analysed(replace(one, all_cards=unseen))
        assert (board_.par, board_.missing, board_.plays) == (None, unseen.missing, ())
        return board_.imps, board_.ahead

    assert swing(replace(found, deal=named)) == (17, "NS at Open")
    one, other = found.deal.plays
    greece = replace(other, players={**other.players, 1: Player(name="Eva", team="GRE")})
    assert swing(replace(found, deal=replace(found.deal, plays=(one, greece)))) == (17, "GRE")
    nobody = replace(other, players={})
    assert swing(replace(found, deal=replace(found.deal, plays=(one, nobody)))) == (17, "NS at 2")
    assert swing(compare(board(SLAM))) == (0, "")
    assert swing(compare(board(SLAM, SLAM))) == (0, "")
    assert swing(compare(board(SLAM, PART_SCORE, SLAM))) == (0, "")


def test_each_pick_says_what_its_two_choices_did_with_all_cards_in_view() -> None:
    """The fork is North's opening: one spade or seven, neither of which costs anything yet."""
    before, found = compare(board(PART_SCORE, SLAM)), seen(PART_SCORE, SLAM)
    assert before.all_cards is None
    assert found.all_cards is not None
    assert found.all_cards.best == {1: 1510, 2: -1510, 3: 1510, 4: -1510}
    (pick,) = found.picks
    assert pick.components[ALL_CARDS].value == 0
    assert set(pick.components) == {*before.picks[0].components, ALL_CARDS}


@pytest.mark.parametrize("lines", [["1f", "1f"], []])
def test_without_cards_to_count_a_comparison_stays_as_it_is(lines: list[str]) -> None:
    found = compare(made({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", lines))
    assert with_all_cards(found) == found


HANDS = {1: "KcKs", 2: "JhJc", 3: "7d2c"}


def test_a_table_alone_has_its_hand_from_the_first_who_does_not_fold() -> None:
    """Seat 1 has the button, and of three acts first."""
    found = whole_hand(compare(made(HANDS, "Td5s9h5h4d", ["1f 2c100 3x / 2x 3x / 2x 3x / 2x 3x"])))
    assert found is not None
    assert (found.seat, found.street, found.at) == (2, "preflop", {"1": 1})
    assert found.history == (Move("preflop", 1, "fold"),)
    assert (found.id, found.kind, found.gap, found.typical) == ("hand", "hand", 0, True)
    assert (found.tables, found.pairing, found.branches) == (("1",), ("1",), ())
    assert "".join(map(str, found.cards)) == "".join(map(str, made(HANDS, "", []).cards[2]))


def test_where_everybody_folds_the_hand_begins_with_the_first_fold() -> None:
    found = whole_hand(compare(made(HANDS, "", ["1f 2f"])))
    assert found is not None
    assert (found.seat, found.at, found.history) == (1, {"1": 0}, ())


def test_no_hand_alone_of_several_tables_another_game_or_without_a_move() -> None:
    assert whole_hand(compare(made(HANDS, "", ["1f 2f", "1f 2f"]))) is None
    assert whole_hand(compare(board(SLAM))) is None
    found = compare(made(HANDS, "", ["1f 2f"]))
    none = replace(found.deal, plays=(replace(found.deal.plays[0], line=()),))
    assert whole_hand(replace(found, deal=none)) is None
