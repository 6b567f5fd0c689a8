"""A segment of the rundown, rendered with its edits; an edit afterwards marks it outdated."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from service import TABLES, fill, guide, open_gate_on
from typer.testing import CliRunner, Result

from producer.cli import command_line
from producer.segments.facts import facts_now
from producer.segments.manifest import Manifest, outdated

EXIT = "command:segment"
SMALL = ("--size", "128x72", "--fps", "24", "-o", "out")


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "220"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture(autouse=True)
def pick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The guide's deal, and the same with other cards at five of six tables, so sealed."""
    monkeypatch.chdir(tmp_path)
    fill(tmp_path / "duplicast.db", guide(), guide("day", "live", TABLES[:5]))
    found: str = json.loads(run("compare", "guide/A/1", "--json").stdout)["picks"][0]["id"]
    return found


def note_of(made: Result) -> Manifest:
    (path,) = [line for line in made.output.split() if line.endswith(".json")]
    return Manifest.model_validate_json(Path(path).read_text(encoding="utf-8"))


def why_outdated(note: Manifest) -> tuple[str, ...]:
    assert note.render is not None
    asked = note.render.request
    with open_gate_on(Path("duplicast.db")) as gate:
        now = facts_now(gate, note.deals[0], asked.pick, note.tables, EXIT, asked.rundown)
    return outdated(note.render.facts, now)


def test_it_has_the_seconds_and_beats_of_the_rundown_and_an_edit_outdates_it(pick: str) -> None:
    run("rundown", "add", pick, "--length", "15", "--tables", "5,1")
    run("rundown", "edit-beat", "1", "cards", "--seconds", "5")
    run("rundown", "edit-beat", "1", "question", "--leave-out")
    note = note_of(run("segment", "--rundown", "1", *SMALL))
    assert note.tables == ("5", "1")
    marks = {mark.name: mark.at for mark in note.marks}
    assert "question" not in marks
    assert (marks["cards"], marks["decision-left"]) == (0, 5)
    assert why_outdated(note) == ()
    run("rundown", "change", "1", "--state", "ready")
    assert why_outdated(note) == ()
    run("rundown", "edit-beat", "1", "cards", "--sentence", "Six teams, one pair of kings.")
    assert why_outdated(note) == ("segment 1 of the rundown changed",)
    run("rundown", "edit-beat", "1", "cards", "--seconds", "5")
    assert why_outdated(note) == ()
    run("rundown", "remove", "1")
    assert why_outdated(note) == ("segment 1 of the rundown: gone",)


def test_what_the_rundown_says_is_not_given_again(pick: str) -> None:
    run("rundown", "add", pick)
    for given in (["1"], ["--tables", "1,2"], ["--length", "20"], ["--layout", "field"]):
        refused = run("segment", *given, "--rundown", "1", *SMALL, status=2)
        assert "`rundown change 1` changes it" in refused.output
    assert "no segment 7" in run("segment", "--rundown", "7", *SMALL, status=1).output
    assert not Path("out").exists()
