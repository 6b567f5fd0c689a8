"""The ranking of deals: by best pick, vetoes last, with variety."""

from dataclasses import replace
from pathlib import Path

import pytest
from effort import counts
from hand_made import deal
from test_properties import played

from producer.compare import NO_CONTEXT, DealContext, compare, rate
from producer.compare.by_hand import with_decisions
from producer.compare.model import UNDECIDED, Comparison, PickDecision, PickDecisions, Story
from producer.compare.ranking import NoSuchPick, focused, ranked, varied
from producer.compare.stories import DETECTORS
from producer.events import Player, event_json
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record import open_store
from producer.simulate import session_events

ROADS = "different roads to one result"
assert ROADS in DETECTORS
DOWN = " / 2x 1x / 2x 1x / 2x 1x"


def made(number: int, flop_bet: int, key_player: str = "") -> Comparison:
    """Jacks call or fold to a bet on the flop, then kings win it by checks."""
    opened = "1r300 2c / 2x 1b{0} "
    lines = [opened.format(flop_bet) + "2c / 2x 1x / 2x 1x", opened.format(flop_bet) + "2f"]
    one = deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", lines)
    plays = tuple(
        replace(
            play, players={seat: Player(name=f"{key_player}{play.table}-{seat}") for seat in (1, 2)}
        )
        for play in one.plays
    )
    return compare(replace(one, key=DealKey("s", "A", number), plays=plays))


def test_deals_are_listed_by_their_best_pick() -> None:
    found = [made(1, 400), made(2, 600), made(3, 500)]
    assert [each.deal.key.number for each in ranked(found)] == [2, 3, 1]


def test_of_deals_at_one_table_the_largest_win_comes_first() -> None:
    """Nothing is compared: kings win 7, 9 and 8 big blinds by the call of the bet."""
    found = []
    for comparison in (made(1, 400), made(2, 600), made(3, 500)):
        dealt = comparison.deal
        found.append(compare(replace(dealt, plays=dealt.plays[:1], tables=("1",))))
    assert [each.deal.key.number for each in ranked(found)] == [2, 3, 1]


def test_holds_then_deals_without_a_pick_then_vetoes_come_last() -> None:
    held = made(1, 200)
    assert held.holds == ("the tables shown finished 2 big blinds apart, under 3",)
    alike = compare(
        replace(
            deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", ["1r300 2f"] * 2),
            key=DealKey("s", "A", 2),
        )
    )
    vetoed = replace(made(3, 600))
    vetoed = compare(vetoed.deal, DealContext(flag="void"))
    weak = made(4, 300)
    found = [vetoed, alike, held, weak]
    assert [each.deal.key.number for each in ranked(found)] == [4, 1, 2, 3]


def test_a_repeated_decision_ranks_after_a_new_one() -> None:
    """Ten times the same fold to a bet, and a check of half the worth of it."""
    same = [made(number, 600, str(number)) for number in range(1, 11)]
    lines = ["1r300 2c / 2x 1x / 2b500 1c / 2x 1x", "1r300 2c / 2x 1x / 2x 1x / 2x 1x"]
    other = deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", lines)
    another = compare(replace(other, key=DealKey("s", "A", 11)))
    assert another.merit < same[0].merit
    assert ranked([another, *same])[-1] is another
    assert another in varied([another, *same])[:4]


def test_ten_times_the_same_fold_to_the_same_player_is_one_segment() -> None:
    """Other players fold each time, to the same bet of the same two players; between them a small
    pot is played otherwise."""
    again = []
    for number in range(1, 11):
        one = made(number, 600, str(number))
        plays = tuple(
            replace(play, players={**play.players, 1: Player(name=f"shover {play.table}")})
            for play in one.deal.plays
        )
        again.append(compare(replace(one.deal, plays=plays)))
    lines = ["1r300 2c / 2x 1x / 2b400 1c / 2x 1x", "1r300 2c / 2x 1x / 2x 1x / 2x 1x"]
    small = deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", lines)
    another = compare(replace(small, key=DealKey("s", "A", 11)))
    assert another.airable < again[0].airable
    assert [each.deal.key.number for each in varied([*again, another])][:2] == [1, 11]
    assert ranked([*again, another])[-1] is another


def test_a_show_has_one_different_roads() -> None:
    """Two tell it, of other decisions and players: the second comes after a deal of less worth."""

    def roads(number: int, worth: float) -> Comparison:
        found = made(number, 600, str(number))
        assert found.best is not None
        result = replace(
            found.best,
            stories=(Story(ROADS, 2, ("1", "2"), (), None, {}),),
            street=f"street {number}",
            airable=worth,
        )
        return replace(found, picks=(result,))

    other = made(3, 300, "3")
    assert other.airable < 0.8
    assert [each.deal.key.number for each in varied([roads(1, 0.9), roads(2, 0.8), other])] == [
        1,
        3,
        2,
    ]


def test_a_producer_s_own_ranks_come_first_then_stars_then_airable_and_dismissed_ones_last() -> (
    None
):
    """Deal 5 has an own rank, deal 1 a star; the only picks of deals 2 and 6 are dismissed."""
    decided = {1: PickDecision(starred=True), 5: PickDecision(rank=1)}
    decided |= dict.fromkeys((2, 6), PickDecision(dismissed="shown yesterday"))
    listed = []
    for number, flop_bet in enumerate((200, 800, 500, 600, 400, 900), 1):
        found = made(number, flop_bet)
        ids = [pick.id for pick in found.picks]
        decisions = dict.fromkeys(ids, decided.get(number, UNDECIDED))
        listed.append(rate(with_decisions(found, PickDecisions(decisions)), NO_CONTEXT))
    assert listed[0].holds, "a star overrules the hold"
    assert [each.deal.key.number for each in ranked(listed)] == [5, 1, 4, 3, 6, 2]


def test_a_dismissed_best_pick_gives_way_to_the_deal_s_next_one() -> None:
    compared = (compare(played(seed, 6)) for seed in range(50))
    found = next(each for each in compared if len(each.picks) > 2)
    first, second, *_, last = found.picks
    dismissed = PickDecisions({first.id: PickDecision(dismissed="shown yesterday")})
    assert rate(with_decisions(found, dismissed), NO_CONTEXT).best == second
    assert rate(with_decisions(found, dismissed), NO_CONTEXT).picks[-1].id == first.id
    wanted = PickDecisions({last.id: PickDecision(rank=3), second.id: PickDecision(starred=True)})
    order = [pick.id for pick in rate(with_decisions(found, wanted), NO_CONTEXT).picks]
    assert order[:3] == [last.id, second.id, first.id]


def test_a_decision_about_a_pick_that_is_no_more_is_listed_and_changes_nothing() -> None:
    found = made(1, 400)
    decisions = PickDecisions({
        "aaaaaa": PickDecision(starred=True, rank=2),
        "bbbbbb": PickDecision(dismissed="dull"),
    })  # fmt: skip
    after = with_decisions(found, decisions)
    assert after.picks == found.picks
    assert after.gone == {"aaaaaa": "starred, own rank 2"}


def test_a_pick_chosen_by_hand_comes_first() -> None:
    compared = (compare(played(seed, 6)) for seed in range(50))
    found = next(each for each in compared if len(each.picks) > 2)
    chosen = found.picks[-1]
    first = focused(found, chosen.id.upper())
    assert (first.best, first.pairing) == (chosen, chosen.pairing)
    assert sorted(pick.id for pick in first.picks) == sorted(pick.id for pick in found.picks)
    with pytest.raises(NoSuchPick, match=f"this pick is gone: .*: {found.picks[0].id}"):
        focused(found, "zzzzzz")


@pytest.mark.parametrize("seed", range(counts(2, 5)))
def test_no_pick_of_the_top_twenty_shows_less_than_three_big_blinds(
    seed: int, tmp_path: Path
) -> None:
    """Of a simulated session of 40 deals; different roads to one result aside."""
    with open_store(tmp_path / "a.db") as store:
        events = session_events(40, seed, archive=True)
        store.append(Received(event_json(event).encode(), event, "") for event in events)
        deals = list(store.deals())
    for found in varied(compare(each) for each in deals)[:20]:
        best = found.best
        assert best is not None
        roads = ROADS in [story.name for story in best.stories]
        assert best.gap >= 300 or roads, found.deal.key
