"""Where in the text of a hand a key stands, or an entry of its list. Pure."""

from __future__ import annotations

import re
from itertools import pairwise

_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | \"\"\"(?:\\.|[^\\])*?\"\"\" | '''.*?''' | "(?:\\.|[^"\\\n])*" | '[^'\n]*'
      | [\[\]{},=]
      | [^\s\[\]{},="'\#]+""",
    re.VERBOSE | re.DOTALL,
)


def key_line(text: str, key: str, entry: int = 0) -> int:
    """The line of ``key``, from 0, or of ``entry`` of its list, from 1; beyond the list the line of
    its end. ``text`` is valid TOML; 0 if it has no such key.

    >>> text = "antes = [0, 0]\\nactions = [ # 'd db'\\n  'p2 f', '#', # a fold\\n\\n  'p1 f']"
    >>> [key_line(text, "actions", entry) for entry in (0, 1, 2, 3, 4)]
    [1, 2, 2, 4, 4]
    """
    tokens = [token for token in _TOKEN.finditer(text) if not token["comment"]]
    depth = 0
    for place, (token, after) in enumerate(pairwise(tokens)):
        if not depth and after[0] == "=" and token[0].strip("\"'") == key:
            found = _entry(tokens[place + 2 :], entry) if entry else token
            return text.count("\n", 0, found.start())
        depth += _deeper(token[0])
    return 0


def _entry(tokens: list[re.Match[str]], entry: int) -> re.Match[str]:
    """The first token of an entry of the list that ``tokens`` begin with, or the list's end."""
    depth = number = 0
    for token, before in zip(tokens, ["", *(each[0] for each in tokens)], strict=False):
        number += depth == 1 and before in ("[", ",") and token[0] != "]"
        if number == entry:
            return token
        depth += _deeper(token[0])
        if not depth:
            return token
    return tokens[-1]


def _deeper(token: str) -> int:
    return (token in ("[", "{")) - (token in ("]", "}"))
