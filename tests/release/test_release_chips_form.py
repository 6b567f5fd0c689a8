"""The form that corrects a player's chips in a tournament (RULES H7)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from record_events import event, opened, received

from producer.bounds import MOST_MONEY
from producer.events import Event
from producer.record import Store, open_store
from producer.release import Gate
from producer.release.table_forms import filled
from producer.release.table_forms.entered import Entered, Filled, FormFault
from producer.web.pages.corrections import routes

assert routes, "the page lists the exit of the forms"

TERMS = {
    "stack": 2000,
    "buy_in": 10,
    "prizes": [20, 10],
    "levels": [{"small_blind": 25, "big_blind": 50}],
}


def floor(kind: str, **data: Any) -> Event:
    return event(f"tournament.{kind}", data, id=kind, table=None, session="Open")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Ann and Bo are in with 2,000 each, Cy is out; session S is no tournament."""
    terms = {"kind": "live", "tables": {}, "tournament": TERMS}
    with open_store(tmp_path / "record.db") as found:
        found.append(
            received(
                opened(kind="live"),
                event("session.opened", terms, id="o", table=None, session="Open"),
                floor("entered", players=dict.fromkeys(("Ann", "Bo", "Cy"))),
                floor("level", level=1),
                floor("eliminated", players=["Cy"]),
            )
        )
        assert found.quarantine() == []
        yield found


def look(store: Store, **fields: str) -> Filled:
    given = {"group": json.dumps(["Open", "A"]), "player": "Ann", "chips": "2500"}
    return filled("chips", Entered(Gate(store), {**given, "reason": "a recount", **fields}, "Eve"))


@pytest.mark.parametrize(
    ("given", "chips"),
    [
        ("2500", 2500),
        (" 2,500 ", 2500),
        ("2.500", 2500),
        ("12 500", 12_500),
        ("1,002,500", 1_002_500),
        ("0", 0),
        (f"{MOST_MONEY}", MOST_MONEY),
    ],
)
def test_chips_are_written_with_or_without_separators(store: Store, given: str, chips: int) -> None:
    form = look(store, chips=given)
    assert form.will == f"Ann has {chips:,} chips from now on, not 2,000."
    form.send()
    assert form.done == f"Ann has {chips:,} chips."
    course = store.tournament(("Open", "A"))
    assert course is not None
    assert course.course.tournament.chips == {"Ann": chips, "Bo": 2000}
    *_, entry = store.entries()
    assert (entry.type, entry.source) == ("tournament.chips", "Eve")
    assert json.loads(entry.event)["data"]["reason"] == "a recount"


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({"player": "Cy"}, "player", "Cy is out: name a player who is still in"),
        ({"player": "Zoe"}, "player", "There is no player Zoe: name a player who is still in"),
        *(
            ({"chips": chips}, "chips", f"Write the chips as a number up to {MOST_MONEY:,}")
            for chips in ("", "many", "-5", "145.5", "25,00", "1" * 16, f"{MOST_MONEY + 1}")
        ),
        ({"group": json.dumps(["S", "A"])}, "group", "This group is no tournament: choose one"),
        ({"reason": ""}, "reason", "Write why"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    store: Store, fields: dict[str, str], field: str, words: str
) -> None:
    with pytest.raises(FormFault) as fault:
        look(store, **fields)
    assert fault.value.field == field
    assert str(fault.value).startswith(words)
