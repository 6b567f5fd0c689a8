"""Stages of a tournament: clock, payouts, chip counts, season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from overlay.contexts import Clock, RankRow
from overlay.stage import Box, Stage
from producer.events import Player
from producer.games.levels import Level
from producer.games.line import Chips, Deal
from producer.games.prizes import Money, SeasonLine
from producer.games.registry import rules_of
from producer.stages import words
from producer.stages.moment import NotDrawable
from producer.stages.people import people
from producer.stages.programme.show import MOST_ROWS, PANEL, alone, ranking
from producer.stages.style import PLAIN, Style, amount, count, with_currency, with_unit

CLOCK = Box(64, 894, 1792, 132)


def clock_stage(
    number: int,
    level: Level,
    following: Level | None,
    seconds: float | None,
    left: int,
    players: int,
    style: Style = PLAIN,
    *,
    timed: bool = True,
) -> Stage:
    """The clock: level ``number``, its blinds, ``seconds`` left (``None`` during a break), and how
    many of the ``players`` are ``left``. Without ``timed`` the level has no time: it ends when
    players are out.

    ``following``: the next level, ``None`` after the last.
    """
    say = style.say
    paused, endless = say.gettext("PAUSE"), say.gettext("UNTIMED")
    there, total = (count(Fraction(each), Style(say, "number")) for each in (left, players))
    context = Clock(
        (say.gettext("LEVEL"), str(number)),
        paused if seconds is None else clock_text(seconds) if timed else endless,
        (say.gettext("BLINDS"), blinds(level, style)),
        (say.gettext("NEXT"), blinds(following, style) if following else "–"),
        (
            say.gettext("PLAYERS LEFT"),
            say.gettext("{n} of {players}").format(n=there, players=total),
        ),
    )
    return alone("clock", "clock", context, CLOCK, style)


def clock_text(seconds: float) -> str:
    """Minutes and seconds, with hours if there are any; fractions of a second are rounded up.

    >>> clock_text(754.2), clock_text(0), clock_text(3600), clock_text(-5)
    ('12:35', '0:00', '1:00:00', '0:00')
    """
    whole = max(0, -int(-seconds // 1))
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{whole % 60:02}"
    return f"{minutes}:{whole % 60:02}"


def payouts_stage(
    prizes: Sequence[Money], currency: str = "", names: Sequence[str] = (), style: Style = PLAIN
) -> Stage:
    """The prizes by place from the first; ``names``: the players in these places, empty if open."""
    say = style.say
    rows = [
        RankRow(
            str(place),
            style.theme.neutral,
            names[place - 1] if place <= len(names) and names[place - 1] else "–",
            "",
            with_currency(prize, currency, style),
        )
        for place, prize in enumerate(prizes, 1)
    ]
    return alone(
        "ranking",
        "ranking",
        ranking(say.gettext("PAYOUTS"), "", ("", say.gettext("PRIZE")), rows, style),
        PANEL,
        style,
    )


def season_stage(
    name: str, lines: Sequence[SeasonLine], currency: str = "", style: Style = PLAIN
) -> Stage:
    """The table of a season: each player's best place and prize money."""
    say = style.say
    places = words.places([line.rank for line in lines])
    rows = [
        RankRow(
            place,
            style.theme.neutral,
            line.player,
            words.ordinal(line.best, say),
            with_currency(line.prize, currency, style),
        )
        for place, line in zip(places, lines, strict=True)
    ]
    heads = (say.gettext("BEST"), say.gettext("PRIZE"))
    context = ranking(say.gettext("SEASON"), name, heads, rows, style)
    return alone("ranking", "ranking", context, PANEL, style)


def table_counts_stage(deal: Deal, table: str, style: Style = PLAIN) -> Stage:
    """The stacks at ``table`` after the deal. Raises NotDrawable if they are not known."""
    play = next((each for each in deal.plays if each.table == table), None)
    if play is None:
        raise NotDrawable(f"deal {deal.key}: table {table} has not played it", "pick another table")
    who, say = people(deal.teams, style.theme, style.say.code), style.say
    usual = rules_of(play.game).stack(play.game)
    stacks: dict[str, Chips] = {}
    colours: dict[str, str] = {}
    for seat, result in play.result.items():
        stack = play.stacks.get(seat, usual)
        player = play.players.get(seat, Player(name=say.gettext("SEAT {n}").format(n=seat)))
        if stack is None:
            raise NotDrawable(
                f"deal {deal.key}: the stack in seat {seat} of table {table} is unlimited",
                "give the stacks yourself",
            )
        if player.name in stacks:
            raise NotDrawable(
                f"deal {deal.key}: two players at table {table} are called {player.name}",
                "give the stacks yourself",
            )
        stacks[player.name], colours[player.name] = stack + result, who.colour(player)
    where = say.gettext("TABLE {name}").format(name=deal.name_of(table))
    when = say.gettext("AFTER DEAL {n}").format(n=deal.key.number)
    return chip_counts_stage(stacks, play.game.unit, colours, style, f"{where} · {when}")


def chip_counts_stage(
    stacks: Mapping[str, Chips],
    blind: int,
    colours: Mapping[str, str] | None = None,
    style: Style = PLAIN,
    note: str = "",
) -> Stage:
    """The stacks by player, largest first, with their worth in big blinds of ``blind`` chips."""
    say = style.say
    ordered = sorted(stacks.items(), key=lambda item: (-item[1], item[0]))
    ranks: dict[Chips, int] = {}
    top = ordered[: MOST_ROWS + 1]  # the last place is shared with the one that is not shown, too
    places = words.places([ranks.setdefault(has, n) for n, (_, has) in enumerate(top, 1)])
    rows = [
        RankRow(
            place,
            (colours or {}).get(name, style.theme.neutral),
            name,
            with_unit(amount(Fraction(chips) / blind, say), 1, PLAIN) if blind else "",
            count(Fraction(chips), style),
        )
        for place, (name, chips) in zip(places[:MOST_ROWS], top[:MOST_ROWS], strict=True)
    ]
    heads = ("", say.gettext("STACK"))
    return alone(
        "ranking",
        "ranking",
        ranking(say.gettext("CHIP COUNTS"), note, heads, rows, style, of=len(ordered)),
        PANEL,
        style,
    )


def blinds(level: Level, style: Style) -> str:
    """Small blind, big blind and ante; always shortened, because they share a cell."""
    short = Style(style.say, "short", style.theme)
    small, big, ante = (
        count(Fraction(each), short) for each in (level.small_blind, level.big_blind, level.ante)
    )
    return f"{small}/{big}" + (f" + {ante}" if level.ante else "")
