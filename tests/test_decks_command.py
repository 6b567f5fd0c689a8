"""``duplicast decks``, as a producer types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from record_events import deck, event, opened, received, recorded
from typer.testing import CliRunner, Result

from producer.cli import command_line
from producer.record import open_store

OTHER_BOARD = "Ts8h2d4c8s"


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line("decks"), ["decks", *words], env={"COLUMNS": "160"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tables 1 and 2 of four agree about deal 1, table 3 shows another flop."""
    monkeypatch.chdir(tmp_path)
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened("1", "2", "3", "4", kind="live")))
        store.append(received(recorded("1"), recorded("2"), recorded("3", board=OTHER_BOARD)))
    return tmp_path


@pytest.mark.usefixtures("here")
def test_the_list_names_the_decks_and_who_showed_them() -> None:
    said = run().stdout
    assert "S/A/1" in said
    assert "SEALED" in said
    assert "table 3: another flop" in said
    assert "flop Qs9h3d" in said
    assert "flop Ts8h2d" in said
    assert said.index("tables 1 and 2") < said.index("hand 1 of table 1")


@pytest.mark.usefixtures("here")
def test_the_list_as_json() -> None:
    result = json.loads(run("--json").stdout)
    assert result["sources"] == []
    (deal,) = result["deals"]
    received_at = deal["hands"][0].pop("received_at")
    assert received_at.endswith("+00:00")
    assert deal == {
        "session": "S",
        "group": "A",
        "deal": 1,
        "released": False,
        "hands": [{"table": "3", "hand": 1, "source": "test", "what": "another flop"}],
        "decks": [
            {"tables": ["1", "2"], "office": False, "shows": {"flop": "Qs9h3d"}},
            {"tables": ["3"], "office": False, "shows": {"flop": "Ts8h2d"}},
        ],
    }


@pytest.mark.usefixtures("here")
def test_a_deck_is_chosen_once() -> None:
    said = run("choose", "1", "--table", "2", "--reason", "looked").output
    assert said.strip() == "Deal 1: the deck of tables 1 and 2 was right. Void: hand 1 of table 3."
    assert json.loads(run("--json").stdout)["deals"] == []
    assert "No table shows a different deck." in run().output
    again = run("choose", "1", "--table", "3", "--reason", "x", status=1)
    assert "nothing to choose" in again.output


@pytest.mark.usefixtures("here")
def test_the_others_play_again() -> None:
    said = run("choose", "S/A/1", "--table", "3", "--replay", "--reason", "looked").output
    assert "to be played again: hand 1 of table 1, hand 1 of table 2." in said


def test_the_office_s_deck(here: Path) -> None:
    with open_store(here / "duplicast.db") as store:
        store.append(received(deck(board="Ah9h3d4c8s", cards={"1": "AsQh"})))
    said = run("choose", "1", "--office", "--reason", "the dealing machine's list").output
    assert "the deck of the office was right" in said


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("1", "--reason", "x"), 2, "--table T or --office"),
        (("1", "--office", "--table", "1", "--reason", "x"), 2, "--table T or --office"),
        (("1", "--table", "1", "--reason", " "), 2, "--reason: say why"),
        (("1", "--table", "7", "--reason", "x"), 1, "table 7 has shown no deck of deal 1"),
        (("1", "--office", "--reason", "x"), 1, "the office has shown no deck of deal 1"),
        (("9", "--table", "1", "--reason", "x"), 1, "deal 9 is not available"),
    ],
)
def test_an_impossible_choice_is_explained(words: tuple[str, ...], status: int, said: str) -> None:
    assert said in run("choose", *words, status=status).output
    assert len(json.loads(run("--json").stdout)["deals"]) == 1


def test_a_source_with_three_contradictions_is_listed(here: Path) -> None:
    with open_store(here / "duplicast.db") as store:
        for number, button in ((2, 3), (3, 1)):
            for table, seat in (("1", button), ("3", button % 3 + 1)):
                data = {"deal": number, "hand": number, "button": seat}
                name = f"start/{table}/{number}"
                store.append(received(event("hand.started", data, table=table, id=name)))
    assert "test has shown a different deck 3 times (table 3)." in run().output
    (source,) = json.loads(run("--json").stdout)["sources"]
    assert source == {
        "session": "S", "source": "test", "count": 3, "tables": ["3"], "tokens": []}  # fmt: skip
