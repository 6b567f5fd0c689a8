"""The gate releases a live deal only when every table of its group has finished it (RULES P11)."""

import inspect
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from producer.events import Event, HandFinishedEvent, event_json
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record import DealState, GroupState, open_store
from producer.release import (
    EXITS,
    AmbiguousDeal,
    Gate,
    NotAvailable,
    open_gate,
    resolve,
)
from producer.release.verdicts import Decisions, State, decide
from producer.simulate import session_events

KEY = DealKey("s", "A", 7)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
EXIT = "command:deals"


def received(events: list[Event]) -> list[Received]:
    return [
        Received(event_json(event).encode(), event, f"test:{n}") for n, event in enumerate(events)
    ]


def finished_everywhere(events: list[Event], tables: int) -> set[int]:
    """From the feed alone: the deals that so many tables have finished."""
    count = Counter(event.data.deal for event in events if isinstance(event, HandFinishedEvent))
    return {deal for deal, done in count.items() if done == tables}


def state(
    finished: Iterable[str], tables: Iterable[str], kind: Literal["live", "archive"] = "live"
) -> State:
    deal = DealState(KEY.number, frozenset(finished), frozenset(), "", LONG_AGO)
    group = GroupState("s", "A", kind, tuple(sorted(tables)), None, {KEY.number: deal}, 0, 0)
    return decide({("s", "A"): group}, Decisions(), LONG_AGO)[KEY].state


@given(
    finished=st.sets(st.sampled_from("123456")),
    tables=st.sets(st.sampled_from("123456")),
)
def test_p11_live_deal_is_released_only_when_the_whole_roster_has_finished(
    finished: set[str], tables: set[str]
) -> None:
    released = state(finished, tables) == "released"
    assert released == (len(tables) > 0 and tables - finished == set())


def test_archive_deal_is_released_on_ingest() -> None:
    assert state("1", "12", "archive") == "released"


EVENTS = list(session_events(6, 5))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
@given(heard_so_far=st.integers(0, len(EVENTS)))
def test_p11_gate_shows_exactly_what_all_tables_have_finished(
    tmp_path_factory: pytest.TempPathFactory, heard_so_far: int
) -> None:
    db = tmp_path_factory.mktemp("gate") / "live.db"
    part = EVENTS[:heard_so_far]
    with open_store(db) as store:
        store.append(received(part))
    gate = open_gate(db)
    expected = finished_everywhere(part, tables=6)
    assert {key.number for key in gate.released(EXIT)} == expected
    assert {deal.key.number for deal in gate.deals(EXIT)} == expected
    assert {found.deal.key.number for found in gate.comparisons(EXIT)} == expected
    for number in range(1, 8):
        if number in expected:
            assert gate.deal(str(number), EXIT).key.number == number
        else:
            with pytest.raises(NotAvailable) as refused:
                gate.deal(str(number), EXIT)
            assert str(refused.value) == str(NotAvailable(str(number)))
    gate.close()


def test_ranking_follows_the_feed(tmp_path: Path) -> None:
    db = tmp_path / "live.db"
    with open_store(db) as store:
        gate = Gate(store)
        half = len(EVENTS) // 2
        store.append(received(EVENTS[:half]))
        before = len(gate.comparisons(EXIT))
        store.append(received(EVENTS[half:]))
        assert before < len(gate.comparisons(EXIT)) == 6


KEYS = [DealKey("a", "A", 1), DealKey("a", "A", 2), DealKey("b", "A", 2), DealKey("x/y", "B", 3)]


def test_deal_is_named_by_number_or_in_full() -> None:
    assert resolve("1", KEYS) == KEYS[0]
    assert resolve("b/A/2", KEYS) == KEYS[2]
    assert resolve("x/y/B/3", KEYS) == KEYS[3]


def test_ambiguous_number_names_its_candidates() -> None:
    with pytest.raises(AmbiguousDeal) as refused:
        resolve("2", KEYS)
    assert refused.value.candidates == ("a/A/2", "b/A/2")


@pytest.mark.parametrize("reference", ["", "0", "-1", "9", "a/A/", "a/A/9", "a//1", "one", "1 "])
def test_a_malformed_reference_is_not_available(reference: str) -> None:
    with pytest.raises(NotAvailable):
        resolve(reference, KEYS)


def test_every_command_that_shows_deals_is_listed() -> None:
    assert {name for name in EXITS if name.startswith("command:")} >= {
        "command:deals",
        "command:compare",
        "command:still",
        "command:demo",
    }


def test_the_session_has_enough_events_for_this_test() -> None:
    done = [len(finished_everywhere(list(islice(EVENTS, n)), 6)) for n in range(0, len(EVENTS), 5)]
    assert done[0] == 0
    assert len(set(done)) > 3


def asking() -> list[str]:
    """The gate's methods that name an exit."""
    return [
        name
        for name, method in inspect.getmembers(Gate, inspect.isfunction)
        if "exit_" in inspect.signature(method).parameters
    ]


@pytest.mark.parametrize("name", asking())
def test_the_gate_refuses_an_exit_that_is_not_listed_before_anything_else(
    tmp_path: Path, name: str
) -> None:
    gate = open_gate(tmp_path / "a.db")
    method = getattr(gate, name)
    given = inspect.signature(method).parameters
    others = {each: None for each in given if each != "exit_"}
    with pytest.raises(ValueError, match="not listed as an exit"):
        method(**others, exit_="route:/nowhere")
    gate.close()
