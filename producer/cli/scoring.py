"""``duplicast standings``, ``results`` and ``draw``: the scorer's commands."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from producer.bounds import LARGEST_SEED
from producer.cli.common import (
    OUTPUT,
    WRONG_USAGE,
    DbOption,
    JsonOption,
    console,
    fail,
    gate,
    note_export,
    people,
    print_data,
    write_out,
)
from producer.cli.scoring_tables import draw_tables, results_table, standings_tables
from producer.cli.tournament_standings import course_answer, course_table
from producer.files import write_whole
from producer.record import Session
from producer.release import Gate
from producer.release.group_tallies import (
    SCORINGS,
    NoSuchGroup,
    chosen,
    game_of,
    tallies,
)
from producer.scoring.draw import MOST_DEALS, MOST_SEATS, CannotDraw
from producer.scoring.draw import draw as make_draw
from producer.scoring.draw_check import check_draw
from producer.scoring.draw_file import UnreadableDraw, draw_answer, read_draw
from producer.scoring.exports import (
    RESULTS_COLUMNS,
    STANDINGS_COLUMNS,
    csv_text,
    result_rows,
    results_answer,
    standings_answer,
    standings_rows,
)
from producer.scoring.usual import scorings_of, usual_scoring

GroupArgument = Annotated[
    str | None,
    typer.Argument(metavar="[SESSION[/GROUP]]", help="Which group. Default: all."),
]
CsvOption = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", dir_okay=False, help="Write CSV; - for standard output."),
]


ExcelOption = Annotated[
    bool, typer.Option("--excel", help="Begin the CSV with a byte order mark, as Excel needs.")
]


def standings(
    group: GroupArgument = None,
    scoring: Annotated[
        Literal["seats", "hands", "peers", "imps", "butler", "matchpoints"] | None,
        typer.Option(
            help="seats: the guide's scoring, each seat ranked by its chips in the session. hands: "
            "teams ranked in every deal. peers: players of a seat ranked in every deal. imps, "
            "butler, matchpoints: bridge's. Default: seats, in bridge imps."
        ),
    ] = None,
    csv: CsvOption = None,
    excel: ExcelOption = False,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """Show the standings of teams and players, over released deals only.

    A tournament's are by chips.
    """
    _one_output(csv, json_=json_, excel=excel)
    with gate(db) as opened:
        every = _chosen(opened, group)
        courses = {
            each.session: course
            for each in every
            if each.tournament is not None
            and (course := opened.tournament(each.session, "command:standings")) is not None
        }
        sessions = [each for each in every if each.tournament is None]
        pending = opened.pending()
        scorings = [_scoring(scoring, session) for session in sessions]
        all_standings = [
            replace(
                SCORINGS[own](tally, session.deals or 0),
                pending=pending.get((session.session, session.group), ()),
            )
            for own, (session, tally) in zip(
                scorings, tallies(opened, sessions, "command:standings"), strict=True
            )
        ]
        _note(opened, "standings", csv)
    if json_ and len(every) > 1:
        names = ", ".join(f"{one.session}/{one.group}" for one in every)
        fail(f"several groups have standings; choose one: {names}", WRONG_USAGE)
    if csv:
        lines = (
            line
            for own, one in zip(scorings, all_standings, strict=True)
            for line in standings_rows(one, own)
        )
        write_out(csv, _csv(csv_text(STANDINGS_COLUMNS, lines), excel=excel))
    if json_:
        only = every[0]
        print_data(
            course_answer(courses[only.session], pending.get((only.session, only.group), ()))
            if only.session in courses
            else standings_answer(all_standings[0])
        )
    elif csv is None:
        for each in every:
            if each.session in courses:
                waiting = pending.get((each.session, each.group), ())
                console().print(course_table(each.session, courses[each.session], waiting))
        for one, session, own in zip(all_standings, sessions, scorings, strict=True):
            teams = {key: team.name for key, team in session.teams.items()}
            console().print(*standings_tables(one, own, teams), sep="\n")


def _scoring(wanted: str | None, session: Session) -> str:
    """Ends the command if the session's game is not counted like that."""
    game = game_of(session)
    if wanted is not None and wanted not in scorings_of(game):
        ways = ", ".join(scorings_of(game))
        name = f"{session.session}/{session.group}"
        fail(f"--scoring {wanted}: {name} plays {game}, which is counted by: {ways}", WRONG_USAGE)
    return wanted or usual_scoring(game)


def results(
    group: GroupArgument = None,
    csv: CsvOption = None,
    excel: ExcelOption = False,
    db: DbOption = None,
    json_: JsonOption = False,
) -> None:
    """List every player's chip score in every released deal."""
    _one_output(csv, json_=json_, excel=excel)
    with gate(db) as opened:
        chosen_groups = tallies(opened, _chosen(opened, group), "command:results")
        units = [
            "points" if game_of(each) == "bridge" else tally.unit for each, tally in chosen_groups
        ]
        group_tallies = [tally for _, tally in chosen_groups]
        _note(opened, "results", csv)
    if csv:
        lines = (line for tally in group_tallies for line in result_rows(tally))
        write_out(csv, _csv(csv_text(RESULTS_COLUMNS, lines), excel=excel))
    if json_:
        print_data([row for tally in group_tallies for row in results_answer(tally)])
    elif csv is None:
        for tally, unit in zip(group_tallies, units, strict=True):
            console().print(results_table(tally, unit))


def draw(  # noqa: PLR0913, PLR0917 - its parameters are the options
    teams: Annotated[list[str] | None, typer.Argument(metavar="TEAM...")] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            min=2, max=MOST_SEATS, help="Seats per table. Default: one per team, at most six."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=LARGEST_SEED, help="Repeats the draw of the same seed.")
    ] = None,
    direction: Annotated[
        Literal["ascending", "descending"],
        typer.Option(help="Seat numbers in the order of action."),
    ] = "ascending",
    deals: Annotated[
        int, typer.Option(min=1, max=MOST_DEALS, help="Deals every table plays.")
    ] = 75,
    blocks: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_DEALS,
            help="Shuffle in blocks of this many deals, so that deals are released earlier.",
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option("--check", metavar="FILE", exists=True, dir_okay=False, help="Verify a draw."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", metavar="FILE", dir_okay=False, help="Write the draw as JSON."),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Draw seats and every table's order of deals, or verify a draw."""
    if check is not None:
        if teams:
            fail("--check FILE verifies the draw in FILE; do not name teams with it", WRONG_USAGE)
        _verify(check, json_=json_)
        return
    used_seed = secrets.randbits(48) if seed is None else seed
    try:
        drawn = make_draw(
            teams or [], used_seed, seats=seats, direction=direction, deals=deals, blocks=blocks
        )
    except CannotDraw as error:
        fail(str(error), WRONG_USAGE)
    answer = draw_answer(drawn)
    if out is not None:
        write_whole(out, json.dumps(answer, ensure_ascii=False, indent=1).encode() + b"\n")
        people.print(f"wrote {out}")
    if json_:
        print_data(answer)
    elif out is None:
        console().print(*draw_tables(drawn), sep="\n")


def _verify(path: Path, *, json_: bool) -> None:
    try:
        reasons = check_draw(read_draw(path))
    except UnreadableDraw as error:
        fail(
            f"{path}: {error}. `duplicast draw TEAM... -o FILE` writes a file in the right format."
        )
    if json_:
        print_data({"draw": not reasons, "reasons": list(reasons)})
    if reasons:
        fail("\n".join(f"{path}: {reason}" for reason in reasons))
    people.print(f"{path}: a valid draw")


def _chosen(opened: Gate, reference: str | None) -> list[Session]:
    try:
        return chosen(opened.sessions(), reference)
    except NoSuchGroup as error:
        fail(str(error))


def _csv(text: str, *, excel: bool) -> bytes:
    """UTF-8; Excel takes a file without a byte order mark for the system's code page."""
    return text.encode("utf-8-sig" if excel else "utf-8")


def _one_output(csv: Path | None, *, json_: bool, excel: bool) -> None:
    if excel and csv is None:
        fail("--excel is about the file of --csv FILE; name one", WRONG_USAGE)
    if json_ and csv == OUTPUT:
        fail(
            "--json and --csv - would both write to standard output; give --csv a file", WRONG_USAGE
        )


def _note(opened: Gate, what: str, path: Path | None) -> None:
    """Logs the written file for the audit."""
    if path is not None and path != OUTPUT:
        note_export(opened, what, path)
