"""A tournament's standings by chips, then its results, as a table or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from producer.events import chips_json
from producer.games.tournament import entered
from producer.games.tournament_course import TournamentCourse, standings


def course_answer(course: TournamentCourse, pending: Sequence[str]) -> dict[str, Any]:
    """The JSON answer of ``standings`` for a tournament (docs/json.md)."""
    level = course.level
    return {
        "level": course.number,
        "blinds": [level.small_blind, level.big_blind],
        "ante": level.ante,
        "players": entered(course.tournament),
        "left": len(course.tournament.chips),
        "over": course.over,
        "pending": list(pending),
        "currency": course.terms.currency,
        "prizes": list(course.prizes),
        "standings": [
            {
                "place": each.place,
                "player": each.player,
                "chips": each.chips,
                "table": each.seat.table if each.seat else None,
                "seat": each.seat.seat if each.seat else None,
            }
            for each in standings(course)
        ],
        "results": [
            {"place": each.place, "player": player, "prize": chips_json(each.prize)}
            for player, each in sorted(
                course.results.items(), key=lambda item: (item[1].place, item[0])
            )
        ],
    }


def course_table(name: str, course: TournamentCourse, pending: Sequence[str]) -> Table:
    """The players still in by chips, then those who are out by place; under them what may still
    change that."""
    answer = course_answer(course, pending)
    left = f"{answer['left']} of {answer['players']} players left"
    level = f"level {course.number}, blinds {'/'.join(map(str, answer['blinds']))}"
    if course.level.ante:
        level += f", ante {course.level.ante}"
    title = f"{name}: {'final standings' if course.over else f'{left}, {level}'}"
    caption = "\n".join(f"provisional: {reason}" for reason in pending) or None
    table = Table(title=Text(title), title_justify="left", caption=caption, caption_justify="left")
    for head in ("place", "player", "chips", "seat", "prize"):
        table.add_column(head)
    prizes = {each["player"]: each["prize"] for each in answer["results"]}
    for each in answer["standings"]:
        seat = f"{each['table']}/{each['seat']}" if each["table"] else "-"
        prize = prizes.get(each["player"], "-")
        table.add_row(*map(str, (each["place"], each["player"], each["chips"], seat, prize)))
    still_in = set(course.tournament.chips)
    for each in answer["results"]:
        if each["player"] not in still_in:
            table.add_row(*map(str, (each["place"], each["player"], "out", "-", each["prize"])))
    return table
