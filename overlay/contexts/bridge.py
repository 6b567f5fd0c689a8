"""Contexts of bridge: the four hands, the auction of a table, a call or card, the contract, a
table from above."""

from __future__ import annotations

from dataclasses import dataclass

from overlay.contexts.two_up import Ahead, Shape, Side
from overlay.themes.pictures import Picture


@dataclass(frozen=True, slots=True)
class SuitText:
    """A call, card or contract: ``text``, then a suit drawn as a shape (one of c d h s, or empty),
    then what follows it, such as the X of a doubled contract. ``quiet``: a pass."""

    text: str
    suit: str = ""
    after: str = ""
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class HandColumn:
    """One hand: ``ranks`` of spades, hearts, diamonds and clubs, highest first; ``lit``: its player
    decides."""

    seat: str
    ranks: tuple[str, str, str, str]
    lit: bool = False


@dataclass(frozen=True, slots=True)
class FourHands:
    """``four_hands``: clockwise from West. ``notes``: what all tables share besides, such as who is
    vulnerable."""

    hands: tuple[HandColumn, ...]
    notes: str


@dataclass(frozen=True, slots=True)
class AuctionGrid:
    """``auction``: the calls of one table so far, by rows; a cell without text is empty. ``seats``:
    the letters above the columns. ``part``: row and column of the call where the tables part, 0 the
    first; ``None`` where they do not part here."""

    side: Side
    seats: tuple[str, ...]
    rows: tuple[tuple[SuitText, ...], ...]
    part: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class CallBar:
    """``call_bar``: the call or card that this side chose; ``said`` is empty before it. ``ended``:
    the results are read now; after ``link`` stands the contract that the same player bid later,
    ``then``, if there is one."""

    side: Side
    shape: Shape
    word: str
    said: SuitText
    ended: bool = False
    link: str = ""
    then: SuitText = SuitText("")


@dataclass(frozen=True, slots=True)
class ContractBar:
    """``contract``: the final contract with its declarer, and at the end what came of it and the
    points of the pair that decided; both empty before. ``needs``, ``wins``: the tricks that the
    contract takes, and at the end those won. ``best``: the points are the better ones of the two
    tables. ``ended``: both tables have their results."""

    side: Side
    contract: SuitText
    by: str
    made: str
    points: str
    needs: str = ""
    wins: str = ""
    best: bool = False
    ended: bool = False


@dataclass(frozen=True, slots=True)
class CardTableSeat:
    """``letter``: of the seat. ``said``: the last call or the card on the table, empty without
    one. ``colour``: of the team. ``lit``: the player is to act. ``is_card``: ``said`` is a card."""

    letter: str
    said: SuitText
    colour: str
    lit: bool = False
    is_card: bool = False


@dataclass(frozen=True, slots=True)
class CardTable:
    """``card_table``: a bridge table from above. ``seats``: West, North, East, South; none once the
    play is over. ``across``: where its middle is, as a share of the width. ``won``: the tricks of
    each side, such as ``("NS 3", "EW 2")``; empty before the play."""

    seats: tuple[CardTableSeat, ...]
    across: float
    won: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandAtTable:
    """A seat with its player and the ranks left to it, of spades, hearts, diamonds and clubs; no
    ranks at all if its cards are not known. ``said``: its card in the trick, or its last call;
    ``parts``: the tables part there. ``turn``: the next card is its."""

    seat: str
    player: str
    colour: str
    ranks: tuple[str, ...]
    said: SuitText = SuitText("")
    is_card: bool = False
    parts: bool = False
    turn: bool = False


@dataclass(frozen=True, slots=True)
class TrickCount:
    """A side's tricks, such as ``NS tricks`` and ``3 of 10``. ``reached``: those it needs."""

    side: str
    words: str
    reached: bool


@dataclass(frozen=True, slots=True)
class TrickTable:
    """The play of one table. ``hands``: clockwise from West. ``won``: of both sides, once there is
    a contract. ``made`` and ``points``: at the end."""

    table: str
    hands: tuple[HandAtTable, ...]
    contract: SuitText
    by: str
    won: tuple[TrickCount, ...]
    made: str
    points: str


@dataclass(frozen=True, slots=True)
class Tricks:
    """``tricks``: the play of two tables side by side; ``ahead``: at the end."""

    title: str
    notes: str
    tables: tuple[TrickTable, ...]
    ahead: Ahead | None = None


@dataclass(frozen=True, slots=True)
class PairOfTable:
    """Two partners: ``seats``, such as ``NS``; ``name``: of the team, else of the players;
    ``short``: where that leaves no room."""

    seats: str
    name: str
    short: str
    colour: str
    flag: Picture | str = ""


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A call with the letter of its seat. ``said``: quiet for a pass; a question mark for a call
    still to come. ``parts``: the tables part there."""

    seat: str
    said: SuitText
    parts: bool = False


@dataclass(frozen=True, slots=True)
class AuctionColumn:
    """One table: the pair that decides and the one against it, its own calls since the tables part,
    the contract with its declarer and the tricks it ``needs``, the opening lead, and at the end
    those that were won and who won how many points. What is not known yet is empty. ``caller``: who
    decides, longest form first; beside the first call as long as it is the only one.
    ``winner_short``: where the winner's name has no room. ``lead_parts``: the tables part at the
    lead. ``best``: its result is the better one for the side that is ahead."""

    table: str
    pair: PairOfTable
    against: PairOfTable
    caller: tuple[str, ...]
    calls: tuple[MadeCall, ...]
    contract: SuitText
    by: str
    needs: str
    leads: str
    lead: SuitText
    lead_parts: bool
    wins: str
    winner: str
    winner_short: str
    points: str
    best: bool = False


@dataclass(frozen=True, slots=True)
class Auctions:
    """``auctions``: the calls that both tables of a match made under the words ``both``, then what
    each made of them. ``hand``: of the player who decides, after the words ``same``; ``None`` if it
    is not known. ``versus``: before the name of a pair's opponents. ``parts``: what the gold call
    is, once there is one. ``rule``: how an auction ends, as long as none has. ``ahead``: at the
    end."""

    title: str
    notes: str
    same: str
    hand: HandColumn | None
    both: str
    common: tuple[MadeCall, ...]
    versus: str
    columns: tuple[AuctionColumn, ...]
    parts: str = ""
    rule: str = ""
    ahead: Ahead | None = None
