"""Team colours are distinct, stable, and never red, green or gold (the look)."""

import colorsys
import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.themes.colour import (
    LEAST_DISTANCE,
    TeamColours,
    allowed_for_team,
    distinct_teams,
    team_colours,
)
from overlay.themes.oklab import contrast, distance, oklab
from overlay.themes.theme import load_theme, themes
from producer.simulate.roster import NATIONS
from producer.stages.samples import DATA
from producer.stages.samples.deals import split_deal

CHECKOUT = Path(__file__).parents[2]
RULES = {name: load_theme(name).teams for name in themes()}
DARK = RULES["dark"]
EACH_THEME = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06X}")
TEAMS = st.dictionaries(
    st.text(alphabet="ABCDEFGH", min_size=1, max_size=2), st.none() | COLOURS, max_size=16
)


def says_another_thing(colour: str) -> bool:
    """Red, orange, gold, yellow or green to the eye: a hue from 335 to 170 degrees that shows."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    shows = saturation * (1 - abs(2 * lightness - 1))
    return shows > 0.2 and not 170 <= hue * 360 <= 335


def nearest(colours: dict[str, str]) -> float:
    return min(distance(*pair) for pair in combinations(colours.values(), 2))


def told_sets() -> dict[str, dict[str, str | None]]:
    """Every set of teams with its own colours that the made-up and the real events bring."""
    found: dict[str, dict[str, str | None]] = {}
    for data in DATA:
        if teams := split_deal(data).teams:
            found[f"sample-{data}"] = {key: team.colour for key, team in teams.items()}
    for count in (6, 8, 10):
        found[f"simulated-{count}"] = {each.name: each.colour for each in NATIONS[:count]}
    folders = CHECKOUT / "assets" / "demo", CHECKOUT / "tests" / "fixtures" / "native"
    for path in (file for folder in folders for file in sorted(folder.glob("*.*json*"))):
        with path.open(encoding="utf-8") as lines:
            opened = [json.loads(line) for line in lines if '"session.opened"' in line[:400]]
        for event in opened:
            if teams := event["data"].get("teams"):
                name = f"{path.stem}-{event['session']}-{event['group']}"
                found[name] = {key: team.get("colour") for key, team in teams.items()}
    return found


SETS = told_sets()


@EACH_THEME
@pytest.mark.parametrize("teams", SETS.values(), ids=SETS)
def test_teams_of_every_event_have_distinct_colours(
    rules: TeamColours, teams: dict[str, str | None]
) -> None:
    colours = team_colours(teams, rules)
    assert nearest(colours) >= LEAST_DISTANCE
    for colour in colours.values():
        assert contrast(colour, rules.plate) >= 3
        assert distance(colour, rules.strong) >= 0.1
        assert min(distance(colour, meaning) for meaning in rules.reserved) >= 0.13


def test_the_guides_teams_are_among_the_sets() -> None:
    assert {"Argentina", "Denmark"} <= set().union(*SETS.values())


@EACH_THEME
@given(given_=TEAMS)
def test_no_team_is_red_green_or_gold(rules: TeamColours, given_: dict[str, str | None]) -> None:
    colours = team_colours(given_, rules)
    assert not [colour for colour in colours.values() if says_another_thing(colour)]


@given(TEAMS)
def test_colours_are_distinct_and_do_not_depend_on_the_order(
    given_: dict[str, str | None],
) -> None:
    colours = team_colours(given_, DARK)
    assert set(colours) == set(given_)
    assert len(set(colours.values())) == len(colours)
    assert team_colours(dict(reversed(given_.items())), DARK) == colours


@EACH_THEME
@given(colour=COLOURS)
def test_an_allowed_colour_is_unchanged(rules: TeamColours, colour: str) -> None:
    got = team_colours({"A": colour}, rules)["A"]
    assert (got == colour) == allowed_for_team(colour, rules)
    assert allowed_for_team(got, rules)


def test_flag_colours_move_to_the_nearest_that_is_not_red_or_green() -> None:
    """China's red goes to magenta, Brazil's green to teal; Argentina's blue stays."""
    colours = team_colours({"A": "#75AADB", "B": "#009739", "C": "#DE2910"}, DARK)
    assert colours["A"] == "#75AADB"
    _, green_red, blue_yellow = oklab(colours["B"])
    assert green_red < -0.05
    assert blue_yellow < 0.01
    _, green_red, blue_yellow = oklab(colours["C"])
    assert green_red > 0.1
    assert blue_yellow < -0.03


@EACH_THEME
def test_nine_teams_without_colours_get_distinct_ones(rules: TeamColours) -> None:
    assert distinct_teams(rules) >= 9


def test_team_colours_differ_from_reserved_colours() -> None:
    """Where the fork is cyan, no team is; red and green may be, since they say nothing then."""
    cyan = TeamColours("#0B1322", "#F1F4FA", ("#27C8F2",))
    assert not allowed_for_team("#1FB8E0", cyan)
    assert allowed_for_team("#E5263A", cyan)
    given_: dict[str, str | None] = dict.fromkeys("ABCDEF")
    assert min(distance(c, "#27C8F2") for c in team_colours(given_, cyan).values()) >= 0.13


def test_no_room_for_any_team_is_an_error() -> None:
    steps = range(0, 256, 51)
    everything = tuple(f"#{r:02X}{g:02X}{b:02X}" for r in steps for g in steps for b in steps)
    rules = TeamColours("#0B1322", "#F1F4FA", everything)
    with pytest.raises(ValueError, match="leave no colour for teams"):
        team_colours({"A": None}, rules)


@pytest.mark.parametrize(
    ("colour", "lightness", "green_red", "blue_yellow"),
    [("#FF0000", 0.628, 0.225, 0.126), ("#00FF00", 0.866, -0.234, 0.179),
     ("#0000FF", 0.452, -0.032, -0.312), ("#FFFFFF", 1.0, 0.0, 0.0)],
)  # fmt: skip
def test_oklab_of_the_primaries(
    colour: str, lightness: float, green_red: float, blue_yellow: float
) -> None:
    """Against the table of CSS Color 4's reference conversions."""
    assert oklab(colour) == pytest.approx((lightness, green_red, blue_yellow), abs=0.001)


def test_contrast_is_wcags() -> None:
    """#767676 on white is the lightest grey that passes 4.5."""
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)
    assert contrast("#FFFFFF", "#FFFFFF") == 1
