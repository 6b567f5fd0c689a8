"""A ruling of the floor lets the amount of a bet or raise stand: the chips follow the line.

Blinds 5/10, seats 1 to 3, button 3. Seat 3 raises to 250, seat 1 raises to 400 where 490 is the
least (RULES H3), everybody else folds: seat 1 wins 10 and 250."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from record_events import contents, database, event, live, opened, reasons, received, recorded

from producer.compare import compare
from producer.compare.comparison_json import comparison_json
from producer.games.holdem import ShowdownFacts, replay
from producer.games.line import Move
from producer.record import Store, open_store
from producer.record.intake.decisions import release

LINE = [
    ("preflop", 3, "raise", 250),
    ("preflop", 1, "raise", 400),
    ("preflop", 2, "fold", None),
    ("preflop", 3, "fold", None),
]
RESULT = {"1": 260, "2": -10, "3": -250}
WHY = "the floor let it stand"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        opened_store.append(received(opened(kind="live")))
        yield opened_store


def rule(store: Store, action: int, **more: Any) -> tuple[str, str]:
    output = {"deal": 1, "hand": 1, "action": action, "reason": WHY} | more
    (receipt,) = store.ingest(received(event("hand.ruled", output, id=f"ruled/{action}")))
    return receipt.outcome, receipt.reason


def results(store: Store) -> list[dict[int, Any]]:
    return [dict(play.result) for deal in store.deals() for play in deal.plays]


def test_a_raise_below_the_least_stands_and_the_chips_follow(store: Store) -> None:
    store.ingest(received(*live("1", 1, LINE, RESULT)))
    assert reasons(store) == ["action 2: seat 1: raise to 400 is below the minimum of 490"]
    assert results(store) == []
    assert rule(store, 2)[0] == "accepted"
    assert results(store) == [{1: 260, 2: -10, 3: -250}]
    assert not store.quarantine(only_open=True)
    before = contents(store)
    store.rebuild()
    assert contents(store) == before


def test_a_ruling_while_the_hand_is_played_counts_at_its_end(store: Store) -> None:
    *sent, end = live("1", 1, LINE, RESULT)
    store.ingest(received(*sent[:3]))
    (table, _) = store.tables()
    assert table.why == "action 2: seat 1: raise to 400 is below the minimum of 490"
    assert rule(store, 2)[0] == "accepted"
    (table, _) = store.tables()
    assert (table.why, table.to_act, table.to_call) == ("", 2, 390)
    store.ingest(received(*sent[3:], end))
    assert results(store) == [{1: 260, 2: -10, 3: -250}]
    assert reasons(store) == []


def test_a_whole_hand_in_quarantine_counts_after_the_ruling(store: Store) -> None:
    store.ingest(received(recorded("1", 1, line=LINE, result=RESULT, cards={}, board="")))
    (entry,) = store.quarantine()
    assert rule(store, 2)[0] == "accepted"
    assert release(store, entry.pos, WHY, "anna").outcome == "accepted"
    assert results(store) == [{1: 260, 2: -10, 3: -250}]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (1, "action 1 of hand 1 of table 1 is within the rules"),
        (3, "action 3 of hand 1 of table 1 is within the rules"),
    ],
)
def test_a_ruling_about_another_action_is_refused(store: Store, action: int, words: str) -> None:
    store.ingest(received(*live("1", 1, LINE, RESULT)))
    assert rule(store, action) == ("refused", words)
    assert results(store) == []


def test_a_ruling_lets_amounts_stand_and_nothing_else(store: Store) -> None:
    out_of_turn = [LINE[0], ("preflop", 2, "fold", None), ("preflop", 1, "fold", None)]
    store.ingest(received(*live("1", 1, out_of_turn, {"1": -5, "2": -10, "3": 15})))
    assert rule(store, 2) == (
        "refused",
        "action 2 of hand 1 of table 1 breaks a rule that is not about amounts",
    )


def test_nobody_bets_chips_that_he_has_not(store: Store) -> None:
    line = [LINE[0], ("preflop", 1, "raise", 1001), *LINE[2:]]
    store.ingest(received(*live("1", 1, line, RESULT)))
    assert rule(store, 2)[0] == "refused"


def test_after_a_raise_that_stands_the_next_adds_the_last_full_raise() -> None:
    """250 is a raise of 240 over the big blind: over 400, seat 3 may raise to 640 and more; the
    raise that stands is a raise, so that seat 3 may raise again."""
    game = opened(kind="live").data.tables["1"].game
    moves = tuple(Move(*move) for move in LINE[:3])
    stacks = dict.fromkeys((1, 2, 3), 1000)
    spot = replay(game, 3, "ascending", stacks, {}, (), moves, ShowdownFacts(ruled=(2,)))
    assert spot.to_act is not None
    assert (spot.to_act.seat, spot.to_act.min_to) == (3, 640)


def test_the_comparison_says_so(store: Store) -> None:
    store.ingest(received(*live("1", 1, LINE, RESULT)))
    folded = [("preflop", 3, "fold", None), ("preflop", 1, "fold", None)]
    store.ingest(received(*live("2", 1, folded, {"1": -5, "2": 5, "3": 0})))
    rule(store, 2)
    (deal,) = store.deals()
    found = comparison_json(compare(deal), "", lambda _: {})
    assert found["plays"]["1"]["ruled"] == [2]
    assert found["plays"]["2"]["ruled"] == []
