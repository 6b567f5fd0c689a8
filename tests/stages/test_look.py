"""The look's rules on every stage: sizes, safe area, words, gold, no overlaps."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from overlay.svg import graphic_svg, stage_svg
from overlay.texts.text import text_width
from overlay.themes.theme import load_theme
from producer.events import Player, Team
from producer.games.cards import DECK
from producer.games.holdem.replays import Spot
from producer.stages.comparisons.comparison_cut import (
    ChoiceSeen,
    Opponent,
    OutcomeSeen,
    PlaceSeen,
    SideSeen,
    SplitSeen,
)
from producer.stages.comparisons.two_up import PICTURES, drawn

SAFE = (96, 54, 1824, 1026)
_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")

NAMES = st.text(alphabet="AÉÑŞWmiñşλίαΩЖдй -.'", min_size=1, max_size=50).filter(str.strip)
TEAMS = {
    "A": Team(name="Bosnia and Herzegovina", colour="#FF0000"),
    "B": Team(name="Ελλάδα"),
    "C": Team(name="Saint Vincent and the Grenadines"),
}
AMOUNTS = st.fractions(min_value=0, max_value=400, max_denominator=100)
RESULTS = st.fractions(min_value=-400, max_value=400, max_denominator=100)
PLAYERS = st.builds(Player, name=NAMES, team=st.sampled_from([None, *TEAMS]))
CHOICES = st.builds(
    ChoiceSeen,
    action=st.sampled_from(["fold", "check", "call", "bet", "raise"]),
    to=AMOUNTS,
    paid=AMOUNTS,
    mark=st.sampled_from(["", "all-in", "cap"]),
)
PLACES = st.builds(PlaceSeen, RESULTS, rank=st.integers(1, 20), field=st.integers(2, 20))
SPOTS = st.builds(
    Spot,
    street=st.just("turn"),
    seat=st.just(1),
    pot=st.just(300),
    to_call=st.sampled_from([0, 100]),
    min_to=st.sampled_from([None, 200]),
    max_to=st.none(),
    committed=st.just({1: 100}),
    street_bets=st.sampled_from([{1: 0}, {1: 50}]),
    behind=st.just({}),
    live=st.just((1, 2)),
)
STATES = ("question", "decision", "later", "first end", "end")


@st.composite
def seen(draw: st.DrawFn) -> SplitSeen:
    cards = draw(st.permutations(DECK))
    state = draw(st.sampled_from(STATES))
    to_call, pot = draw(AMOUNTS), draw(AMOUNTS)
    spot = draw(SPOTS)

    def side(table: str) -> SideSeen:
        many = draw(st.sampled_from([1, 1, 1, 2, 9]))
        held = tuple(cards[2:4]) if draw(st.booleans()) else ()
        return SideSeen(
            table,
            draw(PLAYERS),
            tuple(Opponent(draw(PLAYERS), held) for _ in range(many)),
            to_call,
            pot,
            None if state == "question" else draw(CHOICES),
            OutcomeSeen(draw(RESULTS), draw(PLACES) if state == "end" else None)
            if state == "end" or (state == "first end" and table == "1")
            else None,
            pot_now=draw(AMOUNTS) if state == "later" else None,
            spot=spot,
        )

    board = tuple(cards[4 : 4 + draw(st.sampled_from([0, 3, 4, 5]))])
    return SplitSeen(tuple(cards[:2]), board, (side("1"), side("2")))


@dataclass(frozen=True)
class Text:
    """A text on the stage, from cap height to baseline."""

    content: str
    size: float
    left: float
    top: float
    right: float
    bottom: float


def texts(element: ET.Element, x: float = 0, y: float = 0) -> Iterator[Text]:
    moved = _MOVE.match(element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if element.tag.endswith("}text"):
        content, size = element.text or "", float(element.get("font-size", ""))
        spacing = float(element.get("letter-spacing", "0"))
        width = text_width(content, int(element.get("font-weight", "")), size, spacing)
        start = x + float(element.get("x", ""))
        start -= {"middle": width / 2, "end": width}.get(element.get("text-anchor", ""), 0)
        base = y + float(element.get("y", ""))
        yield Text(content, size, start, base - 0.69 * size, start + width, base)
    for child in element:
        yield from texts(child, x, y)


def on_stage(known: SplitSeen) -> list[Text]:
    return list(texts(ET.fromstring(stage_svg(drawn(known, TEAMS)))))


@given(seen())
def test_nothing_is_too_small_for_a_phone(known: SplitSeen) -> None:
    """32 px for anything, 44 for names and results, 72 for decisions, 84 for ranks of cards."""
    stage = drawn(known, TEAMS)
    tags = {graphic.key: getattr(graphic.context, "tag", ()) for graphic in stage.graphics}
    sizes = {
        graphic.key: [
            text.size
            for text in texts(ET.fromstring(graphic_svg(graphic)))
            if text.content not in tags[graphic.key]
        ]
        for graphic in stage.graphics
    }
    assert min(size for each in sizes.values() for size in each) >= 32
    assert min(sizes["decision-left"] + sizes["decision-right"], default=72) >= 72
    ranks = [text.size for text in on_stage(known) if re.fullmatch(r"10|[2-9JQKA]", text.content)
             and text.top < 210]  # fmt: skip
    assert len(ranks) == 2 + len(known.board)
    assert min(ranks) >= 84
    for key in ("result-left", "result-right"):
        assert min(sizes.get(key, [])[:1], default=56) >= 56, "the result is the largest of its row"
    assert min(sizes.get("ahead", [46])) >= 38
    for key in ("name-left", "name-right"):
        small = [size for size in sizes[key] if size < 44]
        assert len(small) <= 1, "only 'against' is smaller than the names and the opponent's cards"
        assert sizes[key][0] > 44, "the table is larger than the opponent"


@given(seen())
def test_text_keeps_to_the_safe_area(known: SplitSeen) -> None:
    left, top, right, bottom = SAFE
    for text in on_stage(known):
        assert text.left >= left - 0.5, text
        assert text.right <= right + 0.5, text
        assert text.top >= top, text
        assert text.bottom <= bottom, text


@given(seen())
def test_no_text_overlaps_another_or_the_fork(known: SplitSeen) -> None:
    shown = on_stage(known)
    for one, other in combinations(shown, 2):
        apart = (
            one.right <= other.left + 0.5
            or other.right <= one.left + 0.5
            or one.bottom <= other.top
            or other.bottom <= one.top
        )
        assert apart, (one, other)
    beside = [text for text in shown if 832 < text.bottom < 944]
    assert all(text.right <= 852.5 or text.left >= 1067.5 for text in beside)


@given(seen())
def test_at_most_ten_words_besides_names_numbers_and_decisions(known: SplitSeen) -> None:
    stage = drawn(known, TEAMS)
    spoken: list[str] = []
    for graphic in stage.graphics:
        shown = [text.content for text in texts(ET.fromstring(graphic_svg(graphic)))]
        if graphic.key.startswith("name"):
            shown = [graphic.context.versus]  # the rest are names and cards
        if graphic.key == "ahead":
            shown = [graphic.context.words]  # the rest is a name and a number
        if graphic.key.startswith(("decision", "result-left", "result-right")):
            continue
        shown = [each for each in shown if each not in getattr(graphic.context, "headline", ())]
        spoken += [word for each in shown for word in each.split() if word.isalpha()]
    spoken = [word for word in spoken if word not in {"BB", "A", "K", "Q", "J"}]
    assert len(spoken) <= 10, spoken


@given(seen())
def test_gold_is_only_what_is_the_same_and_where_it_parts(known: SplitSeen) -> None:
    gold = load_theme().gold
    golden = {g.key for g in drawn(known, TEAMS).graphics if gold in graphic_svg(g)}
    assert golden == {"frame", "cards"}


@given(seen())
def test_both_sides_are_equally_bright(known: SplitSeen) -> None:
    """The graphic does not judge: both decisions are drawn in the same colours and box sizes."""
    stage = drawn(known, TEAMS)
    graphics = {graphic.key: graphic for graphic in stage.graphics}
    left, right = graphics["decision-left"], graphics["decision-right"]
    assert (left.box.width, left.box.height) == (right.box.width, right.box.height)
    fills = [set(re.findall(r'fill="(#\w+)"', graphic_svg(each))) for each in (left, right)]
    assert fills[0] == fills[1]


@given(seen())
def test_corners_stay_free_for_the_channel(known: SplitSeen) -> None:
    for graphic in drawn(known, TEAMS).graphics:
        box = graphic.box
        if box.y < 226 and graphic.key != "frame":
            assert box.x >= 400
            assert box.x + box.width <= 1520


def test_the_line_parts_the_pictures() -> None:
    side = SideSeen(
        "1",
        Player(name="x"),
        (),
        Fraction(0),
        Fraction(1),
        ChoiceSeen("check", Fraction(0), Fraction(0), ""),
        None,
    )
    stage = drawn(SplitSeen((50, 51), (), (side, side)), {})
    (frame,) = (graphic.box for graphic in stage.graphics if graphic.key == "frame")
    left, right = PICTURES["left"], PICTURES["right"]
    assert 2 * frame.x + frame.width == left.x + left.width + right.x, "in the middle between them"
