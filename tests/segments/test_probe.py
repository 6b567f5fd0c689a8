"""What a recording is, from tiny real files in every container that recorders write."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import av
import pytest
from effort import counts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from recording_files import (
    FRAGMENTED,
    NTSC,
    PAL,
    Camera,
    record,
    recording,
    say_drop_frame,
    turn_clockwise,
)

from producer.segments.recordings.probe import UnreadableRecording, probe
from producer.segments.timecode import RATES

CONTAINERS = {
    "mp4": ("c.mp4", None, Camera()),
    "fragmented mp4": ("f.mp4", None, Camera(options=FRAGMENTED)),
    "fragmented mov": ("f.mov", None, Camera(options=FRAGMENTED)),
    "mkv": ("c.mkv", None, Camera()),
    "ts": ("c.ts", "mpegts", Camera()),
    "mov": ("c.mov", None, Camera()),
    "mxf": ("c.mxf", "mxf", Camera(codec="mpeg2video")),
}


@pytest.mark.parametrize(("name", "container", "camera"), CONTAINERS.values(), ids=CONTAINERS)
def test_twenty_pictures_at_25_are_0_8_seconds(
    tmp_path: Path, name: str, container: str | None, camera: Camera
) -> None:
    found = probe(record(tmp_path / name, camera, container))
    assert (found.rate, found.length) == (25, Fraction(20, 25))
    assert (found.width, found.height, found.sound) == (64, 36, True)
    assert (found.turned, found.interlaced) == (0, False)
    assert found.timecode == (0 if container == "mxf" else None), "MXF is never without"
    assert 0 <= found.first < Fraction(1, 25)


@pytest.mark.parametrize("name", RATES)
@pytest.mark.parametrize("container", ["mov", "mkv"])
def test_every_rate_is_found(tmp_path: Path, name: str, container: str) -> None:
    camera = Camera(rate=RATES[name], frames=65, sound=False)
    found = probe(record(tmp_path / f"c.{container}", camera))
    assert (found.rate, found.length) == (RATES[name], 65 / RATES[name])
    assert not found.sound


def test_a_rate_that_varies_is_none_and_times_count(tmp_path: Path) -> None:
    """As a phone in low light: the pictures' own times are all that is right."""
    times = [0, 33, 67, 133, 150, 233, 267, 300, 400, 433]
    for name in ("v.mp4", "v.mkv"):
        found = probe(record(tmp_path / name, Camera(frames=10, times=times, sound=False)))
        assert found.rate is None
        assert abs(found.length - Fraction(433 + 33, 1000)) <= Fraction(34, 1000)


TIMECODES = {
    "mov": ("t.mov", None, "libx264", PAL, "10:00:00:00", 900_000),
    "mp4": ("t.mp4", None, "libx264", PAL, "23:59:59:24", 2_159_999),
    "mkv": ("t.mkv", None, "libx264", PAL, "10:00:00:00", 900_000),
    "mxf": ("t.mxf", "mxf", "mpeg2video", PAL, "10:00:00:12", 900_012),
    "drop frame": ("d.mov", None, "libx264", NTSC, "01:00:00;00", 107_892),
    "drop frame in MXF": ("d.mxf", "mxf", "mpeg2video", NTSC, "01:00:00;00", 107_892),
    "without drop frame": ("n.mov", None, "libx264", NTSC, "01:00:00:00", 108_000),
}


@pytest.mark.parametrize(
    ("name", "container", "codec", "rate", "text", "frames"), TIMECODES.values(), ids=TIMECODES
)
def test_timecode_is_read_where_the_recorder_writes_it(
    tmp_path: Path,
    name: str,
    container: str | None,
    codec: str,
    rate: Fraction,
    text: str,
    frames: int,
) -> None:
    camera = Camera(rate=rate, timecode=text, codec=codec)
    found = probe(record(tmp_path / name, camera, container))
    assert (found.timecode, found.timecode_rate) == (frames, rate)
    assert found.drop_frame == (";" in text)


def test_a_timecode_of_a_rate_that_varies_is_counted_by_its_own_rate(tmp_path: Path) -> None:
    camera = Camera(frames=6, times=[0, 40, 80, 130, 160, 240], timecode="10:00:00:00", sound=False)
    found = probe(record(tmp_path / "v.mov", camera))
    assert found.rate is None
    assert found.timecode is not None
    assert found.timecode_rate is not None
    assert found.timecode / found.timecode_rate == 36_000


@pytest.mark.parametrize("rate", [Fraction(24), Fraction(30)])
def test_a_phones_false_drop_frame_does_not_move_the_timecode(
    tmp_path: Path, rate: Fraction
) -> None:
    path = record(tmp_path / "phone.mov", Camera(rate=rate, timecode="10:00:00:00"))
    say_drop_frame(path)
    found = probe(path)
    assert (found.timecode, found.drop_frame) == (36_000 * rate, False)


def test_pictures_that_are_to_be_turned_say_so(tmp_path: Path) -> None:
    path = record(tmp_path / "upright.mp4", Camera())
    turn_clockwise(path)
    found = probe(path)
    assert (found.turned, found.width, found.height) == (90, 64, 36)


def test_interlaced_pictures_say_so(tmp_path: Path) -> None:
    assert probe(record(tmp_path / "i.mkv", Camera(interlaced=True))).interlaced


GROWING = {
    "mkv": ("g.mkv", None, {"cluster_time_limit": "200"}),
    "fragmented mp4": ("g.mp4", None, FRAGMENTED),
    "fragmented mov": ("g.mov", None, FRAGMENTED),
    "ts": ("g.ts", "mpegts", {}),
}


@pytest.mark.parametrize(("name", "container", "options"), GROWING.values(), ids=GROWING)
def test_a_growing_recording_is_longer_the_second_time(
    tmp_path: Path, name: str, container: str | None, options: dict[str, str]
) -> None:
    path = tmp_path / name
    with recording(path, Camera(options=options), container) as recorder:
        recorder.write(40)
        earlier = probe(path)
        recorder.write(40)
        later = probe(path)
        recorder.finish()
    assert earlier.rate == later.rate == 25
    assert 0 < earlier.length <= Fraction(40, 25) < later.length <= Fraction(80, 25)
    assert earlier.size < later.size
    assert probe(path).length == Fraction(80, 25)


def test_a_recording_that_has_only_begun_is_to_be_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "begun.mkv"
    with recording(path, Camera()) as recorder:
        recorder.write(5)
        with pytest.raises(UnreadableRecording, match=r"no picture yet .* try again"):
            probe(path)
        recorder.write(15)
        recorder.finish()
    assert probe(path).length == Fraction(20, 25)


def test_an_ordinary_mp4_that_is_open_names_the_recorders_setting(tmp_path: Path) -> None:
    path = tmp_path / "open.mp4"
    with recording(path, Camera()) as recorder:
        recorder.write(20)
        with pytest.raises(UnreadableRecording) as refused:
            probe(path)
        recorder.finish()
    for words in (str(path), "cannot be read before", "MKV", "fragmented MP4", "transport stream"):
        assert words in str(refused.value)
    assert probe(path).length == Fraction(20, 25)


def cut_off(path: Path, share: float) -> Path:
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    return path


def test_a_recording_that_was_cut_off_is_as_long_as_its_pictures(tmp_path: Path) -> None:
    """Its header still says the whole length."""
    path = cut_off(record(tmp_path / "cut.mkv", Camera(frames=40)), 0.5)
    assert Fraction(5, 25) < probe(path).length < Fraction(35, 25)


def test_what_is_no_recording_is_refused_with_place_and_fix(tmp_path: Path) -> None:
    words, empty = tmp_path / "words.mp4", tmp_path / "empty.mkv"
    words.write_text("not a video at all, only words " * 100)
    empty.touch()
    cases = {
        tmp_path / "missing.mkv": "No such file or directory. Check the name",
        tmp_path: "directory",
        words: "cannot be read as a video",
        empty: "it is empty. Check that the recorder is recording",
        cut_off(record(tmp_path / "torn.mp4", Camera()), 0.9): "it has no index",
        cut_off(record(tmp_path / "head.mkv", Camera(sound=False)), 0.2): "cannot be read as a",
    }
    for path, reason in cases.items():
        with pytest.raises(UnreadableRecording, match=reason) as refused:
            probe(path)
        assert str(refused.value).startswith(f"{path}: ")


def test_a_camera_that_writes_its_name_in_another_encoding_can_be_read(tmp_path: Path) -> None:
    path = record(tmp_path / "latin.mkv", Camera())
    content = path.read_bytes()
    assert b"Lavf" in content
    path.write_bytes(content.replace(b"Lavf", b"C\xe1mL"))
    assert probe(path).length == Fraction(20, 25)


def test_sound_alone_is_no_video(tmp_path: Path) -> None:
    path = tmp_path / "sound.wav"
    with av.open(path, "w") as output:
        stream = output.add_stream("pcm_s16le", rate=48000)
        frame = av.AudioFrame(format="s16", layout="stereo", samples=1024)
        frame.sample_rate = 48000
        output.mux(stream.encode(frame))
        output.mux(stream.encode(None))
    with pytest.raises(UnreadableRecording, match=r"not a video\. Name the file of the table's"):
        probe(path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole")
    recorded = {
        name: record(folder / name, camera, container)
        for name, container, camera in CONTAINERS.values()
    }
    return {name: path.read_bytes() for name, path in recorded.items()}


@settings(
    max_examples=counts(60, 2000), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_a_damaged_recording_is_read_or_refused(
    tmp_path: Path, whole: dict[str, bytes], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(whole)))
    content = bytearray(whole[name])
    places = st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255))
    for place, value in data.draw(st.lists(places, max_size=30)):
        content[place] = value
    path = tmp_path / name
    path.write_bytes(content[: data.draw(st.integers(1, len(content)))])
    try:
        words = ""
        length = probe(path).length
    except UnreadableRecording as refused:
        words, length = str(refused), Fraction(0)
    assert bool(words) != (length > 0)
    assert not words or re.fullmatch(rf"{re.escape(str(path))}: .+\. .+", words)


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="ffprobe is not installed")
@pytest.mark.parametrize(("name", "container", "camera"), CONTAINERS.values(), ids=CONTAINERS)
def test_ffprobe_reads_the_same(
    tmp_path: Path, name: str, container: str | None, camera: Camera
) -> None:
    path = record(tmp_path / name, camera, container)
    command = ["ffprobe", "-v", "error", "-count_packets", "-select_streams", "v:0"]
    fields = "stream=width,height,r_frame_rate,nb_read_packets"
    done = subprocess.run(
        [*command, "-show_entries", fields, "-of", "json", str(path)],
        capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    (stream,) = json.loads(done.stdout)["streams"]
    found = probe(path)
    assert (stream["width"], stream["height"]) == (found.width, found.height)
    assert Fraction(stream["r_frame_rate"]) == found.rate
    assert found.rate is not None
    assert int(stream["nb_read_packets"]) == found.length * found.rate
