"""``follow`` with a file truncated in place, as by logrotate's ``copytruncate``."""

from __future__ import annotations

import json
from pathlib import Path

from producer.cli.intake.follow import Watch
from producer.events import event_json
from producer.record import open_store
from producer.simulate import session_events

LINES = [event_json(event).encode() + b"\n" for event in session_events(3, 10, tables=2)]


def test_a_file_truncated_and_grown_past_its_position_is_read_again(tmp_path: Path) -> None:
    feed, result = tmp_path / "feed.ndjson", list[str]()
    with open_store(tmp_path / "duplicast.db") as store:
        watch = Watch(store, result.append)
        feed.write_bytes(b"".join(LINES[:5]))
        assert watch.look(feed)
        feed.write_bytes(b"".join(LINES[5:20]))  # longer than what was read, in the same place
        assert watch.look(feed)
        assert not watch.look(feed)
        assert len(list(store.entries())) == 20
        assert store.quarantine() == []
    assert result == [f"{feed}: what had been read is gone; read again from line 1"]


def test_missing_events_are_said_once_and_when_they_have_come(tmp_path: Path) -> None:
    """Of table 2 its third event from the end comes last."""
    own = [place for place, line in enumerate(LINES) if b'"table":"2"' in line]
    late = LINES[own[-3]]
    number = json.loads(late)["seq"]
    feed, result = tmp_path / "feed.ndjson", list[str]()
    with open_store(tmp_path / "duplicast.db") as store:
        watch = Watch(store, result.append)
        kept = [line for line in LINES if line is not late]
        for lines in (kept[: own[-2]], kept, [*kept, late]):
            feed.write_bytes(b"".join(lines))
            while watch.look(feed):
                pass
            watch.say_waiting()
        assert store.gaps() == []
    gap, filled = result
    assert f": table 2 waits behind event {number}, 1 later event" in gap
    assert filled == "nothing waits for missing events any more"
