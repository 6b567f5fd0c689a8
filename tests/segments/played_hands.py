"""Random hands with their true times, and devices that report them late: for properties."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from hypothesis import strategies as st
from planned_hands import PHASES, Rows

from producer.release.recordings.hand_times import ClockTime, HandTimes, Span
from producer.segments.timecode import RATES

LATE = st.integers(10, 50)
"""Tenths of a second from an action to its entry."""

GAP = st.one_of(st.integers(3, 60), st.integers(60, 600))


@dataclass(frozen=True)
class PlayedHand:
    """``true``: what really happened when, in order: ``start``, the numbers of moves, the names of
    streets, ``end``."""

    times: HandTimes
    true: tuple[tuple[str | int, Fraction], ...]

    def not_yet(self, moves_before: int, known: int | None) -> Fraction | None:
        """When the first thing happened that must not be seen while so many moves are known from
        the decision on."""
        if known is None:
            return None
        names = [name for name, _ in self.true]
        moves = len(self.times.moves)
        if known == 0:
            place = names.index(moves_before)
        else:
            place = names.index(min(moves_before + known, moves) - 1) + 1
        return self.true[place][1]


@st.composite
def played_hands(draw: st.DrawFn, table: str, *, all_sent: bool = False) -> PlayedHand:
    """At least four moves; streets as the moves need them, sometimes run out to the river."""
    counts = draw(st.tuples(st.integers(2, 5), *[st.integers(0, 3)] * 3))
    letters = "".join(letter * n for letter, n in zip("PFTR", _without_holes(counts), strict=True))
    letters = letters if len(letters) > 3 else "PPPP"
    streets = [name for name in "FTR" if name in letters or draw(st.booleans())]
    streets = streets if _in_a_row(streets) else [name for name in "FTR" if name in letters]
    events: list[str | int] = ["start"]
    for number, letter in enumerate(letters):
        if letter in streets and letter not in letters[:number]:
            events.append(PHASES[letter])
        events.append(number)
    events += [PHASES[letter] for letter in streets if letter not in letters]
    events.append("end")
    at = Fraction(draw(st.integers(1_000, 50_000)), 10)
    last, true, stamps = Fraction(0), [], {}
    for event in events:
        at += Fraction(draw(GAP), 10)
        stamp = max(at + Fraction(draw(LATE), 10), last + Fraction(1, 5))
        true.append((event, at))
        is_sent = all_sent or event in PHASES.values() or draw(st.integers(0, 9)) > 0
        stamps[event] = ClockTime(stamp, max(Fraction(5), stamp - at)) if is_sent else None
        last = stamp
    times = HandTimes(
        table,
        stamps["start"],
        tuple(stamps[number] for number in range(len(letters))),
        tuple((PHASES[each], stamps[PHASES[each]]) for each in streets),
        stamps["end"],
        tuple(PHASES[letter] for letter in letters),
    )
    return PlayedHand(times, tuple(true))


def _without_holes(counts: tuple[int, ...]) -> tuple[int, ...]:
    """No moves on a street after one without any."""
    first_empty = next((place for place, n in enumerate(counts) if n == 0), len(counts))
    return tuple(n if place < first_empty else 0 for place, n in enumerate(counts))


def _in_a_row(streets: list[str]) -> bool:
    return "FTR".startswith("".join(streets))


@dataclass(frozen=True)
class Wish:
    """A segment of random hands. ``options``: of ``Wanted``."""

    hands: tuple[PlayedHand, ...]
    moves_before: int
    rows: Rows
    recorded: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    sealed: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    options: dict[str, object] = field(default_factory=dict)


@st.composite
def wishes(draw: st.DrawFn, *, all_sent: bool = False, hidden: bool = True) -> Wish:
    tables = ["1", "2", "3", "4"][: draw(st.sampled_from([2, 2, 2, 3, 4]))]
    hands = tuple(draw(played_hands(table, all_sent=all_sent)) for table in tables)
    fewest = min(len(hand.times.moves) for hand in hands)
    rows = [
        (name, graphic, moment, lit, Fraction(draw(st.integers(5, 90)), 10))
        for name, graphic, moment, lit, _ in draw(st.sampled_from([STEPS, WITHOUT_QUESTION]))
    ]
    options = {
        "rate": draw(st.sampled_from([*RATES.values()])),
        "sync": draw(st.sampled_from(["decision", "street", "clock"])),
        "longest_think": Fraction(draw(st.integers(0, 20)), 2),
        "fastest": draw(st.sampled_from([1, 1, 4])),
        "handle": Fraction(draw(st.integers(0, 4)), 2),
        "sound": draw(st.sampled_from(["focus", "mix"])),
        "sound_in_freeze": draw(st.booleans()),
    }
    return Wish(
        hands,
        draw(st.integers(0, fewest - 1)),
        tuple(rows),
        {hand.times.table: draw(_recorded(hand)) if hidden else ALWAYS for hand in hands},
        {hand.times.table: draw(_sealed(hand)) if hidden else () for hand in hands},
        options,
    )


ALWAYS = (Span(Fraction(-10_000), Fraction(100_000)),)

STEPS: Rows = (
    ("cards", "two-up", "before", "", 4),
    ("table", "table", "before", "", 8),
    ("line", "two-up", "before", "", 8),
    ("question", "two-up", "before", "", 7),
    ("decision-left", "two-up", "before,1=decision", "1", 7),
    ("decision-right", "two-up", "decision", "2", 7),
    ("ending-left", "two-up", "decision,1=end", "1", 5),
    ("ending-right", "two-up", "end", "2", 5),
    ("field", "matrix", "end", "", 7),
    ("ranking", "seat-ranking", "end", "", 3),
)

WITHOUT_QUESTION: Rows = (
    ("cards", "two-up", "before", "", 5),
    ("decision-left", "two-up", "before,1=decision", "1", 8),
    ("decision-right", "two-up", "decision", "2", 8),
    ("reaction", "two-up", "move:1", "2", 5),
    ("tease", "two-up", "move:2", "", 5),
)


@st.composite
def _recorded(draw: st.DrawFn, hand: PlayedHand) -> tuple[Span, ...]:
    """Most often all the time; else from and to anywhere round the hand, or with a gap."""
    if draw(st.integers(0, 3)):
        return ALWAYS
    cuts = sorted(draw(st.lists(_near(hand), min_size=2, max_size=4, unique=True)))
    return tuple(Span(*pair) for pair in zip(cuts[::2], cuts[1::2], strict=False))


@st.composite
def _sealed(draw: st.DrawFn, hand: PlayedHand) -> tuple[Span, ...]:
    """The hands before and after, and sometimes a time in between."""
    first, last = hand.true[0][1], hand.true[-1][1]
    before = first + Fraction(draw(st.integers(-50, 80)), 10)
    after = last + Fraction(draw(st.integers(-80, 50)), 10)
    spans = [Span(None, before), Span(after, None)]
    if not draw(st.integers(0, 4)):
        start, end = sorted(draw(st.tuples(_near(hand), _near(hand))))
        spans.append(Span(start, end))
    return tuple(spans)


def _near(hand: PlayedHand) -> st.SearchStrategy[Fraction]:
    first, last = hand.true[0][1], hand.true[-1][1]
    return st.integers(int(first * 10) - 100, int(last * 10) + 100).map(lambda n: Fraction(n, 10))
