"""The two tables shown: what each chose, how it ended, and how far apart they finished."""

from __future__ import annotations

from fractions import Fraction

from producer.compare.model import Fork
from producer.wording.language import Language
from producer.wording.narration import Narration, each, who
from producer.wording.numbers import ordinal
from producer.wording.phrases import Phrase, facts_of, plain, pointer, say
from producer.wording.situation import on_street


def at_table(narration: Narration, fork: Fork, table: str) -> Phrase:
    """``At table 5, China raised to 38 against Ecuador's jacks and won ...: first of six``"""
    language, seat = narration.language, fork.seat
    actor = who(narration, table, seat)
    parts = {
        "table": narration.table(table),
        "who": actor,
        "did": did(narration, fork, table, actor.number),
        "ended": ended(narration, seat, len(fork.history), table, actor.number),
    }
    other = opponent(narration, fork, table)
    if other is None:
        message = language.gettext("At table {table}, {who} {did} and {ended}")
    else:
        parts["opponent"] = who(narration, table, other)
        message = language.gettext("At table {table}, {who} {did} against {opponent} and {ended}")
        if narration.cards_known(other):
            parts["held"] = narration.hand(other)
            message = language.gettext(
                "At table {table}, {who} {did} against {opponent:poss} {held} and {ended}"
            )
    said = say(message, **parts)
    if len(narration.tables_of(seat)) == 2:
        return said
    place = _place(narration, table, seat, actor)
    return Phrase({"": f"{said}: {place}"}, {**said.facts, **facts_of({"place": place})})


def opponent(narration: Narration, fork: Fork, table: str) -> int | None:
    """The only other seat still in at the fork, if there is exactly one."""
    live = narration.replays[table].spots[len(fork.history)].live
    others = [seat for seat in live if seat != fork.seat]
    return others[0] if len(others) == 1 else None


def did(narration: Narration, fork: Fork, table: str, number: int) -> Phrase:
    """What the table did at the fork: ``raised to 38``. ``number``: 2 for a plural verb."""
    language = narration.language
    place, branch = next(
        (place, branch) for place, branch in enumerate(fork.branches) if table in branch.tables
    )
    match branch.move.action:
        case "fold":
            return plain(language.ngettext("folded", "folded", number))
        case "check":
            return plain(language.ngettext("checked", "checked", number))
        case "call":
            return plain(language.ngettext("called", "called", number))
        case "bet":
            message = language.ngettext("bet {size:n}", "bet {size:n}", number)
        case _:
            message = language.ngettext("raised to {size:n}", "raised to {size:n}", number)
    source = f"{narration.fork_pointer(fork)}/branches/{place}/action"
    return say(message, size=narration.amount(narration.size(branch.move), source))


def ended(narration: Narration, seat: int, before: int, table: str, number: int) -> Phrase:
    """How the seat finished: won or lost how much, at a showdown or not. ``before``: the number of
    moves before the decision that is talked about; a fold there is not said again."""
    language = narration.language
    value = narration.result(table, seat)
    parts = {"amount": narration.amount(value, pointer("plays", table, "result", seat))}
    replayed = narration.replays[table]
    folded = next((m for m in replayed.line if m.seat == seat and m.action == "fold"), None)
    if value == 0 and folded is not None:
        return say(language.ngettext("lost nothing", "lost nothing", number), **parts)
    if value == 0:
        return say(language.ngettext("broke even", "broke even", number), **parts)
    if folded is not None and folded != replayed.line[before]:
        parts["street"] = on_street(language, folded.street)
        message = language.ngettext(
            "lost {amount}, folding {street}", "lost {amount}, folding {street}", number
        )
    elif folded is not None:
        message = language.ngettext("lost {amount}", "lost {amount}", number)
    else:
        message = _without_folding(
            language, number, won=value > 0, shown=seat in replayed.replay.shown
        )
    return say(message, **parts)


def _without_folding(language: Language, number: int, *, won: bool, shown: bool) -> str:
    if not won:
        return language.ngettext("lost {amount} at showdown", "lost {amount} at showdown", number)
    if shown:
        return language.ngettext("won {amount} at showdown", "won {amount} at showdown", number)
    return language.ngettext(
        "won {amount} without a showdown", "won {amount} without a showdown", number
    )


def _place(narration: Narration, table: str, seat: int, actor: Phrase) -> Phrase:
    """``first of six``, ``tied for third of six``."""
    language, rank = narration.language, narration.comparison.rank
    tables = narration.tables_of(seat)
    own = rank[table][seat]
    tied = sum(rank[each_][seat] == own for each_ in tables) > 1
    sources = [pointer("plays", each_, "rank", seat) for each_ in tables]
    parts = {
        "place": ordinal(language, own, pointer("plays", table, "rank", seat)),
        "n": narration.count(len(tables), "tables", *sources),
        "who": Phrase(actor.forms),
    }
    if tied:
        return say(language.gettext("{who:tied} for {place} of {n}"), **parts)
    if own == len(tables):
        return say(language.gettext("last of {n}"), **parts)
    return say(language.gettext("{place} of {n}"), **parts)


def apart(narration: Narration, fork: Fork, tables: tuple[str, str]) -> Phrase:
    """How far apart they finished, each against the seat's average, on this deal."""
    language, seat = narration.language, fork.seat
    results = {table: narration.result(table, seat) for table in tables}
    better, worse = sorted(tables, key=lambda table: -results[table])
    gap = results[better] - results[worse]
    sources = [pointer("plays", table, "result", seat) for table in (better, worse)]
    first, second = each(narration, (better, worse), seat)
    parts = {"deal": this_deal(narration), "first": first, "second": second}
    only_two = len(narration.tables_of(seat)) == 2
    if gap == 0 and only_two:
        return say(language.gettext("{deal}, they finished level"), **parts)
    if gap:
        parts["gap"] = narration.amount(gap, *sources)
    if only_two:
        message = language.ngettext(
            "{deal}, {first} finished {gap} ahead of {second}",
            "{deal}, {first} finished {gap} ahead of {second}",
            first.number,
        )
        return say(message, **parts)
    parts["against"] = _against(narration, seat, better, worse)
    if gap == 0:
        return say(language.gettext("{deal}, they finished level, {against}"), **parts)
    return say(language.gettext("{deal}, they finished {gap} apart: {against}"), **parts)


def this_deal(narration: Narration) -> Phrase:
    """The caveat for every result: it is one deal of many."""
    language = narration.language
    if narration.deals is None or narration.deals < 2:
        return plain(language.gettext("on this deal alone"))
    deals = narration.count(narration.deals, "deals", "/session")
    return say(language.gettext("on this deal, one of {deals}"), deals=deals)


def _against(narration: Narration, seat: int, better: str, worse: str) -> Phrase:
    """Both results against the seat's average, the better one first."""
    language = narration.language
    best, least = (_versus(narration, table, seat) for table in (better, worse))
    first, second = each(narration, (better, worse), seat)
    parts = {"first": first, "second": second}
    for name, table, value in (("above", better, best), ("below", worse, least)):
        source = pointer("plays", table, "versus_average", seat)
        parts[name] = narration.amount(value, source)
    message = _level(language, best) if best == least else _different_results(language, best, least)
    return say(message, **parts)


def _level(language: Language, both: Fraction) -> str:
    if both > 0:
        return language.gettext("{above:n} above the average")
    if both < 0:
        return language.gettext("{above:n} below the average")
    return language.gettext("right on the average")


def _different_results(language: Language, best: Fraction, least: Fraction) -> str:
    if least > 0:
        return language.gettext(
            "{first} was {above:n} above the average, {second} was {below:n} above it"
        )
    if best < 0:
        return language.gettext(
            "{first} was {above:n} below the average, {second} was {below:n} below it"
        )
    if least == 0:
        return language.gettext("{first} was {above:n} above the average, {second} was right on it")
    if best == 0:
        return language.gettext("{first} was right on the average, {second} was {below:n} below it")
    return language.gettext(
        "{first} was {above:n} above the average, {second} was {below:n} below it"
    )


def _versus(narration: Narration, table: str, seat: int) -> Fraction:
    return narration.in_blinds(narration.comparison.against_average[table][seat])
