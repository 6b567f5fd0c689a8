"""The stage of one table in full: plates, board, pots, price, equities."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from overlay import contexts
from overlay.contexts import Side as SideName
from overlay.stage import Box, Graphic, Stage
from overlay.texts.fonts import FontFace
from overlay.texts.names import shorter_names
from overlay.texts.text import NamedSide, alike, text_width
from overlay.themes.theme import Theme
from producer.compare.equity import ALL_CARDS, PLAYERS_VIEW, THESE_HANDS
from producer.events import Player
from producer.games.line import Deal
from producer.games.tournament_course import TournamentWinner
from producer.stages import words
from producer.stages.people import People, people
from producer.stages.style import (
    PLAIN,
    Style,
    chips,
    count,
    shares,
    signed_chips,
    unit,
    with_currency,
    with_unit,
)
from producer.stages.tables.table_cut import BoardWanted, Reveal, SeatSeen, TableSeen, table_seen

WIDTH, HEIGHT = 1920, 1080

TABLE_PICTURES: dict[str, Box] = {"table": Box(0, 0, WIDTH, HEIGHT)}

MOST_POTS = 4
"""Pots that fit the tab under the board if their amounts are short."""

_SMALLEST = 32
"""Pixels; the smallest letters on any graphic."""

_PLATE = Box(64, 914, 660, 112)
_GAP = 8
_ACT_WIDTH = 464
_POT = Box(424, 38, 1072, 188)
_BOARD = Box(892, 54, 580, 148)
_POTS = Box(424, 226, 1072, 112)
_WON = Box(424, 234, 1072, 136)
_LOGO = 88
_STRIP = 56
"""Height in pixels of the strips above the plates: the deal on the left, the equities' label on the
right."""


def table_stage(  # noqa: PLR0913, PLR0917 - what table_seen takes, and the style
    deal: Deal,
    table: str,
    moves: int,
    reveal: Reveal = "at once",
    masked: frozenset[int] = frozenset(),
    board: BoardWanted = None,
    deals: int = 0,
    style: Style = PLAIN,
    winner: TournamentWinner | None = None,
) -> Stage:
    """The overlay of one table after ``moves`` moves; see ``table_seen``. Raises NotDrawable."""
    seen = table_seen(deal, table, moves, reveal, masked, board, deals, winner)
    return drawn(seen, people(deal.teams, style.theme, style.say.code), style)


def drawn(seen: TableSeen, who: People, style: Style = PLAIN) -> Stage:
    """The stage of one table's cut."""
    half = (len(seen.seats) + 1) // 2
    graphics = [
        Graphic("pot", "pot", _pot(seen, style), _POT),
        Graphic("board", "board", contexts.Board(words.faces(seen.board)), _BOARD),
        *_tabs(seen, who, style),
        Graphic("deal", "deal_strip", deal_strip(seen, style), _over("left", half)),
    ]
    graphics += _logo(style.theme, half)
    if seen.known:
        label = contexts.KnownLabel(_equity_label(seen, style))
        over = _over("right", len(seen.seats) - half)
        graphics.append(Graphic("known", "known", label, over))
    return Stage(WIDTH, HEIGHT, (*graphics, *_plates(seen, who, style)), style.theme)


def _logo(theme: Theme, rows: int) -> list[Graphic]:
    """The theme's logo above the deal strip; the upper corners belong to the channel."""
    if theme.logo is None:
        return []
    y = _over("left", rows).y - _GAP - _LOGO
    box = Box(_PLATE.x, y, round(theme.logo.tile_width(_LOGO)), _LOGO)
    return [Graphic("logo", "logo", contexts.LogoMark(), box)]


def deal_strip(seen: TableSeen, style: Style) -> contexts.DealStrip:
    """The deal's number and how many there are, the blinds in chips, the cap."""
    say = style.say
    small, big = (count(Fraction(each), style) for each in seen.blinds)
    blinds, cap = f"{small}/{big}", ""
    if seen.cap is not None:
        blind = seen.blinds[1]
        amount = with_unit(chips(seen.cap, blind, style), blind, style)
        cap = " · " + say.gettext("AT MOST {amount}").format(amount=amount)
    number = (
        say.gettext("DEAL {n} OF {deals}").format(n=seen.number, deals=seen.deals)
        if seen.deals
        else say.gettext("DEAL {n}").format(n=seen.number)
    )
    terms = (
        say.gettext("BLINDS {amount}").format(amount=blinds) + cap,
        blinds + cap,
        say.gettext("BLINDS {amount}").format(amount=blinds),
        blinds,
    )
    return contexts.DealStrip(number, terms)


def _pot(seen: TableSeen, style: Style) -> contexts.PotPlate:
    blind = seen.blinds[1]
    return contexts.PotPlate(
        style.say.gettext("POT"), chips(seen.pot, blind, style), unit(blind, style)
    )


def _tabs(seen: TableSeen, who: People, style: Style) -> list[Graphic]:
    """The tab under the board: who has won the tournament, else side pots if there are any, else
    what the player to act must call. The pot itself stands beside the board."""
    blind, say = seen.blinds[1], style.say
    if seen.winner is not None:
        won = seen.winner
        prize = with_currency(won.prize, won.currency, style) if won.prize else ""
        context = contexts.TournamentWon(say.gettext("WINS THE TOURNAMENT"), won.player, prize)
        return [Graphic("won", "tournament_won", context, _WON)]
    if seen.pots:
        pots = contexts.Pots(_with_whose(seen, who, style))
        return [Graphic("pots", "pots", pots, _POTS)]
    if not seen.to_call:
        return []
    amount = with_unit(chips(seen.to_call, blind, style), blind, style)
    return [Graphic("price", "pots", contexts.Pots(((say.gettext("TO CALL"), amount, ""),)), _POTS)]


def _with_whose(seen: TableSeen, who: People, style: Style) -> tuple[tuple[str, str, str], ...]:
    """The pots and who can win each, by three letters or surname. The main pot is everybody's, so
    its names go first if there is no room; then the others. Side pots in one sum have none."""
    parts = pot_parts(seen.pots, seen.blinds[1], style)
    players = {seat.seat: seat.player for seat in seen.seats}
    names = [", ".join(_brief(players[seat], who) for seat in seats) for seats in seen.contenders]
    nobody = [""] * len(parts)
    if len(parts) != len(names):
        names = nobody
    tries = (names, ["", *names[1:]], nobody)
    whose = next((each for each in tries if _fit(parts, each, style.theme.face)), nobody)
    return tuple((*part, each) for part, each in zip(parts, whose, strict=True))


def _fit(parts: list[tuple[str, str]], whose: list[str], face: FontFace) -> bool:
    columns = (
        max(pots_width([part], face) - 60, text_width(each, 600, _SMALLEST, face=face))
        for part, each in zip(parts, whose, strict=True)
    )
    return sum(columns) + 40 * (len(parts) - 1) + 60 <= _POTS.width


def _brief(player: Player, who: People) -> str:
    return who.short(player) or who.team(player) or shorter_names(player.name)[-1]


def pot_parts(pots: tuple[Fraction, ...], blind: int, style: Style) -> list[tuple[str, str]]:
    """Main pot and side pots; the side pots in one sum if the tab has no room for each.

    >>> pot_parts((Fraction(30), Fraction(8), Fraction(5)), 0, PLAIN)
    [('MAIN', '30'), ('SIDE', '8'), ('SIDE', '5')]
    """
    say, sides = style.say, len(pots) - 1
    each = zip(
        [say.gettext("MAIN")] + [say.gettext("SIDE")] * sides,
        shares(pots, blind, style),
        strict=True,
    )
    parts = list(each)
    if len(pots) <= MOST_POTS and pots_width(parts, style.theme.face) <= _POTS.width:
        return parts
    together = (pots[0], sum(pots[1:], Fraction(0)))
    words_ = [say.gettext("MAIN"), say.gettext("{n} SIDE POTS").format(n=sides)]
    return list(zip(words_, shares(together, blind, style), strict=True))


def pots_width(parts: list[tuple[str, str]], face: FontFace) -> float:
    """Pixels that the tab needs at its smallest font size; as in its template."""
    texts = sum(
        text_width(word, 600, _SMALLEST, face=face) + text_width(pot, 800, _SMALLEST, face=face)
        for word, pot in parts
    )
    return texts + 12 * len(parts) + 40 * (len(parts) - 1) + 60


def _plates(seen: TableSeen, who: People, style: Style) -> list[Graphic]:
    """The first half in order of action down the left edge, the rest down the right edge."""
    half = (len(seen.seats) + 1) // 2
    columns: dict[SideName, tuple[SeatSeen, ...]] = {
        "left": seen.seats[:half],
        "right": seen.seats[half:],
    }
    drawn_plates = iter(
        _alike(
            [
                plate(seat, side, seen.blinds[1], who, style)
                for side, column in columns.items()
                for seat in column
            ],
            style.theme.face,
        )
    )
    graphics = []
    for side, column in columns.items():
        for place, seat in enumerate(column):
            box = _at(side, place - len(column) + 1)
            context = next(drawn_plates)
            graphics.append(Graphic(f"plate-{seat.seat}", "plate", context, box))
            if seat.seat == seen.newest and seat.choice:
                graphics.append(_act(seat, side, box, seen.blinds[1], style))
    return graphics


def _alike(plates: list[contexts.Plate], face: FontFace) -> list[contexts.Plate]:
    """The plates with their names in one manner."""
    sides = tuple(NamedSide(each.team, each.name, each.short, _room(each, face)) for each in plates)
    return [
        replace(each, team=side.team, name=side.player)
        for each, side in zip(plates, alike(sides, 44, 12, face=face), strict=True)
    ]


def _room(plate_: contexts.Plate, face: FontFace) -> float:
    """Pixels for the name; as in the template."""
    held = 196 if plate_.cards or plate_.backs else 0
    equity = text_width(plate_.equity, 800, 48, face=face) + 18 if plate_.equity else 0
    return _PLATE.width - 56 - held - equity - (58 if plate_.button else 0)


@lru_cache(maxsize=64)
def _at(side: SideName, place: int) -> Box:
    """The box of a plate; ``place`` 0 is the lowest, -1 the one above it."""
    x = _PLATE.x if side == "left" else WIDTH - _PLATE.x - _PLATE.width
    return Box(x, _PLATE.y + place * (_PLATE.height + _GAP), _PLATE.width, _PLATE.height)


@lru_cache(maxsize=64)
def _over(side: SideName, plates: int) -> Box:
    """The box of the strip above a column of ``plates`` plates."""
    top = _at(side, 1 - plates)
    return Box(top.x, top.y - _GAP - _STRIP, top.width, _STRIP)


def plate(seat: SeatSeen, side: SideName, blind: int, who: People, style: Style) -> contexts.Plate:
    """The context of a seat's plate."""
    shape, word, amount, strong = _state(seat, blind, style)
    return contexts.Plate(
        side=side,
        look=_look(seat),
        team=who.team(seat.player),
        name=seat.player.name,
        colour=who.colour(seat.player),
        stack=_hand_name(seat.hand, style) or _stack(seat, blind, style),
        cards=words.held(seat.cards),
        backs=0 if seat.cards or seat.folded else 2,
        shape=shape,
        word=word,
        amount=amount,
        strong=strong,
        equity="" if seat.equity is None else percent(seat.equity),
        button=seat.button,
        short=who.short(seat.player),
        flag=who.flag(seat.player),
    )


def _stack(seat: SeatSeen, blind: int, style: Style) -> str:
    """Empty for an unlimited stack, and when all-in, which the plate says in words."""
    if seat.left is None or (not seat.left and seat.bound == "all-in"):
        return ""
    return with_unit(chips(seat.left, blind, style), blind, style)


def _hand_name(kind: str, style: Style) -> str:
    say = style.say
    return {
        "": "",
        "royal flush": say.gettext("royal flush"),
        "straight flush": say.gettext("straight flush"),
        "four of a kind": say.gettext("four of a kind"),
        "full house": say.gettext("full house"),
        "flush": say.gettext("flush"),
        "straight": say.gettext("straight"),
        "three of a kind": say.gettext("three of a kind"),
        "two pair": say.gettext("two pair"),
        "pair": say.gettext("one pair"),
        "high card": say.gettext("high card"),
    }[kind]


def percent(share: Fraction) -> str:
    """Whole per cent; never 0 or 100 while both outcomes are possible.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000)), percent(Fraction(999, 1000))
    ('33%', '1%', '99%')
    """
    whole = int(share * 100 + Fraction(1, 2))
    if 0 < share < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole}%"


def _look(seat: SeatSeen) -> contexts.Look:
    if seat.won is not None and seat.won > 0:
        return "winner"
    if seat.folded:
        return "folded"
    return "to act" if seat.to_act else "plain"


def _state(
    seat: SeatSeen, blind: int, style: Style
) -> tuple[contexts.Shape | None, str, str, bool]:
    """Shape, word and amount of the plate, and whether they are highlighted."""
    say = style.say
    if seat.won is not None and not seat.folded:
        won = signed_chips(seat.won, blind, style)
        return None, say.gettext("WINS") if seat.won > 0 else "", won, False
    if seat.to_act:
        return None, say.gettext("TO ACT"), "", False
    if seat.bound and not seat.folded:
        capped = say.gettext("MAXIMUM\nALLOWED").replace("\n", " ")
        word = say.gettext("ALL-IN") if seat.bound == "all-in" else capped
        return "triangle" if _pushed(seat) else "ring", word, "", True
    if seat.choice is None:
        return None, "", "", False
    return *words.decision(seat.choice, style, blind), False


def _pushed(seat: SeatSeen) -> bool:
    return seat.choice is not None and seat.choice.action in ("bet", "raise")


def _act(seat: SeatSeen, side: SideName, plate_: Box, blind: int, style: Style) -> Graphic:
    assert seat.choice is not None
    shape, _, amount = words.decision(seat.choice, style, blind)
    word = words.brief_word(seat.choice, style)
    x = plate_.x + plate_.width if side == "left" else plate_.x - _ACT_WIDTH
    context = contexts.Act(side, shape, word, amount)
    return Graphic("act", "act", context, Box(x, plate_.y, _ACT_WIDTH, plate_.height))


def _equity_label(seen: TableSeen, style: Style) -> str:
    say = style.say
    cards = {
        ALL_CARDS: say.gettext("ALL CARDS KNOWN"),
        THESE_HANDS: say.gettext("THESE HANDS ONLY"),
        PLAYERS_VIEW: say.gettext("PLAYER'S VIEW"),
    }
    return say.gettext("WIN CHANCE") + f": {cards[seen.known]}"
