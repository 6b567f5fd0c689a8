"""A play is replayed once, when its deal is compared; words, graphics and pages read the steps."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from producer.compare.model import Comparison
from producer.feeds import read
from producer.games import holdem
from producer.record import open_store
from producer.release import open_gate
from producer.resources import resource
from producer.stages.catalogue import CATALOGUE
from producer.stages.moment import BEFORE, DECISION, END, Moment
from producer.stages.style import PLAIN
from producer.web.pages.comparison import comparison_view
from producer.wording import headline, talking_points, three_lines


@contextmanager
def replays() -> Iterator[list[int]]:
    """The length of every line that is replayed during the test."""
    seen: list[int] = []

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is holdem.replay.__code__:
            seen.append(len(frame.f_locals["line"]))

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield seen
    finally:
        sys.setprofile(before)


def show_everything(comparison: Comparison) -> None:
    headline(comparison)
    for pick in comparison.picks:
        three_lines(comparison, pick)
    talking_points(comparison)
    comparison_view(comparison)
    for name in ("two-up", "upright", "split", "field", "matrix"):
        entry = CATALOGUE[name]
        for moment in (BEFORE, DECISION, Moment(2), END):
            assert entry.request is not None
            entry.draw(comparison, entry.request(comparison, (), moment), PLAIN)


def test_the_guides_six_plays_are_replayed_six_times_however_often_they_are_shown(
    tmp_path: Path,
) -> None:
    db = tmp_path / "record.db"
    with open_store(db) as store:
        store.append(read(resource("demo") / "guide.ndjson"))
    gate = open_gate(db)
    with replays() as seen:
        show_everything(gate.comparison("1", "command:compare"))
        show_everything(gate.comparisons("command:deals")[0])
    gate.close()
    # as many actions as each table reported
    assert sorted(seen) == [13, 14, 14, 15, 15, 16]


def test_a_saved_comparison_replays_each_play_once_when_it_is_first_shown(tmp_path: Path) -> None:
    db = tmp_path / "record.db"
    with open_store(db) as store:
        store.append(read(resource("demo") / "guide.ndjson"))
    first = open_gate(db)
    first.comparisons("command:deals")
    first.close()
    again = open_gate(db)
    with replays() as seen:
        (comparison,) = again.comparisons("command:deals")
        assert seen == []
        show_everything(comparison)
        show_everything(comparison)
    again.close()
    assert len(seen) == 6
