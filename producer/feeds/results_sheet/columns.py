"""The columns of a results sheet, found by their names in any order and in four languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

NAMES: Mapping[str, tuple[str, ...]] = {
    "deal": (*("deal", "board", "hand", "verteilung", "spiel", "mano", "reparto", "διανομη"),),
    "table": ("table", "tisch", "mesa", "τραπεζι"),
    "seat": ("seat", "position", "platz", "sitz", "asiento", "puesto", "θεση"),
    "result": (
        *("result", "results", "chips", "net", "net chips", "score", "won", "+/-", "win/loss"),
        *("ergebnis", "gewinn", "resultado", "fichas", "αποτελεσμα", "μαρκες"),
    ),
    "player": ("player", "name", "spieler", "jugador", "nombre", "παικτησ"),
    "team": ("team", "country", "mannschaft", "equipo", "pais", "ομαδα"),
}
"""Plain, as ``plain`` writes them."""

_NUMBER = frozenset({"no", "nr", "num", "number", "nummer", "numero", "id", "name"})
NEEDED = ("deal", "seat", "result")
SUMS = frozenset({"sum", "total", "totals", "summe", "gesamt", "suma", "συνολο", "σ"})


def plain(text: str) -> str:
    """A heading without case, accents and punctuation, and without a word that says 'number'.

    >>> plain(" Deal No. "), plain("Ergebnis:"), plain("+/-")
    ('deal', 'ergebnis', '+/-')
    """
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(each for each in letters if not unicodedata.combining(each))
    words = re.sub(r"[^\w+/-]", " ", bare).replace("ς", "σ").split()
    return " ".join(words[:-1] if len(words) > 1 and words[-1] in _NUMBER else words)


def columns_of(cells: Sequence[str]) -> dict[str, int] | None:
    """Where each column is, if ``cells`` are the sheet's headings; else ``None``."""
    found = columns_in(cells)
    return found if all(column in found for column in NEEDED) else None


def columns_in(cells: Sequence[str]) -> dict[str, int]:
    """Where the columns are that ``cells`` name. Of two headings that mean the same, the first
    counts."""
    found: dict[str, int] = {}
    headings = [plain(cell) for cell in cells]
    for column, names in NAMES.items():
        places = [place for place, heading in enumerate(headings) if heading in names]
        if places:
            found[column] = places[0]
    return found


def missing_column(cells: Sequence[str]) -> str | None:
    """The one column that headings lack, if ``cells`` are headings but for that.

    >>> missing_column(["Deal", "Place", "Result"]), missing_column(["Final", "", ""])
    ('seat', None)
    """
    found = columns_in(cells)
    missing = [column for column in NEEDED if column not in found]
    return missing[0] if len(missing) == 1 else None


def is_sum(cells: Sequence[str], columns: Mapping[str, int]) -> bool:
    """Whether the row is a sum: its first text says so, and it has no seat."""
    if any(cells[columns["seat"] : columns["seat"] + 1]):
        return False
    first = next((plain(cell) for cell in cells if cell), "")
    return first.split(" ")[0] in SUMS
