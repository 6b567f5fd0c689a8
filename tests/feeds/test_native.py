"""The native feed: events survive a round trip through a file, and no bytes make it raise."""

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
from producer.feeds import Received, Refused, read
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine

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
    chips = [value.numerator if value.denominator == 1 else str(value) for value in values]
    return {str(seat): value for seat, value in enumerate(chips, start=1)}


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
    return st.tuples(*parts).map(lambda drawn: {k: v for part in drawn for k, v in part.items()})


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


def read_bytes(content: bytes) -> list[Received | Refused]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "feed.ndjson"
        path.write_bytes(content)
        return list(read(path, "native"))


def accepted_events(items: Iterable[Received | Refused]) -> list[Event]:
    return [item.event for item in items if isinstance(item, Received)]


@given(
    st.lists(events(), min_size=1, max_size=4),
    st.sampled_from([b"\n", b"\r\n", b"\n\n \n"]),
    st.booleans(),
    st.booleans(),
)
def test_every_event_survives_a_round_trip_through_a_file(
    sent: list[Event], end: bytes, mark: bool, last_end: bool
) -> None:
    lines = [event_json(event).encode() for event in sent]
    content = (b"\xef\xbb\xbf" if mark else b"") + end.join(lines) + (end if last_end else b"")
    items = read_bytes(content)
    assert accepted_events(items) == sent
    assert [item.raw for item in items] == lines


@given(events(), st.data())
def test_mutated_lines_are_accepted_or_refused_and_never_raise(
    event: Event, data: st.DataObject
) -> None:
    line = event_json(event).encode()
    place = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 8))
    put = data.draw(st.binary(max_size=8).filter(lambda some: b"\n" not in some))
    mutated = line[:place] + put + line[place + cut :]
    items = read_bytes(line + b"\n" + mutated + b"\n" + line)
    assert len(items) == 2 + bool(mutated.strip())
    assert accepted_events([items[0], items[-1]]) == [event, event]


@given(st.binary(max_size=200))
def test_any_bytes_give_items_with_place_reason_and_fix(content: bytes) -> None:
    line = event_json(parse_event(FINISHED)).encode()
    for item in read_bytes(line + b"\n" + content)[1:]:
        assert isinstance(item, Refused)
        assert item.place
        assert item.reason
        assert item.problem.hint()


def event_line(**changes: object) -> str:
    envelope = {
        "id": "e1",
        **FIELDS,
        "type": "hand.finished",
        "data": {"deal": 1, "hand": 1, "result": {"1": 5, "2": -5}},
    }
    return json.dumps(envelope | changes)


FINISHED = event_line()
RECORDED = {"deal": 1, "hand": 1, "button": 1, "line": [], "result": {"1": 0}}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "not JSON"),
        (b"[]", "not an event"),
        (b"7", "not an event"),
        (event_line(type="hand.lost").encode(), "there is no event type 'hand.lost'"),
        (event_line(id="").encode(), "id is empty"),
        (event_line(data={"deal": 0, "hand": 1, "result": {}}).encode(), "data.deal: "),
        (
            event_line(data={"deal": 1, "hand": 1, "result": {"1": 0.5}}).encode(),
            "data.result.1: chips must be",
        ),
        (
            event_line(data={"deal": 1, "hand": 1, "result": {"1": 5, "2": -4}}).encode(),
            "add up to 1",
        ),
        (event_line(data={"deal": 1, "hand": 1, "result": {}}).encode(), "names no seat"),
        (event_line(seq=2**60).encode(), "seq: it must be at most 9,007,199,254,740,991"),
        (
            event_line(type="hand.recorded", data=RECORDED | {"cards": {"1": "AsAs"}}).encode(),
            "card As is dealt twice",
        ),
        (
            event_line(
                type="hand.recorded", data=RECORDED | {"cards": {"1": "AsKs"}, "board": "2c3cAs"}
            ).encode(),
            "card As is dealt twice",
        ),
        (
            event_line(type="hand.recorded", data=RECORDED | {"cards": {"1": "1s2s"}}).encode(),
            "data.cards.1: '1s' is not a card",
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
    path.write_bytes(
        FINISHED.encode() + b"\n" + line + b"\n" + event_line(id="e2").encode() + b"\n"
    )
    first, bad, last = read(path)
    assert accepted_events([first, last]) == [
        parse_event(FINISHED),
        parse_event(event_line(id="e2")),
    ]
    assert isinstance(bad, Refused)
    assert reason in bad.reason
    assert bad.place == f"{path}:2"
    assert bad.raw == line[: 1 << 20]


RECORDED_CARDS = event_line(type="hand.recorded", data=RECORDED | {"cards": {"1": "AsKs"}})


@pytest.mark.parametrize(
    ("line", "reason", "hint"),
    [
        (
            event_line(type="hand.finish"),
            "there is no event type 'hand.finish'",
            "mean hand.finished?",
        ),
        (event_line(type="hand.strange"), "there is no event type 'hand.strange'", "GET /schemas"),
        (
            event_line(type="x" * 500),
            f"there is no event type '{'x' * 40}...'",
            "GET /schemas lists",
        ),
        (event_line(type=None), "there is no event type null", "GET /schemas lists"),
        (event_line(type=[1]), "there is no event type a list", "GET /schemas lists"),
        (
            RECORDED_CARDS.replace("AsKs", "XxAs"),
            "data.cards.1: 'Xx' is not a card",
            "and a suit of cdhs, such as Td or 9h. Correct data.cards",
        ),
        (RECORDED_CARDS.replace("AsKs", "As10s"), "data.cards.1: '10' is not a card", "as Td"),
        (RECORDED_CARDS.replace("AsKs", "AsK"), "data.cards.1: 'K' is not a card", "as Td"),
        (
            RECORDED_CARDS.replace('"1": "As', '"11": "As'),
            "data.cards: '11' is not a seat",
            "in data.cards",
        ),
        (RECORDED_CARDS.replace('"AsKs"', "[7]"), "data.cards.1: it should be a valid str", "1"),
        (RECORDED_CARDS.replace('{"1": "AsKs"}', '"AsKs"'), "data.cards: it should be an ob", ""),
        (event_line(data={"hand": 1}), "data.deal is missing", "Add data.deal and send"),
        (event_line(dael=1), "there is no field dael", "Remove dael"),
        (event_line(seq=0), "seq: it should be greater than 0, but is 0", "Correct seq and send"),
        (event_line(seq="now"), "seq: it should be a valid integer, but is 'now'", "Correct seq"),
        (event_line(at="2026-03-14T10:00:00"), "at: '2026-03-14T10:00:00' has no time zone", "at"),
        (event_line(table=5), "table: it should be a valid string, but is 5", "Correct table"),
        (event_line(id="e" * 201), "id is longer than 200 characters", "Correct id"),
        (
            event_line(
                type="hand.action",
                data={"action": "rise", "deal": 1, "hand": 1, "n": 1, "seat": 1},
            ),
            "data.action: it should be 'fold', 'check', 'call', 'bet', 'raise', 'pass', 'bid', ",
            "Correct data.action",
        ),
        ("[]", "not an event: it is not a JSON object", "with the envelope of an event"),
        (FINISHED.encode("utf-16-le"), "the line is in UTF-16", "one line of JSON in UTF-8"),
        ("{", "not JSON: EOF while parsing", "Send the event again"),
    ],
)
def test_reasons_and_fixes_are_in_words_for_the_sender(
    line: str | bytes, reason: str, hint: str
) -> None:
    raw = line.encode() if isinstance(line, str) else line
    refused = read_line(RawLine(1, raw, ended=True, whole=True), "POST", "POST")
    assert isinstance(refused, Refused)
    assert refused.reason.startswith(reason)
    assert hint in refused.problem.hint()
    assert "AsKs" not in refused.reason
    assert "input" not in refused.reason


def test_a_file_that_was_cut_off_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_text(FINISHED + "\n" + FINISHED[:40])
    good, bad = read(path)
    assert isinstance(good, Received)
    assert isinstance(bad, Refused)
    assert (bad.reason, bad.place) == ("the file ends in the middle of this event", f"{path}:2")


def test_a_long_line_at_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_text(FINISHED + " " * ((1 << 20) - len(FINISHED)) + "\n")
    (item,) = read(path)
    assert isinstance(item, Received)


@pytest.mark.parametrize("game", ["holdem", 5, None, [], True])
def test_settings_of_a_game_that_are_no_object_are_refused_at_their_place(game: object) -> None:
    event = {"v": 1, "id": "1", "session": "s", "group": "A", "source": "device",
        "type": "session.opened",
        "data": {"kind": "live", "tables": {"1": {"game": game, "players": {}}}}}  # fmt: skip
    raw = json.dumps(event).encode()
    item = read_line(RawLine(1, raw, ended=True, whole=True), "POST", "POST")
    assert isinstance(item, Refused)
    assert "game" in item.reason
