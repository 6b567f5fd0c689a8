"""Texts from outside, such as names, as they may be shown. Pure."""

from __future__ import annotations

import json
import re
from typing import Any

_DIRECTION = "\u200e\u200f\u202a-\u202e\u2066-\u2069"
_MARKS = re.compile(f"[{_DIRECTION}]")
_UNSEEN = re.compile(f"[\x00-\x1f\x7f-\x9f{_DIRECTION}]")
_UNTYPED = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_DIRECTION}]")
_IN_JSON = re.compile(f"[\x7f-\x9f{_DIRECTION}]")


def visible(text: str) -> str:
    r"""``text`` with control characters and marks of the direction of writing as their escapes,
    so that they do nothing to a terminal, or to what stands beside them.

    >>> visible("A\x1b[2J"), visible("B\u202eC"), visible("Ελένη")
    ('A\\x1b[2J', 'B\\u202eC', 'Ελένη')
    """
    return _UNSEEN.sub(lambda found: repr(found[0])[1:-1], text)


def visible_lines(text: str) -> str:
    """``visible``, but for the ends of lines."""
    return "\n".join(map(visible, text.split("\n")))


def editable(text: str) -> str:
    r"""``text`` for a field to type in: what cannot be seen there as JSON's own escape, which
    means the same within its strings.

    >>> editable('{"name":\t"Ελένη\x9b"}\r\n')
    '{"name":\t"Ελένη\\u009b"}\n'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNTYPED.sub(lambda found: f"\\u{ord(found[0]):04x}", lines)


def is_whole(text: str) -> bool:
    r"""Whether ``text`` can be written in UTF-8: JSON's escapes can name half a letter.

    >>> is_whole("Ελένη"), is_whole("A\ud800")
    (True, False)
    """
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def whole(text: str) -> str:
    r"""``text`` with half letters as their escapes, so that it can be written in UTF-8.

    >>> whole("Ελένη"), whole("A\ud800")
    ('Ελένη', 'A\\ud800')
    """
    return text.encode("utf-8", "backslashreplace").decode()


def undirected(text: str) -> str:
    """``text`` without marks of the direction of writing: the letters themselves have one.

    >>> undirected("B\u202eC")
    'BC'
    """
    return _MARKS.sub("", text)


def json_line(value: Any, indent: int | None = None) -> str:
    r"""JSON in UTF-8 in which what ``visible`` would escape stands as JSON's own escape.

    >>> json_line({"name": "Ελένη\x9b"})
    '{"name": "Ελένη\\u009b"}'
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
