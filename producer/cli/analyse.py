"""``duplicast analyse``: a match of bridge with all cards in view, board by board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from producer.cli.common import (
    WRONG_USAGE,
    DbOption,
    JsonOption,
    console,
    fail,
    gate,
    print_data,
    progress,
    tell_against,
)
from producer.cli.scoring import GroupArgument
from producer.compare import GAMES, with_all_cards
from producer.compare.bridge_analysis import (
    AnalysedBoard,
    AnalysedPlay,
    GivenUp,
    PlayerTotal,
    analysed,
    player_totals,
)
from producer.compare.model import MoveCost
from producer.games.bridge.contracts import Contract
from producer.games.bridge.double_dummy import NotInstalled, is_installed
from producer.games.bridge.seats import NAMES, SEATS, SIDES
from producer.games.line import Chips, Move
from producer.record import Session
from producer.release import Gate
from producer.release.group_tallies import NoSuchGroup, chosen, game_of
from producer.values import chips_json

EXIT = "command:analyse"
GAME = "bridge"


def analyse(group: GroupArgument = None, db: DbOption = None, json_: JsonOption = False) -> None:
    """Count what every call and card of a bridge match gave up with all cards in view.

    Par and both tables of every released board, then each player. Needs the extra bridge.
    """
    if not is_installed():
        fail(str(NotInstalled()))
    with gate(db) as opened:
        session = one_match(opened, group, "only bridge is analysed card by card")
        boards = _boards(opened, session)
    if not boards:
        fail(f"{session.session}/{session.group} has no released board")
    totals = player_totals(boards)
    if json_:
        print_data(
            {
                "session": session.session,
                "group": session.group,
                "boards": [_board_json(board) for board in boards],
                "players": [_total_json(total) for total in totals],
            }
        )
        return
    out = console()
    out.print(Text(f"{session.session}/{session.group}, with all cards in view", "bold"))
    out.print(_boards_table(boards))
    out.print(_players_table(totals))


def one_match(opened: Gate, reference: str | None, refusal: str) -> Session:
    """The match of bridge that is named, or the only one. ``refusal``: of other games. Ends the
    command where there is none, or several."""
    try:
        sessions = chosen(opened.sessions(), reference)
    except NoSuchGroup as error:
        fail(str(error))
    matches = [each for each in sessions if game_of(each) == GAME]
    names = ", ".join(f"{each.session}/{each.group}" for each in matches or sessions)
    if not matches:
        fail(f"{names}: {refusal}", WRONG_USAGE)
    if len(matches) > 1:
        fail(f"name one match: {names}", WRONG_USAGE)
    return matches[0]


def _boards(opened: Gate, session: Session) -> list[AnalysedBoard]:
    own = session.session, session.group
    keys = sorted(key for key in opened.released(EXIT) if key[:2] == own)
    boards = []
    with progress() as bar:
        for comparison in bar.track(
            opened.comparisons_of(keys, EXIT), total=len(keys), description="boards"
        ):
            tell_against(opened, comparison.deal, EXIT)
            boards.append(analysed(with_all_cards(comparison)))
    return boards


def _boards_table(boards: Sequence[AnalysedBoard]) -> Table:
    """A row for each table; what was given up in points, with the tricks of the play."""
    columns = ("board", "par NS", "swing", "table", "contract", "NS")
    table = Table(*columns, "NS gave up", "EW gave up", "most at once", box=None)
    for column in table.columns:
        column.no_wrap = column.header in ("board", "par NS", "contract", "NS")
    for board in boards:
        par = "-" if board.par is None else f"{float(board.par):+.10g}"
        unit = "IMP" if board.imps == 1 else "IMPs"
        swing = f"{board.imps} {unit} {board.ahead}" if board.imps else "-"
        for n, play in enumerate(board.plays):
            table.add_row(
                *(("", "", "") if n else (str(board.key.number), par, Text(swing))),
                Text(play.table),
                contract_words(play.contract, play.tricks),
                f"{float(play.points):+.10g}",
                _lost(_of_side(play, "NS")),
                _lost(_of_side(play, "EW")),
                Text(_worst(*play.worst) if play.worst else "nothing"),
            )
        if board.missing:
            table.add_row(
                str(board.key.number), par, Text(swing), "", "", "", "", "", Text(board.missing)
            )
    return table


def contract_words(contract: Contract | None, tricks: int) -> str:
    """``4SX N -1``, ``3NT E =``, or that the deal was passed out."""
    if contract is None:
        return "passed out"
    over = tricks - contract.needs
    return f"{contract} {NAMES[contract.declarer][0]} {f'{over:+d}' if over else '='}"


def _of_side(play: AnalysedPlay, side: str) -> GivenUp:
    return sum((play.lost[seat] for seat in SEATS if SIDES[seat] == side), GivenUp())


def _lost(lost: GivenUp) -> str:
    points = f"{float(lost.calls + lost.cards):.10g}"
    return f"{points}, {_tricks(lost.tricks)}" if lost.tricks else points


def _worst(move: Move, cost: MoveCost) -> str:
    amount = GAMES[GAME].counted_in.words_for(cost.lost)
    said = f"{NAMES[move.seat]} {move.detail or move.action}"
    return f"{said}: {_tricks(cost.tricks)}, {amount}" if cost.tricks else f"{said}: {amount}"


def _tricks(tricks: int) -> str:
    return f"{tricks} {'trick' if tricks == 1 else 'tricks'}"


def _players_table(totals: Sequence[PlayerTotal]) -> Table:
    columns = ("table", "seat", "player", "boards", "calls", "cards", "tricks")
    table = Table(*columns, box=None, title="given up, points", title_justify="left")
    for column in table.columns[3:]:
        column.justify = "right"
    for each in totals:
        table.add_row(
            Text(each.table),
            NAMES[each.seat],
            Text(
                f"{each.name} ({each.team})" if each.team and each.team != each.name else each.name
            ),
            str(each.boards),
            f"{float(each.lost.calls):.10g}",
            f"{float(each.lost.cards):.10g}",
            str(each.lost.tricks),
        )
    return table


def _board_json(board: AnalysedBoard) -> dict[str, Any]:
    return {
        "deal": board.key.number,
        "par": _amount(board.par),
        "missing": board.missing or None,
        "imps": board.imps,
        "ahead": board.ahead or None,
        "plays": [
            {
                "table": play.table,
                "contract": str(play.contract) if play.contract else None,
                "declarer": play.contract.declarer if play.contract else None,
                "tricks": play.tricks if play.contract else None,
                "points": _amount(play.points),
                "lost": {str(seat): _lost_json(play.lost[seat]) for seat in SEATS},
            }
            for play in board.plays
        ],
    }


def _total_json(total: PlayerTotal) -> dict[str, Any]:
    return {
        "table": total.table,
        "seat": total.seat,
        "name": total.name,
        "team": total.team or None,
        "boards": total.boards,
        **_lost_json(total.lost),
    }


def _lost_json(lost: GivenUp) -> dict[str, Any]:
    return {"calls": _amount(lost.calls), "cards": _amount(lost.cards), "tricks": lost.tricks}


def _amount(points: Chips | None) -> int | str | None:
    return None if points is None else chips_json(points)
