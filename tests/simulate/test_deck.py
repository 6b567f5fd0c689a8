"""RULES P1: one deck order a deal, the same for all."""

from hypothesis import given
from hypothesis import strategies as st

from producer.simulate.deck import prepare


@given(st.integers(0, 10**9), st.integers(1, 200), st.integers(2, 10))
def test_p1_two_cards_a_seat_five_on_the_board_none_twice(
    seed: int, number: int, seats: int
) -> None:
    deck = prepare(seed, number, seats, "descending")
    dealt = [card for cards in deck.cards.values() for card in cards] + list(deck.board)
    assert sorted(deck.cards) == list(range(1, seats + 1))
    assert len(dealt) == len(set(dealt)) == 2 * seats + 5
    assert set(dealt) <= set(range(52))


def test_the_button_goes_round_in_the_direction_of_play() -> None:
    assert [prepare(1, n, 6, "descending").button for n in range(1, 8)] == [6, 5, 4, 3, 2, 1, 6]
    assert [prepare(1, n, 6, "ascending").button for n in range(1, 8)] == [1, 2, 3, 4, 5, 6, 1]


def test_every_card_is_dealt_to_every_position() -> None:
    decks = [prepare(3, n, 6, "descending") for n in range(1, 1501)]
    for seat in range(1, 7):
        assert {card for deck in decks for card in deck.cards[seat]} == set(range(52))
    assert {card for deck in decks for card in deck.board} == set(range(52))
