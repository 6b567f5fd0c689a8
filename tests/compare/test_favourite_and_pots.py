"""Whether the favourite changed after the fork, and the veto for pots that differ at it."""

from dataclasses import replace

import pytest
from hand_made import NO_LIMIT, deal

from producer.compare import NO_CONTEXT, compare, picks, with_favourite
from producer.compare.by_hand import by_hand

ACES_AND_KINGS = {1: "AsAh", 2: "KsKh"}
KINGS_AND_ACES = {1: "KsKh", 2: "AsAh"}
CALLED_AND_FOLDED = ["1r5000 2c", "1r5000 2f"]


@pytest.mark.parametrize("cards", [ACES_AND_KINGS, KINGS_AND_ACES])
@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("Kd7c2h9s4d", "the favourite changed"),  # a set for the kings on the flop
        ("Qd7c2h9s4d", "the favourite stayed"),
    ],
)
def test_the_favourite_changes_when_the_board_helps_the_underdog(
    cards: dict[int, str], board: str, words: str
) -> None:
    found = with_favourite(compare(deal(cards, board, CALLED_AND_FOLDED)))
    assert words in repr(found.components)


@pytest.mark.parametrize(
    ("ante", "vetoes"),
    [
        (0, ()),
        # 150 against 166 chips before anybody acts: 10 % of the larger
        (8, ()),
        # 150 against 250
        (50, ("the pots of tables 2 and 1 are 40% apart at the fork",)),
    ],
)
def test_pots_more_than_15_percent_apart_are_a_veto(ante: int, vetoes: tuple[str, ...]) -> None:
    lines = ["1r300 2c / 2x 1x / 2x 1x / 2x 1x", "1f"]
    board = "Qd7c2h9s4d"
    plain = deal(ACES_AND_KINGS, board, lines)
    with_ante = deal(ACES_AND_KINGS, board, lines, game=NO_LIMIT.model_copy(update={"ante": ante}))
    mixed = replace(plain, plays=(plain.plays[0], with_ante.plays[1]))
    compared = compare(mixed)
    if ante:
        assert compared.picks == (), "other rules are no fork, but a producer may show them"
    pick = by_hand(compared, {"2": 0, "1": 0}, "two formats side by side")
    (rated,) = picks.rated([pick], {play.table: play for play in mixed.plays}, NO_CONTEXT)
    assert (rated.own_vetoes, rated.vetoes) == (vetoes, vetoes)
    assert (rated.airable == 0) == bool(vetoes)


@pytest.mark.parametrize(
    ("larger", "vetoes"),
    [
        (25, ()),  # 170 against 200: exactly 15 % apart, which is not more
        (26, ("the pots of tables 2 and 1 are 16% apart at the fork",)),  # 170 against 202
    ],
)
def test_pots_exactly_15_percent_apart_are_no_veto(larger: int, vetoes: tuple[str, ...]) -> None:
    lines = ["1r300 2c / 2x 1x / 2x 1x / 2x 1x", "1f"]
    small, large = (
        deal(ACES_AND_KINGS, "Qd7c2h9s4d", lines, game=NO_LIMIT.model_copy(update={"ante": ante}))
        for ante in (10, larger)
    )
    mixed = replace(small, plays=(small.plays[0], large.plays[1]))
    pick = by_hand(compare(mixed), {"2": 0, "1": 0}, "two formats side by side")
    (rated,) = picks.rated([pick], {play.table: play for play in mixed.plays}, NO_CONTEXT)
    assert rated.own_vetoes == vetoes
