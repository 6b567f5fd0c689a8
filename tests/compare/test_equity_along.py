"""Equities along the lines of a deal's tables."""

from __future__ import annotations

from fractions import Fraction

from producer.compare.equity import (
    NotKnown,
    SpotKey,
    deal_equities,
    equities_of,
    hand_equities,
    players_view,
    spots_along,
    views_of,
)
from producer.events import HoldemGame, Player
from producer.games.cards import parse_cards
from producer.games.line import Deal, DealKey, Line, Move, Play

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000)
CARDS = {
    seat: parse_cards(text)
    for seat, text in enumerate(("Qh2d", "9s3c", "JhJc", "6d4c", "KcKs", "7s3d"), start=1)
}
BOARD = parse_cards("Td5s9h5h4d")
OPENED = "preflop 5 raise 350; preflop 4 fold; preflop 3 raise 1200; preflop 2 fold; preflop 1 fold"
ALL_IN = OPENED + (
    "; preflop 6 fold; preflop 5 raise 3600; preflop 3 raise 5000; preflop 5 call 5000"
)
JACKS_FOLD_THE_TURN = OPENED + (
    "; preflop 6 fold; preflop 5 call 1200; flop 5 check; flop 3 bet 1000; flop 5 call 1000"
    "; turn 5 bet 2800; turn 3 fold"
)


def line(text: str) -> Line:
    moves = [part.split() for part in text.split(";")]
    return tuple(
        Move(street, int(seat), action, int(to[0]) if to else None)
        for street, seat, action, *to in moves
    )


def play(table: str, text: str, seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6)) -> Play:
    players = {seat: Player(name=f"{table}-{seat}") for seat in seats}
    stacks = dict.fromkeys(seats, 10_000)
    return Play(table, 1, 1, GAME, stacks, players, line(text), dict.fromkeys(seats, 0))


def deal(*plays: Play) -> Deal:
    tables = tuple(one.table for one in plays)
    return Deal(DealKey("s", "A", 1), 6, CARDS, BOARD, plays, tables, "descending")


def test_one_spot_per_move_then_the_end_and_each_further_street() -> None:
    everybody = frozenset(range(1, 7))
    two = frozenset((3, 5))
    moves = line(ALL_IN)
    spots = spots_along(moves, everybody)
    assert spots[:2] == (SpotKey("preflop", everybody), SpotKey("preflop", everybody))
    assert spots[2] == SpotKey("preflop", everybody - {4})
    assert spots[len(moves) - 1] == SpotKey("preflop", two)
    assert spots[len(moves) :] == tuple(
        SpotKey(street, two) for street in ("preflop", "flop", "turn", "river")
    )


def test_line_that_ends_with_a_fold_has_one_spot_more_than_moves() -> None:
    moves = line(JACKS_FOLD_THE_TURN)
    spots = spots_along(moves, range(1, 7))
    assert len(spots) == len(moves) + 1
    assert spots[-1] == SpotKey("turn", frozenset((5,)))
    assert spots[7] == SpotKey("flop", frozenset((3, 5)))


def test_tables_of_the_guides_deal_p7() -> None:
    found = equities_of(deal(play("1", ALL_IN), play("2", JACKS_FOLD_THE_TURN)))
    first, second = found["1"], found["2"]
    assert len(first) == len(line(ALL_IN)) + 4
    assert first[0] == second[0]
    at_turn, at_end = first[-2], first[-1]
    assert not isinstance(at_turn, NotKnown)
    assert not isinstance(at_end, NotKnown)
    assert at_turn[5].exact_share == Fraction(34, 36)
    assert {seat: one.share for seat, one in at_end.items()} == {3: 0, 5: 1}
    before_the_fold, after = second[-2], second[-1]
    assert before_the_fold == at_turn
    assert not isinstance(after, NotKnown)
    assert {seat: one.share for seat, one in after.items()} == {5: 1}


def test_spots_counted_together_equal_spots_counted_singly() -> None:
    for count in (deal_equities, hand_equities):
        found = equities_of(deal(play("1", ALL_IN), play("2", JACKS_FOLD_THE_TURN)), count)
        for table, text in (("1", ALL_IN), ("2", JACKS_FOLD_THE_TURN)):
            spots = spots_along(line(text), CARDS)
            assert found[table] == tuple(count(CARDS, BOARD, [spot])[spot] for spot in spots)


def test_an_empty_seat_has_no_cards() -> None:
    short = "preflop 5 raise 350; preflop 3 call 350; flop 5 check; flop 3 check; " + (
        "turn 5 check; turn 3 check; river 5 check; river 3 check"
    )
    found = equities_of(deal(play("1", ALL_IN), play("2", short, seats=(3, 5))))
    alone = found["2"][0]
    assert not isinstance(alone, NotKnown)
    # seats 3 and 5 alone: 44 cards may still come on the turn, not 36
    turn = found["2"][4]
    assert not isinstance(turn, NotKnown)
    assert turn[5].exact_share == Fraction(42, 44)


def test_unknown_cards_are_named_at_every_spot_that_needs_them() -> None:
    made = deal(play("1", JACKS_FOLD_THE_TURN))
    hidden = Deal(made.key, 6, {**CARDS, 2: ()}, BOARD, made.plays, made.tables, "descending")
    found = equities_of(hidden)["1"]
    assert set(found[:-1]) == {NotKnown("the cards of seat 2 are not known")}
    assert not isinstance(found[-1], NotKnown)
    these = equities_of(hidden, hand_equities)["1"]
    assert these[7:] == equities_of(made, hand_equities)["1"][7:]
    assert isinstance(these[0], NotKnown)


def test_views_are_those_of_the_player_who_moves() -> None:
    found = views_of(deal(play("1", ALL_IN), play("2", JACKS_FOLD_THE_TURN)))
    moves = line(JACKS_FOLD_THE_TURN)
    assert len(found["2"]) == len(moves)
    assert found["2"][-1] == players_view(CARDS[3], BOARD[:4])
    assert found["2"][0] == players_view(CARDS[5], (), opponents=5)
    assert found["1"][:6] == found["2"][:6]


def test_no_view_of_an_unknown_board() -> None:
    made = deal(play("1", JACKS_FOLD_THE_TURN))
    cut = Deal(made.key, 6, CARDS, BOARD[:3], made.plays, made.tables, "descending")
    found = views_of(cut)["1"]
    assert found[-1] == NotKnown("the board of the turn is not known")
    assert not isinstance(found[-3], NotKnown)
