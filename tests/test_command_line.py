"""The command line as a whole: help, version, error messages."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_here import duplicast
from typer.testing import CliRunner

from producer.cli import COMMANDS, command_line
from producer.events import event_json
from producer.simulate import session_events

FAULTY = """
import sys, producer.cli as cli
cli.COMMANDS = {"still": "nothing:at_all"}
sys.argv = ["duplicast", "still"]
cli.main()
"""


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], check=False, capture_output=True, text=True, cwd=folder
    )


def test_help_lists_every_command(tmp_path: Path) -> None:
    result = run("-c", "from producer.cli import main; main()", "--help", folder=tmp_path)
    assert result.returncode == 0
    assert all(re.search(rf"│ {name} ", result.stdout) for name in COMMANDS)


def test_no_help_is_cut_in_a_terminal_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    left = [[name] for name in COMMANDS]
    while left:
        words = left.pop()
        result = CliRunner().invoke(command_line(words[0]), [*words, "--help"]).output
        assert f"Usage: duplicast {' '.join(words)}" in result
        assert "…" not in result, words
        _, _, inner = result.partition("─ Commands ─")
        left += [[*words, name] for name in re.findall(r"^│ ([a-z][a-z-]*) ", inner, re.M)]


def test_an_internal_error_prints_no_traceback_and_saves_it_to_a_file(tmp_path: Path) -> None:
    result = run("-c", FAULTY, folder=tmp_path)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr + result.stdout
    (kept,) = re.findall(r"\S+duplicast-fault-\S+\.txt", result.stderr)
    assert "ModuleNotFoundError" in Path(kept).read_text()
    Path(kept).unlink()


def test_a_missing_database_is_reported_with_the_fix(tmp_path: Path) -> None:
    result = duplicast("deals", folder=tmp_path)
    assert result.returncode == 1
    assert "duplicast ingest FILE" in result.stderr
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_dash_writes_the_simulated_session_to_standard_output(tmp_path: Path) -> None:
    words = ("simulate", "--deals", "1", "--seed", "3", "--tables", "2", "-o")
    said = duplicast(*words, "a.ndjson", folder=tmp_path).stderr
    assert "wrote a.ndjson: 1 deal at 2 tables" in said
    result = duplicast(*words, "-", folder=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == (tmp_path / "a.ndjson").read_text(encoding="utf-8")
    assert [each.name for each in tmp_path.iterdir()] == ["a.ndjson"]


def test_invalid_settings_are_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "duplicast.toml").write_text("port = 'abc'\n")
    result = duplicast("deals", folder=tmp_path)
    assert result.returncode == 2
    assert "setting port" in result.stderr


def test_a_key_given_twice_in_the_environment_is_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUPLICAST_OBS__PICTURES", '{"1": "Cam A", "1": "Cam B"}')
    result = duplicast("deals", folder=tmp_path)
    assert result.returncode == 2
    assert "the environment: pictures cannot be read as JSON: the key '1' is twice" in " ".join(
        result.stderr.split()
    )


@pytest.mark.parametrize(
    "words",
    [
        ("draw", "A", "B", "--deals", "99999999999"),
        ("draw", "A", "B", "--deals", "0"),
        ("draw", "A", "B", "--blocks", "-1"),
        ("draw", "A", "B", "--seats", "1"),
        ("draw", "A", "B", "--seed", str(2**64)),
        ("simulate", "--deals", "99999999999", "--seed", "1", "-o", "x"),
        ("simulate", "--deals", "2", "--seed", "1", "--tables", "1000", "-o", "x"),
        ("simulate", "--deals", "2", "--seed", "-1", "-o", "x"),
        ("simulate", "--deals", "2", "--seed", "1", "--blocks", "0", "-o", "x"),
        ("deals", "--top", "0"),
        ("deals", "--top", str(2**70)),
        ("log", "--last", str(2**70)),
        ("log", "--deal", str(2**70)),
        ("still", "1", "--scale", "nan", "-o", "x.png"),
        ("still", "1", "--scale", "inf", "-o", "x.png"),
        ("follow", ".", "--once", "--every", "nan"),
        ("serve", "--port", "0"),
        ("serve", "--port", "65536"),
        ("demo", "--port", "-1"),
        ("ingest", __file__, "--live", str(2**70)),
        ("house", "delay", "S/A", str(2**70), "--reason", "x"),
        ("house", "expect", "S/A", "0", "--reason", "x"),
    ],
    ids=" ".join,
)
def test_numbers_have_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner(env={"COLUMNS": "200"}).invoke(command_line(words[0]), list(words))
    assert result.exit_code == 2, result.output
    assert "Invalid value" in result.stderr
    assert list(tmp_path.iterdir()) == []


RECORD = [
    ("quarantine", "list"), ("gaps",), ("log",), ("rebuild",), ("backup", "b.db"), ("deals",),
    ("compare", "1"), ("still", "1", "-o", "a.png"), ("forecast",), ("audit",), ("standings",),
    ("release", "1", "--reason", "x"), ("house", "end", "S/A", "--reason", "x"), ("results",),
    ("token", "list"),
]  # fmt: skip
"""Commands that need a record."""


@pytest.mark.parametrize("words", RECORD, ids=lambda words: words[0])
def test_without_a_record_there_is_nothing_usable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command_line(words[0]), list(words))
    assert result.exit_code == 1
    assert "there is no such database. `duplicast ingest FILE` makes one." in result.stderr
    wrong = CliRunner().invoke(command_line(words[0]), [*words, "--nosuch"])
    assert wrong.exit_code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("ingest", "gone"),
        ("follow", "gone", "--once"),
        ("quarantine", "resend", "1", "gone"),
        ("draw", "--check", "gone"),
        ("forecast", "--draw", "gone"),
        ("demo", "gone"),
        ("serve", "--tls-cert", "gone", "--tls-key", "gone"),
        ("sheet", "-o", "out", "--theme", "gone"),
    ],
    ids=lambda words: words[0],
)
def test_a_missing_file_is_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner(env={"COLUMNS": "200"}).invoke(command_line(words[0]), list(words))
    assert result.exit_code == 2, result.output
    assert "gone" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "x" * 201])
def test_an_invalid_table_name_gets_no_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(command_line("token"), ["token", "add", "feed", "--table", name])
    assert result.exit_code == 2
    assert "1 to 200 characters" in result.stderr


def test_an_empty_list_says_what_is_needed(tmp_path: Path) -> None:
    """Sealed or non-existent: the message is the same (RULES P11)."""
    opened, *rest = session_events(2, 1, tables=2)
    result = []
    for name, events in (("none", [opened]), ("sealed", [opened, *rest[:6]])):
        file = tmp_path / f"{name}.ndjson"
        file.write_text("\n".join(event_json(event) for event in events))
        duplicast("ingest", file.name, "--db", f"{name}.db", folder=tmp_path)
        result.append(duplicast("deals", "--db", f"{name}.db", folder=tmp_path))
    assert {(each.returncode, each.stdout) for each in result} == {(0, "")}
    assert result[0].stderr == result[1].stderr
    assert "released when all its tables have finished it" in result[0].stderr
