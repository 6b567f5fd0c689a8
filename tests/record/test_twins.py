"""The same hand under two numbers, as one table or the office sends it: the second is refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from decided import decided_about
from record_events import (
    BOARD,
    CARDS,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    contents,
    database,
    deck,
    event,
    opened,
    received,
    recorded,
    temporary,
)

from producer.events import Event
from producer.record import Store, open_store
from producer.record.intake.decisions import release

OFFICE_TWICE = (
    "the office has shown the same cards as deal 1: deal 2 would be the same hand under two numbers"
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as store:
        store.append(received(opened("1", "2", kind="live")))
        yield store


def short(table: str, deal: int, **result: object) -> Event:
    """A hand that ended on the flop."""
    play = {"line": TO_THE_FLOP, "result": TO_THE_FLOP_RESULT, "board": BOARD[:6]}
    return recorded(table, deal, **(play | result))  # type: ignore[arg-type]


def twice(table: str, second: int, first: int) -> str:
    return (
        f"table {table} has shown the same cards as deal {first}: deal {second} would be the same "
        "hand under two numbers"
    )


def test_the_office_shows_one_deck_under_two_numbers(store: Store) -> None:
    store.append(received(deck()))
    assert [each.reason for each in store.ingest(received(deck(2)))] == [OFFICE_TWICE]
    assert len(list(store.deals())) == 1


def test_a_table_sends_one_hand_under_two_numbers(store: Store) -> None:
    result = [short(table, deal) for table in "12" for deal in (1, 2)]
    taken = store.ingest(received(*result))
    assert [each.outcome for each in taken] == ["accepted", "refused"] * 2
    assert [each.reason for each in taken[1::2]] == [twice("1", 2, 1), twice("2", 2, 1)]
    assert [entry.place for entry in store.quarantine()] == ["feed.ndjson:2", "feed.ndjson:4"]
    before = contents(store)
    store.rebuild()
    assert contents(store) == before


def test_what_another_table_or_the_office_has_shown_refuses_nothing(store: Store) -> None:
    """Its device must not learn which cards are in another deal (P11); the gate seals both."""
    taken = store.ingest(received(deck(), short("1", 1), short("2", 2)))
    assert {each.outcome for each in taken} == {"accepted"}
    assert [deal.key.number for deal in store.deals()] == [1, 2]


def test_in_either_order_one_of_the_two_counts() -> None:
    result = [short("1", 1), short("2", 1), short("1", 2), short("2", 2)]
    for order in permutations(result):
        with temporary() as (store, _):
            store.append(received(opened("1", "2", kind="live"), *order))
            first = {table: deal for deal, table in reversed(
                [(each.data.deal, each.table) for each in order]  # type: ignore[union-attr]
            )}  # fmt: skip
            played = {play.table: deal.key.number for deal in store.deals() for play in deal.plays}
            assert played == first


@pytest.mark.parametrize(
    ("result", "same"),
    [
        ({}, True),
        ({"board": BOARD[:6]}, True),
        ({"board": "9hQs3d4c8s"}, True),
        ({"cards": CARDS | {"1": "AhAs"}}, True),
        ({"board": ""}, True),
        ({"cards": {"1": CARDS["1"], "2": CARDS["2"]}}, True),
        ({"cards": {"1": CARDS["1"], "2": CARDS["2"]}, "board": ""}, False),
        ({"cards": {"1": CARDS["1"]}}, False),
        ({"cards": CARDS | {"3": "7d2h"}}, False),
        ({"board": "Qs9h3d4c8h"}, False),
        ({"board": "Qs9h3h"}, False),
        ({"button": 2}, False),
    ],
)
def test_what_is_the_same_as_far_as_both_show_it(
    store: Store, result: dict[str, object], same: bool
) -> None:
    """Two hands alone come again by chance in a long match; two and a flop do not."""
    store.append(received(deck()))
    (taken,) = store.ingest(received(deck(2, **result)))
    assert taken.outcome == ("refused" if same else "accepted")


def test_other_groups_and_archives_play_the_same_cards(store: Store) -> None:
    other = opened(kind="live").model_copy(update={"group": "B", "id": "opened/B"})
    cards = deck(2).model_copy(update={"group": "B"})
    archive = opened().model_copy(update={"session": "T", "id": "opened/T"})
    again = [deck(n).model_copy(update={"session": "T", "id": f"deck/T/{n}"}) for n in (1, 2)]
    taken = store.ingest(received(deck(), other, cards, archive, *again))
    assert {each.outcome for each in taken} == {"accepted"}


def test_a_replay_under_its_own_number_is_no_second_deal(store: Store) -> None:
    void = event("hand.voided", {"deal": 1, "hand": 1, "reason": "exposed"}, source="desk")
    taken = store.ingest(received(recorded(), void, recorded(hand=2, id="again")))
    assert {each.outcome for each in taken} == {"accepted"}


def test_the_second_is_released_once_the_first_was_the_wrong_one(store: Store) -> None:
    store.append(received(short("1", 1), short("1", 2)))
    (entry,) = store.quarantine()
    assert release(store, entry.pos, "try", "Anna").reason == twice("1", 2, 1)
    void = event("hand.voided", {"deal": 1, "hand": 1, "reason": "it was deal 2"})
    store.append(received(void))
    assert release(store, entry.pos, "it was deal 2", "Anna").outcome == "accepted"
    assert decided_about(store)[entry.pos].what == "released"
    assert [deal.key.number for deal in store.deals() if deal.plays] == [2]
