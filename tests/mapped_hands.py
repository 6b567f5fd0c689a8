"""Hands of deals that several tables played, as files of PHH, and a map of two tables."""

from pathlib import Path

DECKS = {
    11: ("AsAc", "7h2c", "Td5s9h5h4d"),
    12: ("KsKc", "7h2c", "Td5s9h5h4d"),
    13: ("AsAc", "7h2c", "2d3d4d5d6d"),  # the hole cards of deal 11
    14: ("QsQc", "JhTc", "Td5s9h5h4d"),
}
"""Hole cards of the big blind and the button, and the board, by deal."""


def phh(hand: int, deal: int, play: str, names: str = "'Ann Keller', 'Bob'") -> str:
    first, second, board = DECKS[deal]
    board_cards = f"'d db {board[:6]}', " if "flop" in play else ""
    actions = {
        "fold": "'p2 f'",
        "flop bet": f"'p2 cc', 'p1 cc', {board_cards}'p1 cbr 100', 'p2 f'",
        "flop check": f"'p2 cc', 'p1 cc', {board_cards}'p1 cc', 'p2 cbr 200', 'p1 f'",
    }[play]
    return (
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\n"
        f"starting_stacks = [5000, 5000]\nhand = {hand}\nplayers = [{names}]\n"
        f"actions = ['d dh p1 {first}', 'd dh p2 {second}', {actions}]\n"
    )


def file_of(path: Path, *hands: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"[{n}]\n{hand}\n" for n, hand in enumerate(hands, 1)))
    return path


MAP = """session = "final"
title = "The final"
[teams.CHN]
name = "China"
[players."Ann Keller"]
team = "CHN"
[tables.1]
files = ["one/*.phhs"]
[tables.2]
table = "b"
{}
"""
