"""Flags, photos and sponsors on the graphics; how names are said is on none of them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overlay.svg import graphic_svg, stage_svg
from overlay.texts.text_positions import outside, overlapping, texts
from overlay.themes.logo import Logo
from overlay.themes.pictures import Picture
from overlay.themes.theme import Theme, load_theme
from overlay.themes.theme_pictures import Pictures, Place, Sponsor, Territory
from producer.compare import compare
from producer.events import Player, Team
from producer.feeds import read
from producer.games.line import DealKey
from producer.record import open_store
from producer.scoring import standings, tally_of
from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import PackageSource
from producer.stages.moment import NotDrawable
from producer.stages.packages import has_packages, playables
from producer.stages.people import people
from producer.stages.programme.show import PHOTO, speaker, sponsor, territory
from producer.stages.style import Style

GUIDE = Path(__file__).parents[2] / "assets" / "demo" / "guide.ndjson"

PIXEL = Picture("data:image/png;base64,iVBORw0KGgo=", 1.5)
OTHER = Picture("data:image/jpeg;base64,/9j/4AAQ", 1.0)
ANA = Player(name="Ana", team="X")


def theme(pictures: Pictures) -> Theme:
    return replace(load_theme(), pictures=pictures)


def flag_of(team: Team, pictures: Pictures = Pictures()) -> Picture | str:  # noqa: B008 (a value)
    return people({"X": team}, theme(pictures)).flag(ANA)


@pytest.mark.parametrize(
    ("team", "code"),
    [
        (Team(name="Greece"), "GR"),
        (Team(name="Ελλάδα"), "GR"),
        (Team(name="Grecia"), "GR"),
        (Team(name="The Netherlands"), "NL"),
        (Team(name="England"), "ENG"),
        (Team(name="Oxford"), ""),
        (Team(name="Oxford", flag="ENG"), "ENG"),
        (Team(name="Georgia", flag="US"), "US"),
        (Team(name="Georgia", flag="none"), ""),
        (Team(name="Wales"), ""),
        (Team(name="Oxford", flag="XX"), ""),
    ],
)
def test_a_team_has_the_flag_of_its_nation_or_none(team: Team, code: str) -> None:
    assert flag_of(team) == code


def test_a_theme_gives_pictures_by_team_then_by_nation() -> None:
    own = Pictures(flags={"X": PIXEL, "GR": OTHER, "WAL": OTHER})
    assert flag_of(Team(name="Greece"), own) == PIXEL
    nations = Pictures(flags={"GR": OTHER, "WAL": PIXEL})
    assert flag_of(Team(name="Greece"), nations) == OTHER
    assert flag_of(Team(name="Wales"), nations) == PIXEL
    assert flag_of(Team(name="Spain"), nations) == "ES"


def test_a_player_without_a_team_has_no_flag() -> None:
    assert people({}, load_theme()).flag(Player(name="Ana")) == ""


def test_a_speaker_of_whom_the_theme_has_a_photo_is_shown_beside_it() -> None:
    style = Style(theme=theme(Pictures(photos={"Ana Ruiz": PIXEL})))
    photo, third = speaker("Ana Ruiz", "Commentary", style).graphics
    assert PIXEL.href in graphic_svg(photo, style.theme)
    assert photo.box == PHOTO
    assert third.box.x == PHOTO.x + PHOTO.width
    assert third.box.x + third.box.width == 64 + 1792
    (alone,) = speaker("Ana Reis", "Commentary", style).graphics
    assert alone.box.x == 64


def test_letters_that_no_font_has_do_not_part_a_name_from_its_photo() -> None:
    name = "A\U00012000"
    style = Style(theme=theme(Pictures(photos={name: PIXEL})))
    assert PIXEL.href in stage_svg(speaker(name, "", style))


@pytest.mark.parametrize(
    ("place", "left", "right"),
    [("bottom left", 96, None), ("bottom middle", None, None), ("bottom right", None, 1824)],
)
def test_a_sponsor_is_where_the_theme_puts_it(
    place: Place, left: int | None, right: int | None
) -> None:
    made = Pictures(sponsors={"Acme": Sponsor(Logo(PIXEL.href, 3.0, "#FFFFFF"), place)})
    (plate,) = sponsor("Acme", Style(theme=theme(made))).graphics
    box = plate.box
    assert PIXEL.href in graphic_svg(plate, theme(made))
    assert box.y + box.height == 1026
    assert left is None or box.x == left
    assert right is None or box.x + box.width == right
    if place == "bottom middle":
        assert box.x + box.width / 2 == pytest.approx(960, abs=1)


def test_the_first_sponsor_is_the_default_and_an_unknown_one_is_refused() -> None:
    logo = Logo(PIXEL.href, 3.0, "#FFFFFF")
    both = {name: Sponsor(logo, "bottom left") for name in ("Acme", "Nordic")}
    style = Style(theme=theme(Pictures(sponsors=both)))
    assert sponsor(None, style) == sponsor("Acme", style)
    with pytest.raises(NotDrawable, match="the theme has no sponsor 'Foo'; name one of Acme, Nor"):
        sponsor("Foo", style)
    with pytest.raises(NotDrawable, match=r"the theme has no sponsor; add one to its \[sponsors\]"):
        sponsor(None, Style())


NOTICES = {"en": "Play responsibly", "es": "Juega con responsabilidad", "el": "Παίξε υπεύθυνα"}


@pytest.mark.parametrize("look", ["dark", "light"])
@pytest.mark.parametrize("code", NOTICES)
def test_a_territory_has_its_sponsor_and_notice_in_the_upper_corners(look: str, code: str) -> None:
    """The hole cards of a split are from 404 to 1516, its bars from 180; text stays 96 from the
    edge (5 %) and has 32 pixels or more."""
    plate = Sponsor(Logo(PIXEL.href, 9.0, "#FFFFFF"), "bottom left")
    made = Pictures(territories={code: Territory(plate, "18+", NOTICES[code])})
    shown = territory(code, Style(theme=replace(load_theme(look), pictures=made)))
    left, right = (graphic.box for graphic in shown.graphics)
    assert (left.x, left.y, right.x + right.width) == (64, 54, 1856)
    assert left.x + left.width < 404
    assert right.x > 1516
    assert max(left.y + left.height, right.y + right.height) < 180
    drawn = texts(shown)
    assert " ".join(text.content for text in drawn) == f"18+ {NOTICES[code]}"
    assert all(text.size >= 32 for text in drawn)
    assert not outside(shown, 0.05)
    assert not overlapping(shown)


def test_a_territory_has_only_what_it_names() -> None:
    named = {"ES": Territory(age="18+"), "GR": Territory(notice="Παίξε υπεύθυνα")}
    style = Style(theme=theme(Pictures(territories=named)))
    assert [text.content for text in texts(territory("ES", style))] == ["18+"]
    assert "18+" not in stage_svg(territory("GR", style))
    assert territory(None, style) == territory("ES", style)
    with pytest.raises(NotDrawable, match="no territory 'UK'; name one of ES, GR"):
        territory("UK", style)
    with pytest.raises(NotDrawable, match=r"the theme has no territory; add one: \[territories\]"):
        territory(None, Style())


def test_how_names_are_said_is_on_no_graphic(tmp_path: Path) -> None:
    opening, *hands = map(json.loads, GUIDE.read_text(encoding="utf-8").splitlines())
    data: dict[str, Any] = opening["data"]
    names = [player["name"] for table in data["tables"].values()
             for player in table["players"].values()]  # fmt: skip
    data["pronunciations"] = {name: f"ZAKU-{place}" for place, name in enumerate(names)}
    file = tmp_path / "guide.ndjson"
    file.write_text("\n".join(map(json.dumps, [opening, *hands])), encoding="utf-8")
    with open_store(tmp_path / "record.db") as store:
        assert store.append(read(file)).quarantined == 0
        deal = store.deal(DealKey("guide", "A", 1))
    assert deal is not None
    ranked = standings(tally_of([deal]))
    source = PackageSource(compare(deal), note="Kings folded", around=(ranked, ranked))
    packed = [entry for entry in CATALOGUE.values() if has_packages(entry)]
    drawn = ""
    for entry in packed:
        try:
            drawn += "".join(
                stage_svg(step) for each in playables(entry, source) for step in each.steps
            )
        except NotDrawable:
            assert entry.name in ("sponsor", "territory", "seat-ranking", "auctions", "tricks")
    assert sum(name in drawn for name in names) > 2
    assert "ZAKU" not in drawn
