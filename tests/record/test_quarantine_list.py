"""``quarantine list`` says whose every entry is, as far as its bytes tell, in a usual terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from record_events import opened, received, recorded
from typer.testing import CliRunner

from producer.cli import command_line
from producer.feeds import Refused
from producer.feeds.identity import identity_in
from producer.problems import problem
from producer.record import open_store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened(), recorded("9", id="stranger")))
        store.append([Refused(b"rubbish", "POST, event 7", problem("not-json", detail="?"))])
        half = b'{"session": "Final\\nA", "table": 4, "data": {"deal": true}}'
        store.append([Refused(half, "POST, event 8", problem("no-object"), "", identity_in(half))])
    return tmp_path


def test_the_list_names_group_table_and_deal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert (folder / "duplicast.db").exists()
    done = CliRunner().invoke(command_line(), ["quarantine", "list"])
    first, _, rest = done.stdout.partition(" 2 ")
    assert "S/A" in first
    assert "table 9, deal 1" in first
    assert "POST, event 7" in rest
    assert "table" not in rest
    assert max(len(line) for line in done.stdout.splitlines()) <= 80


def test_its_json_has_them_too(folder: Path) -> None:
    assert (folder / "duplicast.db").exists()
    done = CliRunner().invoke(command_line(), ["quarantine", "list", "--json"])
    result = [
        [one[key] for key in ("session", "group", "table", "deal")]
        for one in json.loads(done.stdout)
    ]
    assert result == [["S", "A", "9", 1], [None] * 4, ["Final\nA", None, None, None]]


@pytest.mark.parametrize(
    ("raw", "deal"),
    [
        (b'{"data": {"deal": 3}}', 3),
        (b'{"data": {"deal": true}}', None),
        (b'{"data": {"deal": 0}}', None),
        (b'{"data": {"deal": 3.0}}', None),
        (b'{"data": [3]}', None),
        (b'{"data": {"deal": ' + b"9" * 30 + b"}}", None),
        (b"[" * 100_000, None),
    ],
)
def test_a_deal_is_listed_only_where_it_can_be_one(raw: bytes, deal: int | None) -> None:
    assert identity_in(raw).deal == deal
