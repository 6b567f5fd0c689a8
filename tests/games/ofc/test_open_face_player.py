"""The rules of thumb by which the simple player of open-face Chinese places its cards."""

import pytest

from producer.games.cards import parse_cards
from producer.games.ofc.rows import Rows
from producer.games.ofc.simple_player import Taste, place


def rows(back: str = "", middle: str = "", front: str = "") -> Rows:
    return Rows(*(parse_cards(text) for text in (back, middle, front)))


@pytest.mark.parametrize(
    ("own", "card", "row"),
    [
        # queens in front would be stronger than the jacks of the middle
        (rows("AhAd8s7c6d", "JhJd3s2c", "Qs"), "Qd", "middle"),
        (rows("AhAd8s7c6d", "KhKd3s2c", "Qs"), "Qd", "front"),
        # a third seven in the middle would be a foul (RULES O1)
        (rows("AhAdKhKd5s", "7h7d3s2c", "Qs"), "7c", "front"),
        (rows("AhAdAcKd", "7h7d3s2c", "Qs"), "7c", "middle"),
        # four hearts wait for the fifth
        (rows("AhTh6h4h", "KdKs3s2c", "Qs"), "9h", "back"),
    ],
)
def test_stronger_rows_lie_behind_weaker_ones(own: Rows, card: str, row: str) -> None:
    assert [name for name, cards in place(own, parse_cards(card)).items() if cards] == [row]


def test_of_the_first_five_the_pair_lies_behind() -> None:
    assert set(parse_cards("AhAd")) <= set(place(rows(), parse_cards("AhAdKs7c2d"))["back"])


def test_even_a_player_without_caution_does_not_foul_where_it_need_not() -> None:
    """Three sevens in the middle would beat the two pairs of the back (RULES O1)."""
    own = rows("AhAdKhKd5s", "7h7d3s2c", "Qs")
    found = place(own, parse_cards("7c"), Taste(caution=0))
    assert [name for name, cards in found.items() if cards] == ["front"]
