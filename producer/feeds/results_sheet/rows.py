"""The rows of a CSV file or of a workbook's sheets, as texts with their place."""

from __future__ import annotations

import csv
import struct
import warnings
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from producer.feeds.bridge.board_files import decoded
from producer.feeds.received import UnknownFormat

ZIP = b"PK\x03\x04"
MOST_ROWS = 2_000_000
"""Rows of all sheets together: more than a match of 600 tables and 500 deals has."""


MOST_BYTES = 1 << 30
"""Of a workbook, unpacked."""

_NOT_ZIP = (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error)
"""What a damaged or encrypted ZIP raises."""

_NOT_XLSX = (KeyError, ValueError, TypeError, AttributeError, IndexError, SyntaxError)
"""What a ZIP of other files raises when it is read as a workbook."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """``cells``: as texts, empty ones included; ``place``: for people; ``sheet``: the name of the
    workbook's sheet, empty in CSV; ``decimal``: the sign before decimals."""

    cells: tuple[str, ...]
    place: str
    sheet: str
    decimal: str

    @property
    def raw(self) -> bytes:
        """The row as it is stored if it cannot be used."""
        return ";".join(self.cells).encode()


def rows_of(path: Path) -> Iterator[SheetRow]:
    """All rows with anything in them. Raises OSError and UnknownFormat."""
    with path.open("rb") as file:
        is_workbook = file.read(4) == ZIP
    for count, row in enumerate(_workbook(path) if is_workbook else _csv(path)):
        if count >= MOST_ROWS:
            raise UnknownFormat(
                row.place, f"more than {MOST_ROWS:,} rows", "Split the sheet into several files"
            )
        if any(row.cells):
            yield row


def separator_of(text: str) -> str:
    """What separates the cells of a CSV file: of ``;``, tab and comma, the one that is in the most
    lines of its beginning; in a sheet with decimal commas that is never the comma.

    >>> separator_of("Deal;Seat;Result\\n1;1;-12,5\\n1;2;12,5\\n")
    ';'
    """
    lines = [line for line in text[: 1 << 16].splitlines() if line.strip()]
    counts = {mark: sum(mark in line for line in lines) for mark in (";", "\t", ",")}
    return max(counts, key=lambda mark: counts[mark])


def _csv(path: Path) -> Iterator[SheetRow]:
    text = _text_of(path.read_bytes())
    if "\0" in text:
        raise UnknownFormat(str(path), "not text", "Export the sheet as CSV in UTF-8, or as XLSX")
    mark = separator_of(text)
    decimal = "." if mark == "," else ","
    reader = csv.reader(StringIO(text, newline=""), delimiter=mark)
    try:
        for cells in reader:
            place = f"{path}:{reader.line_num}"
            yield SheetRow(tuple(cell.strip() for cell in cells), place, "", decimal)
    except csv.Error as error:
        reason = f"line {reader.line_num}: {error}"
        raise UnknownFormat(str(path), reason, "Export the sheet again") from error


def _text_of(content: bytes) -> str:
    """Excel's "Unicode text" is UTF-16; what cannot be decoded has a sign in its place."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    return decoded(content)


def _workbook(path: Path) -> Iterator[SheetRow]:
    """Formulas count by the value that the spreadsheet saved with them."""
    from openpyxl import load_workbook  # noqa: PLC0415 - slow to import
    from openpyxl.utils.exceptions import InvalidFileException  # noqa: PLC0415

    try:
        _check_zip(path)
        with warnings.catch_warnings(action="ignore"), path.open("rb") as file:
            book = load_workbook(file, read_only=True, data_only=True)
            for sheet in book.worksheets:
                sheet.reset_dimensions()
                for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
                    cells = tuple(_text(value) for value in values)
                    yield SheetRow(cells, f"{path}:{sheet.title}:{number}", sheet.title, ".")
    except (InvalidFileException, *_NOT_ZIP, *_NOT_XLSX) as error:
        raise UnknownFormat(
            str(path), f"not a workbook that can be read: {error}", "Save it again as XLSX"
        ) from error


def _check_zip(path: Path) -> None:
    """Reads the whole file once, so that what its checksums find is found before any row is used.
    Raises one of ``_NOT_ZIP``."""
    with ZipFile(path) as packed:
        if sum(part.file_size for part in packed.infolist()) > MOST_BYTES:
            raise BadZipFile(f"it would be more than {MOST_BYTES >> 30} GB")
        broken = packed.testzip()
    if broken:
        raise BadZipFile(f"{broken} is damaged")


def _text(value: object) -> str:
    """A number without the noise of binary fractions, as the spreadsheet shows it."""
    if value is None:
        return ""
    if isinstance(value, float):
        return format(Decimal(repr(value)).normalize(), "f")
    return str(value).strip()


def looks_like_workbook(start: bytes) -> bool:
    return start.startswith(ZIP) and any(
        name in start for name in (b"[Content_Types].xml", b"xl/", b"docProps/")
    )


def first_rows(start: str) -> Iterator[Sequence[str]]:
    """The rows at the beginning of a CSV file."""
    try:
        yield from csv.reader(start.splitlines()[:40], delimiter=separator_of(start))
    except csv.Error:
        return
