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

from producer.feeds.hands import UnusableHand, exact_decimal
from producer.feeds.raw_lines import LONGEST_LINE
from producer.json_text import KeyTwice, one_value_a_key
from producer.problems import Problem, problem
from producer.texts import visible

CHUNK = 1 << 20
"""Bytes of a read."""

_DECODER = json.JSONDecoder(parse_float=exact_decimal, object_pairs_hook=one_value_a_key)
_ANY_KEYS = json.JSONDecoder(parse_float=exact_decimal)
"""To find the end of a value with a key twice."""
_LONGEST_KEY = 100
"""Characters of a key with its colon."""

_NEXT_LINE = re.compile(r"\n(?=\{)")
_BETWEEN = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class JsonItem:
    """``raw``: its text; ``line``: where it begins, from 1. ``fault``: why it is no JSON, ``""`` if
    it is: then reading goes on with the next line that begins an object, if the file has one value
    a line, and ends otherwise. ``cut``: the file ends inside it. ``twice``: a key that is twice in
    one of its objects, which has no value then. ``shares_line``: whether what stands before it in
    the array ends on its line."""

    raw: str
    line: int
    value: Any = None
    fault: str = ""
    cut: bool = False
    twice: str = ""
    shares_line: bool = False

    @property
    def problem(self) -> Problem | None:
        """Why it cannot be used as a hand."""
        if self.twice:
            key = visible(self.twice[:_LONGEST_KEY])
            return UnusableHand(
                f"the key {key} is twice in one object, so its value is not certain",
                "Give every key once, or export the file again, and ingest it again",
            ).problem
        if self.cut:
            return problem("file-cut-off", what="hand")
        return problem("unusable-json", detail=self.fault) if self.fault else None


def place_of(path: Path, item: JsonItem, hand: object) -> str:
    """``FILE:LINE``, with the number of the ``hand`` where others are on its line."""
    place = f"{path}:{item.line}"
    return f"{place}, hand {str(hand)[:20]}" if item.shares_line and hand is not None else place


def json_items(path: Path, key: str | None = None) -> Iterator[JsonItem]:
    """The items of the array at ``key``, or of the whole file; an object of the file that has a
    ``key`` of its own again is a fault. Raises OSError."""
    with path.open("rb") as file:
        yield from _items(_Window(file), key)


def _items(text: _Window, key: str | None) -> Iterator[JsonItem]:
    if key and not text.skip_past(re.compile(rf'"{re.escape(key)}"\s*:\s*\[')):
        return
    lines = not key and not text.opens_array()
    while True:
        text.skip(_BETWEEN)
        if text.at_end() or text.next() == "]":
            break
        item = text.item()
        if item.fault and lines and (rest := text.skip_past(_NEXT_LINE)):
            yield replace(item, raw=rest.rstrip(), cut=False)
            continue
        yield item
        if item.fault:
            return
    if key and (again := text.again(key)):
        yield again


class _Window:
    """A part of the file's text, from ``at`` on not read yet. ``line``: the number of the line of
    ``counted``. ``last``: that in which the last value, or the bracket before them, ends.
    Bytes that are not UTF-8 become lone surrogates."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape").decode
        self._text, self._at, self._ended = "", 0, False
        self._counted, self._line = 0, 1
        self._last = 0
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
        self._last = self._count()
        return passed

    def opens_array(self) -> bool:
        """Whether the file begins with the bracket of an array, which is then passed."""
        self.skip(_BETWEEN)
        opens = not self.at_end() and self.next() == "["
        self._at += opens
        self._last = self._count() if opens else 0
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

    def again(self, key: str) -> JsonItem | None:
        """A fault if ``key`` appears again later in the file."""
        mark = re.compile(rf'"{re.escape(key)}"\s*:')
        while not (found := mark.search(self._text, self._at)):
            self._at = max(self._at, len(self._text) - _LONGEST_KEY)
            if not self._more():
                return None
        self._at = found.start()
        return JsonItem(self._start(), self._count(), twice=key)

    def item(self) -> JsonItem:
        """The value that begins here."""
        line = self._count()
        while True:
            twice, value = "", None
            try:
                try:
                    value, end = _DECODER.raw_decode(self._text, self._at)
                except KeyTwice as error:
                    twice, end = error.key, _ANY_KEYS.raw_decode(self._text, self._at)[1]
            except json.JSONDecodeError as error:
                if len(self._text) - self._at > LONGEST_LINE or not self._more():
                    return self._fault(line, error)
            except RecursionError:
                return JsonItem(self._start(), line, None, "it is nested too deeply")
            except ValueError as error:  # a number of thousands of digits, or beyond all bounds
                return JsonItem(self._start(), line, None, str(error))
            else:
                if end < len(self._text) or not self._more():  # a number may go on
                    raw, shares = self._text[self._at : end], line == self._last
                    self._at = end
                    self._last = self._count()
                    return JsonItem(raw, line, value, twice=twice, shares_line=shares)

    def _fault(self, line: int, error: json.JSONDecodeError) -> JsonItem:
        cut = error.pos >= len(self._text.rstrip()) or error.msg.startswith("Unterminated")
        at = line + self._text.count("\n", self._at, error.pos)
        return JsonItem(self._start(), line, None, f"{error.msg} in line {at}", cut)

    def _start(self) -> str:
        """As much of the value as is stored of it."""
        return self._text[self._at : self._at + LONGEST_LINE]
