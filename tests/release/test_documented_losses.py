"""What docs/feed.md says that a lost event costs is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

from record_events import TO_THE_FLOP, TO_THE_FLOP_RESULT, deck, event, live, opened, received

from producer.events import Event
from producer.record import open_store
from producer.record.intake.decisions import declare_lost
from producer.release import open_gate
from producer.release.forecasts.forecast import phrases
from producer.release.forecasts.live_forecast import live_forecasts

TEXT = (Path(__file__).parents[2] / "docs/feed.md").read_text(encoding="utf-8")
COSTS = TEXT.partition("### What a lost event costs\n")[2].partition("\n## ")[0]
UNUSABLE, PERSON, BOARDLESS, NEVER, PERHAPS = (
    words for words in re.findall(r"`([^`]+)`", COSTS) if " " in words
)


def numbered(first: int, events: list[Event]) -> list[Event]:
    return [each.model_copy(update={"seq": n}) for n, each in enumerate(events, first)]


def heartbeats(number: int) -> list[Event]:
    return [event("table.clock", {}, table="4", id=f"clock/{n}") for n in range(1, number + 1)]


def after_losing(folder: Path, lost: range, events: list[Event]) -> tuple[list[str], set[str]]:
    """What the quarantine and the forecasts say once the events with these numbers are declared
    lost."""
    with open_store(folder / "lost.db") as store:
        store.ingest(received(opened("4", "5", kind="live", deals=5)))
        store.ingest(received(*(each for each in events if each.seq not in lost)))
        declare_lost(store, "S/A/4", "restarted", "anna")
        reasons = [entry.reason for entry in store.quarantine()]
    gate = open_gate(folder / "lost.db")
    forecasts = live_forecasts(gate, "command:forecast")
    gate.close()
    return reasons, {words for one in forecasts for words in phrases(one)}


def test_a_lost_action_costs_what_is_documented(tmp_path: Path) -> None:
    before = numbered(1, [*live("4", 1), *live("4", 2), *live("4", 3), *heartbeats(30)])
    hands = numbered(46, [*live("4", 4), *live("4", 5)])
    reasons, forecasts = after_losing(tmp_path, range(48, 49), [*before, *hands])
    assert reasons == [UNUSABLE]
    assert any(words.startswith(PERSON) for words in forecasts)


def test_a_lost_hand_costs_what_is_documented(tmp_path: Path) -> None:
    before = numbered(1, [*live("4", 1), *live("4", 2), *heartbeats(29)])
    reasons, forecasts = after_losing(
        tmp_path, range(40, 53), [*before, *numbered(53, live("4", 4))]
    )
    assert reasons == [NEVER]
    assert PERHAPS in forecasts


def test_lost_board_cards_cost_what_is_documented(tmp_path: Path) -> None:
    hand = live("4", 1, TO_THE_FLOP, TO_THE_FLOP_RESULT, boards=("Qs9h3d",))
    with open_store(tmp_path / "lost.db") as store:
        store.ingest(received(opened("4", "5", kind="live")))
        store.ingest(received(*(each for each in hand if each.type != "hand.board")))
        declare_lost(store, "S/A/4", "restarted", "anna")
        assert [each.what for each in store.contradictions()] == [BOARDLESS]
        store.ingest(received(deck()))
        assert list(store.contradictions()) == []
        assert not store.quarantine()


def test_a_lost_heartbeat_or_void_costs_what_is_documented(tmp_path: Path) -> None:
    void = event("hand.voided", {"deal": 1, "hand": 1, "reason": "misdeal"}, table="4", id="void")
    events = numbered(1, [*live("4", 1), *heartbeats(1), void, *live("4", 2)])
    reasons, forecasts = after_losing(tmp_path, range(6, 8), events)
    assert reasons == []
    assert not any("person" in words for words in forecasts)
    with open_store(tmp_path / "lost.db") as store:
        assert [play.hand for deal in store.deals() for play in deal.plays] == [1, 2]
        store.ingest(received(void.model_copy(update={"id": "again", "seq": 13})))
        assert [play.hand for deal in store.deals() for play in deal.plays] == [2]
