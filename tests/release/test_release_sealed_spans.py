"""No time at which a table played anything sealed or unknown is open to its camera (RULES P11).

The tables play in true time; their devices say less, later and with faults. The spans are made
from what the devices say, and compared with what was truly on the tables.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from producer.events import Event, event_json, parse_event
from producer.feeds import Received
from producer.record import open_store
from producer.release import Gate, NotAvailable
from producer.release.recordings.hand_times import ClockTime, Span, house_time, shown_within
from producer.release.recordings.sealed_spans import HandStamp, sealed_spans
from producer.simulate import session_events

EXIT = "command:deals"
LATE = Fraction(5)


@dataclass(frozen=True)
class TrueHand:
    """What was on the table from the first card to the last, whether its device said so or not."""

    deal: int
    hand: int
    times: tuple[Fraction, ...]
    fate: str

    @property
    def released(self) -> bool:
        return self.fate == "released"


FATES = ("released", "released", "released", "sealed", "void", "never sent", "refused")


@st.composite
def sittings(draw: st.DrawFn) -> tuple[list[TrueHand], list[HandStamp], dict[str, set[int]]]:
    """A table's hands, and what its device makes of them: up to 5 s late, with heartbeats."""
    now, seq, hands, stamps = Fraction(0), 0, [], []
    clocks: dict[str, set[int]] = {"d": set()}
    seconds = st.integers(0, 400).map(lambda tenths: Fraction(tenths, 10))
    for hand in range(1, draw(st.integers(1, 7)) + 1):
        fate = draw(st.sampled_from(FATES))
        now += 1 + draw(seconds)
        times = [now]
        for _ in range(draw(st.integers(1, 4))):
            now += draw(seconds)
            times.append(now)
        hands.append(TrueHand(100 - hand, hand, tuple(times), fate))
        for n, time in enumerate(times):
            seq += 1
            late = Fraction(draw(st.integers(0, 50)), 10)
            stamp = HandStamp(
                (100 - hand, hand),
                "d",
                seq,
                ClockTime(time + late, LATE),
                by_arrival=False,
                used=fate != "refused" or n != 1,
                starts=n == 0,
                ends=n == len(times) - 1,
            )
            if fate != "never sent":
                stamps.append(stamp)
        if fate != "never sent" and draw(st.booleans()):  # its board, entered after its end
            seq += 1
            at = ClockTime(now + draw(seconds), LATE)
            late_board = replace(stamps[-1], seq=seq, time=at, starts=False, ends=False)
            stamps.append(late_board)
        if draw(st.booleans()):
            seq += 1
            clocks["d"].add(seq)
    return hands, draw(st.permutations(stamps)), clocks


@settings(max_examples=300, deadline=None)
@given(sittings())
def test_nothing_open_was_played_from_a_sealed_deal(
    sitting: tuple[list[TrueHand], list[HandStamp], dict[str, set[int]]],
) -> None:
    hands, stamps, clocks = sitting
    spans = sealed_spans(stamps, {(h.deal, h.hand) for h in hands if h.released}, clocks)
    sealed = [Span(h.times[0], h.times[-1]) for h in hands if not h.released]
    for before, after in pairwise(spans):
        gap = Span(before.last, after.first)
        assert gap.first is not None
        assert gap.last is not None
        assert not any(gap.overlaps(each) for each in sealed)
        shown = shown_within(Span(None, None), spans, (gap.first + gap.last) / 2)
        assert shown == gap


@settings(max_examples=200, deadline=None)
@given(sittings(), st.integers(0, 3000))
def test_what_is_shown_touches_no_sealed_hand_by_more_than_its_times_may_be_wrong(
    sitting: tuple[list[TrueHand], list[HandStamp], dict[str, set[int]]], tenths: int
) -> None:
    hands, stamps, clocks = sitting
    released = {(h.deal, h.hand) for h in hands if h.released}
    shown = shown_within(
        Span(Fraction(-60), Fraction(900)),
        sealed_spans(stamps, released, clocks),
        Fraction(tenths, 10),
    )
    if shown is None:
        return
    for stamp in stamps:
        if stamp.hand not in released:
            time = stamp.time
            assert not shown.overlaps(Span(time.at - time.uncertain, time.at + time.uncertain))


def stamp(hand: int, at: int, seq: int, edge: str = "") -> HandStamp:
    return HandStamp(
        (hand, hand),
        "d",
        seq,
        ClockTime(Fraction(at), LATE),
        by_arrival=False,
        used=True,
        starts=edge == "first",
        ends=edge == "last",
    )


THREE = [
    stamp(1, 100, 1, "first"),
    stamp(1, 200, 2, "last"),
    stamp(2, 240, 3, "first"),
    stamp(2, 300, 4, "last"),
    stamp(3, 350, 5, "first"),
    stamp(3, 400, 6, "last"),
]
ONE_TWO_THREE = {(1, 1), (2, 2), (3, 3)}


def spans_of(*pairs: tuple[int | None, int | None]) -> tuple[Span, ...]:
    return tuple(
        Span(None if first is None else Fraction(first), None if last is None else Fraction(last))
        for first, last in pairs
    )


def test_a_sealed_hand_goes_from_the_end_before_it_to_the_start_after_it() -> None:
    assert sealed_spans(THREE, {(1, 1), (3, 3)}, {}) == spans_of(
        (None, 105), (195, 355), (395, None)
    )


def test_between_two_released_hands_that_follow_each_other_nothing_is_sealed() -> None:
    assert sealed_spans(THREE, ONE_TWO_THREE, {}) == spans_of((None, 105), (395, None))


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 9},  # numbers 3 to 8 never came
        {"hand": (2, 3)},  # the device counted a hand in between
        {"source": "other"},
        {"seq": None},
        {"used": False},
    ],
)
def test_between_hands_that_may_not_be_neighbours_the_time_is_sealed(
    change: dict[str, object],
) -> None:
    second = replace(THREE[2], **change)  # type: ignore[arg-type]
    released = ONE_TWO_THREE | {second.hand}
    found = sealed_spans([*THREE[:2], second, *THREE[3:4]], released, {})
    assert any(span.overlaps(Span(Fraction(210), Fraction(230))) for span in found)


def test_a_heartbeat_between_two_hands_leaves_them_neighbours() -> None:
    later = [replace(each, seq=(each.seq or 0) + 1) for each in THREE[2:]]
    assert len(sealed_spans([*THREE[:2], *later], ONE_TWO_THREE, {"d": {3}})) == 2
    assert len(sealed_spans([*THREE[:2], *later], ONE_TWO_THREE, {})) == 3


def test_after_ten_minutes_of_silence_it_is_not_known_what_was_played() -> None:
    late = [stamp(1, 100, 1, "first"), stamp(1, 701, 2, "last")]
    assert sealed_spans(late, {(1, 1)}, {}) == spans_of((None, None))


def test_a_hand_during_which_the_clock_was_set_back_is_sealed() -> None:
    odd = [stamp(1, 1000, 1, "first"), stamp(1, 100, 2), stamp(1, 150, 3, "last")]
    assert sealed_spans(odd, {(1, 1)}, {}) == spans_of((None, None))


def test_a_time_of_arrival_opens_nothing_but_seals() -> None:
    arrived = replace(THREE[2], time=ClockTime(Fraction(150), Fraction(30)), by_arrival=True)
    assert sealed_spans([*THREE[:2], arrived], {(1, 1)}, {}) == spans_of(
        (None, 105), (120, 180), (195, None)
    )
    as_arrived = [replace(each, by_arrival=True) for each in THREE]
    assert sealed_spans(as_arrived, ONE_TWO_THREE, {}) == spans_of((None, None))


def test_a_board_that_is_entered_after_the_end_makes_the_hand_no_longer() -> None:
    board = replace(THREE[1], time=ClockTime(Fraction(230), LATE), seq=3, ends=False)
    assert sealed_spans([*THREE[:2], board], {(1, 1)}, {}) == spans_of((None, 105), (195, None))


def test_an_event_that_is_sent_again_seals_nothing_of_its_hand() -> None:
    again = replace(THREE[0], time=ClockTime(Fraction(150), LATE), seq=2, used=False, repeats=True)
    end = replace(THREE[1], seq=3)
    assert sealed_spans([THREE[0], again, end], {(1, 1)}, {}) == spans_of((None, 105), (195, None))


def test_an_event_that_was_refused_makes_its_hand_doubtful_there() -> None:
    """Ten seconds between the events on either side of it are too few to be sure of."""
    odd = [
        stamp(1, 100, 1, "first"),
        stamp(1, 195, 2),
        replace(stamp(1, 200, 3), used=False),
        stamp(1, 205, 4),
        stamp(1, 300, 5, "last"),
    ]
    assert sealed_spans(odd, {(1, 1)}, {}) == spans_of((None, 105), (190, 210), (295, None))


def test_a_nudged_table_loses_half_a_second_instead_of_five() -> None:
    sure = [replace(each, time=replace(each.time, uncertain=Fraction(1, 2))) for each in THREE[:2]]
    assert sealed_spans(sure, {(1, 1)}, {})[0].last == Fraction(201, 2)


TABLES, DEALS = 6, 5


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """Six tables play five deals, each in its own random order."""
    return list(session_events(DEALS, seed=7, tables=TABLES))


def gate_with(folder: Path, events: list[Event]) -> Gate:
    gate = Gate(open_store(folder / "record.db"), timedelta(0), lambda: datetime.now(UTC))
    gate.ingest([Received(event_json(each).encode(), each, "test") for each in events])
    return gate


def true_times(events: list[Event], table: str) -> dict[int, tuple[Fraction, Fraction]]:
    """By deal, the first and the last entry of the table's hand."""
    times: dict[int, list[Fraction]] = {}
    for each in events:
        if each.table == table and each.at is not None:
            times.setdefault(each.data.deal, []).append(house_time(each.at.isoformat()))
    return {deal: (min(own), max(own)) for deal, own in times.items()}


def test_six_tables_in_random_orders(tmp_path: Path, events: list[Event]) -> None:
    """After every hand's end: what may be seen of any table lies within its released hands or
    between two that follow each other, and every released hand can be seen."""
    ends = [n for n, each in enumerate(events) if each.type == "hand.finished"]
    session, group = events[0].session, events[0].group
    seen = 0
    gate = gate_with(tmp_path, [])
    sent = 0
    for end in ends[len(ends) // 2 :]:
        batch = events[sent : end + 1]
        gate.ingest([Received(event_json(each).encode(), each, "test") for each in batch])
        sent = end + 1
        released = {key.number for key in gate.released(EXIT)}
        for table, spans in gate.sealed_spans(session, group, EXIT).items():
            for deal, (first, last) in true_times(events, table).items():
                middle = (first + last) / 2
                shown = shown_within(Span(None, None), spans, middle)
                assert (shown is not None) == (deal in released)
                if shown is None:
                    whole = Span(first - 5, last + 5)
                    assert any(_covers(span, whole) for span in spans)
                else:
                    seen += 1
    assert released == set(range(1, DEALS + 1))
    assert seen > 50


def _covers(span: Span, whole: Span) -> bool:
    assert whole.first is not None
    assert whole.last is not None
    return (span.first is None or span.first <= whole.first) and (
        span.last is None or whole.last <= span.last
    )


def test_a_void_hand_and_the_one_that_replays_it_are_sealed(
    tmp_path: Path, events: list[Event]
) -> None:
    gate = gate_with(tmp_path, events)
    session, group = events[0].session, events[0].group
    end = next(each for each in events if each.type == "hand.finished" and each.table == "3")
    times = true_times(events, "3")[end.data.deal]
    middle = sum(times) / 2
    assert shown_within(Span(None, None), gate.sealed_spans(session, group, EXIT)["3"], middle)
    void = {
        **json.loads(event_json(end)),
        "id": "void",
        "source": "producer",
        "type": "hand.voided",
        "data": {"deal": end.data.deal, "hand": end.data.hand, "reason": "two aces of spades"},
    }
    del void["seq"]
    gate.ingest([Received(json.dumps(void).encode(), parse_event(json.dumps(void)), "duplicast")])
    assert end.data.deal not in {key.number for key in gate.released(EXIT)}
    spans = gate.sealed_spans(session, group, EXIT)
    assert shown_within(Span(None, None), spans["3"], middle) is None
    for table in spans:  # the deal is sealed everywhere now
        other = sum(true_times(events, table)[end.data.deal]) / 2
        assert shown_within(Span(None, None), spans[table], other) is None


def test_a_hand_in_progress_is_sealed_without_an_end(tmp_path: Path, events: list[Event]) -> None:
    gate = gate_with(tmp_path, events[: 2 * len(events) // 3])
    for table, spans in gate.sealed_spans(events[0].session, events[0].group, EXIT).items():
        newest = max(
            house_time(each.at.isoformat())
            for each in events[: 2 * len(events) // 3]
            if each.table == table and each.at is not None
        )
        assert spans[-1].last is None
        assert spans[-1].first is None or spans[-1].first < newest


def test_a_group_that_is_not_open_and_an_exit_that_is_not_listed_are_refused(
    tmp_path: Path, events: list[Event]
) -> None:
    gate = gate_with(tmp_path, events)
    with pytest.raises(NotAvailable):
        gate.sealed_spans("another", "A", EXIT)
    with pytest.raises(ValueError, match="not listed"):
        gate.sealed_spans(events[0].session, events[0].group, "elsewhere")
