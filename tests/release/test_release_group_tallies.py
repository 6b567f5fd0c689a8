"""Rankings before and after a deal do not depend on later deals, not in a single byte."""

from pathlib import Path

import pytest

from overlay.svg import stage_svg
from producer.events import Event, event_json
from producer.feeds import Received
from producer.games.line import DealKey
from producer.record import open_store
from producer.release import Gate, open_gate
from producer.release.group_tallies import NoSuchGroup, around, chosen
from producer.scoring import standings
from producer.simulate import session_events
from producer.stages.programme.seat_ranking import seat_ranking_stage

EXIT = "command:deals"
DEALS, SEED = 5, 3


def received(events: list[Event]) -> list[Received]:
    return [
        Received(event_json(event).encode(), event, f"made:{n}")
        for n, event in enumerate(events, 1)
    ]


def gate_on(db: Path, most: int) -> Gate:
    """An archive with the session's deals up to ``most``."""
    events = [
        event
        for event in session_events(DEALS, SEED, archive=True)
        if getattr(event.data, "deal", 0) <= most
    ]
    with open_store(db) as store:
        assert store.append(received(events)).quarantined == 0
    return open_gate(db)


def drawn(gate: Gate, number: int) -> str:
    key = next(key for key in gate.released(EXIT) if key.number == number)
    before, after = (standings(tally) for tally in around(gate, key, EXIT))
    return stage_svg(seat_ranking_stage(before, after, 5, gate.deal(key, EXIT)))


def test_later_deals_change_no_byte_of_a_ranking(tmp_path: Path) -> None:
    whole, early = gate_on(tmp_path / "whole.db", DEALS), gate_on(tmp_path / "early.db", 3)
    try:
        assert len(whole.released(EXIT)) == DEALS
        assert len(early.released(EXIT)) == 3
        assert drawn(whole, 3) == drawn(early, 3)
        assert drawn(whole, 4) != drawn(whole, 3)
    finally:
        whole.close()
        early.close()


def test_before_and_after_differ_by_the_deal_alone(tmp_path: Path) -> None:
    gate = gate_on(tmp_path / "a.db", DEALS)
    try:
        (session,) = gate.sessions()
        key = DealKey(session.session, session.group, 4)
        before, after = around(gate, key, EXIT)
        assert [deal.number for deal in before.hands] == [1, 2, 3]
        assert [deal.number for deal in after.hands] == [1, 2, 3, 4]
        deal = gate.deal(str(key), EXIT)
        for play in deal.plays:
            for seat, result in play.result.items():
                gained = after.sums[seat][play.table] - before.sums[seat][play.table]
                assert gained == result
    finally:
        gate.close()


def test_groups_are_named_by_session_or_in_full(tmp_path: Path) -> None:
    gate = gate_on(tmp_path / "a.db", 1)
    try:
        (session,) = sessions = gate.sessions()
        for name in (None, session.session, f"{session.session}/{session.group}"):
            assert chosen(sessions, name) == [session]
        with pytest.raises(NoSuchGroup, match=f"no session x; there is: {session.session}/"):
            chosen(sessions, "x")
    finally:
        gate.close()
