"""``duplicast rundown``, as typed: the order of segments, their beats, and what is refused."""

import json
from pathlib import Path

import pytest
from service import TABLES, fill, guide
from typer.testing import CliRunner, Result

from producer.cli import command_line


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "220"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture(autouse=True)
def picks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The guide's deal, and the same with other cards at five of six tables, so sealed."""
    monkeypatch.chdir(tmp_path)
    fill(tmp_path / "duplicast.db", guide(), guide("day", "live", TABLES[:5]))
    answer = json.loads(run("compare", "guide/A/1", "--json").stdout)
    return [pick["id"] for pick in answer["picks"]]


def shown(*words: str) -> list[str]:
    """The first words of the rows."""
    rows = run("rundown", "show", *words).stdout.splitlines()[1:]
    return [row.split()[0] for row in rows]


def test_segments_are_added_moved_and_removed(picks: list[str]) -> None:
    assert "is empty" in run("rundown", "show").output
    for number, pick in enumerate((picks[0], picks[0], picks[1]), 1):
        added = run("rundown", "add", pick, "--length", "40")
        assert added.stdout.strip() == str(number)
    assert shown() == ["1", "2", "3"]
    assert "2:00 in all" in run("rundown", "show").output
    run("rundown", "change", "3", "--before", "2", "--state", "dropped")
    assert shown() == ["1", "3", "2"]
    assert "1:20 in all" in run("rundown", "show").output
    run("rundown", "change", "3", "--length", "50")
    assert shown() == ["1", "3", "2"]
    run("rundown", "change", "1", "--last")
    run("rundown", "remove", "3")
    assert shown() == ["2", "1"]
    assert run("rundown", "add", picks[0]).stdout.strip() == "4"


def test_what_becomes_of_the_tables_and_the_length_is_said_at_once(picks: list[str]) -> None:
    """Beats do not fill ten minutes; one table cannot be a split."""
    added = run("rundown", "add", picks[0], "--length", "600", "--tables", "1")
    assert "--length 600: its beats can only make it" in added.stderr
    assert "--tables 1: one table is shown beside the whole field" in added.stderr
    assert "can only make it" not in run("rundown", "change", "1", "--length", "60").stderr


def test_the_beats_of_a_segment_are_edited(picks: list[str]) -> None:
    run("rundown", "add", picks[0], "--length", "60")
    assert shown("1")[:4] == ["cards", "table", "line", "question"]
    assert "60.0 s" in run("rundown", "show", "1").output
    run("rundown", "edit-beat", "1", "table", "--leave-out")
    run("rundown", "edit-beat", "1", "cards", "--sentence", "Six teams, one pair of kings.")
    run("rundown", "edit-beat", "1", "question", "--seconds", "10")
    edited = run("rundown", "show", "1")
    assert "table" not in shown("1")
    assert "left out: table\n" in edited.output
    assert "Six teams, one pair of kings." in edited.stdout
    assert "10.0" in next(row for row in edited.stdout.splitlines() if "question" in row.split())
    run("rundown", "edit-beat", "1", "table", "--back")
    assert "table" in shown("1")


def test_what_cannot_be_planned_is_refused_with_the_reason(picks: list[str]) -> None:
    assert "zzzzzz" in run("rundown", "add", "zzzzzz", status=1).output
    five = run("rundown", "add", picks[0], "--tables", "1,2,3,4,5", status=1)
    assert "no split shows 5 tables" in five.output
    run("rundown", "add", picks[0])
    assert (
        "cannot be left out"
        in run("rundown", "edit-beat", "1", "decision-left", "--leave-out", status=1).output
    )
    assert "give --leave-out" in run("rundown", "edit-beat", "1", "cards", status=2).output
    unknown = run("rundown", "edit-beat", "1", "nosuch", "--leave-out", status=1).output
    assert "no beat nosuch" in unknown
    named = unknown.partition("it has ")[2].strip().rstrip(".").split(", ")
    run("rundown", "change", "1", "--length", "20")
    answer = run("rundown", "show", "1").output
    left_out = answer.partition("left out: ")[2].splitlines()[0].split(", ")
    assert sorted([*shown("1"), *left_out]) == sorted(named)
    assert "no segment 7" in run("rundown", "remove", "7", status=1).output
    assert "name another" in run("rundown", "change", "1", "--before", "1", status=2).output


def test_a_sealed_deal_is_refused_like_one_that_is_not_there(picks: list[str]) -> None:
    sealed = run("rundown", "add", picks[0], "--deal", "day/A/1", status=1)
    absent = run("rundown", "add", picks[0], "--deal", "day/A/9", status=1)
    assert sealed.output == absent.output.replace("day/A/9", "day/A/1")


def test_a_segment_whose_deal_is_sealed_again_is_named_without_its_play(picks: list[str]) -> None:
    run("rundown", "add", picks[0])
    run("seal", "guide/A/1", "--reason", "a protest")
    listed = run("rundown", "show").output
    assert "planned too, but sealed: 1 (guide/A/1)." in listed
    assert picks[0] not in listed
    assert "is empty" not in listed
