"""Hold'em positions, and their names in three languages with articles and cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from producer.games.line import acting_order
from producer.wording.names.countries import english_forms, greek_forms, spanish_forms

_LATE = ("lojack", "hijack", "cutoff")
_EARLY = ("under the gun", "UTG+1", "UTG+2", "UTG+3")

_NAMES: Mapping[str, tuple[str, str, str, str]] = {
    "small blind": ("the small blind", "in", "la ciega pequeña", "το σμολ μπλάιντ"),
    "big blind": ("the big blind", "in", "la ciega grande", "το μπιγκ μπλάιντ"),
    "under the gun": ("under the gun", "", "UTG", "η θέση UTG"),
    "UTG+1": ("under the gun plus one", "", "UTG más uno", "η θέση UTG συν ένα"),
    "UTG+2": ("under the gun plus two", "", "UTG más dos", "η θέση UTG συν δύο"),
    "UTG+3": ("under the gun plus three", "", "UTG más tres", "η θέση UTG συν τρία"),
    "lojack": ("the lojack", "in", "el lojack", "το λόουτζακ"),
    "hijack": ("the hijack", "in", "el hijack", "το χάιτζακ"),
    "cutoff": ("the cutoff", "in", "el cutoff", "το κάτοφ"),
    "button": ("the button", "on", "el botón", "το μπάτον"),
}
"""English name, its preposition, Spanish name, Greek name."""

Forms = Mapping[str, str]


def position(seats: Sequence[int], button: int, direction: str, seat: int) -> str | None:
    """The position of a seat among those dealt in; ``None`` if the button is at an empty seat.

    >>> [position((1, 2, 3, 4, 5, 6), 6, "ascending", seat) for seat in (1, 2, 3, 4, 5, 6)]
    ['small blind', 'big blind', 'under the gun', 'hijack', 'cutoff', 'button']
    >>> position((1, 2), 1, "ascending", 2)
    'big blind'
    """
    if button not in seats or seat not in seats:
        return None
    order = acting_order(tuple(seats), button, direction)
    if len(order) == 2:
        return "button" if seat == button else "big blind"
    between = len(order) - 3
    late = _LATE[max(0, len(_LATE) - max(1, between - 1)) :] if between else ()
    early = _EARLY[: between - len(late)]
    return ("small blind", "big blind", *early, *late, "button")[order.index(seat)]


def position_name(name: str, language: str) -> str:
    """A position without its article: button, botón, μπάτον; those under the gun as UTG+1."""
    _, _, spanish, greek = _NAMES[name]
    if language == "en" or name.startswith("UTG"):
        return name
    text = spanish if language == "es" else greek
    return text.removeprefix("el ").removeprefix("la ").removeprefix("το ").removeprefix("η ")


def position_forms(name: str, language: str) -> Forms:
    """Form ``at``: on the button, en el botón, στο μπάτον."""
    english, preposition, spanish, greek = _NAMES[name]
    if language == "es":
        return spanish_forms(spanish)
    if language == "el":
        article, bare = greek.split(" ", 1)
        if article == "η":
            return greek_forms(greek, f"της θέσης {bare.split(' ', 1)[1]}", f"τη {bare}")
        return greek_forms(greek, f"του {bare}", greek)
    return {**english_forms(english), "at": f"{preposition} {english}".strip()}


def position_on_signs(
    seats: Sequence[int], button: int, direction: str, seat: int, language: str
) -> str:
    """The position's name without its article, for graphics; empty if it has none.

    >>> [position_on_signs((1, 2, 3), 3, "ascending", 1, code) for code in ("en", "es", "el")]
    ['small blind', 'ciega pequeña', 'σμολ μπλάιντ']
    """
    name = position(seats, button, direction, seat)
    if name is None:
        return ""
    _, _, spanish, greek = _NAMES[name]
    names = {"en": name, "es": spanish.removeprefix("la ").removeprefix("el ")}
    return names.get(language) or greek.split(" ", 1)[1].removeprefix("θέση ")
