"""Final Cut 7 XML: every field that editors stumble over, by hand; the rest through a reader."""

from __future__ import annotations

from fractions import Fraction
from xml.etree.ElementTree import Element, fromstring

import opentimelineio as otio
import pytest
from edit_list_cases import FILM, NOON, NTSC, recorded, segment, whole_case

from producer.segments.exports.fcp7_xml import fcp7_xml
from producer.segments.exports.packed_files import planned_files
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import Side, SideShot, SoundSpan, TimelineMark


def sequence_of(text: str) -> Element:
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE xmeml>\n')
    root = fromstring(text)
    assert (root.tag, root.get("version")) == ("xmeml", "5")
    found = root.find("sequence")
    assert found is not None
    return found


def whole() -> Element:
    timeline, recordings, files = whole_case()
    return sequence_of(fcp7_xml(timeline, recordings, files, "Deal 7", "graphics.mov"))


def texts(element: Element, *paths: str) -> list[str | None]:
    return [element.findtext(path) for path in paths]


def items(sequence: Element, kind: str, track: int) -> list[Element]:
    return sequence.findall(f"media/{kind}/track[{track}]/clipitem")


def one_item(rate: Fraction, shot: SideShot, file: RecordedFile, **more: object) -> Element:
    timeline = segment(rate, (Side("1", (shot,)),), shot.frames, **more)
    recordings = {"1": TableRecording("1", (file,))}
    files = planned_files(timeline, recordings, {})
    (item,) = items(sequence_of(fcp7_xml(timeline, recordings, files, "x", None)), "video", 1)
    return item


def remap(item: Element) -> tuple[str | None, list[tuple[float, float]]]:
    """The speed, and the graph's points."""
    values = {
        parameter.findtext("parameterid"): parameter
        for parameter in item.findall("filter/effect[effectid='timeremap']/parameter")
    }
    graph = [
        (float(key.findtext("when") or ""), float(key.findtext("value") or ""))
        for key in values["graphdict"].findall("keyframe")
    ]
    return values["speed"].findtext("value"), graph


def test_the_sequence_has_its_format_and_start() -> None:
    sequence = whole()
    assert texts(sequence, "name", "duration", "rate/timebase", "rate/ntsc") == [
        "Deal 7",
        "400",
        "25",
        "FALSE",
    ]
    assert texts(sequence, "timecode/string", "timecode/frame", "timecode/displayformat") == [
        "10:00:00:00",
        "900000",
        "NDF",
    ]
    samples = sequence.find("media/video/format/samplecharacteristics")
    assert samples is not None
    assert texts(samples, "width", "height", "anamorphic", "pixelaspectratio", "rate/timebase") == [
        "1920",
        "1080",
        "FALSE",
        "square",
        "25",
    ]


def test_drop_frame_is_said_of_sequence_and_file() -> None:
    file = recorded("a.mov", NOON, Fraction(60), NTSC, timecode=107_892, drop_frame=True)
    timeline = segment(
        NTSC,
        (Side("1", (SideShot(0, 60, "play", NOON + 10),)),),
        60,
        first_timecode=1_078_920,
        drop_frame=True,
    )
    recordings = {"1": TableRecording("1", (file,))}
    files = planned_files(timeline, recordings, {})
    sequence = sequence_of(fcp7_xml(timeline, recordings, files, "x", None))
    assert texts(
        sequence,
        "timecode/string",
        "timecode/frame",
        "timecode/displayformat",
        "rate/timebase",
        "rate/ntsc",
    ) == ["10:00:00;00", "1078920", "DF", "30", "TRUE"]
    (item,) = items(sequence, "video", 1)
    # Used from frame 300; 60 frames of handle before: 240 frames, 8 s, after 01:00:00;00.
    assert texts(item, "file/timecode/string", "file/timecode/displayformat", "in", "out") == [
        "01:00:08;00",
        "DF",
        "60",
        "120",
    ]


def test_each_side_has_a_track_and_the_graphics_are_over_them() -> None:
    sequence = whole()
    tracks = sequence.findall("media/video/track")
    assert [track.findtext("name") for track in tracks] == ["Table 1", "Table 2", "Graphics"]
    spans = [texts(item, "start", "end") for item in items(sequence, "video", 1)]
    # The gap from 325 to 350 is empty.
    assert spans == [
        ["0", "100"],
        ["100", "150"],
        ["150", "200"],
        ["200", "250"],
        ["250", "300"],
        ["300", "325"],
        ["350", "400"],
    ]
    assert not items(sequence, "video", 2)
    (graphics,) = items(sequence, "video", 3)
    assert texts(graphics, "start", "end", "in", "out", "alphatype", "file/pathurl") == [
        "0",
        "400",
        "0",
        "400",
        "straight",
        "graphics.mov",
    ]


def test_in_and_out_count_from_the_copy_s_first_frame() -> None:
    first, *_, last = items(whole(), "video", 1)
    # The copies begin 50 frames before their first used frame; the second at its own first frame.
    assert texts(first, "in", "out", "file/duration") == ["50", "150", "2300"]
    assert texts(last, "in") == ["475"]


def test_files_are_named_relative_and_written_once() -> None:
    sequence = whole()
    paths = [path.text for path in sequence.iter("pathurl")]
    assert paths == ["table-1-cam-1.mov", "table-1-cam-2.mov", "graphics.mov"]
    assert len(list(sequence.iter("file"))) > len(paths)
    assert not any("/" in (path or "") for path in paths)


def test_a_frozen_clip_stands_at_one_frame() -> None:
    _, frozen, *_ = items(whole(), "video", 1)
    speed, graph = remap(frozen)
    assert speed == "0"
    assert texts(frozen, "in", "out") == ["150", "200"]
    assert {value for _, value in graph} == {150}


def test_four_times_as_fast_counts_in_the_clip_s_own_time() -> None:
    _, _, fast, *_ = items(whole(), "video", 1)
    speed, graph = remap(fast)
    assert speed == "400"
    # It begins at frame 150 of the copy: 37.5 frames of the clip's own time.
    assert texts(fast, "in", "out") == ["37", "87"]
    assert graph == [(0, 0), (37, 150), (87, 350), (575, 2300)]


def test_a_file_at_another_rate_is_counted_at_the_sequence_s() -> None:
    file = recorded("a.mov", NOON, Fraction(60), Fraction(50), timecode=0)
    item = one_item(Fraction(25), SideShot(0, 50, "play", NOON + 10), file)
    # The copy begins 2 s before: 100 frames of the file, 50 of the sequence.
    assert texts(item, "rate/timebase", "in", "out", "file/rate/timebase", "file/duration") == [
        "25",
        "50",
        "100",
        "50",
        "299",
    ]
    assert texts(item, "file/timecode/string", "file/timecode/rate/timebase") == [
        "00:00:08:00",
        "50",
    ]


def test_23_976_is_24_and_ntsc() -> None:
    file = recorded("a.mov", NOON, Fraction(60), FILM, timecode=86_400)
    item = one_item(FILM, SideShot(0, 24, "play", NOON + 10), file)
    assert texts(item, "rate/timebase", "rate/ntsc", "file/timecode/string") == [
        "24",
        "TRUE",
        "01:00:08:00",
    ]


def test_interlaced_recordings_say_so() -> None:
    file = recorded("a.mov", NOON, Fraction(60), interlaced=True)
    item = one_item(Fraction(25), SideShot(0, 25, "play", NOON), file)
    assert item.findtext(".//file//fielddominance") == "upper"


def test_sound_is_linked_to_its_picture_both_ways() -> None:
    sequence = whole()
    picture = items(sequence, "video", 1)[0]
    received = [items(sequence, "audio", track)[0] for track in (1, 2)]
    links = [
        ("picture-1-1", "video", "1", "1"),
        ("sound-1-1-1", "audio", "1", "1"),
        ("sound-1-2-1", "audio", "2", "1"),
    ]
    for item in (picture, *received):
        assert [
            tuple(texts(link, "linkclipref", "mediatype", "trackindex", "clipindex"))
            for link in item.findall("link")
        ] == links
    # Heard from 20 frames after the picture's beginning.
    assert texts(received[0], "start", "end", "in", "out") == ["20", "100", "70", "150"]
    assert [item.findtext("sourcetrack/trackindex") for item in received] == ["1", "2"]
    level = received[0].findtext("filter/effect[effectid='audiolevels']/parameter/value")
    assert float(level or "") == pytest.approx(0.501, abs=0.001)  # -6 dB


def test_sound_under_a_frozen_picture_is_not_linked_to_it() -> None:
    sequence = whole()
    apart = items(sequence, "audio", 1)[1]
    assert texts(apart, "start", "end", "in", "out") == ["100", "125", "150", "175"]
    assert apart.find("link") is None
    assert items(sequence, "video", 1)[1].find("link") is None


def test_the_file_says_how_many_channels_it_has() -> None:
    sequence = whole()
    assert sequence.findtext(".//file/media/audio/channelcount") == "2"


def test_a_silent_recording_has_no_sound_track() -> None:
    file = recorded("a.mov", NOON, Fraction(60), sound=False)
    timeline = segment(
        Fraction(25),
        (Side("1", (SideShot(0, 25, "play", NOON),)),),
        25,
        sound=(SoundSpan("1", 0, 25),),
    )
    recordings = {"1": TableRecording("1", (file,))}
    files = planned_files(timeline, recordings, {})
    sequence = sequence_of(fcp7_xml(timeline, recordings, files, "x", None))
    assert sequence.find("media/audio/track") is None
    assert sequence.find(".//file/media/audio") is None


def test_sequence_markers_count_from_the_beginning_of_the_sequence() -> None:
    marks = whole().findall("marker")
    assert [tuple(texts(mark, "name", "in", "out")) for mark in marks] == [
        ("question", "0", "100"),
        ("flop", "50", "-1"),
        ("Fifth hand in a row", "120", "180"),
        ("fork", "160", "-1"),
        ("ending-left", "200", "400"),
    ]
    assert marks[0].findtext("comment") == "Kings against a raise: call & see, or <fold>?"


def test_clip_markers_count_in_the_clip_s_own_time() -> None:
    first, _, fast, *_ = items(whole(), "video", 1)
    # 50 frames after the clip's in at 50; 10 frames after its in at 37.
    assert [texts(mark, "name", "in") for mark in first.findall("marker")] == [["flop", "100"]]
    assert [texts(mark, "name", "in") for mark in fast.findall("marker")] == [["fork", "47"]]


def test_who_is_waited_for_is_a_comment() -> None:
    last = items(whole(), "video", 1)[-1]
    assert last.findtext("comments/mastercomment1") == "Waiting for table 2"


def test_a_clip_with_a_mark_at_its_end_leaves_it_to_the_next() -> None:
    file = recorded("a.mov", NOON, Fraction(60))
    item = one_item(
        Fraction(25), SideShot(0, 25, "play", NOON + 5), file, marks=(TimelineMark("turn", 25),)
    )
    assert item.find("marker") is None


def test_the_adapter_reads_tracks_times_and_files() -> None:
    timeline, recordings, files = whole_case()
    text = fcp7_xml(timeline, recordings, files, "Deal 7", "graphics.mov")
    read = otio.adapters.read_from_string(text, "fcp_xml")
    assert read.global_start_time == otio.opentime.RationalTime(900_000, 25)
    one, _, graphics = read.video_tracks()
    assert [item.duration().value for item in one] == [100, 50, 50, 50, 50, 25, 25, 50]
    assert [type(item).__name__ for item in one].index("Gap") == 6
    clip = one[0]
    assert clip.media_reference.target_url == "table-1-cam-1.mov"
    assert clip.media_reference.available_range.start_time.value == 90_200
    assert clip.source_range.start_time.value == 90_250
    assert graphics[0].duration().value == 400
    assert [mark.marked_range.start_time.value for mark in read.tracks.markers] == [
        0,
        50,
        120,
        160,
        200,
    ]


def test_the_commentary_is_two_linked_tracks_under_the_tables() -> None:
    """By another reader too. The whole case hears table 1 with two channels, table 2 with none."""
    timeline, recordings, files = whole_case()
    without = sequence_of(fcp7_xml(timeline, recordings, files, "x", None))
    text = fcp7_xml(timeline, recordings, files, "x", None, "voice part.wav")
    sequence = sequence_of(text)
    before = len(without.findall("media/audio/track"))
    assert len(sequence.findall("media/audio/track")) == before + 2
    left, right = (items(sequence, "audio", before + channel)[0] for channel in (1, 2))
    for channel, item in enumerate((left, right), start=1):
        assert texts(item, "start", "end", "in", "out") == ["0", "400", "0", "400"]
        assert texts(item, "sourcetrack/mediatype", "sourcetrack/trackindex") == [
            "audio", str(channel)
        ]  # fmt: skip
        links = [link.findtext("linkclipref") for link in item.findall("link")]
        assert links == [left.get("id"), right.get("id")]
        tracks = [link.findtext("trackindex") for link in item.findall("link")]
        assert tracks == [str(before + 1), str(before + 2)]
    assert texts(left, "file/name", "file/pathurl", "file/media/audio/channelcount") == [
        "voice part.wav", "voice%20part.wav", "2"
    ]  # fmt: skip
    read = otio.adapters.read_from_string(text, "fcp_xml")
    received = [track for track in read.tracks if track.kind == "Audio"][-2:]
    assert [[clip.name for clip in track] for track in received] == [["voice part.wav"]] * 2
