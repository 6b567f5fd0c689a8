"""`duplicast segment` on simulated footage: what each output frame shows is read from its strip."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from producer.cli import command_line
from producer.events import parse_event
from producer.feeds import Received
from producer.record import open_store
from producer.release import by_hand, open_gate
from producer.segments.manifest import Manifest
from producer.simulate.footage.reels import TrueHand, reels_of
from producer.simulate.footage.strip import read_strip
from producer.simulate.session import simulated_play

pytestmark = pytest.mark.xdist_group("segment")  # they share one show

RATE = Fraction(25)
DEALS, SEED, SHOWN, SEALED = 4, 15, 2, 3
"""At table 1 the sealed deal is played before the one that is shown, at table 2 after it."""

SIMULATE = ["simulate", "--deals", "4", "--tables", "2", "--seed", "15", "--footage", "cams"]
SIZES = ["--footage-deals", "2,3", "--footage-size", "320x180", "-o", "s.ndjson"]


@dataclass(frozen=True)
class Show:
    """``true``: the hands of the deal that is shown, by table. ``hidden``: by table, the frames of
    the sealed deal's hand, by their strips."""

    folder: Path
    note: Manifest
    true: dict[str, TrueHand]
    hidden: dict[str, range]

    @property
    def clean(self) -> Path:
        return self.folder / "out" / "two" / "two-textless.mp4"


def duplicast(folder: Path, *words: str) -> Result:
    here = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(command_line(words[0]), words, env={"COLUMNS": "200"})
    finally:
        os.chdir(here)


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Show:
    """Two tables, filmed; the neighbour is sealed by hand; then the segment with its pack, and with
    what can be delivered of so small a picture."""
    folder = tmp_path_factory.mktemp("show")
    assert duplicast(folder, *SIMULATE, *SIZES).exit_code == 0
    assert duplicast(folder, "ingest", "s.ndjson").exit_code == 0
    assert duplicast(folder, "seal", str(SEALED), "--reason", "a test").exit_code == 0
    options = ["--length", "15", "--size", "640x360", "--pack", "--name", "two", "-o", "out"]
    made = duplicast(folder, "segment", str(SHOWN), *options, "--deliver", "overlay-png")
    assert made.exit_code == 0, made.output
    reels = reels_of(simulated_play(DEALS, SEED, tables=2), {SHOWN, SEALED}, RATE)
    true = {hand.table: hand for reel in reels for hand in reel.true_hands() if hand.deal == SHOWN}
    hidden = {
        reel.table: frames for reel in reels for hand, frames in reel.hands if hand.deal == SEALED
    }
    note = Manifest.model_validate_json((folder / "out" / "two.json").read_text())
    return Show(folder, note, true, hidden)


def pictures(path: Path) -> Iterator[np.ndarray[Any, np.dtype[np.uint8]]]:
    with av.open(path) as video:
        for frame in video.decode(video=0):
            yield frame.to_ndarray(format="bgr24")


def strips(path: Path, *, split: bool) -> list[dict[str, int]]:
    """By table, the source frames that each frame of a file shows, as far as they can be read:
    under a graphic they cannot."""
    found = []
    for picture in pictures(path):
        middle = picture.shape[1] // 2
        parts = (picture[:, :middle], picture[:, middle:]) if split else (picture,)
        read = [each for part in parts if (each := read_strip(part)) is not None]
        found.append({str(table): frame for table, frame in read if table in (1, 2)})
    return found


@pytest.fixture(scope="module")
def shown(show: Show) -> list[dict[str, int]]:
    return strips(show.clean, split=True)


def session_start(show: Show) -> float:
    """The whole second from which the strips count, from a frame whose true time is known."""
    hand = show.true["1"]
    return round(float(hand.started.at) - float(hand.started.frame / RATE))


def test_every_sync_point_shows_its_time_to_the_frame(
    show: Show, shown: list[dict[str, int]]
) -> None:
    assert show.note.render is not None
    began, checked = session_start(show), set()
    for point in show.note.render.sync_points:
        source = shown[round(point.at * RATE)].get(point.table)
        if source is not None:
            due = (point.time.timestamp() - began) * float(RATE)
            assert abs(source - due) <= 1.01, point
            checked.add((point.table, point.name))
    assert {("1", "fork"), ("2", "fork")} <= checked


def test_the_fork_stands_before_either_decision_and_both_are_seen_after_it(
    show: Show, shown: list[dict[str, int]]
) -> None:
    """By the true times of the hands, which no device has sent. Two moves are made before the flop,
    and one on it; then the button bets at one table and checks at the other."""
    marks = {mark.name: round(mark.at * RATE) for mark in show.note.marks}
    decision = {table: hand.moves[3].frame for table, hand in show.true.items()}
    flop = {table: hand.streets["flop"].frame for table, hand in show.true.items()}
    before = [each for each in shown[: marks["fork"]] if each]
    assert all(each[table] < decision[table] for each in before for table in each)
    for table in ("1", "2"):
        assert flop[table] <= shown[marks["fork"]][table] < decision[table]
    first = shown[marks["decision-left"] : marks["decision-right"]]
    assert max(each["1"] for each in first if "1" in each) > decision["1"]
    assert max(each["2"] for each in first if "2" in each) < decision["2"]
    after = shown[marks["decision-right"] :]
    assert max(each["2"] for each in after if "2" in each) > decision["2"]


def test_no_frame_of_any_file_is_of_the_sealed_neighbour(
    show: Show, shown: list[dict[str, int]]
) -> None:
    assert show.note.render is not None
    read: dict[str, set[int]] = {"1": set(), "2": set()}
    copies = sorted((show.folder / "out" / "two").glob("table-*.mov"))
    assert len(copies) >= 2
    programme = strips(show.folder / "out" / "two.mp4", split=True)
    for each in (*shown, *programme, *(frame for p in copies for frame in strips(p, split=False))):
        for table, source in each.items():
            read[table].add(source)
    for table, frames in read.items():
        assert len(frames) > 100
        assert frames.isdisjoint(show.hidden[table]), table
    shortened = {each.table: each.shortened for each in show.note.render.handles}
    assert shortened["2"] == ("after",)
    assert str(SEALED) not in {deal.rpartition("/")[2] for deal in show.note.deals}


def test_the_note_says_what_the_file_is(show: Show) -> None:
    render = show.note.render
    assert render is not None
    probed = ["ffprobe", "-v", "error", "-count_frames", "-of", "json", "-show_streams"]
    said = subprocess.run(
        [*probed, str(show.folder / "out" / "two.mp4")], capture_output=True, check=True
    )
    streams = {each["codec_type"]: each for each in json.loads(said.stdout)["streams"]}
    video, sound = streams["video"], streams["audio"]
    assert int(video["nb_read_frames"]) == render.frames
    assert (video["width"], video["height"]) == (render.width, render.height) == (640, 360)
    assert Fraction(video["r_frame_rate"]) == Fraction(render.rate) == RATE
    assert (video["codec_name"], sound["codec_name"]) == ("h264", "aac")
    assert show.note.tables == render.request.tables
    assert set(show.note.tables) == {"1", "2"}
    qc = json.loads((show.folder / "out" / "two" / "two-qc.json").read_text())
    assert (qc["frames"], qc["planned_frames"]) == (render.frames, render.frames)
    assert [
        f"{each['from']} {each['words']}" for each in qc["findings"] if not each["planned"]
    ] == [*render.findings]
    kinds = {Path(name).suffix for name in render.files}
    texts = {".edl", ".xml", ".otio", ".srt", ".vtt", ".txt", ".json"}
    assert kinds == texts | {".mov", ".mp4", ".wav", ".jpg", ""}
    for name in render.files:
        assert (show.folder / "out" / name).stat().st_size > 0
    assert {"two/two-viewing.mp4", "two/two-overlay-straight-png"} <= set(render.files)
    pngs = sorted((show.folder / "out" / "two" / "two-overlay-straight-png").iterdir())
    assert len(pngs) == render.frames
    assert pngs[-1].name == f"two-overlay-straight-{render.frames - 1:05}.png"


def test_a_sealed_deal_is_refused_like_one_that_does_not_exist(show: Show) -> None:
    sealed = duplicast(show.folder, "segment", str(SEALED), "-o", "refused")
    unknown = duplicast(show.folder, "segment", "99", "-o", "refused")
    assert sealed.exit_code == unknown.exit_code == 1
    assert sealed.output.replace(f"deal {SEALED} ", "") == unknown.output.replace("deal 99 ", "")
    assert not (show.folder / "refused").exists()


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--deliver", "betacam"], 2, "--deliver: write one of prores, xdcam, 1080i25"),
        (["--deliver", "xdcam", "--fps", "50"], 2, "xdcam cannot be made at 50 frames a second"),
        (["--deliver", "1080i25", "--size", "640x360"], 2, "--deliver: 1080i25 is 1920x1080"),
        (["--fps", "26"], 2, "--fps: rate 26: no such rate. Use one of 23.976, 24, 25"),
        (["--size", "641x360"], 2, "--size 641x360: write WIDTHxHEIGHT"),
        (["--length", "2"], 2, "--length"),
        (["--tables", "1,1"], 2, "--tables: name each table once"),
        (["--tables", "1,9"], 2, "table 9"),
        (["--layout", "four-up"], 2, "2 tables at this decision, a four-up shows 4"),
        (["--name", "../two"], 2, "--name ../two: a name without folder"),
        (["--pick", "zzzzzz"], 2, "--pick"),
    ],
)
def test_what_cannot_be_made_is_said_before_anything_is_written(
    show: Show, options: list[str], status: int, words: str
) -> None:
    refused = duplicast(show.folder, "segment", str(SHOWN), *options, "-o", "refused")
    assert (refused.exit_code, words in refused.output) == (status, True), refused.output
    assert not (show.folder / "refused").exists()


def test_the_audit_says_that_it_was_made(show: Show) -> None:
    said = duplicast(show.folder, "audit", "--json")
    exported = [each for each in json.loads(said.stdout) if each["what"] == "wrote a file"]
    assert [each["deal"].rpartition("/")[2] for each in exported] == [str(SHOWN)]
    assert "two.mp4" in exported[0]["more"]


def test_copies_of_an_outdated_segment_are_listed_for_recall(show: Show) -> None:
    """Its table is framed anew; then its deal is sealed."""
    other = ["--db", "copies.db"]
    shutil.copy(show.folder / "duplicast.db", show.folder / "copies.db")
    assert duplicast(show.folder, "copies", "list", *other).stdout == ""
    noted = duplicast(show.folder, "copies", "add", "out/two.json", "--to", "Channel 4", *other)
    assert noted.exit_code == 0, noted.output
    places = [str((show.folder / "out").resolve()), "Channel 4"]
    listed = copies(show, "--all")
    assert [(each["segment"], each["to"], each["outdated"]) for each in listed] == [
        ("two", place, []) for place in places
    ]
    framed = duplicast(show.folder, "recordings", "frame", "1", "--crop", "0,0,0.5,0.5", *other)
    assert framed.exit_code == 0, framed.output
    recalled = copies(show)
    assert [each["to"] for each in recalled] == places
    assert all("table 1" in reason for each in recalled for reason in each["outdated"])
    assert duplicast(show.folder, "seal", str(SHOWN), "--reason", "a test", *other).exit_code == 0
    hidden = copies(show)
    assert [(each["segment"], each["deal"], each["to"]) for each in hidden] == [
        ("", "", place) for place in places
    ]


def copies(show: Show, *options: str) -> list[dict[str, Any]]:
    said = duplicast(show.folder, "copies", "list", "--json", "--db", "copies.db", *options)
    assert said.exit_code == 0, said.output
    return [json.loads(line) for line in said.stdout.splitlines()]


def test_in_a_rehearsal_every_graphic_is_marked(show: Show) -> None:
    """White with dark letters where the other has the picture of the table."""
    shutil.copy(show.folder / "duplicast.db", show.folder / "try-rehearsal.db")
    options = ["--length", "15", "--size", "640x360", "--name", "two", "-o", "rehearsed"]
    made = duplicast(show.folder, "segment", str(SHOWN), "--db", "try-rehearsal.db", *options)
    assert made.exit_code == 0, made.output
    place = np.s_[92:106, 30:60]
    pairs = zip(
        pictures(show.folder / "out" / "two.mp4"),
        pictures(show.folder / "rehearsed" / "two.mp4"),
        strict=True,
    )
    for number, (real, rehearsed) in enumerate(pairs):
        if number % 50 == 25:
            assert rehearsed[place].max() > 225, number
            assert real[place].max() < 160, number


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_request_to_stop_leaves_nothing(show: Show, number: int, status: int) -> None:
    words = ["segment", str(SHOWN), "--size", "640x360", "--json", "-o", "stopped"]
    with subprocess.Popen(
        [sys.executable, "-m", "producer.cli", *words],
        cwd=show.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["of"] > 500  # 60 s, of which it did 0.2
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, "stopped" in said) == (status, True)
    assert not (show.folder / "stopped").exists()


def test_recordings_that_do_not_show_the_hand_are_named_and_the_table_is_drawn(
    show: Show, tmp_path: Path
) -> None:
    """One table's clock is an hour off, the other's file is gone."""
    events = []
    for line in (show.folder / "s.ndjson").read_text().splitlines():
        event = json.loads(line)
        if event["type"] == "session.opened":
            event["data"].pop("recordings", None)
        if event["type"] != "recording.added" or event["table"] == "1":
            events.append(event)
    for event in events:
        if event["type"] == "recording.added":
            start = datetime.fromisoformat(event["data"]["start"])
            event["data"]["start"] = start.replace(hour=(start.hour + 1) % 24).isoformat()
    with open_store(tmp_path / "duplicast.db") as store:
        lines = [json.dumps(event) for event in events]
        store.append([Received(line.encode(), parse_event(line), "s") for line in lines])
    options = ["--length", "15", "--size", "320x180", "--name", "drawn", "-o", "out"]
    made = duplicast(tmp_path, "segment", str(SHOWN), *options)
    assert made.exit_code == 0, made.output
    assert "after the hand ended. Check the recorder's clock" in made.output
    assert "table 2: it has no recording. Add one with `duplicast recordings add`" in made.output
    assert "tables 1, 2 are drawn" in made.output or "tables 2, 1 are drawn" in made.output
    note = Manifest.model_validate_json((tmp_path / "out" / "drawn.json").read_text())
    assert note.render is not None
    assert set(note.render.drawn) == {"1", "2"}


def test_a_deal_that_is_sealed_while_it_renders_is_not_written(show: Show) -> None:
    words = ["segment", str(SHOWN), "--length", "15", "--size", "320x180", "--json", "-o", "late"]
    with subprocess.Popen(
        [sys.executable, "-m", "producer.cli", *words],
        cwd=show.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        gate = open_gate(show.folder / "duplicast.db")
        try:
            by_hand.seal(gate, [str(SHOWN)], "a protest", "test")
            _, said = process.communicate(timeout=120)
        finally:
            by_hand.release(gate, [str(SHOWN)], "settled", "test")
            gate.close()
    assert (process.returncode, "is not available" in said) == (1, True)
    assert not (show.folder / "late").exists()


def test_the_note_says_what_belongs_over_the_clean_split_frame_by_frame(show: Show) -> None:
    made = show.note.render
    assert made is not None
    assert made.clean is not None
    assert show.folder / "out" / made.clean.file == show.clean
    ends = 0
    for scene in made.clean.scenes:
        assert scene.start == ends
        ends += scene.frames
    assert ends == made.frames == sum(1 for _ in pictures(show.clean))
    fork = next(mark.at for mark in show.note.marks if mark.name == "fork")
    asked = [scene for scene in made.clean.scenes if scene.moment == "before"]
    assert min(scene.start for scene in asked) <= round(fork * RATE)
    last = [scene.moment for scene in made.clean.scenes if scene.graphic == "two-up"][-1]
    assert last == "end"


@pytest.fixture
def damaged_films(show: Show) -> Iterator[None]:
    """Random bytes in every large packet of the recordings' pictures, and none afterwards."""
    films = {film: film.read_bytes() for film in (show.folder / "cams").rglob("*.mkv")}
    for film, whole in films.items():
        content = bytearray(whole)
        with av.open(film) as recording:
            packets = [(each.pos, each.size) for each in recording.demux(video=0)]
        for place, size in packets:
            if place is not None and size > 1_000:
                at = place + size // 2
                content[at : at + 300] = random.Random(at).randbytes(300)
        film.write_bytes(content)
    yield
    for film, whole in films.items():
        film.write_bytes(whole)


@pytest.mark.usefixtures("damaged_films")
def test_damage_that_the_render_met_is_printed_and_stands_in_the_note(
    show: Show, tmp_path: Path
) -> None:
    options = ["--length", "10", "--size", "320x180", "--name", "bad", "-o", str(tmp_path)]
    made = duplicast(show.folder, "segment", str(SHOWN), *options)
    assert made.exit_code == 0, made.output
    render = Manifest.model_validate_json((tmp_path / "bad.json").read_text()).render
    assert render is not None
    assert render.findings
    for finding in render.findings:
        assert ": damaged " in finding
        assert f"look at {finding}" in made.output.replace("\n", " ")
