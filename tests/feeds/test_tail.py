"""Files that grow: whole lines once each, a partial last line waits, a new file begins anew."""

from __future__ import annotations

from pathlib import Path

from effort import counts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from producer.events import event_json
from producer.feeds import Heard, Refused
from producer.feeds.lines import LONGEST_LINE
from producer.feeds.tail import Place, read_on
from producer.simulate import session_events

LINES = [event_json(event).encode() for event in session_events(1, 2, tables=2)]


def ids(items: list[Heard | Refused]) -> list[str]:
    return [item.event.id for item in items if isinstance(item, Heard)]


@settings(max_examples=counts(30, 500), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(1, 400), min_size=1, max_size=60))
def test_however_a_file_grows_every_line_comes_once(tmp_path: Path, steps: list[int]) -> None:
    whole = b"\xef\xbb\xbf" + b"\r\n".join(LINES) + b"\n\n"
    path, place, told = tmp_path / "feed.ndjson", Place(), []
    path.write_bytes(b"")
    at = 0
    for step in [*steps, len(whole)]:
        with path.open("ab") as file:
            file.write(whole[at : at + step])
        at += step
        items, place = read_on(path, place)
        assert all(isinstance(item, Heard) for item in items)
        told += ids(items)
    assert told == [event.id for event in session_events(1, 2, tables=2)]
    path.unlink()


def test_a_line_without_its_end_waits(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(LINES[0] + b"\n" + LINES[1])
    items, place = read_on(path, Place())
    assert (len(items), place.number) == (1, 1)
    assert read_on(path, place) == ([], place)
    with path.open("ab") as file:
        file.write(b"\n")
    items, _ = read_on(path, place)
    assert [item.place for item in items] == [f"{path}:2"]


def test_a_file_replaced_or_cut_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(b"\n".join(LINES[:4]) + b"\n")
    _, place = read_on(path, Place())
    path.write_bytes(LINES[0] + b"\n")
    items, place = read_on(path, place)
    assert len(items) == 1
    (tmp_path / "new").write_bytes(b"\n".join(LINES[:6]) + b"\n")
    (tmp_path / "new").replace(path)
    items, _ = read_on(path, place)
    assert len(items) == 6


def test_a_line_too_long_is_refused_once_and_skipped_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "feed.ndjson"
    path.write_bytes(b"x" * (LONGEST_LINE + 5))
    (refused,), place = read_on(path, Place())
    assert isinstance(refused, Refused)
    assert len(refused.raw) == LONGEST_LINE
    with path.open("ab") as file:
        file.write(b"y" * 10 + b"\n" + LINES[0] + b"\n")
    items, place = read_on(path, place)
    assert [item.place for item in items] == [f"{path}:2"]
    assert place.number == 2
