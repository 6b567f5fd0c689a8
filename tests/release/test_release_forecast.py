"""Forecasts of releases, calculated by hand from orders and paces."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from record_events import live, opened, received

from producer.games.line import DealKey
from producer.record import DealState, Gap, GroupState, HandEnd, open_store
from producer.record.intake.decisions import declare_lost
from producer.release import open_gate
from producer.release.decks.draw_check import draw_mismatch
from producer.release.forecasts.forecast import NOTHING_LOST, LostHands, best_by, forecast, phrases
from producer.release.forecasts.live_forecast import live_forecasts
from producer.release.verdicts import ByHand, Decisions, Rules, decide

NOW = datetime(2026, 11, 30, 17, 0, tzinfo=UTC)
HEARD = NOW - timedelta(minutes=1)


def book(finished: dict[int, str], total: int | None = 5) -> GroupState:
    """Tables 1 and 2; ``finished``: by deal the tables that have finished it."""
    deals = {
        number: DealState(
            number, frozenset(done), frozenset({f"{number}a", f"{number}b"}), "", HEARD
        )
        for number, done in finished.items()
    }
    return GroupState("day", "A", "live", ("1", "2"), total, deals, waiting=0, teams=0)


def ends(table: str, deals: list[int], minutes: int, last: datetime = NOW) -> list[HandEnd]:
    """One end every ``minutes``, the last at ``last``."""
    return [
        HandEnd(table, deal, at := last - timedelta(minutes=minutes * back), at)
        for back, deal in zip(range(len(deals) - 1, -1, -1), deals, strict=True)
    ]


def result(
    own: GroupState,
    hand_ends: list[HandEnd],
    orders: dict[str, list[int]],
    rules: Rules | None = None,
    gaps: tuple[Gap, ...] = (),
    lost: LostHands = NOTHING_LOST,
):  # type: ignore[no-untyped-def]
    rules = rules or Rules()
    house = Decisions(rules={("day", "A"): rules})
    verdicts = decide({("day", "A"): own}, house, NOW)
    return forecast(own, rules, verdicts, hand_ends, orders, gaps, NOW, lost)


def clock(at: datetime | None) -> str:
    return at.strftime("%H:%M") if at else "-"


def test_with_orders_every_hand_is_counted() -> None:
    """Table 1 has played 1, 2, 3 and has 5, 4 to come, four minutes each; table 2 has played 4,
    5, 1 and has 2, 3 to come, six minutes each."""
    own = book({1: "12", 2: "1", 3: "1", 4: "2", 5: "2"})
    hand_ends = ends("1", [1, 2, 3], 4) + ends("2", [4, 5, 1], 6)
    found = result(own, hand_ends, {"1": [1, 2, 3, 5, 4], "2": [4, 5, 1, 2, 3]})
    assert [
        (one.deal.number, [(w.table, w.hands) for w in one.waits], clock(one.about), clock(one.by))
        for one in found
    ] == [
        (5, [("1", 1)], "17:04", "17:04"),
        (2, [("2", 1)], "17:06", "17:06"),
        (4, [("1", 2)], "17:08", "17:08"),
        (3, [("2", 2)], "17:12", "17:12"),
    ]
    best = best_by(found, NOW + timedelta(minutes=8))
    assert [one.deal.number for one in best] == [5, 2, 4]


def test_without_orders_a_deal_may_come_next_or_last() -> None:
    """Table 2 has three of its five hands to come at five minutes each: in the middle the second
    of them, 17:10; at the latest the third, 17:15."""
    own = book({1: "12", 2: "12", 3: "1", 4: "1", 5: "1"})
    found = result(own, ends("2", [1, 1, 2], 5), {})
    assert {(clock(one.about), clock(one.by)) for one in found} == {("17:10", "17:15")}
    assert [one.deal.number for one in found] == [3, 4, 5]


def test_deals_without_a_known_card_are_forecast_too() -> None:
    found = result(book({1: "12"}, total=3), ends("1", [1], 1) + ends("2", [1], 1), {})
    assert [(one.name, [w.table for w in one.waits]) for one in found] == [
        ("day/A/2 to 3", ["1", "2"])
    ]
    assert found[0].about is None  # nobody knows a pace yet
    found = result(book({1: "12"}, total=3), [], {"1": [3, 1, 2], "2": [1, 2, 3]})
    assert [(one.name, one.last) for one in found] == [("day/A/2", 2), ("day/A/3", 3)]


@pytest.mark.parametrize("total", [10_000, 2**53 - 1])
def test_the_length_of_a_forecast_depends_on_events_not_on_the_number_of_deals(total: int) -> None:
    """A log from before there was a bound may hold any number."""
    found = result(book({1: "12", 5: "1", 6: "2"}, total=total), [], {"1": [9, total + 1]})
    assert sorted((one.deal.number, one.last) for one in found) == [
        (2, 4), (5, 5), (6, 6), (7, 8), (9, 9), (10, total),
    ]  # fmt: skip


def test_a_table_without_a_pace_has_the_group_s() -> None:
    own = book({1: "12", 2: "2", 3: "2"}, total=3)
    found = result(own, [*ends("1", [1], 1), *ends("2", [1, 2, 3], 10)], {"1": [1, 2, 3]})
    assert [clock(one.by) for one in found] == ["17:10", "17:20"]


def test_the_delay_is_added_and_played_out_deals_have_an_exact_time() -> None:
    rules = Rules(delay=timedelta(minutes=30))
    own = book({1: "12", 2: "1"}, total=2)
    found = result(own, ends("2", [1, 1, 1], 5), {"2": [1, 2]}, rules)
    assert [(one.deal.number, clock(one.by)) for one in found] == [(1, "17:29"), (2, "17:35")]
    assert found[0].reasons == ("the delay",)


def test_a_table_silent_far_beyond_its_pace_has_no_estimate() -> None:
    own = book({1: "12", 2: "1"}, total=2)
    (late,) = result(own, ends("2", [1, 1, 1], 5, NOW - timedelta(minutes=15)), {"2": [1, 2]})
    assert (clock(late.by), late.reasons) == ("17:05", ())
    (silent,) = result(own, ends("2", [1, 1, 1], 5, NOW - timedelta(hours=2)), {"2": [1, 2]})
    assert (silent.about, silent.by) == (None, None)
    assert silent.reasons == (
        "table 2 has ended no hand for 120 minutes, at a pace of 5 minutes a hand",
    )
    assert silent.waits[0].hands == 1


def fast(ago: int) -> tuple[str, ...]:
    """Table 2's reason so many seconds after its last hand; its hands took six seconds each."""
    own = book({1: "12", 2: "1"}, total=2)
    last = NOW - timedelta(seconds=ago)
    hand_ends = [HandEnd("2", 1, at := last - timedelta(seconds=6 * n), at) for n in (2, 1, 0)]
    return result(own, hand_ends, {"2": [1, 2]})[0].reasons


def test_no_table_is_silent_seconds_after_its_last_hand() -> None:
    assert fast(6) == fast(59) == ()
    said = "table 2 has ended no hand for 1 minute, at a pace of 6 seconds a hand"
    assert fast(61) == (said,)


def test_a_table_behind_a_gap_has_no_estimate() -> None:
    own = book({1: "12", 2: "1", 3: "2"}, total=3)
    hand_ends = ends("1", [1, 1, 2], 4) + ends("2", [1, 1, 3], 4)
    stuck = Gap("day", "A", "2", "device", ((73, 73),), 5)
    elsewhere = Gap("night", "A", "1", "device", ((7, 9),), 5)
    found = result(own, hand_ends, {}, gaps=(stuck, elsewhere))
    assert [(one.deal.number, clock(one.by), one.reasons) for one in found] == [
        (3, "17:04", ()),
        (2, "-", ("table 2 waits behind event 73",)),
    ]


def in_a_file(table: str, deals: list[int], minutes: int, last: datetime) -> list[HandEnd]:
    """The same ends, all received now."""
    return [replace(end, received=NOW) for end in ends(table, deals, minutes, last)]


def test_hands_of_an_old_file_are_counted_from_now() -> None:
    """A session of half a year ago, ingested now: table 2 has five hands to come."""
    own = book({n: "12" if n < 4 else "1" for n in range(1, 9)}, total=8)
    past = NOW - timedelta(days=180)
    hand_ends = in_a_file("1", [*range(1, 9)], 3, past) + in_a_file("2", [1, 2, 3], 6, past)
    found = result(own, hand_ends, {"1": [*range(1, 9)], "2": [*range(1, 9)]})
    assert [(one.deal.number, clock(one.by)) for one in found] == [
        (4, "17:06"),
        (5, "17:12"),
        (6, "17:18"),
        (7, "17:24"),
        (8, "17:30"),
    ]


def test_silence_within_a_file_is_measured_by_the_devices_clocks() -> None:
    own = book({1: "12", 2: "1"}, total=2)
    past = NOW - timedelta(days=180)
    hand_ends = in_a_file("1", [1, 2, 2], 6, past)
    hand_ends += in_a_file("2", [1, 1], 6, past - timedelta(hours=1))
    (silent,) = result(own, hand_ends, {})
    assert silent.reasons == (
        "table 2 has ended no hand for 60 minutes, at a pace of 6 minutes a hand",
    )


def test_a_device_whose_clock_is_hours_off_is_not_silent() -> None:
    own = book({1: "12", 2: "1"}, total=2)
    off = [replace(end, at=end.at - timedelta(hours=2)) for end in ends("2", [1, 1, 1], 5)]
    (found,) = result(own, ends("1", [1, 1, 2], 5) + off, {"2": [1, 2]})
    assert (clock(found.by), found.reasons) == ("17:05", ())


@pytest.mark.parametrize("first", [datetime(1970, 1, 1, 0, 2), datetime(9999, 12, 31, 23, 59)])
@pytest.mark.parametrize("alone", [True, False])
def test_a_clock_that_is_set_after_the_first_hand_is_no_pace(first: datetime, alone: bool) -> None:
    """Table 2's device gets the network time after its first hand."""
    own = book({1: "12", 2: "1"}, total=150)
    wrong, *right = ends("2", [1, 2, 3, 4], 5)
    hand_ends = [replace(wrong, at=first.replace(tzinfo=UTC)), *(right[:1] if alone else right)]
    found = {one.deal.number: one for one in result(own, hand_ends, {"2": [1, 2, 3, 4, 5, 6]})}
    if alone and first.year == 1970:
        assert found[2].reasons == ("the pace of table 2 is not known yet",)
    else:
        assert (clock(found[2].about), found[2].reasons) == ("17:05", ())


def test_a_pace_beyond_the_calendar_has_no_estimate() -> None:
    own = replace(book({2: "1"}), deals={2**40: book({2: "1"}).deals[2]}, total=None)
    found = result(own, ends("2", [1, 1, 1], 5), {})
    assert [(one.about, one.by) for one in found] == [(None, None)]
    assert phrases(found[0]) == ("table 2 has too many hands left to estimate",)


def test_a_draw_of_another_session_does_not_match() -> None:
    own = book(dict.fromkeys(range(1, 7), "12"), total=6)
    hand_ends = ends("1", [1, 2, 3, 4, 5, 6], 4) + ends("2", [6, 5, 4, 3, 2, 1], 4)
    up, down = [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]
    assert draw_mismatch(own, hand_ends, {"1": up, "2": down}) == ""
    assert "have not played in its orders" in draw_mismatch(own, hand_ends, {"1": down, "2": up})
    assert draw_mismatch(own, hand_ends, {"1": up, "2": down, "3": up}) == (
        "it has orders of deals for tables 1, 2, 3, and day/A is played at tables 1, 2"
    )
    assert draw_mismatch(own, hand_ends, {"1": [*up, 7], "2": [*down, 7]}) == (
        "it has orders of 7 deals, and day/A plays 6"
    )


def test_the_later_of_two_tables_decides_the_estimate() -> None:
    """Table 1 plays a hand in 4 minutes, table 2 in 6. To deal 5 they have 2 and 3 hands; in other
    orders 3 and 1."""
    own = book({1: "12", 2: "12", 6: "12"}, total=6)
    hand_ends = ends("1", [1, 2, 6], 4) + ends("2", [1, 2, 6], 6)
    for orders, tables in (
        ({"1": [1, 2, 6, 3, 5, 4], "2": [1, 2, 6, 3, 4, 5]}, ["17:08", "17:18"]),
        ({"1": [1, 2, 6, 3, 4, 5], "2": [1, 2, 6, 5, 3, 4]}, ["17:12", "17:06"]),
    ):
        (one,) = [each for each in result(own, hand_ends, orders) if each.deal.number == 5]
        assert [clock(wait.about) for wait in one.waits] == tables
        assert [clock(wait.by) for wait in one.waits] == tables
        assert (clock(one.about), clock(one.by)) == (max(tables), max(tables))


def test_the_forecast_says_how_many_tables_of_the_group_have_not_opened() -> None:
    """The one open table has sent cards of deal 1, none of deal 2."""
    own = replace(book({1: ""}, total=2), tables=("1",), teams=6)
    found = result(own, ends("1", [9, 9, 9], 5), {})
    assert [phrases(one) for one in found] == [("1 of 6 tables opened", "table 1")] * 2
    assert [one.by for one in found] == [None, None]


def test_released_deals_are_not_forecast() -> None:
    found = result(book({1: "12", 2: "12"}, total=2), [], {})
    assert found == []
    assert DealKey("day", "A", 1) in decide({("day", "A"): book({1: "12"})}, Decisions(), NOW)


def test_what_a_deal_waits_for_names_every_table_once() -> None:
    """Tables 1, 3 and 5 play on, table 2 is silent, table 4 waits for event 7."""
    own = GroupState("day", "A", "live", ("1", "2", "3", "4", "5"), 3, {}, waiting=0, teams=0)
    hand_ends = [end for table in "135" for end in ends(table, [9, 9, 9], 5)]
    silent = ends("2", [9, 9, 9], 5, NOW - timedelta(hours=2))
    stuck = Gap("day", "A", "4", "device", ((7, 7),), 5)
    orders = {"1": [1, 2, 3], "2": [3, 2, 1], "4": [2, 1, 3]}
    assert phrases(result(own, hand_ends + silent, {}, gaps=(stuck,))[0]) == (
        "tables 1, 3 and 5",
        "table 2 has ended no hand for 120 minutes, at a pace of 5 minutes a hand",
        "table 4 waits behind event 7",
    )
    counted = {
        one.deal.number: one for one in result(own, hand_ends + silent, orders, gaps=(stuck,))
    }
    assert phrases(counted[2]) == (
        "tables 1 (2 hands), 3 and 5",
        "table 2 (2 hands) has ended no hand for 120 minutes, at a pace of 5 minutes a hand",
        "table 4 (1 hand) waits behind event 7",
    )
    nobody = result(own, [], {"5": [1, 2, 3]}, gaps=(stuck,))
    assert phrases(nobody[0]) == (
        "tables 1, 2, 3 and 5 (1 hand), whose pace is not known yet",
        "table 4 waits behind event 7",
    )
    (alone,) = result(book({1: "1"}, total=1), [], {})
    assert phrases(alone) == ("table 2, whose pace is not known yet",)
    by_hand = Decisions(by_hand={DealKey("day", "A", 1): ByHand(released=False, position=1)})
    done = book({1: "12"}, total=1)
    verdicts = decide({("day", "A"): done}, by_hand, NOW)
    (sealed,) = forecast(done, Rules(), verdicts, [], {}, (), NOW)
    assert phrases(sealed) == ("sealed by hand",)


def test_a_hand_that_cannot_be_used_waits_for_a_person() -> None:
    """Table 1 has played all five deals, every four minutes; its hand of deal 2 cannot be used, so
    that no time tells when somebody corrects it."""
    own = book({1: "12", 2: "2", 3: "12", 4: "12", 5: "12"})
    hand_ends = ends("1", [1, 2, 3, 4, 5], 4) + ends("2", [1, 2, 3, 4, 5], 4)
    lost = LostHands({(2, "1"): 9})
    (one,) = [one for one in result(own, hand_ends, {}, lost=lost) if one.deal.number == 2]
    assert (one.about, one.by) == (None, None)
    assert phrases(one) == ("table 1 waits for a person: its hand 9 cannot be used",)


def test_a_hand_that_cannot_be_used_is_no_hand_to_come() -> None:
    """Table 1 has deal 5 to come and nothing else: deal 2 it has played already."""
    own = book({1: "12", 3: "12", 4: "12", 5: "2"})
    hand_ends = ends("1", [1, 2, 3, 4], 4) + ends("2", [1, 3, 4, 5], 4)
    lost = LostHands({(2, "1"): 9})
    found = {one.deal.number: one for one in result(own, hand_ends, {}, lost=lost)}
    assert clock(found[5].about) == "17:04"
    assert found[2].last == 2
    assert found[2].about is None


NEVER = LostHands(missing={"1": (3,)})


def test_a_hand_that_never_arrived_waits_for_a_person_who_knows_its_deal() -> None:
    """Without an order it may be any deal that table 1 has not finished; not deal 3."""
    own = book({1: "12", 2: "2", 3: "1", 4: "12", 5: "2"})
    hand_ends = ends("1", [1, 3, 4], 4) + ends("2", [1, 2, 4, 5], 4)
    found = {one.deal.number: one for one in result(own, hand_ends, {}, lost=NEVER)}
    waiting = ("table 1 waits for a person: its hand 3, perhaps of this deal, never arrived",)
    assert {number: phrases(one) for number, one in found.items() if number in (2, 5)} == {
        2: waiting,
        5: waiting,
    }
    assert found[2].about is None
    assert clock(found[3].about) == "17:04"


def test_with_an_order_it_is_the_deal_that_the_table_has_gone_past() -> None:
    """Table 1 has played 1, 2, 4 of the order 1, 2, 3, 4, 5: the missing hand was deal 3, and deal
    5 is the next, in four minutes."""
    own = book({1: "12", 2: "12", 3: "2", 4: "12", 5: "2"})
    hand_ends = ends("1", [1, 2, 4], 4) + ends("2", [1, 2, 3, 4, 5], 4)
    order = {"1": [1, 2, 3, 4, 5]}
    found = {one.deal.number: one for one in result(own, hand_ends, order, lost=NEVER)}
    assert phrases(found[3]) == ("table 1 waits for a person: its hand 3 never arrived",)
    assert (found[3].about, clock(found[5].about)) == (None, "17:04")


def test_several_hands_that_never_arrived_are_all_named() -> None:
    own = book({1: "12", 2: "2", 3: "2"}, total=3)
    lost = LostHands(missing={"1": (2, 3)})
    found = result(own, ends("1", [1], 4) + ends("2", [1, 2, 3], 4), {}, lost=lost)
    assert {phrases(one) for one in found} == {
        ("table 1 waits for a person: its hands 2, 3, perhaps of this deal, never arrived",)
    }


def test_the_gate_says_that_a_hand_never_arrived(tmp_path: Path) -> None:
    """Table 1 sends hands 1, 2 and 4 and nothing of hand 3; a person says it was not played."""
    with open_store(tmp_path / "record.db") as store:
        store.append(received(opened(kind="live", deals=4)))
        hands = [
            each.model_copy(update={"seq": 5 * (deal - 1) + (each.seq or 0)})
            for deal in (1, 2, 4)
            for each in live("1", deal)
        ]
        store.ingest(received(*hands))
        declare_lost(store, "S/A/1", "off", "anna")
    gate = open_gate(tmp_path / "record.db")
    exit_ = "command:forecast"
    assert gate.missing_hands(exit_) == {("S", "A", "1"): (3,)}
    found = {one.deal.number: phrases(one) for one in live_forecasts(gate, exit_)}
    person = "table 1 waits for a person: its hand 3, perhaps of this deal, never arrived"
    assert [person in found[deal] for deal in (1, 2, 3, 4)] == [False, False, True, False]
    (entry,) = gate.quarantine("command:quarantine")
    gate.decide("command:quarantine", entry.pos, "discard", "not played", "anna")
    assert gate.missing_hands(exit_) == {}
    gate.close()


def test_the_gate_says_who_waits_for_a_person(tmp_path: Path) -> None:
    """Table 1 has lost event 3 of its hand of deal 1, and plays on."""
    with open_store(tmp_path / "record.db") as store:
        store.append(received(opened(kind="live")))
        second = [each.model_copy(update={"seq": 5 + (each.seq or 0)}) for each in live("1", 2)]
        store.ingest(received(*(each for each in live("1", 1) if each.seq != 3), *second))
        declare_lost(store, "S/A/1", "restarted", "anna")
    gate = open_gate(tmp_path / "record.db")
    found = {one.deal.number: phrases(one) for one in live_forecasts(gate, "command:forecast")}
    assert "table 1 waits for a person: its hand 1 cannot be used" in found[1]
    assert not any("person" in words for words in found[2])
    gate.close()
