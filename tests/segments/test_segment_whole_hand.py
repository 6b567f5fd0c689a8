"""`duplicast segment` of a table alone: a cash game, and the last hand filmed of a tournament."""

from __future__ import annotations

import json
from pathlib import Path

import av
import pytest
from test_segment_command import duplicast

from producer.events import parse_event
from producer.segments.manifest import Manifest
from producer.simulate.tournament import tournament_events, tournament_hands, tournament_name

pytestmark = pytest.mark.xdist_group("segment")
SMALL = ["--footage", "cams", "--footage-size", "320x180", "-o", "s.ndjson"]
QUICK = ["--length", "10", "--size", "320x180", "--name", "hand", "-o", "out"]


@pytest.fixture(scope="module")
def cash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six players for themselves; the cameras recorded hand 2."""
    folder = tmp_path_factory.mktemp("cash")
    options = ["--deals", "3", "--tables", "1", "--seed", "5", "--footage-deals", "2", *SMALL]
    made = duplicast(folder, "simulate", *options)
    assert made.exit_code == 0, made.output
    assert duplicast(folder, "ingest", "s.ndjson").exit_code == 0
    return folder


def test_a_deal_of_one_table_is_the_whole_hand_with_its_cards_and_its_winner(cash: Path) -> None:
    made = duplicast(cash, "segment", "2", *QUICK, "--pack")
    assert made.exit_code == 0, made.output
    assert "drawn" not in made.output
    note = Manifest.model_validate_json((cash / "out" / "hand.json").read_text())
    assert note.render is not None
    assert (note.tables, note.render.request.layout) == (("1",), "table")
    listed = json.loads(duplicast(cash, "deals", "--json").stdout)
    headline = next(each["headline"] for each in listed if each["deal"] == 2)
    assert note.title == headline
    marks = {mark.name for mark in note.marks}
    assert {"cards", "preflop", "result"} <= marks
    assert "question" not in marks
    with av.open(cash / "out" / "hand.mp4") as video:
        assert sum(1 for _ in video.decode(video=0)) == note.render.frames
    assert note.render.clean is not None
    streets = [scene.opened for scene in note.render.clean.scenes]
    assert streets == sorted(streets, key=("", "flop", "turn", "river").index)


def test_it_can_be_made_again_as_its_note_says(cash: Path) -> None:
    note = Manifest.model_validate_json((cash / "out" / "hand.json").read_text())
    assert note.render is not None
    options = [*note.render.request.options(), "--name", "again", "-o", "out", "--", note.deals[0]]
    made = duplicast(cash, "segment", *options)
    assert made.exit_code == 0, made.output
    again = Manifest.model_validate_json((cash / "out" / "again.json").read_text())
    assert again.render is not None
    assert again.render.facts == note.render.facts


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--layout", "two-up"], "table 1 alone has played it, and a two-up segment compares"),
        (["--tables", "1,2"], "table 2"),
    ],
)
def test_what_one_table_cannot_show_is_said(cash: Path, options: list[str], words: str) -> None:
    refused = duplicast(cash, "segment", "2", *options, "-o", "refused")
    assert (refused.exit_code, words in refused.output) == (2, True), refused.output
    assert not (cash / "refused").exists()


def test_before_the_delay_has_passed_it_is_refused_like_a_deal_that_does_not_exist(
    cash: Path,
) -> None:
    group = "sim-5-3x1/A"
    delay = ["house", "delay", group, "600", "--reason", "a test"]
    assert duplicast(cash, *delay).exit_code == 0
    sealed = duplicast(cash, "segment", f"{group}/2", "-o", "refused")
    unknown = duplicast(cash, "segment", f"{group}/99", "-o", "refused")
    assert sealed.exit_code == unknown.exit_code == 1
    assert sealed.output.replace("/2 ", "/99 ") == unknown.output
    assert not (cash / "refused").exists()


def test_the_last_hand_of_a_tournament_is_filmed_and_made_into_a_segment(tmp_path: Path) -> None:
    options = ["--game", "tournament", "--deals", "2", "--seed", "7", *SMALL]
    made = duplicast(tmp_path, "simulate", *options)
    assert made.exit_code == 0, made.output
    events = [parse_event(line) for line in (tmp_path / "s.ndjson").read_bytes().splitlines()]
    without = [event for event in events if event.type != "recording.added"]
    assert without == list(tournament_events(7, 2))
    (added,) = [event for event in events if event.type == "recording.added"]
    last = tournament_hands(7, 2)[-1]
    assert (added.session, added.table) == (last.session, "1")
    assert duplicast(tmp_path, "ingest", "s.ndjson").exit_code == 0
    deal = f"{tournament_name(7)}/table-1/level-1/A/2"
    made = duplicast(tmp_path, "segment", deal, *QUICK)
    assert made.exit_code == 0, made.output
    note = Manifest.model_validate_json((tmp_path / "out" / "hand.json").read_text())
    assert note.render is not None
    assert "the recordings of table 1" in note.render.facts
