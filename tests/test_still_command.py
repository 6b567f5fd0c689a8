"""``duplicast still``: every graphic, in every language, or a reason in words."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from service import fill, guide
from typer.testing import CliRunner

from overlay.raster import stage_png
from producer.cli import command_line
from producer.compare import compare
from producer.release import open_gate
from producer.stages import field, two_up
from producer.stages.moment import DECISION, END
from producer.stages.style import Style
from producer.wording.language import language as speak

RUN = (sys.executable, "-c", "from producer.cli import main; main()")
pytestmark = pytest.mark.xdist_group("still")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("still") / "s.db"
    fill(path, guide())
    return path


def still(db: Path, out: Path, *options: str, status: int = 0) -> str:
    words = ["still", "1", "-o", str(out), "--db", str(db), "--scale", "0.25", *options]
    ended = CliRunner().invoke(command_line("still"), words, env={"COLUMNS": "400"})
    assert ended.exit_code == status, ended.output
    assert out.exists() == (status == 0)
    return ended.output


def size(path: Path) -> tuple[int, int]:
    picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    assert picture.shape[2] == 4
    return picture.shape[1], picture.shape[0]


@pytest.mark.parametrize("graphic", ["two-up", "split", "upright", "field", "table", "matrix",
                                     "standings"])  # fmt: skip
@pytest.mark.parametrize("moment", ["decision", "end"])
def test_every_graphic_is_drawn(db: Path, tmp_path: Path, graphic: str, moment: str) -> None:
    out = tmp_path / "a.png"
    asked = () if graphic in {"matrix", "standings"} else ("--moment", moment)
    still(db, out, "--graphic", graphic, *asked, "--language", "el", "--chips", "short")
    assert size(out) == ((270, 480) if graphic == "upright" else (480, 270))


def test_the_still_is_the_stage(db: Path, tmp_path: Path) -> None:
    gate = open_gate(db)
    found = compare(gate.deal("1", "command:still"))
    gate.close()
    spanish = Style(speak("es"), "number")
    out = tmp_path / "a.png"
    asked = ("--language", "es", "--chips", "number")
    still(db, out, "--tables", "3,5", *asked)
    assert out.read_bytes() == stage_png(two_up(found, ("3", "5"), DECISION, style=spanish), 0.25)
    still(db, out, "--graphic", "field", "--tables", "5", "--moment", "end", *asked)
    assert out.read_bytes() == stage_png(field(found, END, "5", style=spanish), 0.25)


def test_a_pick_is_drawn_by_its_id(db: Path, tmp_path: Path) -> None:
    """The kings' river: two checked, one bet."""
    gate = open_gate(db)
    found = compare(gate.deal("1", "command:still"))
    gate.close()
    pick = next(each for each in found.picks if each.street == "river" and each.seat == 5)
    still(db, tmp_path / "a.png", "--pick", pick.id)
    stage = two_up(found, pick.pairing, DECISION, pick.fork)
    assert (tmp_path / "a.png").read_bytes() == stage_png(stage, 0.25)
    said = still(db, tmp_path / "b.png", "--pick", "aaaaaa", status=1)
    assert "deal guide/A/1 has no pick aaaaaa" in said
    assert pick.id in said


def test_a_pick_is_drawn_without_its_deal(db: Path, tmp_path: Path) -> None:
    gate = open_gate(db)
    found = gate.comparison("guide/A/1", "command:still")
    gate.close()
    pick = next(each for each in found.picks if each.street == "river" and each.seat == 5)
    out = tmp_path / "a.png"
    drawn = CliRunner().invoke(
        command_line("still"),
        ["still", "--pick", pick.id, "-o", str(out), "--db", str(db), "--scale", "0.25"],
    )
    assert drawn.exit_code == 0, drawn.output
    assert out.read_bytes() == stage_png(two_up(found, pick.pairing, DECISION, pick.fork), 0.25)
    for asked, words in (
        (["--pick", "aaaaaa"], "--pick: this pick is gone: no released deal has a pick aaaaaa"),
        ([], "name DEAL, or a pick with --pick ID"),
        (["--pick", pick.id, "--sealed"], "--sealed: name DEAL"),
    ):
        refused = CliRunner().invoke(
            command_line("still"), ["still", *asked, "-o", str(out), "--db", str(db)]
        )
        assert refused.exit_code > 0
        assert words in refused.output


def test_a_moment_of_one_table_changes_its_picture(db: Path, tmp_path: Path) -> None:
    out, seen = tmp_path / "a.png", set()
    asked = [("--moves", "0"), ("--moves", "7")]
    asked += [("--moment", moment) for moment in ("before", "decision", "move:1", "end")]
    for each in asked:
        still(db, out, "--graphic", "table", "--tables", "5", *each)
        seen.add(out.read_bytes())
    assert len(seen) == 6


def test_settings_speak_where_nothing_is_asked(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, result = tmp_path / "asked.png", tmp_path / "told.png"
    still(db, asked, "--language", "es", "--chips", "number")
    monkeypatch.setenv("DUPLICAST_GRAPHICS__LANGUAGE", "es")
    monkeypatch.setenv("DUPLICAST_GRAPHICS__CHIPS", "number")
    still(db, result)
    assert result.read_bytes() == asked.read_bytes()
    monkeypatch.setenv("DUPLICAST_GRAPHICS__THEME", "neon")
    assert "setting graphics.theme: " in still(db, tmp_path / "n.png", status=2)
    monkeypatch.setenv("DUPLICAST_GRAPHICS__CHIPS", "pounds")
    assert "setting graphics.chips" in still(db, tmp_path / "n.png", status=2)


def test_a_theme_that_is_unfit_for_air_is_drawn_with_a_warning(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dim = tmp_path / "dim.toml"
    dim.write_text('base = "dark"\n[colours]\nmuted = "#333333"\n')
    result = still(db, tmp_path / "a.png", "--theme", str(dim))
    assert "dim.toml: [colours] muted: #333333 on plate #0B1322 has a contrast of 1.5" in result
    assert "make one of the two much lighter or darker" in result
    assert f"{dim} is not for air; `duplicast theme check {dim}` finds all that is wrong" in result
    monkeypatch.setenv("DUPLICAST_GRAPHICS__THEME", str(dim))
    assert "is not for air" in still(db, tmp_path / "b.png")
    assert "for air" not in still(db, tmp_path / "c.png", "--theme", "light")
    words = ["export-ograf", "1", "-o", str(tmp_path / "o"), "--only", "field", "--db", str(db)]
    packed = CliRunner().invoke(command_line("export-ograf"), words)
    assert packed.exit_code == 0
    assert f"{dim} is not for air" in packed.stderr


@pytest.mark.parametrize(("options", "status", "words"), [
    (("--moment", "7"), 2, "there is no moment '7': name before, decision, move:N"),
    (("--moment", "fork"), 2, "there is no moment 'fork': name before, decision, move:N"),
    (("--as-of", "decision,9=before"), 1, "names table 9, which is not shown"),
    (("--graphic", "matrix", "--moment", "decision"), 2, "matrix is drawn at the end only"),
    (("--graphic", "standings", "--moment", "end"), 2, "standings has no moments; leave it out"),
    (("--moves", "7"), 2, "--moves: two-up is not of one table; name --moment"),
    (("--graphic", "table", "--moves", "9", "--moment", "end"), 2, "name one of the two"),
    (("--graphic", "table", "--moves", "99"), 1, "moves, not 99; name a moment from 0 to"),
    (("--tables", "1"), 2, "--tables: two-up shows 2 of them, not 1"),
    (("--tables", "1,1"), 2, "--tables 1,1: name each table once"),
    (("--tables", "1,9"), 1, "table 9 is not in deal"),
    (("--graphic", "split", "--tables", "1,2,3,4,5"), 2, "split shows 3 or 4 or 6 of them, not 5"),
    (("--graphic", "matrix", "--tables", "1,2"), 2, "matrix does not take tables; leave it out"),
    (("--graphic", "table", "--tables", "9"), 1, "table 9 is not in deal"),
    (("--graphic", "seat-ranking"), 1, "has no ranking before and after deal 1"),
    (("--graphic", "standings", "--sealed"), 2, "made of released deals only"),
    (("--theme", "neon"), 2, "--theme neon: there is no such file; give a path or a name: "),
])  # fmt: skip
def test_what_cannot_be_drawn_says_why(
    db: Path, tmp_path: Path, options: tuple[str, ...], status: int, words: str
) -> None:
    assert words in still(db, tmp_path / "a.png", *options, status=status)


def test_a_table_that_is_not_in_the_deal_is_named_with_those_that_are(
    db: Path, tmp_path: Path
) -> None:
    result = still(db, tmp_path / "a.png", "--tables", "1,9", status=1)
    assert "table 9 is not in deal guide/A/1; there are 1, 2, 3, 4, 5, 6" in result


def test_the_picture_goes_to_the_output_where_a_dash_is_named(db: Path, tmp_path: Path) -> None:
    still(db, tmp_path / "a.png")
    words = ["still", "1", "-o", "-", "--db", str(db), "--scale", "0.25"]
    ended = CliRunner().invoke(command_line("still"), words)
    assert ended.exit_code == 0
    assert ended.stdout_bytes == (tmp_path / "a.png").read_bytes()
    assert ended.stderr == ""


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="pseudo-terminals are Unix's")
def test_no_picture_is_sent_to_a_terminal(db: Path) -> None:
    ours, its = os.openpty()
    try:
        ended = subprocess.run(
            [*RUN, "still", "1", "-o", "-", "--db", str(db)],
            stdout=its,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(its)
    assert ended.returncode == 2
    assert "a PNG cannot be shown in a terminal" in ended.stderr
