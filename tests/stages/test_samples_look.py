"""The look's rules on every graphic in every state, in every language, with the hardest names."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import product

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from measured import boxes, boxes_without_words, outside, overlapping, texts

from overlay.motion import wave
from overlay.svg import graphic_svg
from overlay.texts.fonts import font_file
from overlay.themes.theme import load_theme
from producer.stages.comparisons.two_up import PICTURES
from producer.stages.gallery import SAMPLES, sample
from producer.stages.moment import NotDrawable
from producer.stages.programme.show import note
from producer.stages.samples import DATA
from producer.stages.style import Style
from producer.wording.language import LANGUAGES
from producer.wording.language import language as speak

CASES = [
    pytest.param(name, data, Style(speak(language), chips), id=f"{name}-{data}-{language}-{chips}")
    for name in SAMPLES
    for data, language, chips in (
        ("plain", "en", "bb"), ("long", "es", "number"), ("greek", "el", "short"),
        ("hebrew", "en", "bb"), ("alone", "en", "number"),
    )
]  # fmt: skip

DECISIONS = {"decision", "act"}
FRAMES = [name for name in SAMPLES if name != "plates"]


@pytest.mark.parametrize(("name", "data", "style"), CASES)
def test_no_text_leaves_its_box_or_the_safe_area_or_lies_on_another(
    name: str, data: str, style: Style
) -> None:
    stage = sample(name, data, style).stage  # type: ignore[arg-type]
    margin = 0.05 if name != "plates" else 0.0  # a sheet of states, not a frame
    assert outside(stage, margin) == []
    assert overlapping(stage) == []


@pytest.mark.parametrize(("name", "data", "style"), CASES)
def test_no_text_is_too_small_for_a_phone(name: str, data: str, style: Style) -> None:
    """Nothing under 32; decisions from 72, without their tags, and without their word where it
    stands over its amount; ranks of cards from 84."""
    stage = sample(name, data, style).stage  # type: ignore[arg-type]
    templates = {graphic.key: graphic.template for graphic in stage.graphics}
    tags = {
        each.key: (each.context.word,)
        if each.template == "act" and each.context.amount
        else getattr(each.context, "tag", ())
        for each in stage.graphics
    }
    for text in texts(stage):
        assert text.size >= 32, text
        if templates[text.key] in DECISIONS and text.content not in tags[text.key]:
            assert text.size >= 72, text
    for graphic in stage.graphics:
        cards = [
            float(size)
            for size, rank in re.findall(
                r'font-size="([\d.]+)" font-weight="800"[^>]*>(10|[2-9JQKA])</text>\n?<path',
                graphic_svg(graphic),
            )
            if rank
        ]
        least = 48 if graphic.template in ("name", "panel") else 84  # an opponent's, in a line
        assert min(cards, default=84) >= least


@pytest.mark.parametrize("name", FRAMES)
def test_gold_is_only_what_is_the_same_and_where_it_parts(name: str) -> None:
    gold = load_theme().gold
    stage = sample(name).stage
    golden = {each.template for each in stage.graphics if gold in graphic_svg(each)}
    assert golden <= {
        "grid", "band", "branches", "upright", "cards", "frame", "decision", "bracket",
        "field_rows", "matrix", "four_hands", "auction", "auctions", "tricks",
    }  # fmt: skip
    split = name.startswith(("two", "three", "four", "six", "upright", "field", "matrix"))
    split |= name.startswith("auctions") or name == "tricks-decision"
    assert bool(golden) == split


@pytest.mark.parametrize("name", [name for name in FRAMES if name != "territory"])
def test_upper_corners_stay_free(name: str) -> None:
    """Nothing but the dark ground and the pictures' frame is drawn where the channel's logo, and a
    territory's sponsor and notice, are."""
    stage = sample(name).stage
    for graphic in stage.graphics:
        box = graphic.box
        if stage.width > stage.height and graphic.template != "grid" and box.y < 226:
            if graphic.template == "table_bar" and box.y >= 176:
                continue  # a logo in the safe area is at most 120 pixels high
            drawn_at_corner = graphic.template not in ("matrix", "auctions", "tricks") and (
                box.x < 400 or box.x + box.width > 1520
            )
            assert not drawn_at_corner, graphic.key


@pytest.mark.parametrize("name", FRAMES)
def test_amounts_and_words_are_never_cut(name: str) -> None:
    """An ellipsis may end a name, never an amount, a decision or a fixed word."""
    for data, language in product(("plain", "greek"), LANGUAGES):
        stage = sample(name, data, Style(speak(language))).stage  # type: ignore[arg-type]
        for text in texts(stage):
            if text.content.endswith("…"):
                assert text.key.startswith(
                    ("name", "bar", "panel", "photo", "plate", "rows", "ranking")
                ), text


@pytest.mark.parametrize("amount", ["4,100", "412,500", "2,145,000", "12,500,000"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_decision_in_whole_chips_has_its_amount(language: str, amount: str) -> None:
    """On every graphic that carries one. A bubble was RAISE alone where RAISE 4,100 had no room."""
    checked = set()
    for name in FRAMES:
        stage = sample(name, style=Style(speak(language), "number")).stage
        for graphic in stage.graphics:
            context = graphic.context
            if not (getattr(context, "word", "") and getattr(context, "amount", "")):
                continue
            brief = getattr(context, "brief", "").replace(context.amount, amount)
            changes = {"amount": amount} | ({"brief": brief} if brief else {})
            alone = replace(
                stage, graphics=(replace(graphic, context=replace(context, **changes)),)
            )
            said = [each.content for each in texts(alone)]
            assert any(each.endswith(amount) for each in said), (name, graphic.key, said)
            if graphic.template == "act":
                assert any(each.startswith(context.word) for each in said), (name, said)
            assert outside(alone) == [], (name, graphic.key)
            assert overlapping(alone) == [], (name, graphic.key)
            checked.add(graphic.template)
    assert checked >= {"act", "decision", "table_bar", "panel", "plate"}


@pytest.mark.parametrize("name", [name for name in FRAMES if name != "matrix"])
def test_a_box_on_a_plate_comes_and_goes_with_what_stands_in_it(name: str) -> None:
    """Else a change shows it empty. The matrix is a grid of plates; the place of the trick is the
    one box without words of its own."""
    place_of_the_trick = load_theme().lit
    for data in ("plain", "long"):
        for graphic in sample(name, data).stage.graphics:
            found = boxes_without_words(graphic)
            if graphic.template == "tricks":
                found = [each for each in found if each[0] != place_of_the_trick]
            assert found == [], graphic.key


def test_a_note_on_air_has_ten_words_at_most() -> None:
    assert note("one two three four five six seven eight nine ten", "Ana").graphics
    with pytest.raises(NotDrawable, match="one to 10 words, not 11"):
        note("one two three four five six seven eight nine ten eleven", "Ana")
    with pytest.raises(NotDrawable, match="at most 80 letters, not 400"):
        note("a" * 400, "Ana")
    with pytest.raises(NotDrawable, match="not 0"):
        note("   ", "Ana")


def test_the_author_of_a_note_is_shortened_as_names_are() -> None:
    """80 letters are the most that an author may have."""
    name = "Maximilian Bartholomew " * 2 + "Featherstonehaugh-Cholmondeley-Thistlethwaite"
    drawn = [text.content for text in texts(note("Kings folded", name))]
    assert drawn[-1].endswith("Featherstonehaugh-Cholmondeley-Thistlethwaite")
    assert not any("…" in each for each in drawn)


def test_samples_cover_all_data_and_templates() -> None:
    assert len(DATA) == 5
    used = {graphic.template for name in SAMPLES for graphic in sample(name).stage.graphics}
    assert used >= {
        "act", "band", "board", "bracket", "branches", "cards", "clock",
        "deal_strip", "decision", "table_bar",
        "field_rows", "frame", "grid", "known", "lower_third", "matrix", "name",
        "panel", "plate", "pot", "pots", "ranking", "result", "strip", "ahead",
        "sponsor", "notice", "upright", "verdict",
    }  # fmt: skip


def test_placeholders_are_under_the_graphics_where_the_pictures_are() -> None:
    shown = sample("two-up-decision")
    left, right, *rest = shown.with_stand_ins().graphics
    assert tuple(rest) == shown.stage.graphics
    assert [each.box for each in (left, right)] == list(PICTURES.values())
    assert {each.template for each in (left, right)} == {"picture"}


STRIPED = ("two-up-end", "three-end", "four-end", "six-end", "upright-end", "field-end")


@pytest.mark.parametrize("name", STRIPED)
def test_marks_on_capitals_are_clear_of_the_coloured_stripe(name: str) -> None:
    """By the outlines of the font file."""
    checked = 0
    for graphic in sample(name).stage.graphics:
        if graphic.template not in ("name", "panel", "table_bar"):
            continue
        marked = replace(graphic, context=replace(graphic.context, team="ÅÉÏ"))
        drawn = graphic_svg(marked)
        colour = re.escape(graphic.context.colour)
        stripe = re.search(
            rf'<rect(?: x="[\d.]+")?(?: y="([\d.]+)")?[^>]*height="(\d+)" fill="{colour}"', drawn
        )
        assert stripe is not None
        top = float(stripe[1] or 0)
        said = re.search(r'y="([\d.]+)" font-size="([\d.]+)" font-weight="800"[^>]*>ÅÉÏ<', drawn)
        assert said is not None
        base, size = float(said[1]), float(said[2])
        rise, fall = inked("ÅÉÏ")
        below = base - rise * size >= top + float(stripe[2])
        assert below or base - fall * size <= top, (graphic.key, base, size, top)
        checked += 1
    assert checked


def inked(text: str, weight: int = 800) -> tuple[float, float]:
    """How far the letters go above and below their line, as shares of their size."""
    font = TTFont(font_file(weight))
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    pen = BoundsPen(glyphs)
    for letter in text:
        glyphs[names[ord(letter)]].draw(pen)
    return pen.bounds[3] / font["head"].unitsPerEm, pen.bounds[1] / font["head"].unitsPerEm


SAID = [
    name
    for name in SAMPLES
    if name.startswith(("two-up", "three", "four", "six", "upright")) and "bridge" not in name
]


@pytest.mark.parametrize("name", SAID)
@pytest.mark.parametrize(("data", "language"), [("plain", "el"), ("long", "el"), ("plain", "es")])
def test_marks_and_tails_of_letters_are_clear_of_the_plates_edge(
    name: str, data: str, language: str
) -> None:
    """By the outlines of the font file: the dots of ``ΡΕΪΖ`` and the tail of ``φ`` lay on it."""
    stage = sample(name, data, Style(speak(language))).stage  # type: ignore[arg-type]
    checked = 0
    for graphic in stage.graphics:
        if graphic.template not in ("decision", "panel", "table_bar", "strip"):
            continue
        drawn = graphic_svg(graphic)
        plates = [box for _, box in boxes(ET.fromstring(drawn)) if box[3] - box[1] > 20]
        for x, base, size, weight, said in re.findall(
            r'x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)" font-weight="(\d+)"'
            r' fill="#\w+"[^>]*>([^\W\d][^<]+)<', drawn
        ):  # fmt: skip
            rise, fall = inked(said, int(weight))
            y, full = float(base), float(size)
            middle = y - full * 0.3
            around = [
                (low - top, top, low)
                for left, top, right, low in plates
                if left <= float(x) <= right and top <= middle <= low
            ]
            _, top, low = min(around)
            assert top + 1 <= y - rise * full, (graphic.key, said)
            assert y - fall * full <= low - 1, (graphic.key, said)
            checked += 1
    assert checked


@pytest.mark.parametrize("name", ["two-up-end", "six-end", "upright-end", "field-end", "table-end"])
def test_the_board_comes_after_the_hole_cards(name: str) -> None:
    waves = {each.template: wave(each) for each in sample(name).stage.graphics}
    held = [n for template, n in waves.items() if template in ("cards", "band", "upright", "plate")]
    assert max(held) < waves["board"]


@pytest.mark.parametrize("name", [name for name in SAMPLES if name.endswith("-end")])
def test_who_is_ahead_comes_after_the_board_and_no_earlier_than_the_results(name: str) -> None:
    stage = sample(name).stage
    waves = {each.key: wave(each) for each in stage.graphics}
    said = {text.key for text in texts(stage) if "AHEAD" in text.content or text.content == "IMPs"}
    results = {key for key in waves if key.startswith("result")}
    for key in said - {"auctions", "tricks"}:  # one graphic for all there is of it
        assert waves[key] > waves.get("board", 0)
        assert waves[key] >= max((waves[each] for each in results), default=0)
