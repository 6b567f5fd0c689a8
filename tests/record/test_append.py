"""What the record takes, knows already, or keeps in quarantine, and why."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from record_events import (
    ALL_IN,
    ALL_IN_RESULT,
    BOARD,
    CARDS,
    GAME,
    PLAYERS,
    TO_THE_FLOP,
    TO_THE_FLOP_RESULT,
    contents,
    database,
    deck,
    event,
    log_version,
    opened,
    progress,
    reasons,
    received,
    recorded,
)

from producer.events import Event
from producer.feeds import Asked, Refused, Stakes, read
from producer.games.cards import parse_cards
from producer.games.line import DealKey
from producer.problems import problem
from producer.record import IngestCounts, Store, open_store

OWN = Path(__file__).parent.parent / "fixtures" / "lbr"
DEAL = DealKey("S", "A", 1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(database(tmp_path)) as opened_store:
        yield opened_store


def add(store: Store, *events: Event) -> IngestCounts:
    return store.append(received(*events))


def test_a_recorded_hand_becomes_a_play_of_its_deal(store: Store) -> None:
    assert add(store, opened("1", "2"), recorded()) == IngestCounts(2, 0, 0)
    deal = store.deal(DEAL)
    assert deal is not None
    assert (deal.button, deal.tables, deal.live) == (3, ("1", "2"), False)
    assert deal.cards == {int(seat): parse_cards(hole) for seat, hole in CARDS.items()}
    assert deal.board == parse_cards(BOARD)
    (play,) = deal.plays
    assert (play.table, play.hand, play.attempt) == ("1", 1, 1)
    assert [(m.street, m.seat, m.action, m.to) for m in play.line] == ALL_IN
    assert play.result == {1: 1000, 2: -1000, 3: 0}
    assert play.stacks == {1: 1000, 2: 1000, 3: 1000}
    assert play.players[1].name == "Ada"
    assert progress(store) == [(DEAL, ("1",), ("1", "2"), "archive")]
    assert store.deal(DealKey("S", "A", 2)) is None


def test_plays_stand_in_the_order_of_the_roster_whatever_the_order_of_the_files(
    store: Store,
) -> None:
    for table in ("10", "2", "1"):
        add(store, opened(table), recorded(table))
    deal = store.deal(DEAL)
    assert deal is not None
    assert deal.tables == ("1", "2", "10")
    assert tuple(play.table for play in deal.plays) == ("1", "2", "10")


def test_a_live_roster_keeps_the_order_of_the_opening(store: Store) -> None:
    add(store, opened("final", "B", "A", kind="live"))
    (session,) = store.sessions()
    assert tuple(session.tables) == ("final", "B", "A")
    assert session.kind == "live"


def test_openings_merge_and_must_agree(store: Store) -> None:
    teams = {"CHN": {"name": "China"}}
    add(store, opened("1", teams=teams, title="Day one"), opened("2", deals=75))
    (session,) = store.sessions()
    assert (session.title, session.deals, list(session.tables)) == ("Day one", 75, ["1", "2"])
    assert session.teams["CHN"].name == "China"
    other_game = {"betting": "no-limit", "small_blind": 1, "big_blind": 2}
    openings = {
        "opened as archive, now as live": opened("3", kind="live"),
        "with ascending seats, now descending": opened("3", direction="descending"),
        "table 1 was opened with another game": opened(
            tables={"1": {"game": other_game, "players": PLAYERS}}
        ),
        "team CHN was opened with another name, colour or flag": opened(
            "3", teams={"CHN": {"name": "Chile"}}
        ),
        "team X is not in the session": opened(
            tables={
                "3": {"game": other_game, "players": {"1": {"name": "Ada", "team": "X"}}},
            }
        ),
    }
    for number, (reason, opening) in enumerate(openings.items(), start=1):
        assert add(store, opening.model_copy(update={"id": reason})) == IngestCounts(0, 0, 1)
        assert len(reasons(store)) == number
        assert reason in reasons(store)[-1]
    assert list(store.sessions()[0].tables) == ["1", "2"]


def test_the_same_again_is_known_and_changes_nothing(store: Store) -> None:
    items = received(opened(), recorded("1"), recorded("2"))
    store.append(items)
    before, version = contents(store), log_version(store)
    assert store.append(items) == IngestCounts(0, 3, 0)
    assert add(store, recorded("1", id="exported again")) == IngestCounts(0, 1, 0)
    assert (contents(store), log_version(store)) == (before, version)


def test_other_bytes_of_the_same_event_are_the_same_event(store: Store) -> None:
    (item,) = received(opened())
    spaced = type(item)(item.raw.replace(b":", b" : ", 1), item.event, item.place)
    assert store.append([item, spaced]) == IngestCounts(1, 1, 0)


def test_another_body_under_the_same_id_is_a_conflict(store: Store) -> None:
    add(store, opened(), recorded("1", id="x"))
    assert add(store, recorded("1", 2, id="x")) == IngestCounts(0, 0, 1)
    assert reasons(store) == ["another event with this id is in the log"]
    assert [len(deal.plays) for deal in store.deals()] == [1]


def test_two_tables_may_use_the_same_ids(store: Store) -> None:
    add(store, opened(), recorded("1", id="x"))
    assert add(store, recorded("2", id="x")) == IngestCounts(1, 0, 0)
    assert [len(deal.plays) for deal in store.deals()] == [2]


@pytest.mark.parametrize("batches", ["one", "each its own"])
def test_a_conflict_of_a_table_s_own_opening_names_the_table(store: Store, batches: str) -> None:
    own = [
        opened("2", title=title).model_copy(update={"id": "own", "table": "2", "seq": 1})
        for title in ("Day one", "Day two")
    ]
    for batch in [own] if batches == "one" else [[item] for item in own]:
        taken = store.ingest(received(*batch))[-1]
    assert (taken.outcome, taken.reason) == ("refused", "another event with this id is in the log")
    assert "`duplicast gaps --lost S/A/2`" in taken.hint()


def test_what_comes_before_its_session_waits_for_it(store: Store) -> None:
    (taken,) = store.ingest(received(recorded()))
    assert (taken.outcome, taken.reason) == ("waiting", "session S, group A is not open yet")
    assert list(store.deals()) == []
    assert add(store, opened("1")) == IngestCounts(1, 0, 0)
    assert [play.table for deal in store.deals() for play in deal.plays] == ["1"]
    assert (add(store, recorded()), reasons(store)) == (IngestCounts(0, 1, 0), [])


def test_what_belongs_to_no_table_says_what_to_send(store: Store) -> None:
    add(store, opened("1"))
    assert add(store, recorded("9")) == IngestCounts(0, 0, 1)
    homeless = event("hand.board", {"deal": 1, "hand": 1, "cards": ""}, table=None, id="h")
    assert add(store, homeless) == IngestCounts(0, 0, 1)
    entries = store.quarantine()
    assert [entry.reason for entry in entries] == [
        "table 9 is not in the roster of session S, group A",
        "the event names no table",
    ]
    assert "Send session.opened with this table first" in entries[0].hint()
    assert entries[0].place == "feed.ndjson:1"


@pytest.mark.parametrize(
    ("change", "reason", "hint"),
    [
        (
            {"line": [("preflop", 1, "fold", None)]},
            "action 1: seat 1 acts out of turn",
            "seat 3 to act",
        ),
        (
            {"line": [("preflop", 3, "raise", 15)]},
            "action 1: seat 3: raise to 15 is below the minimum of 20",
            "raise to between 20 and 1000",
        ),
        ({"line": ALL_IN[:2]}, "action 3: the hand is not over", "call"),
        (
            {"line": [*ALL_IN, ("flop", 1, "check", None)]},
            "action 4: seat 1: check after the end",
            "the hand is over",
        ),
        ({"line": [("preflop", 9, "fold", None)]}, "action 1: seat 9 acts", "seat 3 to act"),
        (
            {"result": {"1": 900, "2": -900}},
            "seat 1: the result says +900, the line gives +1000",
            "Correct the result",
        ),
        (
            {"result": {"1": 1000, "2": -1000, "9": 0}},
            "the result names seat 9, which is not in the hand",
            "Correct the seats",
        ),
        (
            {"line": TO_THE_FLOP, "result": TO_THE_FLOP_RESULT, "board": ""},
            "the flop was played, but the board has 0 cards",
            "Add the missing board cards",
        ),
        ({"cards": CARDS | {"1": "As"}}, "seat 1 has 1 cards", "Correct the cards"),
        ({"board": "Qs9h"}, "cards on the board: 2", "0, 3, 4 or 5 cards"),
    ],
)
def test_an_impossible_hand_is_quarantined_with_reason_and_fix(
    store: Store, change: dict[str, Any], reason: str, hint: str
) -> None:
    add(store, opened())
    assert add(store, recorded(**change), recorded("2")) == IngestCounts(1, 0, 1)
    (entry,) = store.quarantine()
    assert reason in entry.reason
    assert hint in entry.hint()
    assert [play.table for deal in store.deals() for play in deal.plays] == ["2"]


def test_flop_and_hole_cards_may_come_in_any_order(store: Store) -> None:
    add(store, opened(), recorded("1"))
    cards = CARDS | {"1": "AhAs"}
    assert add(store, recorded("2", board="3dQs9h4c8s", cards=cards)) == IngestCounts(1, 0, 0)


def test_a_longer_board_widens_the_deal_and_the_shorter_stays(store: Store) -> None:
    short = {"line": TO_THE_FLOP, "result": TO_THE_FLOP_RESULT, "board": BOARD[:6]}
    add(store, opened("1", "2", "3"), recorded("1", **short))
    add(store, recorded("2"), recorded("3", **short))
    (deal,) = store.deals()
    assert (len(deal.plays), deal.board) == (3, parse_cards(BOARD))


def test_deals_with_equal_hole_cards_but_another_board_stay_apart(store: Store) -> None:
    add(store, opened(), recorded("1", 1), recorded("1", 2, board="Qs9h3d4c2d"))
    assert [(deal.key.number, len(deal.plays)) for deal in store.deals()] == [(1, 1), (2, 1)]


def test_one_table_plays_a_deal_once(store: Store) -> None:
    add(store, opened(), recorded("1"))
    other = recorded("1", id="x", line=TO_THE_FLOP, result=TO_THE_FLOP_RESULT)
    again = recorded("1", id="y", hand=7)
    assert add(store, other, again) == IngestCounts(0, 0, 2)
    assert all("table 1 has already played deal 1" in reason for reason in reasons(store))


def test_with_unknown_cards_the_sent_result_counts_within_the_stakes(store: Store) -> None:
    add(store, opened("1", "2", "3", "4"))
    hidden: dict[str, Any] = {"cards": {}, "board": ""}
    assert add(store, recorded("1", **hidden)) == IngestCounts(1, 0, 0)
    too_much = {"1": 1000, "2": -1001, "3": 1}
    assert add(store, recorded("2", result=too_much, **hidden)) == IngestCounts(0, 0, 1)
    assert reasons(store) == ["seat 2: the result says -1001, it put in 1000"]
    folded_wins = {"1": 990, "2": -1000, "3": 10}
    assert add(store, recorded("3", result=folded_wins, **hidden)) == IngestCounts(0, 0, 1)
    assert reasons(store)[1] == "seat 3: the result says +10, it put in 0"


def test_later_cards_must_fit_the_result_sent_before(store: Store) -> None:
    kings_won = {"1": -1000, "2": 1000, "3": 0}
    add(store, opened(), recorded("1", cards={}, board="", result=kings_won))
    assert add(store, deck()) == IngestCounts(1, 0, 0)
    assert [each.what for each in store.contradictions()] == [
        "seat 1: the result says -1000, the line gives +1000"
    ]
    add(store, recorded("1", 2, cards={}, board=""))
    assert add(store, deck(2)) == IngestCounts(1, 0, 0)
    assert [len(deal.plays) for deal in store.deals()] == [0, 1]


def test_fractions_stand_where_the_game_splits_them(store: Store) -> None:
    table = {"game": GAME | {"odd_chips": "fractions"}, "players": PLAYERS}
    line = [("preflop", 3, "raise", 25), ("preflop", 1, "call", 25), ("preflop", 2, "call", 25)]
    line += [(street, seat, "check", None) for street in STREETS for seat in (1, 2, 3)]
    hand = recorded(
        cards={"1": "AsKd", "2": "AdKs", "3": "7d2c"},
        board="AhQc9h4c8s",
        line=line,
        result={"1": "25/2", "2": "25/2", "3": -25},
    )
    assert add(store, opened(tables={"1": table}), hand) == IngestCounts(2, 0, 0)
    (deal,) = store.deals()
    assert deal.plays[0].result == {1: Fraction(25, 2), 2: Fraction(25, 2), 3: -25}


STREETS = ("flop", "turn", "river")


def test_a_refusal_is_stored_once_whatever_its_file_is_called(store: Store, tmp_path: Path) -> None:
    lines = (OWN / "own_ds_r7.out").read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b"-100,100", b"100,-100")
    lines[5] = lines[5].replace(b"r19900", b"r20")
    first = tmp_path / "bad_ds_r7.out"
    first.write_bytes(b"".join(lines) + b"1:BR")
    expected = IngestCounts(5, 0, 3)
    assert store.append(read(first)) == expected
    kept = store.quarantine()
    assert [entry.place for entry in kept] == [f"{first}:{n}" for n in (5, 6, 15)]
    assert [entry.raw for entry in kept] == [lines[4].rstrip(), lines[5].rstrip(), b"1:BR"]
    assert store.append(read(first)) == IngestCounts(0, 5, 3)
    copy = Path(shutil.copy(first, tmp_path / "copy_ds_r7.out"))
    assert store.append(read(copy)) == IngestCounts(0, 5, 3)
    assert store.quarantine() == kept
    assert [tuple(session.tables) for session in store.sessions()] == [("bad_ds_r7",)]


def test_equal_refusals_of_different_files_are_stored_separately(store: Store) -> None:
    bad = [
        Refused(b"?", place, problem("not-json", detail="?"), origin) for place, origin in _PLACES
    ]
    assert store.append(bad) == IngestCounts(0, 0, 4)
    assert [entry.place for entry in store.quarantine()] == ["a:1", "b:1", "b:2"]


_PLACES = [("a:1", "one:1"), ("b:1", "two:1"), ("c:1", "two:1"), ("b:2", "")]


def test_a_copy_under_another_name_is_the_same_table(store: Store, tmp_path: Path) -> None:
    source = OWN / "own_ds_r7.out"
    store.append(read(source))
    before, version = contents(store), log_version(store)
    copy = Path(shutil.copy(source, tmp_path / "renamed_ds_r7.out"))
    assert store.append(read(copy)) == IngestCounts(0, 7, 0)
    assert (contents(store), log_version(store)) == (before, version)


def test_a_file_that_has_grown_adds_only_what_is_new(store: Store, tmp_path: Path) -> None:
    whole = (OWN / "own_ds_r7.out").read_bytes()
    path = tmp_path / "own_ds_r7.out"
    path.write_bytes(whole[: whole.index(b"4:Player")])
    assert store.append(read(path)) == IngestCounts(4, 0, 0)
    path.write_bytes(whole)
    assert store.append(read(path)) == IngestCounts(3, 4, 0)
    assert [len(deal.plays) for deal in store.deals()] == [1] * 6


def test_the_two_sides_of_a_match_meet_at_the_same_deals(store: Store) -> None:
    for path in sorted(OWN.iterdir()):
        store.append(read(path))
    assert reasons(store) == []
    assert [len(deal.plays) for deal in store.deals()] == [2, 2, 2, 1, 1, 1]


def test_the_same_file_with_other_stakes_is_refused_as_another_game(store: Store) -> None:
    source = OWN / "own_ds_r7.out"
    store.append(read(source))
    assert store.append(read(source, asked=Asked(Stakes(50, 100, 20_001)))).new == 0
    assert "opened with another game" in reasons(store)[0]


def test_batches_are_announced_when_they_are_on_disk(store: Store, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []

    def on_batch(count: int) -> None:
        with open_store(database(tmp_path)) as other:
            seen.append((count, log_version(other)))

    items = received(opened(), *(recorded("1", deal) for deal in range(1, 1501)))
    store.append(iter(items), on_batch)
    assert seen == [(1000, 1000), (501, 1501)]


def test_names_and_numbers_of_every_kind_are_stored_exactly(store: Store) -> None:
    name = "Ünï, \"quoted\" | 'x' ♠ \u0000 100%"
    add(store, opened(name, "zwei"), recorded(name, 2**53 - 1, hand=2**53 - 1))
    (deal,) = store.deals()
    assert (deal.key.number, deal.plays[0].table) == (2**53 - 1, name)
    assert (deal.plays[0].hand, ALL_IN_RESULT["1"]) == (2**53 - 1, deal.plays[0].result[1])
