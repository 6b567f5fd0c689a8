"""The files of the table cameras, read back: pictures, sound, time; what interruptions leave."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import numpy.typing as npt
import pytest
import typer
from typer.testing import CliRunner

from producer.cli.simulate import simulate
from producer.events import RecordingAddedEvent, parse_event
from producer.segments.recordings.probe import probe
from producer.segments.timecode import frames_of
from producer.simulate.footage.camera import cels_of, ground_of, pictures, record
from producer.simulate.footage.drawing import draw
from producer.simulate.footage.filming import BadSize, check_size
from producer.simulate.footage.reels import Reel, TrueMoment, reels_of
from producer.simulate.footage.strip import read_strip
from producer.simulate.session import simulated_play

SIZE = (320, 180)
RATE = Fraction(25)
SHORT = 97
"""The seed of a session of one deal that two tables play in a few seconds."""

APP = typer.Typer()
APP.command()(simulate)


@pytest.fixture(scope="module")
def reel() -> Reel:
    """Of table 3, deal 4, which has actions of all kinds."""
    return reels_of(simulated_play(6, 5), {4}, RATE)[2]


def _moment(reel: Reel, action: str) -> TrueMoment:
    """The first move of a kind."""
    (hand, _), (true,) = reel.hands[0], reel.true_hands()
    return next(
        moment
        for move, moment in zip(hand.played.line, true.moves, strict=True)
        if move.action == action
    )


def _part(reel: Reel, middle: int, seconds: int = 3) -> Reel:
    """The seconds round a frame."""
    half = round(seconds * reel.rate / 2)
    return replace(reel, frames=range(middle - half, middle + half))


def _frames(path: Path) -> Iterator[av.VideoFrame]:
    with av.open(path) as container:
        yield from container.decode(video=0)


def _heard(path: Path) -> npt.NDArray[np.float32]:
    """The sound, each sample at its time."""
    with av.open(path) as container:
        stream = container.streams.audio[0]
        sound = np.zeros(round(10 * stream.rate), np.float32)
        for frame in container.decode(stream):
            assert frame.pts is not None
            assert frame.time_base is not None
            first = round(frame.pts * frame.time_base * stream.rate)
            samples = frame.to_ndarray()[0][max(-first, 0) :]
            sound[max(first, 0) : max(first, 0) + len(samples)] = samples
    return sound


@pytest.mark.parametrize("form", ["mkv", "mp4", "mov"])
def test_every_picture_says_table_and_frame_and_the_sound_is_at_the_true_time(
    reel: Reel, form: str, tmp_path: Path
) -> None:
    moment = _moment(reel, "raise")
    part, path = _part(reel, moment.frame), tmp_path / f"t.{form}"
    record(part, path, *SIZE)
    read = [(frame.time, read_strip(frame.to_ndarray(format="bgr24"))) for frame in _frames(path)]
    assert [number for _, number in read] == [(3, frame) for frame in part.frames]
    for n, (time, _) in enumerate(read):
        assert time == pytest.approx(n / 25, abs=0.001)
    onset = np.argmax(np.abs(_heard(path)) > 0.08) / 48_000
    assert onset == pytest.approx(float(moment.at - part.start), abs=0.003)


@pytest.mark.parametrize("form", ["mkv", "mp4", "mov"])
def test_ffprobe_reads_colours_length_and_the_time_of_day(
    reel: Reel, form: str, tmp_path: Path
) -> None:
    if shutil.which("ffprobe") is None:
        pytest.skip("needs ffprobe")
    part, path = _part(reel, reel.frames[100], 2), tmp_path / f"t.{form}"
    record(part, path, *SIZE)
    words = ["ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_format"]
    said = json.loads(subprocess.run([*words, path], check=True, capture_output=True).stdout)
    video, audio = said["streams"][:2]
    assert (video["codec_name"], video["width"], video["height"]) == ("h264", *SIZE)
    colours = ("color_primaries", "color_transfer", "color_space", "color_range")
    assert [video[each] for each in colours] == ["bt709", "bt709", "bt709", "tv"]
    assert (audio["codec_name"], audio["sample_rate"]) == ("aac", "48000")
    assert float(said["format"]["duration"]) == pytest.approx(2, abs=0.03)
    tags = {key.lower(): value for key, value in (said["format"] | video).get("tags", {}).items()}
    tags |= {key.lower(): value for key, value in said["format"]["tags"].items()}
    assert tags["timecode"] == part.timecode(part.frames.start)


def test_our_own_reader_finds_the_same_start(reel: Reel, tmp_path: Path) -> None:
    part, path = _part(reel, reel.frames[100], 2), tmp_path / "t.mov"
    record(part, path, *SIZE)
    file = probe(path)
    assert (file.rate, file.length, file.width, file.height) == (25, 2, *SIZE)
    assert file.timecode == frames_of(part.timecode(part.frames.start), RATE)
    assert Fraction(file.timecode) / 25 == part.start % 86_400


def test_what_changes_is_drawn_as_if_everything_were(reel: Reel) -> None:
    moment = _moment(reel, "fold")
    cels, ground = cels_of(reel), ground_of(reel, *SIZE)
    frames = range(moment.frame - 3, moment.frame + 22)
    step_by_step = [planes.whole.copy() for planes in draw(ground, cels, frames)]
    for frame, seen in zip(frames, step_by_step, strict=True):
        (at_once,) = [planes.whole.copy() for planes in draw(ground, cels, range(frame, frame + 1))]
        assert np.array_equal(seen, at_once)


@pytest.mark.parametrize("action", ["raise", "fold", "check"])
def test_an_action_is_first_seen_in_its_frame(reel: Reel, action: str) -> None:
    moment = _moment(reel, action)
    part = replace(reel, frames=range(moment.frame - 2, moment.frame + 2))
    table = [planes.luma[16:154].copy() for planes in pictures(part, *SIZE)]
    assert np.array_equal(table[0], table[1]), "without the clock and the strip"
    assert np.abs(table[2].astype(int) - table[1]).max() > 20


def test_the_same_reel_gives_the_same_bytes(reel: Reel, tmp_path: Path) -> None:
    part = _part(reel, reel.frames[100], 1)
    for name in ("a.mkv", "b.mkv"):
        record(part, tmp_path / name, *SIZE)
    assert (tmp_path / "a.mkv").read_bytes() == (tmp_path / "b.mkv").read_bytes()


def test_an_mkv_can_be_read_while_it_grows_and_has_its_name_when_it_is_complete(
    reel: Reel, tmp_path: Path
) -> None:
    path, drawn = tmp_path / "t.mkv", [0]

    def look(frames: int) -> None:
        drawn[0] += frames
        if drawn[0] >= 150:
            (beside,) = tmp_path.iterdir()
            assert beside != path
            assert drawn[0] - 100 < sum(1 for _ in _frames(beside)) <= drawn[0]

    record(_part(reel, reel.frames[200], 8), path, *SIZE, look)
    assert drawn == [200]
    assert [each.name for each in tmp_path.iterdir()] == ["t.mkv"]


def test_an_interruption_leaves_no_file(reel: Reel, tmp_path: Path) -> None:
    def stop(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(_part(reel, reel.frames[100], 2), tmp_path / "t.mkv", *SIZE, stop)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [(640, 480), (318, 179), (160, 90), (7680, 4320)])
def test_a_size_that_is_not_filmed_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BadSize, match="16:9"):
        check_size(*size)


def test_the_command_films_and_its_session_names_the_files(tmp_path: Path) -> None:
    session, folder = tmp_path / "s.ndjson", tmp_path / "footage"
    words = ("--deals", "1", "--seed", str(SHORT), "--tables", "2", "-o", str(session))
    more = ("--footage", str(folder), "--footage-size", "320x180", "--footage-rate", "24")
    done = CliRunner().invoke(APP, [*words, *more])
    assert done.exit_code == 0, done.output
    assert f"wrote {folder}: 2 recordings of deal 1" in done.stderr
    events = [parse_event(line) for line in session.read_text(encoding="utf-8").splitlines()]
    added = [event for event in events if isinstance(event, RecordingAddedEvent)]
    files = sorted(str(path) for path in folder.glob("*/*"))
    assert sorted(file for event in added for file in event.data.files) == files
    reels = {
        reel.table: reel for reel in reels_of(simulated_play(1, SHORT, tables=2), {1}, Fraction(24))
    }
    for event in added:
        assert event.table is not None
        assert event.data.start is not None
        reel = reels[event.table]
        assert Fraction(round(event.data.start.timestamp() * 1000), 1000) == reel.start
        first = next(_frames(Path(event.data.files[0]))).to_ndarray(format="bgr24")
        assert read_strip(first) == (int(event.table), reel.frames.start)


@pytest.mark.parametrize(
    ("option", "value"),
    [("deals", "1"), ("size", "640x360"), ("rate", "50"), ("format", "mov")],
)
def test_an_option_of_films_without_a_folder_is_refused(
    option: str, value: str, tmp_path: Path
) -> None:
    words = ("--deals", "1", "--seed", "1", "-o", str(tmp_path / "s.ndjson"))
    done = CliRunner().invoke(APP, [*words, f"--footage-{option}", value])
    assert done.exit_code == 2
    assert "name a folder with --footage" in done.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--footage-deals", "1,4", "'4'"),
        ("--footage-deals", "one", "'one'"),
        ("--footage-size", "640", "width x height"),
        ("--footage-size", "640x480", "16:9"),
        ("--footage-rate", "26", "no such rate"),
    ],
)
def test_wrong_options_are_named_and_nothing_is_written(
    option: str, value: str, said: str, tmp_path: Path
) -> None:
    words = ("--deals", "3", "--seed", "1", "-o", str(tmp_path / "s.ndjson"))
    done = CliRunner().invoke(APP, [*words, "--footage", str(tmp_path / "f"), option, value])
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert list(tmp_path.iterdir()) == []
