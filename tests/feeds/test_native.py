"""The native feed: every event survives the way through a file, and no bytes make it raise."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.events import Event, event_json, parse_event
from producer.feeds import Heard, Refused, read

FIELDS = {"session": "s", "group": "A", "table": "1", "source": "device"}
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SEATS = st.integers(1, 10)
CHIPS = st.integers(0, 10**9)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
PLAYERS = st.builds(lambda name: {"name": name}, NAMES)


def by_seat(values: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    return st.dictionaries(SEATS.map(str), values, max_size=6)


@st.composite
def cards(draw: st.DrawFn) -> dict[str, object]:
    deck = draw(st.permutations(DECK))
    seats = draw(st.sets(SEATS, max_size=6))
    holes = {str(seat): "".join(deck[5 + 2 * n : 7 + 2 * n]) for n, seat in enumerate(seats)}
    board = "".join(deck[: draw(st.sampled_from([0, 3, 4, 5]))])
    return {"button": draw(SEATS), "cards": holes, "board": board}


@st.composite
def results(draw: st.DrawFn) -> dict[str, object]:
    halves = draw(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=5))
    values = [Fraction(half, 2) for half in halves]
    values.append(-sum(values, Fraction(0)))
    told = [value.numerator if value.denominator == 1 else str(value) for value in values]
    return {str(seat): value for seat, value in enumerate(told, start=1)}


ACTIONS = st.fixed_dictionaries(
    {"seat": SEATS, "action": st.sampled_from(["fold", "check", "call", "bet", "raise"])},
    optional={"to": CHIPS, "all_in": st.booleans()},
)
MOVES = st.builds(
    lambda street, action: {"street": street, **action},
    st.sampled_from(["preflop", "flop", "turn", "river"]),
    ACTIONS,
)
HAND = st.fixed_dictionaries({"deal": st.integers(1, 999), "hand": st.integers(1, 999)})
STACKS = by_seat(st.none() | st.integers(1, 10**9))
ROSTER = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["live", "archive"]),
        "direction": st.sampled_from(["ascending", "descending"]),
        "tables": st.dictionaries(
            NAMES,
            st.fixed_dictionaries(
                {
                    "game": st.just({"betting": "pot-limit", "small_blind": 1, "big_blind": 2}),
                    "players": by_seat(PLAYERS),
                }
            ),
            max_size=3,
        ),
    }
)


def merged(*parts: st.SearchStrategy[dict[str, object]]) -> st.SearchStrategy[dict[str, object]]:
    return st.tuples(*parts).map(lambda told: {k: v for part in told for k, v in part.items()})


def named(name: str, values: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    return values.map(lambda value: {name: value})


DATA = {
    "session.opened": ROSTER,
    "deal.cards": merged(named("deal", st.integers(1, 999)), cards()),
    "hand.started": merged(
        HAND, named("button", SEATS), named("stacks", STACKS), named("players", by_seat(PLAYERS))
    ),
    "hand.action": merged(HAND, named("n", st.integers(1, 99)), ACTIONS),
    "hand.board": merged(HAND, named("cards", st.sampled_from(["", "2c3c4c", "As"]))),
    "hand.finished": merged(HAND, named("result", results())),
    "hand.recorded": merged(
        HAND,
        cards(),
        named("stacks", STACKS),
        named("line", st.lists(MOVES, max_size=8)),
        named("result", results()),
    ),
}


@st.composite
def events(draw: st.DrawFn) -> Event:
    kind = draw(st.sampled_from(sorted(DATA)))
    envelope = {
        "id": draw(NAMES),
        **FIELDS,
        "type": kind,
        "data": draw(DATA[kind]),
        "seq": draw(st.none() | st.integers(1, 10**6)),
        "at": draw(st.none() | st.just(datetime(2026, 3, 14, 9, 30, tzinfo=UTC).isoformat())),
    }
    return parse_event(json.dumps(envelope))


def read_bytes(content: bytes) -> list[Heard | Refused]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "feed.ndjson"
        path.write_bytes(content)
        return list(read(path, "native"))


def heard(items: Iterable[Heard | Refused]) -> list[Event]:
    return [item.event for item in items if isinstance(item, Heard)]


@given(
    st.lists(events(), min_size=1, max_size=4),
    st.sampled_from([b"\n", b"\r\n", b"\n\n \n"]),
    st.booleans(),
    st.booleans(),
)
def test_every_event_survives_the_way_through_a_file(
    told: list[Event], end: bytes, mark: bool, last_end: bool
) -> None:
    lines = [event_json(event).encode() for event in told]
    content = (b"\xef\xbb\xbf" if mark else b"") + end.join(lines) + (end if last_end else b"")
    items = read_bytes(content)
    assert heard(items) == told
    assert [item.raw for item in items] == lines


@given(events(), st.data())
def test_mutated_lines_are_heard_or_refused_never_raised(event: Event, data: st.DataObject) -> None:
    line = event_json(event).encode()
    place = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 8))
    put = data.draw(st.binary(max_size=8).filter(lambda some: b"\n" not in some))
    mutated = line[:place] + put + line[place + cut :]
    items = read_bytes(line + b"\n" + mutated + b"\n" + line)
    assert len(items) == 2 + bool(mutated.strip())
    assert heard([items[0], items[-1]]) == [event, event]


@given(st.binary(max_size=200))
def test_any_bytes_give_items_with_place_reason_and_mend(content: bytes) -> None:
    line = event_json(parse_event(FINISHED)).encode()
    for item in read_bytes(line + b"\n" + content)[1:]:
        assert isinstance(item, Refused)
        assert item.place
        assert item.reason
        assert item.mend


def told(**changes: object) -> str:
    envelope = {
        "id": "e1",
        **FIELDS,
        "type": "hand.finished",
        "data": {"deal": 1, "hand": 1, "result": {"1": 5, "2": -5}},
    }
    return json.dumps(envelope | changes)


FINISHED = told()
RECORDED = {"deal": 1, "hand": 1, "button": 1, "line": [], "result": {"1": 0}}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "not JSON"),
        (b"[]", "no event"),
        (b"7", "no event"),
        (told(type="hand.lost").encode(), "no event"),
        (told(id="").encode(), "id: string should have at least 1 character"),
        (told(data={"deal": 0, "hand": 1, "result": {}}).encode(), "data.deal: "),
        (
            told(data={"deal": 1, "hand": 1, "result": {"1": 0.5}}).encode(),
            "data.result.1: chips must be",
        ),
        (told(data={"deal": 1, "hand": 1, "result": {"1": 5, "2": -4}}).encode(), "add up to 1"),
        (told(data={"deal": 1, "hand": 1, "result": {}}).encode(), "names no seat"),
        (told(seq=2**60).encode(), "larger than 9007199254740991"),
        (
            told(type="hand.recorded", data=RECORDED | {"cards": {"1": "AsAs"}}).encode(),
            "card As is dealt twice",
        ),
        (
            told(
                type="hand.recorded", data=RECORDED | {"cards": {"1": "AsKs"}, "board": "2c3cAs"}
            ).encode(),
            "card As is dealt twice",
        ),
        (
            told(type="hand.recorded", data=RECORDED | {"cards": {"1": "As"}}).encode(),
            "seat 1 holds 1 cards",
        ),
        (
            told(
                type="hand.recorded", data=RECORDED | {"cards": {"1": "AsKs"}, "board": "2c"}
            ).encode(),
            "a board of 1 cards",
        ),
        (
            told(type="hand.recorded", data=RECORDED | {"cards": {"1": "1s2s"}}).encode(),
            "data.cards.1: string should match pattern",
        ),
        ("é".encode("latin-1"), "not UTF-8 at byte 1 of the line"),
        (FINISHED.encode("utf-16"), "not UTF-8 at byte 1 of the line"),
        (b'{"v":1,"id":"\xed\xa0\x80"}', "not UTF-8"),
        (b"[" * 5000, "not JSON"),
        (b"9" * 5000, "not JSON"),
        (b"x" * ((1 << 20) + 1), "longer than 1048576 bytes"),
    ],
)
def test_a_bad_line_between_good_ones_is_refused_with_its_place(
    tmp_path: Path, line: bytes, reason: str
) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(FINISHED.encode() + b"\n" + line + b"\n" + told(id="e2").encode() + b"\n")
    first, bad, last = read(path)
    assert heard([first, last]) == [parse_event(FINISHED), parse_event(told(id="e2"))]
    assert isinstance(bad, Refused)
    assert reason in bad.reason
    assert bad.place == f"{path}:2"
    assert bad.raw == line[: 1 << 20]


def test_a_file_cut_in_the_middle_says_so(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_text(FINISHED + "\n" + FINISHED[:40])
    good, bad = read(path)
    assert isinstance(good, Heard)
    assert isinstance(bad, Refused)
    assert (bad.reason, bad.place) == ("the file ends in the middle of this event", f"{path}:2")


def test_a_long_line_at_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_text(FINISHED + " " * ((1 << 20) - len(FINISHED)) + "\n")
    (item,) = read(path)
    assert isinstance(item, Heard)
