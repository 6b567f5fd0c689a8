"""A record whose name ends in ``-rehearsal`` is a rehearsal's, whichever command reads it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from service import fill, guide
from typer.testing import CliRunner

from producer.cli import command_line


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    fill(tmp_path / "show.db", guide())
    shutil.copy(tmp_path / "show.db", tmp_path / "show-rehearsal.db")
    return tmp_path


def run(*words: str) -> str:
    done = CliRunner().invoke(command_line(), list(words))
    assert done.exit_code == 0, done.output
    return done.stderr


def test_a_still_of_a_rehearsals_record_is_marked(folder: Path) -> None:
    assert "REHEARSAL" not in run("still", "guide/A/1", "-o", "real.png", "--db", "show.db")
    result = run("still", "guide/A/1", "-o", "marked.png", "--db", "show-rehearsal.db")
    assert result.startswith("REHEARSAL")
    assert (folder / "marked.png").read_bytes() != (folder / "real.png").read_bytes()


def test_packages_of_a_rehearsal_s_record_are_marked(folder: Path) -> None:
    run("export-ograf", "guide/A/1", "-o", "og", "--only", "note", "--db", "show-rehearsal.db")
    index = folder / "og" / "guide-a-1-note" / "index.html"
    assert "REHEARSAL" in index.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words", [("deals",), ("log",), ("quarantine", "list"), ("standings",), ("audit",)]
)
def test_every_command_on_a_rehearsal_s_record_says_so(
    folder: Path, words: tuple[str, ...]
) -> None:
    assert (folder / "show-rehearsal.db").exists()
    assert "REHEARSAL" in run(*words, "--db", "show-rehearsal.db")
    assert "REHEARSAL" not in run(*words, "--db", "show.db")
