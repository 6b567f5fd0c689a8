"""``duplicast simulate``: a simulated duplicate session as events of the native feed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.progress import Progress, TaskID

from producer.bounds import LARGEST_SEED
from producer.cli.common import OUTPUT, people, progress, write_out
from producer.events import Event, event_json
from producer.files import write_whole
from producer.scoring.draw import MOST_DEALS
from producer.segments.timecode import RATES
from producer.simulate import MOST_TABLES, STYLES, session_events
from producer.simulate.session import SimulatedRecording, simulated_play
from producer.simulate.tournament import tournament_events, tournament_hands
from producer.texts import number_of

FILMED_SIZE, FILMED_RATE = "1920x1080", "25"
FILMED_FORMAT: Literal["mkv"] = "mkv"


def simulate(  # noqa: PLR0913, PLR0917 - its parameters are the options
    deals: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_DEALS, help="Deals per table.")
    ],
    seed: Annotated[
        int,
        typer.Option(
            metavar="S", min=0, max=LARGEST_SEED, help="The same seed gives the same bytes."
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "-o", metavar="FILE", dir_okay=False, help="Output file; - for standard output."
        ),
    ],
    archive: Annotated[
        bool, typer.Option("--archive", help="A finished session instead of a live one.")
    ] = False,
    tables: Annotated[
        int,
        typer.Option(
            min=1,
            max=MOST_TABLES,
            help="Number of tables, teams and seats; 1: a cash game of six players.",
        ),
    ] = 6,
    blocks: Annotated[
        int | None,
        typer.Option(
            metavar="B",
            min=1,
            max=MOST_DEALS,
            help="All tables play deals 1 to B first, then the next B, and so on.",
        ),
    ] = None,
    styles: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            show_default="all of them",
            help=f"Playing styles, drawn at random from: {', '.join(STYLES)}. Comma-separated.",
        ),
    ] = ",".join(STYLES),
    game: Annotated[
        Literal["holdem", "open-face", "tournament"],
        typer.Option(
            help="Open-face Chinese is played at four seats, without --styles. tournament: eight "
            "players of hold'em at one table, to the end or for --deals hands."
        ),
    ] = "holdem",
    footage: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="Film the tables too: a folder a table, with sound. The session names the files.",
        ),
    ] = None,
    footage_deals: Annotated[
        str | None,
        typer.Option(
            metavar="DEALS",
            help="The deals to film, such as 3,7; or all. Default: the three best; of a "
            "tournament the final hand.",
        ),
    ] = None,
    footage_size: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            show_default=FILMED_SIZE,
            help="Of the pictures, 16:9, such as 640x360.",
        ),
    ] = None,
    footage_rate: Annotated[
        str | None,
        typer.Option(
            metavar="RATE",
            show_default=FILMED_RATE,
            help=f"Frames a second: {', '.join(RATES)}.",
        ),
    ] = None,
    footage_format: Annotated[
        Literal["mkv", "mp4", "mov"] | None,
        typer.Option(
            show_default=FILMED_FORMAT,
            help="mkv can be read while it grows; mp4 and mov have a timecode track.",
        ),
    ] = None,
) -> None:
    """Write a session of invented players as their scoring devices would send it."""
    chosen = _chosen(styles)
    if game != "holdem" and chosen:
        raise typer.BadParameter("only hold'em has playing styles", param_hint="--game")
    of_films = {
        "--footage-deals": footage_deals,
        "--footage-size": footage_size,
        "--footage-rate": footage_rate,
        "--footage-format": footage_format,
    }
    for option, value in of_films.items():
        if footage is None and value is not None:
            raise typer.BadParameter("name a folder with --footage", param_hint=option)
    filmed: dict[int, SimulatedRecording] = {}
    recordings: tuple[SimulatedRecording, ...] = ()
    if footage is not None:
        from producer.cli import footage as cameras  # noqa: PLC0415 - its libraries take long

        wanted = cameras.wanted(
            footage.resolve(),
            footage_deals,
            footage_size or FILMED_SIZE,
            footage_rate or FILMED_RATE,
            footage_format or FILMED_FORMAT,
            deals,
        )
        if game == "tournament":
            filmed = cameras.film_tournament(tournament_hands(seed, deals), wanted)
        else:
            play = simulated_play(
                deals, seed, tables=tables, blocks=blocks, styles=chosen, game=game
            )
            recordings = cameras.film_tables(play, wanted)
    if game == "tournament":
        told = tournament_events(seed, deals, recordings=filmed)
        _write(out, [_line(event) for event in told], f"at most {number_of(deals, 'hand')}")
        return
    events = session_events(
        deals,
        seed,
        archive=archive,
        tables=tables,
        blocks=blocks,
        styles=chosen,
        recordings=recordings,
        game=game,
    )
    with progress() as bar:
        task = bar.add_task("hands", total=deals * tables)
        lines = [_line(event) for event in _counted(events, bar, task)]
    _write(out, lines, f"{number_of(deals, 'deal')} at {number_of(tables, 'table')}")


def _write(out: Path, lines: list[bytes], what: str) -> None:
    if out == OUTPUT:
        write_out(out, b"".join(lines))
        return
    write_whole(out, b"".join(lines))
    people.print(f"wrote {out}: {what}, {number_of(len(lines), 'event')}", soft_wrap=True)


def _chosen(styles: str) -> tuple[str, ...]:
    """The styles in ``NAMES``, in the order of ``STYLES``; ``()`` for all of them."""
    names = {name.strip() for name in styles.split(",")}
    unknown = sorted(names - set(STYLES))
    if unknown:
        raise typer.BadParameter(
            f"there is no style {unknown[0]!r}; choose from {', '.join(STYLES)}",
            param_hint="--styles",
        )
    return () if names == set(STYLES) else tuple(name for name in STYLES if name in names)


def _line(event: Event) -> bytes:
    return event_json(event).encode() + b"\n"


def _counted(events: Iterable[Event], bar: Progress, task: TaskID) -> Iterator[Event]:
    """``events``; the bar advances with every finished hand."""
    for event in events:
        yield event
        if event.type == "hand.finished":
            bar.advance(task)
