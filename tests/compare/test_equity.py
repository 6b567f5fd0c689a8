"""Equities with known hands, against two other engines and against numbers known for long."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations

import pytest
from effort import counts
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards
from pokerfast import equity as pokerfast

from producer.compare.equity import (
    Equities,
    Equity,
    NotKnown,
    SpotKey,
    deal_equities,
    hand_equities,
)
from producer.games.cards import DECK, Cards, format_cards, parse_cards
from producer.games.holdem import BOARD_CARDS, board_at

GUIDE = {
    seat: parse_cards(text)
    for seat, text in enumerate(("Qh2d", "9s3c", "JhJc", "6d4c", "KcKs", "7s3d"), start=1)
}
GUIDE_BOARD = parse_cards("Td5s9h5h4d")


def at(street: str, *live: int) -> SpotKey:
    return SpotKey(street, frozenset(live))


def of(found: Mapping[SpotKey, Equities], spot: SpotKey) -> Mapping[int, Equity]:
    equities = found[spot]
    assert not isinstance(equities, NotKnown)
    return equities


def random_deal(lot: random.Random, players: int) -> tuple[dict[int, Cards], Cards]:
    cards = lot.sample(DECK, 2 * players + 5)
    dealt = {seat + 1: tuple(cards[2 * seat : 2 * seat + 2]) for seat in range(players)}
    return dealt, tuple(cards[2 * players :])


def random_spot(lot: random.Random, players: int, street: str) -> SpotKey:
    live = lot.sample(range(1, players + 1), lot.randint(2, min(players, 6)))
    return at(street, *live)


@pytest.mark.parametrize(
    ("kings", "jacks", "per_cent"),
    [("KcKs", "JhJd", 80.854), ("KcKs", "JhJc", 81.536), ("KcKs", "JsJc", 82.218)],
)
def test_kings_against_jacks(kings: str, jacks: str, per_cent: float) -> None:
    hands = {1: parse_cards(kings), 2: parse_cards(jacks)}
    spot = at("preflop", 1, 2)
    found = of(hand_equities(hands, (), [spot]), spot)
    assert round(100 * found[1].share, 3) == per_cent
    assert found[1].cases == 1_712_304


def test_guides_turn_with_all_cards_known_p7() -> None:
    spot = at("turn", 3, 5)
    found = of(deal_equities(GUIDE, GUIDE_BOARD, [spot]), spot)
    assert found[5].exact_share == Fraction(34, 36)
    assert (found[3].won, found[3].tied, found[3].cases) == (2, 0, 36)
    assert found[5].known == "all cards"


def test_guides_turn_with_these_hands_only() -> None:
    # the same two jacks, but any of the 44 cards not seen may come
    spot = at("turn", 3, 5)
    found = of(hand_equities(GUIDE, GUIDE_BOARD, [spot]), spot)
    assert found[5].exact_share == Fraction(42, 44)
    assert found[5].known == "these hands"


@pytest.mark.parametrize("street", BOARD_CARDS)
def test_all_cards_agree_with_pokerfast(street: str) -> None:
    lot = random.Random(f"all cards {street}")
    for _ in range(counts(8, 250)):
        cards, board = random_deal(lot, lot.randint(2, 10))
        spots = [random_spot(lot, len(cards), street) for _ in range(3)]
        found = deal_equities(cards, board, spots)
        for spot in spots[: counts(1, 3)]:
            folded = [cards[seat] for seat in cards if seat not in spot.live]
            assert_like_pokerfast(of(found, spot), cards, board_at(board, street), folded)


@pytest.mark.parametrize("street", BOARD_CARDS)
def test_these_hands_agree_with_pokerfast(street: str) -> None:
    lot = random.Random(f"these hands {street}")
    for _ in range(counts(4, 250)):
        cards, board = random_deal(lot, lot.randint(2, 10))
        spot = random_spot(lot, len(cards), street)
        found = hand_equities(cards, board, [spot])
        assert_like_pokerfast(of(found, spot), cards, board_at(board, street), [])


@pytest.mark.parametrize(
    "hands",
    [
        ("AsKs", "AhKh"),
        ("AsAh", "AcAd"),
        ("7h2c", "7s2d", "7d2h"),
        ("AcKc", "QcJc", "Tc9c", "8c7c", "6c5c"),
        ("2c2d", "3c3d", "2h2s", "3h3s"),
        ("AhKd", "AdKh", "AcKs", "AsKc", "QhQd", "QcQs"),
    ],
)
def test_similar_hands_agree_with_pokerfast(hands: tuple[str, ...]) -> None:
    cards = {seat: parse_cards(hand) for seat, hand in enumerate(hands)}
    spot = at("preflop", *cards)
    assert_like_pokerfast(of(deal_equities(cards, (), [spot]), spot), cards, (), [])


def assert_like_pokerfast(
    found: Mapping[int, Equity], cards: Mapping[int, Cards], board: Cards, dead: Iterable[Cards]
) -> None:
    expected = pokerfast.equity(
        [format_cards(cards[seat]) for seat in found],
        format_cards(board),
        "".join(format_cards(hand) for hand in dead),
    )
    assert [one.share for one in found.values()] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("street", ["flop", "turn", "river"])
@pytest.mark.parametrize("players", range(2, 11))
def test_wins_and_ties_agree_with_enumerating_all_boards(players: int, street: str) -> None:
    lot = random.Random(f"{players} on the {street}")
    for _ in range(counts(1, 12)):
        cards, board = random_deal(lot, players)
        spot = at(street, *lot.sample(range(1, players + 1), lot.randint(2, players)))
        assert_like_all_boards(deal_equities(cards, board, [spot]), spot, cards, board)


@pytest.mark.parametrize("live", [(1, 3), (2, 5, 6, 7, 8, 9, 10), range(1, 11)][: counts(1, 3)])
def test_ten_players_before_the_flop_agree_with_enumerating_all_boards(
    live: Iterable[int],
) -> None:
    cards, board = random_deal(random.Random("ten players"), 10)
    spot = at("preflop", *live)
    assert_like_all_boards(deal_equities(cards, board, [spot]), spot, cards, board)


def assert_like_all_boards(
    found: Mapping[SpotKey, Equities], spot: SpotKey, cards: Mapping[int, Cards], board: Cards
) -> None:
    """Every board, every hand, one at a time, by phevaluator."""
    seen = board_at(board, spot.street)
    gone = set(seen).union(*cards.values())
    left = [card for card in DECK if card not in gone]
    winners: Counter[tuple[int, ...]] = Counter()
    for drawn in combinations(left, 5 - len(seen)):
        places = {seat: evaluate_cards(*cards[seat], *seen, *drawn) for seat in spot.live}
        best = min(places.values())
        winners[tuple(seat for seat in spot.live if places[seat] == best)] += 1
    for seat, equity in of(found, spot).items():
        assert equity.cases == winners.total()
        assert equity.won == winners[(seat,)]
        assert equity.tied == sum(n for who, n in winners.items() if seat in who and len(who) > 1)
        assert equity.exact_share * equity.cases == sum(
            Fraction(n, len(who)) for who, n in winners.items() if seat in who
        )
        alone = winners[(seat,)] / winners.total()
        shared = sum(n for who, n in winners.items() if seat in who) / winners.total() - alone
        assert (equity.win, equity.tie) == (pytest.approx(alone), pytest.approx(shared))


def test_ten_players_share_a_board_that_nobody_beats() -> None:
    cards = {seat: (4 * seat, 4 * seat + 1) for seat in range(8)}
    cards |= {8: parse_cards("2h3h"), 9: parse_cards("2s3s")}
    board = parse_cards("AsKsQsJsTs")
    spot = at("river", *cards)
    for equity in of(deal_equities(cards, board, [spot]), spot).values():
        assert equity.exact_share == Fraction(1, 10)
        assert (equity.win, equity.tie) == (0, 1)


def test_four_of_a_kind_beats_the_flush_and_the_steel_wheel_beats_both() -> None:
    cards = {1: parse_cards("9c9d"), 2: parse_cards("AhTh"), 3: parse_cards("2h3h")}
    spot = at("river", 1, 2)
    board = parse_cards("9h9s4h5hKd")
    assert of(deal_equities(cards, board, [spot]), spot)[1].share == 1
    cards, board = {1: cards[1], 3: parse_cards("2h3h")}, parse_cards("9h9s4h5hAh")
    spot = at("river", 1, 3)
    assert of(deal_equities(cards, board, [spot]), spot)[3].share == 1


def test_unknown_folded_cards_leave_all_cards_unknown_but_not_these_hands() -> None:
    cards = {**GUIDE, 2: (), 4: ()}
    spot = at("flop", 3, 5)
    found = deal_equities(cards, GUIDE_BOARD, [spot])
    assert found[spot] == NotKnown("the cards of seats 2 and 4 are not known")
    known = hand_equities(GUIDE, GUIDE_BOARD, [spot])
    assert hand_equities(cards, GUIDE_BOARD, [spot]) == known


@pytest.mark.parametrize("cards", [{1: GUIDE[1], 2: ()}, {1: GUIDE[1]}, {1: GUIDE[1], 2: (7,)}])
def test_unknown_live_cards_give_no_equity(cards: dict[int, Cards]) -> None:
    spot = at("flop", 1, 2)
    for count in (deal_equities, hand_equities):
        assert count(cards, GUIDE_BOARD, [spot])[spot] == NotKnown(
            "the cards of seat 2 are not known"
        )


def test_unknown_board_gives_no_equity() -> None:
    flop, turn = at("flop", 3, 5), at("turn", 3, 5)
    for count in (deal_equities, hand_equities):
        found = count(GUIDE, GUIDE_BOARD[:3], [flop, turn])
        assert found[turn] == NotKnown("the board of the turn is not known")
        assert not isinstance(found[flop], NotKnown)


def test_last_seat_wins_even_with_unknown_cards() -> None:
    spot = at("turn", 4)
    for count in (deal_equities, hand_equities):
        assert of(count({4: ()}, (), [spot]), spot)[4].share == 1


@pytest.mark.parametrize(
    ("cards", "board"),
    [({1: "KcKs", 2: "KcJc"}, ""), ({1: "KcKs", 2: "JcJd"}, "2c3cKs"), ({1: "KcKc"}, "")],
)
def test_card_dealt_twice_is_refused(cards: dict[int, str], board: str) -> None:
    hands = {seat: (4 * 11, 4 * 11) if text == "KcKc" else parse_cards(text)
             for seat, text in cards.items()}  # fmt: skip
    for count in (deal_equities, hand_equities):
        with pytest.raises(ValueError, match=r"card K[cs] is dealt twice"):
            count(hands, parse_cards(board), [])


@given(
    st.permutations(DECK),
    st.integers(2, 10),
    st.sampled_from(list(BOARD_CARDS)),
    st.permutations(range(4)),
)
def test_shares_add_up_and_do_not_depend_on_suits_or_seats(
    deck: list[int], players: int, street: str, suits: list[int]
) -> None:
    cards = {seat: tuple(deck[2 * seat : 2 * seat + 2]) for seat in range(players)}
    board = tuple(deck[20:25])
    spot = at(street, *cards)
    found = of(deal_equities(cards, board, [spot]), spot)
    assert sum(one.exact_share for one in found.values()) == 1
    renamed = {
        players - seat: tuple(card // 4 * 4 + suits[card % 4] for card in reversed(hand))
        for seat, hand in cards.items()
    }
    other_board = tuple(card // 4 * 4 + suits[card % 4] for card in board)
    other = at(street, *renamed)
    again = of(deal_equities(renamed, other_board, [other]), other)
    assert {players - seat: equity for seat, equity in again.items()} == found
