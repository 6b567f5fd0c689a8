"""Sentences about open-face Chinese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from babel.numbers import format_decimal

from producer.compare.model import Branch, Pick, Story
from producer.compare.open_face import SLIPPED
from producer.games.cards import format_card
from producer.games.line import Move
from producer.games.ofc.placing import ROUNDS, open_face
from producer.games.ofc.points import royalties
from producer.games.ofc.rest import Worth, worth
from producer.games.ofc.rows import SIZES, placement
from producer.games.ofc.rules import ReplayedOpenFace
from producer.wording.games.hands import card_name
from producer.wording.language import Language
from producer.wording.narration import Narration, at_table, at_tables, each
from producer.wording.numbers import listed
from producer.wording.phrases import Fact, Phrase, plain, pointer, say
from producer.wording.sentence import Sentence
from producer.wording.tellers import Teller

MOST = 8
"""Most sentences of a deal."""


def points_won(narration: Narration, points: Fraction, *sources: str) -> Phrase:
    """A number of points without its sign; form ``n``: the number alone."""
    number = abs(points)
    text = narration.language.ngettext("{n} point", "{n} points", int(number))
    said = text.format(n=number)
    return Phrase({"": said, "n": str(number)}, {"": Fact(number, "points", sources)}, int(number))


def _tease(narration: Narration, pick: Pick) -> Phrase:
    """Nothing from the decision on."""
    language = narration.language
    n = narration.count(len(narration.comparison.deal.plays), "tables", "/tables")
    if len(pick.cards) == 1:
        message = language.gettext("{n} tables, {card}: back, middle or front?")
        return say(message, n=n, card=_card(narration, pick))
    if pick.street == ROUNDS[0]:
        return say(language.gettext("{n} tables, the same five cards: where do they go?"), n=n)
    return say(language.gettext("{n} tables, the same cards: where do they go?"), n=n)


def _card(narration: Narration, pick: Pick) -> Phrase:
    (card,) = pick.cards
    fact = Fact(format_card(card), "cards", (pointer("cards", pick.seat),))
    return Phrase({"": card_name(card, narration.language.code)}, {"": fact})


def _split(narration: Narration, pick: Pick) -> Phrase:
    language = narration.language
    if not pick.branches:
        return say(language.gettext("The same cards, set in different rows"))
    first, second = (
        _sets(language, who, branch.move)
        for who, branch in zip(each(narration, pick.pairing, pick.seat), pick.branches, strict=True)
    )
    shapes = {_shape(branch.move) for branch in pick.branches}
    if len(shapes) == 1:
        message = language.gettext("{first}, {second}, with different cards")
    else:
        message = language.gettext("{first}, {second}")
    return say(message, first=first, second=second)


def _shape(move: Move) -> str:
    """How many cards go into each row, from the back: ``2-2-1``; of one card, the row."""
    if move.action != "place":
        return move.action
    placed = placement(str(move.detail))
    counts = [len(placed.get(row, ())) for row in SIZES]
    return next(iter(placed)) if sum(counts) == 1 else "-".join(map(str, counts))


def _sets(language: Language, who: Phrase, move: Move) -> Phrase:
    """``Ada plays it in the back``, ``Bo sets 2-2-1 from the back``."""
    number, shape = who.number, _shape(move)
    match shape:
        case "back":
            text = language.ngettext(
                "{who} plays it in the back", "{who} play it in the back", number
            )
        case "middle":
            text = language.ngettext(
                "{who} plays it in the middle", "{who} play it in the middle", number
            )
        case "front":
            text = language.ngettext("{who} plays it in front", "{who} play it in front", number)
        case "absent":
            text = language.ngettext("{who} does not play", "{who} do not play", number)
        case "time-out":
            text = language.ngettext("{who} runs out of time", "{who} run out of time", number)
        case "leave":
            text = language.ngettext("{who} leaves the table", "{who} leave the table", number)
        case "show-early":
            text = language.ngettext(
                "{who} shows a card too early", "{who} show a card too early", number
            )
        case _:
            text = language.ngettext(
                "{who} sets {rows} from the back", "{who} set {rows} from the back", number
            )
    return say(text, who=who, rows=plain(shape))


def _headline(narration: Narration, pick: Pick) -> Phrase:
    best_first = sorted(pick.pairing, key=lambda table: -narration.result(table, pick.seat))
    first, second = (
        _ends(narration, who, table, pick.seat)
        for who, table in zip(each(narration, best_first, pick.seat), best_first, strict=True)
    )
    message = narration.language.gettext("Same cards: {first}, {second}")
    return say(message, first=first, second=second)


def _ends(narration: Narration, who: Phrase, table: str, seat: int) -> Phrase:
    """``Ada wins 12 points``, ``Bo fouls and loses 18 points``."""
    language, value = narration.language, narration.result(table, seat)
    fouled = _replayed(narration, table).fouled(seat)
    points = points_won(narration, value, pointer("plays", table, "result", seat))
    if value > 0:
        text = language.ngettext("{who} wins {points}", "{who} win {points}", who.number)
    elif not value:
        text = language.ngettext("{who} breaks even", "{who} break even", who.number)
    elif fouled:
        text = language.ngettext(
            "{who} fouls and loses {points}", "{who} foul and lose {points}", who.number
        )
    else:
        text = language.ngettext("{who} loses {points}", "{who} lose {points}", who.number)
    return say(text, who=who, points=points)


def _replayed(narration: Narration, table: str) -> ReplayedOpenFace:
    replayed = narration.comparison.replays[table]
    assert isinstance(replayed, ReplayedOpenFace)
    return replayed


def _choices(narration: Narration, pick: Pick) -> str:
    return str(_chosen(narration, pick))


def _chosen(narration: Narration, pick: Pick) -> Phrase:
    """``The king of hearts: three in the back, one in front``."""
    language = narration.language
    branches = _ways(narration, pick)
    if len(pick.cards) != 1:
        n = narration.count(len(branches), "tables")
        text = language.ngettext(
            "Five cards to set: {n} way", "Five cards to set: {n} ways", len(branches)
        )
        return say(text, n=n)
    there = listed(language, [*_by_row(narration, branches)])
    said = say(language.gettext("{card}: {rows}"), card=_card(narration, pick), rows=there)
    text = str(said)
    return Phrase({"": text[:1].upper() + text[1:]}, said.facts)


def _ways(narration: Narration, pick: Pick) -> Sequence[Branch]:
    """The placements of the pick with their tables; without a fork of those that placed its cards
    after different moves."""
    if pick.fork is not None:
        return pick.fork.branches
    if pick.branches:
        return pick.branches
    found: dict[Move, tuple[str, ...]] = {}
    for table, n in pick.at.items():
        move = _replayed(narration, table).line[n]
        found[move] = (*found.get(move, ()), table)
    return [Branch(move, tables, {}) for move, tables in found.items()]


def _by_row(narration: Narration, branches: Sequence[Branch]) -> list[Phrase]:
    counted: Counter[str] = Counter()
    for branch in branches:
        counted[_shape(branch.move)] += len(branch.tables)
    return [
        say(
            _row(narration.language, row),
            n=narration.count(number, "tables", of=counted.total()),
        )
        for row, number in counted.most_common()
    ]


def _row(language: Language, row: str) -> str:
    match row:
        case "back":
            return language.gettext("{n} in the back")
        case "middle":
            return language.gettext("{n} in the middle")
        case "front":
            return language.gettext("{n} in front")
        case _:
            return language.gettext("{n} without a placement")


def _points(narration: Narration) -> tuple[Sentence, ...]:
    """The cards, the choice, the two tables shown, fouls, and how far apart."""
    comparison, language = narration.comparison, narration.language
    n = narration.count(len(comparison.deal.plays), "tables", "/tables")
    dealt = language.gettext("The same cards in the same order at {n} tables")
    found = [_sentence("cards", say(dealt, n=n))]
    best = comparison.best
    if best is None:
        return tuple(found)
    if best.branches or best.at:
        found.append(_sentence("choices", _chosen(narration, best)))
    rest = _rest(narration, best)
    if rest is not None:
        found.append(_sentence("choices", rest))
    found += [_sentence("table", _table(narration, best, table)) for table in best.pairing]
    stories = sorted(comparison.stories, key=lambda story: story.seat != best.seat)
    found += [_sentence("story", _foul(narration, story)) for story in stories]
    found = found[: MOST - 1]
    gap = points_won(narration, Fraction(best.gap))
    apart = language.gettext("On this deal they finished {gap} apart")
    return (*found, _sentence("deal", say(apart, gap=gap)))


def _table(narration: Narration, pick: Pick, table: str) -> Phrase:
    """How one of the two tables shown ended, with its royalties."""
    replayed, who = _replayed(narration, table), at_table(narration, table, pick.seat)
    hand = replayed.finished.hands.get(pick.seat)
    earned = sum(royalties(open_face(replayed.play.game), hand).values())
    ended = _ends(narration, who, table, pick.seat)
    if not earned:
        return ended
    text = narration.language.ngettext(
        "{ended}, {n} point of it in royalties", "{ended}, {n} points of it in royalties", earned
    )
    place = pointer("plays", table, "line")
    return say(
        text, ended=ended, n=Phrase({"": str(earned)}, {"": Fact(earned, "points", (place,))})
    )


def _rest(narration: Narration, pick: Pick) -> Phrase | None:
    """What the two placements were worth over the cards still to come: counted, or estimated."""
    if len(pick.branches) != len(pick.pairing):
        return None
    language = narration.language
    found = [_worth(_replayed(narration, table), pick, table) for table in pick.pairing]
    who = each(narration, pick.pairing, pick.seat)
    parts = {
        "first": who[0],
        "second": who[1],
        "one": _decimal(language, found[0].points),
        "two": _decimal(language, found[1].points),
    }
    error = max(each.error for each in found)
    if not error:
        message = language.gettext(
            "Over every order of the cards to come, played by simple rules, {first} stood at {one} "
            "points and {second} at {two}"
        )
        return say(message, **parts)
    message = language.gettext(
        "Over a sample of the cards to come, played by simple rules, {first} stood at {one} points "
        "and {second} at {two}, give or take {error}"
    )
    return say(message, error=_decimal(language, Fraction(error).limit_denominator(1000)), **parts)


def _worth(replayed: ReplayedOpenFace, pick: Pick, table: str) -> Worth:
    """Of the position after the placement; always the same for the same pick."""
    at = pick.at.get(table, len(pick.history))
    return worth(replayed.position_after(at + 1), pick.seat, f"{pick.id}/{table}")


def _decimal(language: Language, points: Fraction) -> Phrase:
    """With one decimal and a true minus sign."""
    text = format_decimal(float(round(points, 1)), format="#,##0.0", locale=language.locale)
    return Phrase({"": text.replace("-", "\u2212")}, {"": Fact(points, "points", ())})


def _foul(narration: Narration, story: Story) -> Phrase:
    """A foul that was a risk, or a slip; both as what was possible, never as what was right."""
    who = at_tables(narration, story.tables, story.seat, hand=False)
    language = narration.language
    if story.name == SLIPPED:
        text = language.ngettext(
            "A slip: {who} placed a card after which no legal hand was possible, and in another "
            "row one was",
            "A slip: {who} placed a card after which no legal hand was possible, and in another "
            "row one was",
            who.number,
        )
    else:
        text = language.ngettext(
            "A risk that the cards did not reward: {who} fouled, with a legal hand possible until "
            "a card fitted nowhere",
            "A risk that the cards did not reward: {who} fouled, with a legal hand possible until "
            "a card fitted nowhere",
            who.number,
        )
    return say(text, who=who)


def _sentence(about: str, phrase: Phrase) -> Sentence:
    text = str(phrase)
    return Sentence(f"{text[:1].upper()}{text[1:]}.", phrase.facts, about)


OPEN_FACE = Teller(
    {"tease": _tease, "split": _split, "headline": _headline}, _choices, _points, apart=_choices
)
