"""Events heard before their session is open: derived at the opening as if they came then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from record_events import contents, database, deck, event, heard, live, opened, reasons
from test_order import lost
from test_rebuild import derived

from producer.events import Event
from producer.record import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A rebuild of whatever the test leaves gives the same."""
    with open_store(database(tmp_path)) as opened_store:
        yield opened_store
        found = derived(database(tmp_path)), contents(opened_store), reasons(opened_store)
        opened_store.rebuild()
        assert (derived(database(tmp_path)), contents(opened_store), reasons(opened_store)) == found


def outcomes(store: Store, *events: Event) -> set[str]:
    return {taken.outcome for taken in store.hear(heard(*events))}


def tables(store: Store) -> list[str]:
    return [play.table for deal in store.deals() for play in deal.plays]


def test_what_is_refused_at_the_opening_is_not_waited_for(store: Store) -> None:
    void = {"deal": 2, "hand": 9, "reason": "pressed by mistake"}
    hand = [item.model_copy(update={"seq": (item.seq or 0) + 1}) for item in live()]
    assert outcomes(store, event("hand.voided", void, seq=1), *hand) == {"waiting"}
    assert outcomes(store, opened(kind="live"), deck()) == {"accepted"}
    assert reasons(store) == ["table 1 has told no hand 9 of deal 2"]
    assert (tables(store), store.gaps()) == (["1"], [])


@pytest.mark.parametrize("batches", ["one", "each its own"])
def test_numbers_declared_lost_before_the_opening_may_come_after_all(
    store: Store, batches: str
) -> None:
    told = [lost(1, 9), *live(), opened(kind="live"), deck()]
    for batch in [told] if batches == "one" else [[item] for item in told]:
        store.hear([*heard(*batch)])
    assert (tables(store), reasons(store), store.gaps()) == (["1"], [], [])


@pytest.mark.parametrize("batches", ["one", "each its own"])
def test_a_device_that_counted_anew_before_the_opening_is_told_so(
    store: Store, batches: str
) -> None:
    other = [
        item.model_copy(
            update={"id": f"{item.id}/2", "data": item.data.model_copy(update={"deal": 2})}
        )
        for item in live()
    ]
    told = [*live(), *other, opened(kind="live"), deck()]
    for batch in [told] if batches == "one" else [[item] for item in told]:
        store.hear([*heard(*batch)])
    assert tables(store) == ["1"]
    assert reasons(store) == [
        f"event {n} of table 1 has come from test already, and otherwise" for n in range(1, 6)
    ]
