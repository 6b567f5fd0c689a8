"""Graphics of the programme: standings, lower third."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from overlay import contexts
from overlay.contexts import (
    Ranking,
    RankRow,
)
from overlay.stage import Box, Context, Graphic, Stage
from overlay.texts.text import capitals
from overlay.themes.notices import notice_lines, notice_width
from producer.events import Team
from producer.games.line import Chips
from producer.scoring.standings import Standings, TeamLine
from producer.stages import words
from producer.stages.drawings import won_in
from producer.stages.moment import NotDrawable
from producer.stages.people import people
from producer.stages.style import PLAIN, Style, amount, signed, signed_chips

WIDTH, HEIGHT = 1920, 1080

PANEL = Box(400, 54, 1120, 972)
LOWER_THIRD = Box(64, 806, 1792, 220)
PHOTO = Box(64, 766, 208, 260)

_SAFE_X, _SAFE_Y = 96, 54
_SPONSOR_HEIGHT = 160
_EDGE = 64
_CORNER_HEIGHT, _CORNER_WIDTH = 110, 334
"""Pixels of an upper corner that graphics with pictures leave free."""

MOST_ROWS = 12


def alone(key: str, template: str, context: Context, box: Box, style: Style = PLAIN) -> Stage:
    """A stage of one graphic."""
    return Stage(WIDTH, HEIGHT, (Graphic(key, template, context, box),), style.theme)


def standings_stage(
    standings: Standings, teams: Mapping[str, Team], deals: int = 0, style: Style = PLAIN
) -> Stage:
    """The teams by points, level ones by chips (RULES P5); players where there are no teams. IMPs
    stand beside what they are net of the opponents'.

    ``deals``: of the whole session, 0 if unknown. Raises NotDrawable before the first deal
    counts.
    """
    if not standings.ranked_after[1]:
        raise NotDrawable(
            f"{standings.session}/{standings.group}: no deal counts yet: all tables must have "
            "finished it, and it must be released",
            "wait for the first one",
        )
    return alone("ranking", "ranking", standings_of(standings, teams, deals, style), PANEL, style)


def standings_of(
    standings: Standings, teams: Mapping[str, Team], deals: int, style: Style
) -> Ranking:
    who, say = people(teams, style.theme, style.say.code), style.say
    fewest, most = standings.ranked_after
    played = f"{most}" if fewest == most else f"{fewest}–{most}"
    if standings.teams:
        level = _level([line.points for line in standings.teams])
        places = words.places([line.rank for line in standings.teams])
        rows = [
            RankRow(
                place,
                who.colours.get(line.team, who.neutral),
                capitals(who.full(line.team)),
                _second(line, standings, style),
                points(line.points, style),
                each,
                team=True,
                short=who.letters(line.team),
                flag=who.flag_of(line.team),
            )
            for line, place, each in zip(standings.teams, places, level, strict=True)
        ]
    else:
        level = _level([line.points or 0 for line in standings.players])
        places = words.places([line.rank for line in standings.players])
        rows = [
            RankRow(
                place,
                who.neutral,
                line.player or say.gettext("SEAT {n}").format(n=line.seat),
                "" if standings.in_imps else result(line.against_average, standings.unit, style),
                points(line.points or 0, style),
                each,
            )
            for line, place, each in zip(standings.players, places, level, strict=True)
        ]
    if deals:
        note = say.gettext("after {n} of {deals} deals").format(n=played, deals=deals)
    else:
        note = say.ngettext("after {n} deal", "after {n} deals", most).format(n=played)
    if standings.reference:
        note += " · " + say.gettext("against a reference by bots")
    heads = won_in(style)[0], say.gettext("POINTS")
    if standings.in_imps:
        heads = say.gettext("NET") if standings.teams else "", say.gettext("IMPs")
    return ranking(say.gettext("STANDINGS"), note, heads, rows, style)


def _second(line: TeamLine, standings: Standings, style: Style) -> str:
    """What stands beside a team's points: in IMPs, by which it is ranked, those net of its
    opponents'."""
    if standings.in_imps:
        return "" if line.net is None else signed(Fraction(line.net), style.say)
    return result(line.chips, standings.unit, style)


def ranking(
    title: str,
    note: str,
    heads: tuple[str, str],
    rows: Sequence[RankRow],
    style: Style,
    of: int = 0,
) -> Ranking:
    """The first ``MOST_ROWS`` rows; says how many are shown if there are more. ``of``: how many
    there are, where ``rows`` are not all."""
    shown, every = "", max(of, len(rows))
    if every > MOST_ROWS:
        shown = style.say.gettext("{n} of {rows} shown").format(n=MOST_ROWS, rows=every)
    return Ranking(title, note, heads, tuple(rows[:MOST_ROWS]), shown)


def speaker(name: str, who: str, style: Style = PLAIN) -> Stage:
    """A lower third with the speaker's name, beside the photo that the theme has of that name."""
    third = contexts.LowerThird("speaker", name, who)
    picture = style.theme.pictures.photos.get(name)
    if picture is None:
        return alone("lower-third", "lower_third", third, LOWER_THIRD, style)
    box = LOWER_THIRD
    beside = replace(box, x=box.x + PHOTO.width, width=box.width - PHOTO.width)
    photo = Graphic("photo", "photo", contexts.Photo(picture, name), PHOTO)
    graphics = photo, Graphic("lower-third", "lower_third", third, beside)
    return Stage(WIDTH, HEIGHT, graphics, style.theme)


def sponsor(name: str | None, style: Style = PLAIN) -> Stage:
    """A plate with the logo of one of the theme's sponsors, by default the first, in the place
    that the theme gives it. Raises NotDrawable."""
    sponsors = style.theme.pictures.sponsors
    if name is None:
        name = next(iter(sponsors), "")
    if name not in sponsors:
        raise NotDrawable(
            f"the theme has no sponsor {name!r}" if name else "the theme has no sponsor",
            f"name one of {', '.join(sponsors)}" if sponsors else "add one to its [sponsors]",
        )
    each = sponsors[name]
    width = round(each.logo.tile_width(_SPONSOR_HEIGHT))
    space = WIDTH - 2 * _SAFE_X - width
    x = _SAFE_X + {"bottom left": 0, "bottom middle": space // 2, "bottom right": space}[each.place]
    box = Box(x, HEIGHT - _SAFE_Y - _SPONSOR_HEIGHT, width, _SPONSOR_HEIGHT)
    return alone("sponsor", "sponsor", contexts.SponsorPlate(each.logo), box, style)


def territory(name: str | None, style: Style = PLAIN) -> Stage:
    """What the feed of a territory has over the programme: its sponsor in the upper left corner,
    age mark and notice in the upper right, clear of the graphics of poker in two and more pictures.
    By default the theme's first territory. Raises NotDrawable."""
    territories = style.theme.pictures.territories
    if name is None:
        name = next(iter(territories), "")
    if name not in territories:
        raise NotDrawable(
            f"the theme has no territory {name!r}" if name else "the theme has no territory",
            f"name one of {', '.join(territories)}" if territories else "add one: [territories]",
        )
    each = territories[name]
    graphics = []
    if each.sponsor is not None:
        logo = each.sponsor.logo
        width = min(round(logo.tile_width(_CORNER_HEIGHT)), _CORNER_WIDTH)
        box = Box(_EDGE, _SAFE_Y, width, _CORNER_HEIGHT)
        graphics.append(Graphic("sponsor", "sponsor", contexts.SponsorPlate(logo), box))
    if each.age or each.notice:
        face = style.theme.face
        lines, width = notice_lines(each, face), notice_width(each, face)
        box = Box(WIDTH - _EDGE - width, _SAFE_Y, width, _CORNER_HEIGHT)
        context = contexts.TerritoryNotice(each.age, lines)
        graphics.append(Graphic("notice", "notice", context, box))
    return Stage(WIDTH, HEIGHT, tuple(graphics), style.theme)


def note(text: str, author: str, style: Style = PLAIN) -> Stage:
    """A note as a lower third. Raises NotDrawable where it is too long for one."""
    if fault := contexts.note_fault(text):
        raise NotDrawable(f"a note on air {fault}", "shorten the note")
    third = contexts.LowerThird("note", " ".join(text.split()), author)
    return alone("lower-third", "lower_third", third, LOWER_THIRD, style)


def _level(values: Sequence[Chips]) -> list[bool]:
    return [values.count(value) > 1 for value in values]


def points(points: Chips, style: Style) -> str:
    return amount(Fraction(points), style.say)


def result(chips: Chips, unit: str, style: Style) -> str:
    """Chip scores in smallest units or big blinds, as the standings have them."""
    value = Fraction(chips)
    return signed(value, style.say) if unit == "bb" else signed_chips(value, 1, _as_chips(style))


def _as_chips(style: Style) -> Style:
    """Standings sum chips over deals with different blinds, so big blinds become chips."""
    return Style(style.say, "number" if style.chips == "bb" else style.chips, style.theme)
