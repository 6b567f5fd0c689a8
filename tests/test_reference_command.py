"""``duplicast reference``: bots play the boards of a bridge match that has one table (RULES B5)."""

import json
from pathlib import Path

import pytest
from real_files import real_files
from service import fill, guide
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import Event, HandRecordedEvent, SessionOpenedEvent, event_json
from producer.feeds import Received, read
from producer.release.gate import open_gate

MATCH = ("bridge/bridge-bots/bridgebots/tests/resources", "usbf_sf_14502.lin")
NAME = "2010-USBF-SF-A/Segment-4-of-8"
RECORD = Path("duplicast.db")


def run(*words: str, status: int = 0) -> str:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "200"})
    assert ended.exit_code == status, ended.output
    return ended.stdout if status == 0 else ended.output


def open_room(kind: str = "archive", boards: int = 60) -> list[Event]:
    """The open room of the match of test_lin.py alone, boards 46 to 60."""
    (path,) = real_files(*MATCH)
    events = [item.event for item in read(path) if isinstance(item, Received)]
    opening = next(each for each in events if isinstance(each, SessionOpenedEvent))
    tables = {"Open": opening.data.tables["Open"]}
    data = opening.data.model_copy(update={"tables": tables, "kind": kind})
    played = [
        each.model_copy(update={"seq": None})
        for each in events
        if isinstance(each, HandRecordedEvent) and each.table == "Open" and each.data.deal <= boards
    ]
    return [opening.model_copy(update={"data": data}), *played]


def ingest(events: list[Event], name: str = "match.jsonl", status: int = 0) -> str:
    Path(name).write_text("".join(f"{event_json(each)}\n" for each in events))
    return run("ingest", name, status=status)


@pytest.fixture
def one_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ingest(open_room())


@pytest.mark.usefixtures("one_table")
def test_b5_the_reference_is_stored_with_the_match() -> None:
    """Each board's swing by the scale of B3, for the team whose pair did better at its table; after
    a rebuild the same, and asking again changes nothing. Nickell brought 80 IMPs, Fleisher 99."""
    before = {each["deal"]: each["chips"] for each in json.loads(run("results", "--json"))
              if each["seat"] == 1}  # fmt: skip
    found = json.loads(run("reference", "--json"))
    assert [each["deal"] for each in found["boards"]] == list(range(46, 61))
    # 0 points are 0 IMPs, 530 are 11, 280 are 7, 430 are 10
    apart = {0: 0, 280: 7, 430: 10, 530: 11, 720: 12}
    swings = {each["deal"]: (before[each["deal"]] - each["points"], each["imps"])
              for each in found["boards"]}  # fmt: skip
    known = [(points, won) for points, won in swings.values() if abs(points) in apart]
    assert len(known) >= 5
    assert all(abs(won) == apart[abs(points)] for points, won in known)
    assert all(points * won >= 0 for points, won in swings.values())
    nickell = 80 + sum(won for _, won in swings.values() if won > 0)
    fleisher = 99 - sum(won for _, won in swings.values() if won < 0)
    for _ in range(2):
        standings = json.loads(run("standings", "--json"))
        assert {line["team"]: line["points"] for line in standings["teams"]} == {
            "Nickell": nickell, "Fleisher": fleisher,
        }  # fmt: skip
        assert json.loads(run("reference", "--json"))["boards"] == []
        run("rebuild")


@pytest.mark.usefixtures("one_table")
def test_it_is_never_shown_as_a_table_of_people() -> None:
    run("reference")
    standings = json.loads(run("standings", "--json"))
    assert standings["by_bots"] == ["Bots"]
    tables = {line["table"] for lines in standings["seats"].values() for line in lines}
    assert tables == {"Open"}
    said = "a reference by bots, which make 66 % of their contracts"
    assert f"compared with table Bots: {said}" in run("standings")
    assert f"table Bots: {said}" in run("compare", "52")
    compared = json.loads(run("compare", "52", "--json"))
    assert compared["by_bots"] == ["Bots"]
    assert {player["name"] for player in compared["plays"]["Bots"]["players"].values()} == {"Bot"}
    (pick,) = [each for each in compared["picks"] if each["kind"] == "fork"][:1]
    assert "table Bots is a reference by bots" in pick["holds"]
    assert "same information" not in pick["components"]["contrast"]["reason"]


def test_no_deal_is_released_or_held_back_because_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A live match of two teams with one table: nothing is released but by hand. The bots play the
    released board alone, and their table is not the missing second one."""
    monkeypatch.chdir(tmp_path)
    ingest(open_room("live", boards=48))
    assert json.loads(run("reference", "--json"))["boards"] == []
    run("release", f"{NAME}/46", "--reason", "a test")
    assert [each["deal"] for each in json.loads(run("reference", "--json"))["boards"]] == [46]
    gate = open_gate(RECORD)
    try:
        assert [key.number for key in gate.released("command:reference")] == [46]
        ((_, book),) = gate.view("command:forecast").books.items()
        assert book.tables == ("Open",)
    finally:
        gate.close()
    monkeypatch.setenv("COLUMNS", "200")
    run("house", "expect", NAME, "1", "--reason", "one table")
    gate = open_gate(RECORD)
    try:
        assert [key.number for key in gate.released("command:reference")] == [46, 47, 48]
    finally:
        gate.close()


@pytest.mark.usefixtures("one_table")
def test_no_feed_may_call_a_table_one_of_bots() -> None:
    """Else a device could have deals released that a table is still to play."""
    (opening, *_) = open_room("live")
    assert isinstance(opening, SessionOpenedEvent)
    bots = opening.data.tables["Open"].model_copy(update={"by_bots": True})
    data = opening.data.model_copy(update={"tables": {"Open": bots}})
    lying = opening.model_copy(update={"data": data, "session": "other", "id": "other/opened"})
    ingest([lying], "lying.jsonl", status=1)
    said = run("quarantine", "list")
    assert "by_bots: only `duplicast reference` makes a table of bots" in said


def test_two_tables_and_other_games_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fill(RECORD, guide())
    assert run("reference", status=2) == "guide/A: only bridge has a reference by bots\n"
    (path,) = real_files(*MATCH)
    run("ingest", str(path))
    said = run("reference", NAME, status=2)
    assert said == f"{NAME}: a reference by bots is for one table; here play Closed, Open\n"


def test_a_board_without_its_hands_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    opening, first, second, *_ = open_room()
    assert isinstance(second, HandRecordedEvent)
    unknown = second.model_copy(update={"data": second.data.model_copy(update={"cards": {}})})
    ingest([opening, first, unknown])
    said = run("reference", status=3)
    assert f"deal {NAME}/47: not all four hands are known" in said
    assert "46" in said
