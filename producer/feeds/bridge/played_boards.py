"""One table's board as any bridge file gives it, and the line and result that follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from producer.events import BridgeGame
from producer.feeds.bridge.pbn_text import LocatedError
from producer.games.bridge.contracts import Contract
from producer.games.bridge.hand import BridgeHand
from producer.games.bridge.rules import result_of
from producer.games.bridge.seats import NAMES, SEATS, after
from producer.games.bridge.tricks import PACK, beating
from producer.games.cards import RANKS, parse_cards
from producer.games.game import Conditions
from producer.games.line import IllegalLine, Line, Move
from producer.texts import number_of

SIDE_NAMES = {1: "N", 2: "E", 3: "S", 4: "W"}
SEAT_OF = {name: seat for seat, name in SIDE_NAMES.items()}
SUITS = "shdc"
"""In the order in which bridge players write them."""
HAND = 13

Written = tuple[str, str, int]
"""An action, its detail and the line of the file it is in."""


class Unplayable(ValueError):
    """What a file says of a board that cannot be: ``error`` with its line."""

    def __init__(self, line: int, words: str, *, cut: bool = False) -> None:
        self.error = LocatedError(line, words, cut)
        super().__init__(words)


def cut_off(board: PlayedBoard, line: int) -> LocatedError:
    """The fault of the board in which a file ends."""
    name = "a board" if board.number is None else f"board {board.number}"
    room = f", {board.room} room," if board.room else ""
    return LocatedError(
        line, f"the file ends in the middle of {name}{room} without its result", True
    )


@dataclass(slots=True)
class PlayedBoard:
    """``match``: what names the set of boards that were played together, such as event and stage.
    ``home`` sits North and South in the open room; ``room``: ``Open``, ``Closed`` or empty.
    ``vulnerable``: as in the settings, empty if the file does not say. ``hands``: cards by seat,
    only those known. ``calls``: empty if the file has the contract alone. ``cards``: as played, in
    order. ``tricks``: declarer's, ``None`` if the file does not say. ``points``: North and South's
    score as the file has it. ``fault``: why the board cannot be used; it still counts as its
    table's hand, so that the others keep their numbers once it is corrected.
    """

    line: int
    raw: bytes
    match: tuple[str, ...] = ()
    home: str = ""
    visitors: str = ""
    room: str = ""
    table: str = ""
    number: int | None = None
    dealer: int = 0
    vulnerable: str = ""
    hands: dict[int, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    calls: Sequence[Written] = ()
    contract: Contract | None = None
    contract_line: int = 0
    cards: Sequence[Written] = ()
    tricks: int | None = None
    result_line: int = 0
    points: int | None = None
    points_line: int = 0
    carried: Mapping[str, int] = field(default_factory=dict)
    fault: LocatedError | None = None


def whole_hands(hands: dict[int, str], line: int) -> dict[int, str]:
    """The hands, the fourth completed from the other three; none of a position in the middle of a
    play, where all have equally few cards. Raises Unplayable."""
    seen: dict[str, int] = {}
    for seat, text in hands.items():
        cards = [text[place : place + 2] for place in range(0, len(text), 2)]
        for card in cards:
            if card in seen:
                to = f"{NAMES[seen[card]]} and {NAMES[seat]}"
                twice = f"{NAMES[seat]} twice"
                raise Unplayable(line, f"{card} is dealt to {twice if seen[card] == seat else to}")
            seen[card] = seat
    lengths = {len(text) // 2 for text in hands.values()}
    if len(hands) == len(SEATS) and len(lengths) == 1 and lengths < {*range(HAND)}:
        return {}
    for seat, text in hands.items():
        if len(text) != 2 * HAND:
            raise Unplayable(
                line, f"{NAMES[seat]} has {number_of(len(text) // 2, 'card')}, not {HAND}"
            )
    if len(hands) == len(SEATS) - 1:
        (missing,) = set(SEATS) - set(hands)
        rest = [
            rank + suit for suit in SUITS for rank in reversed(RANKS) if rank + suit not in seen
        ]
        hands = {**hands, missing: "".join(rest)}
    return hands


def line_and_result(board: PlayedBoard, game: BridgeGame, deal: int) -> tuple[Line, dict[int, int]]:
    """The moves, and every seat's points. Raises Unplayable at the line of the file that is wrong:
    an illegal call or card, a declarer, contract, result or score that does not follow."""
    hand, line = _carried_out(board, game, deal)
    if board.calls and not hand.auction.is_over:
        at = board.calls[-1][2]
        raise Unplayable(at, f"the auction is not over; expected {hand.auction.legal}")
    _finish(board, hand, line)
    return tuple(line), _points(board, game, deal, hand)


def check_moves(board: PlayedBoard) -> None:
    """Raises Unplayable for an illegal call or card of a board, whether it has a result or not."""
    if board.dealer and (board.calls or board.contract is not None):
        _carried_out(board, BridgeGame(), 1)


def _carried_out(board: PlayedBoard, game: BridgeGame, deal: int) -> tuple[BridgeHand, list[Move]]:
    conditions = Conditions(game, deal, board.dealer, "ascending", dict.fromkeys(SEATS))
    cards = {seat: parse_cards(text) for seat, text in board.hands.items()}
    hand, line = BridgeHand(conditions, cards), list[Move]()
    if board.calls:
        _make(hand, line, [*_left_out(board), *board.calls])
        _check_contract(board, hand)
    elif board.contract is not None:
        declarer = board.contract.declarer
        move = Move("auction", declarer, "contract", str(board.contract))
        _step(hand, line, move, board.contract_line)
    elif not board.contract_line:
        raise Unplayable(board.line, "neither an auction nor a contract is given")
    _make(hand, line, board.cards)
    return hand, line


def _left_out(board: PlayedBoard) -> list[Written]:
    """The passes before the opening bid that the file does not have: some programs leave them out,
    and only then is the declarer whom the file names, and who was led against, the auction's."""
    said, (opening, _, at) = board.contract, board.calls[0]
    if not board.cards or said is None or opening != "bid":
        return []
    bids = {place: bid for place, (action, bid, _) in enumerate(board.calls) if action == "bid"}
    last, bid = bids.popitem()
    doubled = sum(action != "pass" for action, _, _ in board.calls[last + 1 :])
    if (said.bid, said.doubled) != (bid, doubled):
        return []
    first = next(
        (place for place, each in bids.items() if each[1:] == bid[1:] and (last - place) % 2 == 0),
        last,
    )
    return [("pass", "", at)] * ((said.declarer - after(board.dealer, first)) % 4)


def _make(hand: BridgeHand, line: list[Move], actions: Sequence[Written]) -> None:
    """Makes calls or cards, each by the seat whose turn it is."""
    for action, detail, at in actions:
        turn = hand.turn
        if turn is None:
            if action == "play":
                raise Unplayable(at, f"{detail} is played after the end of the deal")
            raise Unplayable(at, f"{detail or action} comes after the end of the auction")
        move = _move(hand.phase, turn, action, detail or None)
        try:
            line.append(hand.step(move, len(line) + 1))
        except IllegalLine as error:
            raise Unplayable(at, f"{error.reason}; expected {error.expected}") from error


@lru_cache(maxsize=4096)
def _move(phase: str, seat: int, action: str, detail: str | None) -> Move:
    """Made once: there are some hundred, and archives have millions."""
    return Move(phase, seat, action, detail)


def _step(hand: BridgeHand, line: list[Move], move: Move, at: int) -> None:
    try:
        line.append(hand.step(move, len(line) + 1))
    except IllegalLine as error:
        raise Unplayable(at, f"{error.reason}; expected {error.expected}") from error


def _check_contract(board: PlayedBoard, hand: BridgeHand) -> None:
    said, found = board.contract, hand.contract
    if board.contract_line and hand.auction.is_over and said != found:
        raise Unplayable(
            board.contract_line,
            f"the contract is {_named(said)}, the auction gives {_named(found)}",
        )


def _named(contract: Contract | None) -> str:
    return f"{contract} by {NAMES[contract.declarer]}" if contract else "passed out"


def _finish(board: PlayedBoard, hand: BridgeHand, line: list[Move]) -> None:
    """The claim that ends a play which the file does not have to its end."""
    if hand.contract is None:
        if board.tricks:
            raise Unplayable(board.result_line, "a deal that was passed out has no tricks")
        return
    if hand.is_over:
        if board.tricks is not None and board.tricks != hand.tricks:
            words = (
                f"the result is {number_of(board.tricks, 'trick')}, the play gives {hand.tricks}"
            )
            raise Unplayable(board.result_line, words)
        return
    if board.tricks is None:
        raise Unplayable(board.line, "the play is not complete, and no result is given")
    move = Move(hand.phase, hand.contract.declarer, "claim", board.tricks)
    _step(hand, line, move, board.result_line)


def _points(board: PlayedBoard, game: BridgeGame, deal: int, hand: BridgeHand) -> dict[int, int]:
    conditions = Conditions(game, deal, board.dealer, "ascending", dict.fromkeys(SEATS))
    result = result_of(conditions, hand)
    if board.points is not None and board.points != result[1]:
        words = f"the score is NS {board.points}, the contract and its tricks give NS {result[1]}"
        raise Unplayable(board.points_line, words)
    return result


def tricks_in_order(
    rows: Sequence[Mapping[int, Written]], leader: int, trump: str | None
) -> tuple[Written, ...]:
    """The cards of tricks that are written by seat, in the order they were played. ``rows``: by
    seat, its card; of the last trick only those that were played."""
    played: list[Written] = []
    turn = leader
    for row in rows:
        order = _ORDERS[turn]
        better = PACK
        for seat in order:
            if seat not in row:
                break
            move = row[seat]
            played.append(move)
            if move[1] in better:
                better, turn = beating(move[1], trump), seat
        else:
            continue
        for later in order[order.index(seat) :]:
            if later in row:
                _, card, at = row[later]
                raise Unplayable(at, f"{NAMES[later]}'s {card} is written, a card before it is not")
        break
    return tuple(played)


_ORDERS = {first: tuple(after(first, place) for place in range(len(SEATS))) for first in SEATS}
"""By the seat that leads, all four in the order of play."""
