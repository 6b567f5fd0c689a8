"""The commentators' sheet of a deal of bridge: four hands by suit, each table's auction in columns,
its tricks one by one, and the trick at which two tables part. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from overlay.contexts import SuitText
from producer.compare.model import Comparison
from producer.games.bridge.auction import PHASE
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import EAST, NORTH, SIDES
from producer.games.bridge.tricks import winner
from producer.stages.bridge.call_words import call_text, card_text, hand_ranks
from producer.stages.bridge.card_table import tricks_won
from producer.stages.bridge.two_up import COLUMNS, contract_bar
from producer.stages.comparisons.branches import DecisionPoint
from producer.stages.style import Style
from producer.wording.games.bridge_names import pair_name, seat_letter, seat_name
from producer.wording.language import Language
from producer.wording.names.teams import table_forms
from producer.wording.phrases import Phrase

NOTHING = SuitText("")


@dataclass(frozen=True, slots=True)
class SheetHand:
    """``suits``: spades first, each with its ranks, a dash for none. ``decides``: its player
    does."""

    seat: str
    suits: tuple[SuitText, ...]
    decides: bool


@dataclass(frozen=True, slots=True)
class SheetCall:
    """Empty before the dealer's place in the first row. ``decides``: it is the decision."""

    said: SuitText
    decides: bool = False


@dataclass(frozen=True, slots=True)
class SheetCard:
    card: SuitText
    decides: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class SheetTrick:
    """``leader``: the letter of the seat that led. ``won``: the tricks of North-South and of
    East-West after it, empty while it is being played. ``parts``: here the tables part."""

    number: int
    leader: str
    cards: tuple[SheetCard, ...]
    won: str
    parts: bool


@dataclass(frozen=True, slots=True)
class TableSheet:
    """``seats``: the heads of the columns of ``calls``. ``calls``: rows of four, ``()`` where the
    file gives the contract alone. ``contract`` and ``by``: once the auction is over. ``claim``:
    declarer's tricks as claimed, in words."""

    seats: tuple[str, ...]
    calls: tuple[tuple[SheetCall, ...], ...]
    contract: SuitText
    by: str
    tricks: tuple[SheetTrick, ...]
    claim: str


def four_hands(comparison: Comparison, seat: int, say: Language) -> tuple[SheetHand, ...]:
    """West, North, East and South; ``seat`` decides."""
    return tuple(
        SheetHand(
            seat_name(say, each),
            tuple(
                SuitText(ranks or "–", suit)
                for ranks, suit in zip(
                    hand_ranks(comparison.deal.cards.get(each, ())), "shdc", strict=True
                )
            ),
            each == seat,
        )
        for each in COLUMNS
    )


def table_sheet(
    comparison: Comparison,
    point: DecisionPoint,
    table: str,
    made: int | None,
    part: int | None,
    style: Style,
) -> TableSheet:
    """``made``: the moves that may be shown, ``None`` for all. ``part``: the number of the trick at
    which the tables part, ``None`` where it may not be shown."""
    replayed, say = cast(ReplayedBridge, comparison.replays[table]), style.say
    ended = made is None
    known = len(replayed.line) if made is None else min(made, len(replayed.line))
    bar = contract_bar(replayed, point.seat, known, ended, "left", style)
    claim = next((move for move in replayed.line[:known] if move.action == "claim"), None)
    return TableSheet(
        tuple(seat_letter(say, seat) for seat in COLUMNS),
        _calls(replayed, known, point.at[table], say),
        bar.contract if bar else NOTHING,
        bar.by if bar else "",
        _tricks(replayed, known, point.at[table], part, say),
        "" if claim is None or claim.to is None else _claimed(claim.to, say),
    )


def _claimed(tricks: int, say: Language) -> str:
    return say.ngettext(
        "claim: {n} trick for declarer", "claim: {n} tricks for declarer", tricks
    ).format(n=tricks)


def _calls(
    replayed: ReplayedBridge, known: int, at: int, say: Language
) -> tuple[tuple[SheetCall, ...], ...]:
    calls = [move for move in replayed.line[:known] if move.phase == PHASE]
    if not calls or any(move.action == "contract" for move in calls):
        return ()
    cells = [SheetCall(NOTHING)] * COLUMNS.index(calls[0].seat)
    cells += [SheetCall(call_text(move, say), n == at) for n, move in enumerate(calls)]
    cells += [SheetCall(NOTHING)] * (-len(cells) % len(COLUMNS))
    return tuple(tuple(cells[n : n + 4]) for n in range(0, len(cells), 4))


def _tricks(
    replayed: ReplayedBridge, known: int, at: int, part: int | None, say: Language
) -> tuple[SheetTrick, ...]:
    played = [(n, move) for n, move in enumerate(replayed.line[:known]) if move.action == "play"]
    contract = replayed.contract
    rows = []
    for number, first in enumerate(range(0, len(played), 4), 1):
        trick = played[first : first + 4]
        won, best = "", None
        if len(trick) == len(COLUMNS) and contract is not None:
            best = winner({move.seat: str(move.detail) for _, move in trick}, contract.trump)
            north, east = tricks_won(replayed, trick[-1][0] + 1)
            won = f"{north}–{east}"
        cards = tuple(
            SheetCard(card_text(str(move.detail)), n == at, move.seat == best) for n, move in trick
        )
        leader = seat_letter(say, trick[0][1].seat)
        rows.append(SheetTrick(number, leader, cards, won, number == part))
    return tuple(rows)


def turn_words(comparison: Comparison, pair: tuple[str, str], style: Style) -> str:
    """Where the play of two tables turned, in a sentence."""
    say = style.say
    plays = [cast(ReplayedBridge, comparison.replays[table]) for table in pair]
    if not _same_contract(plays):
        return say.gettext("The tables parted in the auction: their contracts differ.")
    if plays[0].tricks == plays[1].tricks:
        return say.gettext("Declarer took {n} tricks at both tables.").format(n=plays[0].tricks)
    alike = _alike_until(plays)
    part = parting_trick(comparison, pair)
    if part is None:
        return say.gettext(
            "Level after trick {n}: the tables part in what was played or claimed after it."
        ).format(n=alike)
    first = _counts(plays[0])
    sides = (NORTH, EAST) if first[part] > first[part - 1] else (EAST, NORTH)
    return say.gettext(
        "The tables part at trick {n}: {one} won it {table:at}, {other} {second:at}."
    ).format(
        n=part,
        one=pair_name(say, sides[0]),
        table=Phrase(table_forms(comparison.deal.name_of(pair[0]), say.code)),
        other=pair_name(say, sides[1]),
        second=Phrase(table_forms(comparison.deal.name_of(pair[1]), say.code)),
    )


def parting_trick(comparison: Comparison, pair: tuple[str, str]) -> int | None:
    """The first trick from which on two tables have not won the same number of tricks any more, of
    those played at both; ``None`` without one, and where strain or declarer's side differ."""
    plays = [cast(ReplayedBridge, comparison.replays[table]) for table in pair]
    if not _same_contract(plays) or plays[0].tricks == plays[1].tricks:
        return None
    alike = _alike_until(plays)
    return alike + 1 if alike + 1 < min(len(_counts(play)) for play in plays) else None


def _same_contract(plays: Sequence[ReplayedBridge]) -> bool:
    """Whether strain and declarer's side are the same."""
    found = {
        play.contract and (play.contract.strain, SIDES[play.contract.declarer]) for play in plays
    }
    return len(found) == 1 and None not in found


def _alike_until(plays: Sequence[ReplayedBridge]) -> int:
    """The last trick after which both had won the same number, 0 before the first."""
    one, other = (_counts(play) for play in plays)
    return max(n for n in range(min(len(one), len(other))) if one[n] == other[n])


def _counts(replayed: ReplayedBridge) -> tuple[int, ...]:
    """The tricks of North and South before the play and after each trick played."""
    played = [n for n, move in enumerate(replayed.line, 1) if move.action == "play"]
    return (0, *(tricks_won(replayed, n)[0] for n in played[3::4]))
