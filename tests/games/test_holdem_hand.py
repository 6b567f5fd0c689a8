"""A hand of hold'em move by move, as other rooms see it: whose turn, the chips, and the end."""

import pytest
from hand_made import deal as made
from hand_made import line as moves

from producer.events import HoldemGame
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.holdem.replays import contrast
from producer.games.holdem.rules import HOLDEM, HoldemHand
from producer.games.line import IllegalLine, Move
from producer.games.replays import Replays

GAME = HoldemGame(betting="no-limit", small_blind=5, big_blind=10, stack=1000)
CARDS = {1: parse_cards("AsAh"), 2: parse_cards("KsKh"), 3: parse_cards("7d2c")}
BOARD = parse_cards("Qs9h3d4c8s")


def under(
    game: HoldemGame = GAME, stacks: tuple[int | None, ...] = (1000, 1000, 1000)
) -> Conditions:
    """Button 3: seat 1 posts 5, seat 2 posts 10, seat 3 opens."""
    return Conditions(game, 1, 3, "ascending", dict(enumerate(stacks, 1)))


def after(text: str, conditions: Conditions | None = None) -> HoldemHand:
    hand = HOLDEM.begin(conditions or under())
    for n, move in enumerate(moves(text), 1):
        hand.step(move, n)
    return hand


def test_before_the_first_move_the_blinds_are_in() -> None:
    hand = after("")
    now = hand.situation()
    assert (now.phase, now.seat, now.pot, now.to_call) == ("preflop", 3, 15, 10)
    assert now.behind == {1: 995, 2: 990, 3: 1000}
    assert now.capped == frozenset()
    assert (hand.to_match, hand.to_call, hand.call_total) == (10, 10, 10)
    assert (hand.phase, hand.is_over, hand.is_shown) == ("preflop", False, False)


def test_a_call_adds_what_is_missing_on_the_street() -> None:
    hand = after("3r30")
    assert (hand.to_match, hand.to_call, hand.call_total) == (30, 25, 30)
    assert hand.situation().pot == 45
    hand = after("3r30 1f 2c /")
    assert (hand.phase, hand.to_match, hand.to_call, hand.call_total) == ("flop", 0, 0, 0)
    assert hand.situation().seat == 2
    hand = after("3r30 1f 2c / 2b40")
    assert (hand.to_match, hand.to_call, hand.call_total) == (40, 40, 40)


def test_a_call_by_name_alone_has_its_amount() -> None:
    hand = after("3r30")
    assert hand.step(Move("preflop", 1, "call"), 2) == Move("preflop", 1, "call", 30)
    fold = Move("preflop", 2, "fold")
    assert hand.step(fold, 3) == fold


def test_a_player_short_of_a_call_is_all_in_with_less() -> None:
    hand = after("3r500", under(stacks=(200, 1000, 1000)))
    assert (hand.to_match, hand.to_call, hand.call_total) == (500, 195, 200)


def test_p2_the_cap_limits_stacks_above_it_and_those_without_limit() -> None:
    """50 big blinds at most; a stack of exactly that much limits itself."""
    capped = GAME.model_copy(update={"cap": 500, "stack": None})
    now = after("", under(capped, (500, 501, None))).situation()
    assert now.capped == {2, 3}
    assert now.behind == {1: 495, 2: 490, 3: 500}


def test_h4_what_nobody_can_match_goes_back() -> None:
    hand = after("3r30 1f 2f")
    assert (hand.is_over, hand.is_shown, hand.to_call, hand.call_total) == (True, False, 0, 0)
    assert hand.put_in() == ({1: 5, 2: 10, 3: 10}, {3: 20})
    assert hand.scores({}, ()) == {1: -5, 2: -10, 3: 15}
    ended = hand.situation()
    assert (ended.seat, ended.pot) == (None, 45)
    assert after("3r30 1c 2c").put_in() == ({1: 30, 2: 30, 3: 30}, {})


def test_a_showdown_goes_by_the_cards_or_by_who_mucked() -> None:
    hand = after("3f 1r1000 2c")
    assert (hand.is_over, hand.is_shown) == (True, True)
    aces_win = {1: 1000, 2: -1000, 3: 0}
    assert hand.scores(CARDS, BOARD) == aces_win
    assert hand.scores({}, ()) is None
    assert hand.scores({}, (), mucked=(2,)) == aces_win
    assert hand.scores({}, (), mucked=(1,)) == {1: -1000, 2: 1000, 3: 0}


def test_a_whole_line_is_settled_with_what_each_seat_put_in() -> None:
    line = (*moves("3r30 1r1000")[:2], Move("preflop", 2, "call"), Move("preflop", 3, "fold"))
    settled = HOLDEM.settle(under(), CARDS, BOARD, line)
    assert settled.line == (*line[:2], Move("preflop", 2, "call", 1000), line[3])
    assert settled.result == {1: 1030, 2: -1000, 3: -30}
    assert settled.at_stake == {1: 1000, 2: 1000, 3: 30}
    assert settled.lost == {3}
    unknown = HOLDEM.settle(under(), {}, (), line)
    assert (unknown.result, unknown.lost) == (None, {3})
    with pytest.raises(IllegalLine) as missing:
        HOLDEM.settle(under(), CARDS, BOARD, line[:3])
    assert (missing.value.n, "action is missing" in missing.value.reason) == (4, True)
    with pytest.raises(IllegalLine) as illegal:
        HOLDEM.settle(under(), CARDS, BOARD, (line[0], Move("preflop", 1, "check")))
    assert illegal.value.n == 2


def test_h1_stacks_and_open_cards() -> None:
    assert HOLDEM.stack(GAME) == 1000
    assert HOLDEM.stack(GAME.model_copy(update={"stack": None})) is None
    opened = {phase: HOLDEM.open_cards(phase) for phase in HOLDEM.phases}
    assert opened == {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


def test_a_replayed_hand_shows_the_board_as_far_as_it_was_open() -> None:
    board = "Td5s9h5h4d"
    lines = ["1r300 2c300 / 2x 1b400 2f", "1r300 2c / 2x 1x / 2x 1x / 2x 1x", "1r5000 2c"]
    replays = Replays(made({1: "KcKs", 2: "JhJc"}, board, lines))
    folded, shown, all_in = (replays[table] for table in "123")
    assert folded.line == moves(lines[0])
    assert len(folded.marks) == len(folded.line)
    assert (folded.put_in, shown.put_in, all_in.put_in) == (1000, 600, 10_000)
    assert folded.result == {1: 300, 2: -300}
    assert [each.showdown for each in (folded, shown, all_in)] == [False, True, True]
    whole = parse_cards(board)
    assert [len(folded.board_after(n)) for n in (0, 2, 3, 5, None)] == [0, 0, 3, 3, 3]
    assert shown.board_after(4) == whole[:3]
    assert shown.board_after(5) == whole[:4]
    assert shown.board_after(None) == whole
    assert (all_in.board_after(2), all_in.board_after(None)) == ((), whole)


@pytest.mark.parametrize(
    ("one", "other", "different"),
    [
        ("1f", "2x", 1),
        ("1f", "1c300", 1),
        ("1f", "1r900", 1),
        ("1f", "1f", 0),
        ("1c300", "1r900", 0.7),
        ("1x", "1b300", 0.6),
        ("1b300", "1b600", 0.25),
        ("1r900", "1r1200", 0.25),
        ("1b300", "1r600", 0.25),
        ("1b300", "1b300", 0),
        ("1b600", "1r600", 0),
        ("1c300", "1c300", 0),
        ("1x", "1x", 0),
    ],
)
def test_two_moves_differ_as_the_design_says(one: str, other: str, different: float) -> None:
    """Fold or continue 1, call or raise 0.7, check or bet 0.6, only the size 0.25."""
    (first,), (second,) = moves(one), moves(other)
    assert contrast(first, second) == contrast(second, first) == different
