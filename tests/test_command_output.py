"""What commands print: UTF-8 in files and pipes, texts as they are, and whole numbers."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from service import fill, guide
from typer.testing import CliRunner

from producer.cli import command_line
from producer.cli.common import console, print_array
from producer.events import parse_event
from producer.record import StoreError

CODE_PAGE = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "COLUMNS": "300"}
"""The environment of a redirected command on a Windows of Western Europe."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("output")
    fill(made / "duplicast.db", guide(names={"Chén Wěi": "Θεοδώρα Παπαδημητρίου"}))
    return made


def redirected(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "from producer.cli import main; main()", *words],
        check=False, capture_output=True, cwd=folder, env=CODE_PAGE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize(
    "words", [("results", "--json"), ("results",), ("log",), ("results", "--csv", "-")]
)
def test_output_is_utf_8_whatever_the_code_page(folder: Path, words: tuple[str, ...]) -> None:
    printed = redirected(folder, *words)
    assert "Θεοδώρα Παπαδημητρίου" in printed
    if words[-1] == "--json":
        assert "Θεοδώρα Παπαδημητρίου" in {row["player"] for row in json.loads(printed)}


@pytest.mark.skipif(os.name != "posix", reason="Windows has no broken pipes")
@pytest.mark.parametrize("words", ["log --json", "log", "deals --json", "deals", "results --csv -"])
def test_a_reader_that_has_seen_enough_is_no_fault(folder: Path, words: str) -> None:
    """As ``duplicast log | head`` with the shell's ``pipefail``."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        done = subprocess.run(
            [sys.executable, "-c", "from producer.cli import main; main()", *words.split()],
            check=False, stdout=closed, stderr=subprocess.PIPE, cwd=folder,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no broken pipes")
def test_another_broken_pipe_is_a_fault(tmp_path: Path) -> None:
    """Such as that of a helper process that has ended: standard output is read to the end."""
    code = (
        "import producer.cli.record as record\n"
        "def broken(*_):\n    raise BrokenPipeError(32, 'Broken pipe')\n"
        "record.opened = broken\n"
        "from producer.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "log"], check=False, capture_output=True, cwd=tmp_path
    )
    assert done.returncode == 1


def test_a_list_that_fails_midway_is_not_begun(capsys: pytest.CaptureFixture[str]) -> None:
    """Its beginning alone would read as a shorter list that was cut off."""

    def rows() -> Iterator[dict[str, int]]:
        yield {"deal": 1}
        raise StoreError("the record", "the disk is gone", "Plug it in")

    with pytest.raises(StoreError):
        print_array(rows())
    assert capsys.readouterr().out == ""
    print_array([{"deal": 1}, {"deal": 2}])
    assert json.loads(capsys.readouterr().out) == [{"deal": 1}, {"deal": 2}]


def test_csv_for_excel_begins_with_a_byte_order_mark(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    plain, marked = tmp_path / "plain.csv", tmp_path / "excel.csv"
    for path, more in ((plain, []), (marked, ["--excel"])):
        words = ["results", "--csv", str(path), *more]
        assert CliRunner().invoke(command_line("results"), words).exit_code == 0
    assert marked.read_bytes() == b"\xef\xbb\xbf" + plain.read_bytes()
    rows = list(csv.DictReader(io.StringIO(plain.read_text(encoding="utf-8"))))
    assert "Θεοδώρα Παπαδημητρίου" in {row["player"] for row in rows}
    refused = CliRunner().invoke(command_line("results"), ["results", "--excel"])
    assert refused.exit_code == 2


def test_texts_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    """``:100:`` is no picture of a hundred, and square brackets are no colour."""
    console().print("a raise to :100: [red]and [/] more")
    assert capsys.readouterr().out == "a raise to :100: [red]and [/] more\n"


def test_compare_is_readable_at_80_columns_with_long_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The results of the six tables (docs/two-up.png has two of them) are whole."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    long = "Feature table {} in the grand ballroom of the Hotel Bristol"
    renamed = []
    for item in guide():
        event = json.loads(item.raw)
        if "table" in event:
            event["table"] = long.format(event["table"])
        if "tables" in event["data"]:
            tables = event["data"]["tables"].items()
            event["data"]["tables"] = {long.format(name): table for name, table in tables}
        raw = json.dumps(event)
        renamed.append(replace(item, raw=raw.encode(), event=parse_event(raw)))
    fill(tmp_path / "duplicast.db", renamed)
    for command, number in (("compare", "+2,208.33"), ("deals", "3,550")):
        words = [command] if command == "deals" else [command, "1"]
        printed = CliRunner().invoke(command_line(command), words).stdout
        assert number in printed
        assert "ballroom" in printed
        assert "…" not in printed
        assert max(map(len, printed.splitlines())) <= 80


def test_packages_of_names_of_200_letters_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = ("The International Federation of Match Poker Nations Cup, " * 4)[:195]
    fill(tmp_path / "duplicast.db", guide(session))
    words = ["export-ograf", "1", "-o", "out", "--only", "note"]
    done = CliRunner().invoke(command_line("export-ograf"), words)
    assert done.exit_code == 0, done.output
    (package,) = (tmp_path / "out").iterdir()
    assert re.fullmatch(r"the-international-federation-.*-[0-9a-f]{6}-1-note", package.name)
    assert len(list(package.glob("*.ograf.json"))) == 1
