"""The progress bar of ``ingest`` moves within a file."""

from pathlib import Path

import pytest
from rich.progress import Progress

from producer.cli.intake import reading_bar
from producer.cli.intake.reading_bar import moving, size_of
from producer.events import event_json
from producer.feeds import read
from producer.simulate import session_events


def test_the_bar_is_half_way_in_the_middle_of_a_file_and_at_its_end_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_bar, "STEP", 100)
    file = tmp_path / "feed.jsonl"
    lines = [event_json(event) + "\n" for event in session_events(2, 20, tables=3)]
    file.write_text("".join(lines), encoding="utf-8")
    size = file.stat().st_size
    bar = Progress(disable=True)
    task = bar.add_task("read", total=size_of(file))
    positions = [bar.tasks[0].completed for _ in moving(read(file), bar, task, size)]
    assert len(positions) == len(lines)
    assert 0.3 < positions[len(lines) // 2] / size < 0.6
    assert bar.tasks[0].completed == size
    assert size_of(tmp_path / "none") == 0
