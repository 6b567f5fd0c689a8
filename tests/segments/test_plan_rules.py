"""What holds for every segment, whatever was played when and however late the devices were."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, pairwise
from pathlib import Path

from hypothesis import HealthCheck, Phase, assume, given, settings
from planned_hands import beat_start, beats, planned, side_of
from played_hands import PlayedHand, Wish, wishes

from producer.release.recordings.hand_times import Span
from producer.segments.recordings.placed import RecordedFile, TableRecording
from producer.segments.timeline import SoundSpan, Timeline

MANY = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    # A smaller example is found slowly and is hardly easier to read.
    phases=(Phase.generate,),
)

NEAREST = Fraction(1, 47)
"""Half a frame of the slowest recording: by so much the frame nearest to a time may be later."""


def timeline_of(wish: Wish) -> Timeline:
    return planned(
        [hand.times for hand in wish.hands],
        wish.moves_before,
        rows=wish.rows,
        recordings={
            table: TableRecording(table, tuple(_file(span) for span in spans))
            for table, spans in wish.recorded.items()
        },
        sealed=wish.sealed,
        **wish.options,
    )


def _file(span: Span) -> RecordedFile:
    assert span.first is not None
    assert span.last is not None
    length = span.last - span.first
    return RecordedFile(Path("camera.mp4"), span.first, length, Fraction(25), 1920, 1080, True)


def knowing(
    wish: Wish, hand: PlayedHand, timeline: Timeline
) -> Iterator[tuple[int, int, Fraction]]:
    """First and last frame of each beat, and when the first thing happened at the table that the
    beat leaves open."""
    together = {"decision": (), "street": ("ending",), "clock": ("decision", "ending")}
    names = together[wish.options["sync"]]
    named = [*zip(beats(wish.rows), timeline.beats, strict=True)]
    for joined, group in groupby(named, key=lambda each: each[0].name.startswith(names)):
        found = [*group]
        for beat, span in found:
            moment = found[-1][0].moment if joined else beat.moment
            limit = hand.not_yet(wish.moves_before, moment.of(hand.times.table))
            if limit is not None and span.frames:
                yield span.start, span.start + span.frames - 1, limit


def _within(shown: Span, span: Span) -> bool:
    return span.first <= shown.first and shown.last <= span.last  # type: ignore[operator]


@MANY
@given(wishes())
def test_every_side_has_a_picture_in_every_frame_and_the_beats_add_up(wish: Wish) -> None:
    timeline = timeline_of(wish)
    rate, handle = wish.options["rate"], wish.options["handle"]
    seconds = sum(row[4] for row in wish.rows)
    planned_frames = int(seconds * rate + Fraction(1, 2)) + 2 * int(handle * rate + Fraction(1, 2))
    assert timeline.frames == planned_frames
    assert sum(beat.frames for beat in timeline.beats) == planned_frames
    for row in (timeline.beats, *(side.shots for side in timeline.sides)):
        assert row[0].start == 0
        assert all(one.start + one.frames == two.start for one, two in pairwise(row))
        assert row[-1].start + row[-1].frames == planned_frames
    assert all(shot.frames > 0 for side in timeline.sides for shot in side.shots)


@MANY
@given(wishes())
def test_no_frame_shows_what_its_beat_does_not_know(wish: Wish) -> None:
    timeline = timeline_of(wish)
    for hand in wish.hands:
        for first, last, limit in knowing(wish, hand, timeline):
            for shot in side_of(timeline, hand.times.table).shots:
                frame = min(last, shot.end - 1)
                if shot.kind != "drawn" and max(first, shot.start) <= frame:
                    assert shot.time_of(frame, timeline.rate) + NEAREST < limit, (frame, shot)


@MANY
@given(wishes())
def test_no_frame_and_no_sound_is_of_a_sealed_time_or_of_none_recorded(wish: Wish) -> None:
    timeline = timeline_of(wish)
    for hand in wish.hands:
        table = hand.times.table
        for shot in side_of(timeline, table).shots:
            if shot.kind != "drawn":
                step = shot.speed / timeline.rate
                shown = Span(shot.at, shot.time_of(shot.end - 1, timeline.rate) + step)
                assert not any(shown.overlaps(span) for span in wish.sealed[table]), shot
                assert any(_within(shown, span) for span in wish.recorded[table]), shot
    for sound in timeline.sound:
        for received in _heard(sound, timeline):
            assert not any(received.overlaps(span) for span in wish.sealed[sound.table])


def _heard(sound: SoundSpan, timeline: Timeline) -> list[Span]:
    """The times at the table."""
    end, rate = sound.start + sound.frames, timeline.rate
    if sound.at is not None:
        return [Span(sound.at, sound.at + sound.frames / rate)]
    spans = []
    for shot in side_of(timeline, sound.table).shots:
        first, last = max(sound.start, shot.start), min(end, shot.end)
        if first < last:
            assert (shot.kind, shot.speed) == ("play", 1)
            spans.append(Span(shot.time_of(first, rate), shot.time_of(last, rate)))
    return spans


@MANY
@given(wishes(hidden=False))
def test_sound_of_a_frozen_question_ends_before_the_decision(wish: Wish) -> None:
    timeline = timeline_of(wish)
    hands = {hand.times.table: hand for hand in wish.hands}
    for sound in timeline.sound:
        if sound.at is not None:
            decision = hands[sound.table].not_yet(wish.moves_before, 0)
            assert decision is not None
            assert sound.at + sound.frames / timeline.rate < decision


@MANY
@given(wishes(all_sent=True, hidden=False))
def test_streets_begin_together_at_their_times(wish: Wish) -> None:
    """In the mode street, up to the question and in the endings: the tables that are seen to begin
    a street do so in the same frame, which shows exactly its time at each of them."""
    assume(wish.rows[-1][0] == "ranking")
    wish.options["sync"] = "street"
    timeline = timeline_of(wish)
    fork, ending = (beat_start(timeline, name) for name in ("question", "ending-left"))
    begun: dict[tuple[str, bool], list[Fraction]] = {}
    for hand in wish.hands:
        for name, street in hand.times.streets:
            for shot in side_of(timeline, hand.times.table).shots:
                end = shot.time_of(shot.end, timeline.rate)
                if shot.kind == "play" and shot.at <= street.at < end:
                    frame = shot.start + (street.at - shot.at) * timeline.rate / shot.speed
                    if timeline.handle <= frame < fork or frame >= ending:
                        begun.setdefault((name, frame < fork), []).append(frame)
    for name, starts in begun.items():
        if len(starts) > 1:
            assert len(set(starts)) == 1, name
            assert starts[0].denominator == 1, name


@MANY
@given(wishes(all_sent=True, hidden=False))
def test_real_time_has_no_cut_until_the_hand_is_over(wish: Wish) -> None:
    wish.options["sync"] = "clock"
    timeline = timeline_of(wish)
    together = [beat for beat in timeline.beats if beat.name.startswith(("decision", "ending"))]
    first, last = together[0].start, together[-1].start + together[-1].frames
    for side in timeline.sides:
        row = [shot for shot in side.shots if shot.end > first and shot.start < last]
        running = [shot for shot in row if shot.kind == "play"]
        assert len(running) <= 1
        assert all(shot.speed == 1 for shot in running)


@MANY
@given(wishes(hidden=False))
def test_a_segment_is_planned_alike_every_time(wish: Wish) -> None:
    assert timeline_of(wish) == timeline_of(wish)
