"""Reads the items of a long JSON array one by one, in constant memory.

The array is the file itself, or the value of one key of the file's object; or the file has one
value a line, or one after another, as in JSON lines.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from producer.feeds.hands import exact_decimal
from producer.feeds.raw_lines import LONGEST_LINE

CHUNK = 1 << 20
"""Bytes of a read."""

_DECODER = json.JSONDecoder(parse_float=exact_decimal)
_NEXT_LINE = re.compile(r"\n(?=\{)")
_BETWEEN = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class JsonItem:
    """``raw``: its text; ``line``: where it begins, from 1. ``fault``: why it is no JSON, ``""`` if
    it is: then reading goes on with the next line that begins an object, if the file has one value
    a line, and ends otherwise. ``cut``: the file ends inside it."""

    raw: str
    line: int
    value: Any = None
    fault: str = ""
    cut: bool = False


def json_items(path: Path, key: str | None = None) -> Iterator[JsonItem]:
    """The items of the array at ``key``, or of the whole file. Raises OSError."""
    with path.open("rb") as file:
        yield from _items(_Window(file), key)


def _items(text: _Window, key: str | None) -> Iterator[JsonItem]:
    if key and not text.skip_past(re.compile(rf'"{re.escape(key)}"\s*:\s*\[')):
        return
    lines = not key and not text.opens_array()
    while True:
        text.skip(_BETWEEN)
        if text.at_end() or text.next() == "]":
            return
        item = text.item()
        if item.fault and lines and (rest := text.skip_past(_NEXT_LINE)):
            yield replace(item, raw=rest.rstrip(), cut=False)
            continue
        yield item
        if item.fault:
            return


class _Window:
    """A part of the file's text, from ``at`` on not read yet. ``line``: the number of the line of
    ``counted``. Bytes that are not UTF-8 become lone surrogates."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape").decode
        self._text, self._at, self._ended = "", 0, False
        self._counted, self._line = 0, 1
        self._more()

    def _more(self) -> bool:
        """Reads on, and drops what was read. Returns whether there was anything."""
        if self._ended:
            return False
        piece = self._file.read(CHUNK)
        if not piece:
            self._ended = True
            self._text += self._decode(b"", final=True)
            return False
        self._count()
        self._text = self._text[self._at :] + self._decode(piece)
        self._at = self._counted = 0
        return True

    def _count(self) -> int:
        """The number of this line."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def skip_past(self, mark: re.Pattern[str]) -> str:
        """Goes past ``mark`` and returns what it passed; ``""`` if it is not in the text at hand,
        which is at least the file's first chunk."""
        found = mark.search(self._text, self._at)
        passed = self._text[self._at : found.end()] if found else ""
        self._at += len(passed)
        return passed

    def opens_array(self) -> bool:
        """Whether the file begins with the bracket of an array, which is then passed."""
        self.skip(_BETWEEN)
        opens = not self.at_end() and self.next() == "["
        self._at += opens
        return opens

    def skip(self, what: re.Pattern[str]) -> None:
        while True:
            found = what.match(self._text, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._text) or not self._more():
                return

    def at_end(self) -> bool:
        return self._at >= len(self._text)

    def next(self) -> str:
        return self._text[self._at]

    def item(self) -> JsonItem:
        """The value that begins here."""
        line = self._count()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > LONGEST_LINE or not self._more():
                    return self._fault(line, error)
            except RecursionError:
                return JsonItem(self._start(), line, None, "it is nested too deeply")
            except ValueError as error:  # a number of thousands of digits, or beyond all bounds
                return JsonItem(self._start(), line, None, str(error))
            else:
                if end < len(self._text) or not self._more():  # a number may go on
                    item = JsonItem(self._text[self._at : end], line, value)
                    self._at = end
                    return item

    def _fault(self, line: int, error: json.JSONDecodeError) -> JsonItem:
        cut = error.pos >= len(self._text.rstrip()) or error.msg.startswith("Unterminated")
        at = line + self._text.count("\n", self._at, error.pos)
        return JsonItem(self._start(), line, None, f"{error.msg} in line {at}", cut)

    def _start(self) -> str:
        """As much of the value as is stored of it."""
        return self._text[self._at : self._at + LONGEST_LINE]
