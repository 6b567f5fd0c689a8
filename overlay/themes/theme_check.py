"""Checks a theme's contrasts, colour distances, font size, weights and letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from overlay.texts.fonts import FAMILY, WEIGHTS, FontFace, file_for_weight, first_face
from overlay.themes.colour import LEAST_DISTANCE, LEAST_FROM_RESERVED, distinct_teams
from overlay.themes.oklab import contrast, distance
from overlay.themes.theme import Theme
from overlay.themes.theme_file import RULES, ThemeFinding

TEXT, SHAPE = 4.5, 3.0
"""Least contrast of text and of shapes, from WCAG."""

CONTRASTS: tuple[tuple[str, str, float, str], ...] = (
    ("text", "plate", TEXT, "names and numbers"),
    ("muted", "plate", TEXT, "second texts"),
    ("text", "lit", TEXT, "the highlighted row"),
    ("muted", "lit", TEXT, "the highlighted row"),
    ("on_strong", "strong", TEXT, "decisions and titles"),
    ("given_text", "given", TEXT, "the price and the pot"),
    ("given_muted", "given", TEXT, "the words beside them"),
    ("gold", "given", TEXT, "SAME CARDS"),
    ("gold", "seam", SHAPE, "the line between the pictures"),
    ("clubs", "paper", TEXT, "ranks and suits"),
    ("diamonds", "paper", TEXT, "ranks and suits"),
    ("hearts", "paper", TEXT, "ranks and suits"),
    ("spades", "paper", TEXT, "ranks and suits"),
    ("paper", "given", SHAPE, "the cards themselves"),
    ("neutral", "plate", SHAPE, "the stripe of players without a team"),
)
"""Foreground, background, least contrast, and what is drawn with them."""

DISTANCES: tuple[tuple[str, str, float, str], ...] = (
    ("strong", "plate", 0.2, "a decision must stand out from the name above it"),
    ("lit", "plate", 0.04, "the highlighted row must stand out"),
    ("line", "plate", 0.02, "rows must be separated"),
    ("slot", "given", 0.04, "the places of undealt cards must be visible"),
    ("back_mark", "back", 0.2, "a card's back must not look like an empty place"),
)
"""Two colours, their least distance in OKLab, and why."""

TEAMS = 8
"""For how many teams without their own colours a theme must have clearly different ones."""

SIZES = (1.0, 1.1)
"""Smaller letters would be under 32 pixels at 1080p; larger ones do not fit the plates."""

LANGUAGES = {"en": "AZaz09%+−.,/:·…", "es": "ÁÉÍÓÚÑÜáéíóúñü", "el": "ΑΩαωάέήίόύώϊϋς"}


def check_theme(theme: Theme) -> tuple[ThemeFinding, ...]:
    """Everything about the theme that would look wrong on air."""
    return (
        *_contrasts(theme),
        *_distances(theme),
        *_reserved(theme),
        *_suits(theme),
        *_type(theme.face, theme),
    )


def _place(key: str) -> str:
    """A key with its table, as in a theme's file."""
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
            much = "much " if ratio < 2 else ""
            hint = f"make one of the two {much}lighter or darker"
            yield ThemeFinding(_place(over), reason, hint)


def _distances(theme: Theme) -> Iterator[ThemeFinding]:
    for one, other, least, why in DISTANCES:
        a, b = getattr(theme, one), getattr(theme, other)
        if distance(a, b) < least:
            reason = f"{a} is too close to {other} {b}"
            yield ThemeFinding(_place(one), reason, f"{why}: change one of them")


def _reserved(theme: Theme) -> Iterator[ThemeFinding]:
    """Nothing else may look like gold or a reserved colour, and teams must have enough colours."""
    for key in ("plate", "text", "muted", "lit", "strong", "on_strong", "neutral"):
        colour = getattr(theme, key)
        if distance(colour, theme.gold) < LEAST_FROM_RESERVED:
            reason = f"{colour} is too close to gold {theme.gold}"
            hint = "gold marks only what is the same for both and where they differ: change it"
            yield ThemeFinding(_place(key), reason, hint)
    for reserved in theme.reserved:
        if distance(theme.neutral, reserved) < LEAST_FROM_RESERVED:
            reason = f"{theme.neutral} is too close to the reserved {reserved}"
            yield ThemeFinding(_place("neutral"), reason, "choose a grey")
    try:
        teams = distinct_teams(theme.teams)
    except ValueError:
        teams = 0
    if teams < TEAMS:
        yield ThemeFinding(
            _place("reserved"),
            f"gold and the reserved colours leave only {teams} clearly different team colours on "
            f"the plate {theme.plate}",
            f"reserve fewer colours, or make the plate lighter or darker: {TEAMS} are needed",
        )


def _suits(theme: Theme) -> Iterator[ThemeFinding]:
    used = ("hearts", "spades") if theme.deck == "two" else RULES["cards"]
    suits = [key for key in ("clubs", "diamonds", "hearts", "spades") if key in used]
    for one, other in combinations(suits, 2):
        a, b = getattr(theme, one), getattr(theme, other)
        if distance(a, b) < LEAST_DISTANCE:
            reason = f"{a} is too close to {other} {b}"
            yield ThemeFinding(_place(one), reason, "change one of them")


def _type(face: FontFace, theme: Theme) -> Iterator[ThemeFinding]:
    size = face.size * face.files[0].capitals / first_face().files[0].capitals
    if size < SIZES[0] - 0.005:
        yield ThemeFinding(
            _place("size"),
            f"with {size:.2f} the smallest letters look like {32 * size:.0f} pixels, and 32 is the "
            "least",
            f"write {SIZES[0]} or more",
        )
    if size > SIZES[1] + 0.005:
        reason = f"{size:.2f} does not fit the plates"
        yield ThemeFinding(_place("size"), reason, f"write {SIZES[1]} or less")
    weights = [file_for_weight(face.files, weight)[1] for weight in WEIGHTS]
    if weights[-1] < 700 or weights[-1] - weights[0] < 200:
        available = ", ".join(map(str, sorted(set(weights))))
        yield ThemeFinding(
            font_key(theme),
            f"{face.family} has only the weights {available}, and bold type sets names apart from "
            "the texts beside them",
            "add a file of about 500 and one of 700 or more",
        )
    for language, letters in LANGUAGES.items():
        missing = [letter for letter in letters if ord(letter) not in face.letters]
        if missing:
            yield ThemeFinding(
                font_key(theme),
                f"{face.family} does not have {' '.join(missing)} ({language})",
                f"texts with these letters use {FAMILY}; choose another font to avoid that",
                grave=language == "en",
            )


def font_key(theme: Theme) -> str:
    """The key of a theme's file that names its fonts."""
    own = theme.face.files[0].path in theme.sources
    return "[type] files" if own else "[type] family"
