"""The note beside a segment: the same for OBS and for renders, and what makes a clip outdated."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hand_made import deal
from pydantic import ValidationError

from producer.compare.model import EditedLine, PickDecision
from producer.games.cards import parse_cards
from producer.obs.clips.files import find_clip
from producer.release.recordings.hand_times import ClockTime, HandTimes
from producer.segments.facts import facts_of
from producer.segments.manifest import ClipMark, Manifest, Render, SyncPoint, outdated
from producer.segments.request import SegmentRequest
from producer.segments.timeline import WHOLE, Crop

MADE = deal({1: "AsAh", 2: "KsKh"}, "2c7d9hJcQd", ["1r300 2c / 2x 1x / 2x 1x / 2x 1x", "1f"])
TIME = "2026-05-01T19:30:00Z"
TIMES = HandTimes("1", ClockTime(Fraction(100), Fraction(5)), (), (), None)


def render(**changes: object) -> Render:
    usual: dict[str, object] = {
        "request": SegmentRequest(pick="abc", tables=("1", "2")),
        **{"rate": "25", "width": 1920, "height": 1080, "frames": 1500},
        "facts": facts_of(MADE),
    }
    return Render.model_validate(usual | changes)


def test_obs_reads_the_note_that_a_render_writes(tmp_path: Path) -> None:
    mark = ClipMark(name="fork", at=12.4)
    note = Manifest(deals=("s/A/1",), tables=("1", "2"), marks=(mark,), render=render())
    (tmp_path / "one.mp4").write_bytes(b"")
    (tmp_path / "one.json").write_text(note.model_dump_json())
    clip = find_clip(tmp_path, "one")
    assert (clip.deals, clip.marks, clip.render) == (("s/A/1",), (mark,), render())
    assert json.loads(note.model_dump_json())["render"]["request"]["sync"] == "street"


def test_each_fact_that_changes_is_named_and_no_other() -> None:
    before = facts_of(MADE, [TIMES])
    one, two = MADE.plays
    later = replace(TIMES, started=ClockTime(Fraction(101), Fraction(0), "nudged"))
    renamed = {1: one.players[1].model_copy(update={"name": "Ada"}), 2: one.players[2]}
    changes = {
        "the cards": replace(MADE, board=parse_cards("2c7d9hJcQs")),
        "the line of table 1": replace(MADE, plays=(replace(one, line=one.line[:-1]), two)),
        "the result of table 2": replace(
            MADE, plays=(one, replace(two, result={1: Fraction(1, 2), 2: Fraction(-1, 2)}))
        ),
        "the player in seat 1 of table 1": replace(
            MADE, plays=(replace(one, players=renamed), two)
        ),
    }
    for name, changed in changes.items():
        now = facts_of(changed, [TIMES])
        assert outdated(before, now) == (f"{name} changed",)
    moved = facts_of(MADE, [later])
    assert outdated(before, moved) == ("the times of table 1 changed",)
    assert outdated(before, facts_of(MADE)) == (
        "the times of table 1: gone",
        "what is muted of table 1: gone",
    )
    assert outdated(before, before) == ()


def test_a_line_in_the_producer_s_words_is_a_fact() -> None:
    words = PickDecision(lines=(EditedLine("headline", "en", "Kings cracked", {}),))
    before = facts_of(MADE, decision=words)
    assert outdated(before, facts_of(MADE)) == ("the headline in your words (en): gone",)


def test_another_framing_is_another_fact() -> None:
    before = facts_of(MADE, crops={"1": WHOLE, "2": Crop(0.2, 0.1, 0.6, 0.6)})
    now = facts_of(MADE, crops={"1": WHOLE, "2": WHOLE})
    assert outdated(before, now) == ("the framing of table 2 changed",)


def test_a_render_is_verified_when_no_time_is_only_a_device_s() -> None:
    def point(confidence: str) -> SyncPoint:
        given = {"table": "1", "name": "flop", "at": 2.0, "time": TIME, "uncertain": 3.0}
        return SyncPoint.model_validate(given | {"confidence": confidence})

    assert render(sync_points=(point("verified"), point("nudged"))).verified
    assert not render(sync_points=(point("verified"), point("reported"))).verified


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"fps": "26"}, "no such rate. Use one of 23.976, 24, 25"),
        ({"size": "1281x720"}, "even"),
        ({"size": "20x20"}, "from 64 to 8192"),
        ({"size": "640x360", "layout": "upright"}, "higher than wide"),
        ({"size": "360x640"}, "wider than high"),
        ({"tables": ("1", "1")}, "name each table once"),
        ({"length": 4}, "greater than or equal to 5"),
        ({"layout": "five-up"}, "two-up"),
    ],
)
def test_a_request_that_cannot_be_made_says_why(given: dict[str, object], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        SegmentRequest.model_validate({"pick": "abc"} | given)


def test_a_rate_may_be_written_as_people_do() -> None:
    request = SegmentRequest(pick="abc", fps="30000/1001")
    assert (request.fps, request.rate) == ("29.97", Fraction(30000, 1001))
