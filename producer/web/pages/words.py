"""Cards, moves and amounts in words for the pages, in big blinds as on the graphics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.model import Comparison
from producer.games.bridge.notation import SUIT_SIGNS, written
from producer.games.cards import RANKS, SUITS, Cards
from producer.games.game import Replayed, Step
from producer.games.line import Chips, Move, Play
from producer.games.ofc.rows import placement
from producer.scoring.comparisons import imps
from producer.scoring.team_match import one_match
from producer.stages.bridge.call_words import bid_text
from producer.stages.comparisons.branches import DecisionPoint
from producer.stages.drawings import drawing_of
from producer.stages.moment import Known, Moment
from producer.stages.words import amount
from producer.texts import undirected
from producer.web.appearance import appearance
from producer.web.languages import _, marked, ngettext, word
from producer.wording.games.bridge_names import seat_letter, seat_name
from producer.wording.language import language as speak
from producer.wording.names.teams import match_and_room
from producer.wording.pick_titles import pick_title

RANK_NAMES = dict(
    zip(
        RANKS,
        (
            *("2", "3", "4", "5", "6", "7", "8", "9", "10"),
            *(marked("Jack"), marked("Queen"), marked("King"), marked("Ace")),
        ),
        strict=True,
    )
)
SUIT_NAMES = dict(
    zip(
        SUITS,
        (marked("clubs"), marked("diamonds"), marked("hearts"), marked("spades")),
        strict=True,
    )
)

_ON = {
    "preflop": marked("Before the flop"),
    "flop": marked("On the flop"),
    "turn": marked("On the turn"),
    "river": marked("On the river"),
}

_ROWS = {"back": marked("back"), "middle": marked("middle"), "front": marked("front")}


@dataclass(frozen=True, slots=True)
class Card:
    """``rank`` as printed, ``suit`` one of c d h s, ``name`` as read out."""

    rank: str
    suit: str
    name: str


@dataclass(frozen=True, slots=True)
class WordedMove:
    """A move with its ``size`` in big blinds: the price of a call, the street's total of a bet or
    raise, ``None`` for a move without an amount. ``mark``: empty, all-in or cap (RULES P2).
    ``text``: the move as its game writes it (``1♥``), empty if it is said in words."""

    move: Move
    size: Fraction | None
    mark: str
    text: str = ""

    @property
    def words(self) -> str:
        if self.text:
            return self.text
        return self._words(word(self.move.action))

    @property
    def did(self) -> str:
        ending = "es" if self.move.action.endswith("s") else "s"
        return self._words(word(f"{self.move.action}{ending}"))

    def _words(self, verb: str) -> str:
        if self.size is None:
            detail = self.text or self.move.detail
            return verb if detail is None else f"{verb} {detail}"
        size = amount(self.size) + (f", {word(self.mark)}" if self.mark else "")
        if self.move.action == "raise":
            return _("{raises} to {amount}", raises=verb, amount=size)
        return f"{verb} {size}"


def seat_words(comparison: Comparison, seat: int) -> str:
    """``North``, or ``Seat 1`` in a game whose seats have numbers."""
    if drawing_of(comparison).panel is not None:
        return seat_name(speak(appearance().language), seat)
    return _("Seat {n}", n=seat)


def table_title(table: str) -> str:
    """``Table 7``, ``Open room``: the head of what is said of a table."""
    match, room = match_and_room(table)
    if room and not match:
        return _("Open room") if room == "open" else _("Closed room")
    return _("Table {name}", name=undirected(table))


def seat_sign(comparison: Comparison, seat: int) -> str:
    """``N``, or the number of the seat."""
    if drawing_of(comparison).panel is not None:
        return seat_letter(speak(appearance().language), seat)
    return str(seat)


def move_words(comparison: Comparison, worded: WordedMove) -> str:
    """``seat 3 raises to 12``, ``North 1♥``."""
    seat = worded.move.seat
    if drawing_of(comparison).panel is not None:
        return f"{seat_words(comparison, seat)} {worded.words}"
    return _("seat {n} {does}", n=seat, does=worded.did)


def _as_written(comparison: Comparison, move: Move) -> str:
    """A bid, contract or card as bridge players write it (``1♥``, ``3NT``, ``♦10``), and a
    placement with suit signs."""
    if move.action == "place":
        return placement_words(str(move.detail))
    if drawing_of(comparison).panel is None:
        return ""
    if move.action == "play":
        return written(move)
    if move.action in ("bid", "contract"):
        bid = bid_text(str(move.detail), speak(appearance().language))
        return f"{bid.text}{SUIT_SIGNS.get(bid.suit, '')}{bid.after}"
    return ""


def placement_words(text: str) -> str:
    """``back A♣5♠, middle 7♦`` of ``back Ac5s, middle 7d``."""
    return ", ".join(
        f"{word(_ROWS[row])} {''.join(map(_signed, placed))}"
        for row, placed in placement(text).items()
    )


def _signed(card: int) -> str:
    rank, suit = RANKS[card // 4], SUITS[card % 4]
    return f"{'10' if rank == 'T' else rank}{SUIT_SIGNS[suit]}"


def cards(some: Cards) -> tuple[Card, ...]:
    return tuple(_card(card) for card in some)


def hand(hole: Cards) -> tuple[Card, ...]:
    """A player's cards, the highest first, as on the graphics."""
    return cards(tuple(sorted(hole, key=lambda card: card // 4, reverse=True)))


def _card(card: int) -> Card:
    rank, suit = RANKS[card // 4], SUITS[card % 4]
    return Card(
        "10" if rank == "T" else rank,
        suit,
        _("{rank} of {suit}", rank=word(RANK_NAMES[rank]), suit=word(SUIT_NAMES[suit])),
    )


def gap_words(comparison: Comparison, chips: Chips, pair: Sequence[str] = ()) -> tuple[str, str]:
    """A difference between the tables of ``pair``, else between all, and its unit: at bridge in
    IMPs between two tables of one match, else in points."""
    drawing = drawing_of(comparison)
    if drawing.panel is None:
        return amount(in_blinds(comparison, chips)), word(drawing.unit)
    tables = pair or [play.table for play in comparison.deal.plays]
    if not one_match(comparison.deal, tables):
        return str(abs(chips)), word(marked("points"))
    worth = abs(imps(chips))
    return str(worth), ngettext("IMP", "IMPs", worth)


def in_blinds(comparison: Comparison, chips: Chips) -> Fraction:
    """An amount in the comparison's unit, in big blinds."""
    if comparison.unit == "bb":
        return Fraction(chips)
    return Fraction(chips) / comparison.deal.plays[0].game.unit


def worded_line(
    comparison: Comparison, play: Play, length: int | None = None
) -> tuple[tuple[WordedMove, ...], tuple[Step, ...]]:
    """The first ``length`` moves of a play in words, and the spot before each."""
    replayed: Replayed = comparison.replays[play.table]
    line = tuple(
        WordedMove(move, _size(move, spot, play.game.unit), mark, _as_written(comparison, move))
        for move, spot, mark in zip(
            replayed.line[:length], replayed.spots, replayed.marks, strict=False
        )
    )
    return line, tuple(replayed.spots[:length])


def _size(move: Move, spot: Step, big_blind: int) -> Fraction | None:
    if move.to is None:
        return None
    paid_before = spot.street_bets.get(move.seat, 0) if move.action == "call" else 0
    return Fraction(move.to - paid_before, big_blind)


def branch_moves(comparison: Comparison, point: DecisionPoint) -> tuple[WordedMove, ...]:
    """Each branch's choice, as its first table made it."""
    return tuple(_line_to(comparison, point, tables[0])[-1] for tables in point.branches)


def spot_words(comparison: Comparison, point: DecisionPoint) -> str:
    """The spot of a decision: the street, the last move on it, and who chooses; in a game with
    words of its own the title of the deal's best pick."""
    if drawing_of(comparison).panel is not None and comparison.best is not None:
        return pick_title(comparison, comparison.best, appearance().language)
    *before, chosen = _line_to(comparison, point, point.tables[0])
    street = chosen.move.street
    on = _ON.get(street) or marked("On the {street}")
    on = _(on, street=word(street))
    if not point.one_spot:
        return _("{on}, seat {n} chooses, after different play", on=on, n=point.seat)
    facing = _facing([each for each in before if each.move.street == street])
    return _("{on}, {facing}, seat {n} chooses", on=on, facing=facing, n=point.seat)


def _line_to(comparison: Comparison, point: DecisionPoint, table: str) -> tuple[WordedMove, ...]:
    """A table's moves up to and with its decision."""
    plays = {play.table: play for play in comparison.deal.plays}
    return worded_line(comparison, plays[table], point.at[table] + 1)[0]


def moment_words(moment: Moment) -> str:
    """When it is: ``at the decision, table 6 before the decision``."""
    others = (
        _("table {name} {moment}", name=table, moment=_known_words(known))
        for table, known in moment.apart
    )
    return ", ".join((_known_words(moment.known), *others))


def _known_words(known: Known) -> str:
    if known is None:
        return _("at the end")
    if known == 0:
        return _("before the decision")
    if known == 1:
        return _("at the decision")
    return ngettext("{n} move after the decision", "{n} moves after the decision", known - 1)


def _facing(before: Sequence[WordedMove]) -> str:
    """The last move that is not a fold, which is what the next player faces."""
    acted = [each for each in before if each.move.action != "fold"]
    if acted:
        return _("seat {n} {does}", n=acted[-1].move.seat, does=acted[-1].did)
    return _("everybody before folds") if before else _("first to act")
