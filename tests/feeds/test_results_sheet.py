"""Results sheets as people keep them: their headings, numbers, empty rows, titles and sums."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest
from effort import counts
from openpyxl import Workbook
from test_damaged_files import damaged

from producer.events import HandRecordedEvent, SessionOpenedEvent
from producer.feeds import Received, Refused, UnknownFormat, detect, read
from producer.feeds.received import Asked

TIDY = """Deal,Table,Seat,Player,Team,Result
1,1,1,Ann,Chile,-120
1,1,2,Bo,Peru,120
1,2,1,Cy,Peru,30
1,2,2,Di,Chile,-30
"""


def write(folder: Path, text: str, name: str = "match.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def results(path: Path, asked: Asked = Asked()) -> dict[tuple[str, int], dict[int, object]]:  # noqa: B008
    return {
        (item.event.table or "", item.event.data.deal): dict(item.event.data.result)
        for item in read(path, "auto", asked)
        if isinstance(item, Received) and isinstance(item.event, HandRecordedEvent)
    }


def refusals(path: Path) -> list[tuple[str, str]]:
    """The line and the reason of everything that is refused."""
    return [
        (item.place.removeprefix(f"{path}:"), item.reason)
        for item in read(path)
        if isinstance(item, Refused)
    ]


def test_a_heading_that_is_missing_is_named(tmp_path: Path) -> None:
    """A place may be a seat or a rank."""
    path = write(tmp_path, "The cup\n" + TIDY.replace("Seat", "Place"))
    with pytest.raises(UnknownFormat) as found:
        list(read(path))
    assert str(found.value) == (
        f"{path}:2: none of the headings Deal, Table, Place, Player, Team, Result is the seat. "
        "Write seat above its column"
    )


def test_each_table_has_its_deals_with_players_and_teams(tmp_path: Path) -> None:
    path = write(tmp_path, TIDY)
    assert detect(path).words == "a sheet of results"
    assert results(path) == {("1", 1): {1: -120, 2: 120}, ("2", 1): {1: 30, 2: -30}}
    events = [item.event for item in read(path) if isinstance(item, Received)]
    opened = [event for event in events if isinstance(event, SessionOpenedEvent)]
    assert [(event.session, event.table) for event in opened] == [
        ("results-match", "1"), ("results-match", "2"),
    ]  # fmt: skip
    (first, *_) = [event for event in events if isinstance(event, HandRecordedEvent)]
    assert (first.data.line, first.data.players[1].name, first.data.players[1].team) == (
        (), "Ann", "Chile",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # headings in any order, semicolons, decimal commas, thousands, a minus of typography
        (
            "Ergebnis;Platz;Tisch;Deal Nr.\n-1.250,5;1;1;1\n1.250,5;2;1;1\n\u22127;1;1;2\n"
            "7;2;1;2\n",
            {
                ("1", 1): {1: Fraction(-2501, 2), 2: Fraction(2501, 2)},
                ("1", 2): {1: -7, 2: 7},
            },
        ),
        ("Board\tSeat\tTable\tNet\n1\t1\tA\t(12.5)\n1\t2\tA\t+12.5\n",
         {("A", 1): {1: Fraction(-25, 2), 2: Fraction(25, 2)}}),
        ('Mano,Mesa,Asiento,Resultado\n4,1,1,"1,200"\n4,1,2,"-1,200"\n',
         {("1", 4): {1: 1200, 2: -1200}}),
        ("Διανομή;Τραπέζι;Θέση;Παίκτης;Αποτέλεσμα\n2;3;1;Άννα;-5\n2;3;2;Μπο;5\n",
         {("3", 2): {1: -5, 2: 5}}),
        # titles above the headings, empty rows, cells left empty under merged ones, a sum of 0
        (
            "Nations Cup;;;\n;;;\nDeal;Table;Seat;Result\nDeal 1;1;1;-5\n;;2;5\n;;;\n"
            ";2;Seat 1;3\n;;Seat 2;-3\nTotal;;;0\n",
            {("1", 1): {1: -5, 2: 5}, ("2", 1): {1: 3, 2: -3}},
        ),
        # sorted by player: the rows of a deal are not together, sums by player are no results
        (
            "Deal;Table;Seat;Player;Result\n1;1;1;Ann;-5\n2;1;1;Ann;8\nSum;;;Ann;3\n"
            "1;1;2;Bo;5\n2;1;2;Bo;-8\nSum;;;Bo;-3\nSum;;;;0\n",
            {("1", 1): {1: -5, 2: 5}, ("1", 2): {1: 8, 2: -8}},
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_sheets_are_read_as_people_keep_them(
    tmp_path: Path, text: str, found: dict[tuple[str, int], dict[int, object]], encoding: str
) -> None:
    path = write(tmp_path, text, encoding=encoding)
    assert results(path) == found
    assert refusals(path) == []


def test_a_sheet_in_latin_1_with_windows_line_endings_is_read(tmp_path: Path) -> None:
    text = TIDY.replace("Ann", "Jürgen").replace("\n", "\r\n")
    players = [
        item.event.data.players[1].name
        for item in read(write(tmp_path, text, encoding="latin-1"))
        if isinstance(item, Received) and isinstance(item.event, HandRecordedEvent)
    ]
    assert players == ["Jürgen", "Cy"]


@pytest.mark.parametrize(
    ("rows", "line", "reason"),
    [
        ("1,1,1,,,-5\n1,1,2,,,7\n", "2", "the results of deal 1 at table 1 add up to 2, not to 0"),
        ("1,1,1,,,-5\n1,1,1,,,5\n", "3", "deal 1 of table 1 has seat 1 more than once"),
        ("1,1,1,,,-5\n1,1,2,,,five\n", "3", "'five' is not a number of chips"),
        ("1,1,1,,,-5\n1,1,2,,,\n", "3", "the result is empty"),
        ("1,1,11,,,-5\n1,1,2,,,5\n", "2", "'11' is not the number of a seat, 1 to 10"),
        ("last,1,1,,,-5\n", "2", "'last' is not the number of a deal, 1 to 1000000"),
        ("Total,,,,,20\n", "2", "the sum is 20, the rows above it add up to 0: it should be 0"),
        ("1,1,1,,,1e400\n", "2", "'1e400' is not a number of chips"),
    ],
)
def test_what_cannot_be_is_refused_at_its_line(
    tmp_path: Path, rows: str, line: str, reason: str
) -> None:
    """Deal 9 is right, and is read all the same."""
    path = write(tmp_path, TIDY.splitlines()[0] + "\n" + rows + "9,1,1,,,-4\n9,1,2,,,4\n")
    assert refusals(path) == [(line, reason)]
    assert results(path) == {("1", 9): {1: -4, 2: 4}}


def test_a_deal_that_is_refused_is_kept_whole(tmp_path: Path) -> None:
    path = write(tmp_path, "Deal,Table,Seat,Result\n1,1,1,-5\n1,1,2,x\n1,1,3,5\n")
    (item,) = read(path)
    assert isinstance(item, Refused)
    assert (item.raw, item.identity.deal) == (b"1;1;1;-5\n1;1;2;x\n1;1;3;5", 1)


def test_a_table_that_the_sheet_does_not_name_is_the_files_or_as_the_user_says(
    tmp_path: Path,
) -> None:
    path = write(tmp_path, "Deal,Seat,Result\n1,1,-5\n1,2,5\n", "table-3.csv")
    assert list(results(path)) == [("table-3", 1)]
    assert list(results(path, Asked(table="7"))) == [("7", 1)]
    assert list(results(path, Asked(shift=1))) == [("table-3", 2)], "counted from 0"


def workbook(path: Path) -> Path:
    """A title merged over the columns, a merged deal, numbers as numbers, a sheet for each table,
    and one of notes."""
    book = Workbook()
    notes = book.active
    notes.title = "Notes"
    notes.append(["What is counted is chips"])
    for table, sign in (("Halley", 1), ("Encke", -1)):
        sheet = book.create_sheet(table)
        sheet.append(["Final, day 1"])
        sheet.merge_cells("A1:D1")
        sheet.append([])
        sheet.append(["Seat", "Net chips", "Deal", "Player"])
        sheet.append([1, sign * 12.5, 1, "Ann"])
        sheet.append([2, sign * -12.5, None, "Bo"])
        sheet.merge_cells("C4:C5")
        sheet.append([None, "=SUM(B4:B5)", "Sum"])
    book.save(path)
    return path


def test_a_workbook_has_a_sheet_for_each_table(tmp_path: Path) -> None:
    path = workbook(tmp_path / "renamed.bin")
    assert detect(path).name == "results"
    assert results(path) == {
        ("Halley", 1): {1: Fraction(25, 2), 2: Fraction(-25, 2)},
        ("Encke", 1): {1: Fraction(-25, 2), 2: Fraction(25, 2)},
    }
    assert refusals(path) == []
    sessions = {item.event.session for item in read(path) if isinstance(item, Received)}
    assert sessions == {"results-what-is-counted-is-chips"}


def test_a_place_in_a_workbook_is_the_sheet_and_its_row(tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Day 1"
    for row in (["Deal", "Seat", "Result"], [1, 1, -5], [1, 2, 6], ["Total", None, 2]):
        book.active.append(row)
    path = tmp_path / "day.xlsx"
    book.save(path)
    assert refusals(path) == [
        ("Day 1:4", "the sum is 2, the rows above it add up to 1: it should be 0"),
        ("Day 1:2", "the results of deal 1 at table Day 1 add up to 1, not to 0"),
    ]


def test_a_workbook_cut_short_is_named(tmp_path: Path) -> None:
    path = workbook(tmp_path / "cut.xlsx")
    path.write_bytes(path.read_bytes()[:2000])
    with pytest.raises(UnknownFormat) as refused:
        list(read(path))
    assert refused.value.reason.startswith("not a workbook that can be read: ")


def test_a_workbook_without_headings_says_which_are_missing(tmp_path: Path) -> None:
    book = Workbook()
    book.active.append(["Name", "Phone"])
    path = tmp_path / "names.xlsx"
    book.save(path)
    with pytest.raises(UnknownFormat) as refused:
        list(read(path))
    assert refused.value.reason == "no row has the headings deal, seat and result"


def test_the_same_sheet_gives_the_same_events_and_a_longer_one_adds_to_them(tmp_path: Path) -> None:
    ids = [item.event.id for item in read(write(tmp_path, TIDY)) if isinstance(item, Received)]
    more = write(tmp_path, TIDY + "2,1,1,Ann,Chile,5\n2,1,2,Bo,Peru,-5\n")
    longer = [item.event.id for item in read(more) if isinstance(item, Received)]
    assert set(ids) < set(longer)
    assert len(longer) == len(ids) + 1


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_damaged_sheets_give_deals_or_problems_with_their_places(tmp_path: Path, kind: str) -> None:
    first = workbook(tmp_path / "whole.xlsx").read_bytes() if kind == "xlsx" else TIDY.encode() * 3
    path, dice = tmp_path / f"damaged.{kind}", random.Random(kind)
    reasons: list[str] = []
    for _ in range(counts(500, 100_000) if kind == "csv" else counts(40, 5_000)):
        path.write_bytes(damaged(first, dice))
        try:
            items = list(read(path, "results"))
        except UnknownFormat as error:
            reasons.append(error.reason)
            continue
        for item in items:
            assert item.place.startswith(f"{path}:")
            if isinstance(item, Refused):
                assert item.problem.reason
            elif isinstance(item.event, HandRecordedEvent):
                assert sum(item.event.data.result.values()) == 0
    assert all(reasons)
