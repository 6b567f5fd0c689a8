"""Hands of open-face Chinese played through their rules (RULES O1, O4)."""

import json
import random

import pytest
from effort import counts
from phevaluator import evaluate_cards

from producer.events import OpenFaceGame, parse_event
from producer.games.cards import DECK, Cards, format_card, format_cards
from producer.games.game import Conditions
from producer.games.line import Deal, DealKey, IllegalLine, Move, Play
from producer.games.ofc.placing import ROUNDS, dealt_by
from producer.games.ofc.rows import SIZES, Rows, is_foul, spelt
from producer.games.ofc.rules import OPEN_FACE
from producer.problems import Problem

GAME = OpenFaceGame()


def conditions(seats: int = 4, button: int = 4, stack: int | None = None) -> Conditions:
    return Conditions(GAME, 1, button, "ascending", dict.fromkeys(range(1, seats + 1), stack))


def random_placement(random_: random.Random, rows: Rows, cards: Cards) -> dict[str, Cards]:
    slots = [row for row, left in rows.open.items() for _ in range(left)]
    random_.shuffle(slots)
    placed: dict[str, Cards] = {}
    for row, card in zip(slots, cards, strict=False):
        placed[row] = (*placed.get(row, ()), card)
    return placed


def random_line(seed: int, order: tuple[int, ...]) -> tuple[dict[int, Cards], list[Move], dict]:
    """Cards, moves and the rows they end in, placed at random."""
    random_ = random.Random(seed)
    deck = random_.sample(DECK, 52)
    cards = {seat: tuple(deck[13 * n : 13 * n + 13]) for n, seat in enumerate(order)}
    rows, line = dict.fromkeys(order, Rows()), []
    for made, phase in enumerate(ROUNDS):
        for seat in order:
            placed = random_placement(random_, rows[seat], dealt_by(cards[seat], made))
            rows[seat] = rows[seat].with_cards(placed)
            line.append(Move(phase, seat, "place", spelt(placed)))
    return cards, line, rows


def _sorted(rows: Rows) -> list[set[int]]:
    return [set(rows.of(row)) for row in SIZES]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_hand_is_played_to_its_end(seats: int) -> None:
    order = tuple(range(1, seats + 1))
    cards, line, rows = random_line(seats, order)
    settled = OPEN_FACE.settle(conditions(seats, button=seats), cards, (), tuple(line))
    assert settled.line == tuple(line)
    assert sum(settled.result.values()) == 0
    assert len(line) == 9 * seats
    play = Play("1", 1, 1, GAME, dict.fromkeys(order), {}, tuple(line), settled.result)
    deal = Deal(DealKey("s", "A", 1), seats, cards, (), (play,), ("1",))
    replayed = OPEN_FACE.replay(deal, play)
    assert [_sorted(each) for each in replayed.rows.values()] == [
        _sorted(each) for each in rows.values()
    ]
    assert [set(step.given) for step in replayed.spots[:seats]] == [
        set(cards[seat][:5]) for seat in order
    ]
    first = line[0].detail
    assert spelt({row: replayed.rows_after(seats)[1].of(row) for row in SIZES}) == first


def test_at_five_the_button_deals_and_sits_out() -> None:
    cards, line, _ = random_line(5, (4, 5, 1, 2))
    settled = OPEN_FACE.settle(conditions(5, button=3), cards, (), tuple(line))
    assert settled.result[3] == 0
    with pytest.raises(IllegalLine, match="5 seats play"):
        OPEN_FACE.begin(conditions(5, button=6))
    with pytest.raises(IllegalLine, match="1 seat plays"):
        OPEN_FACE.begin(conditions(1, button=1))


def play(*moves: tuple[int, str, str | None], seats: int = 2, button: int = 2):
    hand = OPEN_FACE.begin(conditions(seats, button))
    for n, (seat, action, detail) in enumerate(moves, 1):
        hand.step(Move(hand.phase, seat, action, detail), n)
    return hand


FIVE = (1, "place", "back AhAd, middle 9c9d, front Qs")
OTHER = (2, "place", "back KhKd, middle 8c8d, front Js")


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ([OTHER], "out of turn"),
        ([(1, "place", "back AhAd, middle 9c9d")], "places 4 cards"),
        ([(1, "place", "front AhAd9dQs, back 2c")], "4 cards in the front"),
        ([(1, "place", "back 2c, front AhAdQs9d")], "4 cards in the front, which takes 3"),
        ([FIVE, (2, "place", "back KhKd, middle 8c8d, front Qs")], "places Qs"),
        ([FIVE, OTHER, (1, "place", "back Qs")], "places Qs"),
        ([FIVE, OTHER, (1, "absent", None)], "absent after its first cards"),
        ([(1, "place", None)], "is not a row"),
        ([(1, "time-out", "front Qs")], "'time-out' with"),
        ([(3, "place", "front Qs")], "not dealt in"),
        ([(1, "absent", None), OTHER], "after the end"),
        ([FIVE, (2, "leave", None), (2, "show-early", None)], "out of the hand"),
    ],
)
def test_what_breaks_the_rules_is_refused(moves: list, reason: str) -> None:
    with pytest.raises(IllegalLine, match=reason):
        play(*moves)


def test_a_set_card_never_moves_and_comes_in_the_order_dealt() -> None:
    cards, line, _ = random_line(9, (1, 2))
    early, late = line[2], line[4]
    line[2], line[4] = early._replace(detail=late.detail), late._replace(detail=early.detail)
    with pytest.raises(IllegalLine, match=f"its cards, {format_cards(cards[1][5:6])}"):
        OPEN_FACE.settle(conditions(2, 2), cards, (), tuple(line))
    unknown = OPEN_FACE.settle(conditions(2, 2), {}, (), tuple(line))
    assert sum(unknown.result.values()) == 0, "without the cards, placements show them"


def test_who_does_not_play_pays_three_and_the_others_play_on() -> None:
    hand = play((1, "absent", None), seats=3, button=3)
    assert (hand.next_seat, hand.active, hand.is_over) == (2, (2, 3), False)
    alone = play((1, "absent", None), (2, "absent", None), seats=3, button=3)
    assert alone.is_over
    line = (Move("five", 1, "absent"), Move("five", 2, "absent"))
    settled = OPEN_FACE.settle(conditions(3, 3), {}, (), line)
    assert settled.result == {1: -3, 2: -3, 3: 6}


def test_who_leaves_or_is_timed_out_pays_six_and_royalties() -> None:
    """Seat 1 leaves while seat 2 thinks; seat 2 plays on for the royalties of its flush."""
    flush = ("back AhJh9h5h3h", "middle 9s", "middle 9c", "middle 6d", "middle 4c", "middle 3c",
             "front Kd", "front Jc", "front 8d")  # fmt: skip
    moves = [Move("five", 1, "place", "back AsKsQsTs2d"), Move("five", 1, "show-early"),
             Move("five", 1, "leave")]  # fmt: skip
    moves += [Move(phase, 2, "place", text) for phase, text in zip(ROUNDS, flush, strict=True)]
    settled = OPEN_FACE.settle(conditions(2, 2), {}, (), tuple(moves))
    assert settled.result == {1: -11, 2: 11}, "6, the flush's 4, and 1 for the card shown"
    both = (*moves[:3], Move("five", 2, "time-out"))
    assert OPEN_FACE.settle(conditions(2, 2), {}, (), both).result == {1: -1, 2: 1}


def test_a_hand_that_is_not_over_has_no_result() -> None:
    cards, line, _ = random_line(3, (1, 2))
    with pytest.raises(IllegalLine, match="the hand is not over"):
        OPEN_FACE.settle(conditions(2, 2), cards, (), tuple(line[:-1]))


FEW_RANKS = tuple(card for card in DECK if card // 4 < 6)
"""From deuces to sevens: rows of one kind, and straights, are frequent among them."""


def test_fouls_agree_with_brute_force_on_random_placements() -> None:
    """RULES O1, against another program where five cards stand against five, and the rules written
    out again for both."""
    random_ = random.Random(13)
    found = [0, 0, 0]
    for n in range(counts(2_000, 100_000)):
        deck = random_.sample(FEW_RANKS if n % 2 else DECK, 13)
        rows = Rows(tuple(deck[:5]), tuple(deck[5:10]), tuple(deck[10:]))
        middle = _by_kind(rows.middle) > _by_kind(rows.back)
        front = _by_kind(rows.front) > _by_kind(rows.middle)
        ranks = [evaluate_cards(*map(format_card, row)) for row in (rows.middle, rows.back)]
        assert (ranks[0] < ranks[1]) == middle, "the smaller number is the stronger hand"
        assert is_foul(rows) == (middle or front), rows
        found = [
            have + new
            for have, new in zip(found, (middle, front, not middle and not front), strict=True)
        ]
    assert all(found), "fouls of both kinds, and legal hands"


def _by_kind(cards: Cards) -> tuple:
    """By the rules of high card, pair, ... written out again, slowly: larger is stronger."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    groups = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    most, second = ranks.count(groups[0]), ranks.count(groups[1]) if len(groups) > 1 else 0
    straight = len(cards) == 5 and (
        "".join(f"{rank:x}" for rank in ranks) in "cba9876543210" or ranks == [12, 3, 2, 1, 0]
    )
    flush = len(cards) == 5 and len({card % 4 for card in cards}) == 1
    order = [
        straight and flush, most == 4, (most, second) == (3, 2), flush, straight, most == 3,
        (most, second) == (2, 2), most == 2, True,
    ]  # fmt: skip
    wheel = [3] if straight and ranks[0] == 12 and ranks[1] == 3 else groups
    return (-order.index(True), *wheel)


def test_a_single_placement_has_no_amount() -> None:
    """Whole hands: tests/test_open_face.py."""

    def asked(**more: object) -> Problem | None:
        data = {"deal": 1, "hand": 1, "n": 1, "seat": 1, "action": "place", **more}
        sent = {"id": "e", "session": "s", "group": "A", "table": "1", "source": "t"}
        return OPEN_FACE.check_event(
            parse_event(json.dumps({**sent, "type": "hand.action", "data": data}))
        )

    assert asked(detail="back AhAd, middle 9d9c, front Qs") is None
    found = asked(to=5)
    assert found is not None
    assert found.reason.startswith("data.to: a move of open-face Chinese has no amount")
