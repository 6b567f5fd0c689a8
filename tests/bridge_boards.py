"""Boards of bridge in a few letters: auctions, leads and claims."""

from producer.events import BridgeGame, Player
from producer.games.bridge.rules import BRIDGE
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.line import Deal, DealKey, Line, Move, Play

GAME = BridgeGame()
CALLS = {"p": ("pass", None), "X": ("double", None), "XX": ("redouble", None)}
ONE_SUIT_EACH = {
    seat: parse_cards("".join(rank + suit for rank in "AKQJT98765432"))
    for seat, suit in zip((1, 2, 3, 4), "shdc", strict=True)
}


def line_of(text: str) -> Line:
    """``1S p 4S p p p, Kh, 10``: calls from North on, the card led if any, the tricks claimed.
    ``N=4S, 10``: North's contract, without its auction."""
    auction, *more = (part.strip() for part in text.split(","))
    moves = []
    for place, call in enumerate(auction.split()):
        if "=" in call:
            declarer, _, contract = call.partition("=")
            moves.append(Move("auction", "NESW".index(declarer) + 1, "contract", contract))
            continue
        action, detail = CALLS.get(call, ("bid", call))
        moves.append(Move("auction", place % 4 + 1, action, detail))
    *led, tricks = more or [""]
    for card in led:
        suits = "shdc"
        moves.append(Move("lead", suits.index(card[1]) + 1, "play", card))
    if tricks:
        moves.append(Move("play" if led else "lead", moves[0].seat, "claim", int(tricks)))
    return tuple(moves)


def board(*lines: str) -> Deal:
    """Board 1, dealt by North, nobody vulnerable, one suit in each hand; a table a line."""
    plays = []
    for number, text in enumerate(lines, 1):
        line = line_of(text)
        under = Conditions(GAME, 1, 1, "ascending", dict.fromkeys(ONE_SUIT_EACH))
        result = BRIDGE.settle(under, ONE_SUIT_EACH, (), line).result
        assert result is not None
        players = {seat: Player(name=f"{'NESW'[seat - 1]}{number}") for seat in ONE_SUIT_EACH}
        stacks = dict.fromkeys(ONE_SUIT_EACH)
        plays.append(Play(str(number), 1, 1, GAME, stacks, players, line, result))
    tables = tuple(play.table for play in plays)
    return Deal(DealKey("club", "A", 1), 1, ONE_SUIT_EACH, (), tuple(plays), tables)
