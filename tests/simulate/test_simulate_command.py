"""``duplicast simulate``: the file it writes, and what it says."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from producer.cli.simulate import simulate
from producer.events import event_json
from producer.simulate import session_events

APP = typer.Typer()
APP.command()(simulate)


def _run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(APP, arguments)
    return done.exit_code, done.stdout, done.stderr


def test_writes_the_session_byte_for_byte_and_only_that(tmp_path: Path) -> None:
    events = list(session_events(2, 3))
    first, second = tmp_path / "a.ndjson", tmp_path / "new folder" / "b.ndjson"
    second.parent.mkdir()
    for out in (first, second):
        status, data, said = _run("--deals", "2", "--seed", "3", "-o", str(out))
        assert (status, data) == (0, "")
        assert said == f"wrote {out}: 2 deals at 6 tables, {len(events)} events\n"
    expected = "".join(event_json(event) + "\n" for event in events)
    assert first.read_bytes() == second.read_bytes() == expected.encode()
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.ndjson"]


def test_archive_and_tables(tmp_path: Path) -> None:
    out = tmp_path / "a.ndjson"
    arguments = ("--deals", "1", "--seed", "3", "--archive", "--tables", "4", "-o", str(out))
    assert _run(*arguments)[0] == 0
    expected = session_events(1, 3, archive=True, tables=4)
    assert out.read_text(encoding="utf-8").splitlines() == [event_json(e) for e in expected]


def test_blocks_and_styles(tmp_path: Path) -> None:
    out = tmp_path / "a.ndjson"
    arguments = ("--deals", "3", "--seed", "3", "--tables", "3", "-o", str(out))
    assert _run(*arguments, "--blocks", "2", "--styles", "loose, tight")[0] == 0
    expected = session_events(3, 3, tables=3, blocks=2, styles=["tight", "loose"])
    assert out.read_text(encoding="utf-8").splitlines() == [event_json(e) for e in expected]
    assert _run(*arguments, "--styles", "tricky,calling,aggressive,loose,tight")[0] == 0
    expected = session_events(3, 3, tables=3)
    assert out.read_text(encoding="utf-8").splitlines() == [event_json(e) for e in expected]


def test_an_unknown_style_is_named(tmp_path: Path) -> None:
    arguments = ("--deals", "1", "--seed", "1", "-o", str(tmp_path / "a.ndjson"))
    status, data, said = _run(*arguments, "--styles", "tight,wild")
    assert (status, data) == (2, "")
    assert "'wild'" in said
    assert "tricky" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [("--deals", "0", "--seed", "1"), ("--deals", "1", "--seed", "1", "--tables", "11"), ()],
)
def test_wrong_usage_writes_nothing(arguments: tuple[str, ...], tmp_path: Path) -> None:
    status, data, said = _run(*arguments, "-o", str(tmp_path / "a.ndjson"))
    assert (status, data) == (2, "")
    assert "--deals" in said or "--tables" in said
    assert list(tmp_path.iterdir()) == []
