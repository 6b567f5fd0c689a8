"""How simple bots play the cards of a contract (RULES B5). Pure and deterministic.

Each sees its own hand, dummy and the cards played, and nothing else; declarer plays for dummy too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from producer.games.bridge.bot_contract import Hands, bot_auction, bot_contract
from producer.games.bridge.contracts import Contract
from producer.games.bridge.seats import partner
from producer.games.bridge.tricks import PACK, RANKS, TRICKS, CardPlay, winner
from producer.games.line import Line, Move

_SUITS = "shdc"
_RANK = {rank: place for place, rank in enumerate(RANKS)}
_SECOND, _LAST = 1, 3
"""Cards on the table before the second and the last hand of a trick play."""
_HONOUR = _RANK["T"]


MADE = Fraction(66, 100)
"""The share of their contracts that the bots make, of 10,000 random deals."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the bot of a side knows when one of its hands is to play. ``own``: the hand to play
    from; ``other``: partner's, where it is open, else empty; ``facing``: dummy's, for a defender.
    ``unseen``: cards in hands that it does not see. ``trick``: the cards on the table by seat, in
    the order played. ``won``: by declarer's side. ``led``: the suits led so far by this side."""

    seat: int
    contract: Contract
    own: frozenset[str]
    other: frozenset[str]
    facing: frozenset[str]
    unseen: frozenset[str]
    trick: Mapping[int, str]
    won: int
    led: tuple[str, ...]

    @property
    def declares(self) -> bool:
        return self.seat in (self.contract.declarer, self.contract.dummy)

    @property
    def trump(self) -> str:
        return (self.contract.trump or "").lower()

    def of(self, suit: str) -> list[str]:
        """The own cards of a suit, lowest first."""
        return _ordered(card for card in self.own if card[1] == suit)

    def above(self, card: str) -> int:
        """How many cards of opponents may beat this one in its suit."""
        rivals = self.unseen | self.facing
        return sum(rival[1] == card[1] and _height(rival) > _height(card) for rival in rivals)

    def is_master(self, card: str) -> bool:
        return not self.above(card)


def bot_line(hands: Hands, dealer: int) -> Line:
    """The calls and all 52 cards of a deal played by bots at all four seats. ``hands``: thirteen
    cards at each of the four seats."""
    contract = bot_contract(hands, dealer)
    play = CardPlay.after_auction(contract, {seat: set(own) for seat, own in hands.items()})
    line = [*bot_auction(contract, dealer)]
    led: dict[int, tuple[str, ...]] = {0: (), 1: ()}
    while not play.is_over:
        seat = play.turn
        card = bot_card(seen_by(play, led[seat % 2]))
        if not play.trick:
            led[seat % 2] = (*led[seat % 2], card[1])
        move = Move("play" if play.played else "lead", seat, "play", card)
        play.play(move, len(line) + 1)
        line.append(move)
    return tuple(line)


def seen_by(play: CardPlay, led: tuple[str, ...]) -> Seen:
    """What the bot to play may know: of the four hands its own, and dummy once it lies open.
    ``led``: the suits that its side has led."""
    contract, seat = play.contract, play.turn
    declares = seat in (contract.declarer, contract.dummy)
    dummy = frozenset(play.hands[contract.dummy]) if play.played else frozenset[str]()
    own = frozenset(play.hands[seat])
    other = frozenset(play.hands[partner(seat)]) if declares else frozenset[str]()
    facing = frozenset[str]() if declares else dummy
    unseen = PACK - own - other - facing - play.played
    return Seen(seat, contract, own, other, facing, unseen, dict(play.trick), play.won, led)


def bot_card(seen: Seen) -> str:
    """The card that the bot plays."""
    if not seen.trick:
        return _declarer_leads(seen) if seen.declares else _defender_leads(seen)
    suit = next(iter(seen.trick.values()))[1]
    follows = seen.of(suit)
    if not follows:
        return _without(seen)
    if len(follows) == 1:
        return follows[0]
    return _follow(seen, follows)


def _follow(seen: Seen, cards: list[str]) -> str:
    """Second hand low, third hand high, fourth hand as cheap as wins."""
    best = winner(seen.trick, seen.contract.trump)
    beats = [card for card in cards if _wins(seen, card)]
    if not beats:
        return cards[0]
    last = len(seen.trick) == _LAST
    if best == partner(seen.seat) and (last or seen.is_master(seen.trick[best])):
        return cards[0]
    if last:
        return beats[0]
    if len(seen.trick) == _SECOND:
        return _second(seen, cards, beats)
    if best == partner(seen.seat) and seen.above(seen.trick[best]) == seen.above(cards[-1]):
        return cards[0]
    return _third(seen, beats)


def _second(seen: Seen, cards: list[str], beats: list[str]) -> str:
    """Low, unless an honour is led, or the winner is needed because partner cannot win."""
    (led,) = seen.trick.values()
    if seen.declares:
        partners = [card for card in seen.other if card[1] == led[1]]
        if any(_height(card) > _height(led) and seen.above(card) == 0 for card in partners):
            return cards[0]
        masters = [card for card in beats if seen.is_master(card)]
        return masters[0] if masters else cards[0]
    if _height(led) >= _HONOUR or (seen.trump and len(cards) <= 2):
        masters = [card for card in beats if seen.is_master(card)]
        return masters[0] if masters else cards[0]
    return cards[0]


def _third(seen: Seen, beats: list[str]) -> str:
    """The highest needed. Declarer finesses against one card; a defender plays over dummy only what
    dummy does not beat anyway."""
    if seen.declares:
        near = [card for card in beats if seen.above(card) <= 1]
        return near[0] if near else beats[0]
    after_us = seen.facing if partner(seen.contract.declarer) not in seen.trick else frozenset()
    over = [card for card in after_us if card[1] == beats[0][1]]
    if after_us:
        enough = [card for card in beats if all(_height(card) > _height(each) for each in over)]
        return enough[0] if enough else beats[0]
    return next(card for card in beats if seen.above(card) == seen.above(beats[-1]))


def _without(seen: Seen) -> str:
    """Ruffs what partner does not win; else throws the card that is worth least."""
    best = winner(seen.trick, seen.contract.trump)
    last = len(seen.trick) == _LAST
    partner_wins = best == partner(seen.seat) and (last or seen.is_master(seen.trick[best]))
    ruffs = [card for card in seen.of(seen.trump) if _wins(seen, card)] if seen.trump else []
    if ruffs and not partner_wins:
        return ruffs[0]
    return min(
        seen.own,
        key=lambda card: (
            card[1] == seen.trump,
            seen.is_master(card),
            _guards(seen, card),
            _height(card),
            -len(seen.of(card[1])),
            card[1],
        ),
    )


def _guards(seen: Seen, card: str) -> bool:
    """Whether throwing the card leaves a king or queen of its suit alone."""
    suit = seen.of(card[1])
    return card != suit[-1] and seen.above(suit[-1]) == len(suit) - 1


def _wins(seen: Seen, card: str) -> bool:
    return winner({**seen.trick, seen.seat: card}, seen.contract.trump) == seen.seat


def _declarer_leads(seen: Seen) -> str:
    trump = seen.of(seen.trump) if seen.trump else []
    theirs = [card for card in seen.unseen if card[1] == seen.trump]
    top = any(seen.is_master(card) for card in seen.own | seen.other if card[1] == seen.trump)
    if trump and (len(theirs) > 1 or (theirs and top)):
        return _run(seen, seen.trump)
    sure = {suit: _sure(seen, suit) for suit in _SUITS}
    need = seen.contract.needs - seen.won
    mine = [suit for suit in _SUITS if seen.of(suit)]
    if sum(sure.values()) < need:
        growing = [suit for suit in mine if suit != seen.trump and _can_grow(seen, suit)]
        if growing:
            return _run(seen, max(growing, key=lambda suit: _together(seen, suit)))
    for suit in sorted(mine, key=lambda suit: (suit == seen.trump, -_together(seen, suit))):
        if sure[suit]:
            return _run(seen, suit)
    side = [suit for suit in mine if suit != seen.trump] or mine
    return _run(seen, max(side, key=lambda suit: _together(seen, suit)))


def _run(seen: Seen, suit: str) -> str:
    """From the suit the master, else low to the higher cards opposite, else the top of what is
    left."""
    own = seen.of(suit)
    partners = _ordered(card for card in seen.other if card[1] == suit)
    if partners and seen.is_master(partners[-1]):
        unblocks = seen.is_master(own[-1]) and len(own) <= len(partners)
        return own[-1] if unblocks else own[0]
    if seen.is_master(own[-1]):
        return own[-1]
    if partners and _height(partners[-1]) > _height(own[-1]):
        return own[0]
    touching = seen.above(own[-1]) == seen.above(own[-2:][0])
    return own[-1] if touching else own[0]


def _sure(seen: Seen, suit: str) -> int:
    """Tricks that can be cashed in a suit at once: masters from the top, at most as many as the
    longer hand has cards."""
    own = seen.of(suit)
    partners = [card for card in seen.other if card[1] == suit]
    masters = sum(seen.is_master(card) for card in (*own, *partners))
    return min(masters, max(len(own), len(partners)))


def _together(seen: Seen, suit: str) -> int:
    return sum(card[1] == suit for card in seen.own | seen.other)


def _can_grow(seen: Seen, suit: str) -> bool:
    """Whether the two hands may make more tricks of the suit than those that are sure."""
    longest = max(len(seen.of(suit)), sum(card[1] == suit for card in seen.other))
    return longest > _sure(seen, suit) and any(card[1] == suit for card in seen.unseen)


def _defender_leads(seen: Seen) -> str:
    if len(seen.own) == TRICKS:
        return _opening_lead(seen)
    side = [suit for suit in _SUITS if seen.of(suit) and suit != seen.trump]
    if not side:
        return seen.of(seen.trump)[0]
    cashing = [
        suit for suit in side if seen.is_master(seen.of(suit)[-1]) and not _ruffed(seen, suit)
    ]
    if cashing:
        suit = max(cashing, key=lambda suit: (_masters(seen, suit), -len(seen.of(suit))))
        return seen.of(suit)[-1]
    again = [suit for suit in seen.led if suit in side]
    suit = again[0] if again else max(side, key=lambda suit: len(seen.of(suit)))
    return _from(seen.of(suit))


def _opening_lead(seen: Seen) -> str:
    """Against no-trumps from the longest suit; against a suit a singleton, the top of a sequence,
    else low from a suit without the ace."""
    side = [suit for suit in _SUITS if seen.of(suit) and suit != seen.trump]
    if not side:
        return seen.of(seen.trump)[0]
    if not seen.trump:
        return _from(seen.of(max(side, key=lambda suit: len(seen.of(suit)))))

    def choice(suit: str) -> tuple[bool, bool, bool, int]:
        own = seen.of(suit)
        top = own[-1][0]
        return len(own) == 1 and top not in "AKQ", _is_sequence(own), top != "A", len(own)

    return _from(seen.of(max(side, key=choice)))


def _from(cards: list[str]) -> str:
    """The top of touching honours, the fourth highest, else the lowest."""
    if _is_sequence(cards):
        return cards[-1]
    return cards[-4] if len(cards) > 3 else cards[0]


def _is_sequence(cards: list[str]) -> bool:
    """Whether the two highest are touching honours, or honour and nine.

    >>> _is_sequence(["2s", "Ts", "Js"]), _is_sequence(["Ts", "Qs"]), _is_sequence(["As"])
    (True, False, False)
    """
    height, below = _height(cards[-1]), _height(cards[-2:][0])
    return height >= _HONOUR and height - below == 1


def _masters(seen: Seen, suit: str) -> int:
    return sum(seen.is_master(card) for card in seen.of(suit))


def _ruffed(seen: Seen, suit: str) -> bool:
    """Whether dummy, which lies open, ruffs the suit."""
    suits = {card[1] for card in seen.facing}
    return seen.trump != "" and suit not in suits and seen.trump in suits


def _height(card: str) -> int:
    return _RANK[card[0]]


def _ordered(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=_height)
