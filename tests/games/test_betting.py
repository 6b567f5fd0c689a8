"""The betting rules of RULES.md, each number as written there (P2, H1-H4, H9)."""

from __future__ import annotations

import pytest
from written_lines import hands, moves

from producer.events import HoldemGame
from producer.games.cards import parse_cards
from producer.games.holdem import IllegalLine, Post, Replay, ShowdownFacts, finished, replay
from producer.games.line import Move

NO_LIMIT = HoldemGame(betting="no-limit", small_blind=5, big_blind=10)
POT_LIMIT = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000)
FIXED = HoldemGame(betting="fixed-limit", small_blind=5, big_blind=10)


def played(
    game: HoldemGame,
    stacks: dict[int, int | None],
    *streets: str,
    button: int = 3,
    direction: str = "ascending",
    facts: ShowdownFacts | None = None,
) -> Replay:
    """Replays a hand with unknown cards."""
    line = moves(*streets)
    return replay(game, button, direction, stacks, {}, (), line, facts or ShowdownFacts())


def to_act(*args: object, **more: object) -> tuple[str, int, int, int | None, int | None]:
    spot = played(*args, **more).to_act  # type: ignore[arg-type]
    assert spot is not None
    return spot.street, spot.seat, spot.to_call, spot.min_to, spot.max_to


THREE = {1: 1000, 2: 1000, 3: 1000}


def test_h1_blinds_after_the_button_and_the_next_seat_opens() -> None:
    four = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    spot = played(NO_LIMIT, four, button=4).to_act
    assert spot is not None
    assert spot.committed == {1: 5, 2: 10, 3: 0, 4: 0}
    assert (spot.seat, spot.pot, spot.to_call) == (3, 15, 10)


def test_h1_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last() -> None:
    two = {1: 1000, 2: 1000}
    assert to_act(NO_LIMIT, two, button=2) == ("preflop", 2, 5, 20, 1000)
    assert to_act(NO_LIMIT, two, "2c10 1k", button=2) == ("flop", 1, 0, 10, 990)


@pytest.mark.parametrize("seats", [(1,), tuple(range(1, 12))])
def test_h1_two_to_ten_players(seats: tuple[int, ...]) -> None:
    with pytest.raises(IllegalLine, match="2 to 10"):
        played(NO_LIMIT, dict.fromkeys(seats, 1000), button=1)


def test_h2_the_direction_of_play_is_a_setting() -> None:
    four = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    spot = played(NO_LIMIT, four, button=4, direction="descending").to_act
    assert spot is not None
    assert spot.committed == {3: 5, 2: 10, 1: 0, 4: 0}
    assert (spot.seat, spot.live) == (1, (3, 2, 1, 4))


def test_h3_the_big_blind_has_its_option() -> None:
    assert to_act(NO_LIMIT, THREE, "3c10 1c10") == ("preflop", 2, 0, 20, 1000)
    assert to_act(NO_LIMIT, THREE, "3c10 1c10 2r30") == ("preflop", 3, 20, 50, 1000)
    assert to_act(NO_LIMIT, THREE, "3c10 1c10 2k") == ("flop", 1, 0, 10, 990)


def test_h3_minimum_bet_is_the_big_blind() -> None:
    with pytest.raises(IllegalLine, match="below the minimum of 10"):
        played(NO_LIMIT, THREE, "3c10 1c10 2k", "1b9")


def test_h3_after_a_bet_of_10_and_a_raise_to_24_the_next_raise_is_to_at_least_38() -> None:
    assert to_act(NO_LIMIT, THREE, "3c10 1c10 2k", "1b10 2r24") == ("flop", 3, 24, 38, 990)
    with pytest.raises(IllegalLine) as refused:
        played(NO_LIMIT, THREE, "3c10 1c10 2k", "1b10 2r24 3r37")
    assert refused.value.n == 6
    assert refused.value.expected == "raise to between 38 and 990, call 24, or fold"


def test_h3_in_the_tour_the_minimum_raise_is_always_the_big_blind() -> None:
    tour = NO_LIMIT.model_copy(update={"minimum_raise": "big-blind"})
    assert to_act(tour, THREE, "3c10 1c10 2k", "1b10 2r24") == ("flop", 3, 24, 34, 990)


def test_h3_an_all_in_may_be_smaller_and_the_next_raise_adds_the_last_full_one() -> None:
    stacks = {1: 1000, 2: 40, 3: 1000}
    flop = to_act(NO_LIMIT, stacks, "3c10 1c10 2k", "1b20 2r30")
    assert flop == ("flop", 3, 30, 50, 990)


def test_h3_an_all_in_below_a_full_raise_does_not_reopen_the_betting() -> None:
    stacks = {1: 1000, 2: 40, 3: 1000}
    spot = to_act(NO_LIMIT, stacks, "3c10 1c10 2k", "1b20 2r30 3c30")
    assert spot == ("flop", 1, 10, None, None)
    with pytest.raises(IllegalLine) as refused:
        played(NO_LIMIT, stacks, "3c10 1c10 2k", "1b20 2r30 3c30 1r100")
    assert refused.value.expected == "call 10 or fold"


def test_h3_small_all_ins_that_add_up_to_a_full_raise_reopen_it() -> None:
    stacks = {1: 1000, 2: 40, 3: 55, 4: 1000}
    flop = "1b20 2r30 3r45 4c45"
    reopened = to_act(NO_LIMIT, stacks, "3c10 4c10 1c10 2k", flop, button=4)
    assert reopened == ("flop", 1, 25, 65, 990)


def test_h3_small_all_ins_that_add_up_to_exactly_a_full_raise_reopen_it() -> None:
    """20, raised by 10 and by 10; one chip less than a full raise does not reopen the betting."""
    before, stacks = "3c10 4c10 1c10 2k", {1: 1000, 2: 40, 3: 50, 4: 1000}
    reopened = to_act(NO_LIMIT, stacks, before, "1b20 2r30 3r40 4c40", button=4)
    assert reopened == ("flop", 1, 20, 60, 990)
    closed = to_act(NO_LIMIT, stacks | {3: 49}, before, "1b20 2r30 3r39 4c39", button=4)
    assert closed == ("flop", 1, 19, None, None)


def test_a_raise_needs_an_opponent_who_can_call() -> None:
    assert to_act(NO_LIMIT, {1: 100, 2: 1000, 3: 100}, "3r100 1f") == ("preflop", 2, 90, None, None)


def test_p2_a_raise_is_at_most_the_pot_after_calling() -> None:
    six = dict.fromkeys(range(1, 7), 20000)
    # 150 in the blinds, 100 to call: the pot after calling is 250, so a raise is to at most 350.
    assert to_act(POT_LIMIT, six, button=6) == ("preflop", 3, 100, 200, 350)
    # 150 + 350 in, 350 to call: 850 after calling.
    assert to_act(POT_LIMIT, six, "3r350", button=6) == ("preflop", 4, 350, 600, 1200)
    with pytest.raises(IllegalLine) as refused:
        played(POT_LIMIT, six, "3r351", button=6)
    assert str(refused.value) == (
        "action 1: seat 3: raise to 351 is above the maximum of 350; "
        "expected raise to between 200 and 350, call 100, or fold"
    )


def test_p2_a_bet_is_at_most_the_pot() -> None:
    six = dict.fromkeys(range(1, 7), 20000)
    flop = to_act(POT_LIMIT, six, "3f 4f 5f 6f 1c100 2k", button=6)
    assert flop == ("flop", 1, 0, 100, 200)


def test_p2_no_seat_puts_in_more_than_the_cap() -> None:
    six = {1: 20000, 2: 20000, 3: 20000, 4: 5000, 5: 20000, 6: 20000}
    pre = "3r350 4r1200 5f 6f 1f 2f 3r3750 4r5000 3c5000"
    hand = played(POT_LIMIT, six, pre, button=6)
    assert hand.to_act is None
    assert hand.committed == {1: 50, 2: 100, 3: 5000, 4: 5000, 5: 0, 6: 0}
    # Seat 3 has 15,000 chips behind: 'cap'; seat 4 has none: 'all-in'.
    assert hand.marks == ("", "", "", "", "", "", "", "all-in", "cap")
    with pytest.raises(IllegalLine, match="above the maximum of 5000"):
        played(POT_LIMIT, six, "3r350 4r1200 5f 6f 1f 2f 3r3750 4r5001", button=6)


def test_p2_unlimited_stacks_are_limited_by_the_cap_only() -> None:
    unlimited = dict.fromkeys(range(1, 4), None)
    hand = played(POT_LIMIT, unlimited, "3r350 1f 2r1100 3r3350 2r5000 3c5000")
    assert hand.marks[-2:] == ("cap", "cap")
    free = POT_LIMIT.model_copy(update={"cap": None, "betting": "no-limit"})
    assert to_act(free, unlimited) == ("preflop", 3, 100, 200, None)


@pytest.mark.parametrize("to", [11, 999, 1000])
def test_a_ruling_lets_any_raise_stand_of_the_chips_the_player_has(to: int) -> None:
    after = played(NO_LIMIT, THREE, f"3r{to}", facts=ShowdownFacts(ruled=(1,)))
    assert after.to_act is not None
    assert (after.to_act.pot, after.to_act.committed[3]) == (15 + to, to)


@pytest.mark.parametrize("to", [10, 1001])
def test_no_ruling_makes_a_raise_of_a_call_or_of_chips_that_are_not_there(to: int) -> None:
    with pytest.raises(IllegalLine):
        played(NO_LIMIT, THREE, f"3r{to}", facts=ShowdownFacts(ruled=(1,)))


def test_h1_fixed_limit_bets_small_then_big() -> None:
    limped = "3c10 1c10 2k"
    assert to_act(FIXED, THREE) == ("preflop", 3, 10, 20, 20)
    assert to_act(FIXED, THREE, limped) == ("flop", 1, 0, 10, 10)
    assert to_act(FIXED, THREE, limped, "1k 2k 3k") == ("turn", 1, 0, 20, 20)
    assert to_act(FIXED, THREE, limped, "1k 2k 3k", "1b20") == ("turn", 2, 20, 40, 40)
    with pytest.raises(IllegalLine) as refused:
        played(FIXED, THREE, limped, "1k 2k 3k", "1b10")
    assert refused.value.expected == "bet 20, or check"


def test_h1_fixed_limit_caps_the_raises_the_big_blind_being_the_first_bet() -> None:
    assert to_act(FIXED, THREE, "3r20 1r30 2r40") == ("preflop", 3, 20, None, None)
    flop = to_act(FIXED, THREE, "3c10 1c10 2k", "1b10 2r20 3r30 1r40")
    assert flop == ("flop", 2, 20, None, None)
    free = FIXED.model_copy(update={"max_bets": None})
    assert to_act(free, THREE, "3r20 1r30 2r40") == ("preflop", 3, 20, 50, 50)


def test_h1_fixed_limit_is_unlimited_heads_up_unless_set() -> None:
    two = {1: 1000, 2: 1000}
    raised = "2r20 1r30 2r40 1r50 2r60"
    assert to_act(FIXED, two, raised, button=2) == ("preflop", 1, 10, 70, 70)
    capped = FIXED.model_copy(update={"max_bets_heads_up": 4})
    assert to_act(capped, two, "2r20 1r30 2r40", button=2) == ("preflop", 1, 10, None, None)


def test_h9_every_seat_antes_before_the_blinds() -> None:
    game = NO_LIMIT.model_copy(update={"ante": 2})
    spot = played(game, THREE).to_act
    assert spot is not None
    assert (spot.pot, spot.to_call, spot.committed) == (21, 10, {1: 7, 2: 12, 3: 2})
    # Seat 3 has 3 chips: 2 are the ante, 1 is left to call with.
    assert to_act(game, {1: 1000, 2: 1000, 3: 3}) == ("preflop", 3, 1, None, None)


def test_h9_the_big_blind_may_post_the_ante_for_all() -> None:
    game = NO_LIMIT.model_copy(update={"ante": 10, "ante_from": "big-blind"})
    spot = played(game, THREE).to_act
    assert spot is not None
    assert (spot.pot, spot.committed, spot.dead) == (25, {1: 5, 2: 20, 3: 0}, {2: 10})


def test_a_straddle_is_a_third_blind_and_acts_last_before_the_flop() -> None:
    game = NO_LIMIT.model_copy(update={"straddle": 20})
    four = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    assert to_act(game, four, button=4) == ("preflop", 4, 20, 40, 1000)
    assert to_act(game, four, "4c20 1c20 2c20", button=4) == ("preflop", 3, 0, 40, 1000)
    flop = to_act(game, four, "4c20 1c20 2c20 3k", button=4)
    assert flop == ("flop", 1, 0, 10, 980)


def test_a_dead_blind_is_in_the_pot_but_not_in_the_bet() -> None:
    posts = ShowdownFacts(posts=(Post(1, 5), Post(2, 10), Post(4, 10, dead=5)))
    four = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
    spot = played(NO_LIMIT, four, "3f", button=5, facts=posts).to_act
    assert spot is not None
    assert (spot.seat, spot.pot, spot.to_call, spot.dead) == (4, 30, 0, {4: 5})


def test_a_dead_small_blind_leaves_the_big_blind_alone() -> None:
    posts = ShowdownFacts(posts=(Post(2, 10),))
    spot = played(NO_LIMIT, {2: 1000, 3: 1000, 4: 1000}, button=4, facts=posts).to_act
    assert spot is not None
    assert (spot.seat, spot.pot, spot.to_call) == (3, 10, 10)


def test_bad_input_a_blind_of_a_seat_that_is_not_in_the_hand_is_refused() -> None:
    with pytest.raises(IllegalLine, match="seat 9 posts, but is not in the hand"):
        played(NO_LIMIT, THREE, facts=ShowdownFacts(posts=(Post(1, 5), Post(9, 10))))


def test_a_short_big_blind_still_counts_in_full_for_the_others() -> None:
    stacks = {1: 1000, 2: 4, 3: 1000}
    assert to_act(NO_LIMIT, stacks) == ("preflop", 3, 10, 20, 1000)
    # The small blind, alone against it, has matched all its chips.
    assert played(NO_LIMIT, stacks, "3f").to_act is None


@pytest.mark.parametrize(
    ("line", "n", "reason", "expected"),
    [
        ("1c10", 1, "seat 1 acts out of turn", "seat 3 to act on the preflop: raise to between"),
        ("3r19", 1, "below the minimum of 20", "raise to between 20 and 1000, call 10, or fold"),
        ("3r1001", 1, "above the maximum of 1000", "raise to between 20 and 1000, call 10"),
        ("3r-20", 1, "below the minimum", "raise to between 20 and 1000"),
        ("3k", 1, "check facing a bet of 10", "call 10, or fold"),
        ("3b20", 1, "bet facing a bet", "raise to between 20 and 1000"),
        ("3c11", 1, "call to 11", "call 10, or fold"),
        (
            "3c10 1c10 2c10",
            3,
            "call with nothing to call",
            "raise to between 20 and 1000, or check",
        ),
        ("3f 1f 2k", 3, "check after the end", "the hand is over"),
    ],
)
def test_bad_input_is_refused_with_number_reason_and_legal_range(
    line: str, n: int, reason: str, expected: str
) -> None:
    with pytest.raises(IllegalLine) as refused:
        played(NO_LIMIT, THREE, line)
    assert refused.value.n == n
    assert reason in refused.value.reason
    assert expected in refused.value.expected


def test_bad_input_an_amount_that_is_not_a_whole_number_is_refused() -> None:
    line = (Move("preflop", 3, "raise", 20.5),)  # type: ignore[arg-type]
    with pytest.raises(IllegalLine, match="not a whole number of chips"):
        replay(NO_LIMIT, 3, "ascending", THREE, {}, (), line)


def test_bad_input_an_unknown_action_or_the_wrong_street_is_refused() -> None:
    for move, reason in (
        (Move("preflop", 3, "shove", 20), "unknown action 'shove'"),
        (Move("flop", 3, "call", 10), "but the hand is on the preflop"),
        (Move("preflop", 9, "fold"), "seat 9"),
    ):
        with pytest.raises(IllegalLine, match=reason):
            replay(NO_LIMIT, 3, "ascending", THREE, {}, (), (move,))


def test_bad_input_a_missing_action_is_named_one_past_the_last() -> None:
    with pytest.raises(IllegalLine) as refused:
        finished(played(NO_LIMIT, THREE, "3c10 1c10"))
    assert refused.value.n == 3
    assert refused.value.expected == (
        "seat 2 to act on the preflop: raise to between 20 and 1000, or check"
    )


def test_the_amount_of_a_call_is_filled_in() -> None:
    hand = played(NO_LIMIT, THREE, "3r30 1c 2f", "1k 3k", "1k 3k", "1k 3k")
    assert hand.line[1] == Move("preflop", 1, "call", 30)


def test_after_an_all_in_and_a_call_the_line_ends() -> None:
    hand = replay(
        NO_LIMIT,
        2,
        "ascending",
        {1: 1000, 2: 1000},
        hands(s1="AsAh", s2="KsKh"),
        parse_cards("2c3d4h9sJc"),
        moves("2r1000 1c1000"),
    )
    assert hand.to_act is None
    assert hand.opened == "preflop"
    assert hand.result == {1: 1000, 2: -1000}
