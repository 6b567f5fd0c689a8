"""The location of the fault in a refused event, for every reason that feed and record give."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from record_events import ALL_IN, BOARD, CARDS, deck, live, opened, recorded, temporary

from producer.events import event_json
from producer.feeds import Refused
from producer.feeds.fault_location import locate_fault, readable_text
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.problems import Problem, problem

FOLD = {"street": "preflop", "seat": 3, "action": "fold"}
HAND = json.loads(event_json(recorded()))
KNOWN = [event_json(each).encode() for each in (opened(kind="live"), deck(), *live("2"))]


def hand(**changed: Any) -> bytes:
    """The hand with some of its envelope, and some of its data (as ``data__x``), otherwise."""
    result = json.loads(json.dumps(HAND))
    for name, value in changed.items():
        *into, last = name.split("__")
        (result["data"] if into else result)[last] = value
    return json.dumps(result, ensure_ascii=False).encode()


def marked(raw: bytes) -> tuple[str, str]:
    """What is marked of ``raw``, refused by a record that knows a deal, and the place's name."""
    with temporary() as (store, _):
        for line in (*KNOWN, raw):
            store.ingest([read_line(RawLine(1, line, ended=True, whole=True), "feed:1", "feed:1")])
        (entry,) = store.quarantine()
        found = locate_fault(entry.raw, entry.problem)
        assert found is not None, entry.reason
        return readable_text(raw)[found.start : found.end], found.name


@pytest.mark.parametrize(("raw", "text", "name"), [
    (b'{"v": 1 "id": "x"}', '"', "line 1, column 9"),
    ('{"id": "Ελένη"\n "v": 1}'.encode(), '"', "line 2, column 2"),
    (b'{"id": "x", "type": "ha', "a", "line 1, column 23"),
    (hand(id="Ελένη").replace("ν".encode(), b"\xff"), "\\xff", "byte 23"),
    (hand(type="hand.record"), '"hand.record"', "type"),
    (hand(at="noon"), '"noon"', "at"),
    (hand(data__deal=0.5), "0.5", "data.deal"),
    (hand(data__line=[FOLD, FOLD | {"seat": "x"}]),
     '"x"', "data.line.1.seat"),
    (hand(data__cards=CARDS | {"2": "AsKh"}), "As", "As in data.cards"),
    (hand(data__board="Qs9h3d4cAh"), "Ah", "Ah in data.board"),
    (hand(data__cards=CARDS | {"2": "KsKhKd"}), '"KsKhKd"', "data.cards.2"),
    (hand(data__board="Qs9h"), '"Qs9h"', "data.board"),
    (hand(data__result={"1": 7, "2": 0, "3": 0}), '{"1": 7, "2": 0, "3": 0}', "data.result"),
    (hand(table="9"), '"9"', "table"),
    (hand(id="hand.action/2/1/1/1", table="2"), '"hand.action/2/1/1/1"', "id"),
    (hand(table="2", data__hand=9, data__line=[]), "1", "data.deal"),
])  # fmt: skip
def test_the_fault_of_a_refused_event_is_found(raw: bytes, text: str, name: str) -> None:
    assert marked(raw) == (text, name)


def test_an_illegal_action_is_found_in_its_line() -> None:
    moves = [{"street": s, "seat": seat, "action": a, "to": to} for s, seat, a, to in ALL_IN]
    moves[1]["to"] = 11
    text, name = marked(hand(data__line=moves))
    assert (json.loads(text), name) == (moves[1], "data.line.1")


def test_what_is_missing_is_found_where_it_should_be() -> None:
    result = json.loads(json.dumps(HAND))
    del result["data"]["line"][2]["seat"]
    text, name = marked(json.dumps(result).encode())
    assert (json.loads(text), name) == (result["data"]["line"][2], "data.line.2")


@pytest.mark.parametrize("raw", [b"", b" ", b"[1]", b"null", b"{}"])
def test_where_nothing_tells_a_place_none_is_made_up(raw: bytes) -> None:
    item = read_line(RawLine(1, raw, ended=True, whole=True), "feed:1", "feed:1")
    assert isinstance(item, Refused)
    assert locate_fault(raw, item.problem) is None


EVENT = event_json(recorded(board=BOARD)).encode()


@given(
    st.one_of(
        st.binary(max_size=60),
        st.builds(
            lambda place, length, new: EVENT[:place] + new + EVENT[place + length :],
            st.integers(0, len(EVENT)),
            st.integers(0, 30),
            st.one_of(st.binary(max_size=6), st.sampled_from([b"[" * 300, b"9" * 5000, b"\n"])),
        ),
    ),
    st.sampled_from([
        problem("no-object"),
        problem("card-dealt-twice", card="As"),
        problem("illegal-action", "data.line.98", action=99, detail="folds", expected="call"),
        problem("board-length", "data.board", cards=6),
        problem("table-not-in-roster", "table", table="1", session="S", group="A"),
    ]),
)  # fmt: skip
def test_no_bytes_make_it_raise_and_every_place_is_in_the_text(raw: bytes, why: Problem) -> None:
    found = locate_fault(raw, why)
    assert found is None or 0 <= found.start < found.end <= len(readable_text(raw))
