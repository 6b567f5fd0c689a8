"""Contact sheets: the command, what is on them, and how large they are."""

import io
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from overlay.contexts import KnownLabel
from overlay.sheet import CELL, contact_sheet
from overlay.stage import Box, Graphic, Stage
from overlay.themes.theme import themes
from producer.cli import command_line
from producer.stages.gallery import SAMPLES, SHEETS

STAGE = Stage(760, 428, (Graphic("a", "known", KnownLabel("alone"), Box(0, 0, 760, 428)),))
MOST = 600_000
"""Bytes of one sheet, small enough for the repository."""


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command_line("sheet"), ["sheet", *arguments])
    return result.exit_code, result.output


def test_every_sample_is_on_one_sheet() -> None:
    for name in SAMPLES:
        assert sum(names.count(name) for names in SHEETS.values()) == 1


def test_command_writes_small_sheets(tmp_path: Path) -> None:
    status, answer = run("-o", str(tmp_path / "new"), "--theme", "dark", "--language", "el")
    assert status == 0, answer
    made = sorted((tmp_path / "new").iterdir())
    assert [file.name for file in made] == [
        "dark-el-bridge.png", "dark-el-programme.png", "dark-el-splits.png", "dark-el-table.png",
    ]  # fmt: skip
    assert all(0 < file.stat().st_size < MOST for file in made)
    for file in made:
        assert Image.open(io.BytesIO(file.read_bytes())).width > 3 * CELL[0]


def test_the_sheets_of_the_docs_are_all_there() -> None:
    folder = Path(__file__).parents[2] / "docs" / "sheets"
    kept = {file.name for file in folder.glob("*.png")}
    assert kept == {
        f"{theme}-{language}-{title}.png"
        for theme in themes()
        for language in ("en", "es", "el")
        for title in SHEETS
    }
    assert all(file.stat().st_size < MOST for file in folder.glob("*.png"))


@pytest.mark.parametrize(("option", "value"), [("--theme", "neon"), ("--language", "fr")])
def test_an_unknown_sheet_is_refused(tmp_path: Path, option: str, value: str) -> None:
    status, answer = run("-o", str(tmp_path), option, value)
    assert status == 2
    assert value in answer


def test_a_stage_is_above_its_name_in_its_proportions() -> None:
    sheet = Image.open(io.BytesIO(contact_sheet([("one", STAGE)], "title", columns=1)))
    assert sheet.size == (16 + 760 + 16, 16 + 34 + 16 + 428 + 34 + 16)
    with pytest.raises(ValueError, match="at least one stage"):
        contact_sheet([], "none")
