"""Replays a table's account of a hand by the rules and checks its result. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from producer.events import HandAction, HandRecorded, LineMove, Player, SessionOpened
from producer.games.cards import parse_cards
from producer.games.game import Conditions, Game, Settled
from producer.games.line import Chips, IllegalLine, Line, Move, Play
from producer.games.registry import rules_of
from producer.problems import Problem, problem
from producer.record.plan.decks import ShownCards


class _WrongResult(ValueError):
    """The result sent does not follow from the line."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.reason)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class HandAccount:
    """A finished hand as sent by a table. ``stacks`` and ``players``: empty if not sent. ``ruled``:
    the numbers of moves that stand by a ruling."""

    table: str
    hand: int
    stacks: Mapping[int, int | None]
    players: Mapping[int, Player]
    line: Line
    result: Mapping[int, Chips]
    ruled: tuple[int, ...] = ()


class Proof(IntEnum):
    """What a result rests on: the table's word alone, the cards of the deal's deck, or the cards
    that the table itself has shown."""

    WORD = 0
    DECK = 1
    OWN_CARDS = 2


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A legal play, and what its result rests on."""

    play: Play
    proof: Proof


def account_of_event(table: str, data: HandRecorded) -> HandAccount:
    return HandAccount(
        table, data.hand, data.stacks, data.players, played_line(data.line), data.result
    )


def cards_fault(opened: SessionOpened, table: str, data: HandRecorded) -> Problem | None:
    """The problem that cards are shown for a seat that is not in the hand."""
    seats = data.stacks or opened.tables[table].players
    strangers = [seat for seat, hole in data.cards.items() if hole and seat not in seats]
    if not strangers:
        return None
    return problem("cards-without-seat", f"data.cards.{min(strangers)}", seat=min(strangers))


def played_line(moves: tuple[LineMove, ...]) -> Line:
    return tuple([Move(move.street, move.seat, move.action, detail_of(move)) for move in moves])


def detail_of(sent: LineMove | HandAction) -> int | str | None:
    return sent.detail if sent.to is None else sent.to


def account_of(play: Play) -> HandAccount:
    """The account that gives ``play`` again."""
    return HandAccount(
        play.table, play.hand, play.stacks, play.players, play.line, play.result, play.ruled
    )


def is_same_account(account: HandAccount, play: Play) -> bool:
    """Whether ``account`` is of the same hand as ``play``; it may leave out stacks, players and
    call amounts."""
    return (
        account.hand == play.hand
        and _same_line(account.line, play.line)
        and all(play.stacks.get(seat) == chips for seat, chips in account.stacks.items())
        and all(play.players.get(seat) == player for seat, player in account.players.items())
        and all(play.result.get(seat) == chips for seat, chips in account.result.items())
    )


def judge(
    opened: SessionOpened, deal: int, deck: ShownCards, account: HandAccount
) -> JudgedPlay | Problem:
    """The play, or its problem: an illegal action, or a result that does not follow from ``deck``,
    whose button must be known. ``board_fault`` checks the length of the board.

    If unknown cards leave the result open, the result sent counts, provided that no seat loses more
    than it put in and every folded seat loses exactly that.
    """
    info = opened.tables[account.table]
    stack = rules_of(info.game).stack(info.game)
    stacks = {seat: account.stacks.get(seat, stack) for seat in _seats(opened, account)}
    fault = _seats_fault(account, stacks)
    if fault:
        return fault
    try:
        line, result, proved = _carried_out(opened, deal, deck, account, stacks)
    except IllegalLine as error:
        return problem(
            "illegal-action",
            f"data.line.{error.n - 1}",
            action=error.n,
            detail=error.reason,
            expected=error.expected,
        )
    except _WrongResult as error:
        return error.problem
    play = Play(
        table=account.table,
        hand=account.hand,
        attempt=1,
        game=info.game,
        stacks=stacks,
        players={**info.players, **account.players} if account.players else info.players,
        line=line,
        result=result,
        ruled=account.ruled,
    )
    return JudgedPlay(play, Proof.DECK if proved else Proof.WORD)


def judge_own(
    opened: SessionOpened, deal: int, shown: ShownCards, account: HandAccount
) -> JudgedPlay | Problem:
    """``judge`` by the cards that the account's own table has shown."""
    judged = judge(opened, deal, shown, account)
    if isinstance(judged, Problem) or judged.proof is Proof.WORD:
        return judged
    return JudgedPlay(judged.play, Proof.OWN_CARDS)


def _carried_out(
    opened: SessionOpened,
    deal: int,
    deck: ShownCards,
    account: HandAccount,
    stacks: Mapping[int, int | None],
) -> tuple[Line, Mapping[int, Chips], bool]:
    """The line with every amount, the result, and whether it follows from known cards.

    Raises IllegalLine, and _WrongResult if the result sent does not follow.
    """
    game = opened.tables[account.table].game
    assert deck.button is not None, "a hand is judged once its button is known"
    cards = {seat: parse_cards(hole) for seat, hole in deck.cards.items()}
    conditions = Conditions(game, deal, deck.button, opened.direction, stacks, account.ruled)
    settled = rules_of(game).settle(conditions, cards, parse_cards(deck.board or ""), account.line)
    if settled.result is None:
        return settled.line, _checked_result(account, settled), False
    for seat, chips in settled.result.items():
        sent = account.result.get(seat, 0)
        if sent != chips:
            raise _WrongResult(
                problem(
                    "result-not-of-line",
                    "data.result",
                    seat=seat,
                    stated=_signed(sent),
                    due=_signed(chips),
                )
            )
    return settled.line, settled.result, True


def _checked_result(account: HandAccount, settled: Settled) -> Mapping[int, Chips]:
    for seat, put in settled.at_stake.items():
        sent = account.result.get(seat, 0)
        if sent < -put or (seat in settled.lost and sent != -put):
            raise _WrongResult(
                problem(
                    "result-beyond-stake",
                    "data.result",
                    seat=seat,
                    stated=_signed(sent),
                    put=str(put),
                )
            )
    return {seat: account.result.get(seat, 0) for seat in settled.at_stake}


def _signed(chips: Chips) -> str:
    """With a plus sign if won. Python before 3.12 cannot format fractions."""
    return f"+{chips}" if chips >= 0 else str(chips)


def _seats(opened: SessionOpened, account: HandAccount) -> list[int]:
    return sorted(account.stacks or opened.tables[account.table].players)


def _seats_fault(account: HandAccount, stacks: Mapping[int, int | None]) -> Problem | None:
    strangers = set(account.result) - set(stacks)
    if strangers:
        return problem("result-of-stranger", "data.result", seat=min(strangers))
    return None


def board_fault(game: Game, line: Line, board: str) -> Problem | None:
    """The problem that the line reaches a street that ``board`` does not."""
    if line and len(board) < 2 * game.open_cards(line[-1].street):
        return problem(
            "board-too-short", "data.board", street=line[-1].street, cards=len(board) // 2
        )
    return None


def _same_line(sent: Line, played: Line) -> bool:
    """Whether two lines are equal, apart from details that ``sent`` leaves out."""
    return len(sent) == len(played) and all(
        a == b or (a.detail is None and b == a._replace(detail=b.detail))
        for a, b in zip(sent, played, strict=True)
    )
