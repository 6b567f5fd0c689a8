"""Recordings with 300 random bytes inside: where that is, and nothing where nothing is."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from record_events import opened, received
from recording_files import Camera, record, recording
from small_recordings import recorded
from typer.testing import CliRunner

from producer.cli import command_line
from producer.record import open_store
from producer.segments.compositor.reader import FrameReader
from producer.segments.recordings.damage import collected, damage_in
from producer.segments.recordings.placed import TableRecording

SIZE = (320, 180)
SECONDS = 8


@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight seconds with noise that fills the file evenly."""
    path = tmp_path_factory.mktemp("damage") / "whole.mp4"
    camera = Camera(size=SIZE, frames=25 * SECONDS, sound=False, noise=True)
    return record(path, camera)


def damaged(whole: Path, at: float, seed: int) -> Path:
    """A copy with 300 random bytes at a part of its length; these are no valid pictures by chance,
    as some would be."""
    content = bytearray(whole.read_bytes())
    place = round(len(content) * at)
    content[place : place + 300] = random.Random(seed).randbytes(300)
    path = whole.with_name(f"bad-{seed}.mp4")
    path.write_bytes(content)
    return path


def silent(_: float, __: float) -> None: ...


@pytest.mark.parametrize("seed", range(3))
def test_300_random_bytes_are_found_at_their_time(noisy: Path, seed: int) -> None:
    share = 0.2 + 0.15 * seed
    (at,) = damage_in(damaged(noisy, share, seed), silent)
    assert float(at) == pytest.approx(share * SECONDS, abs=0.5)


@pytest.mark.parametrize("container", ["mp4", "mkv", "ts"])
def test_a_sound_recording_has_none(tmp_path: Path, container: str) -> None:
    path = record(tmp_path / f"whole.{container}", Camera(size=(64, 36), frames=50))
    assert damage_in(path, silent) == ()


def test_a_recording_that_still_grows_is_not_damaged(tmp_path: Path) -> None:
    """It ends within a picture."""
    path = tmp_path / "open.mkv"
    with recording(path, Camera(size=SIZE, sound=False, noise=True)) as recorder:
        recorder.write(50)
        path.with_name("cut.mkv").write_bytes(path.read_bytes()[:-500])
        recorder.finish()
    assert damage_in(path.with_name("cut.mkv"), silent) == ()


def test_a_render_warns_once_of_what_it_shows(noisy: Path) -> None:
    path = damaged(noisy, 0.5, 2)
    file = recorded(path, length=Fraction(SECONDS))
    with collected() as found:
        for _ in range(2):
            with FrameReader(TableRecording("4", (file,)), smooth=False) as reader:
                for n in range(50, 150):
                    reader.frame_at(file.start + Fraction(n, 25))
        with FrameReader(TableRecording("4", (file,)), smooth=False) as reader:
            reader.frame_at(file.start + 7)
    (words,) = found.words
    assert words.startswith(f"table 4: {path}: damaged ")
    assert "s from its beginning, at 1970-01-01 " in words
    at = float(words.split("damaged ")[1].split(" s ")[0])
    assert at == pytest.approx(SECONDS / 2, abs=0.5)
    assert "Look at the picture there" in words


def test_the_command_names_file_and_time(
    noisy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened("1", "2", kind="live")))
    (tmp_path / "t1.mp4").write_bytes(damaged(noisy, 0.5, 2).read_bytes())

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(command_line("recordings"), ["recordings", *words])
        return done.exit_code, done.output

    assert run("add", "1", "t1.mp4", "--start", "2026-05-01T19:30Z")[0] == 0
    assert run("list")[0] == 0
    status, said = run("list", "--check")
    assert (status, said.count("damaged")) == (3, 1)
    assert "table 1: t1.mp4: damaged " in said
