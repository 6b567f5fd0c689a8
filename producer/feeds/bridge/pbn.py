"""Portable Bridge Notation (PBN): every game that has a result becomes a table's play of a deal.

The second room of a match may leave out the deal, and players who are named before: they are the
room's. A game without a result (a deal alone, a board not played, an adjusted score) gives nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from producer.events import BridgeGame
from producer.feeds.bridge.board_files import decoded, read_boards, without_result
from producer.feeds.bridge.pbn_board import add_deal, add_people, add_play
from producer.feeds.bridge.pbn_text import LocatedError, pbn_games
from producer.feeds.bridge.played_boards import (
    PlayedBoard,
    Unplayable,
    check_moves,
    cut_off,
    line_and_result,
)
from producer.feeds.received import Asked, Received, Refused

CARDS = 52


def read_pbn(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """Raises as ``read_boards`` does."""
    return read_boards(path, asked, "pbn", boards_of)


def left_out_of_pbn(path: Path) -> str:
    """In words, the boards that give nothing. Raises OSError."""
    text = decoded(path.read_bytes())
    return without_result(sum(1 for _ in pbn_games(text)) - len(boards_of(text)))


def boards_of(text: str) -> list[PlayedBoard]:
    """The boards that have a result, and those with a fault."""
    boards = _read(text)
    if boards and _is_cut(boards):
        last = boards[-1][0]
        last.fault = cut_off(last, last.line)
    return [board for board, complete in boards if complete or board.fault]


def _is_cut(boards: list[tuple[PlayedBoard, bool]]) -> bool:
    """Whether the file ends inside its last game: the tag Result, which stands before auction and
    play, is not in it, though there are calls, or games before have it."""
    last, complete = boards[-1]
    if complete or last.fault or _has_result(last):
        return False
    return bool(last.calls) or any(_has_result(board) for board, _ in boards[:-1])


def _has_result(board: PlayedBoard) -> bool:
    return b"[Result " in board.raw


def _read(text: str) -> list[tuple[PlayedBoard, bool]]:
    """Every game, and whether it has a result."""
    boards: list[tuple[PlayedBoard, bool]] = []
    names: dict[str, dict[int, str]] = {}
    before: PlayedBoard | None = None
    for game in pbn_games(text):
        board = PlayedBoard(game.line, game.text.encode())
        add_people(game, board)
        try:
            add_deal(game, board, before)
        except Unplayable as error:
            board.fault = error.error
        _carry_on(board, before, names)
        before = board
        try:
            if board.fault is None:
                add_play(game, board)
        except Unplayable as error:
            board.fault = error.error
        boards.append((board, is_complete(board, scored="Score" in game.tags)))
    return boards


def _carry_on(
    board: PlayedBoard, before: PlayedBoard | None, names: dict[str, dict[int, str]]
) -> None:
    """What a terse file says once: the match, the room, the room's players."""
    if before is None or any(board.match) or board.home:
        names.clear()
        if before is not None and not board.match[0]:
            board.match = (*before.match[:3], *board.match[3:])
    elif not any(before.match) and not before.home:
        return
    else:
        board.match, board.home, board.visitors = before.match, before.home, before.visitors
    if board.home and not board.table and not board.room:
        same = before is not None and board.hands == before.hands and before.room == "Open"
        board.room = "Closed" if same else "Open"
    room = f"{board.table} {board.room}"
    if board.names:
        names[room] = board.names
    else:
        board.names = names.get(room, {})


def is_complete(board: PlayedBoard, *, scored: bool) -> bool:
    """Whether the board was played to a result. A pass in the contract's place without auction and
    score is how some programs write a board that was not played."""
    if not board.dealer or not board.hands:
        return False
    if board.tricks is not None or len(board.cards) == CARDS:
        return True
    if board.contract is None and board.calls:
        return all(action == "pass" for action, _, _ in board.calls) and len(board.calls) == 4
    return board.contract is None and board.contract_line > 0 and scored


def errors_of(text: str) -> list[LocatedError]:
    """Every game's first error, whether it has a result or not, with its line."""
    found: list[LocatedError] = []
    for board, complete in _read(text):
        try:
            if board.fault:
                found.append(board.fault)
            elif complete:
                line_and_result(board, BridgeGame(), board.number or 1)
            else:
                check_moves(board)
        except Unplayable as error:
            found.append(error.error)
    return sorted(found, key=lambda error: error.line)
