"""What a segment can be asked for: notes over it, a commentator, its sound, handles, timecode."""

from __future__ import annotations

import json
import shutil
import subprocess
import wave
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from planned_hands import GUIDE_BEATS, beats
from service import fill, guide, open_gate_on
from small_recordings import recorded, recording, write_recording
from typer.testing import CliRunner, Result

from overlay.contexts import Ranking
from producer.cli import command_line
from producer.events import event_json
from producer.feeds import Received
from producer.record import open_store
from producer.release import Gate
from producer.release.notes import Note, Wording, add_note, clear_note, withdraw_note
from producer.segments.compositor.graphics import scene_pixels
from producer.segments.compositor.scenes import Scene
from producer.segments.compositor.sound import BadCommentary, mix
from producer.segments.deliveries.stems import write_stems
from producer.segments.facts import why_outdated
from producer.segments.finished import manifest_of
from producer.segments.note_beats import with_notes
from producer.segments.prepared import PreparedSegment, prepared
from producer.segments.request import SegmentRequest
from producer.segments.timeline import (
    Commentary,
    GraphicSpan,
    LowerThirdSpan,
    Side,
    SideShot,
    SoundSpan,
    Timeline,
)
from producer.segments.wanted import NotPlanned, SyncMode
from producer.simulate import session_events
from producer.stages.gallery import sample
from producer.stages.moment import BEFORE
from producer.stages.programme.show import note as note_stage
from producer.stages.style import PLAIN

EXIT, DEAL = "command:segment", "guide/A/1"
RATE = 48_000
needs_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="needs ffmpeg")


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """The guide's deal, without recordings: tables are drawn."""
    monkeypatch.chdir(tmp_path)
    fill(tmp_path / "duplicast.db", guide())
    with open_gate_on(tmp_path / "duplicast.db") as opened:
        yield opened


def ready(gate: Gate, **asked: object) -> PreparedSegment:
    found = gate.comparison(DEAL, EXIT)
    small = {"pick": found.picks[0].id, "tables": ("1", "5"), "size": "128x72"}
    request = SegmentRequest.model_validate(small | asked)
    return prepared(gate, found, request, PLAIN, Path(), EXIT)


def cleared(gate: Gate, text: str, table: str = "", move: int | None = None) -> str:
    wording = Wording(text, table, move, "Ana", for_air=True)
    added = add_note(gate, DEAL, wording, "Ana", EXIT)
    clear_note(gate, added, "the producer", EXIT)
    return added


def tone(path: Path, seconds: int, loud: float = 0.5) -> Path:
    """1 kHz, mono, 16 bits."""
    wave_ = np.sin(2 * np.pi * 1000 * np.arange(RATE * seconds) / RATE) * loud
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((wave_ * 32767).astype("<i2").tobytes())
    return path


def run(*words: str) -> Result:
    return CliRunner().invoke(command_line(words[0]), words, env={"COLUMNS": "220"})


# Notes


def test_cleared_notes_stand_once_what_they_are_about_was_seen(gate: Gate) -> None:
    """Table 5 raises on the turn, with its thirteenth move; table 3 is not shown, Eve's note was
    not cleared."""
    third = cleared(gate, "She saw it coming", "5", 13)
    cleared(gate, "One of the three big hands today")
    cleared(gate, "Nobody sees this", "3")
    add_note(gate, DEAL, Wording("Not for air", author="Eve"), "Eve", EXIT)
    made = ready(gate)
    shown = {each.text: each for each in made.timeline.lower_thirds}
    assert list(shown) == ["She saw it coming", "One of the three big hands today"]
    names = [beat.name for beat in made.timeline.beats]
    assert names.index("note-1") == names.index("decision-right") + 1
    assert names.index("note-2") == names.index("ending-right") + 1
    for each in shown.values():
        assert each.frames == 5 * 25
        assert made.stages[each].graphics[0].context.first == each.text  # type: ignore[union-attr]
    assert made.timeline.frames == 60 * 25
    assert ready(gate, notes=False).timeline.lower_thirds == ()
    clip = manifest_of(made)
    assert why_outdated(gate, clip, EXIT) == ()
    cleared(gate, "Written after the render")
    assert why_outdated(gate, clip, EXIT) == ()
    withdraw_note(gate, third, "Ana", EXIT)
    assert why_outdated(gate, clip, EXIT) == ('the note "She saw it coming" by Ana: gone',)


@pytest.mark.parametrize(
    ("table", "move", "sync", "after", "lit"),
    [
        # Three moves come before the decision at both tables; table 1 answers first.
        ("1", 2, "decision", "line", ""),
        ("1", 3, "street", "line", ""),
        ("1", 4, "decision", "decision-left", "1"),
        ("2", 4, "decision", "decision-right", "2"),
        ("1", 5, "decision", "ending-left", "1"),
        ("1", None, "decision", "ending-left", "1"),
        ("2", None, "decision", "ending-right", "2"),
        ("", None, "decision", "ending-right", ""),
        # Both endings play together in street, decisions too by the clock.
        ("1", 5, "street", "ending-right", "1"),
        ("1", 4, "street", "decision-left", "1"),
        ("1", 4, "clock", "ending-right", "1"),
    ],
)
def test_a_note_comes_after_the_beat_that_shows_what_it_is_about(
    gate: Gate, table: str, move: int | None, sync: SyncMode, after: str, lit: str
) -> None:
    key = gate.deal(DEAL, EXIT).key
    note = Note("n", key, table, move, "Words", "Ana", True, True, gate.clock())
    rows = [each for each in GUIDE_BEATS if each[0] != "field"]
    made, (third,) = with_notes(beats(rows), [note], {"1": 3, "2": 3}, sync)
    names = [beat.name for beat in made]
    assert names[names.index("note-1") - 1] == after
    assert (third.beat, made[names.index("note-1")].lit) == ("note-1", lit)
    assert sum(beat.seconds for beat in made) == sum(beat.seconds for beat in beats(rows)) + 5


def test_what_a_lower_third_would_cover_gives_way_to_it() -> None:
    """The plates of the players are below the middle of the picture, the cards at its top."""
    span = GraphicSpan(0, 10, "two-up", ("1", "5"), BEFORE)
    third = LowerThirdSpan(0, 10, "Fifth call in a row", "Ana")
    stages = {span: sample("two-up-question").stage, third: note_stage(third.text, third.author)}
    alone = Scene(0, 10, (), (1920, 1080), lower_third=third)
    bare = Scene(0, 10, (), (1920, 1080), graphic=span)
    both = Scene(0, 10, (), (1920, 1080), graphic=span, lower_third=third)
    note, graphic, together = (
        scene_pixels(scene, 640, 360, stages.__getitem__, PLAIN) for scene in (alone, bare, both)
    )
    assert graphic[200:340, :, 3].any()
    np.testing.assert_array_equal(together[200:], note[200:])
    np.testing.assert_array_equal(together[:100, :300], graphic[:100, :300])


def test_a_note_stands_at_the_foot_of_an_upright_segment_too(gate: Gate) -> None:
    cleared(gate, "One of the three big hands today")
    made = ready(gate, layout="upright", size="72x128")
    (third,) = made.timeline.lower_thirds
    stage = made.stages[third]
    box = stage.graphics[0].box
    assert (stage.width, stage.height) == (1080, 1920)
    assert 0 < box.x < box.x + box.width < 1080
    assert 1600 < box.y < box.y + box.height < 1920


# Sound


def test_a_changed_commentary_makes_the_clip_outdated_and_a_missing_one_does_not(
    gate: Gate, tmp_path: Path
) -> None:
    path = tone(tmp_path / "voice.wav", 2)
    made = ready(gate, commentary=str(path))
    assert made.problems[-1] == f"{path}: it ends 58.0 s before the segment"
    clip = manifest_of(made)
    assert why_outdated(gate, clip, EXIT) == ()
    tone(path, 3)
    assert why_outdated(gate, clip, EXIT) == ("the commentary changed",)
    path.unlink()
    assert why_outdated(gate, clip, EXIT) == ()


@pytest.mark.parametrize(
    ("content", "why"), [(None, "no such file"), (b"words", "it cannot be read: invalid data")]
)
def test_a_commentary_that_cannot_be_used_is_said(
    gate: Gate, tmp_path: Path, content: bytes | None, why: str
) -> None:
    path = tmp_path / "voice.wav"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(NotPlanned, match=why):
        ready(gate, commentary=str(path))


def test_pictures_without_sound_are_no_commentary(gate: Gate, tmp_path: Path) -> None:
    path = write_recording(tmp_path / "silent.mp4", 5, sound=False)
    with pytest.raises(NotPlanned, match="it has no sound; name a file with sound"):
        ready(gate, commentary=str(path))


@needs_ffmpeg
def test_stems_are_the_sound_in_parts(tmp_path: Path) -> None:
    """Two tables and a voice that begins after the handle, read back by another library."""
    tables = {
        name: recording(name, recorded(write_recording(tmp_path / f"{name}.mp4", 75)))
        for name in ("1", "5")
    }
    sides = tuple(
        Side(name, (SideShot(0, 50, "play", Fraction(1000) + shift),))
        for name, shift in (("1", Fraction(1, 4)), ("5", Fraction(1, 2)))
    )
    sound = (SoundSpan("1", 0, 30, -12.0), SoundSpan("5", 10, 40, -12.0))
    voice = Commentary(tone(tmp_path / "voice.wav", 1), 25)
    timeline = Timeline(
        "two-up", Fraction(25), 50, 320, 180, sides, (), (), (), sound, handle=25, commentary=voice
    )
    write_stems(timeline, tables, tmp_path, "pack")
    parts = {}
    for path in sorted(tmp_path.glob("pack-stem-*.wav")):
        probed = ["ffprobe", "-v", "error", "-of", "csv=p=0", "-show_entries"]
        form = "stream=codec_name,sample_rate,channels,duration_ts"
        said = subprocess.run([*probed, form, path], capture_output=True, text=True, check=True)
        assert said.stdout.strip() == f"pcm_s24le,{RATE},2,{2 * RATE}"
        raw = ["ffmpeg", "-v", "error", "-i", path, "-f", "s32le", "-"]
        high = subprocess.run(raw, capture_output=True, check=True).stdout
        name = path.stem.removeprefix("pack-stem-")
        parts[name] = np.frombuffer(high, "<i4").reshape(-1, 2) / 2**31
    assert list(parts) == ["commentary", "table-1", "table-5"]
    whole = np.concatenate(list(mix(timeline, tables)))
    np.testing.assert_allclose(sum(parts.values()), whole, atol=4 / 2**23)
    spoken = np.abs(parts["commentary"][:, 0])
    assert spoken[:RATE].max() == 0
    assert spoken[RATE : RATE + 100].max() > 0.4
    assert np.abs(parts["table-1"]).max() > 0.1


def test_a_voice_that_cannot_be_decoded_is_named(tmp_path: Path) -> None:
    path = tmp_path / "voice.wav"
    path.write_bytes(b"no sound")
    side = Side("1", (SideShot(0, 5, "drawn", Fraction(0)),))
    timeline = Timeline(
        "two-up", Fraction(25), 5, 64, 64, (side,), (), (), commentary=Commentary(path, 0)
    )
    with pytest.raises(BadCommentary, match=r"voice.wav: .*make the segment without --commentary"):
        list(mix(timeline, {}))


@needs_ffmpeg
def test_a_segment_with_a_voice_handles_and_drop_frame(gate: Gate, tmp_path: Path) -> None:
    """By Debian's ffmpeg: loudness, timecode, and that the voice begins with the first beat."""
    gate.close()
    tone(tmp_path / "voice.wav", 14, 0.9)
    words = ["--length", "15", "--size", "128x72", "--fps", "29.97", "--handle", "1"]
    words += ["--first-timecode", "09:59:50;00", "--commentary", "voice.wav"]
    made = run("segment", DEAL, "--loudness", "r128", *words, "--name", "one", "-o", "out")
    assert made.exit_code == 0, made.output
    path = tmp_path / "out" / "one.mp4"
    note = json.loads((tmp_path / "out" / "one.json").read_text())
    beats_end = next(each for each in note["marks"] if each["name"] == "cards")
    assert beats_end["at"] == pytest.approx(30 * 1001 / 30000)
    said = subprocess.run(
        ["ffmpeg", "-hide_banner", "-nostats", "-i", path, "-af", "ebur128=peak=true", "-f", "null",
         "-"],
        capture_output=True, text=True, check=True,
    ).stderr  # fmt: skip
    summary = said[said.index("Summary:") :]
    level = float(summary.split("I:")[1].split()[0])
    peak = float(summary.split("Peak:")[1].split()[0])
    assert level == pytest.approx(-23, abs=0.3)
    assert peak <= -1
    assert "timecode        : 09:59:50;00" in said
    with av.open(path) as file:
        samples = np.concatenate([each.to_ndarray() for each in file.decode(audio=0)], axis=1)[0]
    first = np.flatnonzero(np.abs(samples) > 0.02)[0] / RATE
    assert first == pytest.approx(30 * 1001 / 30000, abs=0.025)


# The command


@pytest.mark.usefixtures("gate")
@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--handle", "3"], 2, "--handle 3.0: write 0 to 2 seconds"),
        (["--longest-think", "-1"], 2, "--longest-think -1.0: write 0 to 60 seconds"),
        (["--speed-up", "0"], 2, "--speed-up 0: write a whole factor from 1 to 100"),
        (["--first-timecode", "10:00:00;00"], 2, "--first-timecode: timecode 10:00:00;00 at 25"),
        (["--first-timecode", "ten"], 2, "--first-timecode: timecode ten at 25"),
        (["--nudge", "1"], 2, "--nudge 1: write TABLE=FRAMES once for each table"),
        (["--nudge", "1=+2", "--nudge", "1=3"], 2, "--nudge 1=3: write TABLE=FRAMES once"),
        (["--nudge", "1=99999"], 2, "--nudge: write at most 1000 frames"),
        (["--nudge", "3=+2", "--tables", "1,5"], 2, "table 3 is nudged, but it is not shown"),
        (["--originals", " ", "--pack"], 2, "--originals: say why"),
        (["--originals", "why"], 2, "--originals: only a pack has an OTIO; ask for the pack too"),
        (["--commentary", "none.wav"], 2, "none.wav: it cannot be read: no such file"),
    ],
)
def test_what_cannot_be_asked_for_is_said(options: list[str], status: int, words: str) -> None:
    refused = run("segment", DEAL, *options, "-o", "out")
    assert (refused.exit_code, words in refused.output) == (status, True), refused.output
    assert not Path("out").exists()


def test_only_with_a_reason_does_the_otio_refer_to_the_originals(
    gate: Gate, tmp_path: Path
) -> None:
    """Of a drawn segment there are none; the reason is in the audit, and in the note."""
    gate.close()
    tone(tmp_path / "voice.wav", 5)
    words = ["--length", "5", "--size", "128x72", "--fps", "24", "--pack", "--name", "one"]
    words += ["--commentary", "voice.wav"]
    reason = ["--originals", "the edit room has the discs"]
    made = run("segment", DEAL, *words, *reason, "-o", "out")
    assert made.exit_code == 0, made.output
    note = json.loads((tmp_path / "out" / "one.json").read_text())
    for listed in ("one.otio", "one.xml"):
        assert "one-stem-commentary.wav" in (tmp_path / "out" / "one" / listed).read_text()
    assert (tmp_path / "out" / "one" / "one-stem-commentary.wav").stat().st_size > 1000
    assert note["render"]["request"]["originals"] == "the edit room has the discs"
    (entry,) = (
        each for each in json.loads(run("audit", "--json").stdout) if each["what"] == "wrote a file"
    )
    assert "segment that refers to the original recordings" in entry["more"]
    assert entry["more"].endswith("; the edit room has the discs")


def test_the_tease_that_does_not_fit_is_named(gate: Gate) -> None:
    long = ready(gate, tease=True, length=90)
    assert next(beat.name for beat in long.timeline.beats) == "tease"
    assert not any("tease" in words for words in long.problems)
    short = ready(gate, tease=True, length=20)
    assert "the tease is left out: the segment is too short for it" in short.problems


def test_a_recap_shows_the_standings_as_they_were_before_the_deal(tmp_path: Path) -> None:
    """As another record has them, which knows nothing of this deal and of later ones."""
    events = [event for event in session_events(4, 15, tables=3) if event.type != "deal.cards"]
    earlier = [event for event in events if getattr(event.data, "deal", 0) < 3]
    for name, own in (("all", events), ("before", earlier)):
        with open_store(tmp_path / f"{name}.db") as store:
            store.append([Received(event_json(event).encode(), event, "s") for event in own])
    said = run("standings", "--json", "--db", str(tmp_path / "before.db")).stdout
    teams = [(each["team"], each["points"]) for each in json.loads(said)["teams"]]
    assert len(teams) == 3
    with open_gate_on(tmp_path / "all.db") as opened:
        key = next(each for each in opened.released(EXIT) if each.number == 3)
        found = opened.comparison(str(key), EXIT)
        request = SegmentRequest(pick="best", recap=True, tease=True, length=90, size="128x72")
        made = prepared(opened, found, request, PLAIN, tmp_path, EXIT)
        short = prepared(
            opened, found, request.model_copy(update={"length": 20}), PLAIN, tmp_path, EXIT
        )
    assert [beat.name for beat in made.timeline.beats][:3] == ["tease", "recap", "cards"]
    span = next(each for each in made.timeline.graphics if each.graphic == "standings")
    context = made.stages[span].graphics[0].context
    assert isinstance(context, Ranking)
    assert [row.value for row in context.rows] == [f"{points:g}" for _, points in teams]
    assert "the recap is left out: the segment is too short for it" in short.problems


def test_there_is_no_recap_of_nothing(gate: Gate) -> None:
    """The guide's session has one deal."""
    found = ready(gate, recap=True)
    assert "the recap is left out: no deal counts yet" in found.problems
    upright = ready(gate, recap=True, layout="upright", size="72x128")
    assert "the recap is left out: upright has no room for it" in upright.problems


def test_the_settings_say_what_is_not_asked_for(gate: Gate, tmp_path: Path) -> None:
    """Drop frame is for 29.97: the command refuses it at 25, and takes it at the rate that is
    set."""
    gate.close()
    (tmp_path / "duplicast.toml").write_text('[segments]\nfirst_timecode = "10:00:00;00"\n')
    refused = run("segment", DEAL, "-o", "out")
    assert (
        refused.exit_code,
        "--first-timecode: timecode 10:00:00;00 at 25" in refused.output,
    ) == (
        2,
        True,
    )
    (tmp_path / "duplicast.toml").write_text(
        '[segments]\nfirst_timecode = "10:00:00;00"\nfps = "29.97"\nloudness = "r128"\n'
    )
    made = run("segment", DEAL, "--length", "5", "--size", "128x72", "--name", "one", "-o", "out")
    assert made.exit_code == 0, made.output
    asked = json.loads((tmp_path / "out" / "one.json").read_text())["render"]["request"]
    assert (asked["fps"], asked["first_timecode"], asked["loudness"]) == (
        "29.97", "10:00:00;00", "r128"
    )  # fmt: skip
