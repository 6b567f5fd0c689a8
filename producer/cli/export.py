"""``duplicast export``: the released deals of a group as a file for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal

import typer

from producer.cli.common import (
    ALL_GOOD,
    OUTPUT,
    SOME_BAD,
    WRONG_USAGE,
    DbOption,
    fail,
    gate,
    note_export,
    people,
    progress,
)
from producer.events import HoldemGame, SessionOpened
from producer.feeds.exports import native
from producer.feeds.exports.ohh import ohh_line
from producer.feeds.exports.pbn import open_room_first, pbn_file, pbn_game
from producer.feeds.exports.phh import phh_text
from producer.feeds.exports.whole_hands import CannotWrite
from producer.files import write_pieces
from producer.games.line import Deal
from producer.record import Session
from producer.release import Gate
from producer.release.group_tallies import NoSuchGroup, chosen
from producer.release.later_changes import why_not_counted

EXIT = "command:export"
MOST_REASONS = 10
"""Reasons that are printed for hands that a format cannot state."""

INSTEAD = {
    "phh": "Try --format ohh, or native, which states everything",
    "ohh": "Try --format native, which states everything",
    "pbn": "Try --format native, which states everything",
}
WrittenFormat = Literal["native", "phh", "ohh", "pbn"]


@dataclass(slots=True)
class _Written:
    """What went into the file; ``left_out``: by reason, the hands that did not."""

    deals: int = 0
    hands: int = 0
    left_out: dict[str, list[str]] = field(default_factory=dict)


def export(
    out: Annotated[
        Path,
        typer.Option("-o", metavar="FILE", dir_okay=False, help="The file; - for standard output."),
    ],
    format_: Annotated[
        WrittenFormat,
        typer.Option(
            "--format",
            help="native: events as JSON lines, of every game. phh: Poker Hand History (.phhs). "
            "ohh: Open Hand History (.jsonl). pbn: Portable Bridge Notation.",
        ),
    ],
    group: Annotated[
        str | None,
        typer.Argument(metavar="[SESSION[/GROUP]]", help="Needed where there are several."),
    ] = None,
    db: DbOption = None,
) -> None:
    """Write the hands of a group's released deals as a file for other programs.

    Deals that are not released are left out.

    Status: 0 all good, 1 nothing to write, 2 wrong usage, 3 some hands cannot be stated in the
    format.
    """
    with gate(db) as opened:
        session = _one_group(opened, group)
        name = f"{session.session}/{session.group}"
        released = sum(key[:2] == (session.session, session.group) for key in opened.released(EXIT))
        if left := _not_released(session, released):
            people.print(f"{name}: {left}", style="bold", soft_wrap=True)
        if not released:
            fail(f"{name} has no released deal, so nothing was written")
        written = _Written()
        pieces = _pieces(format_, _texts(opened, session, format_, released, written))
        try:
            if out == OUTPUT:
                sys.stdout.buffer.writelines(pieces)
                sys.stdout.buffer.flush()
            else:
                write_pieces(out, pieces)
                note_export(opened, f"{name} as {format_}", out)
        except CannotWrite as error:
            holdem = any(isinstance(info.game, HoldemGame) for info in session.tables.values())
            instead = INSTEAD[format_ if holdem else "ohh"]  # which states hold'em alone
            fail(f"{name}: no hand of it can be written as {format_}: {error}. {instead}")
    counts = f"{_number(written.hands, 'hand')} of {_number(written.deals, 'deal')}"
    people.print(counts if out == OUTPUT else f"wrote {out}: {counts}", soft_wrap=True)
    for line in _reasons(written.left_out):
        people.print(line, style="bold", soft_wrap=True)
    raise typer.Exit(SOME_BAD if written.left_out else ALL_GOOD)


def _not_released(session: Session, released: int) -> str:
    """What is not in the file, by the number of deals of the session: how many of the others are
    sealed by now, nobody is told."""
    if session.deals and released < session.deals:
        left = session.deals - released
        return f"left out: {left:,} of {_number(session.deals, 'deal')}, not released yet"
    return "deals that are not released, if any, are left out" if session.kind == "live" else ""


def _number(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _reasons(left_out: Mapping[str, list[str]]) -> Iterator[str]:
    """Why hands were left out, the most frequent reason first."""
    for reason, hands in sorted(left_out.items(), key=lambda each: -len(each[1]))[:MOST_REASONS]:
        others = f" and {len(hands) - 1:,} more" if len(hands) > 1 else ""
        yield f"left out: {_number(len(hands), 'hand')}: {reason} ({hands[0]}{others})"
    rest = list(left_out)[MOST_REASONS:]
    if rest:
        yield f"left out: others for {_number(len(rest), 'more reason')}"


def _one_group(opened: Gate, reference: str | None) -> Session:
    try:
        sessions = chosen(opened.sessions(), reference)
    except NoSuchGroup as error:
        fail(str(error))
    if len(sessions) > 1:
        names = ", ".join(f"{each.session}/{each.group}" for each in sessions)
        fail(f"name one group: {names}", WRONG_USAGE)
    return sessions[0]


def _pieces(format_: WrittenFormat, texts: Iterator[str]) -> Iterator[bytes]:
    """The encoding of PBN depends on all names of the file."""
    if format_ == "pbn":
        yield pbn_file(texts)
    else:
        yield from (text.encode() for text in texts)


def _texts(
    opened: Gate, session: Session, format_: WrittenFormat, released: int, written: _Written
) -> Iterator[str]:
    """The file piece by piece, deal by deal; ``written`` counts. Raises CannotWrite if no hand can
    be written."""
    if format_ == "native":
        yield native.event_line(native.opening(session.session, session.group, _opened(session)))
    deals, marks = opened.deals_of((session.session, session.group), EXIT), opened.marks(EXIT)
    with progress() as bar:
        task = bar.add_task("deals", total=released)
        for deal in deals:
            for words in (*why_not_counted(deal, marks.get(deal.key, {})), *deal.rulings):
                people.print(f"deal {deal.key.number}: {words}", style="bold", soft_wrap=True)
            yield from _of_deal(opened, session, deal, format_, written)
            written.deals += 1
            bar.advance(task)
    if written.left_out and not written.hands:
        raise CannotWrite(next(iter(written.left_out)))


def _of_deal(
    opened: Gate, session: Session, deal: Deal, format_: WrittenFormat, written: _Written
) -> Iterator[str]:
    starts = _starts(opened, deal)
    if format_ == "native" and (cards := native.deck(deal)):
        yield native.event_line(cards)
    for play in open_room_first(deal.plays) if format_ == "pbn" else deal.plays:
        at = starts.get(play.table)
        title = session.title or f"{session.session} {session.group}"
        try:
            if format_ == "native":
                yield "".join(map(native.event_line, native.hand(deal, play, at)))
            elif format_ == "phh":
                yield phh_text(deal, play, written.hands + 1, title, at)
            elif format_ == "pbn":
                yield pbn_game(deal, play, title)
            else:
                yield ohh_line(deal, play, title, at)
        except CannotWrite as error:
            where = f"deal {deal.key.number} at table {play.table}"
            written.left_out.setdefault(str(error), []).append(where)
        else:
            written.hands += 1


def _starts(opened: Gate, deal: Deal) -> dict[str, datetime]:
    """By table, when it began a live deal, where that was received."""
    if not deal.live:
        return {}
    times = opened.hand_times(deal.key, EXIT)
    return {
        table: datetime.fromtimestamp(float(each.started.at), UTC)
        for table, each in times.items()
        if each.started is not None
    }


def _opened(session: Session) -> SessionOpened:
    """The opening of the file: an archive's, as what is in it is over."""
    return SessionOpened(
        kind="archive",
        title=session.title,
        deals=session.deals,
        direction="descending" if session.direction == "descending" else "ascending",
        teams=session.teams,
        tables=session.tables,
        pronunciations=session.pronunciations,
        credit=session.credit,
        simulated=session.simulated,
    )
