"""The auctions of two tables side by side, with contract and lead, and at the end what came of
them, in points and IMPs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from overlay.contexts import AuctionColumn, Auctions, PairOfTable, SuitText
from overlay.stage import Box, Stage
from overlay.texts.text import capitals
from producer.compare.model import Comparison, Fork
from producer.games.bridge.auction import PHASE
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import EAST, NORTH, partner
from producer.games.line import Play
from producer.scoring.comparisons import imps
from producer.stages.bridge.call_words import call_text, card_text
from producer.stages.bridge.two_up import (
    COLUMNS,
    auction_grid,
    board_notes,
    contract_bar,
    imps_ahead,
    points_in_imps,
    room_name,
    signed_points,
)
from producer.stages.comparisons.branches import DecisionPoint, decision_point, pair_at
from producer.stages.drawings import in_its_game
from producer.stages.moment import Known, Moment, NotDrawable
from producer.stages.people import People, people
from producer.stages.programme.show import alone
from producer.stages.style import PLAIN, Style
from producer.wording.games.bridge_names import seat_letter, seat_name, side_letters

AUCTIONS = Box(64, 38, 1792, 988)


def auctions(
    comparison: Comparison,
    tables: tuple[str, ...],
    moment: Moment,
    fork: Fork | None = None,
    style: Style = PLAIN,
) -> Stage:
    """``tables``: left, then right; ``()`` for the suggested pair. Nothing depends on calls, cards
    or results after the moment. Raises NotDrawable for another game too."""
    own = in_its_game(style, comparison)
    if own.game != "bridge":
        raise NotDrawable(
            f"deal {comparison.deal.key}: the auctions are bridge's, and this is {own.game}",
            "choose another graphic",
        )
    point = decision_point(comparison, fork)
    pair = pair_at(comparison, point, tables, "a graphic of two auctions")
    moment.must_show(pair)
    who, say = people(comparison.deal.teams, own.theme, own.say.code), own.say
    ended = all(moment.of(table) is None for table in pair)
    columns = [_column(comparison, point, table, moment.of(table), who, own) for table in pair]
    ahead = imps_ahead(comparison, NORTH, pair, who, own) if ended else None
    if ahead is not None and ahead.amount:
        best = _best(comparison, pair)
        columns = [replace(each, best=table == best)
                   for table, each in zip(pair, columns, strict=True)]  # fmt: skip
    parted = any(column.part or column.lead_parts for column in columns)
    context = Auctions(
        say.gettext("DEAL {n}").format(n=comparison.deal.key.number),
        board_notes(comparison, say),
        tuple(seat_letter(say, seat) for seat in COLUMNS),
        tuple(columns),
        _total(comparison, pair, own) if ended else "",
        say.gettext("where the tables part") if parted else "",
        None if ahead is None else replace(ahead, below=""),
    )
    return alone("auctions", "auctions", context, AUCTIONS, own)


def _column(
    comparison: Comparison,
    point: DecisionPoint,
    table: str,
    known: Known,
    who: People,
    style: Style,
) -> AuctionColumn:
    replayed = cast(ReplayedBridge, comparison.replays[table])
    at, say = point.at[table], style.say
    made = len(replayed.line) if known is None else min(at + known, len(replayed.line))
    parts = point.one_spot and len(point.branches) > 1
    calls = [move for move in replayed.line[:made] if move.phase == PHASE]
    if any(move.action == "contract" for move in calls):
        calls = []
    parted = at if parts and at < len(calls) else None
    said = [call_text(move, say) for move in calls]
    grid = auction_grid(comparison.deal.button, said, parted, "left", style)
    bar = contract_bar(replayed, point.seat, made, known is None, "left", style)
    lead = next((n for n, m in enumerate(replayed.line[:made]) if m.phase == "lead"), None)
    led = None if lead is None or replayed.line[lead].action != "play" else replayed.line[lead]
    leads = ""
    if led is not None:
        leads = say.gettext("{seat} leads").format(seat=seat_name(say, led.seat))
    pairs = tuple(_pair(replayed.play, seat, who, style) for seat in (NORTH, EAST))
    winner, short, points = _won(replayed.play, pairs) if known is None else ("", "", "")
    return AuctionColumn(
        room_name(comparison.deal, table, say),
        pairs,
        grid.rows,
        grid.part,
        bar.contract if bar else SuitText(""),
        bar.by if bar else "",
        leads,
        card_text(str(led.detail)) if led else SuitText(""),
        parts and lead == at,
        bar.made if bar else "",
        winner,
        short,
        points,
    )


def _pair(play: Play, seat: int, who: People, style: Style) -> PairOfTable:
    letters = side_letters(style.say, seat)
    player, mate = play.players.get(seat), play.players.get(partner(seat))
    if player is None:
        return PairOfTable(letters, "", "", style.theme.neutral)
    names = [player.name, *([mate.name] if mate and mate.name != player.name else [])]
    team = capitals(who.team(player))
    return PairOfTable(
        letters,
        team or " & ".join(names),
        who.short(player) or player.name,
        who.colour(player),
        who.flag(player),
    )


def _won(play: Play, pairs: Sequence[PairOfTable]) -> tuple[str, str, str]:
    """Who won the points of the deal at this table, in two lengths, and how many."""
    points = int(play.result[NORTH])
    if not points:
        return "", "", "0"
    pair = pairs[0] if points > 0 else pairs[1]
    return pair.name or pair.seats, pair.short or pair.seats, signed_points(abs(points))


def _best(comparison: Comparison, pair: tuple[str, str]) -> str:
    """The table whose points the side that is ahead won; if it won at both, that of the more."""
    plays = {play.table: play for play in comparison.deal.plays}
    better, worse = sorted(pair, key=lambda table: -plays[table].result[NORTH])
    if not _is_match(plays[better], plays[worse]):
        return better
    return max((better, plays[better].result[NORTH]), (worse, -plays[worse].result[NORTH]),
               key=lambda gain: gain[1])[0]  # fmt: skip


def _is_match(one: Play, other: Play) -> bool:
    """Whether the team that sits North-South at one table sits East-West at the other."""
    mine, theirs = one.players.get(NORTH), other.players.get(EAST)
    return (
        mine is not None
        and theirs is not None
        and mine.team is not None
        and mine.team == theirs.team
    )


def _total(comparison: Comparison, pair: tuple[str, str], style: Style) -> str:
    """``750 points = 13 IMPs``, for the team that won the match on this deal; empty where the
    tables have other teams, or nobody won."""
    plays = {play.table: play for play in comparison.deal.plays}
    left, right = (plays[table] for table in pair)
    apart = abs(int(left.result[NORTH] - right.result[NORTH]))
    if not _is_match(left, right) or not imps(Fraction(apart)):
        return ""
    return points_in_imps(apart, style.say)
