"""What the page of the quarantine says to do, from what the record really says of each fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from producer.events import event_json, parse_event
from producer.feeds import Heard, Refused
from producer.feeds.lines import Line
from producer.feeds.native import read_line
from producer.record import open_store
from producer.record.decisions import resend
from producer.simulate import session_events
from producer.web.refused import refused_again, shown

EVENTS = [json.loads(event_json(event)) for event in session_events(3, 3, tables=3)]


def line(event: dict[str, object]) -> Heard | Refused:
    return read_line(Line(1, json.dumps(event).encode(), True, True), "feed:1", "feed:1")


def on_page(db: Path, *items: Heard | Refused) -> list[tuple[str, str]]:
    """Of every entry that ``items`` leave in quarantine, the mend of the record and of the page."""
    with open_store(db) as store:
        store.append(items)
        entries = store.quarantine()
    return [(entry.mend, shown(entry, None).mend) for entry in entries]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "mends.db"


def test_an_event_under_a_taken_id_is_mended_on_its_card(db: Path) -> None:
    action = next(event for event in EVENTS if event["type"] == "hand.action")
    other = action | {"source": "another device"}
    ((kept, told),) = on_page(db, *map(line, [*EVENTS[:4], action, other]))
    assert f"`duplicast gaps --lost {action['session']}" in kept
    assert told == (
        f"Where the page Tables says that the table waits for event {action['seq']}, give this one "
        "an id of its own under Correct and send again, or declare event "
        f"{action['seq']} lost there. Else the first one counts: discard this one. The feed should "
        "give every event an id of its own"
    )


def test_an_event_of_a_group_under_a_taken_id_too(db: Path) -> None:
    opened = EVENTS[0]
    other = opened | {"source": "another device"}
    ((kept, told),) = on_page(db, line(opened), line(other))
    assert "--own-id" in kept
    assert told == (
        "Is it an event of its own, give it an id of its own under Correct and send again. Else "
        "the first one counts: discard this one. The feed should give every event an id of its own"
    )


def test_a_hand_that_stands_twice_in_a_file_too(db: Path) -> None:
    one, other = (
        parse_event(json.dumps(EVENTS[0] | {"source": source})) for source in ("one", "other")
    )
    ((kept, told),) = on_page(db, Heard(b"hand", one, "a:1"), Heard(b"other", other, "a:2"))
    assert "`duplicast quarantine discard N" in kept
    assert told.endswith("without the first into a new database; else discard this one")


def test_an_unknown_field_is_to_be_taken_out(db: Path) -> None:
    ((_, told),) = on_page(db, line(EVENTS[0] | {"foo": 1}))
    assert told == "Take foo out and send the event again under the same id"


def test_a_field_of_a_wrong_value_is_to_be_corrected(db: Path) -> None:
    ((_, told),) = on_page(db, line(EVENTS[0] | {"at": "yesterday"}))
    assert told == "Correct at and send the event again under the same id"


TRIES = {
    b"gone": "Write it as one event in JSON",
    b"[]": "Send an object with the envelope of an event",
    json.dumps(EVENTS[4] | {"source": "other"}).encode(): (
        "Where the page Tables says that the table waits for event 1, give this one an id of its "
        "own under Correct and send again, or declare event 1 lost there. Else the first one "
        "counts: discard this one"
    ),
    json.dumps(EVENTS[4] | {"id": "other", "data": {"deal": 1, "hand": 9, "button": 3}}).encode(): (
        "Correct seq: another event of this source has that number"
    ),
    json.dumps(EVENTS[0] | {"source": "other"}).encode(): (
        "Is it an event of its own, give it an id of its own under Correct and send again. Else "
        "the first one counts: discard this one"
    ),
}


@pytest.mark.parametrize("text", TRIES)
def test_who_corrects_is_not_told_what_the_feed_should_do(db: Path, text: bytes) -> None:
    """Neither in the answer nor on the card that the try gets."""
    with open_store(db) as store:
        store.append(list(map(line, EVENTS[:5])))
        store.append([line(EVENTS[5] | {"data": {}})])
        pos = store.quarantine()[-1].pos
        taken = resend(store, pos, text, "corrected", "the desk")
        *_, kept = store.quarantine()
    assert taken.outcome == "refused"
    assert kept.place == f"correction of entry {pos}"
    assert shown(kept, None).mend == TRIES[text]
    told = json.loads(bytes(refused_again(text.decode(), taken).body))
    assert told["mend"] == f"{TRIES[text]}. What you sent is kept as an entry of its own."
