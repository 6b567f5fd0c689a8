"""The text sheet and the pack's names."""

from __future__ import annotations

from dataclasses import replace

from edit_list_cases import whole_case

from producer.segments.exports.pack import PackText, pack_files
from producer.segments.timeline import BeatSpan


def test_the_sheet_has_names_notes_beats_and_files() -> None:
    timeline, recordings, files = whole_case()
    spanish = tuple(
        replace(beat, sentence="¿Igualar & ver?" if beat.name == "question" else "")
        for beat in timeline.beats
    )
    text = PackText(
        "Deal 7", {"1": ("Zoë O’Brien", "Σωτήρης")}, {"en": timeline.beats, "es": spanish}
    )
    sheet = pack_files(timeline, recordings, files, "deal-7", text)["deal-7.txt"].decode()
    assert sheet.splitlines() == [
        "Deal 7",
        "10:00:00:00 to 10:00:16:00, 25 frames a second, 400 frames, 1920x1080, two-up",
        "no handles",
        "",
        "NAMES",
        "Table 1: Zoë O’Brien, Σωτήρης",
        "",
        "LOWER THIRDS",
        "10:00:04:20  10:00:07:05  Fifth hand in a row  (Anna)",
        "",
        "BEATS",
        "10:00:00:00  question",
        "             en  Kings against a raise: call & see, or <fold>?",
        "             es  ¿Igualar & ver?",
        "10:00:08:00  ending-left",
        "             en  He folds.",
        "",
        "MARKS",
        "10:00:02:00  flop",
        "10:00:06:10  fork",
        "",
        "FILES",
        "T1CAM001  table-1-cam-1.mov",
        "T1CAM002  table-1-cam-2.mov",
    ]


def test_the_sheet_says_where_the_handles_end() -> None:
    """Two seconds of 25 frames at both ends of 16."""
    timeline, recordings, files = whole_case()
    text = PackText("Deal 7", {}, {"en": timeline.beats})
    with_handles = replace(timeline, handle=50)
    sheet = pack_files(with_handles, recordings, files, "deal-7", text)["deal-7.txt"].decode()
    assert sheet.splitlines()[2] == (
        "handles of 50 frames (2 s) at both ends; the segment is 10:00:02:00 to 10:00:14:00"
    )


def test_a_pack_has_one_edl_a_table_and_captions_in_every_language() -> None:
    timeline, recordings, files = whole_case()
    greek = (BeatSpan("question", 0, 100, "Ρηγάδες"), BeatSpan("ending-left", 200, 200, ""))
    text = PackText("Deal 7", {}, {"en": timeline.beats, "el": greek})
    pack = pack_files(timeline, recordings, files, "deal-7", text, "deal-7-graphics.mov")
    assert sorted(pack) == [
        "deal-7-table-1.edl",
        "deal-7-table-2.edl",
        "deal-7.el.srt",
        "deal-7.el.vtt",
        "deal-7.en.srt",
        "deal-7.en.vtt",
        "deal-7.otio",
        "deal-7.txt",
        "deal-7.xml",
    ]
    assert "Ρηγάδες" in pack["deal-7.el.srt"].decode()
    assert b"/footage" not in b"".join(pack.values())
    originals = pack_files(timeline, recordings, files, "x", text, originals=True)
    assert [name for name, content in originals.items() if b"/footage" in content] == ["x.otio"]
