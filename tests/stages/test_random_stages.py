"""No text is cut off or overlaps another, over random stages of every kind."""

import re
from dataclasses import replace
from fractions import Fraction

import open_face_by_lot
import pytest
from effort import counts
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from measured import outside, overlapping, texts

from overlay.contexts import RankRow
from overlay.stage import Stage
from overlay.themes.theme import load_theme
from producer.compare.model import Comparison
from producer.events import Player, Team
from producer.games.cards import DECK
from producer.games.levels import Level
from producer.games.prizes import SeasonLine
from producer.games.tournament_course import TournamentWinner
from producer.stages.catalogue import CATALOGUE
from producer.stages.comparisons.comparison_cut import (
    ChoiceSeen,
    Elsewhere,
    FieldSeen,
    Opponent,
    OutcomeSeen,
    PlaceSeen,
    SideSeen,
    SplitSeen,
)
from producer.stages.comparisons.field import drawn as field_drawn
from producer.stages.comparisons.n_up import drawn as split_drawn
from producer.stages.comparisons.upright import drawn as upright_drawn
from producer.stages.entry import DealOfSession
from producer.stages.moment import BEFORE, DECISION, END, Moment
from producer.stages.people import people
from producer.stages.programme import show, tournament
from producer.stages.style import Style
from producer.stages.tables.table import drawn as table_drawn
from producer.stages.tables.table_cut import SeatSeen, TableSeen
from producer.wording.language import LANGUAGES
from producer.wording.language import language as speak

TEAMS = {
    "A": Team(name="Bosnia and Herzegovina", colour="#FF0000"),
    "B": Team(name="Ελλάδα"),
    "C": Team(name="Saint Vincent and the Grenadines"),
    "D": Team(name="Україна", colour="#00FF00"),
}
WHO = people(TEAMS, load_theme())
NAMES = st.text(alphabet="AÉÑŞWmiñşλίαΩЖдй -.'", min_size=1, max_size=60).filter(str.strip)
PLAYERS = st.builds(Player, name=NAMES, team=st.sampled_from([None, *TEAMS]))
AMOUNTS = st.one_of(
    st.fractions(min_value=0, max_value=400, max_denominator=100),
    st.integers(0, 99_999).map(Fraction),
)
RESULTS = st.fractions(min_value=-9999, max_value=9999, max_denominator=100)
STYLES = st.builds(
    Style, st.sampled_from(list(map(speak, LANGUAGES))), st.sampled_from(["bb", "number", "short"])
)
BLINDS = st.sampled_from([0, 2, 100, 1_000])
KINDS = (("fold", "call", "raise"), ("check", "bet"), ("check", "raise"))
"""What can be chosen in one and the same spot."""
CHOICES = st.builds(
    ChoiceSeen,
    action=st.sampled_from(["fold", "check", "call", "bet", "raise"]),
    to=AMOUNTS,
    paid=AMOUNTS,
    mark=st.sampled_from(["", "all-in", "cap"]),
)
PLACES = st.builds(
    PlaceSeen, RESULTS, rank=st.integers(1, 20), field=st.integers(2, 20), shared=st.booleans()
)
ENDED = st.builds(OutcomeSeen, RESULTS, PLACES)
STATES = ("question", "decision", "mixed", "end")
CUT = re.compile(r"\d.*…")
"""An amount that ends in an ellipsis: half of one would be a lie. No name here has digits."""
BOARDS = st.sampled_from([0, 3, 4, 5])
EXAMPLES = settings(
    max_examples=counts(15, 500), phases=[Phase.explicit, Phase.reuse, Phase.generate]
)
"""Not shrunk: the measured texts in the message say what went wrong, and where."""


def check(stage: Stage) -> None:
    assert outside(stage) == []
    assert overlapping(stage) == []
    assert [text for text in texts(stage) if CUT.search(text.content)] == []


@st.composite
def splits(draw: st.DrawFn, tables: int) -> SplitSeen:
    cards = draw(st.permutations(DECK))
    state, same = draw(st.sampled_from(STATES)), draw(st.booleans())
    price, kinds = (draw(AMOUNTS), draw(AMOUNTS)), draw(st.sampled_from(KINDS))

    def side(number: int) -> SideSeen:
        held = tuple(cards[10:12]) if draw(st.booleans()) else ()
        many = draw(st.sampled_from([0, 1, 1, 1, 9]))
        to_call, pot = price if same else (draw(AMOUNTS), draw(AMOUNTS))
        outcome, pot_now = draw(ENDED) if state == "end" else None, None
        if state == "mixed":
            outcome = OutcomeSeen(draw(RESULTS), None) if draw(st.booleans()) else None
            pot_now = draw(AMOUNTS) if outcome is None and draw(st.booleans()) else None
        opponents = tuple(Opponent(draw(PLAYERS), held) for _ in range(many))
        choice = replace(draw(CHOICES), action=draw(st.sampled_from(kinds)))
        chosen = None if state == "question" else choice
        later = draw(CHOICES) if pot_now is not None else None
        return SideSeen(
            str(number), draw(PLAYERS), opponents, to_call, pot, chosen, outcome, later, pot_now
        )

    board = tuple(cards[2 : 2 + draw(BOARDS)])
    return SplitSeen(tuple(cards[:2]), board, tuple(map(side, range(tables))), draw(BLINDS))


@st.composite
def with_branches(draw: st.DrawFn) -> tuple[SplitSeen, tuple[int, ...]]:
    tables = draw(st.sampled_from([3, 4, 6]))
    return draw(splits(tables)), tuple(draw(st.integers(0, 2)) for _ in range(tables))


@EXAMPLES
@given(with_branches(), STYLES)
def test_splits(known: tuple[SplitSeen, tuple[int, ...]], style: Style) -> None:
    check(split_drawn(*known, WHO, style))


@EXAMPLES
@given(splits(2), STYLES)
def test_upright(known: SplitSeen, style: Style) -> None:
    check(upright_drawn(known, TEAMS, style))


@st.composite
def fields(draw: st.DrawFn) -> FieldSeen:
    known = draw(splits(draw(st.integers(2, 20))))
    elsewhere = tuple(
        Elsewhere(str(number), draw(PLAYERS), draw(ENDED) if known.ended else None)
        for number in range(draw(st.integers(0, 4)))
    )
    return FieldSeen(known, elsewhere)


@EXAMPLES
@given(fields(), STYLES)
def test_field(known: FieldSeen, style: Style) -> None:
    check(field_drawn(known, "0", WHO, style))


MONEY = st.integers(0, 50_000_000)
CURRENCIES = st.sampled_from(["", "€", "$", "CHF"])
WINNERS = st.builds(TournamentWinner, NAMES, MONEY, CURRENCIES)


@st.composite
def tables_seen(draw: st.DrawFn) -> TableSeen:
    cards = draw(st.permutations(DECK))
    count = draw(st.integers(2, 10))
    over = draw(st.booleans())
    actor = draw(st.integers(0, count - 1))

    def seat(number: int) -> SeatSeen:
        shown, folded = draw(st.booleans()), draw(st.booleans())
        return SeatSeen(
            seat=number + 1,
            player=draw(PLAYERS),
            cards=tuple(cards[10 + 2 * number : 12 + 2 * number]) if shown else (),
            folded=folded,
            left=draw(st.one_of(st.none(), AMOUNTS)),
            choice=draw(st.one_of(st.none(), CHOICES)),
            bound=draw(st.sampled_from(["", "", "all-in", "cap"])),
            to_act=not over and number == actor,
            equity=draw(st.one_of(st.none(), st.fractions(0, 1, max_denominator=99))),
            won=draw(RESULTS) if over else None,
            button=number == 0,
            hand=draw(st.sampled_from(["", "pair", "straight flush", "three of a kind"]))
            if over and shown and not folded
            else "",
        )

    return TableSeen(
        table="1",
        seats=tuple(map(seat, range(count))),
        board=tuple(cards[: draw(BOARDS)]),
        pot=draw(AMOUNTS),
        pots=tuple(draw(st.lists(AMOUNTS, min_size=2, max_size=7))) if draw(st.booleans()) else (),
        to_call=None if over else draw(AMOUNTS),
        newest=draw(st.one_of(st.none(), st.integers(1, count))),
        known=draw(st.sampled_from(["", "all cards", "these hands", "player's view"])),
        blinds=draw(st.sampled_from([(1, 2), (50, 100), (500, 1_000)])),
        cap=draw(st.one_of(st.none(), st.just(Fraction(50)))),
        number=draw(st.integers(1, 9999)),
        deals=draw(st.sampled_from([0, 75, 9999])),
        winner=draw(st.one_of(st.none(), WINNERS)) if over else None,
    )


@EXAMPLES
@given(tables_seen(), STYLES)
def test_table(known: TableSeen, style: Style) -> None:
    check(table_drawn(known, WHO, style))


ROWS = st.builds(
    RankRow,
    place=st.from_regex(r"=?[1-9][0-9]{0,2}", fullmatch=True),
    colour=st.just("#3E8EFF"),
    name=NAMES,
    second=st.one_of(st.just(""), st.integers(-9_999_999, 9_999_999).map(lambda n: f"{n:+,}")),
    value=st.integers(0, 99_999_999).map(lambda n: f"{n:,}"),
    level=st.booleans(),
)


@EXAMPLES
@given(st.lists(ROWS, min_size=1, max_size=30), NAMES, STYLES)
def test_ranking(rows: list[RankRow], note: str, style: Style) -> None:
    context = show.ranking("STANDINGS", note, ("CHIPS", "POINTS"), rows, style)
    check(show.alone("ranking", "ranking", context, show.PANEL, style))


def test_a_long_note_does_not_cut_how_many_rows_are_shown() -> None:
    rows = [RankRow(str(n), "#3E8EFF", "Ana Ruiz", "", "100") for n in range(1, 15)]
    context = show.ranking("CHIP COUNTS", "W" * 60, ("CHIPS", "POINTS"), rows, Style())
    stage = show.alone("ranking", "ranking", context, show.PANEL)
    check(stage)
    (note,) = [text.content for text in texts(stage) if text.content.startswith("WW")]
    assert note.endswith("… · 12 of 14 shown")


@EXAMPLES
@given(st.lists(st.text(alphabet="WΩЖmi", min_size=1, max_size=24), min_size=1, max_size=10),
       NAMES, STYLES)  # fmt: skip
def test_lower_third(words: list[str], author: str, style: Style) -> None:
    check(show.note(" ".join(words)[:80].rstrip(), author, style))
    check(show.speaker(author, " ".join(words), style))


@EXAMPLES
@given(
    st.integers(1, 99),
    st.integers(1, 50_000_000),
    st.one_of(st.none(), st.floats(0, 1e6)),
    st.integers(1, 99_999),
    st.booleans(),
    STYLES,
)
def test_clock(
    number: int, blind: int, seconds: float | None, left: int, timed: bool, style: Style
) -> None:
    level = Level(blind, 2 * blind, blind // 4)
    following = level if timed else None
    check(
        tournament.clock_stage(number, level, following, seconds, left, 99_999, style, timed=timed)
    )


@EXAMPLES
@given(st.lists(st.tuples(MONEY, NAMES), min_size=1, max_size=30), CURRENCIES, STYLES)
def test_payouts(prizes: list[tuple[int, str]], currency: str, style: Style) -> None:
    names = [name for _, name in prizes[: len(prizes) // 2]]
    paid = sorted((prize for prize, _ in prizes), reverse=True)
    check(tournament.payouts_stage(paid, currency, names, style))


@EXAMPLES
@given(st.dictionaries(NAMES, st.integers(0, 99_999), min_size=1, max_size=30), BLINDS,
       NAMES, STYLES)  # fmt: skip
def test_chip_counts(stacks: dict[str, int], blind: int, note: str, style: Style) -> None:
    stacks = {name: chips * (blind or 1_000) for name, chips in stacks.items()}
    check(tournament.chip_counts_stage(stacks, blind, style=style, note=note))


@EXAMPLES
@given(
    st.lists(
        st.builds(
            SeasonLine, st.integers(1, 99), NAMES, MONEY, st.integers(1, 999), *[st.just(9)] * 2
        ),
        min_size=1,
        max_size=30,
    ),
    NAMES,
    CURRENCIES,
    STYLES,
)
def test_season(lines: list[SeasonLine], name: str, currency: str, style: Style) -> None:
    check(tournament.season_stage(name, lines, currency, style))


@st.composite
def open_face_deals(draw: st.DrawFn) -> Comparison:
    """2 to 4 players at up to four tables, cards set by lot, some hands lost by the clock."""
    lots = draw(st.randoms(use_true_random=False))
    seats, tables = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    cards = open_face_by_lot.dealt(lots, seats=seats)
    lost = draw(st.sampled_from([(), (), ("time-out", "leave")]))
    lines = {str(n): open_face_by_lot.line(lots, cards, lost=lost) for n in range(1, tables + 1)}
    players = {seat: draw(PLAYERS) for seat in cards}
    found = open_face_by_lot.compared(cards, lines, players)
    return replace(found, deal=replace(found.deal, teams=TEAMS))


OPEN_FACE_MOMENTS = st.sampled_from([BEFORE, DECISION, END, *map(Moment, (2, 5, 9, 17, 30))])


@pytest.mark.parametrize("graphic", ["two-up", "upright", "split", "field", "table"])
@EXAMPLES
@given(found=open_face_deals(), moment=OPEN_FACE_MOMENTS, style=STYLES)
def test_open_face(graphic: str, found: Comparison, moment: Moment, style: Style) -> None:
    entry = CATALOGUE[graphic]
    tables = tuple(play.table for play in found.deal.plays)
    assume(found.picks)
    shown = {"split": tables, "field": tables[:1], "table": tables[:1]}.get(graphic, found.pairing)
    assume(len(tables) > 2 or graphic not in {"split", "field"})
    assert entry.request is not None
    context = DealOfSession(found.deal, 75, found) if graphic == "table" else found
    staged = entry.draw(context, entry.request(found, shown, moment), style)
    assert isinstance(staged.stage, Stage)
    check(staged.stage)
