"""Pots, splits and the showdown, each number as in RULES.md (H4, H5, H6, P3)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from written_lines import hands, moves

from producer.events import HoldemGame
from producer.games.cards import parse_cards
from producer.games.holdem import IllegalLine, Pot, Replay, ShowdownFacts, replay

GAME = HoldemGame(betting="no-limit", small_blind=5, big_blind=10)
EXACT = GAME.model_copy(update={"odd_chips": "fractions"})
BOARD = "2c7d9hJsQd"


def played(
    stacks: dict[int, int],
    cards: dict[int, tuple[int, ...]],
    *streets: str,
    board: str = BOARD,
    game: HoldemGame = GAME,
    direction: str = "ascending",
    facts: ShowdownFacts | None = None,
) -> Replay:
    button = max(stacks) if direction == "ascending" else min(stacks)
    line = moves(*streets)
    return replay(
        game, button, direction, stacks, cards, parse_cards(board), line, facts or ShowdownFacts()
    )


def test_h4_a_is_in_for_70_wins_140_and_collects_210() -> None:
    stacks = {1: 70, 2: 500, 3: 500}
    cards = hands(s1="AsAh", s2="KsKh", s3="3s4h")
    hand = played(stacks, cards, "3r70 1c70 2r170 3c170", "2k 3k", "2k 3k", "2k 3k")
    assert hand.pots == (Pot(210, (1, 2, 3)), Pot(200, (2, 3)))
    # A wins 140 from the others; the side pot goes to B, who is 30 up on it.
    assert hand.result == {1: 140, 2: 30, 3: -170}


def test_h4_uncalled_chips_are_returned() -> None:
    hand = played({1: 70, 2: 500}, hands(s1="AsAh", s2="KsKh"), "2r500 1c70")
    assert hand.returned == {2: 430}
    assert hand.pots == (Pot(140, (1, 2)),)
    assert hand.result == {1: 70, 2: -70}
    assert hand.shown == (2, 1)


def test_h4_an_uncalled_bet_is_returned_and_no_hand_is_shown() -> None:
    hand = played({1: 500, 2: 500, 3: 500}, {}, "3r200 1f 2f", board="")
    assert (hand.returned, hand.pots, hand.shown) == ({3: 190}, (Pot(25, (3,)),), ())
    assert hand.result == {1: -5, 2: -10, 3: 15}


def test_h4_each_side_pot_is_awarded_separately_and_folded_chips_stay_in() -> None:
    stacks = {1: 50, 2: 120, 3: 400, 4: 400}
    cards = hands(s1="AsAh", s2="KsKh", s3="TsTh", s4="3s4h")
    line = ("3r120 4c120 1c50 2c120", "3b100 4f")
    hand = played(stacks, cards, *line)
    assert hand.pots == (Pot(200, (1, 2, 3)), Pot(210, (2, 3)))
    assert hand.result == {1: 150, 2: 90, 3: -120, 4: -120}
    assert hand.returned == {3: 100}


def test_h4_a_short_ante_wins_the_same_amount_from_each_of_the_others() -> None:
    game = GAME.model_copy(update={"ante": 10})
    cards = hands(s1="KsKh", s2="3s4h", s3="AsAh")
    line = ("1c10 2k", "1k 2k", "1k 2k", "1k 2k")
    hand = played({1: 500, 2: 500, 3: 4}, cards, *line, game=game)
    assert hand.pots == (Pot(12, (1, 2, 3)), Pot(32, (1, 2)))
    assert hand.result == {1: 12, 2: -20, 3: 8}


def test_h4_the_big_blinds_ante_belongs_to_the_main_pot() -> None:
    game = GAME.model_copy(update={"ante": 10, "ante_from": "big-blind"})
    cards = hands(s1="AsAh", s2="KsKh", s3="3s4h")
    hand = played({1: 10, 2: 20, 3: 500}, cards, "3c10 1c10", game=game)
    assert hand.pots == (Pot(40, (1, 2, 3)),)
    assert hand.result == {1: 30, 2: -20, 3: -10}


def test_h5_equal_hands_split_and_the_odd_chip_goes_to_the_first_after_the_button() -> None:
    stacks = {1: 500, 2: 500, 3: 500}
    cards = hands(s1="3s4h", s2="AsKh", s3="AhKd")
    line = ("3r25 1c25 2c25", "1f 2k 3k", "2k 3k", "2k 3k")
    assert played(stacks, cards, *line).result == {1: -25, 2: 13, 3: 12}
    assert played(stacks, cards, *line, game=EXACT).result == {
        1: -25,
        2: Fraction(25, 2),
        3: Fraction(25, 2),
    }


def test_h5_the_first_after_the_button_follows_the_direction_of_play() -> None:
    stacks = {1: 500, 2: 500, 3: 500}
    cards = hands(s3="3s4h", s2="AsKh", s1="AhKd")
    line = ("1r25 3c25 2c25", "3f 2k 1k", "2k 1k", "2k 1k")
    assert played(stacks, cards, *line, direction="descending").result == {3: -25, 2: 13, 1: 12}


def test_h5_a_split_in_thirds_is_exact_never_a_float() -> None:
    stacks = {1: 500, 2: 500, 3: 500, 4: 500}
    cards = hands(s1="AsKc", s2="AhKd", s3="AdKs", s4="3s4h")
    line = ("3c10 4r20 1c20 2c20 3c20", "1k 2k 3k 4f", "1k 2k 3k", "1k 2k 3k")
    result = played(stacks, cards, *line, game=EXACT).result
    assert result == {1: Fraction(20, 3), 2: Fraction(20, 3), 3: Fraction(20, 3), 4: -20}
    whole = played(stacks, cards, *line).result
    assert whole == {1: 7, 2: 7, 3: 6, 4: -20}


def test_h5_the_board_plays() -> None:
    cards = hands(s1="2s3h", s2="4s5h")
    hand = played({1: 500, 2: 500}, cards, "2r500 1c500", board="AsKsQsJsTs")
    assert hand.result == {1: 0, 2: 0}


CHECKED_DOWN = ("3r30 1c30 2c30", "1k 2b50 3c50 1c50", "1k 2k 3k")


def test_h6_the_last_aggressor_shows_first() -> None:
    stacks = {1: 500, 2: 500, 3: 500}
    hand = played(stacks, {}, *CHECKED_DOWN, "1k 2b100 3c100 1c100")
    assert hand.shown == (2, 3, 1)


def test_h6_after_a_checked_round_the_first_after_the_button_shows_first() -> None:
    stacks = {1: 500, 2: 500, 3: 500}
    hand = played(stacks, {}, *CHECKED_DOWN, "1k 2k 3k")
    assert hand.shown == (1, 2, 3)


@pytest.mark.parametrize("river", ["1k 3k 2k", "1k 3b100 2c100 1c100"])
def test_h6_in_the_tour_the_nearest_on_the_dealers_left_shows_first(river: str) -> None:
    """Play goes to the right (2, 1, 3 after the button 3 ...), showing to the left all the same."""
    tour = GAME.model_copy(update={"showdown": "left-of-button"})
    stacks = {1: 500, 2: 500, 3: 500}
    line = moves("2r30 1c30 3c30", "1k 3k 2k", "1k 3k 2k", river)
    hand = replay(tour, 2, "descending", stacks, {}, (), line)
    assert hand.shown == (3, 1, 2)


def test_h6_when_betting_is_over_hands_are_opened_before_the_rest_of_the_board() -> None:
    cards = hands(s1="AsAh", s2="KsKh")
    line = ("2r30 1c30", "1b470 2c470")
    assert played({1: 500, 2: 500}, cards, *line).opened == "flop"
    assert played({1: 500, 2: 500}, cards, "2c10 1k", "1k 2k", "1k 2k", "1k 2k").opened is None


def test_unknown_cards_leave_the_result_open_and_say_why() -> None:
    stacks = {1: 500, 2: 500}
    hand = played(stacks, hands(s1="AsAh"), "2r500 1c500")
    assert hand.result is None
    assert hand.unknown == (
        "who wins the pot of 1000 among seats 1 and 2: the cards of seat 2 are not known"
    )
    unfinished_board = played(stacks, hands(s1="AsAh", s2="KsKh"), "2r500 1c500", board="2c7d9h")
    assert unfinished_board.result is None


def test_unknown_cards_do_not_matter_where_there_is_no_showdown() -> None:
    assert played({1: 500, 2: 500}, {}, "2f", board="").result == {1: 5, 2: -5}


def test_with_unknown_cards_the_feeds_winner_decides() -> None:
    stacks = {1: 500, 2: 500}
    named = ShowdownFacts(winners=((2,),))
    assert played(stacks, hands(s1="AsAh"), "2r500 1c500", facts=named).result == {1: -500, 2: 500}


def test_the_winner_of_the_main_pot_wins_the_side_pots_it_is_in() -> None:
    stacks = {1: 50, 2: 120, 3: 400}
    line = ("3r400 1c50 2c120",)
    facts = ShowdownFacts(winners=((2,),))
    assert played(stacks, {}, *line, facts=facts).result == {1: -50, 2: 170, 3: -120}
    short = ShowdownFacts(winners=((1,),))
    assert played(stacks, {}, *line, facts=short).result is None
    both = ShowdownFacts(winners=((1,), (3,)))
    assert played(stacks, {}, *line, facts=both).result == {1: 100, 2: -120, 3: 20}


@pytest.mark.parametrize(
    ("winners", "expected"),
    [((1,), "seat 2 as winner"), ((3,), "seat 2 as winner"), ((1, 2), "seat 2 as winner")],
)
def test_bad_input_a_winner_who_cannot_win_is_refused(
    winners: tuple[int, ...], expected: str
) -> None:
    """Seat 1 holds the worse hand, seat 3 has folded, and nobody splits with the worse hand."""
    stacks = {1: 500, 2: 500, 3: 500}
    cards = hands(s1="KsKh", s2="AsAh", s3="3s4h")
    with pytest.raises(IllegalLine) as refused:
        played(stacks, cards, "3f 1r500 2c500", facts=ShowdownFacts(winners=(winners,)))
    assert (refused.value.n, refused.value.expected) == (4, expected)


def test_a_beaten_hand_cannot_win_even_if_another_is_unknown() -> None:
    stacks = {1: 500, 2: 500, 3: 500}
    cards = hands(s1="KsKh", s2="AsAh")
    with pytest.raises(IllegalLine) as refused:
        played(stacks, cards, "3r500 1c500 2c500", facts=ShowdownFacts(winners=((1,),)))
    assert refused.value.expected == "seats 2 and 3 as winner"


def test_a_mucked_hand_wins_nothing() -> None:
    cards = hands(s1="KsKh", s2="AsAh")
    line = ("2r100 1c100", "1k 2k", "1k 2k", "1k 2k")
    mucked = ShowdownFacts(mucked=(2,))
    assert played({1: 500, 2: 500}, cards, *line, facts=mucked).result == {1: 100, 2: -100}
    nobody = played({1: 500, 2: 500}, cards, *line, facts=ShowdownFacts(mucked=(1, 2)))
    assert nobody.unknown == "who wins the pot of 200: every hand was mucked"


def test_several_boards_share_every_pot() -> None:
    boards = (parse_cards("2c7d9hJsQd"), parse_cards("2c7d9hKdQs"))
    cards = hands(s1="AsAh", s2="KsKh")
    line = ("2r25 1c25", "1b475 2c475")
    game = GAME.model_copy(update={"ante": 1})
    stacks = {1: 501, 2: 501}
    facts = ShowdownFacts(boards=boards)
    # Aces win the first board, a third king the second: half of 1,002 each.
    assert played(stacks, cards, *line, facts=facts, game=game).result == {1: 0, 2: 0}


def test_several_boards_share_the_cards_that_were_bet_on() -> None:
    boards = tuple(parse_cards(b) for b in ("2c7d9hJsQd", "2d7d9hKdQs"))
    line = ("2r25 1c25", "1b475 2c475")
    with pytest.raises(IllegalLine, match="the same first 3 cards on every board"):
        played(
            {1: 500, 2: 500}, hands(s1="AsAh", s2="KsKh"), *line, facts=ShowdownFacts(boards=boards)
        )


def test_of_several_boards_the_first_has_the_odd_chip() -> None:
    boards = tuple(parse_cards(b) for b in ("2c7d9hJsQd", "2c7d9hKdQs"))
    cards = hands(s1="AsAh", s2="KsKh", s3="3s4h")
    line = ("3r25 1c25 2c25", "1b475 2c475 3f")
    stacks = {1: 500, 2: 500, 3: 500}
    half = played(stacks, cards, *line, facts=ShowdownFacts(boards=boards))
    assert half.result == {1: 13, 2: 12, 3: -25}
    exact = played(stacks, cards, *line, facts=ShowdownFacts(boards=boards), game=EXACT)
    assert exact.result == {1: Fraction(25, 2), 2: Fraction(25, 2), 3: -25}
