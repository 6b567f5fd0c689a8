"""The auctions of two tables: the calls that they share once, then each table's own, with contract
and lead, and at the end what came of them, in points and IMPs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from overlay.contexts import (
    AuctionColumn,
    Auctions,
    HandColumn,
    MadeCall,
    PairOfTable,
    SuitText,
)
from overlay.stage import Box, Stage
from overlay.texts.text import capitals
from producer.compare.model import Comparison, Fork
from producer.games.bridge.auction import PHASE
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import EAST, NORTH, SIDES, after, partner
from producer.games.line import Move, Play
from producer.stages.bridge.call_words import call_text, card_text, hand_ranks
from producer.stages.bridge.two_up import (
    board_notes,
    contract_bar,
    imps_ahead,
    room_name,
    signed_points,
)
from producer.stages.comparisons.branches import DecisionPoint, decision_point, pair_at
from producer.stages.drawings import in_its_game
from producer.stages.moment import Moment, NotDrawable
from producer.stages.people import People, people
from producer.stages.programme.show import alone
from producer.stages.style import PLAIN, Style
from producer.wording.games.bridge_names import seat_letter, seat_name, side_letters
from producer.wording.language import Language

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
    who = people(comparison.deal.teams, own.theme, own.say.code)
    ended = all(moment.of(table) is None for table in pair)
    known = [_known(comparison, point, table, moment) for table in pair]
    common, parted = _common(comparison, point, pair, known)
    columns = [
        _column(
            comparison, point, table, moves, moment.of(table) is None, (common, parted), who, own
        )
        for table, moves in zip(pair, known, strict=True)
    ]
    ahead = imps_ahead(comparison, point.seat, pair, who, own) if ended else None
    if ahead is not None and ahead.amount:
        best = _best(comparison, pair)
        columns = [replace(each, best=table == best)
                   for table, each in zip(pair, columns, strict=True)]  # fmt: skip
    gold = any(each.lead_parts or any(call.parts for call in each.calls) for each in columns)
    say, calls = own.say, _calls(comparison, pair[0], known[0])[:common]
    context = Auctions(
        say.gettext("AUCTION · DEAL {n}").format(n=comparison.deal.key.number),
        board_notes(comparison, say),
        say.gettext("SAME HAND"),
        _hand(comparison, point.seat, say),
        say.gettext("AT BOTH TABLES"),
        tuple(_made(move, say) for move in calls),
        say.pgettext("opponents", "against"),
        tuple(columns),
        say.gettext("where the tables part") if gold else "",
        "" if any(each.by for each in columns) else say.gettext("The last bid is the contract"),
        ahead,
    )
    return alone("auctions", "auctions", context, AUCTIONS, own)


def _hand(comparison: Comparison, seat: int, say: Language) -> HandColumn | None:
    cards = comparison.deal.cards.get(seat)
    return HandColumn(capitals(seat_name(say, seat)), hand_ranks(cards)) if cards else None


def _known(comparison: Comparison, point: DecisionPoint, table: str, moment: Moment) -> int:
    """How many moves of a table may be shown."""
    line, known = comparison.replays[table].line, moment.of(table)
    return len(line) if known is None else min(point.at[table] + known, len(line))


def _calls(comparison: Comparison, table: str, moves: int) -> list[Move]:
    """Those among a table's first moves; none of a contract without its auction."""
    calls = [move for move in comparison.replays[table].line[:moves] if move.phase == PHASE]
    return [] if any(move.action == "contract" for move in calls) else calls


def _common(
    comparison: Comparison, point: DecisionPoint, pair: tuple[str, str], known: Sequence[int]
) -> tuple[int, bool]:
    """How many calls both tables are known to have made alike, and whether the next one is where
    they part."""
    left, right = (
        _calls(comparison, table, moves) for table, moves in zip(pair, known, strict=True)
    )
    alike = 0
    while alike < min(len(left), len(right)) and left[alike] == right[alike]:
        alike += 1
    both = alike < min(len(left), len(right))
    forks = point.one_spot and len(point.branches) > 1
    return alike, both or (forks and alike == point.at[pair[0]])


def _made(move: Move, say: Language, *, parts: bool = False) -> MadeCall:
    """A pass is quiet, but where the tables part."""
    said = call_text(move, say)
    return MadeCall(
        seat_letter(say, move.seat), replace(said, quiet=said.quiet and not parts), parts
    )


def _column(
    comparison: Comparison,
    point: DecisionPoint,
    table: str,
    made: int,
    ended: bool,
    shared: tuple[int, bool],
    who: People,
    style: Style,
) -> AuctionColumn:
    """``made``: the moves that may be shown. ``shared``: how many calls both tables made alike,
    and whether they part at the next."""
    replayed, say = cast(ReplayedBridge, comparison.replays[table]), style.say
    parts = point.one_spot and len(point.branches) > 1
    common, parted = shared
    calls = _calls(comparison, table, made)
    own = [_made(move, say, parts=parted and not n) for n, move in enumerate(calls[common:])]
    bar = contract_bar(replayed, point.seat, made, ended, "left", style)
    if bar:
        # The passes that end an auction say nothing that the contract does not.
        while own and own[-1].said.quiet and not own[-1].parts:
            own.pop()
    elif made == point.at[table] and replayed.line[made].phase == PHASE:
        own.append(MadeCall(seat_letter(say, point.seat), SuitText("?")))
    lead = next((n for n, m in enumerate(replayed.line[:made]) if m.phase == "lead"), None)
    led = None if lead is None or replayed.line[lead].action != "play" else replayed.line[lead]
    leads = ""
    if led is not None:
        leads = say.gettext("{seat} leads").format(seat=seat_name(say, led.seat))
    pair, against = (
        _pair(replayed.play, seat, who, style) for seat in (point.seat, after(point.seat))
    )
    pairs = (pair, against) if SIDES[point.seat] == SIDES[NORTH] else (against, pair)
    winner, short, points = _won(replayed.play, pairs) if ended else ("", "", "")
    return AuctionColumn(
        room_name(comparison.deal, table, say),
        pair,
        against,
        _caller(replayed.play, point.seat, own, say),
        tuple(own),
        bar.contract if bar else SuitText(""),
        bar.by if bar else "",
        bar.needs if bar else "",
        leads,
        card_text(str(led.detail)) if led else SuitText(""),
        parts and lead is not None and lead == point.at[table],
        bar.wins if bar else "",
        winner,
        short,
        points,
    )


def _caller(play: Play, seat: int, own: Sequence[MadeCall], say: Language) -> tuple[str, ...]:
    """``Li Na, South, bids`` or ``Li Na, South``, then without the name."""
    seated = seat_name(say, seat)
    player = play.players.get(seat)
    named = player is not None and player.name != player.team
    forms = [f"{player.name}, {seated}"] if player and named else []
    forms.append(seated)
    bids = own and own[0].parts and own[0].said.text[:1].isdigit()
    return tuple(say.gettext("{who}, bids").format(who=each) if bids else each for each in forms)


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
