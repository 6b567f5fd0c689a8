"""The ranking of those who hold the same cards, before and after a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from overlay.contexts import RankRow
from overlay.stage import Stage
from overlay.texts.text import capitals
from producer.compare.model import Comparison
from producer.games.line import Chips, Deal
from producer.scoring.standings import SeatLine, Standings
from producer.stages import words
from producer.stages.drawings import won_in
from producer.stages.moment import NotDrawable
from producer.stages.people import People, people
from producer.stages.programme.show import PANEL, alone, ranking
from producer.stages.style import PLAIN, UNIT, Style, signed_chips
from producer.stages.style import unit as unit_of


def seat_of(comparison: Comparison, seat: int | None) -> int:
    """The seat, by default the best pick's. Raises NotDrawable if the deal has no such seat."""
    deal = comparison.deal.key
    known = ", ".join(map(str, sorted(comparison.averages)))
    if seat is None:
        if comparison.seat is None:
            raise NotDrawable(
                f"deal {deal}: the tables never chose differently", f"name a seat of {known}"
            )
        return comparison.seat
    if seat not in comparison.averages:
        raise NotDrawable(f"deal {deal}: seat {seat} was empty", f"name a seat of {known}")
    return seat


def seat_ranking_stage(
    before: Standings,
    after: Standings,
    seat: int,
    deal: Deal,
    lit: frozenset[str] = frozenset(),
    style: Style = PLAIN,
    *,
    aired: bool = False,
) -> Stage:
    """The players of one seat after a deal, by chip score (RULES P5), and where those who moved
    were before it; ``lit``: the tables talked about, with what they won or lost in it. ``aired``:
    the note says after how many deals of the programme it is.

    Raises NotDrawable if no deal counted before it, or if it does not count itself.
    """
    was, now = before.seats.get(seat, ()), after.seats.get(seat, ())
    if not before.counted.get(seat) or before.counted[seat] == after.counted.get(seat):
        raise NotDrawable(
            f"seat {seat} has no ranking before and after deal {deal.key.number}",
            "pick another seat or deal",
        )
    say = style.say
    who = people(deal.teams, style.theme, say.code)
    blind = 0 if after.unit == "bb" else deal.plays[0].game.unit
    rows = _rows(was, now, who, blind, lit, style)
    unit, title = won_in(style)
    if unit_of(blind, style) == UNIT:
        unit, title = say.gettext("BIG BLINDS"), say.gettext("RANKED BY BIG BLINDS WON")
    note = say.gettext("after deal {n}").format(n=deal.key.number)
    deals = after.counted[seat]
    if aired:
        note = say.ngettext("after {n} deal", "after {n} deals", deals).format(n=deals)
    about = say.ngettext(
        "{n} players, the same cards in {deals} deal",
        "{n} players, the same cards in {deals} deals",
        deals,
    ).format(n=len(now), deals=deals)
    shown = replace(
        ranking(title, note, ("", unit), rows, style),
        about=about,
        pointed=_this_deal(deal, seat, lit, who, style),
    )
    return alone("ranking", "ranking", shown, PANEL, style)


def _rows(
    was: Sequence[SeatLine],
    now: Sequence[SeatLine],
    who: People,
    blind: int,
    lit: frozenset[str],
    style: Style,
) -> list[RankRow]:
    """Players who share a place are in the order of the ranking before."""
    old = {line.table: line.rank for line in was}
    shared = [_shared(was), _shared(now)]
    now = sorted(now, key=lambda line: (line.rank, old.get(line.table, 0)))
    return [
        RankRow(
            place,
            who.colours.get(line.team or "", who.neutral),
            _side(line, who, style),
            _before(line, old.get(line.table, line.rank), shared, style),
            _won(line.chips, blind, style),
            team=line.team is not None,
            short=who.letters(line.team or ""),
            lit=line.table in lit,
            moved=old.get(line.table, line.rank) - line.rank,
            flag=who.flag_of(line.team or ""),
        )
        for line, place in zip(now, words.places([line.rank for line in now]), strict=True)
    ]


def _won(chips: Chips, blind: int, style: Style) -> str:
    """``blind``: how many chips a unit is, 0 where they are big blinds already."""
    return signed_chips(Fraction(chips) / (blind or 1), blind, style)


def _this_deal(
    deal: Deal, seat: int, lit: frozenset[str], who: People, style: Style
) -> tuple[str, ...]:
    """What the tables talked about won or lost in the deal, in ever shorter forms."""
    plays = [play for play in deal.plays if play.table in lit and seat in play.result]
    if not plays:
        return ()
    say, forms = style.say, []
    for short in (False, True):
        won = []
        for play in plays:
            team = play.players[seat].team or ""
            name = who.letters(team) if short else capitals(who.full(team))
            name = name or say.gettext("TABLE {name}").format(name=play.table)
            won.append(f"{name} {_won(play.result[seat], play.game.unit, style)}")
        forms.append(say.gettext("in this deal: {results}").format(results=" · ".join(won)))
    return (*forms, say.gettext("compared in this deal"))


def _shared(lines: Sequence[SeatLine]) -> frozenset[str]:
    """The tables that share their place with another."""
    ranks = [line.rank for line in lines]
    return frozenset(line.table for line in lines if ranks.count(line.rank) > 1)


def _before(line: SeatLine, rank: int, shared: Sequence[frozenset[str]], style: Style) -> str:
    """``shared``: who shared a place before, and who does now."""
    then, now = (line.table in tables for tables in shared)
    if rank == line.rank and then == now:
        return style.say.gettext("no change")
    if rank == line.rank:
        return style.say.gettext("now tied") if now else style.say.gettext("no longer tied")
    return style.say.gettext("was {place}").format(place=words.ordinal(rank, style.say))


def _side(line: SeatLine, who: People, style: Style) -> str:
    if line.team:
        return capitals(who.full(line.team))
    return line.player or style.say.gettext("TABLE {name}").format(name=line.table)
