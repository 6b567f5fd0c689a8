"""``duplicast explain``: what a file is and what would be taken of it; nothing is recorded."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from producer.cli.common import ALL_GOOD, SOME_BAD, JsonOption, console, fail, print_data, progress
from producer.cli.intake.ingest import (
    HandsFromOption,
    StakesOption,
    given_stakes,
    no_folder,
    waiting_words,
)
from producer.cli.intake.problem_lines import problem_lines
from producer.cli.intake.reading_bar import moving, size_of
from producer.events import GameSettings, HoldemGame
from producer.feeds import Asked, UnknownFormat, detect, read
from producer.files import shown_name
from producer.record import Session, open_store
from producer.record.tables.quarantine import Quarantined

MOST_LINES = 20
"""Lines of problems that are printed; ``--json`` has all."""


@dataclass(frozen=True, slots=True)
class Explained:
    """``hands``: finished hands by session, group and table. ``players``: likewise, the names in
    the order of their seats, from the roster or from the hands. ``accepted``: all events that would
    be new to an empty record. ``waiting``: in words, which of them wait for missing ones;
    ``left_out``: what of the file gives nothing."""

    words: str
    sessions: list[Session]
    hands: dict[tuple[str, str, str], int]
    players: dict[tuple[str, str, str], dict[int, str]]
    accepted: int
    problems: list[Quarantined]
    waiting: str
    left_out: str


def explain(
    file: Annotated[Path, typer.Argument(metavar="FILE", exists=True, callback=no_folder)],
    stakes: StakesOption = None,
    hands_from: HandsFromOption = 1,
    json_: JsonOption = False,
) -> None:
    """Say what FILE is, which hands of which tables it has, and what is wrong with it.

    Status: 0 all good, 1 nothing usable, 2 wrong usage, 3 some of it cannot be used.
    """
    asked = Asked(given_stakes(stakes), shift=1 - hands_from)
    try:
        found = explained(file, asked)
    except UnknownFormat as error:
        fail(str(error))
    if json_:
        print_data(_answer(file, found))
    else:
        out = console()
        for line in _lines(file, found):
            out.print(line, soft_wrap=True)
    raise typer.Exit(SOME_BAD if found.problems else ALL_GOOD)


def explained(file: Path, asked: Asked) -> Explained:
    """Reads the file into an empty record, which is thrown away. Raises UnknownFormat."""
    detected = detect(file)
    with (
        tempfile.TemporaryDirectory(prefix="duplicast-explain-") as folder,
        open_store(Path(folder) / "explain.db") as store,
    ):
        with progress(of_bytes=True) as bar:
            size = size_of(file)
            task = bar.add_task(file.name, total=size)
            counts = store.append(moving(read(file, asked=asked), bar, task, size))
        hands: dict[tuple[str, str, str], int] = {}
        players: dict[tuple[str, str, str], dict[int, str]] = {}
        for deal in store.deals():
            for play in deal.plays:
                place = deal.key.session, deal.key.group, play.table
                hands[place] = hands.get(place, 0) + 1
                names = {seat: player.name for seat, player in play.players.items()}
                players[place] = names | players.get(place, {})
        return Explained(
            detected.words,
            store.sessions(),
            hands,
            players,
            counts.new,
            store.quarantine(),
            waiting_words(store),
            detected.left_out(file) if detected.left_out else "",
        )


def _lines(file: Path, found: Explained) -> list[str]:
    lines = [f"{shown_name(file)}: {found.words}"]
    for session in found.sessions:
        lines.append(f"session {session.session}, group {session.group} ({session.kind})")
        for table, info in session.tables.items():
            hands = found.hands.get((session.session, session.group, table), 0)
            names = ", ".join(_players(found, session, table).values())
            lines.append(f"  table {table}: {_number(hands, 'hand')}, {_game(info.game)}; {names}")
    total = sum(found.hands.values())
    usable = f"{_number(total, 'hand')} and {_number(found.accepted, 'event')} can be used"
    lines.append(f"{usable}, {_number(len(found.problems), 'line')} cannot{found.waiting}")
    if found.left_out:
        lines.append(f"left out: {found.left_out}")
    sealed = any(session.kind == "live" for session in found.sessions)
    problems = problem_lines(found.problems, sealed=sealed)
    lines += [f"  {line}" for line, _ in problems[:MOST_LINES]]
    if more := sum(count for _, count in problems[MOST_LINES:]):
        lines.append(f"  and {more:,} more; --json lists all")
    elif len(found.problems) > len(problems):
        lines.append("  --json lists all")
    return lines


def _answer(file: Path, found: Explained) -> dict[str, Any]:
    return {
        "file": shown_name(file),
        "format": found.words,
        "tables": [
            {
                "session": session.session,
                "group": session.group,
                "table": table,
                "hands": found.hands.get((session.session, session.group, table), 0),
                "game": _game(info.game),
                "players": {str(n): name for n, name in _players(found, session, table).items()},
            }
            for session in found.sessions
            for table, info in session.tables.items()
        ],
        "hands": sum(found.hands.values()),
        "events": found.accepted,
        "waiting": found.waiting.removeprefix("; "),
        "left_out": found.left_out,
        "problems": [
            {"place": entry.place, "reason": entry.reason, "fix": entry.hint()}
            for entry in found.problems
        ],
    }


def _players(found: Explained, session: Session, table: str) -> dict[int, str]:
    """The names by seat; those of the roster, else of the first hands that had them."""
    roster = session.tables[table].players
    if roster:
        return {seat: player.name for seat, player in roster.items()}
    names = found.players.get((session.session, session.group, table), {})
    return dict(sorted(names.items()))


def _game(game: GameSettings) -> str:
    if not isinstance(game, HoldemGame):
        return game.name
    stack = "" if game.stack is None else f", stacks of {game.stack:,}"
    return f"{game.betting} hold'em {game.small_blind}/{game.big_blind}{stack}"


def _number(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
