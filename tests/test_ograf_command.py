"""``duplicast export-ograf`` as somebody at the command line has it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from service import TABLES, fill, guide
from typer.testing import CliRunner

import producer.files
from producer.cli import command_line
from producer.cli.ograf import KINDS
from producer.compare import compare
from producer.files import plain_name
from producer.release import open_gate
from producer.settings import in_rehearsal, load_settings

RUN = (sys.executable, "-c", "from producer.cli import main; main()")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    fill(
        tmp_path / "duplicast.db",
        guide(),
        guide("sealed", "live", TABLES[:5]),
        guide("Finale Höhe/2"),
    )
    return tmp_path


def run(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(command_line("export-ograf"), ["export-ograf", *words])
    assert done.exit_code == status, done.output
    return done.output


def names(out: Path) -> list[str]:
    return sorted(path.name for path in out.iterdir())


def manifest(package: Path) -> dict[str, object]:
    (path,) = package.glob("*.ograf.json")
    return dict(json.loads(path.read_text(encoding="utf-8")))


def test_writes_a_folder_a_graphic(folder: Path) -> None:
    said = run("guide/A/1", "-o", "out/packages")
    assert "left out seat-ranking" in said, "it is the first deal"
    assert "left out sponsor" in said, "the theme has none"
    out = folder / "out/packages"
    assert {name.removeprefix("guide-a-1-") for name in names(out)} == {
        *(set(KINDS) - {"table", "seat-ranking", "sponsor", "territory", "auctions", "tricks"}),
        "table-5", "table-6",
    }  # fmt: skip
    for name in names(out):
        result = manifest(out / name)
        assert result["id"] == f"duplicast.{name}"
        assert result["v_duplicast"] == {"source": "guide/A/1"}
        assert (out / name / str(result["main"])).is_file()
        assert (out / name / "index.html").is_file()
    assert manifest(out / "guide-a-1-two-up")["stepCount"] == 3


def test_a_pick_is_packed_by_its_id(folder: Path) -> None:
    gate = open_gate(folder / "duplicast.db")
    found = compare(gate.deal("guide/A/1", "command:export-ograf"))
    gate.close()
    pick = next(each for each in found.picks if each.street == "river" and each.seat == 3)
    run("guide/A/1", "-o", "out", "--only", "table", "--pick", pick.id)
    assert names(folder / "out") == [f"guide-a-1-table-{table}" for table in sorted(pick.pairing)]


def test_sealed_and_unknown_deals_are_refused_alike(folder: Path) -> None:
    sealed = run("sealed/A/1", "-o", "out", status=1)
    assert sealed == run("nobody/A/1", "-o", "out", status=1).replace("nobody", "sealed")
    assert not (folder / "out").exists()


@pytest.mark.usefixtures("folder")
def test_the_export_is_in_the_audit() -> None:
    run("guide/A/1", "-o", "out", "--only", "note", "--only", "speaker")
    result = CliRunner().invoke(command_line("audit"), ["audit", "--json"]).output
    (entry,) = (each for each in json.loads(result) if "ograf" in json.dumps(each))
    assert "guide-a-1-note" in json.dumps(entry)
    assert entry["deal"] == "guide/A/1"


def test_language_theme_and_moment(folder: Path) -> None:
    run("guide/A/1", "-o", "es", "--only", "two-up", "--language", "es", "--theme", "light")
    run("guide/A/1", "-o", "en", "--only", "two-up", "--moment", "decision")
    es, en = (
        (folder / result / "guide-a-1-two-up/graphic.mjs").read_text(encoding="utf-8")
        for result in ("es", "en")
    )
    assert "MISMAS" in es
    assert "SAME" in en
    assert "AVERAGE" not in en
    assert manifest(folder / "en/guide-a-1-two-up")["stepCount"] == 2


@pytest.mark.parametrize(("words", "said"), [
    (["--only", "hologram"], "there is two-up"),
    (["--tables", "1"], "name two tables"),
    (["--tables", "1,1"], "name two tables"),
    (["--theme", "nightmare"], "nightmare"),
])  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_words(
    folder: Path, words: list[str], said: str
) -> None:
    assert said in run("guide/A/1", "-o", "out", *words, status=2)
    assert not (folder / "out").exists()


def test_graphics_that_the_deal_lacks_are_left_out_with_a_message(folder: Path) -> None:
    only = ("--only", "matrix", "--only", "note")
    said = run("guide/A/1", "-o", "out", "--moment", "decision", *only)
    assert "left out matrix: results are known at the end only" in said
    assert names(folder / "out") == ["guide-a-1-note"]
    assert "none of matrix" in run(
        "guide/A/1", "-o", "out", "--moment", "decision", "--only", "matrix", status=1
    )


def test_once_more_replaces_what_it_wrote_and_nothing_else(folder: Path) -> None:
    run("guide/A/1", "-o", "out", "--only", "note")
    package = folder / "out/guide-a-1-note"
    (package / "fonts/old.ttf").write_bytes(b"old")
    first = manifest(package)
    run("guide/A/1", "-o", "out", "--only", "note")
    assert manifest(package) == first
    assert not (package / "fonts/old.ttf").exists()
    (mine := folder / "out/guide-a-1-speaker").mkdir()
    (mine / "notes.txt").write_text("mine")
    assert "is not this package" in run("guide/A/1", "-o", "out", "--only", "speaker", status=1)
    assert names(mine) == ["notes.txt"]
    assert names(folder / "out") == ["guide-a-1-note", "guide-a-1-speaker"]


def test_no_unfinished_package_gets_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full in the middle: what was there before is there still, and no more."""
    run("guide/A/1", "-o", "out", "--only", "note")
    before = {path: path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()}
    honest, left = Path.write_bytes, [5]

    def full(path: Path, content: bytes) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device", str(path))
        return honest(path, content)

    monkeypatch.setattr(producer.files.Path, "write_bytes", full)
    done = CliRunner().invoke(
        command_line("export-ograf"), ["export-ograf", "guide/A/1", "-o", "out", "--only", "note"]
    )
    assert isinstance(done.exception, OSError)
    monkeypatch.undo()
    after = {path: path.read_bytes() for path in (folder / "out").rglob("*") if path.is_file()}
    assert after == before
    assert names(folder / "out") == ["guide-a-1-note"]


def test_ctrl_c_leaves_whole_packages_only(folder: Path) -> None:
    with subprocess.Popen(
        [*RUN, "export-ograf", "guide/A/1", "-o", "out"],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        deadline = time.monotonic() + 120
        while not list((folder / "out").glob("*-two-up")) and time.monotonic() < deadline:
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=120)
    assert child.returncode in (0, 130), said
    assert "Traceback" not in said
    assert [name for name in names(folder / "out") if name.startswith(".")] == []
    for package in (folder / "out").iterdir():
        result = manifest(package)
        assert (package / str(result["main"])).is_file()
        assert list((package / "fonts").glob("*.ttf"))


def test_names_of_sessions_become_plain_ids(folder: Path) -> None:
    run("Finale Höhe/2/A/1", "-o", "out", "--only", "note")
    (name,) = names(folder / "out")
    assert re.fullmatch(r"finale-hohe-2-a-[0-9a-f]{6}-1-note", name)
    assert manifest(folder / "out" / name)["v_duplicast"] == {"source": "Finale Höhe/2/A/1"}


@pytest.mark.parametrize("name", ["../../etc", "Τελικός", "a\x00b", "CON", "..", "-", "é", "e"])
def test_any_name_is_plain_and_names_apart_stay_apart(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", plain_name(name))
    assert len({plain_name(each) for each in ("é", "e", "Τελικός", "Τελικό", "a/b", "ab")}) == 6


def test_a_rehearsals_packages_bear_its_word(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("guide/A/1", "-o", "real", "--only", "note")
    monkeypatch.setenv("DUPLICAST_REHEARSAL", "true")
    fill(in_rehearsal(load_settings()).db, guide())
    run("guide/A/1", "-o", "rehearsal", "--only", "note")
    real, rehearsal = (folder / name / "guide-a-1-note" for name in ("real", "rehearsal"))
    for file in ("graphic.mjs", "index.html"):
        assert "REHEARSAL" not in (real / file).read_text(encoding="utf-8")
        assert "REHEARSAL" in (rehearsal / file).read_text(encoding="utf-8")
    pictures = [(each / "thumbnail.png").read_bytes() for each in (real, rehearsal)]
    assert pictures[0] != pictures[1]
