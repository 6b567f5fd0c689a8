"""No meaning by colour alone: with every colour taken away, decisions, wins, losses and the pair
that is talked about are still told apart by words, signs and shapes."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from overlay.contexts import Cell, FieldRow, Plate
from overlay.svg import graphic_svg
from overlay.themes.theme import load_theme, themes
from producer.stages.gallery import SAMPLES, sample
from producer.stages.style import Style

SAID_BESIDE = {
    ("AuctionColumn", "best"): "the headline says who is ahead, and its name stands in the column",
    ("CallBar", "ended"): "the results stand below it",
    ("Cell", "best"): "its place and its result are in the cell",
    ("ContractBar", "best"): "the headline says who is ahead, and the points are in the bar",
    ("FieldRow", "best"): "the headline says who is ahead, and its row has the result",
    ("FieldRows", "ended"): "the results stand beside the decisions",
    ("HandAtTable", "is_card"): "cards are laid once the contract and the tricks are shown",
    ("HandAtTable", "parts"): "the other table has another call or card at the same seat",
    ("Panel", "best"): "the headline names it, and its place stands beside its result",
    ("Result", "best"): "the headline says who is ahead, and its place stands beside its result",
    ("TableBar", "best"): "the headline names it, and its place stands beside its tag",
    ("TrickCount", "reached"): "tricks won and needed stand side by side",
    ("VerdictRow", "best"): "the headline names it, and its place stands beside its result",
    ("Plate", "look"): "a win is a word or an amount, a fold leaves the seat without cards",
}
"""Fields whose colours repeat what other fields of the same context say."""


def without_colours(svg: str) -> str:
    return re.sub(r'"#[0-9A-Fa-f]{6}"', '""', svg)


def variants(value: Any) -> Iterator[tuple[str, str, Any]]:
    """The value with one yes-or-no or choice changed in it, and the type and field of that."""
    if isinstance(value, tuple):
        for place, each in enumerate(value):
            for kind, name, changed in variants(each):
                yield kind, name, (*value[:place], changed, *value[place + 1 :])
    elif is_dataclass(value) and not isinstance(value, type):
        hints = get_type_hints(type(value))
        for field in fields(value):
            each = getattr(value, field.name)
            for other in others(each, hints[field.name]):
                yield type(value).__name__, field.name, replace(value, **{field.name: other})
            for kind, name, changed in variants(each):
                yield kind, name, replace(value, **{field.name: changed})


def others(value: object, hint: Any) -> list[Any]:
    """The other values that a yes-or-no or a choice can have."""
    if isinstance(value, bool):
        return [not value]
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    return [each for each in choices if each != value]


@pytest.mark.parametrize("theme", themes())
def test_what_a_graphic_says_by_colour_it_says_by_a_shape_or_word_too(theme: str) -> None:
    style = Style(theme=load_theme(theme))
    seen, alone = set(), set()
    for name in SAMPLES:
        for graphic in sample(name, style=style).stage.graphics:
            drawn = graphic_svg(graphic, style.theme)
            for kind, field, changed in variants(graphic.context):
                other = graphic_svg(replace(graphic, context=changed), style.theme)
                seen.add((kind, field))
                if other != drawn and without_colours(other) == without_colours(drawn):
                    alone.add((kind, field))
    assert alone <= SAID_BESIDE.keys()
    assert seen >= {
        ("DecisionBar", "shape"), ("TableBar", "shape"), ("Panel", "shape"), ("Act", "shape"),
        ("FieldRow", "lit"), ("RankRow", "lit"),
    }  # fmt: skip


def contexts_of(kind: type, samples: Iterable[str] = SAMPLES) -> Iterator[Any]:
    def inside(value: Any) -> Iterator[Any]:
        if isinstance(value, kind):
            yield value
        if isinstance(value, tuple):
            for each in value:
                yield from inside(each)
        elif is_dataclass(value) and not isinstance(value, type):
            for field in fields(value):
                yield from inside(getattr(value, field.name))

    for name in samples:
        for graphic in sample(name).stage.graphics:
            yield from inside(graphic.context)


def test_every_win_and_loss_has_its_sign() -> None:
    ends = [name for name in SAMPLES if name.endswith("end")]
    shown = [row.number for row in contexts_of(FieldRow, ends) if row.number]
    shown += [cell.forms[0] for cell in contexts_of(Cell, ["matrix"]) if cell.forms]
    assert len(shown) >= 12
    assert [text for text in shown if not re.match(r"[+−]\d|0", text)] == []


def test_a_winner_s_plate_differs_from_others_in_its_words() -> None:
    """Not by its light background alone."""
    plates = list(contexts_of(Plate))
    winners = [plate for plate in plates if plate.look == "winner"]
    assert winners
    for won, other in ((a, b) for a in winners for b in plates if b.look != "winner"):
        assert (won.word, won.amount) != (other.word, other.amount)
