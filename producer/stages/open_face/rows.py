"""A player's rows of open-face Chinese, as of a moment."""

from __future__ import annotations

from overlay.contexts import LaidRow, RowsPlate, Side
from producer.games.ofc.placing import open_face
from producer.games.ofc.points import royalties
from producer.games.ofc.rows import SIZES, Rows, strength
from producer.games.ofc.rules import ReplayedOpenFace
from producer.stages.style import Style
from producer.stages.words import faces
from producer.wording.language import Language

_FROM_THE_FRONT = tuple(reversed(list(SIZES)))


def rows_plate(
    shown: ReplayedOpenFace,
    seat: int,
    moves: int | None,
    side: Side,
    style: Style,
    parted: frozenset[int] = frozenset(),
) -> RowsPlate:
    """A seat's rows after so many moves; after all (``None``) with their royalties, or as a foul
    with the two rows that make it one. ``parted``: the cards to mark."""
    rows = shown.rows_after(moves).get(seat, Rows())
    over = moves is None
    hand = shown.finished.hands.get(seat)
    earned = royalties(open_face(shown.play.game), hand) if over else {}
    laid = []
    for row in _FROM_THE_FRONT:
        cards = sorted(rows.of(row), reverse=True)
        royalty = f"+{earned[row]}" if earned.get(row) else ""
        marked = tuple(n for n, card in enumerate(cards) if card in parted)
        laid.append(
            LaidRow(row_name(row, style.say), faces(tuple(cards)), SIZES[row], royalty, marked)
        )
    say = style.say
    bonus = say.gettext("BONUS") if earned else ""
    if not over or not shown.fouled(seat):
        return RowsPlate(side, tuple(laid), bonus=bonus)
    upper = beating(hand)
    said = () if upper is None else reason(upper, say)
    return RowsPlate(side, tuple(laid), say.gettext("FOUL"), upper, said)


def beating(hand: Rows | None) -> int | None:
    """Which row, from the front, beats the one behind it; ``None`` in a hand lost otherwise."""
    if hand is None or not hand.is_full:
        return None
    strengths = [strength(hand.of(row)) for row in _FROM_THE_FRONT]
    return next((upper for upper in (1, 0) if strengths[upper] > strengths[upper + 1]), None)


def reason(upper: int, say: Language) -> tuple[str, ...]:
    """What makes a foul, ``upper`` being the stronger row, counted from the front: ``MIDDLE BEATS
    BACK``, and shorter."""
    one, other = (row_name(row, say) for row in _FROM_THE_FRONT[upper : upper + 2])
    return say.gettext("{one} BEATS {other}").format(one=one, other=other), f"{one} > {other}"


def row_name(row: str, say: Language) -> str:
    return {
        "back": say.gettext("BACK"),
        "middle": say.gettext("MIDDLE"),
        "front": say.gettext("FRONT"),
    }[row]
