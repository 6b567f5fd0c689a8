"""Split screen of two tables of bridge: the four hands once, each table's auction, its call or
card, its contract and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from overlay import contexts
from overlay.contexts import Shape, SuitText
from overlay.contexts import Side as SideName
from overlay.stage import Box, Graphic, Stage
from overlay.texts.text import capitals, text_width
from producer.compare.model import Comparison
from producer.events import Player
from producer.games.bridge.auction import PHASE
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import EAST, NORTH, SOUTH, WEST, after, partner, vulnerability
from producer.games.line import Deal, Move
from producer.scoring.comparisons import imps
from producer.scoring.team_match import one_match
from producer.stages.bridge.call_words import (
    action_word,
    bid_text,
    call_text,
    card_text,
    hand_ranks,
)
from producer.stages.comparisons.branches import DecisionPoint
from producer.stages.comparisons.comparison_cut import ChoiceSeen
from producer.stages.moment import Known, Moment
from producer.stages.people import People, people
from producer.stages.style import MINUS, Style
from producer.wording.games.bridge_names import pair_name, seat_letter, seat_name
from producer.wording.language import Language
from producer.wording.names.teams import match_and_room

WIDTH, HEIGHT = 1920, 1080
COLUMNS = (WEST, NORTH, EAST, SOUTH)
"""The columns of an auction."""

_MOST_ROWS = 8
_SMALLEST_NOTE, _NOTE_MARGINS = 32, 56
"""Pixels: letters of the line below the hands, and what is beside it."""
_SIDES: tuple[SideName, SideName] = ("left", "right")

_HANDS = Box(404, 38, 1112, 304)
_STRIP = Box(404, 350, 1112, 132)
_AUCTION = Box(72, 238, 316, 356)
_FRAME = Box(864, 0, 192, HEIGHT)
_HEAD, _ROW = 64, 46
"""Pixels of an auction: its seats with the margin below the last row, and a row."""
_NAME = Box(72, 602, 864, 230)
_CALL = Box(72, 832, 864, 112)
_CONTRACT = Box(72, 944, 864, 82)
_HANDS_LEFT, _CALL_LEFT = Box(620, 38, 680, 304), Box(72, 832, 864, 76)
_CONTRACT_LARGE = Box(72, 908, 864, 118)
"""At the end."""

SHAPES: dict[str, Shape] = {
    "pass": "ring",
    "bid": "triangle",
    "double": "triangle",
    "redouble": "triangle",
    "contract": "triangle",
    "play": "triangle",
    "claim": "ring",
}
"""A triangle for what says or plays something, a ring for a pass."""


def bridge_two_up(
    comparison: Comparison,
    point: DecisionPoint,
    pair: tuple[str, str],
    moment: Moment,
    style: Style,
) -> Stage:
    """The stage of two tables; nothing depends on calls, cards or results after the moment. Raises
    NotDrawable if the moment names another table."""
    moment.must_show(pair)
    who = people(comparison.deal.teams, style.theme, style.say.code)
    parts = point.one_spot and len(point.branches) > 1
    graphics: list[Graphic] = []
    ended = all(moment.of(table) is None for table in pair)
    hands, call = (_HANDS_LEFT, _CALL_LEFT) if ended else (_HANDS, _CALL)
    best = _best(comparison, point.seat, pair) if ended else None
    for name, table in zip(_SIDES, pair, strict=True):
        drawn = _side(comparison, point, name, table, moment.of(table), parts, who, style)
        graphics += _at_the_end(drawn, name, table == best, style) if ended else drawn
    top, fork = hands.y + hands.height, call.y + call.height // 2
    frame = contexts.Frame(top, fork if parts else top)
    graphics += [
        Graphic("frame", "frame", frame, _FRAME),
        Graphic("hands", "four_hands", _hands(comparison, point.seat, ended, style), hands),
    ]
    if ended:
        ahead = imps_ahead(comparison, point.seat, pair, who, style)
        graphics.append(Graphic("ahead", "ahead", ahead, _STRIP))
    return Stage(WIDTH, HEIGHT, tuple(graphics), style.theme)


def _best(comparison: Comparison, seat: int, pair: tuple[str, str]) -> str | None:
    """The table at which the pair of the seat did better; ``None`` if it did alike at both."""
    first, second = (comparison.replays[table].play.result[seat] for table in pair)
    if first == second:
        return None
    return pair[0] if first > second else pair[1]


def _at_the_end(
    drawn: Sequence[Graphic], side: SideName, best: bool, style: Style
) -> list[Graphic]:
    """The contract and its result are the largest, the better one alone on a light plate; the call
    that led there is small, and the other calls are gone."""
    left = []
    for graphic in drawn:
        context = graphic.context
        if isinstance(context, contexts.CallBar):
            word = context.word or (style.say.gettext("BIDS") if context.said.text else "")
            link = style.say.gettext("THEN") if context.then.text else ""
            call = replace(context, word=word, link=link, ended=True)
            left.append(replace(graphic, context=call, box=_on(side, _CALL_LEFT)))
        elif isinstance(context, contexts.ContractBar):
            needs, wins = capitals(context.needs), capitals(context.wins)
            contract = replace(context, needs=needs, wins=wins, best=best, ended=True)
            left.append(replace(graphic, context=contract, box=_on(side, _CONTRACT_LARGE)))
        elif not isinstance(context, contexts.AuctionGrid):
            left.append(graphic)
    return left


def _side(
    comparison: Comparison,
    point: DecisionPoint,
    name: SideName,
    table: str,
    known: Known,
    parts: bool,
    who: People,
    style: Style,
) -> list[Graphic]:
    replayed = cast(ReplayedBridge, comparison.replays[table])
    at = point.at[table]
    made = len(replayed.line) if known is None else min(at + known, len(replayed.line))
    graphics = [
        Graphic(f"name-{name}", "name", _name(comparison, point.seat, name, table, who, style),
                _on(name, _NAME)),
        Graphic(f"call-{name}", "call_bar", _call_bar(replayed, at, made, name, style),
                _on(name, _CALL)),
    ]  # fmt: skip
    calls = [move for move in replayed.line[:made] if move.phase == PHASE]
    if not any(move.action == "contract" for move in calls):
        parted = at if parts and at < len(calls) else None
        said = [_brief_call(move, style.say) for move in calls]
        grid = auction_grid(comparison.deal.button, said, parted, name, style)
        box = _on(name, _auction_box(len(grid.rows)))
        graphics.append(Graphic(f"auction-{name}", "auction", grid, box))
    contract = contract_bar(replayed, point.seat, made, known is None, name, style)
    if contract is not None:
        graphics.append(Graphic(f"contract-{name}", "contract", contract, _on(name, _CONTRACT)))
    return graphics


def _name(
    comparison: Comparison, seat: int, side: SideName, table: str, who: People, style: Style
) -> contexts.Name:
    """The player who decides, the seat and the partner; the seat and the pair where every player
    has the team's name."""
    players = comparison.replays[table].play.players
    seated = seat_name(style.say, seat)
    player = players.get(seat, Player(name=seated))
    by_team = player.name == player.team
    mate = None if by_team else players.get(partner(seat))
    below = pair_name(style.say, seat) if by_team else seated
    return contexts.Name(
        side=side,
        team=who.team(player),
        player=seated if by_team else player.name,
        versus=style.say.gettext("{seat}, with").format(seat=seated) if mate else below,
        opponent=mate.name if mate else "",
        colour=who.colour(player),
        short=who.short(player),
        flag=who.flag(player),
        table=room_name(comparison.deal, table, style.say),
    )


def room_name(deal: Deal, table: str, say: Language) -> str:
    """``OPEN ROOM``, ``CLOSED ROOM``, else ``TABLE 7``; a table of bots is called what it is."""
    if table in deal.by_bots:
        return say.gettext("REFERENCE, BY BOTS")
    named = deal.name_of(table)
    match, room = match_and_room(named)
    if room and not match:
        return say.gettext("OPEN ROOM") if room == "open" else say.gettext("CLOSED ROOM")
    return say.gettext("TABLE {name}").format(name=capitals(named))


def _call_bar(
    replayed: ReplayedBridge, at: int, made: int, side: SideName, style: Style
) -> contexts.CallBar:
    """The decision itself, and once the contract is known that the same player bid it later: the
    other calls are in the auction."""
    if made <= at or at >= len(replayed.line):
        return contexts.CallBar(side, "question", "", SuitText(""))
    move = replayed.line[at]
    say = style.say
    if move.action == "play":
        word = say.gettext("LEADS") if move.phase == "lead" else say.gettext("PLAYS")
        return contexts.CallBar(side, SHAPES[move.action], word, card_text(str(move.detail)))
    then = _own_contract(replayed, at, made, say)
    if move.action in ("bid", "contract"):
        said = bid_text(str(move.detail), say)
        return contexts.CallBar(side, SHAPES[move.action], "", said, then=then)
    word = action_word(move.action, say)
    return contexts.CallBar(side, SHAPES[move.action], word, SuitText(""), then=then)


def _own_contract(replayed: ReplayedBridge, at: int, made: int, say: Language) -> SuitText:
    """The contract if the player who decides bid it after the decision, else nothing."""
    bids = [move for move in replayed.line[:made] if move.action == "bid"]
    own = [move for move in replayed.line[at + 1 : made] if move.action == "bid"]
    over = made >= len(replayed.line) or replayed.line[made].phase != PHASE
    if not (over and own and own[-1] is bids[-1] and own[-1].seat == replayed.line[at].seat):
        return SuitText("")
    return bid_text(str(replayed.contract), say)


def _auction_box(rows: int) -> Box:
    """As high as its rows, so that a mark has room below it."""
    height = min(_AUCTION.height, _HEAD + _ROW * max(rows, 1))
    return replace(_AUCTION, height=height)


def _brief_call(move: Move, say: Language) -> SuitText:
    """A pass is a dash: its word would not fit in every language."""
    return SuitText("–", quiet=True) if move.action == "pass" else call_text(move, say)


def auction_grid(
    dealer: int, calls: Sequence[SuitText], parted: int | None, side: SideName, style: Style
) -> contexts.AuctionGrid:
    """The last rows of the auction, if it has more than fit."""
    say = style.say
    before = COLUMNS.index(dealer)
    cells = [SuitText("")] * before + [*calls]
    rows = [tuple(cells[n : n + 4]) for n in range(0, len(cells), 4)]
    dropped = max(0, len(rows) - _MOST_ROWS)
    place = None
    if parted is not None:
        row, column = divmod(before + parted, 4)
        place = (row - dropped, column) if row >= dropped else None
    seats = tuple(seat_letter(say, seat) for seat in COLUMNS)
    return contexts.AuctionGrid(side, seats, tuple(rows[dropped:]), place)


def contract_bar(
    replayed: ReplayedBridge, seat: int, made: int, ended: bool, side: SideName, style: Style
) -> contexts.ContractBar | None:
    """Once the auction is over; its result only at the end."""
    say, contract = style.say, replayed.contract
    auction_over = made >= len(replayed.line) or replayed.line[made].phase != PHASE
    if not auction_over:
        return None
    points = signed_points(int(replayed.play.result[seat])) if ended else ""
    if contract is None:
        passed = say.gettext("passed out")
        return contexts.ContractBar(side, SuitText(""), passed, "", points) if ended else None
    by = say.gettext("by {seat}").format(seat=seat_name(say, contract.declarer))
    came = made_words(replayed.over, say) if ended else ""
    needs = say.gettext("needs {n} tricks").format(n=contract.needs)
    wins = _wins(replayed, say) if ended else ""
    return contexts.ContractBar(side, bid_text(str(contract), say), by, came, points, needs, wins)


def _wins(replayed: ReplayedBridge, say: Language) -> str:
    """The tricks of declarer, and how many are missing."""
    if replayed.over < 0:
        short = made_words(replayed.over, say)
        return say.gettext("wins {n}, {short}").format(n=replayed.tricks, short=short)
    tricks = replayed.tricks
    return say.ngettext("wins {n} trick", "wins {n} tricks", tricks).format(n=tricks)


def made_words(over: int, say: Language) -> str:
    if over < 0:
        return say.ngettext("{n} down", "{n} down", -over).format(n=-over)
    if not over:
        return say.gettext("made")
    return say.ngettext("made, {n} extra trick", "made, {n} extra tricks", over).format(n=over)


def signed_points(points: int) -> str:
    if not points:
        return "0"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def _hands(comparison: Comparison, seat: int, ended: bool, style: Style) -> contexts.FourHands:
    """At the end those of the pair that decided alone."""
    say, deal = style.say, comparison.deal
    hands = tuple(
        contexts.HandColumn(
            capitals(seat_name(say, each)), hand_ranks(deal.cards.get(each, ())), each == seat
        )
        for each in COLUMNS
        if not ended or each in (seat, partner(seat))
    )
    notes = same_hands(comparison, say) if ended else board_notes(comparison, say)
    return contexts.FourHands(hands, notes)


def same_hands(comparison: Comparison, say: Language) -> str:
    if len(comparison.deal.plays) == 2:
        return say.gettext("The same hands at both tables")
    return say.gettext("The same hands at {n} tables").format(n=len(comparison.deal.plays))


def board_notes(comparison: Comparison, say: Language) -> str:
    """Dealer, and who is vulnerable; before it that the hands are the same, where there is room."""
    deal = comparison.deal
    dealer = say.gettext("Dealer {seat}").format(seat=seat_name(say, deal.button))
    sides = {
        "none": say.gettext("nobody vulnerable"),
        "NS": say.gettext("North-South vulnerable"),
        "EW": say.gettext("East-West vulnerable"),
        "both": say.gettext("everybody vulnerable"),
    }
    who = {vulnerability(play.game, deal.key.number) for play in deal.plays}
    shown = sides[who.pop()] if len(who) == 1 else ""
    whole = " · ".join(filter(None, (same_hands(comparison, say), dealer, shown)))
    if text_width(whole, 700, _SMALLEST_NOTE) <= _HANDS.width - _NOTE_MARGINS:
        return whole
    return " · ".join(filter(None, (dealer, shown)))


def imps_ahead(
    comparison: Comparison, seat: int, pair: tuple[str, str], who: People, style: Style
) -> contexts.Ahead:
    """Who wins the swing, in IMPs; in points between tables of different matches."""
    say = style.say
    plays = {play.table: play for play in comparison.deal.plays}
    results = [plays[table].result[seat] for table in pair]
    worth = imps(results[0] - results[1])
    if not worth:
        same = say.gettext("NO SWING")
        return contexts.Ahead("", "", "", same, same)
    table = pair[0] if worth > 0 else pair[1]
    player = plays[table].players.get(seat)
    if table in comparison.deal.by_bots:
        # The bots stand for the other pair of the opponents' team (RULES B5).
        player = plays[pair[1] if worth > 0 else pair[0]].players.get(after(seat))
    named = room_name(comparison.deal, table, say)
    team = capitals(who.team(player)) if player else ""
    short = (who.short(player) if player else "") or named
    more = abs(int(results[0] - results[1]))
    if not one_match(comparison.deal, pair):
        words = say.ngettext("POINT", "POINTS", more)
        below = say.gettext("on this deal; the two tables play different matches")
        return contexts.Ahead(team or named, short, f"+{more}", words, words, below)
    words = say.ngettext("IMP", "IMPs", abs(worth))
    below = say.gettext("points of the match, for {n} more on this deal").format(n=more)
    return contexts.Ahead(team or named, short, f"+{abs(worth)}", words, words, below)


def _on(name: SideName, box: Box) -> Box:
    """The box of the left side, or its mirror image on the right."""
    if name == "left":
        return box
    return Box(WIDTH - box.x - box.width, box.y, box.width, box.height)


def decision_words(choice: ChoiceSeen, style: Style, _: int) -> tuple[str, str]:
    """Word and detail for graphics that draw no suits."""
    if choice.action in ("bid", "contract"):
        return choice.detail, ""
    return action_word(choice.action, style.say), choice.detail


def branch_word(action: str, say: Language) -> str:
    return action_word(action, say)
