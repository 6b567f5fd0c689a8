"""Reading files that grow, are truncated or are replaced."""

from __future__ import annotations

import json
from pathlib import Path

from effort import counts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from producer.events import event_json
from producer.feeds import Received, Refused
from producer.feeds.following import REMEMBERED, FilePosition, read_new_lines
from producer.feeds.raw_lines import LONGEST_LINE
from producer.simulate import session_events

LINES = [event_json(event).encode() for event in session_events(1, 2, tables=2)]
MANY = [event_json(event).encode() for event in session_events(2, 20, tables=3)]


def event_id(line: bytes) -> str:
    return str(json.loads(line)["id"])


def ids(items: list[Received | Refused]) -> list[str]:
    return [item.event.id for item in items if isinstance(item, Received)]


@settings(max_examples=counts(30, 500), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(1, 400), min_size=1, max_size=60))
def test_every_line_of_a_growing_file_is_read_once(tmp_path: Path, steps: list[int]) -> None:
    whole = b"\xef\xbb\xbf" + b"\r\n".join(LINES) + b"\n\n"
    path, place, read = tmp_path / "feed.ndjson", FilePosition(), []
    path.write_bytes(b"")
    at = 0
    for step in [*steps, len(whole)]:
        with path.open("ab") as file:
            file.write(whole[at : at + step])
        at += step
        items, place = read_new_lines(path, place)
        assert all(isinstance(item, Received) for item in items)
        read += ids(items)
    assert read == [event.id for event in session_events(1, 2, tables=2)]
    path.unlink()


def test_a_line_without_its_line_ending_waits(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(LINES[0] + b"\n" + LINES[1])
    items, place = read_new_lines(path, FilePosition())
    assert (len(items), place.number) == (1, 1)
    assert read_new_lines(path, place) == ([], place)
    with path.open("ab") as file:
        file.write(b"\n")
    items, _ = read_new_lines(path, place)
    assert [item.place for item in items] == [f"{path}:2"]


def test_a_file_replaced_or_cut_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(b"\n".join(LINES[:4]) + b"\n")
    _, place = read_new_lines(path, FilePosition())
    path.write_bytes(LINES[0] + b"\n")
    items, place = read_new_lines(path, place)
    assert len(items) == 1
    (tmp_path / "new").write_bytes(b"\n".join(LINES[:6]) + b"\n")
    (tmp_path / "new").replace(path)
    items, _ = read_new_lines(path, place)
    assert len(items) == 6


@settings(max_examples=counts(30, 500), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 1200)), min_size=2, max_size=12))
def test_all_lines_of_a_truncated_and_rewritten_file_are_read(
    tmp_path: Path, steps: list[tuple[bool, int]]
) -> None:
    """Truncated and rewritten between two reads, shorter or longer than before."""
    feed = b"".join(line + b"\n" for line in MANY)
    path, place, read, start = tmp_path / "feed.ndjson", FilePosition(), set(), 0
    at = 0
    for cut, step in steps:
        if cut:
            start = at = feed.index(b"\n", at) + 1
        at += step
        path.write_bytes(feed[start:at])  # the same inode, as of `: > FILE; ... >> FILE`
        items, place = read_new_lines(path, place)
        assert all(isinstance(item, Received) for item in items)
        read |= set(ids(items))
        there = [event_id(line) for line in feed[start:at].split(b"\n")[:-1]]
        assert set(there) <= read
        assert place.number == len(there)
    path.unlink()


def test_a_growing_file_is_never_read_twice(tmp_path: Path) -> None:
    path, place, read = tmp_path / "feed.ndjson", FilePosition(), []
    for line in MANY:
        with path.open("ab") as file:
            file.write(line + b"\n")
        items, place = read_new_lines(path, place)
        read += ids(items)
        assert len(place.before) <= REMEMBERED
        assert not place.rewritten
    assert read == [event_id(line) for line in MANY]
    assert read_new_lines(path, place) == ([], place)


def test_the_position_says_that_the_file_was_rewritten(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(b"\n".join(LINES[:4]) + b"\n")
    _, first = read_new_lines(path, FilePosition())
    (tmp_path / "new").write_bytes(b"\n".join(LINES[:6]) + b"\n")
    (tmp_path / "new").replace(path)  # replaced, with the lines already read still in it
    _, second = read_new_lines(path, first)
    path.write_bytes(b"\n".join(LINES[4:]) + b"\n")
    _, third = read_new_lines(path, second)
    _, fourth = read_new_lines(path, third)
    assert [each.rewritten for each in (first, second, third, fourth)] == [
        False,
        False,
        True,
        False,
    ]


def test_a_line_too_long_is_refused_once_and_skipped(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(b"x" * (LONGEST_LINE + 5))
    (refused,), place = read_new_lines(path, FilePosition())
    assert isinstance(refused, Refused)
    assert len(refused.raw) == LONGEST_LINE
    with path.open("ab") as file:
        file.write(b"y" * 10 + b"\n" + LINES[0] + b"\n")
    items, place = read_new_lines(path, place)
    assert [item.place for item in items] == [f"{path}:2"]
    assert place.number == 2
