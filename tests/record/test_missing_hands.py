"""A hand of which nothing arrived is seen by its number, which the device left out, and by the
events that were declared lost where it should have been. A person has to know (RULES P9)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from record_events import (
    ALL_IN,
    ALL_IN_RESULT,
    database,
    event,
    live,
    opened,
    reasons,
    received,
    recorded,
)

from producer.events import Event
from producer.record import Store, open_store
from producer.record.intake.decisions import declare_lost, discard

WHY = "the device was off"
LENGTH = 5
"""Events of the all-in: its start, three actions, its end."""

OTHER = {"1": "AcAd", "2": "KcKd"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened(kind="live")))
        yield opened_store


def at(seq: int, each: Event, **more: str) -> Event:
    return each.model_copy(update={"seq": seq} | more)


def hand(number: int, first: int | None = None, source: str = "test") -> list[Event]:
    """Hand ``number``, of the deal with that number: five events from ``first`` on, by default
    where it stands if all hands are sent."""
    start = 1 + LENGTH * (number - 1) if first is None else first
    return [at(start + n, each, source=source) for n, each in enumerate(live("1", number))]


def clock(seq: int) -> Event:
    return at(seq, event("table.clock", {"paused": False}, id=f"clock/{seq}"))


def lose(store: Store, *events: Event) -> None:
    """Sends ``events``, and declares lost what is missing before them."""
    store.ingest(received(*events))
    declare_lost(store, "S/A/1", WHY, "anna")


def whole(number: int, deal: int) -> Event:
    line = [{"street": s, "seat": n, "action": a, "to": to} for s, n, a, to in ALL_IN]
    data = {"deal": deal, "hand": number, "reason": WHY, "button": 3, "line": line}
    return event("hand.corrected", data | {"result": ALL_IN_RESULT}, id=f"whole/{number}")


def played(store: Store) -> list[int]:
    return [play.hand for deal in store.deals() for play in deal.plays]


def test_a_hand_of_which_nothing_arrived_is_an_entry_which_names_it(store: Store) -> None:
    lose(store, *hand(1), *hand(2), *hand(4))
    assert reasons(store) == ["hand 3 of table 1 never arrived: events 11-15 are missing"]
    (entry,) = store.quarantine()
    assert (entry.identity.table, entry.identity.deal) == ("1", None)
    assert "send the whole hand as hand.corrected" in entry.hint()
    assert "enter the whole hand" in entry.hint("page")
    assert played(store) == [1, 2, 4]
    store.rebuild()
    assert reasons(store) == ["hand 3 of table 1 never arrived: events 11-15 are missing"]


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([*hand(2)], {"hand 1 of table 1 never arrived: events 1-5 are missing"}),
        (
            [*hand(1), *hand(4)],
            {
                "hand 2 of table 1 never arrived: events 6-15 are missing",
                "hand 3 of table 1 never arrived: events 6-15 are missing",
            },
        ),
        (
            [*hand(1), clock(8), *hand(3, 12)],
            {"hand 2 of table 1 never arrived: events 6-7, 9-11 are missing"},
        ),
        (
            [*hand(1), *hand(3)[1:]],
            {
                "hand 2 of table 1 never arrived: events 6-11 are missing",
                "hand 3 of table 1 cannot be used: events 6-11 are missing",
            },
        ),
        (
            [*hand(1)[:4], *hand(3)],
            {
                "hand 1 of table 1 cannot be used: events 5-10 are missing",
                "hand 2 of table 1 never arrived: events 5-10 are missing",
            },
        ),
        (
            [recorded(seq=1), recorded(deal=3, seq=3, cards=OTHER)],
            {"hand 2 of table 1 never arrived: event 2 is missing"},
        ),
    ],
    ids=["the first", "two", "around a clock", "and a start", "and an end", "hands sent whole"],
)
def test_whatever_is_missing_around_it(store: Store, events: list[Event], words: set[str]) -> None:
    lose(store, *events)
    assert set(reasons(store)) == words
    before = reasons(store)
    store.rebuild()
    assert reasons(store) == before


@pytest.mark.parametrize(
    "events",
    [
        [*hand(1), *hand(3, 6)],
        [*hand(1), clock(7), *hand(3, 8)],
        [*hand(7, 3)],
        [*hand(1), *hand(2), clock(12), *hand(3, 13)],
    ],
    ids=["nothing is lost", "lost before a clock", "other numbers", "no hand is left out"],
)
def test_a_number_left_out_is_no_missing_hand_by_itself(store: Store, events: list[Event]) -> None:
    """One lost event is less than the six hands before hand 7."""
    store.ingest(received(*events))
    if store.gaps():
        declare_lost(store, "S/A/1", WHY, "anna")
    expected = ["hand 2 of table 1 never arrived: event 6 is missing"] if clock(7) in events else []
    assert reasons(store) == expected


def test_losses_before_the_hand_before_do_not_count(store: Store) -> None:
    lose(store, *hand(1, 3))
    assert reasons(store) == []
    store.ingest(received(*hand(3, 8)))
    assert reasons(store) == []


def test_a_refused_hand_has_arrived(store: Store) -> None:
    """Its number is declared lost by the record itself, so that nothing waits for it."""
    third = recorded(deal=3, seq=3, cards=OTHER)
    store.ingest(received(recorded(seq=1), recorded(deal=2, seq=2), third))
    assert not store.gaps()
    assert played(store) == [1, 3]
    assert [entry.problem.code for entry in store.quarantine()] == ["same-cards"]


def test_the_lost_events_come_after_all_and_settle_the_entry(store: Store) -> None:
    """While the table plays the next hand, which is not troubled by it."""
    lose(store, *hand(1), *hand(3)[:2])
    store.ingest(received(*hand(2)))
    assert played(store) == [1, 2]
    store.ingest(received(*hand(3)[2:]))
    assert played(store) == [1, 2, 3]
    (entry,) = store.quarantine()
    assert entry.decision is not None
    assert (entry.decision.by, entry.decision.reason) == (
        "duplicast",
        "hand 2 of table 1 counts now",
    )


def test_the_hand_sent_whole_settles_the_entry(store: Store) -> None:
    lose(store, *hand(1), *hand(3))
    (receipt,) = store.ingest(received(whole(2, deal=7)))
    assert receipt.outcome == "accepted"
    assert sorted(played(store)) == [1, 2, 3]
    assert not store.quarantine(only_open=True)


def test_a_hand_entered_before_the_gap_was_declared_lost_is_no_entry(store: Store) -> None:
    store.ingest(received(*hand(1), *hand(3), whole(2, deal=7)))
    declare_lost(store, "S/A/1", WHY, "anna")
    assert reasons(store) == []


def test_what_arrives_of_another_hand_settles_nothing(store: Store) -> None:
    lose(store, *hand(1), *hand(4))
    store.ingest(received(*hand(5), whole(2, deal=7)))
    assert [each.reason for each in store.quarantine(only_open=True)] == [
        "hand 3 of table 1 never arrived: events 6-15 are missing"
    ]


def test_a_person_says_that_there_was_no_such_hand(store: Store) -> None:
    lose(store, *hand(1), *hand(3))
    (entry,) = store.quarantine()
    discard(store, entry.pos, "the device skips numbers", "anna")
    store.rebuild()
    assert not store.quarantine(only_open=True)


def test_a_second_device_at_the_table(store: Store) -> None:
    """Only the losses of the device that shows the hand left out."""
    lose(store, *hand(1), *hand(3, 2, source="spare"))
    assert reasons(store) == ["hand 2 of table 1 never arrived: event 1 is missing"]


def test_the_record_opened_again_finds_the_same(store: Store, tmp_path: Path) -> None:
    store.ingest(received(*hand(1), *hand(2)))
    with open_store(database(tmp_path)) as again:
        lose(again, *hand(4))
        assert reasons(again) == ["hand 3 of table 1 never arrived: events 11-15 are missing"]


def test_fewer_lost_events_than_hands_left_out_are_another_way_of_counting(store: Store) -> None:
    lose(store, recorded(seq=1), recorded(deal=4, seq=3, cards=OTHER))
    assert reasons(store) == []


def test_the_last_hand_of_a_table_is_its_largest_number_or_none(store: Store) -> None:
    store.ingest(received(*hand(3), *hand(2)))
    assert store.last_hand(("S", "A"), "1") == 3
    assert store.last_hand(("S", "A"), "2") == 0
