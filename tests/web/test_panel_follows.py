"""Which beat the panel shows of a segment that plays: its marks are beats, streets and notes."""

from pathlib import Path

from guide_deal import guide_deal

from producer.compare import compare
from producer.obs.clips.files import Clip
from producer.obs.clips.status import PlayerStatus
from producer.rundown.beats import Beat
from producer.rundown.pick_beats import beats
from producer.segments.manifest import ClipMark
from producer.stages.moment import BEFORE, DECISION
from producer.web.channels.live import open_channels
from producer.web.panel.running import Followed, followed, moment_of

MARKS = (
    ("cards", 0), ("line", 4), ("turn", 6), ("question", 10), ("fork", 14), ("decision-left", 20),
    ("decision-right", 25), ("note-1", 30), ("river, table 5", 31), ("ending-left", 40),
)  # fmt: skip


def at(cursor: float) -> tuple[Followed, tuple[Beat, ...]]:
    found = compare(guide_deal())
    assert found.best is not None
    marks = tuple(ClipMark(name=name, at=second) for name, second in MARKS)
    clip = Clip(deals=("guide/A/1",), marks=marks, name="one", file=Path("one.mp4"))
    player = PlayerStatus(clip, "playing", cursor, 60.0, 0.0, on_air=True)
    now = followed(open_channels(), player, 0.0)
    assert now is not None
    return now, beats(found, found.best)


def test_a_street_or_a_note_is_no_beat() -> None:
    names = {}
    for second in (1, 7, 11, 15, 26, 32, 41):
        now, planned = at(second)
        beat = now.beat(planned)
        names[second] = beat.name if beat else ""
    assert names == {
        1: "cards", 7: "line", 11: "question", 15: "question", 26: "decision-right",
        32: "decision-right", 41: "ending-left",
    }  # fmt: skip


def test_the_moment_never_goes_back() -> None:
    assert [moment_of(*at(second)) for second in (7, 15)] == [BEFORE, BEFORE]
    assert [moment_of(*at(second)) for second in (26, 32)] == [DECISION, DECISION]


def test_the_countdown_is_to_the_next_beat() -> None:
    for second, left in ((5, 5.0), (11, 9.0), (31, 9.0)):
        now, planned = at(second)
        assert now.next_in(planned) == left
    now, planned = at(41)
    assert now.next_in(planned) is None
