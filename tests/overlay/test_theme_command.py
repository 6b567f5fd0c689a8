"""``duplicast theme``: what it lists, what it finds, and with which status it ends."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from overlay.svg import graphic_svg
from overlay.themes.theme import load_theme
from producer.cli import command_line
from producer.stages.gallery import SAMPLES, sample
from producer.stages.samples.fit_check import LOOKS, NAMED
from producer.stages.style import Style
from producer.wording.language import LANGUAGES


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(command_line("theme"), ["theme", *arguments])
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_themes_are_listed_with_the_one_that_is_set(folder: Path) -> None:
    assert run("list") == (0, "dark (set)\nlight\n", "")
    (folder / "mine.toml").write_text('base = "dark"\n')
    (folder / "duplicast.toml").write_text('[graphics]\ntheme = "mine.toml"\n')
    assert json.loads(run("list", "--json")[1]) == {
        "v": 1, "themes": ["dark", "light", "mine.toml"], "set": "mine.toml",
    }  # fmt: skip


def test_a_theme_is_checked_by_its_name_or_its_file(folder: Path) -> None:
    status, output, said = run("check", "light", "--quick")
    assert (status, output) == (0, "")
    assert said.endswith("light.toml: good\n")
    (folder / "mine.toml").write_text('base = "dark"\n[colours]\nmuted = "#333333"\n')
    status, output, said = run("check", "mine.toml", "--quick")
    assert status == 1
    assert "mine.toml: [colours] muted: #333333 on plate #0B1322 has a contrast of 1.5" in said
    assert said.endswith("mine.toml: not for air\n")


def test_findings_as_json(folder: Path) -> None:
    (folder / "mine.toml").write_text('base = "dark"\n[colours]\nglod = "#FFC93C"\n')
    status, output, _ = run("check", "mine.toml", "--json")
    assert status == 1
    assert json.loads(output) == {
        "v": 1,
        "file": "mine.toml",
        "good": False,
        "findings": [
            {"key": "[colours] glod", "reason": "is unknown", "hint": "did you mean gold?",
             "grave": True}
        ],
    }  # fmt: skip


def test_a_missing_theme() -> None:
    status, _, said = run("check", "neon")
    assert status == 1
    assert said.startswith("neon: there is no such file; give a path or a name: dark, l")


def test_a_font_too_wide_for_the_plates_is_found_by_drawing(folder: Path) -> None:
    (folder / "wide.toml").write_text('base = "dark"\n[type]\nfamily = "Rubik"\n')
    status, _, said = run("check", "wide.toml")
    assert status == 1
    assert re.search(
        r"\[type\] family: “.+…” is cut in .+ \((?:en|es|el)\); choose a narrower font", said
    )
    assert "(for information)" in said


@pytest.mark.parametrize("base", ["dark", "light"])
def test_every_text_has_room_in_the_products_themes_even_beside_a_logo(
    folder: Path, base: str
) -> None:
    logo = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><path d="M0 0H9V9Z"/></svg>'
    )
    (folder / "logo.svg").write_text(logo)
    text = f'base = "{base}"\n[logo]\nfile = "logo.svg"\nground = "#FFFFFF"\n'
    (folder / "mine.toml").write_text(text)
    assert run("check", "mine.toml") == (0, "", "mine.toml: good\n")
    loaded = load_theme("mine.toml")
    marked = {
        name
        for name in SAMPLES
        if any("<image " in graphic_svg(each, loaded)
               for each in sample(name, style=Style(theme=loaded)).stage.graphics)
    }  # fmt: skip
    assert marked >= {"standings", "seat-before-after", "matrix", "speaker", "note", "table-cap"}
    assert not marked & {"two-up-decision", "four-end", "upright-decision", "field-end"}


def test_themes_are_drawn_in_every_language() -> None:
    assert {language for _, language, _ in LOOKS} == set(LANGUAGES)
    assert len(SAMPLES) > 30
    assert not NAMED & {"decision", "act", "price", "pot", "result", "verdict", "clock"}
