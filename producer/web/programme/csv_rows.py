"""The rundown as CSV, out and in: a line a row, which a spreadsheet can change and hand back."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from pydantic import ValidationError

from producer.acts import ProgrammeRowPlaced, RowKind, SegmentPlaced
from producer.compare.ranking import NoSuchPick
from producer.release import Gate, NotAvailable
from producer.release.picks import PickGone, SeveralPicks, find_pick_to_cut
from producer.release.programme.rows import place_row, put_in_order
from producer.release.programme.rundown import (
    Entry,
    PlannedSegment,
    ProgrammeRow,
    next_id,
    place,
    programme,
)
from producer.rundown.planned import layout_of
from producer.rundown.rows import OtherRow, RundownRow, entry_of
from producer.scoring.exports import csv_text
from producer.stages.moment import NotDrawable
from producer.web.programme.rundown import rows_of
from producer.web.programme.sealed_rows import SealedSegment

COLUMNS = (
    "id", "kind", "starts", "seconds", "spoken", "title", "text", "at", "group", "deal", "pick",
    "tables", "state",
)  # fmt: skip
"""``starts`` and ``spoken``: in seconds, for people; they are not read. ``tables``: separated by
``|``. ``at``: RFC 3339."""

SEGMENT, SEALED = "segment", "sealed"
KINDS = (SEGMENT, *get_args(RowKind))
MOST_ROWS, LONGEST_ID = 500, 200


class WrongCsv(ValueError):
    """The message has the line, the reason and the fix."""


@dataclass(frozen=True, slots=True)
class CsvLine:
    """``number``: of the line in the file, the heading is 1."""

    number: int
    cells: Mapping[str, str]

    def wrong(self, why: str) -> WrongCsv:
        return WrongCsv(f"line {self.number}: {why}")


def written_csv(
    gate: Gate, language: str, exit_: str, sealed: Mapping[str, Sequence[SealedSegment]]
) -> str:
    """``sealed``: by the row that they stand behind."""
    lines = [*map(_sealed_cells, sealed.get("", ()))]
    for row in rows_of(gate, language, exit_):
        lines += [_cells(row), *map(_sealed_cells, sealed.get(entry_of(row).id, ()))]
    return csv_text(COLUMNS, lines)


def _sealed_cells(row: SealedSegment) -> dict[str, str | int]:
    """Without its pick: its id is made from the play."""
    return {
        "id": row.segment.id,
        "kind": SEGMENT,
        "seconds": row.segment.seconds,
        "text": "; ".join((row.free, *row.waits)),
        "deal": str(row.segment.deal),
        "state": SEALED,
    }


def _cells(row: RundownRow | OtherRow) -> dict[str, str | int]:
    entry = entry_of(row)
    shared = {
        "id": entry.id,
        "starts": "" if row.starts is None else int(row.starts),
        "seconds": entry.seconds,
        "spoken": round(row.spoken),
        "title": row.title,
        "state": entry.state,
    }
    if isinstance(entry, PlannedSegment):
        tables = "|".join(entry.tables)
        named = {"deal": str(entry.deal), "pick": entry.pick, "tables": tables}
        return {**shared, "kind": SEGMENT, **named}
    at = entry.at.isoformat() if entry.at else ""
    return {**shared, "kind": entry.kind, "title": entry.title, "text": entry.text, "at": at,
            "group": entry.group}  # fmt: skip


def read_csv(text: str) -> tuple[CsvLine, ...]:
    """The lines of a file with the columns ``COLUMNS``, of which ``kind`` and ``seconds`` must be
    there, separated by commas or, as in countries with decimal commas, semicolons. Pure. Raises
    WrongCsv."""
    text = text.removeprefix("\ufeff")
    semicolons = ";" in text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text), strict=True, delimiter=";" if semicolons else ",")
    try:
        named = reader.fieldnames or ()
        missing = {"kind", "seconds"} - set(named)
        if missing:
            raise WrongCsv(f"line 1: it has no column {' and '.join(sorted(missing))}")
        lines = [
            CsvLine(
                reader.line_num,
                {name: _plain(cell) for name, cell in row.items() if name in COLUMNS and cell},
            )
            for row in reader
        ]
    except csv.Error as error:
        raise WrongCsv(f"line {reader.reader.line_num}: it is not CSV: {error}") from error
    if len(lines) > MOST_ROWS:
        raise WrongCsv(f"it has {len(lines)} rows; a rundown has at most {MOST_ROWS}")
    return tuple(lines)


def _plain(cell: str) -> str:
    """Without the apostrophe that keeps a spreadsheet from reading a formula."""
    cell = cell.strip()
    return cell[1:] if len(cell) > 1 and cell[0] == "'" and not cell[1].isalnum() else cell


def take_in(gate: Gate, lines: Sequence[CsvLine], by: str, exit_: str) -> int:
    """Changes the rows that have their id, adds the others, and puts all in the order of the lines;
    rows that no line names stay, after them. A line of a sealed segment only says where it stands.
    Returns how many lines there were. Raises WrongCsv before anything is changed."""
    there = {each.id: each for each in programme(gate, exit_)}
    made: list[Entry] = []
    ids: list[str] = []
    number = int(next_id(gate))
    for line in lines:
        own = line.cells.get("id", "")
        known = there.get(own)
        sealed = known is None and line.cells.get("state") == SEALED and 0 < len(own) <= LONGEST_ID
        id_ = own if known or sealed else str(number)
        number += known is None and not sealed
        if id_ in ids:
            raise line.wrong(f"the id {id_} stands twice")
        ids.append(id_)
        if not sealed:
            made.append(_entry(gate, line, id_, known, exit_))
    for entry in made:
        if isinstance(entry, PlannedSegment):
            place(gate, entry, by, exit_)
        else:
            place_row(gate, entry, by, exit_)
    put_in_order(gate, [*ids, *(id_ for id_ in there if id_ not in ids)], by)
    return len(lines)


def _entry(gate: Gate, line: CsvLine, id_: str, known: Entry | None, exit_: str) -> Entry:
    kind = line.cells.get("kind", "")
    if kind not in KINDS:
        raise line.wrong(
            f"kind: there is no {kind or 'empty one'}; write one of {', '.join(KINDS)}"
        )
    state = line.cells.get("state", known.state if known else "planned")
    if known is None and state == "aired":
        state = "planned"
    elif known is not None and state == SEALED:  # it was, when the file was written
        state = known.state
    if kind == SEGMENT:
        return _segment(gate, line, id_, known, state, exit_)
    if isinstance(known, PlannedSegment):
        raise line.wrong(f"{id_} is a segment; leave its kind, or its id empty for a new row")
    fields = {name: line.cells.get(name, "") for name in ("title", "text", "group")}
    try:
        data = ProgrammeRowPlaced.model_validate(
            {
                "row": id_,
                "kind": kind,
                "seconds": line.cells.get("seconds", ""),
                "at": line.cells.get("at") or None,
                "state": state,
                **fields,
            },
            strict=False,
        )
    except ValidationError as error:
        raise line.wrong(_words(error)) from error
    given = data.model_dump(exclude={"row", "before"})
    return replace(known, **given) if known else ProgrammeRow(id_, **given)


def _segment(
    gate: Gate, line: CsvLine, id_: str, known: Entry | None, state: str, exit_: str
) -> PlannedSegment:
    if isinstance(known, ProgrammeRow):
        raise line.wrong(f"{id_} is no segment; leave its kind, or its id empty for a new one")
    pick = line.cells.get("pick", known.pick if known else "")
    try:
        found, one = find_pick_to_cut(gate, pick, exit_, line.cells.get("deal"))
    except (PickGone, SeveralPicks, NoSuchPick, NotAvailable) as error:
        raise line.wrong(f"pick: {error}") from error
    tables = tuple(filter(None, line.cells.get("tables", "").split("|")))
    segment = PlannedSegment(id_, found.deal.key, one.id, tables)
    try:
        data = SegmentPlaced(
            session=segment.deal.session,
            group=segment.deal.group,
            deal=segment.deal.number,
            pick=segment.pick,
            segment=id_,
            tables=tables,
            seconds=line.cells.get("seconds", ""),
            state=state,
            tease=known.tease if known else False,
        )
        layout_of(segment)
    except ValidationError as error:
        raise line.wrong(_words(error)) from error
    except NotDrawable as error:
        raise line.wrong(f"tables: {error}") from error
    return replace(segment, seconds=data.seconds, state=data.state, tease=data.tease)


def _words(error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(str(each) for each in first["loc"])
    return f"{name}: {first['msg'][:1].lower()}{first['msg'][1:]}"
