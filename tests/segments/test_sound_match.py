"""Two tables' recordings matched by sound, and a clap, in real files."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from record_events import opened, received
from recording_files import Camera, record
from typer.testing import CliRunner

from producer.cli import command_line
from producer.record import open_store
from producer.segments.recordings.sound_match import read_sound

START = "2026-05-01T19:30:00Z"


def noise(seconds: float, seed: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Soft noise without treble, which AAC would change."""
    chance = np.random.default_rng(seed)
    spectrum = np.fft.rfft(chance.normal(size=round(seconds * 48_000)))
    spectrum[round(len(spectrum) / 6) :] = 0
    sound = np.fft.irfft(spectrum)
    return sound / np.abs(sound).max() * 0.5


def run(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(command_line("recordings"), ["recordings", *words])
    assert done.exit_code == status, done.output
    return done.output


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Table 2's recorder began 0.7 s before table 1's; both say that they began together."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    sound = noise(24, 1)
    for table, begin in (("1", 2.0), ("2", 1.3), ("3", None)):
        own = noise(20, int(table) + 1)
        if begin is not None:
            first = round(begin * 48_000)
            own = own / 2 + sound[first : first + len(own)] / 2
        camera = Camera(rate=Fraction(5), frames=100, heard=own)
        record(tmp_path / f"{table}.mkv", camera)
    record(tmp_path / "silent.mkv", Camera(rate=Fraction(5), frames=100, sound=False))
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened("1", "2", "3", "4", kind="live")))
    for table in ("1", "2", "3"):
        run("add", table, f"{table}.mkv", "--start", START)
    run("add", "4", "silent.mkv", "--start", START)
    return tmp_path


def begins() -> dict[str, str]:
    (group,) = json.loads(run("list", "--json"))
    return {each["table"]: each["files"][0]["begins"] for each in group["tables"]}


def test_a_recorder_that_began_earlier_is_found_and_moved(hall: Path) -> None:  # noqa: ARG001
    """And a table with other sound, or none, says so."""
    said = run("sync", "1", "2")
    late = re.search(r"table 2 \(2\.mkv\) is (\S+) s late against table 1; (\d) of 5 windows", said)
    assert late is not None, said
    assert float(late[1]) == pytest.approx(0.7, abs=0.001)
    assert int(late[2]) >= 4
    assert begins()["2"] == "2026-05-01T19:30:00+00:00"
    run("sync", "1", "2", "--apply")
    assert begins()["2"].startswith("2026-05-01T19:29:59.3")
    again = run("sync", "1", "2")
    match = re.search(r"is (\S+) s", again)
    assert match is not None
    assert float(match[1]) < 0.002
    said = run("sync", "1", "3", status=1)
    assert re.search(r"the same sound in [01] of 5 windows\. Use a clap, or two points", said)
    said = run("sync", "1", "4", status=1)
    assert "tables 1 and 4: not both have a recording with sound" in said


def test_a_clap_is_found_and_its_way_to_the_microphone_taken_off(tmp_path: Path) -> None:
    sound = noise(6, 5) * 0.02
    begin = round(3.217 * 48_000)
    fade = np.exp(-np.arange(4800) / 960)
    sound[begin : begin + 4800] += 0.8 * fade * np.sin(np.arange(4800) / 6)
    path = record(tmp_path / "clap.mkv", Camera(frames=150, heard=sound))
    found = float(run("clap", str(path), "--near", "3"))
    assert found == pytest.approx(3.217, abs=0.005)
    nearer = float(run("clap", str(path), "--near", "3", "--metres", "10"))
    assert found - nearer == pytest.approx(0.029, abs=0.001)
    assert "no clap stands out" in run("clap", str(path), "--near", "0.5", status=1)


def test_sound_is_read_where_it_lies(tmp_path: Path) -> None:
    """A step in loudness two seconds in; what lies outside the file is silence."""
    sound = noise(4, 6)
    sound[: 2 * 48_000] *= 0.01
    path = record(tmp_path / "step.mkv", Camera(frames=100, heard=sound))
    read = read_sound(path, Fraction(1), Fraction(4), 8000)
    assert len(read) == 32_000
    loud = np.abs(read) > 0.1
    assert loud.argmax() == pytest.approx(8000, abs=40)
    assert not np.any(read[25_000:])
    before = read_sound(path, Fraction(-1), Fraction(2), 8000)
    assert not np.any(before[:7900])
