"""High card's words and drawings, in English."""

from producer.compare.model import Pick
from producer.stages.comparisons.comparison_cut import ChoiceSeen
from producer.stages.drawings import DrawingOfGame
from producer.stages.style import Style, chips
from producer.wording import Sentence, Teller
from producer.wording.games.hands import card_name
from producer.wording.narration import Narration, each
from producer.wording.phrases import Phrase, say

DID = {"stay": "{who} stays", "swap": "{who} swaps", "raise": "{who} raises"}


def tease(narration: Narration, pick: Pick) -> Phrase:
    n = narration.count(len(narration.comparison.deal.plays), "tables", "/tables")
    card = Phrase({"": card_name(pick.cards[0])})
    return say("{n} tables, {card}: swap or raise?", n=n, card=card)


def split(narration: Narration, pick: Pick) -> Phrase:
    first, second = (
        say(DID[branch.move.action], who=who)
        for who, branch in zip(each(narration, pick.pairing, pick.seat), pick.branches, strict=True)
    )
    return say("{first}, {second}", first=first, second=second)


def headline(narration: Narration, pick: Pick) -> Phrase:
    card = Phrase({"": card_name(pick.cards[0])})
    ends = {
        place: say("{who} {won}", who=who, won=_won(narration, table, pick.seat))
        for place, table, who in zip(
            ("first", "second"),
            pick.pairing,
            each(narration, pick.pairing, pick.seat),
            strict=True,
        )
    }
    return say("With {card}: {first}, {second}", card=card, **ends)


def _won(narration: Narration, table: str, seat: int) -> Phrase:
    stakes = narration.result(table, seat)
    return Phrase({"": f"{'wins' if stakes > 0 else 'loses'} {abs(stakes)} stakes"})


def choices(_: Narration, pick: Pick) -> str:
    return ", ".join(f"{len(each.tables)} {each.move.action}" for each in pick.branches)


def points(narration: Narration) -> tuple[Sentence, ...]:
    n = len(narration.comparison.deal.plays)
    return (Sentence(f"{n} tables played this deal.", {}, "cards"),)


TELLER = Teller({"tease": tease, "split": split, "headline": headline}, choices, points)


def decision(choice: ChoiceSeen, style: Style, stake: int) -> tuple[str, str]:
    """A swap has the new card, a raise the stake it was raised to."""
    word = {"stay": "STAY", "swap": "SWAP FOR", "raise": "RAISE TO"}[choice.action]
    amount = chips(choice.to, stake, style) if choice.action == "raise" else choice.detail
    return word, amount


DRAWING = DrawingOfGame(
    {"stay": "ring", "swap": "cross", "raise": "triangle"},
    decision,
    lambda action, _: action.upper(),
    "STAKES",
    has_board=False,
)
