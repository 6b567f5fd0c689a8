"""Rows, royalties, row by row, and how points are paid (RULES O2 to O6)."""

import csv
from itertools import combinations, islice

import pytest
from effort import counts
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards
from real_files import real_files

from producer.events import OpenFaceGame, RowRoyalties, RoyaltyTable
from producer.games.cards import DECK, RANKS, format_card, parse_cards
from producer.games.ofc.points import (
    FinishedRows,
    Paid,
    dues,
    pay,
    row_by_row,
    royalties,
)
from producer.games.ofc.rows import BadPlacement, Rows, is_foul, placement, spelt, strength

GAME = OpenFaceGame()


def rows(back: str, middle: str, front: str) -> Rows:
    return Rows(*(parse_cards(text.replace(" ", "")) for text in (back, middle, front)))


PLAIN = rows("QsQh7d5c2h", "9s9h6d4c3c", "KdJc8h")
FOULED = rows("9s9h6d4c3c", "QsQh7d5c2h", "KdJc8h")


# the royalties of RULES O3, in its order
BACK = {
    "9d8c7h6s5d": 2, "AdJd9d5d3d": 4, "TsThTd4c4d": 6, "TsThTdTc4d": 10, "9h8h7h6h5h": 15,
    "AsKsQsJsTs": 25, "TsThTd5c4d": 0, "5h4h3h2hAh": 15,
}  # fmt: skip
MIDDLE = {
    "TsThTd5c4d": 2, "5d4c3h2sAd": 4, "AdJd9d5d3d": 8, "TsThTd4c4d": 12, "TsThTdTc4d": 20,
    "9h8h7h6h5h": 30, "AsKsQsJsTs": 50, "TsTh4c4d2c": 0,
}  # fmt: skip
FRONT_PAIRS = {"6": 1, "7": 2, "8": 3, "9": 4, "T": 5, "J": 6, "Q": 7, "K": 8, "A": 9}
FRONT_THREES = {rank: 10 + place for place, rank in enumerate(RANKS)}


@pytest.mark.parametrize(("back", "points"), BACK.items())
def test_the_back_earns_what_the_tour_pays(back: str, points: int) -> None:
    assert royalties(GAME, rows(back, "9c7h5s3c2d", "8s6s4s"))["back"] == points


@pytest.mark.parametrize(("middle", "points"), MIDDLE.items())
def test_the_middle_earns_what_the_tour_pays(middle: str, points: int) -> None:
    best = "AcKcQcJcTc" if "As" not in middle else middle
    assert royalties(GAME, rows(best, middle, "8s6s4s"))["middle"] == points


@pytest.mark.parametrize("rank", RANKS)
def test_the_front_earns_pairs_from_sixes_and_any_three(rank: str) -> None:
    kicker = "2" if rank != "2" else "3"
    pair = rows("AcKcQcJcTc", "KsKhKdQsQh", f"{rank}s{rank}d{kicker}h")
    three = rows("AcKcQcJcTc", "9h8h7h6h5h", f"{rank}s{rank}h{rank}d")
    assert royalties(GAME, pair) == {"back": 25, "middle": 12, "front": FRONT_PAIRS.get(rank, 0)}
    assert royalties(GAME, three) == {"back": 25, "middle": 30, "front": FRONT_THREES[rank]}


def test_another_table_of_royalties_is_a_setting() -> None:
    other = RowRoyalties(
        straight=2, flush=4, full_house=6, four_of_a_kind=8, straight_flush=10, royal_flush=20
    )
    game = OpenFaceGame(royalties=RoyaltyTable(back=other))
    earned = royalties(game, rows("TsThTdTc4d", "9c9h5s3c2d", "8s6s4s"))
    assert earned == {"back": 8, "middle": 0, "front": 0}


def test_a_foul_earns_nothing_and_pays_the_royalties_of_others() -> None:
    flush = rows("AdJd9d5d3d", "9s9h6d4c3c", "AsAhKc")
    assert is_foul(flush), "aces in front beat nines in the middle"
    assert set(royalties(GAME, flush).values()) == {0}
    legal = rows("AdJd9d5d3d", "TsThTc4c3c", "6s6h8h")
    # 6 for the foul, 4 for the flush, 2 for the trips, 1 for the sixes
    assert row_by_row(GAME, legal, FOULED).points == 13
    assert row_by_row(GAME, FOULED, legal).points == -13
    assert row_by_row(GAME, FOULED, flush).points == 0, "two fouls pay each other nothing"
    assert row_by_row(GAME, None, FOULED).points == 0
    assert row_by_row(GAME, None, legal).points == -13


@pytest.mark.parametrize(
    ("hand", "foul"),
    [
        (rows("AsAhKdQd2c", "AcAdKsQc3h", "8s6s4s"), True),
        (rows("AsAhKdQd3c", "AcAdKsQc3h", "8s6s4s"), False),
        (rows("TsTh9c9d2c", "AcKd5s4c3h", "AdKsQc"), True),
        (rows("TsTh9c9d2c", "AcKdQs4c3h", "AdKsQc"), False),
        (rows("TsTh9c9d2c", "5c4d3s2cAh", "8s6s4s"), True),
        (rows("9h8h7h6h5h", "5c4d3s2cAh", "KsKcKd"), False),
    ],
)
def test_a_later_row_may_equal_but_not_beat_the_one_behind_it(hand: Rows, foul: bool) -> None:
    assert is_foul(hand) is foul


def test_cases_of_another_program() -> None:
    (path,) = real_files("ofc", "*.tsv")
    _, *lines = path.read_text(encoding="utf-8").splitlines()
    cases = list(csv.DictReader(lines, delimiter="\t"))
    assert len(cases) == 4
    for case in cases:
        one, two = (_thirteen(case[name]) for name in ("my_hand", "their_hand"))
        mine, theirs = map(int, case["expected"].split())
        assert row_by_row(GAME, one, two).points == mine - theirs, case["note"]


def _thirteen(text: str) -> Rows:
    cards = [parse_cards(card.replace("10", "T"))[0] for card in text.split()]
    return Rows(front=tuple(cards[:3]), middle=tuple(cards[3:8]), back=tuple(cards[8:]))


def test_five_card_rows_rank_as_another_program_ranks_them() -> None:
    step = counts(1013, 1)
    hands = list(islice(combinations(DECK, 5), 0, None, step))
    places = [evaluate_cards(*map(format_card, hand)) for hand in hands]
    by_place: dict[int, set[tuple[int, ...]]] = {}
    for place, hand in zip(places, hands, strict=True):
        by_place.setdefault(place, set()).add(strength(hand))
    assert all(len(same) == 1 for same in by_place.values())
    strongest_first = [by_place[place].pop() for place in sorted(by_place)]
    assert strongest_first == sorted(set(strongest_first), reverse=True)


def _pay(stacks: dict[int, int | None], owed: dict[tuple[int, int], int]):
    return pay(owed, tuple(stacks), stacks)


def test_who_cannot_pay_is_out_though_others_owe_it_more() -> None:
    """RULES O5: 10 points, owing 12 to seat 2, due 12 from seats 3 and 4."""
    settled = _pay({1: 10, 2: 40, 3: 40, 4: 40}, {(1, 2): -12, (1, 3): 12, (1, 4): 12})
    assert settled.out == (1,)
    assert settled.result == {1: -10, 2: 10, 3: 0, 4: 0}
    assert settled.paid[:3] == (Paid((1, 2), -12, -10), Paid((1, 3), 12, 0), Paid((1, 4), 12, 0))


def test_who_pays_its_last_point_is_out() -> None:
    assert _pay({1: 12, 2: 40}, {(1, 2): -12}).out == (1,)
    assert _pay({1: 13, 2: 40}, {(1, 2): -12}).out == ()


@pytest.mark.parametrize(("third", "moved"), [(6, 4), (-6, -4), (3, 3)])
def test_a_hand_moves_at_most_the_points_a_player_began_with(third: int, moved: int) -> None:
    """RULES O6: A has 12 and wins 8 from B: at most 4 between it and C, then nothing with D."""
    settled = _pay({1: 12, 2: 40, 3: 40, 4: 40}, {(1, 2): 8, (1, 3): third, (1, 4): 5})
    assert [each.moved for each in settled.paid[:3]] == [8, moved, 1 if third == 3 else 0]
    assert settled.out == ()


def test_without_stacks_everything_is_paid() -> None:
    settled = _pay({1: None, 2: None, 3: None}, {(1, 2): 80, (1, 3): -90, (2, 3): 7})
    assert settled.result == {1: -10, 2: -73, 3: 83}


@settings(max_examples=counts(60, 2000), deadline=None)
@given(
    st.lists(st.integers(1, 60), min_size=2, max_size=4),
    st.lists(st.integers(-60, 60), min_size=6, max_size=6),
)
def test_points_are_neither_made_nor_lost(stacks: list[int], owed: list[int]) -> None:
    seats = range(1, len(stacks) + 1)
    pairs = dict(zip(combinations(seats, 2), owed, strict=False))
    settled = pay(pairs, seats, dict(zip(seats, stacks, strict=True)))
    assert sum(settled.result.values()) == 0
    for seat, began in zip(seats, stacks, strict=True):
        moved = sum(abs(each.moved) for each in settled.paid if seat in each.seats)
        assert moved <= began
        assert (settled.result[seat] == -began) == (seat in settled.out)


def test_penalties() -> None:
    """RULES O4: not playing costs 3 to each active player and no royalties; nothing comes back."""
    flush = rows("AdJd9d5d3d", "TsThTc4c3c", "6s6h8h")
    owed = dues(GAME, FinishedRows({2: flush, 3: PLAIN}, frozenset({1, 4}), {3: 1}))
    assert owed == {(2, 3): 14, (2, 1): 3, (2, 4): 3, (3, 1): 3, (3, 4): 3}
    # a scoop of 6, 4 + 2 + 1 in royalties, and 1 for the card that seat 3 showed out of turn
    lost = dues(GAME, FinishedRows({1: None, 2: flush, 3: None}))
    assert lost == {(1, 2): -13, (1, 3): 0, (2, 3): 13}
    both = dues(GAME, FinishedRows({2: flush, 3: PLAIN}, frozenset(), {2: 2, 3: 1}))
    assert both == {(2, 3): 12}, "each pays for the cards that it showed"
    one = dues(GAME, FinishedRows({2: flush}, frozenset({1}), {2: 5, 1: 1}))
    assert one == {(2, 1): 4}, "who does not play gets nothing for them, and pays for its own"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a row"),
        ("top Qs", "is not a row"),
        ("back Qx", "not a card"),
        ("back QsQs", "twice"),
        ("back Qs, middle Qs", "placed twice"),
    ],
)
def test_what_is_no_placement(text: str, reason: str) -> None:
    with pytest.raises(BadPlacement, match=reason):
        placement(text)


@given(st.permutations(DECK), st.integers(0, 5), st.integers(0, 3))
@settings(max_examples=counts(30, 1000))
def test_placements_read_as_they_are_spelt(deck: list[int], back: int, front: int) -> None:
    placed = {
        "back": tuple(deck[:back]),
        "middle": (deck[51],),
        "front": tuple(deck[20 : 20 + front]),
    }
    read = placement(spelt(placed))
    assert {row: set(cards) for row, cards in read.items()} == {
        row: set(cards) for row, cards in placed.items() if cards
    }
