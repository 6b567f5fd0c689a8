"""Verdicts (sealed, played out, released) from books and decisions (RULES P11)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.games.line import DealKey
from producer.record import DealState, GroupState
from producer.release.decisions import unlisted_of
from producer.release.verdicts import ByHand, Decisions, Rules, decide
from producer.web.pages.sealed_views import waits_words

NOW = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)
SIX = ("1", "2", "3", "4", "5", "6")
KINGS = frozenset({"KcKs", "JcJh", "2dQh"})
SEVENS = frozenset({"7c7d", "2s9h", "3d4d"})
OTHER_BOARD = "Tc8d8h5c4d"


def deal(number: int = 1, finished: tuple[str, ...] = SIX, **changes: object) -> DealState:
    fields = {
        "hands": KINGS,
        "board": "Td5s9h5h4d",
        "received": NOW - timedelta(minutes=5),
    } | changes
    return DealState(number=number, finished=frozenset(finished), **fields)  # type: ignore[arg-type]


def group(
    *deals: DealState, name: str = "A", session: str = "day", **changes: object
) -> GroupState:
    fields = {"kind": "live", "tables": SIX, "total": 75, "waiting": 0, "teams": 0} | changes
    return GroupState(session, name, deals={each.number: each for each in deals}, **fields)  # type: ignore[arg-type]


def states(
    *groups: GroupState, house: Decisions | None = None, now: datetime = NOW
) -> dict[str, str]:
    books = {(each.session, each.group): each for each in groups}
    found = decide(books, house or Decisions(), now)
    return {str(key): verdict.state for key, verdict in found.items()}


def ruled(**rules: object) -> Decisions:
    return Decisions(rules={("day", "A"): Rules(**rules)})  # type: ignore[arg-type]


def by_hand(released: bool, position: int = 10) -> Decisions:
    return Decisions(by_hand={DealKey("day", "A", 1): ByHand(released, position)})


def test_p11_five_of_six_tables_are_not_enough() -> None:
    assert states(group(deal(finished=SIX[:5]))) == {"day/A/1": "sealed"}
    assert states(group(deal())) == {"day/A/1": "released"}


def test_a_delay_of_thirty_minutes_counts_from_the_last_table_s_end() -> None:
    ended = group(deal(received=NOW))
    house = ruled(delay=timedelta(minutes=30))
    assert states(ended, house=house) == {"day/A/1": "played out"}
    early, late = NOW + timedelta(minutes=29, seconds=59), NOW + timedelta(minutes=30)
    assert states(ended, house=house, now=early) == {"day/A/1": "played out"}
    assert states(ended, house=house, now=late) == {"day/A/1": "released"}


@pytest.mark.parametrize("delay", [timedelta(0), timedelta(minutes=30)])
def test_a_clock_that_has_gone_backwards_seals(delay: timedelta) -> None:
    before = NOW - timedelta(hours=1)
    house = ruled(delay=delay)
    assert states(group(deal(received=NOW)), house=house, now=before) == {"day/A/1": "sealed"}


def test_an_end_without_a_time_seals() -> None:
    assert states(group(deal(received=None))) == {"day/A/1": "sealed"}


def test_without_a_roster_nothing_is_released() -> None:
    assert states(group(deal(), tables=())) == {"day/A/1": "sealed"}
    assert states(group(deal()), house=ruled(expected=7)) == {"day/A/1": "sealed"}
    assert states(group(deal()), house=ruled(expected=6)) == {"day/A/1": "released"}


def test_p6_a_group_is_whole_with_as_many_tables_as_teams_unless_a_producer_says_otherwise() -> (
    None
):
    done = deal(finished=("1",))
    books = {("day", "A"): group(done, tables=("1",), teams=6)}
    (verdict,) = decide(books, Decisions(), NOW).values()
    assert (verdict.state, verdict.waits) == ("sealed", ("1 of 6 tables opened",))
    lower = decide(books, ruled(expected=1), NOW)
    assert [each.state for each in lower.values()] == ["released"]
    higher = decide(books, ruled(expected=7), NOW)
    assert [each.waits for each in higher.values()] == [("1 of 7 tables opened",)]
    assert states(group(done, tables=("1",))) == {"day/A/1": "released"}
    assert states(group(deal(), teams=6)) == {"day/A/1": "released"}
    archive = group(done, tables=("1",), teams=6, kind="archive")
    assert states(archive) == {"day/A/1": "released"}


def test_a_table_in_no_roster_seals_only_its_group() -> None:
    books = groups_that_differ()
    found = unlisted_of(books, [("day", "A", "7"), ("other", "A", "9"), ("day", "A", "1")], [])
    assert found == {("day", "A"): frozenset({"table 7"})}
    house = Decisions(unlisted=found)
    assert states(*books.values(), house=house) == {"day/A/1": "sealed", "day/B/1": "released"}


def groups_that_differ() -> dict[tuple[str, str], GroupState]:
    other = deal(hands=SEVENS, board=OTHER_BOARD)
    return {("day", "A"): group(deal()), ("day", "B"): group(other, name="B")}


def test_an_unopened_group_seals_its_whole_session() -> None:
    books = groups_that_differ()
    found = unlisted_of(books, [("day", "C", "1")], [("day", "D")])
    assert found == dict.fromkeys(books, frozenset({"group C", "group D"}))


def test_what_a_deal_waits_for_names_unlisted_and_listed_tables_once_each() -> None:
    books = {("day", "A"): group(deal(finished=("1", "2", "3", "4", "6")))}
    house = Decisions(unlisted={("day", "A"): frozenset({"table 66"})})
    (verdict,) = decide(books, house, NOW).values()
    assert waits_words(verdict) == "table 5, table 66 (sends events, but is not in the roster)"


def test_an_archive_has_no_unlisted_tables() -> None:
    books = {("day", "A"): group(deal(finished=()), kind="archive")}
    assert unlisted_of(books, [("day", "A", "7")], []) == {}
    assert states(*books.values()) == {"day/A/1": "released"}


def test_a_table_that_is_out_is_not_waited_for() -> None:
    five = group(deal(finished=SIX[:5]))
    assert states(five, house=ruled(out=frozenset("6"))) == {"day/A/1": "released"}
    assert states(five, house=ruled(out=frozenset("5"))) == {"day/A/1": "sealed"}


def test_after_the_session_s_end_only_the_delay_is_waited_for() -> None:
    five = group(deal(finished=SIX[:5]))
    assert states(five, house=ruled(ended=True)) == {"day/A/1": "released"}
    house = ruled(ended=True, delay=timedelta(minutes=30))
    assert states(five, house=house) == {"day/A/1": "played out"}


def test_a_deal_can_be_released_early_and_sealed_late_by_hand() -> None:
    assert states(group(deal(finished=SIX[:1])), house=by_hand(True)) == {"day/A/1": "released"}
    assert states(group(deal()), house=by_hand(False)) == {"day/A/1": "sealed"}
    archive = group(deal(), kind="archive")
    assert states(archive, house=by_hand(False)) == {"day/A/1": "sealed"}


def test_a_replay_asked_for_after_the_release_by_hand_seals_again() -> None:
    again = group(deal(finished=SIX[:5], voided=11))
    assert states(again, house=by_hand(True, 10)) == {"day/A/1": "sealed"}
    assert states(again, house=by_hand(True, 12)) == {"day/A/1": "released"}


@pytest.mark.parametrize(("session", "number"), [("day", 1), ("evening", 1), ("evening", 9)])
def test_the_same_cards_elsewhere_seal_whatever_they_are_called(session: str, number: int) -> None:
    """A second group plays the same order, one table of it has not finished yet."""
    other = group(deal(number, SIX[:5]), name="B", session=session)
    found = states(group(deal()), other)
    assert found == {"day/A/1": "sealed", f"{session}/B/{number}": "sealed"}
    done = group(deal(number), name="B", session=session)
    assert states(group(deal()), done) == {
        "day/A/1": "released",
        f"{session}/B/{number}": "released",
    }


def test_an_archive_of_cards_still_in_play_is_sealed() -> None:
    archive = group(deal(), session="old", kind="archive")
    assert states(archive, group(deal(finished=())))["old/A/1"] == "sealed"
    other = group(deal(hands=SEVENS, board=OTHER_BOARD), session="old", kind="archive")
    assert states(other, group(deal(finished=())))["old/A/1"] == "released"


def test_two_hands_in_common_are_the_same_deck_unless_the_flop_differs() -> None:
    shared = frozenset({"KcKs", "JcJh", "8c8d"})
    playing = group(deal(finished=(), hands=shared, board=""), session="evening")
    assert states(group(deal()), playing)["day/A/1"] == "sealed"
    playing = group(deal(finished=(), hands=shared, board="5s9hTd"), session="evening")
    assert states(group(deal()), playing)["day/A/1"] == "sealed"
    playing = group(deal(finished=(), hands=shared, board="5s9h2c"), session="evening")
    assert states(group(deal()), playing)["day/A/1"] == "released"
    one = frozenset({"KcKs", "8c8d"})
    playing = group(deal(finished=(), hands=one, board=""), session="evening")
    assert states(group(deal()), playing)["day/A/1"] == "released"


SIX_HANDS = frozenset({"AcAd", "KcKs", "JcJh", "8c8d", "7h6h", "5c4c"})
TWO_IN_COMMON = frozenset({"AcAd", "KcKs", "QdJd", "9h9s", "3c2c", "Th6c"})


def table_alone(done: DealState, session: str, **changes: object) -> GroupState:
    fields = {"tables": ("1",), "total": None} | changes
    return group(done, session=session, **fields)


@pytest.mark.parametrize(
    ("hands", "board", "state"),
    [
        (TWO_IN_COMMON, "", "released"),
        (frozenset({"AcAd", "KcKs"}), "", "released"),  # a showdown of two, by chance the same
        (frozenset({"AcAd"}), "", "released"),
        (SIX_HANDS, "", "sealed"),
        (frozenset({"AcAd", "KcKs", "JcJh"}), "", "sealed"),
        (frozenset({"AcAd", "KcKs"}), "Ts9h2d", "sealed"),  # and the flop is the same
        (frozenset({"AcAd", "KcKs"}), "Ts9h2c", "released"),
        (SIX_HANDS, "Ts9h2c", "released"),
        (TWO_IN_COMMON, "Ts9h2d", "released"),
    ],
)
def test_tables_alone_in_two_sessions_share_a_deck_only_if_they_share_the_whole_deal(
    hands: frozenset[str], board: str, state: str
) -> None:
    """450 of the 1,326 * 1,225 ways to deal two hands are two of six at each table: 1 in 3,600
    pairs of hands, where a night of 200 tables has thousands of millions of pairs."""
    over = table_alone(deal(hands=SIX_HANDS, board="9hTs2d"), "cash")
    playing = table_alone(deal(9, (), hands=hands, board=board), "feature")
    assert states(over, playing)["cash/A/1"] == state
    archive = replace(over, kind="archive")
    assert states(archive, playing)["cash/A/1"] == state


def test_heads_up_two_hands_are_the_whole_deal_until_the_flops_differ() -> None:
    hands = frozenset({"AcAd", "KcKs"})
    over = table_alone(deal(hands=hands, board="9hTs2d"), "cash")
    for board, state in (("", "sealed"), ("9hTs2c", "released")):
        playing = table_alone(deal(9, (), hands=hands, board=board), "feature")
        assert states(over, playing)["cash/A/1"] == state


@pytest.mark.parametrize("changes", [{"tables": SIX}, {"tables": ("1", "2")}, {"teams": 6}])
def test_p11_two_hands_are_enough_where_others_play_the_cards_too(
    changes: dict[str, object],
) -> None:
    over = table_alone(deal(hands=SIX_HANDS, board=""), "cash")
    playing = table_alone(deal(9, (), hands=TWO_IN_COMMON, board=""), "feature")
    assert states(over, playing)["cash/A/1"] == "released"
    assert states(over, replace(playing, **changes))["cash/A/1"] == "sealed"  # type: ignore[arg-type]
    expected = Decisions(rules={("feature", "A"): Rules(expected=2)})
    assert states(over, playing, house=expected)["cash/A/1"] == "sealed"
    other = table_alone(deal(5, hands=SEVENS, board=OTHER_BOARD), "feature", name="B")
    assert states(over, playing, other)["cash/A/1"] == "sealed"


def test_hands_of_one_table_alone_that_have_two_hands_in_common_do_not_wait() -> None:
    night = group(
        deal(1, ("1",), hands=SIX_HANDS, board=""),
        deal(2, (), hands=TWO_IN_COMMON, board=""),
        tables=("1",),
        total=None,
    )
    assert states(night) == {"day/A/1": "released", "day/A/2": "sealed"}


def test_a_group_of_the_session_that_has_shown_nothing_may_play_the_same_cards() -> None:
    assert states(group(deal()), group(name="B")) == {"day/A/1": "sealed"}
    assert states(group(deal(), total=9), group(name="B", total=0)) == {"day/A/1": "released"}
    elsewhere = group(name="B", session="evening")
    assert states(group(deal()), elsewhere) == {"day/A/1": "released"}
    assert states(group(deal()), group(name="B"), house=by_hand(True)) == {"day/A/1": "released"}


def test_one_deck_under_two_numbers_of_a_group_seals_both() -> None:
    """Until a producer decides which number is right; a release by hand stays."""
    a = group(deal(1), deal(2))
    assert states(a) == {"day/A/1": "sealed", "day/A/2": "sealed"}
    assert states(a, house=by_hand(True))["day/A/1"] == "released"
    archive = group(deal(1), deal(2), kind="archive")
    assert set(states(archive).values()) == {"released"}


def test_cards_of_a_void_hand_seal_too() -> None:
    """They were dealt from some deck, which may be in play under another number."""
    void = deal(1, hands=frozenset({"QhQs"}), board="", others=((SEVENS, OTHER_BOARD),))
    playing = group(deal(3, finished=(), hands=SEVENS, board=OTHER_BOARD), session="evening")
    assert states(group(void), playing)["day/A/1"] == "sealed"


def test_groups_with_different_cards_do_not_wait_for_each_other() -> None:
    a = group(deal(1), deal(2, hands=frozenset({"AcAd", "3h3s"}), board="2c7d8hJdQc"))
    differ = deal(1, hands=SEVENS, board=OTHER_BOARD)
    assert states(a, group(differ, name="B"))["day/A/2"] == "released"


ACES, QUEENS = frozenset({"AcAd"}), frozenset({"QcQs"})
NO_MORE = ("1",)


@pytest.mark.parametrize(
    ("board", "seen"), [("Td5s9h5h4d", True), ("9hTd5s5h", True), ("Td9h5s", False), ("", False)]
)
def test_p11_groups_that_showed_other_seats_of_a_deck_are_not_different(
    board: str, seen: bool
) -> None:
    """Group A has shown the aces of deal 1, group B the queens; B's other tables still play it."""
    a = group(deal(1, hands=ACES), deal(2, hands=QUEENS, board="2c3c7d"))
    b = group(deal(1, NO_MORE, hands=QUEENS, board=board), name="B")
    assert states(a, b) == {"day/A/1": "sealed", "day/A/2": "sealed", "day/B/1": "sealed"}
    elsewhere = group(deal(7, NO_MORE, hands=QUEENS, board=board), session="evening")
    assert states(a, elsewhere)["day/A/1"] == ("sealed" if seen else "released")


@pytest.mark.parametrize(
    ("hands", "board"),
    [(QUEENS, "Td5s8h"), (frozenset({"AcQs"}), "Td5s9h"), (frozenset({"5h8s"}), "")],
)
def test_another_flop_or_a_card_in_two_places_is_another_deck(
    hands: frozenset[str], board: str
) -> None:
    a = group(deal(1, hands=ACES), deal(2, hands=QUEENS, board="2c3c7d"))
    b = group(deal(1, NO_MORE, hands=hands, board=board), name="B")
    assert states(a, b) == {"day/A/1": "released", "day/A/2": "released", "day/B/1": "sealed"}


def test_a_deal_both_groups_have_finished_waits_for_nothing() -> None:
    a, b = group(deal(hands=ACES)), group(deal(hands=QUEENS, board=""), name="B")
    assert states(a, b) == {"day/A/1": "released", "day/B/1": "released"}


def test_groups_with_the_same_cards_wait_for_each_other() -> None:
    """Of deal 2 group B has shown nothing, but deal 1 was the same cards in both."""
    a = group(deal(1), deal(2, hands=frozenset({"AcAd", "3h3s"}), board="2c7d8hJdQc"))
    for session in ("day", "evening"):
        b = group(deal(1), name="B", session=session)
        found = states(a, b)
        assert (found["day/A/1"], found["day/A/2"]) == ("released", "sealed")


@given(
    finished=st.lists(st.sets(st.sampled_from(SIX)), min_size=1, max_size=12),
    minutes=st.integers(0, 60),
    hands=st.dictionaries(st.integers(1, 12), st.booleans()),
)
def test_a_further_finished_table_never_seals(
    finished: list[set[str]], minutes: int, hands: dict[int, bool]
) -> None:
    """A further table's end never revokes a release."""
    deals = [
        deal(n, tuple(done), hands=frozenset({f"{n}a", f"{n}b"}))
        for n, done in enumerate(finished, 1)
    ]
    decided = {DealKey("day", "A", n): ByHand(word, 1) for n, word in hands.items()}
    house = Decisions(Rules(delay=timedelta(minutes=minutes)), by_hand=decided)
    before = states(group(*deals), house=house)
    more = [replace(each, finished=each.finished | {"3"}) for each in deals]
    after = states(group(*more), house=house)
    assert {key for key, word in before.items() if word == "released"} <= {
        key for key, word in after.items() if word == "released"
    }
