"""The guide's example deal as the demo tells it: cards, seats, play and results (RULES P6, P7)."""

from pathlib import Path

import pytest

from producer.compare import compare
from producer.events import HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Received, read
from producer.games.cards import format_cards, parse_cards
from producer.games.holdem import finished, replay
from producer.games.line import Deal, DealKey, Move, Play
from producer.record import open_store

GUIDE = Path(__file__).parents[2] / "assets" / "demo" / "guide.ndjson"

SEATS_P6 = {
    "1": ("Ecuador", "Argentina", "China", "Finland", "Brazil", "Denmark"),
    "2": ("Argentina", "China", "Finland", "Brazil", "Denmark", "Ecuador"),
    "3": ("China", "Finland", "Brazil", "Denmark", "Ecuador", "Argentina"),
    "4": ("Finland", "Brazil", "Denmark", "Ecuador", "Argentina", "China"),
    "5": ("Brazil", "Denmark", "Ecuador", "Argentina", "China", "Finland"),
    "6": ("Denmark", "Ecuador", "Argentina", "China", "Finland", "Brazil"),
}
CARDS_P7 = {1: "Qh2d", 2: "9s3c", 3: "JhJc", 4: "6d4c", 5: "KcKs", 6: "7s3d"}
BOARD_P7 = "Td5s9h5h4d"

KINGS = {"1": 2500, "2": 2200, "3": 3500, "4": 1550, "5": 5100, "6": 2500}
"""Seat 5's chip scores, added up by hand from the lines: what the jacks put in, and the blind."""


@pytest.fixture(scope="module")
def deal(tmp_path_factory: pytest.TempPathFactory) -> Deal:
    with open_store(tmp_path_factory.mktemp("guide") / "record.db") as store:
        tally = store.append(read(GUIDE))
        assert (tally.new, tally.quarantined, store.quarantine()) == (8, 0, [])
        found = store.deal(DealKey("guide", "A", 1))
    assert found is not None
    return found


def _opening() -> SessionOpenedEvent:
    first = next(read(GUIDE))
    assert isinstance(first, Received)
    assert isinstance(first.event, SessionOpenedEvent)
    return first.event


def _plays(deal: Deal) -> dict[str, Play]:
    return {play.table: play for play in deal.plays}


def test_p6_the_right_teams_in_the_right_seats_at_every_table(deal: Deal) -> None:
    assert {
        play.table: tuple(play.players[seat].team for seat in range(1, 7)) for play in deal.plays
    } == SEATS_P6
    assert len({player.name for play in deal.plays for player in play.players.values()}) == 36
    assert set(deal.teams) == set(SEATS_P6["1"])


def test_p7_the_guides_cards_button_and_direction(deal: Deal) -> None:
    assert {seat: format_cards(cards) for seat, cards in deal.cards.items()} == CARDS_P7
    assert format_cards(deal.board) == BOARD_P7
    assert (deal.button, deal.direction) == (6, "descending")


def test_p2_pot_limit_with_a_cap_of_fifty_big_blinds(deal: Deal) -> None:
    for play in deal.plays:
        game = play.game
        assert (game.betting, game.small_blind, game.big_blind) == ("pot-limit", 50, 100)
        assert (game.cap, min(map(int, filter(None, play.stacks.values())))) == (5000, 10_000)


def test_p3_results_are_exact_and_add_up_to_zero(deal: Deal) -> None:
    for table, play in _plays(deal).items():
        kings = KINGS[table]
        assert play.result == {1: 0, 2: 0, 3: 100 - kings, 4: -100, 5: kings, 6: 0}
        assert sum(play.result.values()) == 0


def test_every_line_replays_to_its_result(deal: Deal) -> None:
    cards = {seat: parse_cards(text) for seat, text in CARDS_P7.items()}
    for play in deal.plays:
        again = replay(
            play.game, 6, "descending", play.stacks, cards, parse_cards(BOARD_P7), play.line
        )
        assert finished(again).result == play.result


def test_six_different_ways_and_the_cap_is_no_all_in(deal: Deal) -> None:
    assert len({play.line for play in deal.plays}) == 6
    capped = _plays(deal)["5"]
    cards = {seat: parse_cards(text) for seat, text in CARDS_P7.items()}
    marks = replay(
        capped.game, 6, "descending", capped.stacks, cards, deal.board, capped.line
    ).marks
    assert marks[-2:] == ("cap", "cap")


def test_the_fork_is_where_the_kings_face_a_bet_on_the_turn(deal: Deal) -> None:
    fork = compare(deal).fork
    assert fork is not None
    assert (fork.street, fork.seat, format_cards(fork.cards)) == ("turn", 5, "KcKs")
    assert fork.contrast == 0.7, "call against raise (DESIGN, comparison 3)"
    # by hand: raise 5100; calls 2500, 3500, 2500. Mean 3400, of the calls 2833 1/3.
    between = 1700**2 + 3 * (1700 / 3) ** 2
    within = 2 * (1000 / 3) ** 2 + (2000 / 3) ** 2
    assert fork.explained == pytest.approx(between / (between + within))
    assert {branch.move: branch.tables for branch in fork.branches} == {
        Move("turn", 5, "call", 1200): ("1", "3", "6"),
        Move("turn", 5, "raise", 3800): ("5",),
    }


def test_the_suggested_pair_is_typical_and_of_four_teams(deal: Deal) -> None:
    """Of the calls, which won 25, 35 and 25, tables 1 and 6 are typical; at 1 China would sit on
    both sides."""
    pairing = compare(deal).pairing
    assert pairing == ("6", "5")
    plays = _plays(deal)
    assert len({plays[table].players[seat].team for table in pairing for seat in (3, 5)}) == 4


def test_the_source_is_named() -> None:
    assert "International Federation of Poker" in (_opening().data.credit or "")
    assert "invented" in (_opening().data.credit or "")


def test_every_event_is_a_recorded_hand_or_the_deck() -> None:
    kinds = [item.event.type for item in read(GUIDE) if isinstance(item, Received)]
    assert kinds == ["session.opened", "deal.cards"] + ["hand.recorded"] * 6
    assert all(
        item.event.seq == 1
        for item in read(GUIDE)
        if isinstance(item, Received) and isinstance(item.event, HandRecordedEvent)
    )
