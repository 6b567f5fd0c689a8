"""The guide's deal (RULES P6, P7) at six tables, played to six ends on the kings' one choice."""

from __future__ import annotations

from producer.events import HoldemGame, Player, Team
from producer.games.cards import parse_cards
from producer.games.holdem import replay
from producer.games.line import Deal, DealKey, Line, Move, Play

GAME = HoldemGame(betting="pot-limit", small_blind=50, big_blind=100, cap=5000)
CARDS = {
    seat: parse_cards(text)
    for seat, text in enumerate(("Qh2d", "9s3c", "JhJc", "6d4c", "KcKs", "7s3d"), 1)
}
BOARD = "Td5s9h5h4d"
TEAMS = {
    "A": Team(name="Argentina", colour="#75AADB"),
    "B": Team(name="Brazil", colour="#009739"),
    "C": Team(name="China", colour="#DE2910"),
    "D": Team(name="Denmark"),
    "E": Team(name="Ecuador"),
    "F": Team(name="Finland"),
}
DRAW = ("EACFBD", "ACFBDE", "CFBDEA", "FBDEAC", "BDEACF", "DEACFB")
"""Table by table, the teams of seats 1 to 6: the guide's one full draw (P6)."""

OPENED = """preflop 3 raise 300; preflop 2 fold; preflop 1 fold; preflop 6 fold;
preflop 5 call 300; preflop 4 fold; flop 5 check; flop 3 bet 600; flop 5 call 600;
turn 5 check; turn 3 bet 1200; """
ENDS = (
    "turn 5 raise 4100; turn 3 call 4100",
    "turn 5 raise 4100; turn 3 fold",
    "turn 5 call 1200; river 5 check; river 3 check",
    "turn 5 call 1200; river 5 check; river 3 bet 2000; river 5 call 2000",
    "turn 5 call 1200; river 5 check; river 3 bet 2900; river 5 fold",
    "turn 5 fold",
)
"""The kings win 5100, 2200, 2200, 4200, and lose 2100 and 900: on average 1783 1/3."""


def line(text: str, times: int = 1) -> Line:
    """``"flop 3 bet 600; ..."`` as moves, amounts ``times`` as large."""
    moves = []
    for each in text.split(";"):
        street, seat, action, *to = each.split()
        moves.append(Move(street, int(seat), action, int(to[0]) * times if to else None))
    return tuple(moves)


def guide_deal(
    ends: tuple[str, ...] = ENDS,
    board: str = BOARD,
    stack: int | None = 10_000,
    opened: str = OPENED,
    teams: dict[str, Team] | None = None,
    games: tuple[HoldemGame, ...] = (GAME,) * 6,
) -> Deal:
    """The deal with other ends, board, stacks, teams or games; amounts grow with the big blind."""
    known = TEAMS if teams is None else teams
    plays = []
    for number, (end, seats) in enumerate(zip(ends, DRAW, strict=False), 1):
        game = games[number - 1]
        times = game.big_blind // GAME.big_blind
        stacks = dict.fromkeys(CARDS, None if stack is None else stack * times)
        moves = line(opened + end, times)
        played = replay(game, 6, "descending", stacks, CARDS, parse_cards(board), moves)
        assert played.result is not None
        players = {
            seat: Player(name=f"{team}-player", team=team if known else None)
            for seat, team in enumerate(seats, 1)
        }
        plays.append(
            Play(str(number), number, 1, game, stacks, players, moves, dict(played.result))
        )
    tables = tuple(play.table for play in plays)
    return Deal(
        DealKey("guide", "A", 1), 6, CARDS, parse_cards(board), tuple(plays), tables,
        "descending", known,
    )  # fmt: skip
