"""Wrong names are corrected during the event: shown from then on everywhere, in hands played
before too, after a rebuild, and without another answer to any device (RULES P11)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from record_events import (
    ALL_IN,
    GAME,
    PLAYERS,
    contents,
    database,
    event,
    live,
    opened,
    received,
    recorded,
)

from producer.record import Store, open_store
from producer.release import open_gate
from producer.scoring import tally_of
from producer.scoring.standings import seat_lines
from producer.stages.comparisons.matrix import matrix
from producer.stages.style import PLAIN

TEAMS = {"CHN": {"name": "Chnia"}, "BRA": {"name": "Brazil"}}
SEATED = {
    "1": {"name": "Adda", "team": "CHN"},
    "2": {"name": "Bo", "team": "BRA"},
    "3": {"name": "Cy"},
}
FOLDED = [*ALL_IN[:2], ("preflop", 2, "fold", None)]
FOLDED_RESULT = {"1": 10, "2": -10, "3": 0}
TABLES = {name: {"game": GAME, "players": SEATED} for name in ("1", "2")}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened("1", "2", kind="live", teams=TEAMS, tables=TABLES)))
        yield opened_store


def corrected(store: Store, **names: Any) -> tuple[str, str]:
    output = {"reason": "spelt wrong"} | names
    name = f"names/{store.counts().events}"
    (receipt,) = store.ingest(received(event("roster.corrected", output, id=name, table=None)))
    return receipt.outcome, receipt.reason


def people(store: Store) -> list[tuple[str, int, str, str | None]]:
    return [
        (play.table, seat, player.name, player.team)
        for deal in store.deals()
        for play in deal.plays
        for seat, player in play.players.items()
    ]


def test_a_player_s_name_is_right_in_hands_played_before_and_after(store: Store) -> None:
    store.ingest(received(*live("1", 1)))
    assert corrected(store, players={"1": {"1": {"name": "Ada", "team": "CHN"}}})[0] == "accepted"
    store.ingest(
        received(*(each.model_copy(update={"seq": 5 + each.seq}) for each in live("1", 2)))
    )
    store.ingest(received(recorded("2", 1)))
    assert [each for each in people(store) if each[1] == 1] == [
        ("1", 1, "Ada", "CHN"),
        ("2", 1, "Adda", "CHN"),
        ("1", 1, "Ada", "CHN"),
    ]
    (session,) = store.sessions()
    assert session.tables["1"].players[1].name == "Ada"
    before = contents(store)
    store.rebuild()
    assert contents(store) == before


def test_a_team_has_its_right_name_and_code_everywhere(store: Store) -> None:
    store.ingest(received(*live("1", 1)))
    new = {"name": "China", "code": "PRC", "colour": "#D3222E"}
    assert corrected(store, teams={"CHN": new})[0] == "accepted"
    (session,) = store.sessions()
    assert list(session.teams) == ["PRC", "BRA"]
    assert (session.teams["PRC"].name, session.teams["PRC"].colour) == ("China", "#D3222E")
    assert people(store)[0] == ("1", 1, "Adda", "PRC")
    assert next(iter(store.deals())).teams == session.teams


def test_a_table_is_shown_by_its_right_name(store: Store) -> None:
    store.ingest(received(*live("1", 1)))
    assert corrected(store, tables={"1": "Feature table"})[0] == "accepted"
    (deal,) = store.deals()
    assert [play.table for play in deal.plays] == ["1"]
    assert deal.name_of("1") == "Feature table"
    assert deal.name_of("2") == "2"


def test_two_corrections_are_one(store: Store) -> None:
    corrected(store, players={"1": {"1": {"name": "Ada"}}}, tables={"1": "Left"})
    corrected(store, players={"1": {"2": {"name": "Bob"}}}, tables={"1": "Right"})
    (session,) = store.sessions()
    assert [each.name for each in session.tables["1"].players.values()] == ["Ada", "Bob", "Cy"]
    assert session.table_names["1"] == "Right"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"players": {"9": {"1": {"name": "Ada"}}}}, "table 9 is not in the roster"),
        ({"players": {"1": {"9": {"name": "Ada"}}}}, "table 1 has no seat 9 in the roster"),
        (
            {"players": {"1": {"1": {"name": "Ada", "team": "PRC"}}}},
            "team PRC is not in the session",
        ),
        ({"teams": {"PRC": {"name": "China"}}}, "team PRC is not in the session"),
        ({"tables": {"9": "Feature"}}, "table 9 is not in the roster"),
        ({"tables": {"1": "2"}}, "two tables would be called 2"),
        ({"teams": {"CHN": {"name": "China", "code": "BRA"}}}, "two teams would be called BRA"),
    ],
)
def test_a_name_that_nobody_has_is_refused(store: Store, names: Any, words: str) -> None:
    assert corrected(store, **names) == ("refused", words)


def test_no_answer_to_a_device_depends_on_a_corrected_name(tmp_path: Path) -> None:
    """The opening sent again, a hand with the old names, a second account of it."""
    answers = []
    for number, names in enumerate(({}, {"players": {"1": {"1": {"name": "Ada"}}}})):
        with open_store(tmp_path / f"{number}.db") as one:
            first = opened("1", kind="live", teams=TEAMS, tables={"1": TABLES["1"]})
            one.append(received(first))
            if names:
                corrected(one, **names)
            again = opened("1", "2", kind="live", teams=TEAMS, tables=TABLES)
            own = recorded("1", 1, players=SEATED)
            second = own.model_copy(update={"id": "second"})
            other = recorded("1", 1, id="other", players=PLAYERS)
            receipts = one.ingest(received(first, again, own, second, other))
            answers.append([(each.outcome, each.reason) for each in receipts])
    assert answers[0] == answers[1]
    assert answers[0][-1][0] == "refused"


def test_the_open_gate_shows_the_right_names_at_once(tmp_path: Path) -> None:
    """In comparisons, standings and rosters, without a restart."""
    path = database(tmp_path)
    with open_store(path) as one:
        one.append(received(opened("1", "2", kind="archive", teams=TEAMS, tables=TABLES)))
        one.append(received(recorded("1"), recorded("2", line=FOLDED, result=FOLDED_RESULT)))
    gate = open_gate(path)
    before = gate.comparison("1", "command:compare")
    assert before.deal.plays[0].players[1].name == "Adda"
    output = {
        "reason": "spelt wrong",
        "players": {"1": {"1": {"name": "Ada", "team": "CHN"}}},
        "teams": {"CHN": {"name": "China"}},
        "tables": {"1": "Feature"},
    }
    gate.ingest([*received(event("roster.corrected", output, id="names", table=None))])
    after = gate.comparison("1", "command:compare")
    assert after.deal.plays[0].players[1].name == "Ada"
    assert after.deal.teams["CHN"].name == "China"
    rows = seat_lines(tally_of(gate.deals("command:standings")))[1]
    assert {row.player for row in rows} == {"Ada", "Adda"}
    assert "Feature" in [row.table for row in matrix(after, PLAIN).rows]
    gate.close()
