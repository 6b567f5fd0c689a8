"""The words and numbers on graphics: decisions, opponents, places."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from overlay.contexts import Ahead, Face, Shape
from overlay.stage import Box, Stage
from overlay.texts.text import capitals
from producer.compare.model import Comparison
from producer.games.cards import DECK, Cards, format_card
from producer.games.game import Step
from producer.games.holdem.replays import Spot
from producer.stages.bridge import BRIDGE
from producer.stages.comparisons.comparison_cut import (
    ChoiceSeen,
    Opponent,
    PlaceSeen,
    SideSeen,
    SplitSeen,
)
from producer.stages.comparisons.results_alone import RESULTS_ALONE
from producer.stages.drawings import DRAWINGS, DrawingOfGame
from producer.stages.people import People
from producer.stages.style import (
    ENGLISH,
    MINUS,
    PLAIN,
    UNIT,
    Style,
    amount,
    as_shown,
    chips,
    signed,
    unit,
)
from producer.stages.tables.drawn_table import drawn_table
from producer.wording.games.positions import position_name
from producer.wording.language import Language
from producer.wording.numbers import english_ending

__all__ = [
    "MINUS",
    "UNIT",
    "ahead",
    "amount",
    "asked",
    "asked_of",
    "brief",
    "brief_word",
    "counted",
    "decision",
    "ended",
    "equal",
    "faces",
    "folded_later",
    "held",
    "opponent",
    "ordinal",
    "place_of",
    "places",
    "rank",
    "side_name",
    "signed",
    "street_name",
    "table_notes",
    "tag",
    "to_come",
    "why",
]

SHAPES: dict[str, Shape] = {
    "fold": "cross", "check": "ring", "call": "ring", "bet": "triangle", "raise": "triangle",
}  # fmt: skip


def action_word(action: str, say: Language) -> str:
    """An action as one player's decision."""
    return {
        "fold": say.gettext("FOLD"),
        "check": say.gettext("CHECK"),
        "call": say.gettext("CALL"),
        "bet": say.gettext("BET"),
        "raise": say.gettext("RAISE TO"),
    }[action]


def branch_word(action: str, say: Language) -> str:
    """An action as the choice of several tables."""
    if action == "fold":
        return say.pgettext("branch", "FOLD")
    return say.gettext("RAISE") if action == "raise" else action_word(action, say)


def same_cards(style: Style) -> tuple[str, str]:
    """The label of the cards, in two lines."""
    first, second = style.say.gettext("SAME\nCARDS").split("\n")
    return first, second


def against_average(unit_: str, tables: int, style: Style) -> str:
    """What results are measured in, and against: the average of how many tables."""
    text = style.say.gettext("{unit} ABOVE OR BELOW THE {n}-TABLE AVERAGE")
    return text.format(unit=unit_, n=tables)


def no_fork(visible: SplitSeen, style: Style) -> tuple[str, ...]:
    """Of tables that do not part here, in two lines: that they played alike, or came to their
    decisions by different moves. Empty at a fork, and while a choice is not known."""
    say = style.say
    if not visible.one_spot:
        return tuple(say.gettext("DIFFERENT PLAY\nUP TO HERE").split("\n"))
    if visible.alike is None:
        return ()
    alike, played = visible.alike
    if alike < played:
        text = say.gettext("SAME PLAY\nAT {n} OF {all} TABLES")
    elif alike == 2:
        text = say.gettext("SAME PLAY\nAT BOTH TABLES")
    else:
        text = say.gettext("SAME PLAY\nAT ALL {n} TABLES")
    return tuple(text.format(n=alike, all=played).split("\n"))


def ordinal(number: int, say: Language = ENGLISH) -> str:
    """The ordinal of a number.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    >>> from producer.wording.language import language
    >>> ordinal(1, language("es")), ordinal(2, language("el"))
    ('1.º', '2η')
    """
    if say.code == "en":
        return f"{number}{english_ending(number)}"
    return say.pgettext("place", "{n}th").format(n=number)


def decision(
    choice: ChoiceSeen | None, style: Style = PLAIN, blind: int = 0
) -> tuple[Shape, str, str]:
    """Shape, word and amount, as the game draws them; a question mark alone before the decision."""
    if choice is None:
        return "question", "", ""
    drawing = DRAWINGS[style.game]
    return drawing.shapes[choice.action], *drawing.decision(choice, style, blind)


def _holdem_decision(choice: ChoiceSeen, style: Style, blind: int) -> tuple[str, str]:
    """A call has the chips added, a bet or raise its total."""
    say, action = style.say, choice.action
    if action in ("fold", "check"):
        return action_word(action, say), ""
    if action == "call":
        return action_word(action, say), chips(choice.paid, blind, style)
    word = say.gettext("ALL-IN") if choice.mark == "all-in" else action_word(action, say)
    return word, chips(choice.to, blind, style)


def asked(visible: SplitSeen, style: Style) -> str:
    """What a player may do, as a question, while one of them is not known to have chosen; empty
    unless all may do the same. It comes from the rules, so it gives no choice away."""
    question = DRAWINGS[style.game].question
    if question is None or not visible.asks or all(side.choice for side in visible.sides):
        return ""
    questions = {question(side.spot, style.say) for side in visible.sides if side.spot}
    return questions.pop() if len(questions) == 1 else ""


def asked_of(visible: SplitSeen, who: People, style: Style) -> tuple[str, ...]:
    """``asked`` of two sides, in ever shorter forms: with the name and the table of the one who has
    not chosen once the other has, which it does not answer."""
    question = asked(visible, style)
    left = [side for side in visible.sides if not side.choice]
    if not question:
        return ()
    if len(left) == len(visible.sides):
        return (question,)
    table = style.say.gettext("TABLE {name}").format(name=left[0].table)
    names = _names(left[0], visible, who, style)
    asks = (f"{name}, {table}" for name in names if name != table)
    return (*(f"{each}: {question}" for each in (*asks, table)), question)


def _holdem_question(step: Step, say: Language) -> str:
    assert isinstance(step, Spot)
    if step.to_call:
        if step.min_to is None:
            return say.gettext("CALL OR FOLD?")
        return say.gettext("CALL, RAISE OR FOLD?")
    if step.min_to is None:
        return ""
    if any(step.street_bets.values()):
        return say.gettext("CHECK OR RAISE?")
    return say.gettext("CHECK OR BET?")


def brief_word(choice: ChoiceSeen, style: Style = PLAIN) -> str:
    """A decision's word where RAISE TO leaves no room for its amount: RAISE; of several rows of
    cards the first."""
    if own := DRAWINGS[style.game].brief:
        return own(choice, style)
    if choice.mark == "all-in" and choice.action != "call":
        return style.say.gettext("ALL-IN")
    return DRAWINGS[style.game].branch(choice.action, style.say)


def brief(choice: ChoiceSeen | None, amount: str, style: Style) -> str:
    """A decision in fewer letters, with its amount; empty if it has no shorter form."""
    if choice is None or not (amount or DRAWINGS[style.game].brief):
        return ""
    return f"{brief_word(choice, style)} {amount}".strip()


def tag(choice: ChoiceSeen | None, say: Language = ENGLISH) -> tuple[str, ...]:
    """What a decision's word does not say, in one or two lines: the rules allow no more (RULES
    P2, the cap), or the call takes all chips. Empty for most decisions."""
    if choice is None or not choice.mark:
        return ()
    if choice.mark == "cap":
        return tuple(say.gettext("MAXIMUM\nALLOWED").split("\n"))
    return (say.gettext("ALL-IN"),) if choice.action == "call" else ()


def why(choice: ChoiceSeen | None, style: Style) -> tuple[str, ...]:
    """What made a hand what it turned out to be, longest first: ``MIDDLE BEATS BACK``. Empty for
    whatever a player does."""
    explain = DRAWINGS[style.game].why
    return explain(choice, style.say) if explain and choice else ()


def opponent(side: SideSeen, who: People, say: Language) -> tuple[str, Cards, str]:
    """A line in three parts: ``"against"``, the opponent's cards if they are known, the name; of
    several opponents only how many there are."""
    if len(side.opponents) != 1:
        n = len(side.opponents)
        still = say.ngettext("{n} still to act", "{n} still to act", n)
        others = say.ngettext("against {n} player", "against {n} players", n)
        return "", (), (still if side.first else others).format(n=n)
    (one,) = side.opponents
    return say.gettext("against"), one.cards, who.full(side_name(one))


def table_notes(visible: SplitSeen, style: Style) -> tuple[str, ...]:
    """Under SAME CARDS: how many tables were dealt them, the position of their player."""
    say, notes = style.say, []
    if visible.tables:
        tables = say.ngettext("AT {n} TABLE", "AT {n} TABLES", visible.tables)
        notes.append(tables.format(n=visible.tables))
    if visible.position and DRAWINGS[style.game].street:
        notes.append(capitals(position_name(visible.position, say.code)))
    if named := DRAWINGS[style.game].named:
        notes.append(named(say))
    return tuple(notes)


def street_name(street: str, say: Language) -> str:
    """A street of hold'em."""
    return {
        "preflop": say.gettext("preflop"),
        "flop": say.gettext("flop"),
        "turn": say.gettext("turn"),
        "river": say.gettext("river"),
    }[street]


def ended(side: SideSeen, who: People, style: Style) -> tuple[str, ...]:
    """How the hand ended for this side, longest first: ``("China folds, river", "CHN folds,
    river", "opponent folds, river")``. Empty where its decision says it, and in
    games without streets."""
    name, end = DRAWINGS[style.game].street, side.outcome.end if side.outcome else None
    if name is None or end is None:
        return ()
    say, street = style.say, name(end.street, style.say)
    if not end.folded:
        return (say.gettext("at showdown"), say.gettext("showdown"))
    if side.player in end.folded:
        own = say.gettext("then folds, {street}").format(street=street)
        return () if side.choice and side.choice.action == "fold" else (own,)
    if len(end.folded) > 1:
        return (say.gettext("others fold, {street}").format(street=street),)
    (player,) = end.folded
    bare = say.gettext("opponent folds, {street}").format(street=street)
    names = (who.team(player), who.short(player)) if player.team else (player.name,)
    folds = say.gettext("{who} folds, {street}")
    return (*(folds.format(who=each, street=street) for each in names if each), bare)


def folded_later(side: SideSeen, who: People, style: Style) -> tuple[str, ...]:
    """``ended`` in its shortest form where somebody folded after the decision, which is why tables
    that chose alike differ; an opponent is not named where none is drawn."""
    end = side.outcome.end if side.outcome else None
    return ended(side, who, style)[-1:] if end and end.folded else ()


def ahead(visible: SplitSeen, who: People, style: Style) -> Ahead | None:
    """Which of two sides that have ended is ahead by how much; ``None`` until both have."""
    say, blind = style.say, visible.blind
    one, other = visible.sides
    if one.outcome is None or other.outcome is None:
        return None
    results = [as_shown(each.outcome.chips, blind, style) for each in (one, other) if each.outcome]
    apart = results[0] - results[1]
    if not apart:
        same = say.gettext("THE SAME RESULT")
        return Ahead("", "", "", same, same)
    better = one if apart > 0 else other
    text = units_ahead(abs(apart), blind, style, in_full=True)
    brief = units_ahead(abs(apart), blind, style) if unit(blind, style) else say.gettext("AHEAD")
    name, short = (_apart(each) for each in _names(better, visible, who, style))
    return Ahead(name, short, chips(abs(apart), blind, style), text, brief)


def units_ahead(apart: Fraction, blind: int, style: Style, *, in_full: bool = False) -> str:
    """After ``apart``, which is not negative: ``BB AHEAD``, ``in_full`` ``BIG BLINDS AHEAD``."""
    say, sign = style.say, unit(blind, style)
    if in_full and sign == UNIT:
        return say.gettext("BIG BLIND AHEAD") if apart == 1 else say.gettext("BIG BLINDS AHEAD")
    counted_ = DRAWINGS[style.game].counted if in_full else None
    named = counted_(say, int(apart)) if counted_ else sign or say.gettext("CHIPS")
    return say.gettext("{unit} AHEAD").format(unit=named)


def counted(value: Fraction, blind: int, style: Style) -> tuple[str, ...]:
    """The unit after a result, in full, in one or two lines: ``BIG``, ``BLINDS``; ``POINTS``."""
    in_full, say, sign = DRAWINGS[style.game].counted, style.say, unit(blind, style)
    if in_full:
        return (in_full(say, int(abs(value))),)
    if sign == UNIT:
        text = say.ngettext("BIG\nBLIND", "BIG\nBLINDS", 1 if abs(value) == 1 else 2)
        return tuple(text.split("\n"))
    return (sign,) if sign else ()


def _apart(name: str) -> str:
    """With a colon after a digit, which would run into the amount: ``TABLE 5: 14``."""
    return f"{name}:" if name[-1:].isdigit() else name


def to_come(visible: SplitSeen, who: People, style: Style) -> Ahead | None:
    """Whose end is still to come, while one of two sides has ended."""
    still = [side for side in visible.sides if side.outcome is None]
    if len(still) != 1:
        return None
    name, short = _names(still[0], visible, who, style)
    text = style.say.gettext("RESULT STILL TO COME")
    return Ahead(f"{name}:", f"{short}:", "", text, text)


def _names(side: SideSeen, visible: SplitSeen, who: People, style: Style) -> tuple[str, str]:
    """What one of two sides is called, and a shorter form: its team, the player where both are of
    one, the table where one player is both."""
    one, other = visible.sides
    table = style.say.gettext("TABLE {name}").format(name=side.table)
    if one.player == other.player:
        return table, table
    if one.player.team == other.player.team:
        return side.player.name, table
    return capitals(who.team(side.player)) or side.player.name, who.short(side.player) or table


def place_of(place: PlaceSeen, say: Language = ENGLISH) -> str:
    """The place out of how many, in words if it is shared; empty of two tables, where the other
    side says as much.

    >>> from fractions import Fraction
    >>> third = Fraction(3)
    >>> place_of(PlaceSeen(third, 1, 6)), place_of(PlaceSeen(third, 3, 6, True))
    ('1st of 6', 'TIED 3rd of 6')
    >>> place_of(PlaceSeen(third, 1, 2))
    ''
    """
    if place.field < 3:
        return ""
    of_all = say.pgettext("place", "{place} of {n}")
    text = of_all.format(place=ordinal(place.rank, say), n=place.field)
    return say.gettext("TIED {place}").format(place=text) if place.shared else text


def rank(place: PlaceSeen, say: Language = ENGLISH) -> str:
    """The place alone: ``3rd`` or ``TIED 3rd``."""
    text = ordinal(place.rank, say)
    return say.gettext("TIED {place}").format(place=text) if place.shared else text


def equal(place: str, shared: bool) -> str:
    """A place, with ``=`` before it if shared."""
    return f"={place}" if shared else place


def places(ranks: Sequence[int]) -> list[str]:
    """The places of a list of ranks, in the same order.

    >>> places([1, 2, 2, 4])
    ['1', '=2', '=2', '4']
    """
    return [equal(str(each), ranks.count(each) > 1) for each in ranks]


def side_name(opponent: Opponent) -> str:
    """The key of the opponent's team, else the player's name."""
    return opponent.player.team or opponent.player.name


def held(cards: Cards) -> tuple[Face, ...]:
    """A player's hole cards, highest first."""
    return faces(tuple(sorted(cards, key=lambda card: card // 4, reverse=True)))


def faces(cards: Cards) -> tuple[Face, ...]:
    """Cards for the templates, in the same order."""
    return tuple(map(_face, cards))


@lru_cache(maxsize=len(DECK))
def _face(card: int) -> Face:
    """One card; a ten is printed as 10."""
    text = format_card(card)
    return Face("10" if text[0] == "T" else text[0], text[1])


def _holdem_table(
    comparison: Comparison, table: str, moves: int, place: Box, style: Style
) -> Stage:
    return drawn_table(comparison.deal, table, moves, place, style)


DRAWINGS["holdem"] = DrawingOfGame(
    SHAPES,
    _holdem_decision,
    branch_word,
    UNIT,
    street=street_name,
    question=_holdem_question,
    table=_holdem_table,
)
DRAWINGS["bridge"] = BRIDGE
DRAWINGS["results"] = RESULTS_ALONE
