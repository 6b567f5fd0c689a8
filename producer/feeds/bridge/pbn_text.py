"""PBN as text: games of tags and sections with their lines, whatever they mean. Pure.

A game ends at a blank line outside a comment. ``%`` at the beginning of a line and ``;`` hide the
rest of it; ``{...}`` may span lines. ``#`` as a value is the game before's, ``##x`` is ``x`` in all
games that follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

NOT_INHERITED = frozenset(
    ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play")
)
_TWICE = frozenset(("Note",))
_TOKEN = re.compile(
    r"""(?P<escape>^%[^\n]*)
      | (?P<comment>\{[^}]*\}|;[^\n]*)
      | \[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\](?:\n(?![ \t\r]*\n))?
      | (?P<blank>\n[ \t\r]*(?=\n))
      | (?P<space>[\s}]+?)
      | (?P<text>[^\s\[\]{};%][^\n{;\[]*)(?:\n(?![ \t\r]*\n))?
      | (?P<wrong>[^\n]+)""",
    re.VERBOSE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Tag:
    """``value``: without its quotes, inherited values filled in. ``line``: of the file, from 1."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class LocatedError:
    """What is wrong in a line of a file, in words. ``cut``: the file ends inside the board."""

    line: int
    words: str
    cut: bool = False


@dataclass(slots=True)
class PbnGame:
    """``sections``: by tag, the lines below it, each with its number. ``errors``: of the form."""

    line: int
    text: str = ""
    tags: dict[str, Tag] = field(default_factory=dict)
    sections: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    notes: list[tuple[str, Tag]] = field(default_factory=list)
    errors: list[LocatedError] = field(default_factory=list)

    def value(self, name: str) -> str:
        """Empty if there is none, or if it is ``?``, unknown."""
        tag = self.tags.get(name)
        return "" if tag is None or tag.value == "?" else tag.value.strip()

    def line_of(self, name: str) -> int:
        tag = self.tags.get(name)
        return tag.line if tag else self.line


def pbn_games(text: str) -> Iterator[PbnGame]:
    """The games of a file's text that have at least one tag, in order."""
    lasting: dict[str, str] = {}
    before: Mapping[str, Tag] = {}
    for game in _split(text):
        _inherit(game, before, lasting)
        before = game.tags
        yield game


def _split(text: str) -> Iterator[PbnGame]:
    line, game, last, start, end = 1, PbnGame(1), "", 0, 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "blank":
            if game.tags or game.errors:
                game.text = text[start:end]
                yield game
            game, last, start = PbnGame(line + 1), "", token.end()
        elif kind == "value":
            if not (game.tags or game.errors):
                game.line = line
            last = token["name"]
            _add(game, last, Tag(_unescaped(token["value"]), line))
        elif kind == "text":
            if last:
                game.sections.setdefault(last, []).append((line, token["text"].rstrip()))
            else:
                game.errors.append(LocatedError(line, "this is no tag and belongs to none"))
        elif kind == "wrong":
            words = f'{token["wrong"].strip()[:40]!r} is no tag: write [Name "value"]'
            game.errors.append(LocatedError(line, words))
        line += token.group().count("\n")
        end = token.end()
    if game.tags or game.errors:
        game.text = text[start:end]
        yield game


def _add(game: PbnGame, name: str, tag: Tag) -> None:
    if name in _TWICE:
        game.notes.append((next(reversed(game.sections), ""), tag))
    elif name in game.tags:
        game.errors.append(LocatedError(tag.line, f"the tag {name} is in this game twice"))
    else:
        game.tags[name] = tag
        if "\t" in tag.value:
            game.errors.append(LocatedError(tag.line, f"the value of {name} has a tab in it"))


def _inherit(game: PbnGame, before: Mapping[str, Tag], lasting: dict[str, str]) -> None:
    for name, tag in game.tags.items():
        if not tag.value.startswith("#"):
            continue
        if name in NOT_INHERITED:
            words = f"{name} cannot be taken from the game before: write it out"
            game.errors.append(LocatedError(tag.line, words))
        elif tag.value.startswith("##"):
            lasting[name] = tag.value[2:]
            game.tags[name] = Tag(tag.value[2:], tag.line)
        else:
            value = before[name].value if name in before else ""
            game.tags[name] = Tag(value, tag.line)
    for name, value in lasting.items():
        game.tags.setdefault(name, Tag(value, game.line))


def _unescaped(value: str) -> str:
    return re.sub(r"\\([\\\"])", r"\1", value) if "\\" in value else value
