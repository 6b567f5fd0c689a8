"""Sentences about bridge: calls, leads, contracts, and the gap in IMPs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from producer.compare.bridge import (
    BEATEN_BY_LEAD,
    DOUBLED_INTO_GAME,
    GAME_MISSED,
    SACRIFICE,
    SLAM_MISSED,
)
from producer.compare.model import Branch, Pick, Story
from producer.games.bridge.contracts import Contract
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import NORTH
from producer.games.line import Move
from producer.scoring.comparisons import imps
from producer.scoring.team_match import one_match
from producer.wording.games.bridge_all_cards import in_view
from producer.wording.games.bridge_names import contract_name, move_name, seat_name
from producer.wording.language import Language
from producer.wording.narration import Narration, each, who
from producer.wording.numbers import listed
from producer.wording.phrases import Fact, Phrase, plain, pointer, say
from producer.wording.sentence import MOST, Sentence
from producer.wording.tellers import ShownTables, Teller
from producer.wording.two_tables import this_deal


def replayed(narration: Narration, table: str) -> ReplayedBridge:
    found = narration.comparison.replays[table]
    assert isinstance(found, ReplayedBridge)
    return found


def _seat(narration: Narration, seat: int) -> Phrase:
    source = pointer("plays", narration.comparison.deal.plays[0].table, "result", seat)
    name = seat_name(narration.language, seat)
    return Phrase({"": name}, {"": Fact(seat, "seat", (source,))})


def _move(narration: Narration, move: Move, source: str) -> Phrase:
    unit = "card" if move.action == "play" else "call"
    fact = Fact(str(move.detail or move.action), unit, (source,))
    return Phrase({"": move_name(narration.language, move)}, {"": fact})


def _of_branch(narration: Narration, pick: Pick, branch: Branch) -> Phrase:
    source = pointer("plays", branch.tables[0], "line", len(pick.history))
    return _move(narration, branch.move, source)


def tease(narration: Narration, pick: Pick) -> Phrase:
    """Whose turn it is, with the contract once there is one."""
    language, table = narration.language, pick.pairing[0]
    if _of_contracts(pick):
        return plain(language.gettext("The same four hands: which contract?"))
    step = replayed(narration, table).spots[pick.at.get(table, len(pick.history))]
    seat = _seat(narration, pick.seat)
    if pick.street == "auction":
        if not pick.history:
            return say(language.gettext("{seat} to open the bidding: what is the call?"), seat=seat)
        return say(language.gettext("{seat} to call: what is it to be?"), seat=seat)
    assert step.contract is not None, "cards are played in a contract"
    contract = _contract_text(narration, table, step.contract)
    if pick.street == "lead":
        message = language.gettext("{seat} to lead against {contract}: which card?")
        return say(message, seat=seat, contract=contract)
    message = language.gettext("A card from {seat}, the contract is {contract}: which one?")
    return say(message, seat=seat, contract=contract)


def _of_contracts(pick: Pick) -> bool:
    """Whether it sets contracts side by side whose auctions nobody has: no call of one player, and
    not always contracts of one side."""
    return any(branch.move.action == "contract" for branch in pick.branches)


def _contract_text(narration: Narration, table: str, contract: Contract) -> Phrase:
    fact = Fact(str(contract), "contract", (pointer("plays", table, "line"),))
    return Phrase({"": contract_name(narration.language, contract)}, {"": fact})


def split(narration: Narration, pick: Pick) -> Phrase:
    """``Sweden: four spades, Poland: pass``."""
    if not pick.branches:
        return plain(narration.language.gettext("The same call at both tables"))
    if _of_contracts(pick):
        return _at_each(narration, pick.pairing, contract_at)
    names = each(narration, pick.pairing, pick.seat)
    message = narration.language.gettext("{who}: {choice}")
    said = [
        say(message, who=name, choice=_of_branch(narration, pick, branch))
        for name, branch in zip(names, pick.branches, strict=True)
    ]
    joined = narration.language.gettext("{first}; {second}")
    return say(joined, first=said[0], second=said[1])


def headline(narration: Narration, pick: Pick) -> Phrase:
    """``Table 1: four spades by South, made; table 2: passed out. 10 IMPs to Sweden``."""
    language = narration.language
    first, second = (end_at(narration, table) for table in pick.pairing)
    swing = _swing(narration, pick.pairing, pick.seat)
    return say(
        language.gettext("{first}; {second}: {swing}"), first=first, second=second, swing=swing
    )


def end_at(narration: Narration, table: str) -> Phrase:
    """The contract and what became of it, with the table."""
    language, play = narration.language, replayed(narration, table)
    named = narration.named_table(table)
    if play.contract is None:
        return say(language.gettext("passed out {table:at}"), table=named)
    message = language.gettext("{contract} by {seat}, {made}, {table:at}")
    return say(
        message,
        contract=_contract_text(narration, table, play.contract),
        seat=_seat(narration, play.contract.declarer),
        made=made(narration, table),
        table=named,
    )


def made(narration: Narration, table: str) -> Phrase:
    """``made``, ``made with two over``, ``three down``."""
    language, play = narration.language, replayed(narration, table)
    over = play.over
    fact = Fact(play.tricks, "tricks", (pointer("plays", table, "line"),))
    if not over:
        return Phrase({"": language.gettext("just made")}, {"": fact})
    if over > 0:
        text = language.ngettext("{n} overtrick", "{n} overtricks", over)
    else:
        text = language.ngettext("{n} down", "{n} down", -over)
    return Phrase({"": text.format(n=abs(over))}, {"": fact})


def _swing(narration: Narration, pairing: Sequence[str], seat: int) -> Phrase:
    """``12 IMPs to Sweden``; between tables of different matches ``720 points more for Sweden``."""
    language = narration.language
    results = [narration.play(table).result[seat] for table in pairing]
    points = int(results[0] - results[1])
    worth = imps(points)
    sources = tuple(pointer("plays", table, "result", seat) for table in pairing)
    if not worth:
        text = language.gettext("no swing")
        return Phrase({"": text}, {"": Fact(0, "IMPs", sources)})
    names = each(narration, pairing, seat)
    better = names[0] if worth > 0 else names[1]
    if not one_match(narration.comparison.deal, pairing):
        text = language.ngettext("{n} point more", "{n} points more", abs(points))
        fact = Fact(abs(points), "points", sources)
        more = Phrase({"": text.format(n=abs(points))}, {"": fact}, abs(points))
        return say(language.gettext("{more} for {who}"), more=more, who=better)
    amount = imp_count(language, abs(worth), sources)
    return say(language.gettext("{imps} to {who}"), imps=amount, who=better)


def imp_count(language: Language, number: int, sources: tuple[str, ...]) -> Phrase:
    text = language.ngettext("{n} IMP", "{n} IMPs", number).format(n=number)
    return Phrase({"": text}, {"": Fact(number, "IMPs", sources)}, number)


def choices(narration: Narration, pick: Pick) -> str:
    """``South in the auction: pass (2), double (1)``."""
    branches = pick.branches if pick.fork is None else pick.fork.branches
    said = [
        f"{_of_branch(narration, pick, branch)} ({len(branch.tables)})" for branch in branches[:3]
    ]
    there = str(title(narration, pick))
    return f"{there[:1].upper()}{there[1:]}: {', '.join(said)}"


def title(narration: Narration, pick: Pick) -> Phrase:
    language, seat = narration.language, _seat(narration, pick.seat)
    if _of_contracts(pick):
        return plain(language.gettext("the contract"))
    match pick.street:
        case "auction":
            return say(language.gettext("{seat} in the auction"), seat=seat)
        case "lead":
            return say(language.gettext("{seat} on lead"), seat=seat)
        case _:
            return say(language.gettext("{seat} in the play"), seat=seat)


def points(narration: Narration) -> tuple[Sentence, ...]:
    """The same cards, who chose what, how both tables ended, the stories, the swing; last what is
    known with all cards in view, where that was counted."""
    language, pick = narration.language, narration.comparison.best
    tables = len(narration.comparison.deal.plays)
    n = narration.count(tables, "tables", "/tables")
    cards = language.gettext("The same four hands at both tables")
    if tables != 2:
        cards = language.gettext("The same four hands at {n} tables")
    found = [_sentence("cards", say(cards, n=n))]
    plays = narration.comparison.deal.plays
    if pick is None and len({play.line for play in plays}) == 1:
        alike = plain(language.gettext("All tables bid and played alike"))
        return (*found, _sentence("choices", alike))
    if pick is None:
        pairing, seat = tuple(play.table for play in plays[:2]), NORTH
    else:
        pairing, seat = pick.pairing, pick.seat
        if pick.fork is not None:
            found.append(_sentence("choices", plain(choices(narration, pick))))
    found += [_sentence("table", end_at(narration, table)) for table in pairing]
    for story in pick.stories[:2] if pick else ():
        found.append(_sentence("story", _story(narration, story)))
    swing = _swing(narration, pairing, seat)
    found.append(_sentence("deal", say(language.gettext("{deal}: {swing}"),
                                       deal=this_deal(narration), swing=swing)))  # fmt: skip
    seen = [_sentence("hindsight", each) for each in in_view(narration)]
    return (*found, *seen[: MOST - len(found)])


def _story(narration: Narration, story: Story) -> Phrase:
    language, table = narration.language, narration.named_table(story.tables[0])
    other = narration.named_table(story.others[0])
    message = {
        SLAM_MISSED: language.gettext(
            "{table} bid the slam; {other} had the tricks and stopped lower"
        ),
        GAME_MISSED: language.gettext("{table} bid the game; {other} stopped lower"),
        BEATEN_BY_LEAD: language.gettext(
            "The same contract, another lead: it went down {table:at} and made {other:at}"
        ),
        SACRIFICE: language.gettext(
            "{table:at} the doubled sacrifice lost less than the game {other:at}"
        ),
        DOUBLED_INTO_GAME: language.gettext(
            "{table:at} the double turned a part-score into a game, and it made"
        ),
    }[story.name]
    return say(message, table=table, other=other)


def beats(narration: Narration, pick: Pick, shown: ShownTables) -> Mapping[str, Phrase]:
    language = narration.language
    left, right = shown.left[0], shown.right[:1]
    n = narration.count(len(pick.tables), "tables", "/tables")
    there = say(language.gettext("{n} tables came here by the same calls and cards"), n=n)
    if len(pick.tables) == 2:
        there = plain(language.gettext("So far the same at both tables, call for call"))
    if not shown.one_spot:
        there = plain(language.gettext("They come here by different moves"))
    elif pick.street != "auction":
        there = _contract_here(narration, shown)
    tables = (*shown.left[:1], *shown.right[:1]) if right else shown.left[:2]
    said = {
        "cards": plain(language.gettext("The same four hands, dealt once and played again")),
        "line": there,
        "contract": _at_each(narration, tables, contract_at),
        "lead": _at_each(narration, tables, lead_at),
        "ending-left": end_at(narration, left),
        "field": plain(choices(narration, pick)),
        "ranking": say(language.gettext("{deal}: {swing}"), deal=this_deal(narration),
                       swing=_swing(narration, pick.pairing, pick.seat)),
    }  # fmt: skip
    if right:
        said["decision-left"] = _chosen(narration, pick, shown, shown.left)
        said["decision-right"] = _chosen(narration, pick, shown, shown.right)
    return said


def _contract_here(narration: Narration, shown: ShownTables) -> Phrase:
    """``So far the same at both tables: three no-trumps by West``."""
    table = shown.left[0]
    contract = replayed(narration, table).contract
    assert contract is not None, "cards are played in a contract"
    return say(
        narration.language.gettext("So far the same at all tables: {contract} by {seat}"),
        contract=_contract_text(narration, table, contract),
        seat=_seat(narration, contract.declarer),
    )


def _at_each(
    narration: Narration, tables: Sequence[str], said_of: Callable[[Narration, str], Phrase]
) -> Phrase:
    first, *others = [said_of(narration, table) for table in tables]
    message = narration.language.gettext("{first}; {second}")
    return reduce(lambda one, other: say(message, first=one, second=other), others, first)


def contract_at(narration: Narration, table: str) -> Phrase:
    """``four spades by South at table 5``, without what became of it."""
    language, play = narration.language, replayed(narration, table)
    named = narration.named_table(table)
    if play.contract is None:
        return say(language.gettext("passed out {table:at}"), table=named)
    return say(
        language.gettext("{contract} by {seat} {table:at}"),
        contract=_contract_text(narration, table, play.contract),
        seat=_seat(narration, play.contract.declarer),
        table=named,
    )


def lead_at(narration: Narration, table: str) -> Phrase:
    """``West leads the queen of hearts at table 5``; the contract alone without a lead."""
    line = replayed(narration, table).line
    at = next((n for n, move in enumerate(line) if move.phase == "lead"), len(line))
    if at == len(line) or line[at].action != "play":
        return contract_at(narration, table)
    return say(
        narration.language.gettext("{seat} leads {card} {table:at}"),
        seat=_seat(narration, line[at].seat),
        card=_move(narration, line[at], pointer("plays", table, "line", at)),
        table=narration.named_table(table),
    )


def _chosen(narration: Narration, pick: Pick, shown: ShownTables, tables: Sequence[str]) -> Phrase:
    table = tables[0]
    at = shown.at[table]
    move = replayed(narration, table).line[at]
    if move.action == "contract":
        return contract_at(narration, table)
    names = listed(narration.language, [who(narration, each_, pick.seat) for each_ in tables])
    message = narration.language.gettext("{who}: {choice}")
    choice = _move(narration, move, pointer("plays", table, "line", at))
    return say(message, who=names, choice=choice)


def _sentence(about: str, phrase: Phrase) -> Sentence:
    text = str(phrase)
    return Sentence(
        f"{text[:1].upper()}{text[1:]}.", phrase.facts, about, hindsight=about == "hindsight"
    )


BRIDGE = Teller(
    {"tease": tease, "split": split, "headline": headline}, choices, points, beats, title
)
