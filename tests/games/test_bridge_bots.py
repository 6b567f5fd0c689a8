"""Bots that play a reference table (RULES B5): what they may know, and how often they make it."""

from random import Random

import pytest
from effort import counts

from producer.events import BridgeGame
from producer.games.bridge.bot_contract import bot_auction, bot_contract, high_card_points
from producer.games.bridge.bot_play import MADE, PACK, bot_card, bot_line, seen_by
from producer.games.bridge.contracts import Contract
from producer.games.bridge.hand import BridgeHand
from producer.games.bridge.seats import SEATS, partner
from producer.games.bridge.tricks import CardPlay
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.line import Move

Hands = dict[int, frozenset[str]]


def dealt(number: int) -> Hands:
    pack = sorted(PACK)
    Random(number).shuffle(pack)
    return {seat: frozenset(pack[13 * seat - 13 : 13 * seat]) for seat in SEATS}


def hands(*texts: str) -> Hands:
    """North, East, South and West, each as ``AKQ2 QT9 54 AK43``: spades to clubs."""
    return {
        seat: frozenset(
            rank + suit for suit, ranks in zip("shdc", text.split(), strict=True) for rank in ranks
            if rank != "-"
        )
        for seat, text in enumerate(texts, 1)
    }  # fmt: skip


def played(own: Hands, dealer: int) -> BridgeHand:
    """A deal by the bots, judged by the rules. Raises IllegalLine."""
    conditions = Conditions(BridgeGame(), 1, dealer, "ascending", dict.fromkeys(SEATS))
    hand = BridgeHand(conditions, {seat: parse_cards("".join(own[seat])) for seat in SEATS})
    for n, move in enumerate(bot_line(own, dealer), 1):
        hand.step(move, n)
    return hand


def test_b5_the_bots_make_the_share_of_contracts_that_is_stated() -> None:
    """10,000 deals give the stated figure; of fewer it is within three standard errors. Every deal
    is played by the rules to its last card, none is passed out or doubled."""
    number = counts(400, 10_000)
    made = 0
    for n in range(number):
        hand = played(dealt(n), n % 4 + 1)
        assert hand.is_over
        assert hand.contract is not None
        assert not hand.contract.doubled
        made += hand.tricks >= hand.contract.needs
    assert made / number == pytest.approx(float(MADE), abs=counts(0.07, 0.005))


def test_b5_a_bot_plays_by_what_it_sees() -> None:
    """At every card of some deals, the hidden hands are dealt anew: the bot plays the same card."""
    lots = Random(1)
    for n in range(counts(12, 200)):
        own = dealt(n)
        contract = bot_contract(own, 1)
        play = CardPlay.after_auction(contract, {seat: set(own[seat]) for seat in SEATS})
        led: dict[int, tuple[str, ...]] = {0: (), 1: ()}
        while not play.is_over:
            seat = play.turn
            card = bot_card(seen_by(play, led[seat % 2]))
            sees = {seat, *([contract.dummy] if play.played else [])}
            if seat in (contract.declarer, contract.dummy):
                sees |= {contract.declarer, contract.dummy}
            hidden = [each for each in SEATS if each not in sees]
            other = CardPlay.after_auction(contract, play.hands)
            other.turn, other.trick = play.turn, dict(play.trick)
            other.won, other.ended, other.played = play.won, play.ended, set(play.played)
            rest = sorted(set().union(*(play.hands[each] for each in hidden)))
            lots.shuffle(rest)
            for each in hidden:
                size = len(play.hands[each])
                other.hands[each], rest = set(rest[:size]), rest[size:]
            assert bot_card(seen_by(other, led[seat % 2])) == card
            if not play.trick:
                led[seat % 2] = (*led[seat % 2], card[1])
            play.play(Move("play", seat, "play", card), 1)


def test_the_same_cards_have_the_same_result_in_any_order() -> None:
    own = dealt(7)
    again = {seat: frozenset(sorted(cards, reverse=True)) for seat, cards in own.items()}
    assert bot_line(own, 2) == bot_line(again, 2)


def test_the_stronger_side_declares() -> None:
    for n in range(100):
        own = dealt(n)
        points = {seat: high_card_points(own[seat]) for seat in SEATS}
        declarer = bot_contract(own, 1).declarer
        side = points[declarer] + points[partner(declarer)]
        assert side >= 20, "the other side has less than half of the 40 points"


@pytest.mark.parametrize(
    ("texts", "contract"),
    [
        # 26 points and nine spades; South has five of them
        (("KQ32 A54 KJ2 432", "76 QT9 Q943 QJ98", "AJT54 K32 A5 K65", "98 J876 T876 AT7"), "4S"),
        # 27 points, no eight-card fit: North has more of them
        (("AK5 KQ4 AJ32 Q43", "QJT9 J98 K98 JT9", "432 A32 Q654 K52", "876 T765 T7 A876"), "3NT"),
        # all high cards and thirteen spades in two hands
        (("AKQJ AKQJ AKQJ A", "- T987 T987 T9876", "T98765432 32 2 2", "- 654 6543 KQJ543"), "7S"),
    ],
)
def test_the_contract_follows_points_and_fit(texts: tuple[str, ...], contract: str) -> None:
    found = bot_contract(hands(*texts), 1)
    assert str(found) == contract
    assert found.declarer in (1, 3)


def test_declarer_bids_it_at_once_and_all_others_pass() -> None:
    """East deals, North declares: three passes, the bid, three passes."""
    calls = bot_auction(Contract(4, "S", 0, 1), 2)
    assert [(move.seat, move.action, move.detail) for move in calls] == [
        (2, "pass", None), (3, "pass", None), (4, "pass", None),
        (1, "bid", "4S"),
        (2, "pass", None), (3, "pass", None), (4, "pass", None),
    ]  # fmt: skip


def test_eight_cards_of_a_major_in_two_hands_make_it_trumps() -> None:
    """26 points and eight spades are four spades, not three no-trumps."""
    own = hands("AKQ54 K32 Q32 32", "T9 QJT9 JT9 QT98", "J32 A54 K54 KJ54", "876 876 A876 A76")
    assert bot_contract(own, 1) == Contract(4, "S", 0, 1)


def test_of_two_equal_sides_the_dealers_plays() -> None:
    """Both have 20 points and eight cards of a major: North and South spades, the others hearts."""
    own = hands("AQ987 KJT KJ AQ9", "KJT AQ987 AQ9 KJ", "654 32 T5432 876", "32 654 876 T5432")
    found = [bot_contract(own, dealer) for dealer in (1, 2, 3, 4)]
    assert [(each.strain, each.declarer) for each in found] == [("S", 1), ("H", 2)] * 2
