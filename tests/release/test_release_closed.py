"""The gate fails closed: in doubt a deal is sealed, and an error never returns an old answer.

The rules are tested by themselves in test_release_verdicts; here they are asked of a record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from service import TABLES, fill, guide

from producer.acts import DealDecision, DealSealedAct
from producer.events import parse_event
from producer.feeds import Received
from producer.record import RecordSnapshot, StoreError, open_store
from producer.release import Gate, NotAvailable, by_hand

EXIT = "command:compare"
DEAL = "day/A/1"


class Clock:
    """The gate's clock, set by the test."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def gate(tmp_path: Path, clock: Clock) -> Iterator[Gate]:
    """The guide's deal, live, played by all six tables."""
    fill(tmp_path / "a.db", guide("day", "live", TABLES))
    opened = Gate(open_store(tmp_path / "a.db"), clock=clock)
    assert is_out(opened)
    yield opened
    opened.close()


def is_out(gate: Gate) -> bool:
    """Asks for list, deal and comparison at once."""
    listed = DEAL in [str(key) for key in gate.released(EXIT)]
    assert listed == any(str(deal.key) == DEAL for deal in gate.deals(EXIT))
    assert listed == any(str(found.deal.key) == DEAL for found in gate.comparisons(EXIT))
    if listed:
        assert str(gate.deal(DEAL, EXIT).key) == DEAL
    else:
        with pytest.raises(NotAvailable):
            gate.deal(DEAL, EXIT)
    return listed


def tell(gate: Gate, kind: str, data: dict[str, Any], **place: str | int | None) -> str:
    result = {
        "session": "day",
        "group": "A",
        "source": "scorer",
        "type": kind,
        "data": data,
        **place,
    }
    text = json.dumps({**result, "id": json.dumps(result)[:200]})
    (taken,) = gate.ingest([Received(text.encode(), parse_event(text), "test:1")])
    return taken.outcome


def void(gate: Gate, *, replay: bool) -> None:
    hand = next(play.hand for play in gate.deal(DEAL, EXIT).plays if play.table == "3")
    data = {"deal": 1, "hand": hand, "reason": "exposed card", "replay": replay}
    assert tell(gate, "hand.voided", data, table="3") == "accepted"


def test_a_table_that_must_replay_seals_the_deal_again(gate: Gate) -> None:
    void(gate, replay=True)
    assert not is_out(gate)
    (played,) = [item for item in guide("day", "live") if item.event.table == "3"][-1:]
    again = json.loads(played.raw)
    again |= {"id": "again", "source": "spare device"}
    again["data"]["hand"] += 1000
    text = json.dumps(again)
    (taken,) = gate.ingest([Received(text.encode(), parse_event(text), "test:2")])
    assert taken.outcome == "accepted", taken
    assert is_out(gate)


def test_a_release_by_hand_does_not_outlive_a_replay(gate: Gate) -> None:
    by_hand.release(gate, [DEAL], "the booth asks for it", "test")
    void(gate, replay=True)
    assert not is_out(gate)


def test_a_void_without_a_replay_seals_nothing(gate: Gate) -> None:
    void(gate, replay=False)
    assert is_out(gate)


def test_p11_a_deal_begun_again_after_a_void_without_replay_is_waited_for(gate: Gate) -> None:
    """A mistaken start was voided without replay; the table plays the deal after all."""
    void(gate, replay=False)
    result = {"deal": 1, "hand": 900}
    assert tell(gate, "hand.started", {**result, "button": 1}, table="3", seq=1) == "accepted"
    assert not is_out(gate)
    assert tell(gate, "hand.action", {**result, **raises(1)}, table="3", seq=2) == "accepted"
    assert not is_out(gate)
    again = {**result, "reason": "another mistake", "replay": False}
    assert tell(gate, "hand.voided", again, table="3") == "accepted"
    assert is_out(gate)


def test_p11_a_hand_that_waits_behind_a_gap_after_a_void_without_a_replay_seals(
    gate: Gate,
) -> None:
    void(gate, replay=False)
    result = {"deal": 1, "hand": 900}
    assert tell(gate, "hand.action", {**result, **raises(1)}, table="3", seq=2) == "waiting"
    assert not is_out(gate)


def test_p11_a_void_that_was_refused_seals_until_it_is_decided(gate: Gate) -> None:
    """It may have come before its hand, which waits behind a gap, or have a digit wrong."""
    result = {"deal": 1, "hand": 999, "reason": "exposed card"}
    assert tell(gate, "hand.voided", result, table="3") == "refused"
    assert not is_out(gate)
    (verdict,) = gate.view("command:audit").verdicts.values()
    assert verdict.waits == ("a void of table 3 in quarantine, undecided",)
    gate.decide("command:quarantine", 1, "discard", "no such hand", "test")
    assert is_out(gate)


def test_a_refused_void_that_asks_for_no_replay_seals_nothing(gate: Gate) -> None:
    result = {"deal": 1, "hand": 999, "reason": "exposed card", "replay": False}
    assert tell(gate, "hand.voided", result, table="3") == "refused"
    assert is_out(gate)


def test_a_repeated_void_seals_nothing_more(gate: Gate) -> None:
    hand = next(play.hand for play in gate.deal(DEAL, EXIT).plays if play.table == "3")
    void(gate, replay=True)
    result = {"deal": 1, "hand": hand, "reason": "exposed card, I said"}
    assert tell(gate, "hand.voided", result, table="3") == "refused"
    assert tell(gate, "hand.voided", {**result, "replay": False}, table="3") == "accepted"
    assert is_out(gate)


@pytest.mark.parametrize("kind", ["hand.voided", "hand.corrected"])
def test_the_delay_counts_from_the_void_or_correction_that_ended_a_hand(
    tmp_path: Path, kind: str
) -> None:
    """The last table's unfinished hand is voided without replay, or completed by a correction."""
    fill(tmp_path / "b.db", guide("day", "live", TABLES[:5]))
    (end,) = [item for item in guide("day", "live") if item.event.table == "6"]
    result = json.loads(end.raw)["data"]
    gate = Gate(open_store(tmp_path / "b.db"), timedelta(minutes=30))
    start = {name: result[name] for name in ("deal", "hand", "button", "stacks")}
    assert tell(gate, "hand.started", start, table="6", seq=1) == "accepted"
    before = datetime.now(UTC)
    data = {"deal": 1, "hand": result["hand"], "reason": "the device is broken"}
    if kind == "hand.voided":
        data["replay"] = False
    else:
        data |= {"line": result["line"], "result": result["result"]}
    assert tell(gate, kind, data, table="6") == "accepted"
    (verdict,) = gate.view("command:audit").verdicts.values()
    due = verdict.due
    assert due is not None
    assert due - timedelta(minutes=30) >= before - timedelta(milliseconds=1)
    again = {**data, "reason": "once more"}
    expected = "accepted" if kind == "hand.corrected" else "refused"
    assert tell(gate, kind, again, table="6") == expected
    (verdict,) = gate.view("command:audit").verdicts.values()
    assert verdict.due == due
    gate.close()


def raises(seat: int) -> dict[str, Any]:
    return {"n": 1, "seat": seat, "action": "raise", "to": 300}


def test_a_table_in_no_roster_seals(gate: Gate) -> None:
    assert tell(gate, "hand.started", started(), table="7") == "refused"
    assert not is_out(gate)


def test_an_unopened_group_seals_its_session(gate: Gate) -> None:
    assert tell(gate, "hand.started", started(), table="1", group="B") == "waiting"
    assert not is_out(gate)


def test_an_unopened_group_of_another_session_seals_nothing(gate: Gate) -> None:
    assert tell(gate, "hand.started", started(), table="1", session="other") == "waiting"
    assert is_out(gate)


def started() -> dict[str, Any]:
    return {"deal": 9, "hand": 9, "button": 1, "stacks": {"1": 100, "2": 100}}


def test_a_clock_set_back_seals_until_it_is_right(gate: Gate, clock: Clock) -> None:
    clock.ahead = timedelta(hours=-2)
    assert not is_out(gate)
    clock.ahead = timedelta(0)
    assert is_out(gate)


def test_a_delay_set_later_seals_released_deals_until_it_has_passed(
    gate: Gate, clock: Clock
) -> None:
    by_hand.set_delay(gate, ("day", "A"), 30, "the house asks for it", "test")
    assert not is_out(gate)
    clock.ahead = timedelta(minutes=29)
    assert not is_out(gate)
    clock.ahead = timedelta(minutes=31)
    assert is_out(gate)


def test_expecting_more_tables_than_have_opened_seals(gate: Gate) -> None:
    by_hand.expect_tables(gate, ("day", "A"), 7, "a seventh table comes", "test")
    assert not is_out(gate)


def test_a_seal_by_hand_holds_until_a_release_by_hand(gate: Gate) -> None:
    by_hand.seal(gate, [DEAL], "a picture of it got out", "test")
    assert not is_out(gate)
    by_hand.end_session(gate, ("day", "A"), "everybody has gone", "test")
    assert not is_out(gate)
    by_hand.release(gate, [DEAL], "it is known anyway", "test")
    assert is_out(gate)


def test_the_session_s_end_releases_what_a_table_never_played(tmp_path: Path) -> None:
    fill(tmp_path / "b.db", guide("day", "live", TABLES[:4]))
    gate = Gate(open_store(tmp_path / "b.db"))
    assert not is_out(gate)
    by_hand.end_session(gate, ("day", "A"), "the hall closes", "test")
    assert is_out(gate)
    by_hand.end_session(gate, ("day", "A"), "it goes on after all", "test", ended=False)
    assert not is_out(gate)
    gate.close()


@pytest.mark.parametrize(
    "question",
    [
        "positions",
        "entries_after",
        "group_states",
        "acts",
        "undecided_places",
        "undecided_voids",
        "unopened_groups",
    ],
)
def test_an_unreadable_record_gives_no_answer(
    gate: Gate, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    """Nor the last good answer: the gate cannot know what has arrived since."""

    def broken(*_: object) -> object:
        raise StoreError("a.db", "the disk is gone", "Mend it")

    with monkeypatch.context() as patch:
        patch.setattr(RecordSnapshot, question, broken)
        # Something of each kind, so that every question is asked; the log itself can be written.
        tell(gate, "hand.started", started(), table="7")
        decision = DealDecision(session="day", group="A", deal=1, reason="a test")
        gate.act(DealSealedAct(at=gate.clock(), by="test", data=decision))
        for ask in (gate.released, gate.deals, gate.comparisons):
            with pytest.raises(StoreError):
                ask(EXIT)
        with pytest.raises(StoreError):
            gate.deal(DEAL, EXIT)
    assert not is_out(gate)


def test_p6_nothing_is_released_before_all_six_tables_have_opened(
    tmp_path: Path,
) -> None:
    """Every opening names all six teams, and one table each."""
    opening, *played = guide("day", "live", TABLES)
    singly = []
    for table in TABLES:
        result = json.loads(opening.raw)
        result["id"] = f"opening of {table}"
        result["data"]["tables"] = {table: result["data"]["tables"][table]}
        text = json.dumps(result)
        hand = [item for item in played if item.event.table in (None, table)]
        singly.append([Received(text.encode(), parse_event(text), f"test:{table}"), *hand])
    with open_store(tmp_path / "a.db") as store:
        gate = Gate(store)
        for number, items in enumerate(singly[:5], 1):
            gate.ingest(list(items))
            (verdict,) = gate.view("command:audit").verdicts.values()
            assert verdict.waits == (f"{number} of 6 tables opened",)
            assert gate.released(EXIT) == []
        by_hand.expect_tables(gate, ("day", "A"), 5, "table 6 does not come", "test")
        assert is_out(gate)
        gate.ingest(list(singly[5]))
        assert is_out(gate)
