"""Copies of recordings: which pictures and sounds are in them, packet by packet; planted leaks."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from edit_list_cases import NOON, NTSC
from recording_files import turn_clockwise

from producer.release.recordings.hand_times import Span
from producer.segments.exports.copies import CopyFailed, write_copy
from producer.segments.exports.packed_files import PackedFile
from producer.segments.recordings.placed import RecordedFile

PAL = Fraction(25)
LOUD = 0.5


def film(
    path: Path,
    rate: Fraction = PAL,
    frames: int = 100,
    sound: str = "aac",
    **settings: str,
) -> Path:
    """A recording with a group of 24 pictures, each its number in eight stripes, black and white;
    its sound grows from silence, by LOUD in 100 frames."""
    with av.open(path, "w") as output:
        video = output.add_stream("libx264", rate=rate)
        video.width, video.height, video.pix_fmt = 64, 32, "yuv420p"
        group = {"keyint": "24", "min-keyint": "24", "bframes": "2", "b-adapt": "0"}
        given = {name.replace("_", "-"): value for name, value in settings.items()}
        structure = {**group, "scenecut": "0", **given}
        joined = ":".join(f"{name}={value}" for name, value in structure.items())
        video.options = {"preset": "ultrafast", "x264-params": joined}
        audio = output.add_stream(sound, rate=48_000, layout="stereo")
        at = np.arange(int(48_000 * frames / rate)) / 48_000
        wave = LOUD * at * float(rate) / 100 * np.sin(2 * np.pi * 440 * at)
        written = 0
        for number in range(frames):
            bits = [235 if number >> bit & 1 else 16 for bit in range(8)]
            stripes = np.repeat(np.tile(np.array(bits, np.uint8), (32, 1)), 8, axis=1)
            picture = av.VideoFrame.from_ndarray(stripes, format="gray").reformat(format="yuv420p")
            picture.pts, picture.time_base = number, 1 / rate
            output.mux(video.encode(picture))
            while written < len(wave) and written < 48_000 * (number + 1) / rate:
                part = np.tile(wave[written : written + 960].astype(np.float32), (2, 1))
                received = av.AudioFrame.from_ndarray(part, format="fltp", layout="stereo")
                received.sample_rate, received.pts = 48_000, written
                received.time_base = Fraction(1, 48_000)
                output.mux(audio.encode(received))
                written += 960
        output.mux(video.encode(None))
        output.mux(audio.encode(None))
    return path


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return film(tmp_path_factory.mktemp("films") / "a.mp4")


def planned(path: Path, first: int, end: int, **more: Any) -> PackedFile:
    """All of it used, unless ``before`` and ``after`` say otherwise; the recording begins at noon,
    01:00:00:00."""
    rate = more.pop("rate", PAL)
    own = {"rate": rate, "timecode": 3600 * -(-rate.numerator // rate.denominator)}
    file = RecordedFile(path, NOON, Fraction(100) / rate, rate, 64, 32, sound=True)
    recorded = replace(file, **{**own, **more.pop("file", {})})
    return PackedFile("1", recorded, "copy.mov", "T1CAM001", first, end - first, **more)


def numbers(path: Path) -> list[int]:
    """The pictures in it, by their stripes, and none but these: as many as there are packets."""
    with av.open(path) as container:
        rows = [frame.to_ndarray(format="gray")[16, 4::8] for frame in container.decode(video=0)]
    with av.open(path) as container:
        packets = [packet for packet in container.demux(video=0) if packet.size]
    assert len(packets) == len(rows)
    return [sum(1 << bit for bit in range(8) if row[bit] > 128) for row in rows]


def packets(path: Path) -> set[bytes]:
    with av.open(path) as container:
        return {bytes(packet) for packet in container.demux(video=0) if packet.size}


def loudest(path: Path) -> float:
    """Of all its sound, in frames of the recording: how far the loudest is from its beginning."""
    with av.open(path) as container:
        peak = max(
            (float(np.abs(frame.to_ndarray()).max()) for frame in container.decode(audio=0)),
            default=0.0,
        )
    return 100 * peak / LOUD


def timecode(path: Path) -> str:
    with av.open(path) as container:
        return container.streams.video[0].metadata["timecode"]


def test_it_begins_with_a_key_frame_in_the_handle(tmp_path: Path, recording: Path) -> None:
    (copied,) = write_copy(planned(recording, 40, 98, before=30, after=30), tmp_path, None, PAL)
    assert copied.first == 48
    assert (copied.before, copied.channels) == (22, 2)
    assert 68 <= copied.end <= 98
    assert numbers(tmp_path / "copy.mov") == list(range(48, copied.end))
    # 48 frames after 01:00:00:00.
    assert timecode(tmp_path / "copy.mov") == "01:00:01:23"


def test_without_one_it_begins_with_the_key_frame_before(tmp_path: Path, recording: Path) -> None:
    (copied,) = write_copy(planned(recording, 50, 60, before=5), tmp_path, None, PAL)
    assert copied.first == 48
    assert numbers(tmp_path / "copy.mov")[: 60 - 48] == list(range(48, 60))


@pytest.mark.parametrize("open_gop", ["0", "1"])
def test_packets_are_the_recording_s_own(tmp_path: Path, open_gop: str) -> None:
    path = film(tmp_path / "a.mp4", open_gop=open_gop)
    (copied,) = write_copy(planned(path, 48, 98, after=30), tmp_path, None, PAL)
    assert packets(tmp_path / "copy.mov") <= packets(path)
    assert numbers(tmp_path / "copy.mov") == list(range(48, copied.end))


def test_a_key_frame_of_a_sealed_time_is_not_copied(tmp_path: Path, recording: Path) -> None:
    """The planted leak: what is used begins two frames after the deal before ended, ten frames
    after the key frame. Up to the next key frame it is encoded, the rest copied."""
    allowed = Span(NOON + Fraction(56, 25), NOON + Fraction(90, 25))
    head, body = write_copy(planned(recording, 58, 88), tmp_path, allowed, PAL)
    assert (head.name, head.first, head.end) == ("copy-head.mov", 58, 72)
    assert (body.name, body.first) == ("copy.mov", 72)
    assert 88 <= body.end <= 90
    assert numbers(tmp_path / "copy-head.mov") == list(range(58, 72))
    assert numbers(tmp_path / "copy.mov") == list(range(72, body.end))
    assert packets(tmp_path / "copy.mov") <= packets(recording)
    assert not packets(tmp_path / "copy-head.mov") & packets(recording)
    assert timecode(tmp_path / "copy-head.mov") == "01:00:02:08"
    assert timecode(tmp_path / "copy.mov") == "01:00:02:22"
    assert loudest(tmp_path / "copy-head.mov") < 74
    assert loudest(tmp_path / "copy.mov") < 90.5
    assert loudest(recording) > 95


def test_without_a_key_frame_all_of_it_is_encoded(tmp_path: Path, recording: Path) -> None:
    allowed = Span(NOON + Fraction(50, 25), NOON + Fraction(70, 25))
    (only,) = write_copy(planned(recording, 50, 70), tmp_path, allowed, PAL)
    assert (only.name, only.first, only.end) == ("copy.mov", 50, 70)
    assert numbers(tmp_path / "copy.mov") == list(range(50, 70))
    assert timecode(tmp_path / "copy.mov") == "01:00:02:00"
    assert loudest(tmp_path / "copy.mov") < 70.5


@pytest.mark.parametrize("last", range(70, 76))
def test_no_packet_is_of_the_next_deal(tmp_path: Path, recording: Path, last: int) -> None:
    """Wherever it ends among pictures that are decoded before those they need: these are
    encoded."""
    allowed = Span(None, NOON + Fraction(last, 25))
    parts = write_copy(planned(recording, 48, last), tmp_path, allowed, PAL)
    assert [each.name for each in parts] in (["copy.mov"], ["copy.mov", "copy-tail.mov"])
    seen = [number for each in parts for number in numbers(tmp_path / each.name)]
    assert seen == list(range(48, last))
    assert max(loudest(tmp_path / each.name) for each in parts[:1]) < last + 0.5


def test_the_handle_is_shorter_rather_than_being_encoded(tmp_path: Path, recording: Path) -> None:
    allowed = Span(None, NOON + Fraction(72, 25))
    (copied,) = write_copy(planned(recording, 48, 72, after=3), tmp_path, allowed, PAL)
    assert 69 <= copied.end <= 72
    assert numbers(tmp_path / "copy.mov") == list(range(48, copied.end))


@pytest.mark.parametrize("used_end", range(70, 73))
def test_it_ends_later_rather_than_being_encoded(
    tmp_path: Path, recording: Path, used_end: int
) -> None:
    (copied,) = write_copy(planned(recording, 48, used_end), tmp_path, None, PAL)
    assert used_end <= copied.end <= used_end + 2
    assert packets(tmp_path / "copy.mov") <= packets(recording)
    assert numbers(tmp_path / "copy.mov") == list(range(48, copied.end))


def test_sound_is_in_step(tmp_path: Path, recording: Path) -> None:
    write_copy(planned(recording, 48, 96), tmp_path, None, PAL)
    with av.open(tmp_path / "copy.mov") as container:
        received = [
            (float(frame.pts * frame.time_base) * 25, float(np.abs(frame.to_ndarray()).max()))
            for frame in container.decode(audio=0)
            if frame.pts is not None and frame.time_base is not None
        ]
    # The first packet of AAC is not whole without the one before.
    for at, peak in received[2:]:
        # A packet lasts half a frame, and the sine has its peaks within it.
        assert 100 * peak / LOUD == pytest.approx(48 + at + 0.5, abs=0.6)


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="ffprobe is not installed")
def test_ffprobe_agrees_at_29_97(tmp_path: Path) -> None:
    """The head that is encoded, and the body that is copied."""
    path = film(tmp_path / "a.mkv", NTSC)
    plan = planned(
        path, 50, 95, rate=NTSC, file={"timecode": 107_892, "drop_frame": True}, after=10
    )
    allowed = Span(NOON + Fraction(50 * 1001, 30_000), None)
    parts = write_copy(plan, tmp_path, allowed, NTSC)
    assert [each.first for each in parts] == [50, 72]
    for part, starts in zip(parts, ["01:00:01;20", "01:00:02;12"], strict=True):
        command = ["ffprobe", "-v", "warning", "-of", "json", "-show_streams", "-count_packets"]
        done = subprocess.run(
            [*command, str(tmp_path / part.name)], capture_output=True, check=True, text=True
        )
        assert set(done.stderr.splitlines()) <= {"Unsupported codec with id 0 for input stream 2"}
        video = json.loads(done.stdout)["streams"][0]
        assert video["tags"]["timecode"] == starts
        assert video["avg_frame_rate"] == "30000/1001"
        assert int(video["nb_read_packets"]) == part.frames
        assert float(video["start_time"]) == 0
        assert float(video["duration"]) == pytest.approx(part.frames * 1001 / 30_000, abs=1e-5)


def test_a_rate_that_varies_becomes_the_timeline_s(tmp_path: Path, recording: Path) -> None:
    plan = planned(recording, 50, 90, file={"rate": None, "timecode": None})
    write_copy(plan, tmp_path, None, PAL)
    assert numbers(tmp_path / "copy.mov") == list(range(50, 90))
    assert timecode(tmp_path / "copy.mov") == "12:00:02:00"


def test_turned_pictures_stay_turned_or_are_upright(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mov")
    turn_clockwise(path)
    plan = planned(path, 48, 90, file={"turned": 90})
    write_copy(plan, tmp_path, None, PAL)
    with av.open(tmp_path / "copy.mov") as container, av.open(path) as source:
        assert next(container.decode(video=0)).rotation == next(source.decode(video=0)).rotation
    late = planned(path, 50, 70, file={"turned": 90})
    write_copy(late, tmp_path, Span(NOON + Fraction(50, 25), None), PAL)
    with av.open(tmp_path / "copy.mov") as container:
        frame = next(container.decode(video=0))
    assert (frame.width, frame.height, frame.rotation) == (32, 64, 0)
    # Turned clockwise the first stripe is at the top; frame 50 is 010011 from it on.
    rows = frame.to_ndarray(format="gray")[4::8, 16] > 128
    assert rows.tolist() == [False, True, False, False, True, True, False, False]


@pytest.mark.parametrize("first", [48, 50])
def test_a_recording_that_ends_early_is_named_and_nothing_is_left(
    tmp_path: Path, first: int
) -> None:
    path = film(tmp_path / "a.mp4", frames=60)
    with pytest.raises(CopyFailed, match=r"table 1: .*a\.mp4: not all pictures"):
        write_copy(planned(path, first, 90), tmp_path, Span(NOON + Fraction(first, 25), None), PAL)
    assert [each.name for each in tmp_path.iterdir()] == ["a.mp4"]


def test_what_is_no_video_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(b"not a video")
    with pytest.raises(CopyFailed, match=r"table 1: .*a\.mp4: .*Check the recording"):
        write_copy(planned(path, 0, 10), tmp_path, None, PAL)


def test_sound_that_a_mov_cannot_hold_is_named(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mkv", sound="libopus")
    with pytest.raises(CopyFailed, match="its sound is opus, which a MOV cannot hold"):
        write_copy(planned(path, 0, 10), tmp_path, None, PAL)
