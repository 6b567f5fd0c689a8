"""Results sheets as events: one session, its tables, and every deal's results, without lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from producer.bounds import MOST_DEALS, MOST_SEATS
from producer.events import (
    HandRecordedEvent,
    Player,
    ResultsGame,
    SessionOpened,
    SessionOpenedEvent,
    TableInfo,
    Team,
)
from producer.feeds.event_form import incoming_hand
from producer.feeds.hands import GROUP, session_name, value_fault
from producer.feeds.identity import Identity
from producer.feeds.received import Asked, Received, Refused, UnknownFormat
from producer.feeds.results_sheet.amounts import UnreadableNumber, chips_of, number_of
from producer.feeds.results_sheet.columns import NEEDED, columns_of, is_sum, missing_column
from producer.feeds.results_sheet.rows import SheetRow, first_rows, looks_like_workbook, rows_of
from producer.files import shown_name
from producer.games.line import Chips
from producer.problems import problem
from producer.scoring.places import whole
from producer.values import LONGEST_NAME, chips_json

SOURCE = "results"
BUTTON = 1
"""A sheet does not say where the button was, and nothing is played that asks."""
FIX = "Correct the row, and ingest the sheet again"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat's result of a deal at a table. ``fault``: why the row cannot be used, else empty."""

    row: SheetRow
    deal: int
    table: str
    seat: int = 0
    chips: Chips = 0
    player: str = ""
    team: str = ""
    fault: str = ""


@dataclass(slots=True)
class ResultsSheet:
    """``title``: what is written above the headings; ``deals``: the rows by table and deal;
    ``teams``: by table; ``strays``: rows of no deal, with the reason and the table."""

    path: Path
    asked: Asked
    title: str = ""
    deals: dict[tuple[str, int], list[SeatRow]] = field(default_factory=dict)
    teams: dict[str, set[str]] = field(default_factory=dict)
    strays: list[tuple[SheetRow, str, str]] = field(default_factory=list)

    @property
    def session(self) -> str:
        return session_name(SOURCE, self.title or shown_name(self.path.stem))


def looks_like_results(start: bytes) -> bool:
    """Whether one of the first lines has the headings of a results sheet."""
    if looks_like_workbook(start):
        return True
    text = start.decode("utf-8", "replace")
    return any(columns_of(cells) or missing_column(cells) for cells in first_rows(text))


def unread_columns(path: Path) -> str:
    """In words, the headings that are none of the columns that are read. Raises OSError and
    UnknownFormat."""
    for row in rows_of(path):
        if columns := columns_of(row.cells):
            read = columns.values()
            unread = [cell for place, cell in enumerate(row.cells) if cell and place not in read]
            return f"the columns {', '.join(unread)}" if unread else ""
    return ""


def read_results(path: Path, asked: Asked = Asked()) -> Iterator[Received | Refused]:  # noqa: B008
    """The tables' openings and deals, in the order of the sheet. A deal of a table of which a row
    cannot be used, or whose results do not add up to 0, is refused.

    Raises OSError, and UnknownFormat for a file without the headings of a results sheet.
    """
    sheet = _sheet(path, asked)
    opened: set[str] = set()
    for row, reason, table in sheet.strays:
        yield _refused(sheet, row.place, row.raw, reason, table)
    for (table, deal), rows in sheet.deals.items():
        fault = _fault(rows, table, deal)
        if fault:
            place, reason = fault
            yield _refused(sheet, place, _raw(rows), reason, table, deal)
            continue
        if table not in opened:
            opened.add(table)
            yield _opening(sheet, table, rows[0].row)
        yield _recorded(sheet, table, deal, rows)


def _sheet(path: Path, asked: Asked) -> ResultsSheet:
    sheet = ResultsSheet(path, asked)
    columns: dict[str, int] | None = None
    above: SeatRow | None = None
    near: SheetRow | None = None
    within = ""
    every, since = Fraction(0), Fraction(0)
    for row in rows_of(path):
        if row.sheet != within:
            within, columns, above = row.sheet, None, None
            every = since = Fraction(0)
        headings = columns_of(row.cells)
        if headings is not None:
            columns = headings
        elif columns is None:
            near = near or (row if missing_column(row.cells) else None)
            sheet.title = sheet.title or next(filter(None, row.cells))[:LONGEST_NAME]
        elif is_sum(row.cells, columns):
            _check_sum(sheet, row, columns, (Fraction(0), since, every))
            since = Fraction(0)
        else:
            read = _row(sheet, row, columns, above)
            if read is not None:
                above, every, since = read, every + read.chips, since + read.chips
    if columns is None and not sheet.deals:
        if near is not None:
            column = missing_column(near.cells)
            words = f"none of the headings {', '.join(filter(None, near.cells))} is the {column}"
            raise UnknownFormat(near.place, words, f"Write {column} above its column")
        raise UnknownFormat(
            str(path),
            f"no row has the headings {', '.join(NEEDED[:-1])} and {NEEDED[-1]}",
            "Write them above the results: one row for each seat and deal",
        )
    return sheet


def _row(
    sheet: ResultsSheet, row: SheetRow, columns: dict[str, int], above: SeatRow | None
) -> SeatRow | None:
    """The row, added to its deal; ``None`` if it is no deal's. A deal or table that is left empty
    is that of the row above, as merged cells are."""

    def cell(name: str) -> str:
        place = columns.get(name, len(row.cells))
        return row.cells[place] if place < len(row.cells) else ""

    table, deal = sheet.asked.table or cell("table"), None
    if not table and "table" in columns:
        table = above.table if above else ""
    table = (table or row.sheet or sheet.asked.table_of(sheet.path))[:LONGEST_NAME]
    try:
        if not cell("deal") and above is not None:
            deal = above.deal
        else:
            deal = number_of(cell("deal"), "deal", MOST_DEALS) + sheet.asked.shift
        seat = number_of(cell("seat"), "seat", MOST_SEATS)
        chips = chips_of(cell("result"), row.decimal)
    except UnreadableNumber as error:
        if deal is None:
            sheet.strays.append((row, str(error), table))
            return None
        found = SeatRow(row, deal, table, fault=str(error))
        sheet.deals.setdefault((table, deal), []).append(found)
        return found
    names = (" ".join(cell(name).split())[:LONGEST_NAME] for name in ("player", "team"))
    found = SeatRow(row, deal, table, seat, chips, *names)
    if found.team:
        sheet.teams.setdefault(table, set()).add(found.team)
    sheet.deals.setdefault((table, deal), []).append(found)
    return found


def _check_sum(
    sheet: ResultsSheet, row: SheetRow, columns: dict[str, int], due: Sequence[Chips]
) -> None:
    """A row of sums is no seat's, but says whether the rows above it are as they were added up."""
    text = "".join(row.cells[columns["result"] : columns["result"] + 1])
    if not any(each.isdigit() for each in text):
        return
    try:
        total = chips_of(text, row.decimal)
    except UnreadableNumber as error:
        sheet.strays.append((row, str(error), ""))
        return
    if total not in due:
        added, said = chips_json(whole(due[-1])), chips_json(total)
        reason = f"the sum is {said}, the rows above it add up to {added}: it should be 0"
        sheet.strays.append((row, reason, ""))


def _fault(rows: Sequence[SeatRow], table: str, deal: int) -> tuple[str, str] | None:
    """The place of what is wrong with a table's deal, and what it is."""
    bad = next((each for each in rows if each.fault), None)
    if bad is not None:
        return bad.row.place, bad.fault
    seats: set[int] = set()
    for each in rows:
        if each.seat in seats:
            reason = f"deal {deal} of table {table} has seat {each.seat} more than once"
            return each.row.place, reason
        seats.add(each.seat)
    total = whole(sum(each.chips for each in rows))
    if total:
        added = chips_json(total)
        reason = f"the results of deal {deal} at table {table} add up to {added}, not to 0"
        return rows[0].row.place, reason
    return None


def _raw(rows: Sequence[SeatRow]) -> bytes:
    return b"\n".join(each.row.raw for each in rows)


def _refused(
    sheet: ResultsSheet, place: str, raw: bytes, reason: str, table: str, deal: int | None = None
) -> Refused:
    origin = f"{sha256(raw).hexdigest()[:24]}:{place.rpartition(':')[2]}"
    fault = problem("unusable-hand", reason=reason, hint=FIX)
    identity = Identity(session=sheet.session, group=GROUP, table=table, deal=deal)
    return Refused(raw, place, fault, origin, identity)


def _opening(sheet: ResultsSheet, table: str, row: SheetRow) -> Received:
    teams = sorted(sheet.teams.get(table, ()))
    event = SessionOpenedEvent(
        id=f"{GROUP}/opened/{sha256(repr((table, teams, sheet.title)).encode()).hexdigest()[:12]}",
        session=sheet.session,
        group=GROUP,
        table=table,
        source=SOURCE,
        data=SessionOpened(
            kind="archive",
            title=sheet.title or None,
            teams={team: Team(name=team) for team in teams},
            tables={table: TableInfo(game=ResultsGame(), players={})},
        ),
    )
    return Received(b"", event, row.place)


def _recorded(
    sheet: ResultsSheet, table: str, deal: int, rows: Sequence[SeatRow]
) -> Received | Refused:
    by_seat = sorted(rows, key=lambda each: each.seat)
    try:
        data = incoming_hand(
            deal=deal,
            hand=deal,
            button=BUTTON,
            cards={},
            stacks={each.seat: None for each in by_seat},
            players={
                each.seat: Player(name=each.player, team=each.team or None)
                for each in by_seat
                if each.player
            },
            line=(),
            result={each.seat: each.chips for each in by_seat},
        )
    except ValidationError as error:
        return _refused(sheet, rows[0].row.place, _raw(rows), value_fault(error), table, deal)
    event = HandRecordedEvent(
        id=f"{GROUP}/{deal}/{sha256(data.model_dump_json().encode()).hexdigest()[:24]}",
        session=sheet.session,
        group=GROUP,
        table=table,
        source=SOURCE,
        data=data,
    )
    return Received(_raw(rows), event, rows[0].row.place)
