"""Decisions about entries of the quarantine, from the command line: once each, and named."""

from __future__ import annotations

import json
import re
from getpass import getuser
from pathlib import Path

import pytest
from record_events import contents, deck, heard, live, opened, recorded
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import event_json
from producer.record import open_store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(heard(opened(kind="live"), deck(), *live("1")))
    return tmp_path


def run(*words: str, status: int = 0, told: str = "") -> tuple[str, str]:
    done = CliRunner().invoke(command_line(), list(words), input=told)
    assert done.exit_code == status, done.output
    return done.stdout, done.stderr


def test_what_mends_nothing_settles_nothing_and_what_is_settled_stays_so(folder: Path) -> None:
    with open_store(folder / "duplicast.db") as store:
        store.append(heard(recorded("9", id="a"), recorded("8", id="b"), recorded("7", id="c")))
        before = contents(store)
    known, mended = (event_json(each) for each in (opened(kind="live"), recorded("2", id="m")))
    said = run("quarantine", "resend", "1", told=known, status=1)[1]
    assert "that event is in the log already; nothing was decided about entry 1 (discard it" in said
    with open_store(folder / "duplicast.db") as store:
        assert contents(store) == before
    run("quarantine", "resend", "2", told=mended)
    run("quarantine", "discard", "3", "--reason", "no table 7")
    with open_store(folder / "duplicast.db") as store:
        before = contents(store)
    for entry, was, reason in (("2", "resent", "corrected"), ("3", "discarded", "no table 7")):
        for words in (
            ("resend", entry),
            ("resend", entry, "--own-id"),
            ("release", entry, "--reason", "x"),
            ("discard", entry, "--reason", "x"),
        ):
            said = run("quarantine", *words, told=mended, status=1)[1]
            assert re.search(rf"entry {entry} was {was} at 20[-0-9T:.+Z]+: {reason}\n", said), said
    with open_store(folder / "duplicast.db") as store:
        assert contents(store) == before
        assert [*store.decisions()] == [2, 3]
    assert [each["entry"] for each in json.loads(run("quarantine", "list", "--json")[0])] == [1]


def test_the_audit_says_who_decided_what_about_which_entry(folder: Path) -> None:
    with open_store(folder / "duplicast.db") as store:
        store.append(heard(recorded("9", id="a"), recorded("8", id="b")))
        store.append(heard(opened("9", kind="live")))
    run("quarantine", "release", "1", "--reason", "table 9 is in")
    run("quarantine", "resend", "2", told=event_json(recorded("2", id="b")))
    with open_store(folder / "duplicast.db") as store:
        store.append(heard(recorded("8", id="c")))
    run("quarantine", "discard", "3", "--reason", "no table 8")
    told = json.loads(run("audit", "--json")[0])
    assert {act["by"] for act in told} == {f"command line ({getuser()})"}
    assert [act["more"] for act in told] == [
        "entry 1 released: table 9 is in",
        "entry 2 resent: corrected",
        "entry 3 discarded: no table 8",
    ]
