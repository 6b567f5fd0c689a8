"""The same hand under two numbers: the second is refused, and can be decided about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest
from record_events import (
    BOARD,
    CARDS,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    contents,
    database,
    deck,
    event,
    heard,
    opened,
    reasons,
    recorded,
    temporary,
)

from producer.events import Event
from producer.record import Store, open_store
from producer.record.decisions import release

TWICE = "deal 2 of group A has the same cards as deal 1: the same hand under two numbers"
OTHERS = {"1": "QcQd", "2": "JsJh", "3": "9c8d"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as store:
        store.append(heard(opened("1", "2", kind="live")))
        yield store


def short(table: str, deal: int, **told: object) -> Event:
    """A hand that ended on the flop."""
    play = {"line": TO_THE_FLOP, "result": TO_THE_FLOP_RESULT, "board": BOARD[:6]}
    return recorded(table, deal, **(play | told))  # type: ignore[arg-type]


def test_the_whole_deck_told_twice(store: Store) -> None:
    store.append(heard(deck()))
    assert [each.reason for each in store.hear(heard(deck(2)))] == [TWICE]
    (taken,) = store.hear(heard(recorded("1", 3, hand=3)))
    assert taken.reason == TWICE.replace("deal 2", "deal 3")
    assert len(store.keys()) == 1


def test_a_hand_that_ended_on_the_flop_sent_under_two_numbers(store: Store) -> None:
    told = [short(table, deal) for table in "12" for deal in (1, 2)]
    taken = store.hear(heard(*told))
    assert [each.outcome for each in taken] == ["accepted", "refused"] * 2
    assert {each.reason for each in taken[1::2]} == {TWICE}
    assert all(each.private for each in taken[1::2]), "devices are told nothing of other deals"
    assert [entry.place for entry in store.quarantine()] == ["feed.ndjson:2", "feed.ndjson:4"]
    before = contents(store)
    store.rebuild()
    assert contents(store) == before


def test_in_whatever_order_one_of_the_two_stands() -> None:
    told = [short("1", 1), short("2", 1), short("1", 2), short("2", 2)]
    for order in permutations(told):
        with temporary() as (store, _):
            store.append(heard(opened("1", "2", kind="live"), *order))
            (deal,) = store.deals()
            assert deal.key.number == order[0].data.deal  # type: ignore[union-attr]
            assert [play.table for play in deal.plays] == ["1", "2"]
            assert len(reasons(store)) == 2


@pytest.mark.parametrize(
    ("told", "same"),
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
def test_what_is_the_same_as_far_as_both_tell(
    store: Store, told: dict[str, object], same: bool
) -> None:
    """Two hands alone come again by chance in a long match; two and a flop do not."""
    store.append(heard(deck()))
    (taken,) = store.hear(heard(deck(2, **told)))
    assert taken.outcome == ("refused" if same else "accepted")


def test_other_groups_and_archives_play_the_same_cards(store: Store) -> None:
    other = opened(kind="live").model_copy(update={"group": "B", "id": "opened/B"})
    cards = deck(2).model_copy(update={"group": "B"})
    archive = opened().model_copy(update={"session": "T", "id": "opened/T"})
    again = [deck(n).model_copy(update={"session": "T", "id": f"deck/T/{n}"}) for n in (1, 2)]
    taken = store.hear(heard(deck(), other, cards, archive, *again))
    assert {each.outcome for each in taken} == {"accepted"}


def test_a_replay_under_its_own_number_is_no_second_deal(store: Store) -> None:
    void = event("hand.voided", {"deal": 1, "hand": 1, "reason": "exposed"}, source="desk")
    taken = store.hear(heard(recorded(), void, recorded(hand=2, id="again")))
    assert {each.outcome for each in taken} == {"accepted"}


def test_the_second_is_released_once_the_first_was_the_wrong_one(store: Store) -> None:
    store.append(heard(short("1", 1), short("1", 2)))
    (entry,) = store.quarantine()
    assert release(store, entry.pos, "try", "Anna").reason == TWICE
    void = event("hand.voided", {"deal": 1, "hand": 1, "reason": "it was deal 2"})
    cards = {"deal": 1, "cards": OTHERS, "board": "Tc7s2h", "reason": "the deck's record"}
    store.append(heard(void, event("deal.corrected", cards, table=None)))
    assert release(store, entry.pos, "it was deal 2", "Anna").outcome == "accepted"
    assert store.decisions()[entry.pos].what == "released"
    assert [deal.key.number for deal in store.deals() if deal.plays] == [2]
