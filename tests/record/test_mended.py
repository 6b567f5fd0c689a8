"""A device sends a refused event again, corrected: that settles the entry."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from decided import decided_about
from record_events import contents, deck, live, opened, received, recorded

from producer.events import Event, event_json
from producer.feeds import Received, Refused, read
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.record import Store, open_store
from producer.record.intake import decisions

GOOD, OTHER = recorded("2", id="X"), recorded("1", id="Y")
AGAIN = ("resent", "duplicast", "test sent event X again, and it was accepted")


def as_sent(event: Event, **changes: Any) -> Received | Refused:
    result = json.loads(event_json(event)) | changes
    return read_line(RawLine(1, json.dumps(result).encode(), True, True), "POST", "POST")


def wrong(event: Event, extra: str = "foo") -> Received | Refused:
    """The event with a field that there is not."""
    return as_sent(event, **{extra: 1})


@pytest.fixture
def db(tmp_path: Path) -> Path:
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened(kind="live"), deck()))
    return tmp_path / "duplicast.db"


def settled(store: Store) -> dict[int, tuple[str, str, str]]:
    return {pos: (each.what, each.by, each.reason) for pos, each in decided_about(store).items()}


def test_an_entry_is_settled_by_the_event_sent_again(db: Path) -> None:
    with open_store(db) as store:
        store.ingest([wrong(GOOD), wrong(OTHER)])
        store.ingest([wrong(GOOD, "bar")])
        assert settled(store) == {}
        store.ingest([as_sent(GOOD)])
        assert settled(store) == {1: AGAIN, 3: AGAIN}
        assert [entry.pos for entry in store.quarantine()] == [1, 2, 3], "all are kept"
        assert store.counts().undecided == 1
        assert dict(store.undecided_counts()) == {("S", "A"): 1}
        before = contents(store)
        store.rebuild()
        assert contents(store) == before
        store.ingest([as_sent(GOOD), wrong(GOOD)])
        assert settled(store) == {1: AGAIN, 3: AGAIN}, "each is settled once"


def test_it_may_wait_for_its_turn_or_come_from_another_device(db: Path) -> None:
    first, second, third = live("1")[:3]
    with open_store(db) as store:
        store.ingest([as_sent(first), wrong(third)])
        store.ingest([as_sent(third)])
        assert store.gaps() != []
        assert [*settled(store)] == [1]
        store.ingest([as_sent(second), as_sent(GOOD, id="Z"), wrong(GOOD)])
        assert store.ingest([as_sent(GOOD)])[0].outcome == "known"
        assert settled(store)[2] == AGAIN


def test_of_a_file_with_both_too(db: Path, tmp_path: Path) -> None:
    lines = [wrong(GOOD).raw, as_sent(OTHER).raw, as_sent(GOOD).raw]
    (tmp_path / "feed.ndjson").write_bytes(b"\n".join(lines))
    with open_store(db) as store:
        store.append(read(tmp_path / "feed.ndjson"))
        assert settled(store) == {1: AGAIN}


def test_what_another_process_refused_is_settled_too(db: Path) -> None:
    with open_store(db) as service, open_store(db) as other:
        service.ingest([as_sent(OTHER)])
        result = other.ingest([wrong(GOOD), as_sent(deck(2, board="Qs9h3d4c8d"))])
        assert [each.outcome for each in result] == ["refused", "accepted"]
        service.ingest([as_sent(GOOD)])
        assert settled(service) == {1: AGAIN}
    second = recorded("2", 2, id="W", board="Qs9h3d4c8d")
    with open_store(db) as anew:
        anew.ingest([wrong(second)])
    with open_store(db) as anew:
        anew.ingest([as_sent(second)])
        assert [*settled(anew)] == [1, 2]


def test_the_try_of_a_person_is_settled_with_it(db: Path) -> None:
    with open_store(db) as store:
        store.ingest([wrong(GOOD)])
        taken = decisions.resend(store, 1, wrong(GOOD, "bar").raw, "corrected", "Ada")
        assert taken.outcome == "refused"
        store.ingest([as_sent(GOOD)])
        assert settled(store) == {1: AGAIN, 2: AGAIN}


def test_what_a_person_sends_settles_the_other_accounts_of_the_event(db: Path) -> None:
    with open_store(db) as store:
        store.ingest([wrong(GOOD), wrong(GOOD, "bar")])
        decisions.resend(store, 1, as_sent(GOOD).raw, "corrected", "Ada")
        assert settled(store) == {1: ("resent", "Ada", "corrected"), 2: AGAIN}


def test_entries_that_the_event_does_not_fix_stay_open(db: Path) -> None:
    """What came under the id of another event, and an entry of a table that nobody else speaks
    for."""
    stranger = recorded("44", id="X")
    with open_store(db) as store:
        store.ingest([as_sent(OTHER)])
        store.ingest([as_sent(OTHER, source="another")])  # its id is taken
        store.ingest([as_sent(OTHER)])
        assert settled(store) == {}
        store.ingest([as_sent(stranger)])
        store.ingest([as_sent(GOOD)])
        assert settled(store) == {}
        assert store.undecided_places() == {("S", "A", "1"): 1, ("S", "A", "44"): 1}


def test_a_decision_is_final(db: Path) -> None:
    with open_store(db) as store:
        store.ingest([wrong(GOOD)])
        decisions.discard(store, 1, "rubbish", "Ada")
        store.ingest([as_sent(GOOD)])
        assert settled(store) == {1: ("discarded", "Ada", "rubbish")}


def test_a_decision_of_another_process_is_final(db: Path) -> None:
    with open_store(db) as service, open_store(db) as other:
        service.ingest([wrong(GOOD), wrong(GOOD, "bar"), wrong(OTHER)])
        service.ingest([as_sent(OTHER)])
        decisions.discard(other, 2, "rubbish", "Ada")
        service.ingest([as_sent(GOOD)])
        assert settled(service)[2] == ("discarded", "Ada", "rubbish")
        assert settled(service)[1] == AGAIN
        result = [entry.type for entry in service.entries()]
        assert result.count("quarantine.decided") == 3, "each once"


def test_a_hand_wrong_at_its_end_is_not_mended_by_the_event_that_ended_it(db: Path) -> None:
    *hand, end = live("1")
    bad = as_sent(end, data=json.loads(event_json(end))["data"] | {"result": {"1": 5, "2": -5}})
    with open_store(db) as store:
        store.ingest([as_sent(each) for each in hand])
        store.ingest([bad, as_sent(end)])
        store.ingest([as_sent(end), bad])
        assert settled(store) == {}
        assert store.counts().undecided > 0
