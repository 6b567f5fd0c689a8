"""SRT and WebVTT as other libraries, and FFmpeg, read them."""

from __future__ import annotations

import io
import itertools
import json
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import av
import pysubs2
import pytest
import webvtt as vtt_reader
from edit_list_cases import NOON, NTSC, segment, whole_case
from hypothesis import given
from hypothesis import strategies as st

from producer.segments.exports.captions import Caption, captions, srt, webvtt
from producer.segments.timeline import BeatSpan, LowerThirdSpan, Side, SideShot, Timeline

LONG = (
    "Both champions hold a pair of kings in the big blind, both face the same raise to sixty, and "
    "only one of them puts in another chip before the flop comes."
)


def timeline_of(
    *beats: BeatSpan, notes: tuple[LowerThirdSpan, ...] = (), rate: Fraction = Fraction(25)
) -> Timeline:
    end = max(each.start + each.frames for each in (*beats, *notes))
    drawn = Side("1", (SideShot(0, end, "drawn", NOON),))
    return segment(rate, (drawn,), end, beats=beats, lower_thirds=notes)


def shown(*beats: BeatSpan, **more: object) -> tuple[Caption, ...]:
    return captions(timeline_of(*beats, **more), beats)  # type: ignore[arg-type]


def test_a_long_sentence_is_divided_and_shares_its_time() -> None:
    parts = shown(BeatSpan("question", 50, 250, LONG))
    assert [part.lines for part in parts] == [
        (
            "Both champions hold a pair of kings in the",
            "big blind, both face the same raise to",
        ),
        ("sixty, and only one of them puts in", "another chip before the flop comes."),
    ]
    # 80 of 150 letters of ten seconds from 2 s on, less the gap.
    assert [(part.start, part.end) for part in parts] == [(2000, 7253), (7333, 11920)]


def test_what_begins_later_ends_what_is_shown() -> None:
    said = BeatSpan("line", 0, 250, "They both call.")
    note = LowerThirdSpan(100, 100, "Fifth hand in a row", "Anna")
    assert [(part.start, part.end, part.lines) for part in shown(said, notes=(note,))] == [
        (0, 3920, ("They both call.",)),
        (4000, 7920, ("Anna: Fifth hand in a row",)),
    ]


def test_what_begins_at_the_same_time_shares_it() -> None:
    said = BeatSpan("line", 0, 250, "1234567890")
    note = LowerThirdSpan(10, 100, "1234567890", "")
    assert [(part.start, part.end) for part in shown(said, notes=(note,))] == [
        (0, 4920),
        (5000, 9920),
    ]


def test_beats_without_a_sentence_have_no_caption() -> None:
    assert shown(BeatSpan("cards", 0, 100, "")) == ()


def test_29_97_keeps_its_milliseconds() -> None:
    (part,) = shown(BeatSpan("line", 1800, 60, "On."), rate=NTSC)
    assert part.start == 60_060
    assert srt((part,)).splitlines()[1] == "00:01:00,060 --> 00:01:01,982"


def test_webvtt_escapes_and_is_read_back_as_it_was() -> None:
    timeline, _, _ = whole_case()
    text = webvtt(captions(timeline, timeline.beats), "en")
    assert text.startswith("WEBVTT\n")
    assert "Kings against a raise: call &amp; see, or\n&lt;fold&gt;?" in text
    assert "STYLE" not in text
    read = vtt_reader.from_string(text)
    assert [cue.raw_text for cue in read][1:] == ["Anna: Fifth hand in a row", "He folds."]
    assert (read[1].start, read[1].end) == ("00:00:04.800", "00:00:07.120")
    assert [line.text for line in pysubs2.SSAFile.from_string(text, "vtt")][1:] == [
        "Anna: Fifth hand in a row",
        "He folds.",
    ]


def test_srt_is_read_back_by_pysubs2() -> None:
    timeline, _, _ = whole_case()
    read = pysubs2.SSAFile.from_string(srt(captions(timeline, timeline.beats)), "srt")
    assert [(line.start, line.end) for line in read] == [(0, 3920), (4800, 7120), (8000, 15_920)]
    assert read[0].plaintext == "Kings against a raise: call & see, or\n‹fold>?"


def test_an_arrow_and_blank_lines_cannot_break_a_file() -> None:
    parts = shown(BeatSpan("line", 0, 100, "fold --> 60\n\n2\n00:00:01,000 --> raise\nx"))
    for text, kind in ((srt(parts), "srt"), (webvtt(parts, "en"), "vtt")):
        assert text.count("-->") == 1
        assert len(pysubs2.SSAFile.from_string(text, kind)) == 1


@pytest.mark.parametrize("ending", ["srt", "vtt"])
def test_ffmpeg_s_library_finds_every_caption(ending: str) -> None:
    timeline, _, _ = whole_case()
    parts = captions(timeline, timeline.beats)
    text = srt(parts) if ending == "srt" else webvtt(parts, "en")
    kind = {"srt": "srt", "vtt": "webvtt"}[ending]
    with av.open(io.BytesIO(text.encode()), format=kind) as container:
        packets = [packet for packet in container.demux() if packet.size]
        times = [(int(packet.pts * packet.time_base * 1000), bytes(packet)) for packet in packets]
    assert [at for at, _ in times] == [part.start for part in parts]
    assert times[-1][1] == b"He folds."


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="ffprobe is not installed")
@pytest.mark.parametrize("ending", ["srt", "vtt"])
def test_ffprobe_finds_every_caption(ending: str, tmp_path: Path) -> None:
    timeline, _, _ = whole_case()
    parts = captions(timeline, timeline.beats)
    file = tmp_path / f"x.{ending}"
    file.write_text(srt(parts) if ending == "srt" else webvtt(parts, "en"), encoding="utf-8")
    command = ["ffprobe", "-v", "warning", "-of", "json", "-show_packets", str(file)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert done.stderr == ""
    found = json.loads(done.stdout)["packets"]
    assert [round(float(each["pts_time"]) * 1000) for each in found] == [
        part.start for part in parts
    ]


SPANS = st.lists(
    st.tuples(st.integers(0, 1000), st.integers(25, 400), st.text(max_size=300)),
    min_size=1,
    max_size=8,
)


@given(SPANS, SPANS)
def test_no_caption_overlaps_or_is_too_wide(
    beats: list[tuple[int, int, str]], notes: list[tuple[int, int, str]]
) -> None:
    parts = shown(
        *(BeatSpan("line", start, frames, text) for start, frames, text in beats),
        notes=tuple(LowerThirdSpan(start, frames, text, "A") for start, frames, text in notes),
    )
    for part in parts:
        assert part.start < part.end
        assert 1 <= len(part.lines) <= 2
        assert all(0 < len(line) <= 42 for line in part.lines)
    for before, after in itertools.pairwise(parts):
        assert before.end <= after.start
    texts = (srt(parts), "srt"), (webvtt(parts, "en"), "vtt")
    assert all(text.count(" --> ") == len(parts) for text, _ in texts)
