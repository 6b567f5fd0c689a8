"""A device's events in the order of ``seq``: gaps, late ones, lost ones, two devices, restarts."""

from __future__ import annotations

import random
from pathlib import Path

from effort import counts
from hypothesis import given, settings
from hypothesis import strategies as st
from record_events import (
    ALL_IN,
    BOARD,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    contents,
    database,
    deck,
    event,
    live,
    opened,
    reasons,
    received,
    temporary,
)
from test_live import lines
from test_rebuild import derived

from producer.events import Event
from producer.record import Gap, Store, open_store
from producer.record.plan.order import Stream, advance, gaps, mark_lost, pop_ready
from producer.simulate import session_events

FLOP = live(line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT, boards=(BOARD[:6],))


def outcomes(store: Store, *events: Event) -> list[str]:
    return [taken.outcome for taken in store.ingest(received(*events))]


def lost(first: int, last: int, device: str = "test", table: str = "1") -> Event:
    data = {"device": device, "first": first, "last": last, "reason": "device replaced"}
    return event("gap.lost", data, table=table, id=f"lost/{first}", source="desk")


def test_what_comes_before_its_turn_waits_and_the_gap_is_named() -> None:
    with temporary() as (store, _):
        store.append(received(opened(kind="live"), deck()))
        assert outcomes(store, *FLOP[:2], *FLOP[5:]) == ["accepted"] * 2 + ["waiting"] * 4
        (gap,) = store.gaps()
        assert gap == Gap("S", "A", "1", "test", ((3, 5),), 4, gap.since)
        assert gap.since[:2] == "20"
        assert outcomes(store, FLOP[3]) == ["waiting"]
        assert store.gaps()[0].missing == ((3, 3), (5, 5))
        assert lines(store) == []
        assert outcomes(store, FLOP[4], FLOP[2]) == ["waiting", "accepted"]
        assert (store.gaps(), lines(store)) == ([], [TO_THE_FLOP])


def test_a_gap_declared_lost_is_no_longer_waited_for_and_may_still_come() -> None:
    with temporary() as (store, path):
        store.append(received(opened(kind="live"), deck()))
        store.append(received(*FLOP[:2], *FLOP[3:]))
        assert outcomes(store, lost(3, 3)) == ["accepted"]
        assert store.gaps() == []
        assert lines(store) == []
        assert outcomes(store, FLOP[2]) == ["accepted"]
        assert lines(store) == [TO_THE_FLOP]
        before = derived(path)
        store.rebuild()
        assert derived(path) == before


def test_what_is_refused_is_not_waited_for() -> None:
    with temporary() as (store, path):
        store.append(received(opened(kind="live"), deck()))
        twice = event("hand.board", {"deal": 1, "hand": 1, "cards": "QsQs3d"}, seq=1, id="bad")
        assert outcomes(store, twice) == ["refused"]
        later = [item.model_copy(update={"seq": (item.seq or 0) + 1}) for item in FLOP]
        assert set(outcomes(store, *later)) == {"accepted"}
        assert lines(store) == [TO_THE_FLOP]
        before = derived(path)
        store.rebuild()
        assert derived(path) == before


def test_a_device_that_counts_anew_or_a_second_one_of_its_name_is_noticed() -> None:
    with temporary() as (store, _):
        store.append(received(opened(kind="live"), deck(), *FLOP))
        other = event("hand.started", {"deal": 2, "hand": 2, "button": 3}, seq=1, id="again")
        assert outcomes(store, other) == ["refused"]
        assert reasons(store) == [
            "event 1 of table 1 has already come from test, with different content"
        ]
        same = FLOP[0].model_copy(update={"id": "the same under another id"})
        assert outcomes(store, same) == ["known"]


def test_a_device_that_tells_all_again_under_other_ids_tells_nothing_new() -> None:
    with temporary() as (store, path):
        clock = event("table.clock", {"paused": True}, seq=len(FLOP) + 1)
        started = event("hand.started", {"deal": 2, "hand": 2, "button": 3}, seq=len(FLOP) + 2)
        output = [*FLOP, clock, started]
        store.append(received(opened(kind="live"), deck(), *output))
        (before, *_) = store.tables()
        again = [item.model_copy(update={"id": f"again/{item.id}"}) for item in output]
        assert set(outcomes(store, *again)) == {"known"}
        (after, *_) = store.tables()
        assert (before.deal, before.paused, after.deal, after.paused) == (2, True, 2, True)
        assert [device.seq for device in after.devices] == [len(output)]
        resumed = event("table.clock", {"paused": False}, seq=len(FLOP) + 1, id="resumed")
        assert outcomes(store, resumed) == ["refused"]
        assert reasons(store) == [
            "event 10 of table 1 has already come from test, with different content"
        ]
        rows = derived(path)
        store.rebuild()
        assert (derived(path), store.tables()[0]) == (rows, after)


def test_what_comes_at_its_turn_late_is_not_newer_than_what_came_before_it() -> None:
    with temporary() as (store, _):
        store.append(
            received(opened(kind="live"), deck(), *FLOP[:2], *FLOP[3:], lost(3, 3), FLOP[2])
        )
        (table, *_) = store.tables()
        assert (table.phase, table.deal, lines(store)) == ("finished", 1, [TO_THE_FLOP])


def test_the_number_of_a_device_s_own_opening_is_not_waited_for() -> None:
    """An opening that bears the table's name and a number, first or in between, tells it."""
    first = opened(kind="live").model_copy(update={"table": "1", "seq": 1})
    later = [item.model_copy(update={"seq": (item.seq or 0) + 1}) for item in FLOP[:4]]
    again = first.model_copy(update={"id": "once more", "seq": 6})
    contrary = opened(kind="live", direction="descending").model_copy(
        update={"id": "contrary", "table": "1", "seq": 7}
    )
    rest = [item.model_copy(update={"seq": (item.seq or 0) + 3}) for item in FLOP[4:]]
    with temporary() as (store, path):
        assert set(outcomes(store, first, *later, deck())) == {"accepted"}
        assert outcomes(store, rest[0], again, contrary) == ["waiting", "known", "refused"]
        assert set(outcomes(store, *rest[1:])) == {"accepted"}
        assert (lines(store), store.gaps()) == ([TO_THE_FLOP], [])
        (table, *_) = store.tables()
        assert [device.seq for device in table.devices] == [len(FLOP) + 3]
        before = derived(path)
        store.rebuild()
        assert derived(path) == before


def test_a_device_that_does_not_count_its_own_opening_begins_with_1_as_well() -> None:
    first = opened(kind="live").model_copy(update={"table": "1", "seq": 1})
    with temporary() as (store, path):
        for item in (first, deck(), *FLOP):
            assert outcomes(store, item) == ["accepted"]
        assert (lines(store), reasons(store)) == ([TO_THE_FLOP], [])
        assert outcomes(store, FLOP[0].model_copy(update={"id": "again"})) == ["known"]
        before = derived(path)
        store.rebuild()
        assert derived(path) == before


def test_two_devices_of_one_table_tell_one_play() -> None:
    with temporary() as (store, path):
        store.append(received(opened(kind="live"), deck()))
        second = [
            item.model_copy(update={"id": f"second/{item.id}", "source": "second"}) for item in FLOP
        ]
        both = [item for pair in zip(FLOP, second, strict=True) for item in pair]
        assert outcomes(store, *both) == ["accepted", "known"] * len(FLOP)
        assert (lines(store), reasons(store), store.gaps()) == ([TO_THE_FLOP], [], [])
        assert set(outcomes(store, *second)) == {"known"}
        before = derived(path)
        store.rebuild()
        assert derived(path) == before


SESSION = list(session_events(3, 5, tables=3))


@settings(max_examples=counts(4, 100))
@given(st.randoms(use_true_random=False), st.sampled_from((1, 7, 1000)))
def test_a_session_in_any_order_and_twice_ends_as_in_order(lot: random.Random, size: int) -> None:
    with temporary() as (in_order, _), temporary() as (shuffled, path):
        in_order.append(received(*SESSION))
        events = SESSION + lot.sample(SESSION, len(SESSION) // 5)
        lot.shuffle(events)
        for start in range(0, len(events), size):
            shuffled.append(received(*events[start : start + size]))
        assert contents(shuffled) == contents(in_order)
        assert (reasons(shuffled), shuffled.gaps()) == ([], [])
        before = derived(path)
        shuffled.rebuild()
        assert derived(path) == before


def test_waiting_events_are_on_disk_and_go_on_after_the_record_was_closed(tmp_path: Path) -> None:
    order = [*FLOP[3:], FLOP[0], FLOP[2], FLOP[1]]
    for item in [opened(kind="live"), deck(), *order]:
        with open_store(database(tmp_path)) as store:
            store.append(received(item))
    with open_store(database(tmp_path)) as store:
        assert lines(store) == [TO_THE_FLOP]


@given(
    st.lists(st.integers(1, 30), unique=True),
    st.lists(st.tuples(st.integers(1, 30), st.integers(0, 8)), max_size=4),
)
def test_gaps_are_what_neither_came_nor_is_lost(
    came: list[int], away: list[tuple[int, int]]
) -> None:
    """Against sets of numbers, counted one by one."""
    stream = Stream()
    out = {seq for first, more in away for seq in range(first, first + more + 1)}
    for first, more in away[:2]:
        mark_lost(stream, first, first + more)
    for seq in came:
        if seq >= stream.next:
            stream.waiting[seq] = seq
        while (found := pop_ready(stream)) is not None:
            advance(stream, found)
    for first, more in away[2:]:
        mark_lost(stream, first, first + more)
        while (found := pop_ready(stream)) is not None:
            advance(stream, found)
    last = max(came, default=0)
    expected = [seq for seq in range(1, last) if seq not in out and seq not in came]
    assert [seq for first, end in gaps(stream) for seq in range(first, end + 1)] == expected


def test_files_of_an_archive_need_no_seq_and_are_not_ordered_by_it() -> None:
    with temporary() as (store, _):
        store.append(received(opened(), deck(), *reversed(live(line=ALL_IN))))
        assert (lines(store), store.gaps()) == ([ALL_IN], [])


def test_a_lost_number_that_comes_twice_is_judged_alike_in_whatever_batches() -> None:
    """Numbers are compared within a deal: two that were lost and come for two deals are both
    taken."""
    output = [
        event("hand.started", {"deal": n, "hand": n, "button": 3}, seq=5, id=f"start/{n}")
        for n in (1, 2)
    ]
    for batches in ([output], [[item] for item in output]):
        with temporary() as (store, _):
            store.append(received(opened(kind="live"), deck()))
            assert outcomes(store, lost(1, 9)) == ["accepted"]
            assert [outcomes(store, *batch) for batch in batches] == [
                ["accepted"] * len(batch) for batch in batches
            ]
