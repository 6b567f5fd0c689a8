"""BBO's LIN: a stream of ``key|value|``, with chat anywhere and line ends without meaning.

A record of a match has eight names and a board for each room (``qx|o46|``, ``qx|c46|``); one of a
table has four names and begins a board with its cards (``md``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from producer.feeds.bridge.board_files import decoded, read_boards, without_result
from producer.feeds.bridge.pbn import CARDS, is_complete
from producer.feeds.bridge.pbn_board import contract_from
from producer.feeds.bridge.played_boards import (
    SEAT_OF,
    PlayedBoard,
    Unplayable,
    Written,
    cut_off,
    whole_hands,
)
from producer.feeds.received import Asked, Received, Refused
from producer.games.cards import RANKS

_ORDER = (3, 4, 1, 2)
"""South, West, North, East, in which names and hands are written."""
_VULNERABLE = {"o": "none", "0": "none", "": "none", "n": "NS", "e": "EW", "b": "both"}
_CALLS = {
    "p": "pass", "pass": "pass", "d": "double", "dbl": "double", "x": "double",
    "r": "redouble", "rdbl": "redouble", "xx": "redouble",
}  # fmt: skip
_BID = re.compile(r"([1-7])(C|D|H|S|NT?)")
_HAND = re.compile(r"(?:S([2-9TJQKA]*))?(?:H([2-9TJQKA]*))?(?:D([2-9TJQKA]*))?(?:C([2-9TJQKA]*))?")
_ROOM = re.compile(r"([oc])(\d+)", re.IGNORECASE)
_RESULT = re.compile(r"([1-7])(C|D|H|S|NT?)([NESW])(x{0,2})(=|[+-]\d+)", re.IGNORECASE)
_BOARD = re.compile(r"(\d+)")
_ONCE = frozenset(("md", "sv", "mc"))


@dataclass(slots=True)
class _Match:
    """What stands before the boards. ``names``: four, or eight for two rooms; ``results``: of both
    rooms by board."""

    title: str = ""
    segment: str = ""
    first: int = 0
    teams: tuple[str, str] = ("", "")
    carried: dict[str, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


def read_lin(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """Raises as ``read_boards`` does."""
    return read_boards(path, asked, "lin", boards_of)


def left_out_of_lin(path: Path) -> str:
    """In words, the boards that give nothing. Raises OSError."""
    text = decoded(path.read_bytes())
    return without_result(sum(1 for _ in _split(text, _Match())) - len(boards_of(text)))


def boards_of(text: str) -> list[PlayedBoard]:
    """The boards that have a result, and those with a fault."""
    boards: list[PlayedBoard] = []
    match = _Match()
    every = list(_split(text, match))
    for own in every:
        board = PlayedBoard(own.line, own.raw.encode())
        _add_place(own, match, board)
        try:
            _add_play(own, match, board)
        except Unplayable as error:
            board.fault = error.error
        if own is every[-1] and not board.fault and _is_cut(own, board, text):
            board.fault = cut_off(board, own.pairs[-1][2])
        if board.fault or is_complete(board, scored=True):
            boards.append(board)
    return boards


def _is_cut(own: _Own, board: PlayedBoard, text: str) -> bool:
    """Whether the file ends inside its last board. The list of results may have the board's, but
    what is there of its auction and play is not how it went."""
    passed_out = len(board.calls) == 4 and all(action == "pass" for action, _, _ in board.calls)
    if any(key == "mc" for key, _, _ in own.pairs) or len(board.cards) == CARDS or passed_out:
        return False
    parts = text.split("|")
    between = len(parts) % 2 == 1 and not parts[-1].strip()
    return not between or bool(board.calls) or board.contract is not None


@dataclass(slots=True)
class _Own:
    """The pairs of one board: key, value, line."""

    line: int
    names: tuple[str, ...]
    pairs: list[Written] = field(default_factory=list)

    @property
    def is_dealt(self) -> bool:
        return any(key == "md" for key, _, _ in self.pairs)

    @property
    def raw(self) -> str:
        return "".join(f"{key}|{value}|" for key, value, _ in self.pairs)


def _split(text: str, match: _Match) -> Iterator[_Own]:
    """The boards; what stands before and between them goes into ``match``."""
    own: _Own | None = None
    by_room = "qx|" in text
    for key, value, line in _pairs(text):
        if key in ("vg", "rs", "pn"):
            if own is not None and key == "pn" and not by_room:
                yield own
                own = None
            _note(match, key, value)
            if own is not None and key == "pn" and not own.is_dealt:
                own.names = match.names  # after its qx, as some programs write a board's names
        elif key == "qx" or (key == "md" and not by_room and _begins(own)):
            if own is not None:
                yield own
            own = _Own(line, match.names, [(key, value, line)])
        elif own is not None:
            own.pairs.append((key, value, line))
        elif key == "ah":
            own = _Own(line, match.names, [(key, value, line)])
    if own is not None:
        yield own


def _begins(own: _Own | None) -> bool:
    return own is None or own.is_dealt


def _pairs(text: str) -> Iterator[Written]:
    """Values of links to boards are encoded as in addresses; lists of names only after they have
    been divided at their commas."""
    parts, line = text.split("|")[:-1], 1  # a value ends with a bar
    for key, value in zip(parts[::2], parts[1::2], strict=False):
        line += key.count("\n")
        name, plain = key.strip().lower(), value.replace("\n", " ").strip()
        yield name, plain if name in ("vg", "rs", "pn") else unquote(plain), line
        line += value.count("\n")


def _note(match: _Match, key: str, value: str) -> None:
    parts = [unquote(part).strip() for part in value.split(",")]
    if key == "pn":
        match.names = tuple(parts)
    elif key == "rs":
        match.results = tuple(parts)
    elif len(parts) >= 8:
        match.title, match.segment, match.teams = parts[0], parts[1], (parts[5], parts[7])
        match.first = int(parts[3]) if parts[3].isdecimal() else 0
        carried = (parts[6], parts[8] if len(parts) > 8 else "")
        match.carried = {
            team: int(imps)
            for team, imps in zip(match.teams, carried, strict=True)
            if team and imps.isdecimal()
        }


def _add_place(own: _Own, match: _Match, board: PlayedBoard) -> None:
    """Adds the match, the room, the board's number and who sits there."""
    board.match = (match.title, "", "", match.segment, "", "")
    board.home, board.visitors = match.teams
    board.carried = match.carried
    for key, value, _ in own.pairs:
        if key == "qx" and (found := _ROOM.match(value)):
            board.room = "Open" if found[1].lower() == "o" else "Closed"
            board.number = int(found[2])
        elif key == "ah" and board.number is None and (found := _BOARD.search(value)):
            board.number = int(found[1])
    closed = board.room == "Closed" and len(own.names) >= 8
    names = own.names[4:8] if closed else own.names[:4]
    board.names = {seat: name for seat, name in zip(_ORDER, names, strict=False) if name}


def _add_play(own: _Own, match: _Match, board: PlayedBoard) -> None:
    """Raises Unplayable; ``board`` then has what stands before the fault."""
    _check_once(own)
    calls: list[Written] = []
    cards: list[Written] = []
    for key, value, line in own.pairs:
        if key == "md":
            _deal(board, value, line)
        elif key == "sv":
            board.vulnerable = _vulnerable(value, line)
        elif key == "mb":
            calls.append(_call(value, line))
        elif key == "pc":
            cards.append(("play", _card(value, line), line))
        elif key == "mc":
            board.tricks, board.result_line = _claimed(value, line), line
    board.calls, board.cards = tuple(calls), tuple(cards)
    if board.hands:
        _listed_result(board, match)


def _check_once(own: _Own) -> None:
    """Raises Unplayable for cards, vulnerability or claim with two values."""
    said: dict[str, str] = {}
    for key, value, line in own.pairs:
        if key in _ONCE and said.setdefault(key, value) != value:
            words = f"{key} is twice in this board, each time with another value"
            raise Unplayable(line, words)


def _deal(board: PlayedBoard, value: str, line: int) -> None:
    dealer, hands = value[:1], value[1:].upper().split(",")
    if dealer not in "1234" or not dealer:
        raise Unplayable(line, f"md|{value[:10]}: the dealer is 1 to 4, from South")
    board.dealer = _ORDER[int(dealer) - 1]
    found: dict[int, str] = {}
    for seat, text in zip(_ORDER, hands, strict=False):
        form = _HAND.fullmatch(text.strip())
        if form is None:
            raise Unplayable(line, f"{text!r} is no hand: write S, H, D, C with their cards")
        cards = "".join(
            rank + suit
            for suit, ranks in zip("shdc", form.groups(), strict=True)
            for rank in sorted(ranks or "", key=RANKS.index, reverse=True)
        )
        if cards:
            found[seat] = cards
    board.hands = whole_hands(found, line)


def _vulnerable(value: str, line: int) -> str:
    found = _VULNERABLE.get(value.lower())
    if found is None:
        raise Unplayable(line, f"sv|{value}: vulnerable are o, n, e or b")
    return found


def _call(value: str, line: int) -> Written:
    text = value.rstrip("!").strip()
    if action := _CALLS.get(text.lower()):
        return action, "", line
    found = _BID.fullmatch(text.upper())
    if found is None:
        raise Unplayable(line, f"mb|{value}: a call is 1C to 7N, p, d or r")
    return "bid", f"{found[1]}{'NT' if found[2][0] == 'N' else found[2]}", line


def _card(value: str, line: int) -> str:
    text = value.upper().replace("10", "T")
    if len(text) != 2 or text[0] not in "SHDC" or text[1] not in RANKS:
        raise Unplayable(line, f"pc|{value}: a card is suit and rank, such as SA or dt")
    return text[1] + text[0].lower()


def _claimed(value: str, line: int) -> int:
    if not value.isdecimal() or int(value) > 13:
        raise Unplayable(line, f"mc|{value}: declarer's tricks are 0 to 13")
    return int(value)


def _listed_result(board: PlayedBoard, match: _Match) -> None:
    """The result in the list of the segment: of a play without an end it is the only one; where it
    names another contract than the auction, one of them is wrong."""
    if board.number is None or not match.first or not board.room:
        return
    place = 2 * (board.number - match.first) + (board.room == "Closed")
    listed = match.results[place] if 0 <= place < len(match.results) else ""
    if listed.upper() == "PASS":
        board.contract_line = board.line
        return
    found = _RESULT.fullmatch(listed)
    if found is None:
        return
    contract = contract_from(f"{found[1]}{found[2]}{found[4]}", SEAT_OF[found[3].upper()])
    board.contract, board.contract_line = contract, board.line
    over = 0 if found[5] == "=" else int(found[5])
    if board.tricks is None and contract is not None:
        board.tricks, board.result_line = contract.needs + over, board.line
