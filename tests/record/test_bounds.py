"""Numbers, seats and deals that cannot be: refused, and mended as the reason says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from record_events import (
    CARDS,
    contents,
    database,
    deck,
    live,
    opened,
    reasons,
    received,
    recorded,
)

from producer.record import Store, open_store
from producer.record.intake.decisions import release

BEYOND = "deal 3 does not exist: the last one of session S, group A is 2"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as store:
        yield store


def test_cards_are_held_by_who_is_in_the_hand(store: Store) -> None:
    store.append(received(opened(kind="live")))
    two = {
        "cards": {"1": CARDS["1"], "3": CARDS["2"]},
        "stacks": {"1": 1000, "2": 1000},
        "button": 1,
        "line": [("preflop", 1, "fold", None)],
        "result": {"1": -5, "2": 5},
    }
    (taken,) = store.ingest(received(recorded(**two)))
    assert taken.reason == "cards are shown for seat 3, which is not in the hand"
    (taken,) = store.ingest(received(recorded(cards=CARDS | {"4": "5c5d"}, id="four")))
    assert taken.reason == "cards are shown for seat 4, which is not in the hand"
    held = two | {"cards": {"1": CARDS["1"], "2": CARDS["2"], "3": ""}}
    (taken,) = store.ingest(received(recorded(**held, id="right")))
    assert taken.outcome == "accepted"


def test_a_deal_beyond_those_of_the_session_waits_in_quarantine_for_its_opening(
    store: Store,
) -> None:
    store.append(received(opened("1", "2", kind="live", deals=2)))
    last = recorded("1", 2, board="Qs9h3d4c8h")
    taken = store.ingest(received(last, *live("1", 3), deck(3), recorded("2", 3)))
    assert taken[0].outcome == "accepted"
    assert {each.reason for each in taken[1:]} == {BEYOND}
    assert next(each.place for each in store.quarantine()) == "feed.ndjson:2"
    more = opened("1", "2", kind="live", deals=3).model_copy(update={"id": "one more"})
    store.append(received(more))
    for entry in store.quarantine():
        assert release(store, entry.pos, "one more is played", "Anna").outcome == "accepted"
    assert [(d.key.number, len(d.plays)) for d in store.deals()] == [(2, 1), (3, 2)]
    before = contents(store)
    store.rebuild()
    assert contents(store) == before


def test_an_archive_has_the_deals_that_its_files_tell(store: Store) -> None:
    store.append(received(opened("1", "2", deals=2), recorded("1", 3)))
    assert reasons(store) == []
