"""The type of the catalogue's entries, with the contexts and results of graphics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from overlay.stage import Box, Stage
from producer.compare.model import Comparison
from producer.events import Team
from producer.games.line import Deal, DealKey
from producer.games.tournament_course import TournamentWinner
from producer.scoring import Standings
from producer.stages.moment import BEFORE, DECISION, END, Moment, NotDrawable
from producer.stages.requests import GraphicRequest
from producer.stages.samples.deals import Data
from producer.stages.style import PLAIN, Style

Size = tuple[int, int]
WIDE: Size = (1920, 1080)
UPRIGHT: Size = (1080, 1920)

MovingStage = Callable[[float], Stage]
"""A stage as a function of the time in seconds since 1970; constant within a second."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A scene of OBS. ``pictures``: the boxes of the tables' pictures in order, on a stage of
    ``stage`` pixels; without pictures, the graphics are on the backdrop.

    ``title``: in lists, if the graphic has several layouts. ``button``: label and key on the
    desk's switcher; ``None`` if it is not there.
    """

    name: str
    pictures: tuple[Box, ...] = ()
    stage: Size = WIDE
    title: str = ""
    button: tuple[str, str] | None = None


def fitted(box: Box, canvas: Size, stage: Size = WIDE) -> Box:
    """``box`` of ``stage`` in whole pixels of ``canvas``, at least 1x1.

    The stage keeps its aspect ratio and is centred on the canvas. Edges are rounded, not sizes, so
    that adjacent boxes stay adjacent.
    """
    scale = min(canvas[0] / stage[0], canvas[1] / stage[1])
    left, top = ((canvas[i] - stage[i] * scale) / 2 for i in (0, 1))
    x, y = round(left + box.x * scale), round(top + box.y * scale)
    right = round(left + (box.x + box.width) * scale)
    bottom = round(top + (box.y + box.height) * scale)
    return Box(x, y, max(1, right - x), max(1, bottom - y))


@dataclass(frozen=True, slots=True)
class DealOfSession:
    """Context of a graphic of one deal; ``deals``: how many the session has, 0 if unknown.
    ``comparison``: ``None`` where no moment of a pick is asked for. ``winner``: of the tournament
    whose last hand it is."""

    deal: Deal
    deals: int
    comparison: Comparison | None = None
    winner: TournamentWinner | None = None


@dataclass(frozen=True, slots=True)
class GroupStandings:
    """Context of a graphic of a group's standings; ``deals`` as in ``DealOfSession``. ``game``: its
    name."""

    standings: Standings
    teams: Mapping[str, Team]
    deals: int
    game: str = "holdem"


@dataclass(frozen=True, slots=True)
class BeforeAndAfter:
    """Context of a graphic of what a deal changes: the standings before and after it. ``aired``:
    they count what the programme has shown, not the deals with lower numbers."""

    comparison: Comparison
    before: Standings
    after: Standings
    aired: bool = False


@dataclass(frozen=True, slots=True)
class StagedGraphic:
    """A stage and what it shows: ``tables`` of ``deal`` as of ``moment``, in words in ``as_of``.

    ``pictures``: the tables whose pictures go under it, in order.
    """

    stage: Stage | MovingStage
    deal: DealKey | None = None
    tables: tuple[str, ...] = ()
    moment: str = ""
    as_of: str = ""
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackageSource:
    """What the packages of a deal are made from.

    ``tables``: left and right, ``()`` for the suggested pair. ``until``: the last moment of any
    step. ``deals``: how many the session has, 0 if unknown. ``note``: first text of the
    lower third. ``around``: the group's standings before and after the deal. ``winner``: of the
    tournament whose last hand the deal is.
    """

    comparison: Comparison
    tables: tuple[str, ...] = ()
    until: Moment = END
    deals: int = 0
    note: str = ""
    around: tuple[Standings, Standings] | None = None
    style: Style = PLAIN
    winner: TournamentWinner | None = None

    @property
    def pair(self) -> tuple[str, ...]:
        return self.tables or self.comparison.pairing

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The steps: question, decision and end as far as ``until``, and ``until`` itself."""
        steps = [each for each in (BEFORE, DECISION, END) if each.within(self.until)]
        return (*steps, *({self.until} - {*steps}))


@dataclass(frozen=True, slots=True)
class Playable:
    """Stages to be played one after another; ``kind`` is unique within a deal."""

    kind: str
    title: str
    about: str
    steps: tuple[Stage, ...]


MakeSample = Callable[[Data, Style], Stage]
MakePackages = Callable[[PackageSource], Iterator[Playable]]
RequestOfDeal = Callable[[Comparison, tuple[str, ...], Moment], GraphicRequest]
"""Makes the request for a deal's graphic from the tables (empty for the suggested ones) and the
moment, which is one of the entry's."""


def any_game(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """One graphic.

    ``title``: its name for people. ``shows``: a sentence on what it shows. ``context``: the type it
    is drawn from, ``None`` if the request has everything. ``fields``: the model of its request.
    ``draw``: makes a stage from context, request and style; raises NotDrawable. ``drawn_for``:
    whether pages offer it for a deal of this game.

    ``moments``: any of ``before``, ``decision``, ``move`` and ``end``; empty if it does not depend
    on a moment. ``layouts``: its scenes in OBS, one for each number of tables; empty without
    scenes of its own. ``channel_kinds``: the ``kind`` of requests that put it on a channel.

    ``request``: makes its request for the command line and packages; ``None`` if they do not offer
    it. ``packages``: makes its packages, if they are not simply one step for each moment.
    ``samples``: its states by name, made from sample deals, with the boxes of the pictures under
    them. ``sheet``: the contact sheet they are on.
    """

    name: str
    title: str
    shows: str
    context: type | None
    fields: type[GraphicRequest]
    draw: Callable[[Any, Any, Style], StagedGraphic]
    drawn_for: Callable[[str], bool] = any_game
    moments: tuple[str, ...] = ()
    layouts: tuple[Layout, ...] = ()
    channel_kinds: tuple[str, ...] = ()
    request: RequestOfDeal | None = None
    packages: MakePackages | None = None
    samples: Mapping[str, tuple[MakeSample, tuple[Box, ...]]] = field(default_factory=dict)
    sheet: str = "programme"

    @property
    def table_counts(self) -> tuple[int, ...]:
        """How many tables it can show, ascending; empty if it shows no single table."""
        return tuple(sorted({len(each.pictures) for each in self.layouts if each.pictures}))

    @property
    def fewest_tables(self) -> int:
        return min(self.table_counts, default=0)

    @property
    def most_tables(self) -> int:
        return max(self.table_counts, default=0)

    @property
    def of_released_only(self) -> bool:
        """Whether it is made from standings, in which sealed deals never count."""
        return self.context in (GroupStandings, BeforeAndAfter)

    def has_moment(self, moment: Moment) -> bool:
        return moment.kinds <= {*self.moments}

    def layout(self, tables: int) -> Layout | None:
        """Its scene with ``tables`` pictures, ``None`` if there is none."""
        return next((each for each in self.layouts if len(each.pictures) == tables), None)

    def context_of(self, source: PackageSource) -> object:
        """Its context, from the source of packages. Raises NotDrawable."""
        if self.context is Comparison:
            return source.comparison
        if self.context is DealOfSession:
            deal = source.comparison.deal
            return DealOfSession(deal, source.deals, source.comparison, source.winner)
        before, after = around(source)
        if self.context is GroupStandings:
            ranked = after if source.until.whole else before
            deal = source.comparison.deal
            return GroupStandings(ranked, deal.teams, source.deals, deal.plays[0].game.name)
        return BeforeAndAfter(source.comparison, before, after)


def around(source: PackageSource) -> tuple[Standings, Standings]:
    """The standings before and after the deal. Raises NotDrawable without them."""
    if source.around is None:
        raise NotDrawable("there are no standings", "provide those before and after the deal")
    return source.around
