"""A theme, checked by what can be computed from it: contrasts, likeness, sizes, letters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from overlay.colour import APART, FROM_MEANING, room
from overlay.fonts import FAMILY, WEIGHTS, Face, chosen, first_face
from overlay.oklab import contrast, distance
from overlay.theme import Theme
from overlay.theme_file import RULES, ThemeFinding

READ, SEEN = 4.5, 3.0
"""WCAG's least contrast of text, and of shapes."""

CONTRASTS: tuple[tuple[str, str, float, str], ...] = (
    ("text", "plate", READ, "names and numbers"),
    ("muted", "plate", READ, "second texts"),
    ("text", "lit", READ, "the row that is talked about"),
    ("muted", "lit", READ, "the row that is talked about"),
    ("on_strong", "strong", READ, "decisions and titles"),
    ("given_text", "given", READ, "the price and the pot"),
    ("given_muted", "given", READ, "the words beside them"),
    ("gold", "given", READ, "SAME CARDS"),
    ("gold", "seam", SEEN, "the line that parts the pictures"),
    ("clubs", "paper", READ, "ranks and suits"),
    ("diamonds", "paper", READ, "ranks and suits"),
    ("hearts", "paper", READ, "ranks and suits"),
    ("spades", "paper", READ, "ranks and suits"),
    ("paper", "given", SEEN, "the cards themselves"),
    ("neutral", "plate", SEEN, "the stripe of who has no team"),
)
"""What is drawn on what, the least ratio, and what it is."""

APART_BY: tuple[tuple[str, str, float, str], ...] = (
    ("strong", "plate", 0.2, "a decision must stand out from the name over it"),
    ("lit", "plate", 0.04, "the row that is talked about must stand out"),
    ("line", "plate", 0.02, "rows must be parted"),
    ("slot", "given", 0.04, "the places of cards to come must be seen"),
    ("back_mark", "back", 0.2, "a back must not look like an empty place"),
)

MOST_TEAMS = 8
"""Teams without colours of their own for which a theme must have room."""

SIZES = (1.0, 1.1)
"""Smaller would be under the floors (32 pixels at 1080p); larger does not fit the plates."""

LANGUAGES = {"en": "AZaz09%+−.,/:·…", "es": "ÁÉÍÓÚÑÜáéíóúñü", "el": "ΑΩαωάέήίόύώϊϋς"}


def checked(theme: Theme) -> tuple[ThemeFinding, ...]:
    """What would be wrong on air; nothing where all is well."""
    return (
        *_contrasts(theme),
        *_alike(theme),
        *_meaning(theme),
        *_suits(theme),
        *_type(theme.face, theme),
    )


def place(key: str) -> str:
    """Where a key stands in a theme's file."""
    return next(f"[{table}] {key}" for table, keys in RULES.items() if key in keys)


def _contrasts(theme: Theme) -> Iterator[ThemeFinding]:
    for over, under, least, what in CONTRASTS:
        if theme.deck == "two" and over in ("clubs", "diamonds"):
            continue
        one, other = getattr(theme, over), getattr(theme, under)
        ratio = contrast(one, other)
        if ratio < least:
            pair = f"{one} on {under} {other}"
            reason = f"{pair} has a contrast of {ratio:.1f} and needs {least} ({what})"
            yield ThemeFinding(place(over), reason, f"make one of the two {_lighter(one, other)}")


def _lighter(one: str, other: str) -> str:
    return "much lighter or darker" if contrast(one, other) < 2 else "lighter or darker"


def _alike(theme: Theme) -> Iterator[ThemeFinding]:
    for one, other, least, why in APART_BY:
        a, b = getattr(theme, one), getattr(theme, other)
        if distance(a, b) < least:
            yield ThemeFinding(place(one), f"{a} is too near to {other} {b}", f"{why}: change one")


def _meaning(theme: Theme) -> Iterator[ThemeFinding]:
    """Gold says one thing; what is reserved is no team's; and teams must have room beside both."""
    for key in ("plate", "text", "muted", "lit", "strong", "on_strong", "neutral"):
        colour = getattr(theme, key)
        if distance(colour, theme.gold) < FROM_MEANING:
            reason = f"{colour} is too near to gold {theme.gold}"
            hint = "gold says 'the same for both, and where they part' and nothing else: change it"
            yield ThemeFinding(place(key), reason, hint)
    for reserved in theme.reserved:
        if distance(theme.neutral, reserved) < FROM_MEANING:
            reason = f"{theme.neutral} is too near to the reserved {reserved}"
            yield ThemeFinding(place("neutral"), reason, "choose a grey")
    try:
        teams = room(theme.teams)
    except ValueError:
        teams = 0
    if teams < MOST_TEAMS:
        yield ThemeFinding(
            place("reserved"),
            f"beside gold and what is reserved only {teams} team colours are told apart on the "
            f"plate {theme.plate}",
            f"reserve less, or make the plate lighter or darker: {MOST_TEAMS} are needed",
        )


def _suits(theme: Theme) -> Iterator[ThemeFinding]:
    used = ("hearts", "spades") if theme.deck == "two" else RULES["cards"]
    suits = [key for key in ("clubs", "diamonds", "hearts", "spades") if key in used]
    for one, other in combinations(suits, 2):
        a, b = getattr(theme, one), getattr(theme, other)
        if distance(a, b) < APART:
            yield ThemeFinding(
                place(one), f"{a} is too near to {other} {b}", "change one of the two"
            )


def _type(face: Face, theme: Theme) -> Iterator[ThemeFinding]:
    larger = face.size * face.files[0].capitals / first_face().files[0].capitals
    if larger < SIZES[0] - 0.005:
        yield ThemeFinding(
            place("size"),
            f"with {larger:.2f} the smallest letters are as tall as those of {32 * larger:.0f} "
            "pixels, and nothing may be under 32",
            f"write {SIZES[0]} or more",
        )
    if larger > SIZES[1] + 0.005:
        yield ThemeFinding(place("size"), f"{larger:.2f} does not fit the plates",
                      f"write {SIZES[1]} or less")  # fmt: skip
    given = [chosen(face.files, weight)[1] for weight in WEIGHTS]
    if given[-1] < 700 or given[-1] - given[0] < 200:
        yield ThemeFinding(
            fonts_place(theme),
            f"{face.family} comes in the weights {_listed(sorted(set(given)))} only, and names "
            "are told from what stands beside them by their weight",
            "add a file of about 500 and one of 700 or more",
        )
    for language, letters in LANGUAGES.items():
        lacking = [letter for letter in letters if ord(letter) not in face.letters]
        if lacking:
            yield ThemeFinding(
                fonts_place(theme),
                f"{face.family} lacks {' '.join(lacking)} ({language})",
                f"texts with such letters are set in {FAMILY}: take another font if you mind",
                grave=language == "en",
            )


def fonts_place(theme: Theme) -> str:
    """Where a theme's fonts stand in its file."""
    own = theme.face.files[0].path in theme.sources
    return "[type] files" if own else "[type] family"


def _listed(values: Iterable[int]) -> str:
    return ", ".join(map(str, values))
