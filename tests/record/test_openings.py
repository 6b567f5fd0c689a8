"""Openings of one session that contradict each other or themselves, and what several add up to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from record_events import GAME, PLAYERS, database, event, opened, reasons, received

from producer.problems import Problem
from producer.record import Store, open_store
from producer.record.plan.openings import merge, with_recordings

TABLE = {"game": GAME, "players": PLAYERS}
TERMS = {
    "stack": 2000,
    "buy_in": 10,
    "prizes": [20, 10],
    "levels": [{"small_blind": 25, "big_blind": 50}],
}
BRIDGE = {"game": {"name": "bridge"}, "players": {**PLAYERS, "4": {"name": "Di"}}}
TEAM = {"name": "Brazil"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as found:
        yield found


def opens(store: Store, id_: str, **data: Any) -> None:
    told = {"kind": "live", "tables": {}} | data
    store.append(received(event("session.opened", told, id=id_, table=None), file=id_))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"kind": "archive"}, "the session was opened as live, now as archive"),
        ({"direction": "descending"}, "opened with ascending seats, now descending"),
        (
            {"tables": {"1": TABLE | {"game": GAME | {"stack": 500}}}},
            "table 1 was opened with another game",
        ),
        (
            {"tables": {"1": TABLE | {"players": PLAYERS | {"3": {"name": "Di"}}}}},
            "table 1 was opened with other players",
        ),
        (
            {"teams": {"BRA": TEAM | {"name": "Peru"}}},
            "team BRA was opened with another name, colour or flag",
        ),
        ({"tables": {"3": BRIDGE}}, "table 1 plays holdem, table 3 plays bridge"),
        ({"recordings": {"9": ["a.mp4"]}}, "recordings of table 9, which is not in the session"),
    ],
)
def test_an_opening_that_contradicts_the_session_is_refused(
    store: Store, data: dict[str, Any], why: str
) -> None:
    opens(store, "first", tables={"1": TABLE}, teams={"BRA": TEAM})
    before = store.sessions()
    opens(store, "second", **data)
    (entry,) = store.quarantine()
    assert why in entry.reason
    assert store.sessions() == before


def test_an_opening_that_contradicts_itself_is_refused(store: Store) -> None:
    opens(store, "games", tables={"1": TABLE, "2": BRIDGE})
    players = PLAYERS | {"3": {"name": "Cy", "team": "BRA"}}
    opens(store, "teams", tables={"1": TABLE | {"players": players}})
    opens(store, "tournament", tables={"1": TABLE, "2": TABLE}, tournament=TERMS)
    first, second, third = reasons(store)
    assert "table 1 plays holdem, table 2 plays bridge" in first
    assert "BRA" in second
    assert "2 tables in one group" in third
    assert store.sessions() == []


def test_a_tournament_is_opened_on_one_set_of_terms(store: Store) -> None:
    opens(store, "first", tournament=TERMS)
    opens(store, "same", tournament=TERMS)
    opens(store, "without")
    assert store.quarantine() == []
    opens(store, "other", tournament=TERMS | {"stack": 3000})
    assert "the tournament was opened on other terms" in reasons(store)[0]


def test_what_several_openings_say_adds_up(store: Store) -> None:
    """What a later one leaves out stays."""
    says = {"title": "Final", "deals": 75, "credit": "the house"}
    first = {"teams": {"BRA": TEAM}, "pronunciations": {"Bo": "boh"}}
    opens(store, "first", tables={"1": TABLE}, **says, **first)
    second = {"teams": {"PER": {"name": "Peru"}}, "pronunciations": {"Cy": "sigh"}}
    opens(store, "second", tables={"2": TABLE}, **second)
    assert store.quarantine() == []
    (session,) = store.sessions()
    assert (session.title, session.deals, session.credit) == ("Final", 75, "the house")
    assert list(session.tables) == ["1", "2"]
    assert set(session.teams) == {"BRA", "PER"}
    assert session.pronunciations == {"Bo": "boh", "Cy": "sigh"}
    opens(store, "third", title="Grand final", deals=80)
    (session,) = store.sessions()
    assert (session.title, session.deals, session.credit) == ("Grand final", 80, "the house")


def test_no_opening_moves_a_recording_to_another_table() -> None:
    before = opened("1", recordings={"1": ["a.mp4"]}).data
    after = merge(
        before, opened("1", "2", recordings={"1": ["c.mp4"], "2": ["b.mp4", "a.mp4"]}).data
    )
    assert not isinstance(after, Problem)
    assert after.recordings == {"1": ("a.mp4", "c.mp4"), "2": ("b.mp4",)}


def test_an_event_moves_a_recording_to_the_table_that_named_it_last() -> None:
    before = {"1": ("a.mp4", "c.mp4"), "2": ("b.mp4",)}
    assert with_recordings(before, {"2": ("a.mp4", "b.mp4"), "3": ("d.mp4",)}) == {
        "1": ("c.mp4",), "2": ("b.mp4", "a.mp4"), "3": ("d.mp4",),
    }  # fmt: skip


def test_tables_of_archives_stand_in_the_order_of_their_numbers(store: Store) -> None:
    for name in ("10", "2", "b2", "b10", "a"):
        store.append(received(opened(name)))
    (session,) = store.sessions()
    assert list(session.tables) == ["2", "10", "a", "b2", "b10"]
