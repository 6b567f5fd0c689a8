"""``follow`` with a file truncated in place, as by logrotate's ``copytruncate``."""

from __future__ import annotations

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
