"""Sample stages of every graphic by name, with the boxes of the pictures under them.

Each entry is a function that makes the stage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from overlay.stage import Box, Stage
from producer.compare import compare
from producer.compare.model import Comparison, Fork
from producer.games.levels import Level
from producer.games.prizes import Finish, season
from producer.games.tournament_course import TournamentWinner
from producer.scoring import standings, tally_of
from producer.stages.bridge.auctions import auctions
from producer.stages.bridge.tricks import tricks
from producer.stages.comparisons.field import FIELD_PICTURES, field
from producer.stages.comparisons.matrix import matrix_stage
from producer.stages.comparisons.n_up import N_UP_PICTURES, arranged, n_up
from producer.stages.comparisons.two_up import PICTURES, two_up
from producer.stages.comparisons.upright import UPRIGHT_PICTURES, upright
from producer.stages.moment import Moment, read_moment
from producer.stages.programme.seat_ranking import seat_ranking_stage
from producer.stages.programme.show import (
    note,
    speaker,
    sponsor,
    standings_stage,
    territory,
)
from producer.stages.programme.tournament import (
    chip_counts_stage,
    clock_stage,
    payouts_stage,
    season_stage,
    table_counts_stage,
)
from producer.stages.samples.deals import (
    Data,
    bridge_deal,
    bridge_play,
    earlier,
    split_deal,
    ten_deal,
)
from producer.stages.samples.pictures import with_pictures
from producer.stages.samples.plates import plates
from producer.stages.style import Style
from producer.stages.tables.table import TABLE_PICTURES, table_stage
from producer.stages.tables.table_cut import Reveal

PLAYED, DEALS = 11, 75


@lru_cache(maxsize=4)
def _compared(data: Data) -> Comparison:
    return compare(split_deal(data))


def _fork(comparison: Comparison) -> Fork:
    """The kings' choice on the turn, rather than the jacks' reply to it."""
    return next(each for each in comparison.forks if each.seat == 5)


def _two_up(moment: Moment, data: Data, style: Style) -> Stage:
    comparison = _compared(data)
    return two_up(comparison, ("1", "5"), moment, _fork(comparison), style)


def _n_up(count: int, moment: Moment, data: Data, style: Style) -> Stage:
    comparison = _compared(data)
    fork = _fork(comparison)
    return n_up(comparison, arranged(comparison, count, fork), moment, fork, style)


def _upright(moment: Moment, data: Data, style: Style) -> Stage:
    comparison = _compared(data)
    return upright(comparison, ("1", "6"), moment, _fork(comparison), style)


def _field(moment: Moment, data: Data, style: Style) -> Stage:
    comparison = _compared(data)
    return field(comparison, moment, "1", _fork(comparison), style)


def _table(moves: int, reveal: Reveal, masked: frozenset[int], data: Data, style: Style) -> Stage:
    return table_stage(split_deal(data), "1", moves, reveal, masked, deals=DEALS, style=style)


def _ten(moves: int, board: int | None, data: Data, style: Style) -> Stage:
    big = style if style.chips != "bb" else Style(style.say, "short", style.theme)
    return table_stage(ten_deal(data), "7", moves, board=board, style=big)


def _won(data: Data, style: Style) -> Stage:
    deal = ten_deal(data)
    best = max(deal.plays[0].result, key=lambda seat: deal.plays[0].result[seat])
    winner = TournamentWinner(deal.plays[0].players[best].name, 125_000, "€")
    return table_stage(deal, "7", 18, style=style, winner=winner)


def _matrix(data: Data, style: Style) -> Stage:
    return matrix_stage(_compared(data), style)


@lru_cache(maxsize=4)
def _match(data: Data) -> Comparison:
    return compare(bridge_deal(data))


def _auctions(moment: Moment, data: Data, style: Style) -> Stage:
    return auctions(_match(data), (), moment, style=style)


@lru_cache(maxsize=4)
def _played(data: Data) -> Comparison:
    return compare(bridge_play(data))


def _tricks(moment: Moment, data: Data, style: Style) -> Stage:
    return tricks(_played(data), (), moment, style=style)


def _bridge(moment: Moment, data: Data, style: Style) -> Stage:
    return two_up(_match(data), (), moment, style=style)


def _standings(data: Data, style: Style) -> Stage:
    deal = split_deal(data)
    return standings_stage(standings(tally_of([*earlier(deal, PLAYED)])), deal.teams, DEALS, style)


def _shifts(data: Data, style: Style) -> Stage:
    deal = split_deal(data)
    before = standings(tally_of([*earlier(deal, PLAYED)]))
    after = standings(tally_of([*earlier(deal, PLAYED), deal]))
    return seat_ranking_stage(
        before, after, 5, deal, frozenset({"1", "5"}), style,
    )  # fmt: skip


def _names(data: Data) -> list[str]:
    return [player.name for player in ten_deal(data).plays[0].players.values()]


def _speaker(data: Data, style: Style) -> Stage:
    deal = split_deal(data)
    name = deal.plays[0].players[1].name
    return speaker(name, style.say.gettext("Commentary"), style)


def _speaker_with_photo(data: Data, style: Style) -> Stage:
    name = split_deal(data).plays[0].players[1].name
    return _speaker(data, with_pictures(style, name))


def _sponsor(_: Data, style: Style) -> Stage:
    return sponsor(None, with_pictures(style, ""))


def _territory(_: Data, style: Style) -> Stage:
    return territory(None, with_pictures(style, "", style.say.gettext("Play responsibly")))


def _note(data: Data, style: Style) -> Stage:
    text = style.say.gettext("Finland folded kings and still beat the seat's average")
    return note(text, _names(data)[0], style)


def _clock(seconds: float | None, _: Data, style: Style) -> Stage:
    level, following = Level(12_500, 25_000, 2_500), Level(15_000, 30_000, 3_000)
    return clock_stage(17, level, following, seconds, 18, 1_284, style)


def _payouts(data: Data, style: Style) -> Stage:
    prizes = (125_000, 84_500, 61_250, 44_000, 31_500, 22_750, 16_000, 11_500, 8_250)
    return payouts_stage(prizes, "€", ("", "", "", *_names(data)[:6]), style)


def _season(data: Data, style: Style) -> Stage:
    """Two players have won as much, with another best place; two more have the same place too."""
    prizes = (209_500, 125_000, 125_000, 84_500, 61_250, 44_000, 44_000, 22_750, 16_000)
    places = (1, 1, 2, 2, 3, 4, 4, 6, 7)
    results = {
        name: Finish(place, prize)
        for name, place, prize in zip(_names(data), places, prizes, strict=False)
    }
    return season_stage("Tour 2026", season([results]), "€", style)


def _chip_counts(data: Data, style: Style) -> Stage:
    deal = ten_deal(data)
    play = deal.plays[0]
    stacks = {play.players[seat].name: chips or 0 for seat, chips in play.stacks.items()}
    return chip_counts_stage(stacks, 25_000, style=style)


def _table_counts(data: Data, style: Style) -> Stage:
    return table_counts_stage(split_deal(data), "1", style)


NO_SEATS: frozenset[int] = frozenset()
MOMENTS = {
    "question": "before",
    "decision": "decision",
    "later": "move:2",
    "end": "end",
}
"""Of every graphic at a decision, by the name of its state."""
_WIDE = tuple(TABLE_PICTURES.values())

Samples = Mapping[str, tuple[Callable[[Data, Style], Stage], tuple[Box, ...]]]

TWO_UP: Samples = {
    f"two-up-{name}": (partial(_two_up, read_moment(moment)), tuple(PICTURES.values()))
    for name, moment in {
        "question": "before",
        "first": "decision,5=before",
        "decision": "decision",
        "later": "move:2",
        "first-end": "end,5=decision",
        "end": "end",
    }.items()
}
SPLIT: Samples = {
    f"{name}-{state}": (
        partial(_n_up, count, read_moment(moment)),
        tuple(N_UP_PICTURES[count].values()),
    )
    for name, count in (("three", 3), ("four", 4), ("six", 6))
    for state, moment in MOMENTS.items()
}
UPRIGHT: Samples = {
    f"upright-{state}": (partial(_upright, read_moment(moment)), tuple(UPRIGHT_PICTURES.values()))
    for state, moment in MOMENTS.items()
}
FIELD: Samples = {
    f"field-{state}": (partial(_field, read_moment(moment)), tuple(FIELD_PICTURES.values()))
    for state, moment in MOMENTS.items()
}
TABLE: Samples = {
    "table-dealt": (partial(_table, 0, "at once", NO_SEATS), _WIDE),
    "table-check": (partial(_table, 7, "after action", NO_SEATS), _WIDE),
    "table-call": (partial(_table, 9, "at once", NO_SEATS), _WIDE),
    "table-bet": (partial(_table, 11, "at once", NO_SEATS), _WIDE),
    "table-what-would-you-do": (partial(_table, 11, "at once", frozenset({3})), _WIDE),
    "table-cap": (partial(_table, 12, "at once", NO_SEATS), _WIDE),
    "table-hidden": (partial(_table, 12, "never", NO_SEATS), _WIDE),
    "table-end": (partial(_table, 13, "showdown", NO_SEATS), _WIDE),
    "table-ten-raise": (partial(_ten, 8, None), _WIDE),
    "table-ten-all-in": (partial(_ten, 16, None), _WIDE),
    "table-ten-run-out": (partial(_ten, 18, 4), _WIDE),
    "table-ten-end": (partial(_ten, 18, None), _WIDE),
    "table-tournament-won": (_won, _WIDE),
    "plates": (plates, ()),
}
AUCTIONS: Samples = {
    f"auctions-{state}": (partial(_auctions, read_moment(moment)), _WIDE)
    for state, moment in MOMENTS.items()
} | {
    f"two-up-bridge-{state}": (partial(_bridge, read_moment(moment)), tuple(PICTURES.values()))
    for state, moment in MOMENTS.items()
}
"""With the split of bridge, so that a sheet shows the game whole."""
TRICKS: Samples = {
    f"tricks-{state}": (partial(_tricks, read_moment(moment)), _WIDE)
    for state, moment in MOMENTS.items()
}
MATRIX: Samples = {"matrix": (_matrix, _WIDE)}
STANDINGS: Samples = {"standings": (_standings, _WIDE)}
SEAT_RANKING: Samples = {"seat-before-after": (_shifts, _WIDE)}
SPEAKER: Samples = {
    "speaker": (_speaker, _WIDE),
    "speaker-photo": (_speaker_with_photo, _WIDE),
}
SPONSOR: Samples = {"sponsor": (_sponsor, _WIDE)}
TERRITORY: Samples = {"territory": (_territory, _WIDE)}
NOTE: Samples = {"note": (_note, _WIDE)}
CLOCK: Samples = {
    "clock": (partial(_clock, 754.0), _WIDE),
    "clock-pause": (partial(_clock, None), _WIDE),
}
PAYOUTS: Samples = {"payouts": (_payouts, _WIDE)}
SEASON: Samples = {"season": (_season, _WIDE)}
CHIP_COUNTS: Samples = {
    "chip-counts": (_chip_counts, _WIDE),
    "chip-counts-table": (_table_counts, _WIDE),
}
