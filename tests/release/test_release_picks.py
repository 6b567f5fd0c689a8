"""A producer's decisions about picks are in the log, and stay through restart and rebuild."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from service import TABLES, fill, guide, open_gate_on
from test_release_flags import said

from producer.compare.by_hand import NotPickable
from producer.compare.model import EditedLine, Pick
from producer.events import parse_event
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record import open_store
from producer.release import Gate, NotAvailable, by_hand, open_gate, picks
from producer.release.audit import audit
from producer.wording import headline, three_lines
from producer.wording.pick_lines import facts_stated, out_of_date, written_line

EXIT, AUDIT = "command:deals", "command:audit"
KEY = DealKey("guide", "A", 1)
ME = "Ana"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    fill(tmp_path / "g.db", guide("guide", "live", TABLES))
    return tmp_path / "g.db"


@pytest.fixture
def gate(db: Path) -> Iterator[Gate]:
    with open_gate_on(db) as opened:
        yield opened


def ids(gate: Gate) -> list[str]:
    return [pick.id for pick in gate.comparison(str(KEY), EXIT).picks]


def decide_everything(gate: Gate) -> Pick:
    """Stars the last pick, dismisses the first, ranks the second, and makes one."""
    first, second, *_, last = ids(gate)
    picks.star(gate, KEY, last, ME)
    picks.dismiss(gate, KEY, first, "shown yesterday", ME)
    picks.rank(gate, KEY, second, 1, ME)
    return picks.make(gate, str(KEY), {"6": 1, "5": 1}, "both players are here", ME, EXIT)


def test_decisions_order_the_picks_of_a_deal(gate: Gate) -> None:
    first, second, *_, last = ids(gate)
    made = decide_everything(gate)
    after = gate.comparison(str(KEY), EXIT)
    assert [pick.id for pick in after.picks][:2] == [second, last]
    assert after.picks[-1].id == first
    assert after.picks[-1].decision.dismissed == "shown yesterday"
    assert made.id in [pick.id for pick in after.picks]
    picks.star(gate, KEY, last, ME, starred=False)
    picks.dismiss(gate, KEY, first, "", ME)
    picks.rank(gate, KEY, second, None, ME)
    assert next(each for each in ids(gate) if each != made.id) == first


def test_decisions_stay_through_a_restart_and_a_rebuild(db: Path) -> None:
    with open_gate_on(db) as gate:
        decide_everything(gate)
        before = gate.comparisons(EXIT)
    with open_gate_on(db) as again:
        assert again.comparisons(EXIT) == before
    with open_store(db) as store:
        store.rebuild()
    with open_gate_on(db) as rebuilt:
        assert rebuilt.comparisons(EXIT) == before


def test_decisions_stay_when_another_table_finishes_the_deal(tmp_path: Path) -> None:
    """The ids of picks do not change with further tables (DESIGN, comparison 4)."""
    db = tmp_path / "five.db"
    fill(db, guide(tables=TABLES[:5]))
    with open_gate_on(db) as gate:
        starred = ids(gate)[-1]
        picks.star(gate, KEY, starred, ME)
        fill(db, guide(tables=TABLES[5:]))
        best = gate.comparison(str(KEY), EXIT).best
    assert best is not None
    assert (best.id, best.decision.starred) == (starred, True)


def test_a_voided_hand_ends_a_pick_and_the_deal_says_so(tmp_path: Path) -> None:
    db = tmp_path / "archive.db"
    fill(db, guide())
    with open_gate_on(db) as gate:
        made = picks.make(gate, str(KEY), {"3": 1, "5": 1}, "both players are here", ME, EXIT)
        assert made.id in ids(gate)
        with open_store(db) as store:
            store.append([said("hand.voided", 1, replay=False)])
        after = gate.comparison(str(KEY), EXIT)
    assert after.gone == {made.id: "made by hand: both players are here"}


def with_recordings(recordings: dict[str, list[str]]) -> list[Received]:
    """The guide's session, live, with an opening that names recordings."""
    opening, *rest = guide("guide", "live", TABLES)
    event = json.loads(opening.raw)
    event["data"]["recordings"] = recordings
    raw = json.dumps(event).encode()
    return [Received(raw, parse_event(raw), opening.place), *rest]


@pytest.mark.parametrize(
    ("recorded", "cameras", "value", "words"),
    [
        ((), (), None, "the session has no recordings and no cameras"),
        ((), ("1", "2"), 0.0, "no camera at these tables"),
        (("5",), (), 0.5, "a camera at one table only"),
        (("5",), ("6", "lobby"), 1.0, "cameras at both tables"),
        ((), ("5", "6"), 1.0, "cameras at both tables"),
    ],
)
def test_a_pick_says_which_of_its_tables_have_a_recording_or_a_camera(
    tmp_path: Path,
    recorded: tuple[str, ...],
    cameras: tuple[str, ...],
    value: float | None,
    words: str,
) -> None:
    db = tmp_path / "recorded.db"
    fill(db, with_recordings({table: [f"table-{table}.mp4"] for table in recorded}))
    gate = open_gate(db, cameras=cameras)
    (pick,) = (
        each
        for each in gate.comparison(str(KEY), EXIT).picks
        if {*each.pairing} == {"5", "6"} and each.street == "turn"
    )
    gate.close()
    assert (pick.components["pictures"].value, pick.components["pictures"].reason) == (value, words)


def test_recordings_of_a_table_that_is_not_there_are_refused_with_the_reason(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "recorded.db") as store:
        store.append(with_recordings({"9": ["table-9.mp4"]})[:1])
        (entry,) = store.quarantine()
    assert entry.reason == "there are recordings of table 9, which is not in the session"


def test_decisions_are_in_the_audit(gate: Gate) -> None:
    first = ids(gate)[0]
    picks.dismiss(gate, KEY, first, "shown yesterday", ME)
    made = picks.make(gate, str(KEY), {"6": 1, "5": 1}, "both players are here", ME, EXIT)
    dismissed, of_two = audit(gate, AUDIT)
    assert (dismissed.by, dismissed.what, dismissed.deal) == (ME, "dismissed a pick", "guide/A/1")
    assert dismissed.more == f"pick {first}; dismissed yes; shown yesterday"
    assert of_two.more == f"pick {made.id}; moves 6:2, 5:2; both players are here"


def test_a_sealed_deal_s_pick_answers_as_one_that_never_was(gate: Gate) -> None:
    first = ids(gate)[0]
    picks.star(gate, KEY, first, ME)
    by_hand.seal(gate, [str(KEY)], "a test", ME)
    said = []
    for id_ in (first, "zzzzzz"):
        with pytest.raises(picks.PickGone) as gone:
            picks.find_pick(gate, id_, EXIT)
        said.append(str(gone.value).replace(id_, "ID"))
    assert said[0] == said[1]
    assert said[0].startswith("this pick is gone: ")
    for reference in (str(KEY), "guide/A/2"):
        with pytest.raises(NotAvailable):
            picks.find_pick(gate, first, EXIT, reference)
        with pytest.raises(NotAvailable):
            picks.make(gate, reference, {"6": 1, "5": 1}, "why", ME, EXIT)


def test_a_pick_that_the_deal_has_is_not_made_again(gate: Gate) -> None:
    best = gate.comparison(str(KEY), EXIT).best
    assert best is not None
    at = dict.fromkeys(best.pairing, len(best.history))
    with pytest.raises(NotPickable, match=f"has this pick already: {best.id}; star it"):
        picks.make(gate, str(KEY), at, "mine", ME, EXIT)


def edit(gate: Gate, text: str) -> EditedLine:
    comparison = gate.comparison(str(KEY), EXIT)
    assert comparison.best is not None
    facts = facts_stated(written_line(comparison, comparison.best, "headline"))
    edited = EditedLine("headline", "en", text, facts)
    picks.edit_line(gate, KEY, comparison.best.id, edited, ME)
    return edited


def test_an_edited_line_is_used_in_its_language_until_it_is_taken_back(gate: Gate) -> None:
    before = headline(gate.comparison(str(KEY), EXIT))
    edit(gate, "Kings against jacks, and only one pays")
    after = gate.comparison(str(KEY), EXIT)
    assert after.best is not None
    assert headline(after) == "Kings against jacks, and only one pays"
    assert str(three_lines(after, after.best).headline) == headline(after)
    assert headline(after, "es") != headline(after)
    edit(gate, "")
    assert headline(gate.comparison(str(KEY), EXIT)) == before


def test_an_edited_line_is_not_used_when_its_facts_have_changed(gate: Gate) -> None:
    """The table with the better result won 50 big blinds when the line was written, by its facts;
    now they say otherwise."""
    own = headline(gate.comparison(str(KEY), EXIT))
    edited = edit(gate, "A line written on other results")
    changed = {**edited.facts, "first.amount": "50 big blinds"}
    stale = EditedLine("headline", "en", edited.text, changed)
    comparison = gate.comparison(str(KEY), EXIT)
    assert comparison.best is not None
    assert changed.keys() == edited.facts.keys()
    picks.edit_line(gate, KEY, comparison.best.id, stale, ME)
    after = gate.comparison(str(KEY), EXIT)
    assert headline(after) == own
    assert after.best is not None
    why = out_of_date(after, after.best, stale)
    assert why == (
        f"out of date: it was written on 50 big blinds; now it is {edited.facts['first.amount']}"
    )
    assert out_of_date(after, after.best, edited) == ""
