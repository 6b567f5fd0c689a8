"""An entry of the catalogue of graphics, and what its graphic is made of and made into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from overlay.stage import Box, Stage
from producer.compare.model import Comparison
from producer.events import Team
from producer.games.line import Deal, DealKey
from producer.scoring import Standings
from producer.stages.moment import Moment, NotDrawable
from producer.stages.requests import GraphicRequest
from producer.stages.samples.deals import Data
from producer.stages.style import PLAIN, Style

Size = tuple[int, int]
WIDE: Size = (1920, 1080)
UPRIGHT: Size = (1080, 1920)

MovingStage = Callable[[float], Stage]
"""A stage as of seconds since 1970, the same within each second."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A scene of OBS. ``pictures``: where the tables are seen, in their order, on a stage of
    ``stage`` pixels; without pictures the graphics stand on the backdrop.

    ``title``: in lists, where the graphic has several layouts. ``button``: on the desk's switcher,
    its word and its key; none where it is not offered there.
    """

    name: str
    pictures: tuple[Box, ...] = ()
    stage: Size = WIDE
    title: str = ""
    button: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class DealOfSession:
    """Context of a graphic of one deal; ``deals`` of the session, 0 where it does not say."""

    deal: Deal
    deals: int


@dataclass(frozen=True, slots=True)
class GroupStandings:
    """Context of a graphic of a group's standings; ``deals`` as in ``DealOfSession``."""

    standings: Standings
    teams: Mapping[str, Team]
    deals: int


@dataclass(frozen=True, slots=True)
class BeforeAndAfter:
    """Context of a graphic of what a deal changes: the standings on either side of it."""

    comparison: Comparison
    before: Standings
    after: Standings


@dataclass(frozen=True, slots=True)
class StagedGraphic:
    """A stage and what it shows: ``tables`` of ``deal`` as of ``moment``; ``pictures``: the tables
    whose pictures it leaves room for, in order."""

    stage: Stage | MovingStage
    deal: DealKey | None = None
    tables: tuple[str, ...] = ()
    moment: str = ""
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackageSource:
    """What packages of a deal are made of. ``tables``: left and right, ``()`` for the suggested
    pair. ``until``: nothing after it is in any step. ``deals``: of the session, 0 where it does not
    say. ``note``: first text of the lower third. ``around``: the group's standings before and after
    the deal."""

    comparison: Comparison
    tables: tuple[str, ...] = ()
    until: Moment = "end"
    deals: int = 0
    note: str = ""
    around: tuple[Standings, Standings] | None = None
    style: Style = PLAIN

    @property
    def pair(self) -> tuple[str, ...]:
        return self.tables or self.comparison.pairing

    @property
    def moments(self) -> tuple[Moment, ...]:
        return ("fork",) if self.until == "fork" else ("fork", "end")


@dataclass(frozen=True, slots=True)
class Playable:
    """Stages that are played one after the other. ``kind`` is unique within a deal."""

    kind: str
    title: str
    about: str
    steps: tuple[Stage, ...]


MakeSample = Callable[[Data, Style], Stage]
MakePackages = Callable[[PackageSource], Iterator[Playable]]
RequestOfDeal = Callable[[Comparison, tuple[str, ...], str], GraphicRequest]
"""The request for a deal's graphic, from the tables named (none for the suggested ones) and the
moment: one of the entry's, or a number of moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """One graphic, as everything that offers graphics needs it.

    ``title`` names it for people, ``shows`` says in a sentence what it shows. ``context``: the type
    of what it is drawn from, ``None`` where the request holds all of it. ``fields``: the model of
    its request. ``draw``: context, request and style into a stage; raises NotDrawable.

    ``moments``: ``fork``, ``end``, ``moves`` (after so many); none where it is of no moment.
    ``layouts``: its scenes in OBS, one a number of tables; none where it has no scene of its own.
    ``channel_kinds``: the kinds by which a request puts it on a channel.

    ``request``: how the command line and packages ask for it; ``None`` where they do not.
    ``packages``: its packages, where they are not one step a moment. ``samples``: its states by
    name, drawn of made-up deals, with the boxes of the pictures under them; ``sheet``: the contact
    sheet that they are on.
    """

    name: str
    title: str
    shows: str
    context: type | None
    fields: type[GraphicRequest]
    draw: Callable[[Any, Any, Style], StagedGraphic]
    moments: tuple[str, ...] = ()
    layouts: tuple[Layout, ...] = ()
    channel_kinds: tuple[str, ...] = ()
    request: RequestOfDeal | None = None
    packages: MakePackages | None = None
    samples: Mapping[str, tuple[MakeSample, tuple[Box, ...]]] = field(default_factory=dict)
    sheet: str = "programme"

    @property
    def table_counts(self) -> tuple[int, ...]:
        """How many tables it can show, fewest first; none where it shows no single table."""
        return tuple(sorted({len(each.pictures) for each in self.layouts if each.pictures}))

    @property
    def fewest_tables(self) -> int:
        return min(self.table_counts, default=0)

    @property
    def most_tables(self) -> int:
        return max(self.table_counts, default=0)

    @property
    def of_released_only(self) -> bool:
        """Whether it is made of standings, in which sealed deals never count."""
        return self.context in (GroupStandings, BeforeAndAfter)

    def layout(self, tables: int) -> Layout | None:
        """Its scene with so many pictures, ``None`` where it has no scene."""
        return next((each for each in self.layouts if len(each.pictures) == tables), None)

    def context_of(self, source: PackageSource) -> object:
        """Its context, from what packages are made of. Raises NotDrawable."""
        if self.context is Comparison:
            return source.comparison
        if self.context is DealOfSession:
            return DealOfSession(source.comparison.deal, source.deals)
        before, after = around(source)
        if self.context is GroupStandings:
            ranked = before if source.until == "fork" else after
            return GroupStandings(ranked, source.comparison.deal.teams, source.deals)
        return BeforeAndAfter(source.comparison, before, after)


def around(source: PackageSource) -> tuple[Standings, Standings]:
    if source.around is None:
        raise NotDrawable("there are no standings", "give those before and after the deal")
    return source.around
