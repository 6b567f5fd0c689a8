"""What a lost event costs: the hand it belongs to cannot be used, and a person has to know (RULES
P9): an entry in quarantine names the event, and the forecast waits for a person."""

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
)

from producer.events import Event
from producer.record import Store, open_store
from producer.record.intake.decisions import declare_lost, release

WHY = "the device was restarted"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened(kind="live")))
        yield opened_store


def at(seq: int, each: Event) -> Event:
    return each.model_copy(update={"seq": seq})


def hand(deal: int = 1, first: int = 1) -> list[Event]:
    """The all-in of three actions: the start is number ``first``, the end ``first + 4``."""
    return [at(first + n, each) for n, each in enumerate(live("1", deal))]


def lose(store: Store, events: list[Event], *numbers: int) -> None:
    """Sends ``events`` without those ``numbers``, and declares them lost once the gap is open."""
    store.ingest(received(*(each for each in events if each.seq not in numbers)))
    declare_lost(store, "S/A/1", WHY, "anna")


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ((1,), "event 1 is missing"),
        ((2,), "event 2 is missing"),
        ((3,), "event 3 is missing"),
        ((4,), "event 4 is missing"),
        ((5,), "event 5 is missing"),
        ((2, 3), "events 2-3 are missing"),
        ((2, 4), "events 2, 4 are missing"),
        ((1, 5), "events 1, 5 are missing"),
        ((1, 2, 3, 4), "events 1-4 are missing"),
    ],
)
def test_a_hand_that_lost_an_event_is_an_entry_which_names_it(
    store: Store, lost: tuple[int, ...], words: str
) -> None:
    lose(store, [*hand(), *hand(2, 6)], *lost)
    assert reasons(store) == [f"hand 1 of table 1 cannot be used: {words}"]
    (entry,) = store.quarantine()
    assert "Have the device send" in entry.hint()
    assert "hand.corrected" in entry.hint()
    assert [play.hand for deal in store.deals() for play in deal.plays] == [2]
    before = reasons(store), store.marks()
    store.rebuild()
    assert (reasons(store), store.marks()) == before


def test_the_lost_event_comes_after_all_and_settles_the_entry(store: Store) -> None:
    lose(store, [*hand(), *hand(2, 6)], 3)
    (receipt,) = store.ingest(received(hand()[2]))
    assert receipt.outcome == "accepted"
    assert [play.hand for deal in store.deals() for play in deal.plays] == [1, 2]
    (entry,) = store.quarantine()
    assert entry.decision is not None
    assert entry.decision.by == "duplicast"
    assert entry.decision.reason == "hand 1 of table 1 counts now"
    assert not any(mark.unusable for marks in store.marks().values() for mark in marks.values())


def test_the_hand_sent_whole_settles_the_entry(store: Store) -> None:
    lose(store, [*hand(), *hand(2, 6)], 1, 3)
    line = [{"street": s, "seat": n, "action": a, "to": to} for s, n, a, to in ALL_IN]
    whole = {"deal": 1, "hand": 1, "reason": WHY, "button": 3, "line": line}
    (receipt,) = store.ingest(
        received(event("hand.corrected", whole | {"result": ALL_IN_RESULT}, id="whole"))
    )
    assert receipt.outcome == "accepted"
    assert [play.hand for deal in store.deals() for play in deal.plays] == [1, 2]
    assert not store.quarantine(only_open=True)


def test_a_void_settles_the_entry(store: Store) -> None:
    lose(store, [*hand(), *hand(2, 6)], 3)
    void = {"deal": 1, "hand": 1, "reason": WHY}
    (receipt,) = store.ingest(received(event("hand.voided", void, id="void")))
    assert receipt.outcome == "accepted"
    (entry,) = store.quarantine()
    assert entry.decision is not None
    assert entry.decision.reason == "hand 1 of table 1 is void"


def test_a_released_entry_is_tried_again_and_says_the_same(store: Store) -> None:
    lose(store, [*hand(), *hand(2, 6)], 3)
    (entry,) = store.quarantine()
    receipt = release(store, entry.pos, "it may be complete", "anna")
    assert receipt.reason == "hand 1 of table 1 cannot be used: event 3 is missing"


def test_an_action_under_another_deal_is_missing_from_its_hand(store: Store) -> None:
    """Nothing is lost: the device named another deal."""
    events = hand()
    stray = events[2].model_copy(
        update={"data": events[2].data.model_copy(update={"deal": 7, "hand": 7})}
    )
    store.ingest(received(*events[:2], stray, *events[3:]))
    assert "hand 1 of table 1 cannot be used: action 2 is missing" in reasons(store)


def test_a_hand_without_its_last_actions_is_an_entry(store: Store) -> None:
    events = hand()
    store.ingest(received(*events[:3], at(4, events[4])))
    assert reasons(store) == ["hand 1 of table 1 cannot be used: its last actions are missing"]


def test_a_hand_that_the_table_left_is_an_entry(store: Store) -> None:
    store.ingest(received(*hand()[:3], *hand(2, 4)))
    assert reasons(store) == ["hand 1 of table 1 cannot be used: its end is missing"]


def test_the_device_without_numbers_may_send_its_end_first(store: Store) -> None:
    start, *middle, end = [at(0, each).model_copy(update={"seq": None}) for each in hand()]
    store.ingest(received(start, end, *middle))
    assert reasons(store) == []
    assert [play.hand for deal in store.deals() for play in deal.plays] == [1]


def test_the_end_says_what_is_missing_to_the_device(store: Store) -> None:
    events = hand()
    store.ingest(received(events[0], events[1], events[3]))
    declare_lost(store, "S/A/1", WHY, "anna")
    (receipt,) = store.ingest(received(events[4]))
    assert receipt.outcome == "accepted"
    assert receipt.reason == "hand 1 of table 1 cannot be used: event 3 is missing"
