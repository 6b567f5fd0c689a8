"""Auction and play by the rules (RULES B), on lines written by hand and on random ones."""

import random

import pytest
from bridge_boards import board

from producer.events import BridgeGame, HoldemGame
from producer.games.bridge.rules import BRIDGE
from producer.games.bridge.seats import bridge
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.line import IllegalLine, Line, Move

CALLS = {"p": ("pass", None), "X": ("double", None), "XX": ("redouble", None)}
SEAT = {"N": 1, "E": 2, "S": 3, "W": 4}

HANDS = {
    # every seat has one whole suit
    seat: parse_cards("".join(rank + suit for rank in "AKQJT98765432"))
    for seat, suit in zip((1, 2, 3, 4), "shdc", strict=True)
}


def conditions(dealer: int = 1, deal: int = 1, **settings: object) -> Conditions:
    return Conditions(
        BridgeGame(**settings), deal, dealer, "ascending", dict.fromkeys((1, 2, 3, 4))
    )


def calls(text: str, dealer: int = 1) -> Line:
    made = []
    for place, call in enumerate(text.split()):
        action, detail = CALLS.get(call, ("bid", call))
        made.append(Move("auction", (dealer - 1 + place) % 4 + 1, action, detail))
    return tuple(made)


def cards(text: str) -> Line:
    """``N:As`` and so on."""
    played = [part.split(":") for part in text.split()]
    return tuple(
        Move("play" if n else "lead", SEAT[seat], "play", card)
        for n, (seat, card) in enumerate(played)
    )


def claim(tricks: int, phase: str = "play") -> Line:
    return (Move(phase, 1, "claim", tricks),)


def settled(line: Line, hands: dict = {}, **more: object) -> dict:  # noqa: B006 - not changed
    return dict(BRIDGE.settle(conditions(**more), hands, (), line).result)


@pytest.mark.parametrize(
    ("auction", "tricks", "north"),
    [
        ("1S p 4S p p p", 10, 420),
        ("1S X XX p p p", 7, 520),  # game: 30 doubled twice is 120, and 100 for the insult
        ("p 1NT p 3NT p p p", 9, -400),
        # South named hearts first, so North and South's contract is South's
        ("p p 1H p 2H p p p", 6, -100),
        ("1C X p p p", 5, -300),
    ],
)
def test_the_score_of_a_claimed_deal(auction: str, tricks: int, north: int) -> None:
    result = settled(calls(auction) + claim(tricks, "lead"))
    assert result == {1: north, 2: -north, 3: north, 4: -north}


def test_declarer_is_who_named_the_strain_first() -> None:
    line = calls("p p 1H p 2H p p p")
    hand = BRIDGE.begin(conditions())
    for n, move in enumerate(line, 1):
        hand.step(move, n)
    assert (str(hand.contract), hand.contract.declarer, hand.turn) == ("2H", 3, 4)


def test_passed_out_scores_nothing() -> None:
    assert settled(calls("p p p p", 3), dealer=3) == {1: 0, 2: 0, 3: 0, 4: 0}


def test_vulnerability_follows_the_number_or_the_settings() -> None:
    line = calls("1S p 4S p p p") + claim(10, "lead")
    assert settled(line, deal=2)[1] == 620  # board 2: North and South
    assert settled(line, deal=3)[1] == 420  # board 3: East and West
    assert settled(line, deal=3, vulnerable_both=(3,))[1] == 620


@pytest.mark.parametrize(
    ("auction", "n", "expected"),
    [
        ("1S 1H", 2, "East: pass, 1NT or more or double"),
        ("p X", 2, "East: pass or a bid"),
        ("1S p X", 3, "South: pass or 1NT or more"),
        ("4NT 1C", 2, "East: pass, 5C or more or double"),
        ("1S XX", 2, "East: pass, 1NT or more or double"),
        ("1S X X", 3, "South: pass, 1NT or more or redouble"),
        ("1S X XX XX", 4, "West: pass or 1NT or more"),
        ("7NT 7NT", 2, "East: pass or double"),
        ("1S p p p p", 5, "no"),
        ("8C", 1, "1C to 7NT"),
    ],
)
def test_illegal_calls_are_refused_with_what_is_legal(auction: str, n: int, expected: str) -> None:
    line = calls(auction)
    with pytest.raises(IllegalLine) as refused:
        settled(line)
    assert refused.value.n == n
    assert expected in refused.value.expected or expected == "no"


PLAYED = calls("1S p p p")
"""By North; East leads."""


@pytest.mark.parametrize(
    ("play", "n", "reason"),
    [
        ("S:Ad", 5, "South plays Ad out of turn"),
        ("E:As", 5, "East does not hold As"),
        ("E:Ah S:Ad W:Ac N:As E:Kh", 9, "East plays Kh out of turn"),  # North ruffed
        ("E:Ah S:Ad W:Ac N:As N:As", 9, "As is played twice"),
        ("E:1h", 5, "'1h' is no card"),
    ],
)
def test_illegal_cards_are_refused(play: str, n: int, reason: str) -> None:
    with pytest.raises(IllegalLine) as refused:
        settled(PLAYED + cards(play), HANDS)
    assert (refused.value.n, refused.value.reason) == (n, reason)


def test_a_revoke_is_refused() -> None:
    hands = {
        1: parse_cards("AsKsQsJsTs9s8s7s6s5s4s3s2h"),
        2: parse_cards("AhKhQhJhTh9h8h7h6h5h4h3h2s"),
    }
    with pytest.raises(IllegalLine, match="North revokes with As"):
        settled(PLAYED + cards("E:Ah S:Ad W:Ac N:As"), hands)


def test_a_revoke_is_found_later_where_hands_are_not_known() -> None:
    line = PLAYED + cards("E:Ah S:2h W:Ac N:3h E:Kh S:4h W:5h")
    with pytest.raises(IllegalLine, match="West plays 5h, but did not follow that suit in move 7"):
        settled(line)


def test_a_claim_cannot_undo_a_trick() -> None:
    lost = PLAYED + cards("E:Ah S:2h W:4h N:3h")
    assert settled(lost + claim(12))[1] == 80 + 5 * 30
    with pytest.raises(IllegalLine, match="a claim of 13 tricks for declarer"):
        settled(lost + claim(13))


def test_a_deal_that_is_not_over_has_no_score() -> None:
    with pytest.raises(IllegalLine) as refused:
        settled(PLAYED + cards("E:Ah"))
    assert refused.value.expected == "a card of South, or a claim"


def test_a_contract_stands_for_an_auction_that_nobody_wrote_down() -> None:
    line = (Move("auction", 3, "contract", "4SX"), *claim(9, "lead"))
    assert settled(line)[3] == -100


@pytest.mark.parametrize("seed", range(20))
def test_random_deals_are_played_to_the_end(seed: int) -> None:
    """All 13 tricks are won by somebody, and following suit is enough to be legal."""
    chance = random.Random(seed)
    deck = chance.sample(range(52), 52)
    dealt = {seat: tuple(deck[13 * (seat - 1) : 13 * seat]) for seat in (1, 2, 3, 4)}
    strain = chance.choice(["1C", "2H", "3NT", "6S"])
    left = {
        seat: {"23456789TJQKA"[card // 4] + "cdhs"[card % 4] for card in own}
        for seat, own in dealt.items()
    }
    line = list(calls(f"{strain} p p p"))
    hand = BRIDGE.begin(conditions())
    for n, move in enumerate(line, 1):
        hand.step(move, n)
    while not hand.is_over:
        seat, led = hand.turn, hand.card_play.led
        legal = sorted(card for card in left[seat] if card[1] == led) or sorted(left[seat])
        move = Move(hand.phase, seat, "play", chance.choice(legal))
        left[seat].discard(move.detail)
        line.append(hand.step(move, len(line) + 1))
    assert len(line) == 4 + 52
    result = BRIDGE.settle(conditions(), dealt, (), tuple(line)).result
    assert sum(result.values()) == 0
    assert (result[1] > 0) == (hand.tricks >= 6 + int(strain[0]))


def test_a_board_played_is_replayed_to_its_contract_and_tricks() -> None:
    deal = board("1S p 4S p p p, Kh, 11")
    replayed = BRIDGE.replay(deal, deal.plays[0])
    assert (replayed.tricks, replayed.over) == (11, 1)
    assert replayed.contract is not None
    assert (replayed.contract.level, replayed.contract.strain) == (4, "S")


def test_settings_of_another_game_are_not_those_of_bridge() -> None:
    assert bridge(BridgeGame()) == BridgeGame()
    poker = HoldemGame(betting="no-limit", small_blind=50, big_blind=100)
    with pytest.raises(TypeError, match="is not bridge"):
        bridge(poker)
