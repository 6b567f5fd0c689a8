"""Makes texts from outside, such as names, safe to show. Pure."""

from __future__ import annotations

import json
import re
from typing import Any

_DIRECTION = "\u200e\u200f\u202a-\u202e\u2066-\u2069"
_MARKS = re.compile(f"[{_DIRECTION}]")
_UNSEEN = re.compile(f"[\x00-\x1f\x7f-\x9f{_DIRECTION}]")
_UNTYPED = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_DIRECTION}]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_IN_JSON = re.compile(f"[\x7f-\x9f{_DIRECTION}]")


def number_of(n: int, one: str) -> str:
    """``n`` of something that takes an s in the plural.

    >>> number_of(1, "new event"), number_of(0, "deal"), number_of(1204, "hand")
    ('1 new event', '0 deals', '1,204 hands')
    """
    return f"{n:,} {one}" if n == 1 else f"{n:,} {one}s"


def number_waiting(n: int, one: str) -> str:
    """
    >>> number_waiting(1, "event"), number_waiting(1204, "later event")
    ('1 event waits', '1,204 later events wait')
    """
    return f"{number_of(n, one)} {'waits' if n == 1 else 'wait'}"


def visible(text: str) -> str:
    r"""``text`` with control characters and direction marks escaped, so that they cannot affect a
    terminal or the text beside them.

    >>> visible("A\x1b[2J"), visible("B\u202eC"), visible("Ελένη")
    ('A\\x1b[2J', 'B\\u202eC', 'Ελένη')
    """
    return _UNSEEN.sub(lambda found: repr(found[0])[1:-1], text)


def visible_lines(text: str) -> str:
    """``visible`` for each line; line ends stay."""
    return "\n".join(map(visible, text.split("\n")))


def editable(text: str) -> str:
    r"""``text`` for a text field: invisible characters as JSON escapes, which mean the same in JSON
    strings.

    >>> editable('{"name":\t"Ελένη\x9b"}\r\n')
    '{"name":\t"Ελένη\\u009b"}\n'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNTYPED.sub(lambda found: f"\\u{ord(found[0]):04x}", lines)


def is_whole(text: str) -> bool:
    r"""Whether ``text`` can be encoded in UTF-8: JSON escapes can contain lone surrogates.

    >>> is_whole("Ελένη"), is_whole("A\ud800")
    (True, False)
    """
    return _SURROGATE.search(text) is None


def whole(text: str) -> str:
    r"""``text`` with lone surrogates escaped, so that it can be encoded in UTF-8.

    >>> whole("Ελένη"), whole("A\ud800")
    ('Ελένη', 'A\\ud800')
    """
    return text.encode("utf-8", "backslashreplace").decode()


def undirected(text: str) -> str:
    """``text`` without direction marks; letters have a direction of their own.

    >>> undirected("B\u202eC")
    'BC'
    """
    return _MARKS.sub("", text)


def toml_text(value: str) -> str:
    """A string of TOML, which escapes as JSON does, and one character more."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def json_line(value: Any, indent: int | None = None) -> str:
    r"""JSON text in which the characters that ``visible`` escapes are JSON escapes.

    >>> json_line({"name": "Ελένη\x9b"})
    '{"name": "Ελένη\\u009b"}'
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
