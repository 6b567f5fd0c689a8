"""A gate that is asked for one deal first seals what one that has seen the whole record seals."""

from __future__ import annotations

from pathlib import Path

import pytest

from producer.events import event_json
from producer.feeds import Received
from producer.record import Store, open_store
from producer.release import AmbiguousDeal, Gate, NotAvailable, by_hand
from producer.simulate import session_events

EXIT = "command:compare"
DEALS = 3


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two archives, and a live session with the cards of the first, of which nothing is over."""
    opened = open_store(tmp_path / "record.db")
    for seed in (5, 6):
        _append(opened, list(session_events(DEALS, seed, archive=True, tables=2)))
    _append(opened, list(session_events(DEALS, 5, tables=2))[: 1 + DEALS])
    return opened


def test_an_archive_with_the_cards_of_a_live_session_is_sealed_at_the_first_question(
    store: Store,
) -> None:
    for number in range(1, DEALS + 1):
        with pytest.raises(NotAvailable):
            Gate(store).comparison(f"sim-5-{DEALS}x2-archive/A/{number}", EXIT)
        with pytest.raises(NotAvailable):
            Gate(store).comparison(f"sim-5-{DEALS}x2/A/{number}", EXIT)


def test_an_archive_that_nobody_plays_is_open_until_it_is_sealed_by_hand(store: Store) -> None:
    reference = f"sim-6-{DEALS}x2-archive/A/2"
    assert str(Gate(store).comparison(reference, EXIT).deal.key) == reference
    by_hand.seal(Gate(store), [reference], "a query of the rights holder", "test")
    with pytest.raises(NotAvailable):
        Gate(store).comparison(reference, EXIT)


def test_a_bare_number_is_looked_for_in_every_group(store: Store) -> None:
    assert Gate(store).comparison("2", EXIT).deal.key.session == f"sim-6-{DEALS}x2-archive"
    _append(store, list(session_events(DEALS, 7, archive=True, tables=2)))
    with pytest.raises(AmbiguousDeal):
        Gate(store).comparison("2", EXIT)


def test_the_first_question_rates_as_the_ranking_does(store: Store) -> None:
    ranking = Gate(store).comparisons("command:deals")
    assert len(ranking) == DEALS
    for each in ranking:
        assert Gate(store).comparison(str(each.deal.key), EXIT) == each


def _append(store: Store, events: list) -> None:  # type: ignore[type-arg]
    store.append([Received(event_json(each).encode(), each, "test") for each in events])
