"""Boards of bridge compared: forks, how different calls and cards are, stories, all cards."""

from dataclasses import replace
from itertools import pairwise

import pytest
from bridge_boards import board

from producer.compare import compare
from producer.compare.bridge import BRIDGE, COUNTED_IN, all_in_view, contrast
from producer.compare.choices_in_view import costs_of, of_choices
from producer.compare.model import AllCards, Comparison, MoveCost
from producer.events import BridgeGame, CarriedOver
from producer.games.line import Move

FOUR_SPADES = "1S p 4S p p p, 10"


def stories(found: Comparison) -> set[tuple[str, str, str, int, int]]:
    return {
        (story.name, *story.tables, *story.others, story.evidence["points"], story.evidence["imps"])
        for story in found.stories
    }


def call(action: str, detail: str | None = None) -> Move:
    return Move("auction", 1, action, detail)


def card(detail: str) -> Move:
    return Move("play", 1, "play", detail)


def test_from_the_same_call_to_a_double_the_contrast_grows() -> None:
    pairs = [
        (call("pass"), call("pass")),
        (card("As"), card("2s")),
        (call("bid", "2S"), call("bid", "4S")),
        (card("As"), card("2h")),
        (call("bid", "2S"), call("bid", "2H")),
        (call("bid", "2S"), call("pass")),
        (call("pass"), call("double")),
    ]
    found = [contrast(one, other) for one, other in pairs]
    assert found[0] == 0
    assert found[-1] <= 1
    assert all(less < more for less, more in pairwise(found)), found
    assert contrast(call("redouble"), call("pass")) == found[-1]
    assert [contrast(other, one) for one, other in pairs] == found


@pytest.mark.parametrize(
    ("lines", "story"),
    [
        # by the published scores: 980 and 480, 420 and 170, 400 and -50, -300 and 420, 470 and 110
        (("1S p 6S p p p, 12", "1S p 4S p p p, 12"), ("slam missed", "1", "2", 500, 11)),
        (("1S p 4S p p p, 10", "1S p 2S p p p, 10"), ("game missed", "1", "2", 250, 6)),
        (
            ("1NT p 3NT p p p, Kh, 8", "1NT p 3NT p p p, 2h, 9"),
            ("the lead that beat it", "1", "2", 450, 10),
        ),
        # three no-trumps are just a game: 400 against 150, and 300 given for it
        (("1NT p 3NT p p p, 9", "1NT p 2NT p p p, 9"), ("game missed", "1", "2", 250, 6)),
        (
            ("1NT 2H 3NT 4H X p p p, 8", "1NT 2H 3NT p p p, 9"),
            ("sacrifice", "1", "2", 100, 3),
        ),
        (
            ("1S 4H 4S 5H X p p p, 9", "1S 4H 4S p p p, 10"),
            ("sacrifice", "1", "2", 120, 3),
        ),
        (
            ("2S X p p p, 8", "2S p p p, 8"),
            ("doubled into game", "1", "2", 360, 8),
        ),
    ],
)
def test_stories_of_two_tables(
    lines: tuple[str, str], story: tuple[str, str, str, int, int]
) -> None:
    assert story in stories(compare(board(*lines)))
    # the tables the other way round are the same story
    turned = compare(board(*reversed(lines)))
    assert (story[0], story[2], story[1], *story[3:]) in stories(turned)


@pytest.mark.parametrize(
    ("why", "lines"),
    [
        ("the slam went down", ("1S p 6S p p p, 11", "1S p 4S p p p, 12")),
        ("one trick short of a slam", ("1S p 6S p p p, 12", "1S p 4S p p p, 11")),
        ("the game went down", ("1S p 4S p p p, 9", "1S p 2S p p p, 9")),
        ("both in game", ("1S p 4S p p p, 10", "1S p 3NT p p p, 9")),
        ("the other side's game", ("1S p 4S p p p, 10", "p 1H p 2H p p p, 8")),
        ("the same lead", ("1NT p 3NT p p p, Kh, 8", "1NT p 3NT p p p, Kh, 9")),
        ("no lead", ("1NT p 3NT p p p, 8", "1NT p 3NT p p p, 9")),
        ("both down", ("1NT p 3NT p p p, Kh, 8", "1NT p 3NT p p p, 2h, 7")),
        ("it cost more than the game", ("1S 4H 4S 5H X p p p, 8", "1S 4H 4S p p p, 10")),
        ("not doubled", ("1S 4H 4S 5H p p p, 9", "1S 4H 4S p p p, 10")),
        ("against a part-score", ("1S 2H X p p p, 7", "1S 2H 2S p p p, 8")),
        ("the double went down", ("2S X p p p, 7", "2S p p p, 7")),
        ("passed out", ("1S p 4S p p p, 10", "p p p p")),
    ],
)
def test_near_misses_are_no_story(why: str, lines: tuple[str, str]) -> None:
    assert stories(compare(board(*lines))) == set(), why


def test_a_doubled_part_score_below_game_is_no_story() -> None:
    """1S doubled is 60."""
    assert stories(compare(board("1S X p p p, 7", "1S p p p, 7"))) == set()


def test_who_is_doubled_into_game_has_not_bid_it() -> None:
    """2S doubled is 120; doubled in four spades a table has bid the game all the same."""
    told = stories(compare(board("2S X p p p, 8", "2S p p p, 8")))
    assert {name for name, *_ in told} == {"doubled into game"}
    told = stories(compare(board("1S p 4S X p p p, 10", "1S p 2S p p p, 10")))
    assert {name for name, *_ in told} == {"game missed"}


def test_the_pick_says_how_much_follows_and_whether_the_contract_decided() -> None:
    """After the raise there are three passes, one of them South's side's, and a claim by North."""
    made = compare(board("1S p 4S p p p, 10", "1S p 2S p p p, 10")).picks[0]
    assert made.seat == 3
    assert made.components["drama"].value == 0
    assert made.components["drama"].reason == "no contract between them"
    down = compare(board("1S p 4S p p p, 9", "1S p 2S p p p, 9")).picks[0]
    assert down.components["drama"].value == 1
    direct = made.components["directness"]
    assert direct.reason == "2 more calls and cards of this side"
    assert direct.value == pytest.approx(1 / 3)


def test_a_gap_is_said_in_imps() -> None:
    assert COUNTED_IN.apart is not None
    assert [COUNTED_IN.apart(points) for points in (20, 49.6, 4000)] == [
        "1 IMP", "2 IMPs", "24 IMPs",
    ]  # fmt: skip


def test_vulnerability_of_the_settings_is_another_rule_and_imps_brought_along_are_not() -> None:
    one = board(FOUR_SPADES, "1S p 2S p p p, 10")
    first, second = one.plays
    carried = BridgeGame(carried=(CarriedOver(team="A", imps=3),))
    vulnerable = BridgeGame(vulnerable_ns=(1,))
    for game, same in ((carried, True), (vulnerable, False)):
        deal = replace(one, plays=(first, replace(second, game=game)))
        assert compare(deal).same_rules is same


def test_a_contract_that_was_just_made_was_not_beaten_by_its_lead() -> None:
    assert stories(compare(board("1NT p 3NT p p p, Kh, 9", "1NT p 3NT p p p, 2h, 10"))) == set()


def test_a_contract_without_its_auction_is_no_call_beside_a_table_that_bid() -> None:
    """Nobody knows what North chose where only the contract was written down. The results stay: 420
    against 170 are 250 apart."""
    found = compare(board("N=4S, 10", "1S p 2S p p p, 10"))
    assert found.forks == found.picks == ()
    assert set(found.swing.values()) == {250}
    three = compare(board("N=4S, 10", "1S p 2S p p p, 10", "1S p 4S p p p, 10"))
    assert [fork.tables for fork in three.forks] == [("2", "3")]
    assert all("1" not in pick.tables for pick in three.picks)


def test_contracts_alone_are_set_side_by_side_by_the_points_of_one_side() -> None:
    """Four spades by North are 420 for North and South, four hearts by East 420 for the others: 840
    between the rooms, 13 IMPs, and none where each is counted for its declarer."""
    (pick,) = compare(board("N=4S, 10", "E=4H, 10")).picks
    assert pick.gap == 840
    assert pick.components["gap"].reason == "the two tables finished 13 IMPs apart"
    assert pick.components["signs"].value == 1


def test_b3_a_gap_beyond_one_match_is_said_in_points() -> None:
    """4S made is 420, 3S with an overtrick 170 (B2): of three tables no two are a match."""
    (pick,) = compare(board("4S p p p, 10", "3S p p p, 10", "3S p p p, 10")).picks[:1]
    assert [pick.components[name].reason for name in ("gap", "swing")] == [
        "the two tables finished 250 points apart",
        "up to 250 points between all tables there",
    ]


def test_leads_against_a_contract_whose_auction_nobody_has_are_a_fork() -> None:
    (pick,) = compare(board("N=3NT, Kh, 8", "N=3NT, 2h, 9")).picks
    assert (pick.street, pick.seat) == ("lead", 2)


def test_what_the_two_choices_cost_is_said_by_table() -> None:
    """250 apart, of twice the most that a board is worth."""
    found = compare(board(FOUR_SPADES, "1S p 2S p p p, 10"))
    nothing, much = MoveCost(0, None, 420), MoveCost(250, None, 170)
    seen = AllCards(costs={"1": (nothing,) * 7, "2": (nothing, nothing, much, *[nothing] * 4)})
    pick = found.picks[0]
    costs = costs_of(pick, seen)
    assert costs == {"1": nothing, "2": much}
    said = of_choices(found, pick, seen, BRIDGE)
    assert said.value == pytest.approx(250 / (2 * found.cap))
    assert "2♠ cost 250 points" in said.reason
    assert "4♠ cost nothing" in said.reason
    short = AllCards(costs={"1": (nothing,), "2": (nothing,)})
    assert costs_of(pick, short) == {}
    assert of_choices(found, pick, short, BRIDGE).value is None


def test_the_reasons_name_calls_and_cards_as_bridge_players_write_them() -> None:
    bids = compare(board(FOUR_SPADES, "1S p 2S p p p, 10")).picks[0].components
    assert bids["contrast"].reason in (
        "4♠ against 2♠, with the same hand after the same bidding",
        "2♠ against 4♠, with the same hand after the same bidding",
    )
    assert bids["signs"].reason == "both tables had a plus score"
    leads = compare(board("1NT p 3NT p p p, Kh, 8", "1NT p 3NT p p p, Th, 9")).picks[0].components
    assert set(leads["evenness"].reason.split(" at 1")[0].split()) < {"♥K", "♥10"}
    assert leads["signs"].reason == "one table had a plus score, the other had a minus score"


def test_all_cards_in_view_need_all_four_hands() -> None:
    one = board(FOUR_SPADES, "1S p 2S p p p, 10")
    three = replace(one, cards={seat: one.cards[seat] for seat in (1, 2, 3)})
    assert all_in_view(three, {}).missing == "not all four hands are known"


def test_what_every_move_costs_leads_from_the_best_to_the_result() -> None:
    """North has all spades: seven spades make, 1510, and no sacrifice costs less. South's pass over
    four spades gives the grand slam away, and North's claim three tricks."""
    pytest.importorskip("endplay", reason="endplay has no wheels for this Python")
    deal = board(FOUR_SPADES, "1S p 7S p p p, 13")
    seen = all_in_view(deal, compare(deal).replays)
    assert seen.best == {1: 1510, 2: -1510, 3: 1510, 4: -1510}
    assert {(move.seat, move.detail) for move in seen.ways} <= {(1, "7S"), (3, "7S")}
    assert sum(cost.lost for cost in seen.costs["2"]) == 0
    costs = seen.costs["1"]
    assert sum(cost.lost * (1 if n % 2 == 0 else -1) for n, cost in enumerate(costs)) == 1510 - 420
    # the claim of ten: three tricks of thirteen, 510 with them
    assert (costs[-1].tricks, costs[-1].lost, costs[-1].best) == (3, 90, 420)
    assert all(cost.tricks is None for cost in costs[:-1])
