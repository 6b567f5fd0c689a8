"""Events received before their session is open: derived at the opening as if they came then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from decided import decided_about
from record_events import (
    ALL_IN,
    BOARD,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    contents,
    database,
    deck,
    event,
    live,
    opened,
    reasons,
    received,
    recorded,
)
from test_order import lost
from test_rebuild import derived

from producer.events import Event, parse_event
from producer.record import Store, open_store
from producer.record.intake.decisions import release


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A rebuild after the test gives the same result."""
    with open_store(database(tmp_path)) as opened_store:
        yield opened_store
        found = derived(database(tmp_path)), contents(opened_store), reasons(opened_store)
        opened_store.rebuild()
        assert (derived(database(tmp_path)), contents(opened_store), reasons(opened_store)) == found


def outcomes(store: Store, *events: Event) -> set[str]:
    return {taken.outcome for taken in store.ingest(received(*events))}


def played(store: Store) -> list[tuple[int, str]]:
    """The number of the deal and the table of each play."""
    return [(deal.key.number, play.table) for deal in store.deals() for play in deal.plays]


def tables(store: Store) -> list[str]:
    return [play.table for deal in store.deals() for play in deal.plays]


def test_what_is_refused_at_the_opening_is_not_waited_for(store: Store) -> None:
    void = {"deal": 2, "hand": 9, "reason": "pressed by mistake"}
    hand = [item.model_copy(update={"seq": (item.seq or 0) + 1}) for item in live()]
    assert outcomes(store, event("hand.voided", void, seq=1), *hand) == {"waiting"}
    assert outcomes(store, opened(kind="live"), deck()) == {"accepted"}
    assert reasons(store) == ["table 1 has sent no hand 9 of deal 2"]
    assert (tables(store), store.gaps()) == (["1"], [])


@pytest.mark.parametrize("batches", ["one", "each its own"])
def test_numbers_declared_lost_before_the_opening_may_come_after_all(
    store: Store, batches: str
) -> None:
    result = [lost(1, 9), *live(), opened(kind="live"), deck()]
    for batch in [result] if batches == "one" else [[item] for item in result]:
        store.ingest([*received(*batch)])
    assert (tables(store), reasons(store), store.gaps()) == (["1"], [], [])


@pytest.mark.parametrize("batches", ["one", "each its own"])
def test_events_out_of_order_before_the_opening_count_in_the_order_of_their_numbers(
    store: Store, batches: str
) -> None:
    first, second, *rest = live()
    result = [second, first, *rest, opened(kind="live"), deck()]
    for batch in [result] if batches == "one" else [[item] for item in result]:
        store.ingest([*received(*batch)])
    assert (tables(store), reasons(store), store.gaps()) == (["1"], [], [])


@pytest.mark.parametrize("batches", ["one", "each its own"])
def test_a_device_that_restarted_its_count_before_the_opening_gets_the_reason(
    store: Store, batches: str
) -> None:
    other = [
        item.model_copy(
            update={"id": f"{item.id}/2", "data": item.data.model_copy(update={"deal": 2})}
        )
        for item in live()
    ]
    result = [*live(), *other, opened(kind="live"), deck()]
    for batch in [result] if batches == "one" else [[item] for item in result]:
        store.ingest([*received(*batch)])
    assert tables(store) == ["1"]
    assert reasons(store) == [
        f"event {n} of table 1 has already come from test, with different content"
        for n in range(1, 6)
    ]


@pytest.mark.parametrize("batches", ["one", "each its own"])
@pytest.mark.parametrize("kind", ["live", "archive"])
def test_openings_that_come_singly_lose_no_hand_that_came_before_them(
    store: Store, kind: str, batches: str
) -> None:
    result = [*live("2"), recorded("3"), opened("1", kind=kind), opened("2", "3", kind=kind)]
    result.append(deck())
    for batch in [result] if batches == "one" else [[item] for item in result]:
        store.ingest([*received(*batch)])
    assert (tables(store), store.gaps()) == (["2", "3"], [])
    assert {each.reason for each in decided_about(store).values()} == {
        "table 2 is in the roster now",
        "table 3 is in the roster now",
    }
    assert {*decided_about(store)} == {each.pos for each in store.quarantine()}


def test_what_was_refused_at_the_opening_is_tried_again_where_its_entry_is_released(
    store: Store,
) -> None:
    """Its table has played the deal, as another hand: once that is void, this may count."""
    started = event("hand.started", {"deal": 1, "hand": 2, "button": 3}, id="second", seq=7)
    void = {"deal": 1, "hand": 1, "reason": "exposed", "replay": True}
    outcomes(store, *live(), event("table.clock", {"paused": False}, id="c", seq=6), started)
    outcomes(store, opened(kind="live"), deck())
    assert reasons(store) == ["table 1 has already finished deal 1, as hand 1"]
    again = release(store, 1, "a replay", "me")
    assert (again.outcome, again.reason) == ("refused", reasons(store)[0])
    assert decided_about(store) == {}
    assert outcomes(store, event("hand.voided", void, source="desk")) == {"accepted"}
    assert release(store, 1, "a replay", "me").outcome == "accepted"
    hand = [
        item.model_copy(
            update={
                "id": f"{item.id}/2",
                "seq": 7 + n,
                "data": item.data.model_copy(update={"hand": 2}),
            }
        )
        for n, item in enumerate(live()[1:], start=1)
    ]
    assert outcomes(store, *hand) == {"accepted"}
    assert [play.hand for deal in store.deals() for play in deal.plays] == [2]


@pytest.mark.parametrize("batches", ["one", "each its own"])
def test_a_nudge_that_came_before_its_event_is_refused_at_the_opening(
    store: Store, batches: str
) -> None:
    later = {"event": "1/1", "milliseconds": 500, "reason": "the video shows it"}
    nudge, other = (
        event("event.nudged", later, id=name, source="desk") for name in ("early", "in time")
    )
    result = [nudge, recorded(), other, opened(kind="live")]
    for batch in [result] if batches == "one" else [[item] for item in result]:
        store.ingest([*received(*batch)])
    assert reasons(store) == ["there is no event 1/1 in the log of session S, group A, table 1"]
    assert [parse_event(entry.raw).id for entry in store.quarantine()] == ["early"]


def test_an_entry_that_is_released_counts_and_so_does_what_waited_behind_it(store: Store) -> None:
    second_deal = {"cards": {"1": "QdQc", "2": "JdJc", "3": "7h2s"}, "board": "As9h3d4c8s"}
    result = recorded(deal=2, seq=1, **second_deal), recorded(deal=1, seq=2)
    assert outcomes(store, *result) == {"waiting"}
    outcomes(store, opened(kind="live", deals=1))
    assert reasons(store) == ["deal 2 does not exist: the last one of session S, group A is 1"]
    assert tables(store) == []
    more = opened(kind="live", deals=2).model_copy(update={"id": "more"})
    assert outcomes(store, more) == {"accepted"}
    assert release(store, 1, "two deals are played", "me").outcome == "accepted"
    assert played(store) == [(1, "1"), (2, "1")]


def test_the_start_of_a_hand_that_was_released_is_there_after_a_restart(tmp_path: Path) -> None:
    hand = live()
    with open_store(database(tmp_path)) as store:
        started = [hand[0].model_copy(update={"data": hand[0].data.model_copy(update={"deal": 2})})]
        outcomes(store, *started, opened(kind="live", deals=1))
        outcomes(store, opened(kind="live", deals=2).model_copy(update={"id": "more"}))
        assert release(store, 1, "two deals are played", "me").outcome == "accepted"
    rest = [
        item.model_copy(update={"data": item.data.model_copy(update={"deal": 2})})
        for item in hand[1:]
    ]
    with open_store(database(tmp_path)) as store:
        assert outcomes(store, *rest) == {"accepted"}
        assert tables(store) == ["1"]


def test_a_deck_read_wrong_is_corrected_and_the_hand_counts(store: Store) -> None:
    wrong = "2s5h9dTc4s"
    outcomes(store, opened(kind="live"), deck(board=wrong), *live(line=ALL_IN))
    outcomes(store, *live("2", 1, TO_THE_FLOP, TO_THE_FLOP_RESULT, (BOARD[:6],)))
    assert [each.what for each in store.contradictions()] == ["another flop"]
    data = {"deal": 1, "reason": "misread", "board": BOARD}
    outcomes(store, event("deal.corrected", data, table=None, id="c", source="scorer"))
    assert store.contradictions() == []
    assert tables(store) == ["1", "2"]


def test_what_counts_already_is_not_released(store: Store) -> None:
    outcomes(store, opened(kind="live"), deck(), recorded("9"))
    assert outcomes(store, opened("9", kind="live"), recorded("9")) == {"accepted"}
    assert [each.what for each in decided_about(store).values()] == ["resent"]
    outcomes(store, recorded("8", id="eight"))
    outcomes(store, opened("8", kind="live"))
    assert release(store, 2, "it is in the roster", "me").outcome == "accepted"
    assert tables(store) == ["9", "8"]


def test_a_table_that_has_played_nothing_has_nothing_to_call_and_no_pot(tmp_path: Path) -> None:
    with open_store(tmp_path / "opened.db") as store:
        store.ingest(received(opened("1", kind="live")))
        (table,) = store.tables()
    assert (table.phase, table.to_act, table.to_call, table.pot) == ("nothing yet", None, 0, 0)
