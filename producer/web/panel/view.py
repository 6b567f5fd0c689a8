"""The panel's values: two tables as of a moment, as on screen and in full. Pure.

Nothing that a table did after the moment is in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from overlay.contexts import SuitText
from producer.compare.model import Comparison, Pick
from producer.events import Player
from producer.rundown.beats import Beat
from producer.stages import words as drawn
from producer.stages.bridge.panel_sheet import SheetHand, TableSheet
from producer.stages.comparisons.branches import DecisionPoint, best_point
from producer.stages.comparisons.comparison_cut import Opponent, SideSeen, SplitSeen, split
from producer.stages.comparisons.two_up import price
from producer.stages.drawings import drawing_of, in_its_game
from producer.stages.moment import BEFORE, DECISION, END, Moment
from producer.stages.people import People, people
from producer.stages.style import Style, chips, signed_chips, unit
from producer.web.appearance import appearance
from producer.web.languages import _, ngettext
from producer.web.pages.words import Card, branch_moves, cards, hand, moment_words
from producer.web.panel.lines import PanelStreet, streets_of
from producer.wording.games.positions import position_name

MOST_OPENING_WORDS = 15
_MAIN = ("ending-right", "decision-right", "decision-left", "question")
"""The beats with the lines of a pick, the last first."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A name, and how it is said where that was given."""

    name: str
    say: str = ""


@dataclass(frozen=True, slots=True)
class PanelOpponent:
    cards: tuple[Card, ...]
    team: Spoken
    player: Spoken


@dataclass(frozen=True, slots=True)
class PanelSide:
    """One of the two tables. ``others``: how many opponents, where they are several. ``shape`` and
    ``decision``: empty before it. ``result`` to ``ended``: empty before the end."""

    table: str
    team: Spoken
    player: Spoken
    opponent: PanelOpponent | None
    others: str
    shape: str
    decision: str
    pot: str
    result: str
    place: str
    ended: str
    streets: tuple[PanelStreet, ...]
    suited: SuitText | None = None
    sheet: TableSheet | None = None


@dataclass(frozen=True, slots=True)
class PanelBranch:
    """What other tables did at the decision; ``shape`` is empty for those that never came to it."""

    shape: str
    words: str
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop of the slider over the line."""

    moment: str
    words: str


@dataclass(frozen=True, slots=True)
class PanelPage:
    """``moment``: as spelt; ``stop``: its place among ``stops``, -1 if a side is ahead of the
    other. ``named_tables``: all, each with the name it is
    shown by. ``later``: how many beats come after it. ``history``: whether the tables came to the
    decision by the same moves, in words. ``unit``: of results. ``hands``: all,
    in a game whose players are read together; ``turn``: where its play turned, once it has ended.
    """

    reference: str
    session: str
    group: str
    number: int
    pick: str
    tables: tuple[str, ...]
    language: str
    opening: str
    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    position: str
    price: str
    gap: str
    sides: tuple[PanelSide, ...]
    branches: tuple[PanelBranch, ...]
    history: str
    moment: str
    stops: tuple[Stop, ...]
    stop: int
    beats: tuple[Beat, ...]
    later: int
    ended: bool
    named_tables: tuple[tuple[str, str], ...]
    unit: str
    hands: tuple[SheetHand, ...] = ()
    turn: str = ""


def panel_view(
    comparison: Comparison,
    tables: tuple[str, ...],
    moment: Moment,
    style: Style,
    planned: Sequence[Beat],
    said: Mapping[str, str] | None = None,
) -> PanelPage | None:
    """The panel of the best pick; ``None`` for a deal without one. ``tables``: the two shown, by
    default the pick's. ``planned``: the beats of its segment. ``said``: pronunciations by name.

    Raises NotDrawable for tables that did not come to the decision.
    """
    point, pick = best_point(comparison), comparison.best
    if point is None or pick is None:
        return None
    shown = tables or pick.pairing
    own = in_its_game(style, comparison)
    visible = split(comparison, point, shown, moment)
    who = _Who(people(comparison.deal.teams, own.theme, own.say.code), dict(said or {}))
    stops = line_stops(comparison, point, shown)
    spelt = [stop.moment for stop in stops]
    seen = tuple(beat for beat in planned if beat.moment.within(moment))
    key, own_words = comparison.deal.key, drawing_of(comparison).panel
    pair = (visible.sides[0].table, visible.sides[1].table)
    return PanelPage(
        reference=str(key),
        session=key.session,
        group=key.group,
        number=key.number,
        pick=pick.id,
        tables=shown,
        language=own.say.code,
        opening=opening(seen),
        hand=hand(visible.cards) if own_words is None else (),
        board=cards(visible.board),
        position=_position(comparison, visible, own),
        price=_price(visible, own),
        gap=_gap(comparison, point, visible, who.people, own),
        sides=tuple(
            _side(comparison, point, each, visible, moment, who, own) for each in visible.sides
        ),
        branches=_branches(comparison, point, shown, visible),
        history=_history(comparison, pick, point),
        moment=str(moment),
        stops=stops,
        stop=spelt.index(str(moment)) if str(moment) in spelt else -1,
        beats=seen,
        later=len(planned) - len(seen),
        ended=visible.ended,
        named_tables=tuple(
            (play.table, comparison.deal.name_of(play.table)) for play in comparison.deal.plays
        ),
        unit=own.unit if own_words is None else _("Points"),
        hands=() if own_words is None else own_words.hands(comparison, point.seat, own.say),
        turn=own_words.turn(comparison, pair, own) if own_words and visible.ended else "",
    )


def opening(seen: Sequence[Beat]) -> str:
    """One line to open with, of at most 15 words: as much of the last of the beats' main sentences
    as fits, from its end. ``seen``: the beats up to the moment."""
    lines = {beat.name: beat.sentence for beat in seen if beat.sentence}
    line = next((lines[name] for name in _MAIN if name in lines), "")
    if line == lines.get("decision-right"):
        line = f"{lines.get('decision-left', '')} {line}".strip()
    sentences = line.split(". ")
    while len(sentences) > 1 and len(" ".join(sentences).split()) > MOST_OPENING_WORDS:
        del sentences[0]
    return ". ".join(sentences)


@dataclass(frozen=True, slots=True)
class _Who:
    people: People
    said: Mapping[str, str]

    def team(self, player: Player) -> Spoken:
        name = self.people.team(player)
        team = self.people.teams.get(player.team or "")
        return Spoken(name, self.said.get(team.name if team else name, ""))

    def player(self, player: Player) -> Spoken:
        """Without a name for players who are named as their team."""
        team = self.people.teams.get(player.team or "")
        if team and team.name == player.name:
            return Spoken("")
        return Spoken(player.name, self.said.get(player.name, ""))


def _position(comparison: Comparison, visible: SplitSeen, style: Style) -> str:
    """That of the player; in a game without, what holds for the deal, such as its dealer."""
    own_words = drawing_of(comparison).panel
    if own_words is not None:
        return own_words.conditions(comparison, style.say)
    return position_name(visible.position, appearance().language) if visible.position else ""


def _price(visible: SplitSeen, style: Style) -> str:
    """``pot 37 BB, 12 to call``, as long as it is the question."""
    if not visible.asks:
        return ""
    parts = [" ".join(part.text for part in group) for group in price(visible, style)]
    return " · ".join(parts)


def _gap(
    comparison: Comparison, point: DecisionPoint, visible: SplitSeen, who: People, style: Style
) -> str:
    """Who finished ahead by how much; empty until both have."""
    own_words = drawing_of(comparison).panel
    if own_words is not None and visible.ended:
        left, right = (side.table for side in visible.sides)
        return own_words.gap(comparison, point.seat, (left, right), who, style)
    ahead = drawn.ahead(visible, who, style)
    if ahead is None:
        return ""
    return " ".join(part for part in (ahead.who, ahead.amount, ahead.words) if part)


def _side(
    comparison: Comparison,
    point: DecisionPoint,
    side: SideSeen,
    visible: SplitSeen,
    moment: Moment,
    who: _Who,
    style: Style,
) -> PanelSide:
    replayed, own_words = comparison.replays[side.table], drawing_of(comparison).panel
    others = ""
    if own_words is not None:
        others = own_words.opponents(replayed, point.seat, who.people, style.say)
    elif len(side.opponents) > 1:
        others = drawn.opponent(side, who.people, style.say)[2]
    blind = replayed.play.game.unit
    shape, word, number = drawn.decision(side.did, style, blind)
    tag = " ".join(drawn.tag(side.did, style.say))
    known = moment.of(side.table)
    made = None if known is None else point.at[side.table] + known
    result = place = ended = ""
    if side.outcome is not None:
        result = f"{signed_chips(side.outcome.chips, blind, style)} {unit(blind, style)}".strip()
        place = drawn.place_of(side.outcome.place, style.say) if side.outcome.place else ""
        ended = next(iter(drawn.ended(side, who.people, style)), "")
        if own_words is not None:
            other = next(each.table for each in visible.sides if each is not side)
            against = other if visible.ended else None
            worth, points = own_words.result(comparison, side.table, against, point.seat, style.say)
            ended, place = own_words.outcome(replayed, style.say), ""
            result, ended = (worth, f"{points} · {ended}") if worth else (points, ended)
    pot = side.pot if side.pot_now is None else side.pot_now
    return PanelSide(
        table=comparison.deal.table_names.get(side.table, side.table),
        team=who.team(side.player),
        player=who.player(side.player),
        opponent=_opponent(side.opponents[0], who) if len(side.opponents) == 1 else None,
        others=others,
        shape=shape if side.did else "",
        decision=" ".join(part for part in (word, number, tag) if part),
        pot=f"{chips(pot, blind, style)} {unit(blind, style)}".strip() if replayed.put_in else "",
        result=result,
        place=place,
        ended=ended,
        streets=() if own_words else streets_of(comparison, point, side.table, made, style),
        suited=own_words.decision(side.did, style.say) if own_words and side.did else None,
        sheet=None
        if own_words is None
        else own_words.sheet(
            comparison, point, side.table, made, _part(comparison, visible), style
        ),
    )


def _part(comparison: Comparison, visible: SplitSeen) -> int | None:
    """The trick at which the two tables part, once both have ended."""
    own_words = drawing_of(comparison).panel
    if own_words is None or not visible.ended:
        return None
    return own_words.part(comparison, (visible.sides[0].table, visible.sides[1].table))


def _opponent(opponent: Opponent, who: _Who) -> PanelOpponent:
    return PanelOpponent(
        hand(opponent.cards), who.team(opponent.player), who.player(opponent.player)
    )


def _branches(
    comparison: Comparison, point: DecisionPoint, shown: Sequence[str], visible: SplitSeen
) -> tuple[PanelBranch, ...]:
    """The other tables by what they chose; only where they are while a shown side has not
    chosen."""
    others = [play.table for play in comparison.deal.plays if play.table not in shown]
    at, away = (
        _names(comparison, [table for table in others if (table in point.at) is here])
        for here in (True, False)
    )
    found: list[PanelBranch] = []
    if all(side.choice is not None for side in visible.sides):
        shapes = drawn.SHAPES
        for move, tables in zip(branch_moves(comparison, point), point.branches, strict=True):
            rest = _names(comparison, [table for table in tables if table not in shown])
            if rest:
                found.append(PanelBranch(shapes.get(move.move.action, ""), move.words, rest))
    elif at:
        found.append(PanelBranch("", _("at this decision too"), at))
    return (*found, *([PanelBranch("", _("parted earlier"), away)] if away else []))


def _names(comparison: Comparison, tables: Sequence[str]) -> tuple[str, ...]:
    return tuple(comparison.deal.table_names.get(table, table) for table in tables)


def _history(comparison: Comparison, pick: Pick, point: DecisionPoint) -> str:
    """How alike the ways to the decision were. 'Nearly the same' where they differ in sizes."""
    if point.one_spot and drawing_of(comparison).panel is not None:
        return ngettext(
            "The same calls and cards so far at {n} table",
            "The same calls and cards so far at {n} tables",
            len(point.at),
        )
    if point.one_spot:
        return ngettext(
            "Same history at {n} table, move for move.",
            "Same history at {n} tables, move for move.",
            len(point.at),
        )
    for spot in comparison.parallel:
        tables = {table for reached in spot.spots for table in reached.moves}
        if spot.seat != pick.seat or spot.street != pick.street or not tables.issuperset(point.at):
            continue
        if spot.apart is None:
            return _("Nearly the same history: only stacks differ.")
        least, most = spot.apart[1:]
        return _(
            "Nearly the same history: {least} v {most} of the pot.",
            least=f"{least:.0%}",
            most=f"{most:.0%}",
        )
    return _("Different history: the tables came to this decision by different moves.")


def line_stops(
    comparison: Comparison, point: DecisionPoint, shown: Sequence[str]
) -> tuple[Stop, ...]:
    """Before the decision, at it, after each move that follows at either table, and the end."""
    most = max(len(comparison.replays[table].line) - point.at[table] for table in shown)
    between = [Moment(known) for known in range(2, most)]
    moments = [BEFORE, DECISION, *between, END]
    return tuple(Stop(str(moment), moment_words(moment)) for moment in moments)
