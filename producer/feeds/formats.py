"""The one list of file formats, recognised by content: those that are read, and those that are only
named. The reader of a further format is registered here."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from producer.feeds.acpc.result_log import read_acpc
from producer.feeds.acpc.transcript import read_transcript
from producer.feeds.bridge.lin import left_out_of_lin, read_lin
from producer.feeds.bridge.pbn import left_out_of_pbn, read_pbn
from producer.feeds.lbr.match_log import read_lbr
from producer.feeds.native import looks_like_events, read_native
from producer.feeds.ohh.hand_history import read_ohh
from producer.feeds.phh.hand_history import read_phh
from producer.feeds.pokergfx.session_file import read_pokergfx
from producer.feeds.received import Asked, Received, Refused
from producer.feeds.results_sheet.sheet import (
    looks_like_results,
    read_results,
    unread_columns,
)

Reader = Callable[[Path, Asked], Iterator[Received | Refused]]

READ_TODAY = "The formats that are read are listed in docs/feeds.md"


@dataclass(frozen=True, slots=True)
class FileFormat:
    """``words``: what a file of it is. ``is_it``: whether the beginning of a file, in UTF-8, looks
    like it. ``read``: ``None`` if it is not read yet; ``instead`` says what to do. ``utf16``:
    whether it is also read in UTF-16. ``left_out``: in words, what of a file gives nothing.
    ``options``: of those that say something of a file, which it has a use for."""

    name: str
    words: str
    is_it: Callable[[bytes], bool]
    read: Reader | None = None
    instead: str = READ_TODAY
    utf16: bool = False
    left_out: Callable[[Path], str] | None = None
    options: frozenset[str] = frozenset()


def format_of(start: bytes) -> FileFormat | None:
    """The format of a file that begins with ``start``."""
    text = _as_utf8(start)
    return next((each for each in FORMATS if each.is_it(text)), None)


def _as_utf8(start: bytes) -> bytes:
    """Full Tilt, for one, wrote its histories in UTF-16."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if start.startswith(mark):
            return start.removeprefix(mark).decode(encoding, "replace").encode("utf-8", "replace")
    return start.removeprefix(codecs.BOM_UTF8)


def _matches(*patterns: bytes) -> Callable[[bytes], bool]:
    """Whether every one of ``patterns`` is found; ``^`` and ``$`` are those of lines."""
    compiled = [re.compile(pattern, re.MULTILINE) for pattern in patterns]
    return lambda start: all(pattern.search(start) for pattern in compiled)


def _either(*ways: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
    return lambda start: any(way(start) for way in ways)


_JSON = rb"\A\s*[\[{]"
_PBN = rb"^\[(?:Event|Board|Deal|Dealer|Declarer|Contract|Auction|Scoring|OptimumScore) \""
_CHESS = re.compile(rb"^\[(?:White|Black) \"", re.MULTILINE)


def _is_pbn(start: bytes) -> bool:
    """PGN, chess's own, has tags of the same form."""
    tags = _either(_matches(rb"\A%\s*PBN "), _matches(_PBN))
    return tags(start) and not _CHESS.search(start)


STAKES = frozenset({"--stakes"})
HANDS_FROM = frozenset({"--hands-from"})
AS_XLSX = "Save the sheet as XLSX, or as CSV"

FORMATS: tuple[FileFormat, ...] = (
    FileFormat(
        "xls",
        "a workbook of Excel's old format (XLS)",
        lambda start: start.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
        instead=AS_XLSX,
    ),
    FileFormat(
        "ods",
        "a sheet in OpenDocument format (ODS)",
        lambda start: start.startswith(b"PK\x03\x04") and b"opendocument.spreadsheet" in start,
        instead=AS_XLSX,
    ),
    FileFormat(
        "pokergfx",
        "a PokerGFX export",
        _matches(_JSON, rb'"Hands"\s*:', rb'"(?:GameVariant|FlopDrawBlinds|SoftwareVersion)"\s*:'),
        read_pokergfx,
        options=HANDS_FROM,
    ),
    FileFormat(
        "pokergfx-text",
        "the text beside a PokerGFX export",
        _matches(rb"^HAND,\d+,\d+,", rb"^PLAYER,\d+,"),
        instead="Give the JSON file of the same session",
    ),
    FileFormat(
        "ohh",
        "an Open Hand History",
        _either(
            _matches(_JSON, rb'"ohh"\s*:\s*\{'),
            _matches(
                _JSON, rb'"spec_version"\s*:', rb'"(?:game_number|dealer_seat|site_name)"\s*:'
            ),
        ),
        read_ohh,
        options=HANDS_FROM,
    ),
    FileFormat("pokernow", "a PokerNow log", _matches(rb'\A\s*"?entry"?,"?at"?,"?order"?\s*$')),
    FileFormat(
        "phh",
        "a hand in Poker Hand History format (PHH)",
        _matches(
            rb"^\s*variant\s*=\s*['\"]",
            rb"^\s*(?:actions|antes|starting_stacks|blinds_or_straddles)\s*=\s*\[",
        ),
        read_phh,
        options=HANDS_FROM,
    ),
    FileFormat("pbn", "a bridge file in PBN", _is_pbn, read_pbn, left_out=left_out_of_pbn),
    FileFormat(
        "lin",
        "a bridge file of BBO (LIN)",
        _matches(rb"\A\s*[a-z]{2}\|", rb"(?:^|\|)\s*(?:md|qx|vg|mb)\|"),
        read_lin,
        left_out=left_out_of_lin,
    ),
    FileFormat(
        "pokerstars",
        "a hand history in text, as PokerStars writes them",
        _matches(
            rb"^\*\*\* (?:HOLE CARDS|PRE-FLOP|FLOP|SUMMARY|ANTE/BLINDS) \*\*\*"
            rb"|^(?:PokerStars|Full Tilt Poker|Winamax Poker)\b.*(?:Hand|Game|Tournament)\b.*#"
        ),
    ),
    FileFormat(
        "lbr",
        "an LBR match log",
        _matches(rb"^(?:In config file: |Using seed \d+\.|[1-9]\d*:[^:,\n]+,[^:,\n]+:0[crf\d/]*:)"),
        read_lbr,
        options=STAKES,
    ),
    FileFormat("acpc", "an ACPC result log", _matches(rb"^STATE:\d+:"), read_acpc, options=STAKES),
    FileFormat(
        "acpc-transcript",
        "a dealer's message transcript",
        _matches(rb"^(?:TO|FROM) \d+ at "),
        read_transcript,
        options=STAKES,
    ),
    FileFormat("native", "events as JSON lines", looks_like_events, read_native),
    FileFormat(
        "results",
        "a sheet of results",
        looks_like_results,
        read_results,
        utf16=True,
        left_out=unread_columns,
        options=HANDS_FROM,
    ),
)
