"""An event is taken exactly if the published schema says so, and every key of it is there once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from test_bounds_of_the_feed import DATA, parsed, sent

from producer.feeds import Received, Refused
from producer.feeds.fault_location import locate_fault
from producer.feeds.identity import identity_in
from producer.json_text import KeyTwice, read_json

PUBLISHED = Path(__file__).parents[2] / "docs/schemas/events.v1.json"
ODD: list[Any] = [
    True, False, None, "", "1", "1_0", " 1", "+1", "1e3", 1.5, 0, -1, [], {}, [1], {"1": 1},
    {"1_0": 1}, {"01": 1}, {"1.0": 1}, {"0": 1}, {"11": 1}, {"١": 1}, 1700000000, "1700000000",
]  # fmt: skip


ACTION = sent("hand.action", DATA["hand.action"])


TIMES = {"at", "ends", "midnight", "start", "until"}
"""Fields with a form that validators of schemas leave unchecked."""


@cache
def schema() -> Draft202012Validator:
    return Draft202012Validator(json.loads(PUBLISHED.read_text()))


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[str | int, ...]] = []
    for name, each in inner:
        found.append((*path, name))
        if isinstance(each, dict | list):
            found += places(each, (*path, name))
    return found


@given(st.data())
def test_an_event_is_taken_exactly_if_the_published_schema_takes_it(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(DATA)))
    event = json.loads(sent(kind, DATA[kind], v=1, seq=3, at="2026-05-01T19:30:00+02:00"))
    *into, last = data.draw(
        st.sampled_from([place for place in places(event) if place != ("type",)])
    )
    of = event
    for name in into:
        of = of[name]
    of[last] = data.draw(st.sampled_from(ODD))
    by_schema = schema().is_valid(event) and not isinstance(event["v"], bool)
    if last in TIMES and isinstance(of[last], str):
        by_schema = False  # none of the odd values is a time in the form of RFC 3339
    result = parsed(json.dumps(event).encode())
    # Beyond the schema: a fraction's form, a colour, cards and sums are checked by further rules.
    if isinstance(result, Refused) and result.problem.code not in ("field", "no-object"):
        return
    assert isinstance(result, Received) == by_schema, (event, result)


@pytest.mark.parametrize(
    "at",
    ["1700000000", "2026-05-01", "20260501T193000Z", "2026-05-01T19:30Z", "2026-05-01T25:00:00Z"],
)
def test_a_time_is_written_as_rfc_3339_says(at: str) -> None:
    result = parsed(sent("hand.voided", DATA["hand.voided"], at=at))
    assert isinstance(result, Refused)
    wanted = "at: it should be a time such as 2026-05-01T19:30:00+02:00"
    assert result.reason == f"{wanted}, but is '{at}'"


@pytest.mark.parametrize(
    ("raw", "key", "place"),
    [
        (ACTION[:-2] + b', "action": "fold"}}', "action", "data.action"),
        (b'{"table": "2", ' + sent("hand.voided", DATA["hand.voided"])[1:], "table", "table"),
        (
            sent("hand.finished", {"deal": 1, "hand": 1}).replace(
                b'"hand": 1', b'"hand": 1, "result": {"1": 5, "2": -5, "1": -5}'
            ),
            "1",
            "data.result.1",
        ),
        (b'{"\\u0069d": "a", ' + sent("hand.voided", DATA["hand.voided"])[1:], "id", "id"),
    ],
)  # fmt: skip
def test_a_key_given_twice_is_refused_by_name(raw: bytes, key: str, place: str) -> None:
    result = parsed(raw)
    assert isinstance(result, Refused)
    assert result.reason == f"the key {key} is twice in one object, so its value is not certain"
    assert result.problem.hint() == "Give every key once and send the event again under the same id"
    found = locate_fault(raw, result.problem)
    assert found is not None
    assert found.name == place
    assert found.start > raw.index(key[-1].encode())


def test_what_is_given_twice_says_nothing_of_whose_event_it_is() -> None:
    raw = b'{"id": "a", "table": "1", "table": "2", "data": {"deal": 3, "deal": 4}}'
    found = identity_in(raw)
    assert (found.id, found.table, found.deal) == ("a", "", None)


KEYS = st.sampled_from("abc")
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(VALUES)
def test_json_with_every_key_once_is_read_as_python_reads_it(value: Any) -> None:
    assert read_json(json.dumps(value)) == value


@given(VALUES, KEYS)
def test_a_repeated_key_is_found_at_any_depth(value: Any, key: str) -> None:
    twice = f'{{"{key}": {json.dumps(value)}, "{key}": 1}}'
    for text in (twice, f"[{twice}]", f'{{"z": [0, {twice}]}}'):
        with pytest.raises(KeyTwice) as refused:
            read_json(text)
        assert refused.value.key == key
