"""``duplicast rundown``: the segments of a programme in their order, and their beats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Annotated, Literal

import typer
from rich.table import Table

from producer.cli.common import (
    WRONG_USAGE,
    DbOption,
    LanguageOption,
    console,
    fail,
    gate,
    me,
    one_deal,
    people,
    settings,
)
from producer.cli.rundown import air, render
from producer.compare.ranking import NoSuchPick, focused
from producer.compare.whole_hand import WHOLE_HAND
from producer.release import Gate, picks
from producer.release.programme.rundown import (
    BeatEdit,
    NoSuchSegment,
    PlannedSegment,
    edit_beat,
    next_id,
    place,
    remove,
    rundown,
    sealed_segments,
    segment_named,
)
from producer.rundown.beats import Beat
from producer.rundown.edits import NotEditable
from producer.rundown.planned import planned_beats
from producer.stages.moment import NotDrawable
from producer.wording import spoken_line

EXIT, SEALED = "command:rundown", "command:rundown show"
LONGEST = 600
"""Seconds of a segment; all its beats fit."""

SegmentArgument = Annotated[str, typer.Argument(metavar="ID", help="As `rundown show` lists it.")]
TablesOption = Annotated[
    str | None,
    typer.Option(
        "--tables", metavar="A,B", help="In the order of their pictures. Default: the pick's two."
    ),
]
LengthOption = Annotated[
    int | None, typer.Option("--length", min=5, max=LONGEST, help="Planned seconds. Default: 60.")
]
BeforeOption = Annotated[
    str | None, typer.Option("--before", metavar="ID", help="Default: at the end.")
]
TeaseOption = Annotated[
    bool | None, typer.Option("--tease/--no-tease", help="Open with the pick's question.")
]

app = typer.Typer(
    name="rundown",
    help="Plan segments in their order, and edit their beats.",
    no_args_is_help=True,
)


app.command("aired")(air.aired)
app.command("as-run")(air.list_as_run)
app.command("edition")(air.edition)
app.command()(render.render)


@app.command()
def show(
    id_: Annotated[str | None, typer.Argument(metavar="[ID]", help="A segment: its beats.")] = None,
    language: LanguageOption = None,
    db: DbOption = None,
) -> None:
    """List the segments in their order, or the beats of one."""
    spoken = language or settings(db).graphics.language
    with gate(db) as opened, one_deal(), _refused():
        if id_ is not None:
            segment = segment_named(opened, id_, EXIT)
            every = _beats(opened, replace(segment, edits={}, seconds=LONGEST), spoken)
            _print_beats(segment, _beats(opened, segment, spoken), [beat.name for beat in every])
        else:
            _print_segments(opened, spoken)


@app.command()
def add(
    pick: Annotated[
        str,
        typer.Argument(
            metavar="PICK",
            help="Its id, as `compare` lists it; `hand` for the whole hand of a table alone.",
        ),
    ],
    deal: Annotated[
        str | None,
        typer.Option(metavar="DEAL", help="Its deal, if several have a pick with this id."),
    ] = None,
    tables: TablesOption = None,
    length: LengthOption = None,
    before: BeforeOption = None,
    tease: TeaseOption = None,
    db: DbOption = None,
) -> None:
    """Plan a segment of a pick, and print its id."""
    with gate(db) as opened, one_deal(), _refused():
        comparison, one = picks.find_pick_to_cut(opened, pick, EXIT, deal)
        segment = PlannedSegment(next_id(opened), comparison.deal.key, one.id)
        segment = _changed(segment, tables, length, tease)
        _place(opened, segment, before or "", say=tables is not None or length is not None)
    people.print(f"{segment.id} is planned: {segment.pick} of {segment.deal}", soft_wrap=True)
    typer.echo(segment.id)


@app.command()
def change(
    id_: SegmentArgument,
    tables: TablesOption = None,
    length: LengthOption = None,
    state: Annotated[
        Literal["planned", "ready", "dropped"] | None,
        typer.Option(help="`rundown aired` notes that it aired."),
    ] = None,
    before: BeforeOption = None,
    last: Annotated[bool, typer.Option("--last", help="Put it at the end.")] = False,
    tease: TeaseOption = None,
    db: DbOption = None,
) -> None:
    """Change a segment, or put it elsewhere. What is not given stays."""
    if last and before:
        fail("--last and --before: only one of them", WRONG_USAGE)
    if before == id_:
        fail("--before: name another segment", WRONG_USAGE)
    with gate(db) as opened, one_deal(), _refused():
        segment = _changed(segment_named(opened, id_, EXIT), tables, length, tease)
        segment = replace(segment, state=state or segment.state)
        stays = "" if last else _following(opened, id_)
        _place(opened, segment, before or stays, say=tables is not None or length is not None)
    people.print(f"{id_} is changed")


@app.command("edit-beat")
def edit_beat_(
    id_: SegmentArgument,
    beat: Annotated[str, typer.Argument(metavar="BEAT", help="As `rundown show ID` lists it.")],
    leave_out: Annotated[bool, typer.Option("--leave-out")] = False,
    sentence: Annotated[str, typer.Option(help="What is said, in your words.")] = "",
    seconds: Annotated[
        float | None, typer.Option(min=0.1, max=600, help="How long it lasts.")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="As the program made it.")] = False,
    db: DbOption = None,
) -> None:
    """Leave a beat out, or give it your sentence or its time; earlier edits of it are replaced."""
    exact = None if seconds is None else Fraction(round(seconds * 1000), 1000)
    edit = BeatEdit(leave_out, sentence.strip(), exact)
    if back != (edit == BeatEdit()):
        fail("give --leave-out, --sentence or --seconds; or --back alone", WRONG_USAGE)
    if len(edit.sentence) > 300 or "\n" in edit.sentence:
        fail("--sentence: one line of at most 300 characters", WRONG_USAGE)
    with gate(db) as opened, one_deal(), _refused():
        segment = segment_named(opened, id_, EXIT)
        if not back:
            own = replace(segment, edits={**segment.edits, beat: edit})
            _beats(opened, own, settings(db).graphics.language)
        edit_beat(opened, id_, beat, edit, me(), EXIT)
    people.print(f"{beat} of {id_} is {'as the program made it' if back else 'edited'}")


@app.command("remove")
def remove_(id_: SegmentArgument, db: DbOption = None) -> None:
    """Take a segment out of the rundown."""
    with gate(db) as opened, _refused():
        remove(opened, id_, me(), EXIT)
    people.print(f"{id_} is removed")


@contextmanager
def _refused() -> Iterator[None]:
    """Ends the command with a message for what cannot be planned."""
    try:
        yield
    except picks.SeveralPicks as error:
        fail(f"{error}, with --deal", WRONG_USAGE)
    except (picks.PickGone, NoSuchPick, NoSuchSegment, NotEditable, NotDrawable) as error:
        fail(str(error))


def _following(opened: Gate, id_: str) -> str:
    """The segment after it, ``""`` at the end."""
    order = [segment.id for segment in rundown(opened, EXIT)]
    return next(iter(order[order.index(id_) + 1 :]), "")


def _changed(
    segment: PlannedSegment, tables: str | None, length: int | None, tease: bool | None
) -> PlannedSegment:
    named = None if tables is None else tuple(name.strip() for name in tables.split(","))
    return replace(
        segment,
        tables=segment.tables if named is None else named,
        seconds=length or segment.seconds,
        tease=segment.tease if tease is None else tease,
    )


def _place(opened: Gate, segment: PlannedSegment, before: str, *, say: bool) -> None:
    """``say``: its tables or its length were given, and what becomes of them is said."""
    made = _beats(opened, segment, "en")
    place(opened, segment, me(), EXIT, before)
    if not say:
        return
    if len(segment.tables) == 1 and segment.pick != WHOLE_HAND:
        people.print(f"--tables {segment.tables[0]}: one table is shown beside the whole field")
    seconds = float(sum(beat.seconds for beat in made))
    if abs(seconds - segment.seconds) >= 1:
        words = f"its beats can only make it {seconds:.1f} s long"
        people.print(f"--length {segment.seconds}: {words}", soft_wrap=True)


def _beats(opened: Gate, segment: PlannedSegment, language: str) -> tuple[Beat, ...]:
    from producer.segments.graphic_contexts import has_ranking  # noqa: PLC0415 - slow to load

    found = focused(opened.comparison(str(segment.deal), EXIT), segment.pick)
    ranking = has_ranking(opened, found, EXIT, segment.id)
    return planned_beats(found, segment, language, ranking=ranking)


def _print_segments(opened: Gate, language: str) -> None:
    listed = Table("", "deal", "pick", "tables", "seconds", "state", "", box=None)
    total = 0
    for segment in rundown(opened, EXIT):
        tables, said = _shown(opened, segment, language)
        listed.add_row(
            segment.id,
            str(segment.deal),
            segment.pick,
            ", ".join(tables),
            str(segment.seconds),
            segment.state,
            said,
        )
        total += segment.seconds if segment.state != "dropped" else 0
    sealed = chain.from_iterable(sealed_segments(opened, SEALED).values())
    waiting = [f"{segment.id} ({segment.deal})" for segment in sealed]
    if listed.row_count:
        console().print(listed)
        people.print(f"{total // 60}:{total % 60:02} in all, without what is dropped")
    elif not waiting:
        people.print("the rundown is empty: `rundown add PICK` plans a segment")
    if waiting:
        people.print(
            f"planned too, but sealed: {', '.join(waiting)}. `duplicast forecast` says when they "
            "are free",
            soft_wrap=True,
        )


def _shown(opened: Gate, segment: PlannedSegment, language: str) -> tuple[tuple[str, ...], str]:
    """Its tables, and what they did; or that its pick is gone, as after a correction."""
    comparison = opened.comparison(str(segment.deal), EXIT)
    try:
        found = focused(comparison, segment.pick)
    except NoSuchPick:
        return segment.tables, "this pick is gone; remove the segment"
    one = found.picks[0]
    return segment.tables or one.pairing, str(spoken_line(found, one, "split", language))


def _print_beats(segment: PlannedSegment, made: tuple[Beat, ...], every: Sequence[str]) -> None:
    """``every``: the names of the beats, also of those left out."""
    listed = Table("beat", "seconds", "graphic", "known", "said", box=None)
    for beat in made:
        listed.add_row(
            beat.name,
            f"{float(beat.seconds):.1f}",
            beat.graphic,
            str(beat.moment),
            beat.sentence,
        )
    console().print(listed)
    shown = {beat.name for beat in made}
    left_out = [name for name in every if name not in shown]
    if left_out:
        people.print(f"left out: {', '.join(left_out)}", soft_wrap=True)
    total = sum(beat.seconds for beat in made)
    missed = "" if total == segment.seconds else f", {segment.seconds} were planned"
    people.print(f"{float(total):.1f} s{missed}")
