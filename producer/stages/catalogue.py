"""The catalogue of graphics.

The command line, channels, takes, OBS layouts, packages, contact sheets, the gallery and the table
in docs/graphics.md are made from it. To add a graphic, add an entry.
"""

from __future__ import annotations

from functools import partial

from producer.compare.model import Comparison
from producer.stages import packages
from producer.stages.comparisons.draw_comparisons import (
    draw_auctions,
    draw_field,
    draw_matrix,
    draw_pair,
    draw_split,
    draw_tricks,
    field_request,
    matrix_request,
    pair_request,
    split_request,
)
from producer.stages.comparisons.field import FIELD_PICTURES
from producer.stages.comparisons.n_up import N_UP_PICTURES
from producer.stages.comparisons.two_up import PICTURES, two_up
from producer.stages.comparisons.upright import UPRIGHT_PICTURES, upright
from producer.stages.drawings import shares_frames
from producer.stages.entry import (
    UPRIGHT,
    BeforeAndAfter,
    CatalogueEntry,
    DealOfSession,
    GroupStandings,
    Layout,
)
from producer.stages.programme.draw_programme import (
    draw_chip_counts,
    draw_clock,
    draw_note,
    draw_payouts,
    draw_season,
    draw_seat_ranking,
    draw_speaker,
    draw_sponsor,
    draw_standings,
    draw_table,
    draw_territory,
    seat_ranking_request,
    standings_request,
    table_request,
)
from producer.stages.requests import (
    ChipCountsRequest,
    ClockRequest,
    FieldRequest,
    NoteRequest,
    OfDeal,
    PairRequest,
    PayoutsRequest,
    SeasonRequest,
    SeatRankingRequest,
    SpeakerRequest,
    SplitRequest,
    SponsorRequest,
    StandingsRequest,
    TableRequest,
    TerritoryRequest,
)
from producer.stages.samples import stages as samples
from producer.stages.tables.table import TABLE_PICTURES

RESULTS_LAYOUT = Layout("comparison", button=("Results", "M"))
STANDINGS_LAYOUT = Layout("standings", button=("Standings", "G"))
BREAK = Layout("break", button=("Break", "B"))
"""Shown while there is no play, with the clock or without graphics."""

EVERY_MOMENT = ("before", "decision", "move", "end")

_ENTRIES = (
    CatalogueEntry(
        name="two-up",
        title="two tables",
        shows="Two tables side by side at the decision of a pick.",
        context=Comparison,
        fields=PairRequest,
        draw=partial(draw_pair, two_up),
        moments=EVERY_MOMENT,
        layouts=(Layout("two-up", tuple(PICTURES.values()), button=("Two-up", "P")),),
        channel_kinds=("two-up",),
        request=pair_request,
        samples=samples.TWO_UP,
        sheet="splits",
    ),
    CatalogueEntry(
        name="split",
        title="several tables",
        shows="Three, four or six tables at a fork.",
        context=Comparison,
        fields=SplitRequest,
        draw=draw_split,
        drawn_for=shares_frames,
        moments=EVERY_MOMENT,
        layouts=tuple(
            Layout(
                f"{word}-up",
                tuple(N_UP_PICTURES[count].values()),
                title=f"{word} tables",
                button=(word.capitalize(), str(count)),
            )
            for count, word in ((3, "three"), (4, "four"), (6, "six"))
        ),
        channel_kinds=("split",),
        request=split_request,
        samples=samples.SPLIT,
        sheet="splits",
    ),
    CatalogueEntry(
        name="upright",
        title="two tables, upright",
        shows="Two tables one above the other, 1080x1920, for phones.",
        context=Comparison,
        fields=PairRequest,
        draw=partial(draw_pair, upright),
        drawn_for=shares_frames,
        moments=EVERY_MOMENT,
        layouts=(Layout("upright", tuple(UPRIGHT_PICTURES.values()), UPRIGHT),),
        channel_kinds=("upright",),
        request=pair_request,
        samples=samples.UPRIGHT,
        sheet="splits",
    ),
    CatalogueEntry(
        name="field",
        title="one table against the field",
        shows="One table, and what every other table chose at the fork.",
        context=Comparison,
        fields=FieldRequest,
        draw=draw_field,
        drawn_for=shares_frames,
        moments=EVERY_MOMENT,
        layouts=(Layout("field", tuple(FIELD_PICTURES.values()), button=("Field", "F")),),
        channel_kinds=("field",),
        request=field_request,
        samples=samples.FIELD,
        sheet="splits",
    ),
    CatalogueEntry(
        name="table",
        title="one table",
        shows="One table in full: seats, board, pots, price and equities.",
        context=DealOfSession,
        fields=TableRequest,
        draw=draw_table,
        moments=EVERY_MOMENT,
        layouts=(Layout("table", tuple(TABLE_PICTURES.values())),),
        channel_kinds=("table",),
        request=table_request,
        packages=packages.table_packages,
        samples=samples.TABLE,
        sheet="table",
    ),
    CatalogueEntry(
        name="matrix",
        title="all results",
        shows="Every table's results in the seats where they differ, the best on top.",
        context=Comparison,
        fields=OfDeal,
        draw=draw_matrix,
        drawn_for=shares_frames,
        moments=("end",),
        layouts=(RESULTS_LAYOUT,),
        channel_kinds=("matrix",),
        request=matrix_request,
        samples=samples.MATRIX,
    ),
    CatalogueEntry(
        name="auctions",
        title="two auctions",
        shows="Two tables of bridge in two columns: calls, contract, lead, result and IMPs.",
        context=Comparison,
        fields=PairRequest,
        draw=draw_auctions,
        drawn_for="bridge".__eq__,
        moments=EVERY_MOMENT,
        layouts=(RESULTS_LAYOUT,),
        channel_kinds=("auctions",),
        request=pair_request,
        samples=samples.AUCTIONS,
        sheet="bridge",
    ),
    CatalogueEntry(
        name="tricks",
        title="the play at two tables",
        shows="Two tables of bridge: the hands, the trick, tricks won of those needed, contract.",
        context=Comparison,
        fields=PairRequest,
        draw=draw_tricks,
        drawn_for="bridge".__eq__,
        moments=EVERY_MOMENT,
        layouts=(RESULTS_LAYOUT,),
        channel_kinds=("tricks",),
        request=pair_request,
        samples=samples.TRICKS,
        sheet="bridge",
    ),
    CatalogueEntry(
        name="standings",
        title="standings",
        shows="The standings of a group over the released deals.",
        context=GroupStandings,
        fields=StandingsRequest,
        draw=draw_standings,
        layouts=(STANDINGS_LAYOUT,),
        channel_kinds=("standings",),
        request=standings_request,
        packages=packages.standings_packages,
        samples=samples.STANDINGS,
    ),
    CatalogueEntry(
        name="seat-ranking",
        title="the seat before and after",
        shows="The ranking of one seat before and after a deal.",
        context=BeforeAndAfter,
        fields=SeatRankingRequest,
        draw=draw_seat_ranking,
        drawn_for=shares_frames,
        moments=("end",),
        layouts=(STANDINGS_LAYOUT,),
        channel_kinds=("seat-ranking",),
        request=seat_ranking_request,
        packages=packages.seat_ranking_packages,
        samples=samples.SEAT_RANKING,
    ),
    CatalogueEntry(
        name="speaker",
        title="lower third, a speaker",
        shows="A lower third with a name and a role.",
        context=None,
        fields=SpeakerRequest,
        draw=draw_speaker,
        channel_kinds=("speaker",),
        packages=packages.speaker_packages,
        samples=samples.SPEAKER,
    ),
    CatalogueEntry(
        name="note",
        title="lower third, a note",
        shows="A lower third with a commentator's note of at most ten words.",
        context=None,
        fields=NoteRequest,
        draw=draw_note,
        packages=packages.note_packages,
        samples=samples.NOTE,
    ),
    CatalogueEntry(
        name="sponsor",
        title="sponsor",
        shows="The logo of one of the theme's sponsors, in the place that the theme gives it.",
        context=None,
        fields=SponsorRequest,
        draw=draw_sponsor,
        channel_kinds=("sponsor",),
        packages=packages.sponsor_packages,
        samples=samples.SPONSOR,
    ),
    CatalogueEntry(
        name="territory",
        title="sponsor and notice of a territory",
        shows="The sponsor, age mark and legal notice of one of the theme's territories.",
        context=None,
        fields=TerritoryRequest,
        draw=draw_territory,
        packages=packages.territory_packages,
        samples=samples.TERRITORY,
    ),
    CatalogueEntry(
        name="clock",
        title="clock",
        shows="The level, the time left in it, the blinds and how many players are left.",
        context=None,
        fields=ClockRequest,
        draw=draw_clock,
        layouts=(BREAK,),
        channel_kinds=("clock",),
        samples=samples.CLOCK,
    ),
    CatalogueEntry(
        name="payouts",
        title="payouts",
        shows="The prizes by place, and the players in these places.",
        context=None,
        fields=PayoutsRequest,
        draw=draw_payouts,
        layouts=(STANDINGS_LAYOUT,),
        channel_kinds=("payouts",),
        samples=samples.PAYOUTS,
    ),
    CatalogueEntry(
        name="season",
        title="season",
        shows="The table of a season: each player's best place and prize money.",
        context=None,
        fields=SeasonRequest,
        draw=draw_season,
        layouts=(STANDINGS_LAYOUT,),
        channel_kinds=("season",),
        samples=samples.SEASON,
    ),
    CatalogueEntry(
        name="chip-counts",
        title="chips after the deal",
        shows="The stacks, in chips and in big blinds.",
        context=DealOfSession,
        fields=ChipCountsRequest,
        draw=draw_chip_counts,
        drawn_for="holdem".__eq__,
        layouts=(STANDINGS_LAYOUT,),
        channel_kinds=("chip-counts",),
        samples=samples.CHIP_COUNTS,
    ),
)

CATALOGUE: dict[str, CatalogueEntry] = {entry.name: entry for entry in _ENTRIES}
"""The entries by name. A request without a kind means the first."""

DEFAULT = _ENTRIES[0].name


def channel_kinds() -> dict[str, CatalogueEntry]:
    """The entries by the ``kind`` of requests that put them on a channel."""
    return {kind: entry for entry in CATALOGUE.values() for kind in entry.channel_kinds}


def layouts() -> dict[str, Layout]:
    """All layouts of OBS scenes, by name."""
    return {each.name: each for entry in CATALOGUE.values() for each in entry.layouts}
