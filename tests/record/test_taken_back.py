"""What was said of a hand or a deck can be said otherwise, and is then as if said so at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from record_events import (
    CARDS,
    database,
    deck,
    event,
    live,
    log_version,
    opened,
    reasons,
    received,
    recorded,
)
from test_rebuild import derived

from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.record import Mark, Store, open_store, veto_of
from producer.record.plan.marks import mark_value
from producer.release.later_changes import changes_since, why_not_counted

DEAL = DealKey("S", "A", 1)
JACKS = "JcJd"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened(kind="live"), deck()))
        yield opened_store
        before = derived(database(tmp_path))
        opened_store.rebuild()
        assert derived(database(tmp_path)) == before


def say(store: Store, kind: str, table: str | None = "1", **data: Any) -> str:
    output = {"reason": "why", "deal": 1} | data
    name = f"{kind}/{log_version(store)}"
    return store.ingest(received(event(kind, output, table=table, id=name, source="desk")))[
        0
    ].outcome


def test_a_correction_can_remove_a_seat_s_cards_until_they_are_sent_again(store: Store) -> None:
    assert say(store, "deal.corrected", None, cards={"1": ""}) == "accepted"
    lost = {"1": -1000, "2": 1000, "3": 0}
    (taken,) = store.ingest(received(recorded("1", cards=CARDS | {"1": JACKS}, result=lost)))
    assert taken.outcome == "accepted"
    (deal,) = store.deals()
    assert deal.cards[1] == parse_cards(JACKS)
    assert [play.table for play in deal.plays] == ["1"]
    (aces,) = store.ingest(received(recorded("2")))
    assert (aces.outcome, reasons(store)) == ("accepted", [])
    (found,) = store.contradictions()
    assert (found.table, found.what) == ("2", "another hand in seat 1")


@pytest.mark.parametrize("first", ["the void", "the play"])
def test_a_stray_hand_that_is_voided_leaves_the_play_of_another_as_it_is(
    store: Store, first: str
) -> None:
    """Hand 6 was begun by mistake; the deal is played as hand 7."""
    begun = live("1")[0].model_copy(update={"seq": None})
    stray = begun.model_copy(update={"data": begun.data.model_copy(update={"hand": 6})})
    store.append(received(stray, recorded("2")))
    if first == "the play":
        store.append(received(recorded("1", hand=7)))
    assert say(store, "hand.voided", hand=6, replay=False) == "accepted"
    if first == "the void":
        store.append(received(recorded("1", hand=7)))
    (deal,) = store.deals()
    assert [(play.table, play.hand, play.attempt) for play in deal.plays] == [
        ("1", 7, 2),
        ("2", 1, 1),
    ]
    assert store.flags()[DEAL].word == ""
    assert store.marks()[DEAL]["1"] == Mark((6,), reason="why", void_reasons=("why",))
    assert say(store, "hand.voided", hand=7) == "accepted"
    assert store.flags()[DEAL].word == "void"


def test_a_void_ends_the_review_of_its_hand_and_the_replay_counts(store: Store) -> None:
    """As docs/feed.md shows it: under review, void, played again."""
    store.append(received(recorded("1"), recorded("2")))
    assert say(store, "hand.under_review", hand=1) == "accepted"
    first = store.marks()[DEAL]
    assert say(store, "hand.voided", hand=1) == "accepted"
    assert changes_since(first, store.marks()[DEAL]) == ("table 1: hand 1 was voided (why)",)
    assert say(store, "hand.cleared", hand=1) == "refused"
    assert reasons(store) == ["hand 1 of table 1 (deal 1) is not under review"]
    store.append(received(recorded("1", hand=2, id="again")))
    (deal,) = store.deals()
    assert [(play.table, play.hand, play.attempt) for play in deal.plays] == [
        ("1", 2, 2),
        ("2", 1, 1),
    ]
    assert (store.flags()[DEAL].word, why_not_counted(deal, store.marks()[DEAL])) == ("", ())
    assert say(store, "hand.under_review", hand=2) == "accepted"
    why = ("Deal 1: hand 2 of table 1 is under review (why)",)
    assert why_not_counted(deal, store.marks()[DEAL]) == why


def test_a_void_of_another_hand_ends_no_review(store: Store) -> None:
    begun = live("1")[0].model_copy(update={"seq": None})
    stray = begun.model_copy(update={"data": begun.data.model_copy(update={"hand": 6})})
    store.append(received(stray, recorded("1", hand=7)))
    assert say(store, "hand.under_review", hand=7) == "accepted"
    assert say(store, "hand.cleared", hand=6) == "refused"
    assert say(store, "hand.under_review", hand=6) == "accepted"
    assert say(store, "hand.voided", hand=6) == "accepted"
    assert store.flags()[DEAL].word == "under review"
    assert say(store, "hand.cleared", hand=7) == "accepted"
    assert store.flags()[DEAL].word == ""


def test_a_review_in_an_older_record_tells_no_hand() -> None:
    assert mark_value('{"voided": [], "review": true, "reason": "why"}') == Mark(
        review=True, reason="why"
    )


@pytest.mark.parametrize("restart", [False, True])
def test_a_number_of_two_deals_belongs_to_the_other_when_one_is_voided(
    tmp_path: Path, restart: bool
) -> None:
    """Deal 2 was sent under the number of deal 1, and again as a whole correction."""
    other, third = "Qs9h3d4c8h", "Qs9h3d4c7h"
    output = recorded("1", 2, hand=1, id="told", board=other).data.model_dump(mode="json")
    whole = {name: output[name] for name in ("hand", "button", "line", "result")}
    with open_store(database(tmp_path)) as store:
        store.append(received(opened(kind="live"), deck(), deck(2, board=other), recorded("1")))
        assert say(store, "hand.corrected", deal=2, **whole) == "accepted"
        assert say(store, "hand.voided", deal=2, hand=1) == "accepted"
        if not restart:
            (taken,) = store.ingest(received(recorded("1", 3, hand=1, board=third)))
    if restart:
        with open_store(database(tmp_path)) as store:
            (taken,) = store.ingest(received(recorded("1", 3, hand=1, board=third)))
    assert taken.reason == "hand 1 of table 1 was already deal 1"


@pytest.mark.parametrize(
    ("marks", "word"),
    [
        ({}, ""),
        ({"1": Mark(voided=(1,), void="final")}, "void"),
        ({"1": Mark(voided=(1,), void="replay")}, ""),
        ({"1": Mark(voided=(1,), void="replay"), "2": Mark(review=True)}, "under review"),
    ],
)
def test_a_hand_to_be_replayed_does_not_make_its_deal_void(
    marks: dict[str, Mark], word: str
) -> None:
    assert veto_of(marks) == word
