"""The stage of one table in full: plates, board, pots, price, equities."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from overlay import contexts
from overlay.contexts import Side as SideName
from overlay.fonts import FontFace
from overlay.stage import Box, Graphic, Stage
from overlay.text import text_width
from overlay.theme import Theme
from producer.compare.equity import ALL_CARDS, PLAYERS_VIEW, THESE_HANDS
from producer.games.line import Deal
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
    with_unit,
)
from producer.stages.table_cut import BoardWanted, Reveal, SeatSeen, TableSeen, table_seen

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
_PRICE = Box(680, 226, 560, 72)
_POTS = Box(424, 226, 1072, 72)
_LOGO = 88
_STRIP = 56
"""Height in pixels of the strips above the plates: the deal on the left, the equities' label on the
right."""


def table_stage(
    deal: Deal,
    table: str,
    moves: int,
    reveal: Reveal = "at once",
    masked: frozenset[int] = frozenset(),
    board: BoardWanted = None,
    deals: int = 0,
    style: Style = PLAIN,
) -> Stage:
    """The overlay of one table after ``moves`` moves; see ``table_seen``. Raises NotDrawable."""
    seen = table_seen(deal, table, moves, reveal, masked, board, deals)
    return drawn(seen, people(deal.teams, style.theme, style.say.code), style)


def drawn(seen: TableSeen, who: People, style: Style = PLAIN) -> Stage:
    """The stage of one table's cut."""
    half = (len(seen.seats) + 1) // 2
    graphics = [
        Graphic("pot", "pot", _pot(seen, style), _POT),
        Graphic("board", "board", contexts.Board(words.faces(seen.board)), _BOARD),
        *_tabs(seen, style),
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


def _tabs(seen: TableSeen, style: Style) -> list[Graphic]:
    """The tab under the board: side pots if there are any, else the price for the player to act."""
    blind, say = seen.blinds[1], style.say
    if seen.pots:
        parts = tuple(pot_parts(seen.pots, blind, style))
        return [Graphic("pots", "pots", contexts.Pots(parts), _POTS)]
    if not seen.to_call:
        return []
    price = contexts.PricePlate(
        chips(seen.to_call, blind, style), chips(seen.pot, blind, style), unit(blind, style),
        say.gettext("TO WIN"), say.gettext("POT"),
    )  # fmt: skip
    return [Graphic("price", "price", price, _PRICE)]


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
    words_ = [say.gettext("MAIN"), say.gettext("SIDE") + f" ×{sides}"]
    return list(zip(words_, shares(together, blind, style), strict=True))


def pots_width(parts: list[tuple[str, str]], face: FontFace) -> float:
    """Pixels that the tab needs at its smallest font size; as in its template."""
    texts = sum(
        text_width(word, 600, _SMALLEST, face=face) + text_width(pot, 800, _SMALLEST, face=face)
        for word, pot in parts
    )
    return texts + 12 * len(parts) + 34 * (len(parts) - 1) + 60


def _plates(seen: TableSeen, who: People, style: Style) -> list[Graphic]:
    """The first half in order of action down the left edge, the rest down the right edge."""
    half = (len(seen.seats) + 1) // 2
    columns: dict[SideName, tuple[SeatSeen, ...]] = {
        "left": seen.seats[:half],
        "right": seen.seats[half:],
    }
    graphics = []
    for side, column in columns.items():
        for place, seat in enumerate(column):
            box = _at(side, place - len(column) + 1)
            context = plate(seat, side, seen.blinds[1], who, style)
            graphics.append(Graphic(f"plate-{seat.seat}", "plate", context, box))
            if seat.seat == seen.newest and seat.choice:
                graphics.append(_act(seat, side, box, seen.blinds[1], style))
    return graphics


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
        stack=_stack(seat, blind, style),
        cards=words.held(seat.cards),
        backs=0 if seat.cards or seat.folded else 2,
        shape=shape,
        word=word,
        amount=amount,
        strong=strong,
        equity="" if seat.equity is None else percent(seat.equity),
        button=seat.button,
        short=who.short(seat.player),
    )


def _stack(seat: SeatSeen, blind: int, style: Style) -> str:
    """Empty for an unlimited stack, and when all-in, which the plate says in words."""
    if seat.left is None or (not seat.left and seat.bound == "all-in"):
        return ""
    return with_unit(chips(seat.left, blind, style), blind, style)


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
        capped = say.gettext("MOST\nALLOWED").replace("\n", " ")
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
    return say.gettext("EQUITY") + f": {cards[seen.known]}"
