"""Every number that a feed sends has a bound: the value just inside is accepted, the one outside
is refused with the field, the bound and the reason. A log from before the bound stays readable."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from producer.events import Event, event_json, event_schema, parse_event
from producer.feeds import Received, Refused, UnknownFormat, read
from producer.feeds.identity import identity_in
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.record import open_store

EXACT = 2**53 - 1
GAME = {"betting": "no-limit", "small_blind": 5, "big_blind": 10, "stack": 1000}
PLAYERS = {"1": {"name": "Ada"}, "2": {"name": "Bo"}}
MOVE = {"street": "preflop", "seat": 1, "action": "raise", "to": 30}
HAND = {"deal": 1, "hand": 1}
DATA: dict[str, dict[str, Any]] = {
    "session.opened": {
        "kind": "archive", "deals": 7, "tables": {"1": {"game": GAME, "players": PLAYERS}},
    },
    "deal.cards": {"deal": 1, "button": 1, "cards": {"1": "AsAh"}},
    "hand.started": {**HAND, "button": 1, "stacks": {"1": 1000}},
    "hand.action": {**HAND, "n": 1, "seat": 1, "action": "raise", "to": 30},
    "hand.board": {**HAND, "cards": "2c3c4c"},
    "hand.finished": {**HAND, "result": {"1": 5, "2": -5}},
    "hand.recorded": {
        **HAND, "button": 1, "cards": {}, "stacks": {"1": 1000}, "line": [MOVE],
        "result": {"1": 5, "2": -5},
    },
    "hand.voided": {**HAND, "reason": "r"},
    "hand.corrected": {**HAND, "reason": "r", "stacks": {"1": 1000}, "line": [MOVE]},
    "hand.under_review": {**HAND, "reason": "r"},
    "hand.ruled": {**HAND, "action": 1, "reason": "r"},
    "deal.corrected": {"deal": 1, "reason": "r", "button": 1},
    "deck.chosen": {"deal": 1, "reason": "r", "table": "1"},
    "event.nudged": {"event": "e", "milliseconds": 1, "reason": "r"},
    "table.nudged": {"milliseconds": 1, "reason": "r"},
    "gap.lost": {"device": "d", "first": 1, "last": EXACT, "reason": "r"},
    "recording.added": {
        "files": ["a.mkv"], "start": "2026-05-01T19:30:00Z", "offset": 0,
        "points": [{"file": "a.mkv", "position": 0, "at": "2026-05-01T19:30:00Z"}],
    },
    "quarantine.decided": {"entry": 1, "decision": "discarded", "reason": "r"},
    "tournament.entered": {"players": {"Ada": {"table": "1", "seat": 1}}},
    "tournament.seated": {"players": {"Ada": {"table": "1", "seat": 1}}},
    "tournament.level": {"level": 1},
    "tournament.chips": {"chips": {"Ada": 1000}},
    "tournament.rebought": {"player": "Ada"},
    "tournament.eliminated": {"players": ["Ada"]},
    "tournament.reinstated": {"player": "Ada", "chips": 1000, "reason": "r"},
    "tournament.payouts": {"prizes": [1000, 500]},
}  # fmt: skip
DEALS = "1,000,000"
LARGEST = "9,007,199,254,740,991"
OF_GAME = ("small_blind", "big_blind", "cap", "stack", "ante", "straddle", "small_bet", "big_bet")
BOUNDS: list[tuple[str, str, int, str]] = [
    *((kind, "deal", 1_000_000, DEALS) for kind, data in DATA.items() if "deal" in data),
    *((kind, "hand", EXACT, LARGEST) for kind, data in DATA.items() if "hand" in data),
    ("session.opened", "deals", 1_000_000, DEALS),
    *(("session.opened", f"tables.1.game.{each}", EXACT, LARGEST) for each in OF_GAME),
    ("session.opened", "tables.1.game.max_bets", 1000, "1,000"),
    ("session.opened", "tables.1.game.max_bets_heads_up", 1000, "1,000"),
    ("hand.started", "stacks.1", EXACT, LARGEST),
    ("hand.recorded", "stacks.1", EXACT, LARGEST),
    ("hand.corrected", "stacks.1", EXACT, LARGEST),
    ("hand.action", "n", 10_000, "10,000"),
    ("hand.ruled", "action", 10_000, "10,000"),
    ("hand.action", "to", EXACT, LARGEST),
    ("hand.recorded", "line.0.to", EXACT, LARGEST),
    ("hand.corrected", "line.0.to", EXACT, LARGEST),
    ("gap.lost", "first", EXACT, LARGEST),
    ("gap.lost", "last", EXACT, LARGEST),
    ("quarantine.decided", "entry", EXACT, LARGEST),
    ("tournament.level", "level", 1000, "1,000"),
    ("tournament.payouts", "prizes.0", 10**12, "1,000,000,000,000"),
    ("tournament.chips", "chips.Ada", EXACT, LARGEST),
    ("tournament.reinstated", "chips", EXACT, LARGEST),
]


def sent(kind: str, data: object, **envelope: object) -> bytes:
    required = {"id": "e1", "session": "S", "group": "A", "table": "1", "source": "d", "type": kind}
    return json.dumps(required | envelope | {"data": data}).encode()


def parsed(raw: bytes) -> Received | Refused:
    return read_line(RawLine(1, raw, ended=True, whole=True), "POST, event 1", "")


def changed(data: Any, path: str, value: object) -> Any:
    """A copy with ``value`` at ``path``."""
    first, _, rest = path.partition(".")
    if isinstance(data, list):
        return [changed(each, rest, value) if rest else value for each in data]
    return {**data, first: changed(data[first], rest, value) if rest else value}


@pytest.mark.parametrize(("kind", "field", "most", "words"), BOUNDS)
def test_every_number_has_its_bound(kind: str, field: str, most: int, words: str) -> None:
    inside = parsed(sent(kind, changed(DATA[kind], field, most)))
    assert isinstance(inside, Received), inside
    for beyond in (most + 1, 10**4000):
        outside = parsed(sent(kind, changed(DATA[kind], field, beyond)))
        assert isinstance(outside, Refused)
        assert outside.reason.startswith(f"data.{field}: it must be at most {words}, which is")
        assert len(outside.reason) < 200
        assert (
            outside.problem.hint()
            == f"Correct data.{field} and send the event again under the same id"
        )


def test_every_whole_number_of_the_schema_has_a_bound() -> None:
    """What is published says so too, for those who write a feed."""
    unbounded = list(_unbounded(event_schema(), ""))
    assert unbounded == []


def _unbounded(schema: Any, place: str) -> Iterator[str]:
    if isinstance(schema, dict):
        number = schema.get("type") in ("integer", "number") and "const" not in schema
        if number and "maximum" not in schema:
            yield place
        for name, each in schema.items():
            yield from _unbounded(each, f"{place}/{name}")
    elif isinstance(schema, list):
        for number, each in enumerate(schema):
            yield from _unbounded(each, f"{place}/{number}")


def test_the_published_schemas_are_those_of_the_code() -> None:
    published = Path(__file__).parents[2] / "docs/schemas/events.v1.json"
    assert json.loads(published.read_text()) == event_schema()


def test_every_event_type_is_tested() -> None:
    kinds = {kind.model_fields["type"].default for kind in get_args(get_args(Event)[0])}
    without_numbers = {"table.clock", "roster.corrected", "tournament.break"}
    assert kinds - DATA.keys() == without_numbers | {"hand.cleared"}  # as under review


@pytest.mark.parametrize(("deals", "accepted"), [(10_000, True), (10_001, False)])
def test_a_live_session_may_have_fewer_deals_than_an_archive(deals: int, accepted: bool) -> None:
    live = DATA["session.opened"] | {"kind": "live", "deals": deals}
    found = parsed(sent("session.opened", live))
    assert isinstance(found, Received) == accepted
    if isinstance(found, Refused):
        assert found.reason == (
            "data.deals: it must be at most 10,000, which is the most deals that a live session "
            "can have"
        )


@pytest.mark.parametrize(
    ("chips", "accepted"),
    [
        (EXACT, True), (EXACT + 1, False), (10**4000, False), (f"{EXACT}/2", True),
        (f"{EXACT + 2}/2", False), ("1/999999999", True), ("1/1000000000", False),
        ("9" * 19 + "/2", False), ("9" * 100_000 + "/2", False), (1e15, False), (1e400, False),
    ],
)  # fmt: skip
def test_results_are_bounded_before_they_are_converted(chips: object, accepted: bool) -> None:
    against = f"-{chips}" if isinstance(chips, str) else -chips  # type: ignore[operator]
    found = parsed(sent("hand.finished", {**HAND, "result": {"1": chips, "2": against}}))
    assert isinstance(found, Received) == accepted
    if isinstance(found, Refused):
        assert found.reason.startswith("data.result.1: ")
        assert len(found.reason) < 200


@pytest.mark.parametrize(("seq", "accepted"), [(EXACT, True), (EXACT + 1, False)])
def test_sequence_numbers_are_exact(seq: int, accepted: bool) -> None:
    assert (
        isinstance(parsed(sent("hand.voided", DATA["hand.voided"], seq=seq)), Received) == accepted
    )


@pytest.mark.parametrize(
    ("at", "accepted"),
    [
        ("1970-01-01T00:00:00+14:00", True), ("1969-12-31T23:59:59Z", False),
        ("2199-12-31T23:59:59-12:00", True), ("2200-01-01T00:00:00Z", False),
        ("0001-01-01T00:00:00+14:00", False), ("9999-12-31T23:59:59-12:00", False),
    ],
)  # fmt: skip
def test_times_are_bounded_in_every_time_zone(at: str, accepted: bool) -> None:
    found = parsed(sent("hand.voided", DATA["hand.voided"], at=at))
    assert isinstance(found, Received) == accepted
    if isinstance(found, Refused):
        assert found.reason.startswith("at: the year must be from 1970 to 2199, and is ")


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "1e400", "-1e400", "NaN"])
def test_a_number_with_too_many_digits_is_refused_in_words(number: str) -> None:
    raw = sent("hand.board", DATA["hand.board"]).replace(
        b'"hand": 1', b'"hand": ' + number.encode()
    )
    found = parsed(raw)
    assert isinstance(found, Refused)
    assert found.reason.startswith(("not JSON: number out of range", "data.hand: it should be"))


@pytest.mark.parametrize("hand", [EXACT + 1, 2**70, 0, True, "1", "9" * 5000])
def test_numbers_read_from_refused_bytes_are_bounded_too(hand: object) -> None:
    raw = sent("hand.voided", {"deal": hand, "hand": hand, "reason": "r"})
    assert (identity_in(raw).deal, identity_in(raw).replay_of) == (None, None)


@given(st.integers(EXACT + 1, 10**60), st.sampled_from(["deal", "hand"]))
def test_an_old_event_beyond_a_bound_is_read_from_the_log(number: int, field: str) -> None:
    """A log is never edited: bounds hold at the way in only."""
    raw = sent("hand.board", DATA["hand.board"] | {field: number})
    assert isinstance(parsed(raw), Refused)
    assert event_json(parse_event(raw)) == event_json(parse_event(event_json(parse_event(raw))))


def test_a_record_with_old_events_beyond_a_bound_is_read_and_rebuilt(tmp_path: Path) -> None:
    """Written before live sessions had at most 10,000 deals."""
    opening = DATA["session.opened"] | {"kind": "live", "deals": EXACT}
    hand = {
        "deal": EXACT, "hand": EXACT, "button": 1, "cards": {"1": "AsAh", "2": "KsKh"},
        "line": [{"street": "preflop", "seat": 1, "action": "fold"}],
        "result": {"1": -5, "2": 5},
    }  # fmt: skip
    events = [
        parse_event(sent("session.opened", opening, id="o", at="0001-01-01T00:00:00+14:00")),
        parse_event(sent("hand.recorded", hand, id="h")),
    ]
    old = [Received(event_json(event).encode(), event, "old:1", native=True) for event in events]
    with open_store(tmp_path / "old.db") as store:
        store.append(old)
        for _ in range(2):
            assert [session.deals for session in store.sessions()] == [EXACT]
            (deal,) = store.deals()
            assert (deal.key.number, deal.plays[0].hand) == (EXACT, EXACT)
            assert len(list(store.entries())) == 2
            assert store.tables()[0].deal in (EXACT, None)
            store.rebuild()


HEADER = "# name/game/hands/seed x holdem.nolimit.3p.game 3000 17\n"


@pytest.mark.parametrize(("number", "accepted"), [(999_999, True), (1_000_000, False)])
def test_hands_of_an_acpc_log_are_bounded(number: int, accepted: bool, tmp_path: Path) -> None:
    """Its hands count from 0, deals from 1."""
    log = tmp_path / "match.log"
    log.write_text(f"{HEADER}STATE:{number}:ff:AsAh|KsKh|QsQh:-50|50|0:a|b|c\n")
    _, found = read(log)
    assert isinstance(found, Received) == accepted
    if isinstance(found, Refused):
        assert found.reason.startswith("deal: it must be at most 1,000,000")


@pytest.mark.parametrize(("players", "accepted"), [(10, True), (11, False), (5000, False)])
def test_an_acpc_log_has_no_more_players_than_a_table(
    players: int, accepted: bool, tmp_path: Path
) -> None:
    names = "|".join(f"p{number}" for number in range(players))
    log = tmp_path / "match.log"
    log.write_text(f"{HEADER}STATE:0:f:{'|' * (players - 1)}:{'0|' * (players - 1)}0:{names}\n")
    if accepted:
        assert len(list(read(log))) == 2
    else:
        with pytest.raises(UnknownFormat, match="A table has 2 to 10 seats"):
            list(read(log))


@pytest.mark.parametrize(("number", "accepted"), [(1_000_000, True), (1_000_001, False)])
def test_hands_of_an_lbr_log_are_bounded(number: int, accepted: bool, tmp_path: Path) -> None:
    log = tmp_path / "match_r1.out"
    log.write_text(f"{number}:a,b:0f:AsAh,KsKh|:50,-50(0)\n")
    _, found = read(log)
    assert isinstance(found, Received) == accepted
    if isinstance(found, Refused):
        assert found.reason.startswith("deal: it must be at most 1,000,000")
