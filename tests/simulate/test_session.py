"""A simulated session: what its devices tell is complete, legal, in order and always the same."""

import json
import re
from collections import Counter, defaultdict
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from producer.events import (
    DealCardsEvent,
    Event,
    HandActionEvent,
    HandBoardEvent,
    HandFinishedEvent,
    HandStartedEvent,
    SessionOpenedEvent,
    event_json,
    event_schema,
    parse_event,
)
from producer.feeds import Received, read
from producer.games.cards import parse_cards
from producer.games.holdem import BOARD_CARDS, STREETS, finished, replay
from producer.games.line import Move
from producer.record import open_store
from producer.simulate import session_events, session_name

DEALS = 8


@pytest.fixture(scope="module")
def session() -> list[Event]:
    return list(session_events(DEALS, seed=7))


def _opening(events: list[Event]) -> SessionOpenedEvent:
    first = events[0]
    assert isinstance(first, SessionOpenedEvent)
    return first


def _by_table(events: list[Event]) -> dict[str, list[Event]]:
    tables: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.table is not None:
            tables[event.table].append(event)
    return tables


def test_the_same_seed_gives_the_same_bytes_another_seed_others() -> None:
    def output(seed: int) -> str:
        return "\n".join(map(event_json, session_events(3, seed)))

    assert output(7) == output(7)
    assert re.sub("sim-8", "sim-7", output(8)) != output(7)


def test_every_event_is_valid_under_the_published_schema(session: list[Event]) -> None:
    schema = Draft202012Validator(event_schema())
    for event in session:
        output = event_json(event)
        schema.validate(json.loads(output))
        assert parse_event(output) == event


def test_kind_is_live_unless_an_archive_is_asked_for() -> None:
    assert _opening(list(session_events(1, 1))).data.kind == "live"
    assert _opening(list(session_events(1, 1, archive=True))).data.kind == "archive"
    assert session_name(1, 1) != session_name(1, 1, archive=True)


def test_p6_six_teams_at_six_tables_a_player_keeps_one_seat(session: list[Event]) -> None:
    opening = _opening(session).data
    assert len(opening.teams) == len(opening.tables) == 6
    assert opening.direction == "descending"
    rows = [[info.players[seat].team for seat in range(1, 7)] for info in opening.tables.values()]
    for line in (*rows, *zip(*rows, strict=True)):
        assert set(line) == set(opening.teams)
    names = [player.name for info in opening.tables.values() for player in info.players.values()]
    assert len(set(names)) == 36


def test_p2_pot_limit_with_a_cap_of_fifty_big_blinds(session: list[Event]) -> None:
    for info in _opening(session).data.tables.values():
        assert (info.game.betting, info.game.cap) == ("pot-limit", 50 * info.game.big_blind)
        assert info.game.big_blind == 2 * info.game.small_blind


def test_p8_every_table_plays_every_deal_once_in_its_own_order(session: list[Event]) -> None:
    orders = {
        table: [event.data.deal for event in events if isinstance(event, HandStartedEvent)]
        for table, events in _by_table(session).items()
    }
    assert len(orders) == 6
    for order in orders.values():
        assert sorted(order) == list(range(1, DEALS + 1))
    assert len(set(map(tuple, orders.values()))) == 6


def test_p2_stacks_carry_over_and_are_topped_up_to_the_cap(session: list[Event]) -> None:
    for events in _by_table(session).values():
        stacks = dict.fromkeys(range(1, 7), 10_000)
        for event in events:
            if isinstance(event, HandStartedEvent):
                assert event.data.stacks == stacks
            if isinstance(event, HandFinishedEvent):
                stacks = {
                    seat: max(5_000, chips + int(event.data.result[seat]))
                    for seat, chips in stacks.items()
                }


def test_numbers_and_times_increase_per_table_and_tables_are_interleaved(
    session: list[Event],
) -> None:
    for table, events in _by_table(session).items():
        assert [event.seq for event in events] == list(range(1, len(events) + 1)), table
        hands = [event.data.hand for event in events if isinstance(event, HandStartedEvent)]
        assert hands == list(range(1, DEALS + 1))
        times = [event.at for event in events]
        # the longest silence is between two hands: 12 s to the end and 50 to the next start, and
        # a batch that waits for it
        assert all(0 <= (b - a).total_seconds() < 90 for a, b in pairwise(times)), table
    assert len({event.id for event in session}) == len(session)
    turns = sum(a.table != b.table for a, b in pairwise(session))
    assert turns > len(session) / 2, "tables speak in turn, not one after the other"


def test_two_devices_of_six_send_in_batches_that_arrive_later(session: list[Event]) -> None:
    """Batches: two to four entries under one time, heard after what other tables sent later."""
    shared = {
        table: [len(list(same)) for _, same in groupby(event.at for event in events)]
        for table, events in _by_table(session).items()
    }
    batching = {table for table, sizes in shared.items() if max(sizes) > 1}
    assert len(batching) == 2
    for table in batching:
        assert max(shared[table]) == 4
        assert sum(shared[table]) / len(shared[table]) > 2
    prompt = [event.at for event in session if event.table and event.table not in batching]
    assert prompt == sorted(prompt), "what is sent at once is heard in the order of its times"
    overtaken, latest = dict.fromkeys(batching, 0), prompt[0]
    for event in session:
        if event.table in batching:
            overtaken[event.table] += event.at < latest
        elif event.table:
            latest = event.at
    for table, late in overtaken.items():
        assert late > 0.5 * sum(shared[table]), table


def test_every_simulated_hand_replays_to_its_result(session: list[Event]) -> None:
    opening = _opening(session).data
    decks = {event.data.deal: event.data for event in session if isinstance(event, DealCardsEvent)}
    played = 0
    for table, events in _by_table(session).items():
        line: list[Move] = []
        board = ""
        for event in events:
            if isinstance(event, HandStartedEvent):
                started, line, board = event.data, [], ""
                assert started.button == decks[started.deal].button
            elif isinstance(event, HandBoardEvent):
                board += event.data.cards
                assert len(board) // 2 in (3, 4, 5)
            elif isinstance(event, HandActionEvent):
                output = event.data
                street = next(s for s in STREETS if BOARD_CARDS[s] == len(board) // 2)
                line.append(Move(street, output.seat, output.action, output.to))
                assert output.n == len(line)
            elif isinstance(event, HandFinishedEvent):
                deck = decks[event.data.deal]
                assert deck.board.startswith(board)
                again = finished(
                    replay(
                        opening.tables[table].game,
                        deck.button,
                        opening.direction,
                        dict(started.stacks),
                        {seat: parse_cards(cards) for seat, cards in deck.cards.items()},
                        parse_cards(deck.board),
                        tuple(line),
                    )
                )
                assert again.result == event.data.result
                assert bool(again.shown) == (len(board) == 10 and len(again.live) > 1)
                played += 1
    assert played == 6 * DEALS


def _orders(events: list[Event]) -> list[list[int]]:
    return [
        [event.data.deal for event in output if isinstance(event, HandStartedEvent)]
        for output in _by_table(events).values()
    ]


def test_p8_in_blocks_all_tables_play_the_first_deals_first_each_in_its_own_order() -> None:
    orders = _orders(list(session_events(12, seed=7, blocks=5)))
    assert len(set(map(tuple, orders))) == 6
    for order in orders:
        assert sorted(order[:5]) == [1, 2, 3, 4, 5]
        assert sorted(order[5:10]) == [6, 7, 8, 9, 10]
        assert sorted(order[10:]) == [11, 12]


def test_p8_without_blocks_some_table_begins_with_a_late_deal() -> None:
    orders = _orders(list(session_events(12, seed=7)))
    assert any(max(order[:5]) > 10 for order in orders)


def _released_after(events: list[Event], share: float) -> int:
    """How many deals all six tables have finished when that share of the hands is finished."""
    ends = [event.data.deal for event in events if isinstance(event, HandFinishedEvent)]
    done = Counter(ends[: int(share * len(ends))])
    return sum(times == 6 for times in done.values())


def test_blocks_release_deals_while_the_session_goes_on() -> None:
    """A usual session: 75 deals at six tables. Halfway two blocks of 15 are about finished; with
    one shuffle of all a deal is finished by six tables with chance (1/2)^6, so about one of 75."""
    assert _released_after(list(session_events(75, 1, blocks=15)), 0.5) > 20
    assert _released_after(list(session_events(75, 1)), 0.5) < 6


def test_different_sessions_have_different_names() -> None:
    names = [
        session_name(5, 1),
        session_name(6, 1),
        session_name(5, 2),
        session_name(5, 1, archive=True),
        session_name(5, 1, tables=5),
        session_name(5, 1, blocks=2),
        session_name(5, 1, blocks=3),
        session_name(5, 1, styles=["tight"]),
        session_name(5, 1, styles=["tight", "loose"]),
    ]
    assert len(set(names)) == len(names)


def test_a_longer_session_begins_with_the_same_decks() -> None:
    def decks(deals: int) -> list[object]:
        events = session_events(deals, seed=7)
        return [event.data for event in events if isinstance(event, DealCardsEvent)]

    assert decks(9)[:4] == decks(4)


@pytest.mark.parametrize("tables", [2, 3, 10])
def test_other_fields(tables: int) -> None:
    events = list(session_events(2, 1, tables=tables))
    count = Counter(event.type for event in events)
    assert count["hand.started"] == count["hand.finished"] == 2 * tables
    assert len(_opening(events).data.teams) == tables


@pytest.mark.parametrize(("deals", "tables"), [(0, 6), (1, 0), (1, 11)])
def test_impossible_sessions_are_refused(deals: int, tables: int) -> None:
    with pytest.raises(ValueError, match="at least 1 deal and 1 to 10 tables"):
        next(session_events(deals, 1, tables=tables))


def test_impossible_blocks_and_styles_are_refused() -> None:
    with pytest.raises(ValueError, match="a block has at least 1 deal"):
        next(session_events(1, 1, blocks=0))
    with pytest.raises(ValueError, match="no style is called 'wild'; there are tight, loose"):
        next(session_events(1, 1, styles=["wild"]))


def test_the_record_accepts_every_event(session: list[Event], tmp_path: Path) -> None:
    feed = tmp_path / "session.ndjson"
    feed.write_text("".join(event_json(event) + "\n" for event in session), encoding="utf-8")
    assert all(isinstance(item, Received) for item in read(feed))
    with open_store(tmp_path / "record.db") as store:
        tally = store.append(read(feed))
        assert (tally.new, tally.known, tally.quarantined) == (len(session), 0, 0)
        assert store.quarantine() == []
        deals = list(store.deals())
    assert [len(deal.plays) for deal in deals] == [6] * DEALS
