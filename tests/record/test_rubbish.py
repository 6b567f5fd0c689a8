"""Whatever is sent: an outcome for every line, no exception, and a rebuild that says the same."""

from __future__ import annotations

import json
import random
import resource
from typing import Any

from effort import PROVE, counts
from hypothesis import given, settings
from hypothesis import strategies as st
from record_events import reasons, temporary
from test_rebuild import derived

from producer.events import event_json
from producer.feeds import Received, Refused
from producer.feeds.native import read_line
from producer.feeds.raw_lines import RawLine
from producer.simulate import session_events

EVENTS = list(session_events(3, 8, tables=3))
LINES = [event_json(event).encode() for event in EVENTS]
TOLD = [json.loads(line) for line in LINES]
ODD: list[Any] = [
    None, True, -1, 0, 1, 2, 3, 99, 2**53, 2**70, 1.5, "", "x", "AsAs", "Qs", "9/2", [], {}, "4",
]  # fmt: skip


def item(raw: bytes, n: int) -> Received | Refused:
    return read_line(RawLine(n, raw, ended=True, whole=True), f"fuzz:{n}", "")


def changed(result: dict[str, Any], path: list[int], value: Any) -> dict[str, Any]:
    """``told`` with one field, found by going down ``path``, replaced."""
    result = json.loads(json.dumps(result))
    place: Any = result
    for step in path[:-1]:
        keys = list(place)
        below = place[keys[step % len(keys)]]
        if not isinstance(below, dict) or not below:
            break
        place = below
    keys = list(place)
    place[keys[path[-1] % len(keys)]] = value
    return result


@st.composite
def streams(draw: st.DrawFn) -> list[bytes]:
    """A session's events, some lost, repeated, exchanged, changed in a field; some of the desk."""
    kept = draw(st.lists(st.integers(0, len(TOLD) - 1), min_size=5, max_size=120))
    lines = [LINES[0]] if draw(st.booleans()) else []
    for place in sorted(kept) if draw(st.booleans()) else kept:
        result = TOLD[place]
        for _ in range(draw(st.integers(0, 4)) // 3):
            path = draw(st.lists(st.integers(0, 9), min_size=1, max_size=3))
            result = changed(result, path, draw(st.sampled_from(ODD)))
        lines.append(json.dumps(result).encode())
        if draw(st.integers(0, 9)) == 0:
            lines.append(json.dumps(of_the_desk(draw, TOLD[place], len(lines))).encode())
    return lines


def of_the_desk(draw: st.DrawFn, result: dict[str, Any], n: int) -> dict[str, Any]:
    data = {
        "deal": result["data"].get("deal", 1),
        "hand": result["data"].get("hand", 1),
        "reason": "r",
    }
    kind = draw(
        st.sampled_from(
            ["hand.voided", "hand.under_review", "hand.cleared", "hand.corrected", "gap.lost",
             "deal.corrected", "table.nudged"]
        )
    )  # fmt: skip
    if kind == "gap.lost":
        first = draw(st.integers(1, 60))
        more = draw(st.integers(0, 20))
        data = {"device": "device-1", "first": first, "last": first + more, "reason": "r"}
    elif kind == "deal.corrected":
        data = {"deal": data["deal"], "reason": "r", "cards": {"1": draw(st.sampled_from(HOLES))}}
    elif kind == "table.nudged":
        data = {"milliseconds": 5, "reason": "r"}
    elif kind == "hand.voided":
        data["replay"] = draw(st.booleans())
    elif kind == "hand.corrected":
        data["result"] = {"1": 100, "2": -100}
    return {
        **{name: result[name] for name in ("session", "group")},
        "table": result.get("table", "1"),
        "id": f"desk/{n}",
        "source": "desk",
        "type": kind,
        "data": data,
    }


HOLES = ["2c2d", "AsKs", "7h7d"]


@settings(max_examples=counts(25, 1000))
@given(streams(), st.integers(1, 40))
def test_any_stream_has_an_outcome_a_line_and_a_rebuild_agrees(
    lines: list[bytes], size: int
) -> None:
    with temporary() as (store, path):
        for start in range(0, len(lines), size):
            part = [item(raw, n) for n, raw in enumerate(lines[start : start + size], start)]
            result = store.ingest(part)
            assert len(result) == len(part)
            for each in result:
                if each.outcome in ("accepted", "waiting", "known"):
                    assert each.id is not None
                else:
                    assert each.reason
                    assert each.problem.hint()
        before = derived(path)
        store.rebuild()
        assert derived(path) == before
        again = store.ingest([item(raw, n) for n, raw in enumerate(lines)])
        assert not {each.outcome for each in again} & {"accepted", "waiting"} or reasons(store)


def test_mutated_lines_are_taken_or_refused_one_by_one() -> None:
    lot = random.Random(3)
    total = counts(3_000, 100_000)
    with temporary() as (store, _):
        store.ingest([item(LINES[0], 0)])
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for start in range(0, total, 500):
            part = [item(mutated(lot), n) for n in range(start, start + 500)]
            assert len(store.ingest(part)) == len(part)
        if PROVE:
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
            assert grown < 300 * 1024
        assert list(store.deals()) is not None


def mutated(lot: random.Random) -> bytes:
    """A line of the feed with a few bytes changed, cut, doubled, or put in from another."""
    raw = bytearray(lot.choice(LINES))
    for _ in range(lot.randrange(1, 4)):
        at = lot.randrange(len(raw) + 1)
        kind = lot.randrange(5)
        if kind == 0:
            raw[at:at] = bytes([lot.randrange(256)])
        elif kind == 1:
            del raw[at : at + lot.randrange(1, 9)]
        elif kind == 2 and at < len(raw):
            raw[at] = lot.choice(b'0123456789"{}[],:AKsh\\\xff')
        elif kind == 3:
            other = lot.choice(LINES)
            cut = lot.randrange(len(other))
            raw[at:at] = other[cut : cut + 30]
        else:
            raw[at:at] = raw[at : at + 20]
    return bytes(raw).replace(b"\n", b" ")
