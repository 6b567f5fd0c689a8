"""The beats of look/README.md for a pick: what is shown, what may be known, what is said."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from guide_deal import ENDS, guide_deal
from hand_made import deal
from hypothesis import given, settings
from hypothesis import strategies as st

from producer.compare import compare
from producer.compare.by_hand import by_hand
from producer.compare.model import Comparison, Pick
from producer.events import Event, event_json
from producer.feeds import Received
from producer.record import open_store
from producer.rundown.beats import Beat
from producer.rundown.fitting import natural_length
from producer.rundown.lengths import WORDS_A_MINUTE
from producer.rundown.pick_beats import SegmentShape, beats
from producer.simulate import session_events
from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import DealOfSession
from producer.stages.moment import BEFORE, DECISION, END, Moment, NotDrawable
from producer.stages.style import PLAIN
from producer.wording import LANGUAGES

LEFT, RIGHT = "decision-left", "decision-right"
GIVEN = ("cards", "table", "line", "question")


def kings(found: Comparison) -> Pick:
    """Their choice on the turn."""
    return next(pick for pick in found.picks if pick.fork and len(pick.history) == 11)


GUIDE = compare(guide_deal())


def by_name(made: tuple[Beat, ...]) -> dict[str, Beat]:
    assert len({beat.name for beat in made}) == len(made)
    return {beat.name: beat for beat in made}


def test_the_beats_of_the_guides_deal() -> None:
    """Table 1 raises the kings on the turn, table 3 calls: look/README.md, row by row."""
    made = beats(GUIDE, kings(GUIDE), ("1", "3"), deals=75, ranking=True)
    assert [(beat.name, beat.graphic, beat.moment, beat.lit) for beat in made] == [
        ("cards", "field", BEFORE, ""),
        ("table", "table", BEFORE, "1"),
        ("line", "two-up", BEFORE, ""),
        ("question", "two-up", BEFORE, ""),
        (LEFT, "two-up", Moment(0, (("1", 1),)), "1"),
        (RIGHT, "two-up", DECISION, "3"),
        ("ending-left", "two-up", Moment(1, (("1", None),)), "1"),
        ("ending-right", "two-up", END, "3"),
        ("field", "field", END, ""),
        ("ranking", "seat-ranking", END, ""),
    ]
    assert [beat.sentence for beat in made] == [
        "The same cards at all six tables: kings in the small blind.",
        "Against them, jacks under the gun.",
        "On the turn, the five of hearts, all six tables faced the same spot, move for move.",
        "Kings on the turn, 12 to call, 31 in the pot. Six teams, same cards: who raises?",
        "Brazil raises.",
        "Ecuador calls.",
        "Brazil won 51 big blinds at showdown.",
        "Same kings: Brazil wins 51, Ecuador 22.",
        "With the same information, three called, two raised to 41 big blinds, and one folded.",
        "On this deal, one of 75, they finished 29 big blinds apart.",
    ]


def test_its_natural_length_is_about_a_minute() -> None:
    made = beats(GUIDE, kings(GUIDE), deals=75, ranking=True)
    assert 55 < natural_length(made) < 70


def test_the_freeze_ends_with_three_seconds_of_silence_after_the_question() -> None:
    """17 words at 150 a minute are 6.8 s; said a fifth faster, 5 2/3."""
    question = by_name(beats(GUIDE, kings(GUIDE)))["question"]
    assert WORDS_A_MINUTE["en"] == 150
    assert question.length.natural == Fraction(68, 10) + 3
    assert question.length.shortest == Fraction(17, 3) + 3


def test_the_tables_can_be_shown_the_other_way_round() -> None:
    made = by_name(beats(GUIDE, kings(GUIDE), ("3", "1")))
    assert (made[LEFT].sentence, made[RIGHT].sentence) == ("Ecuador calls.", "Brazil raises.")
    assert made[LEFT].moment == Moment(0, (("3", 1),))
    assert made["ending-right"].sentence == "Same kings: Brazil wins 51, Ecuador 22."


def test_upright_segments_show_upright_graphics_only() -> None:
    made = beats(GUIDE, kings(GUIDE), ("1", "3"), layout="upright", ranking=True)
    assert {beat.graphic for beat in made} == {"upright"}
    assert "table" not in by_name(made)


def test_of_four_tables_those_that_chose_alike_answer_together() -> None:
    made = by_name(beats(GUIDE, kings(GUIDE), ("1", "3", "2", "6"), layout="four-up"))
    assert made[LEFT].graphic == "split"
    assert made[LEFT].moment == Moment(0, (("1", 1), ("2", 1)))
    assert (made[LEFT].lit, made[LEFT].sentence) == ("", "Brazil and Denmark raise.")
    assert made[RIGHT].sentence == "Ecuador calls, Finland folds."
    assert made["ending-left"].moment == Moment(1, (("1", None), ("2", None)))


def test_against_the_field_one_table_answers_first() -> None:
    made = by_name(beats(GUIDE, kings(GUIDE), ("1",), layout="field"))
    assert {beat.graphic for beat in made.values()} == {"field", "table"}
    assert made[LEFT].moment == Moment(0, (("1", 1),))
    assert made[RIGHT].sentence == made["field"].sentence


def test_the_question_can_open_the_segment() -> None:
    first, *others = beats(GUIDE, kings(GUIDE), tease=True)
    assert (first.name, first.moment) == ("tease", BEFORE)
    assert first.sentence == by_name(tuple(others))["question"].sentence


@pytest.mark.parametrize(
    ("tables", "layout"),
    [(("1",), "two-up"), (("1", "2", "3"), "two-up"), (("1", "2"), "two-up"), (("9",), "field")],
)
def test_tables_that_the_layout_cannot_show_are_refused(
    tables: tuple[str, ...], layout: SegmentShape
) -> None:
    with pytest.raises(NotDrawable):
        beats(GUIDE, kings(GUIDE), tables, layout=layout)


KINGS = {1: "KcKs", 2: "JhJc"}
BOARD = "Td5s9h5h4d"
DOWN = " / 2x 1x / 2x 1x / 2x 1x"


def heads_up(*lines: str) -> Comparison:
    return compare(deal(KINGS, BOARD, list(lines)))


def test_two_tables_heads_up_have_no_field() -> None:
    found = heads_up("1r300 2c" + DOWN, "1r300 2f")
    assert found.best is not None
    made = by_name(beats(found, found.best))
    assert "field" not in made
    assert made["cards"].graphic == "two-up"
    assert made["cards"].sentence == "The same cards at both tables: jacks in the big blind."


def test_a_first_decision_has_no_way_that_led_to_it() -> None:
    found = heads_up("1r300 2f", "1f")
    assert found.best is not None
    assert "line" not in by_name(beats(found, found.best))


def test_a_same_line_is_decided_and_ends_at_once() -> None:
    found = heads_up(*["1r300 2r1000 1r5000 2c"] * 6)
    assert found.best is not None
    assert found.best.kind == "same line"
    made = by_name(beats(found, found.best))
    assert list(made) == ["cards", "table", "line", "question", LEFT, "ending-right", "field"]
    assert (made[LEFT].moment, made[LEFT].lit) == (DECISION, "")
    assert made[LEFT].sentence == "All six tables go the same way."
    assert made["line"].sentence == "So far the same at all six tables, move for move."
    assert made["question"].sentence.endswith("how does it end?")


def test_a_pick_of_two_spots_does_not_claim_the_same_moves() -> None:
    """Kings face a bet of 4 at table 2 and fold; after another raise they check at table 1."""
    found = heads_up("1r300 2c" + DOWN, "1r250 2c / 2b400 1f", "1f")
    found = replace(found, picks=(by_hand(found, {"2": 3, "1": 3}, "the fold"),))
    made = by_name(beats(found, found.picks[0]))
    assert made["line"].sentence == "They come here by different moves."
    assert (made[LEFT].sentence, made[RIGHT].sentence) == ("2-1 folds.", "1-1 checks.")


def test_tables_that_chose_alike_end_one_after_the_other_if_their_hands_differ() -> None:
    """By hand: two tables whose kings called the turn."""
    found = replace(GUIDE, picks=(by_hand(GUIDE, {"3": 11, "5": 11}, "the river"),))
    made = by_name(beats(found, found.picks[0]))
    assert (made[LEFT].moment, made[LEFT].lit) == (DECISION, "")
    assert RIGHT not in made
    assert made["ending-left"].moment == Moment(1, (("3", None),))
    assert (made["ending-left"].lit, made["ending-right"].lit) == ("3", "5")


@settings(max_examples=25, deadline=None)
@given(st.permutations(ENDS[:6]), st.sampled_from(LANGUAGES))
def test_up_to_the_question_nothing_depends_on_what_any_table_chose(
    ends: list[str], language: str
) -> None:
    """The six ways on from the kings' choice, dealt out to the tables anew."""
    found = compare(guide_deal(tuple(ends)))
    pick = kings(found)
    usual = by_name(beats(GUIDE, kings(GUIDE), language=language))
    made = by_name(beats(found, pick, language=language))
    for name in GIVEN:
        assert made[name].sentence == usual[name].sentence
        assert made[name].length == usual[name].length
        assert made[name].moment == BEFORE


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> list[Comparison]:
    """Fifteen deals at six tables, and as many at two."""
    found: list[Comparison] = []
    for tables in (6, 2):
        events: list[Event] = list(session_events(15, seed=tables, tables=tables, archive=True))
        with open_store(tmp_path_factory.mktemp("beats") / "record.db") as store:
            store.append([Received(event_json(each).encode(), each, "test:1") for each in events])
            found += [compare(deal) for deal in store.deals()]
    return [each for each in found if each.picks]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_beat_knows_less_than_the_one_before_and_every_length_is_in_order(
    simulated: list[Comparison], language: str
) -> None:
    checked = 0
    for found in simulated:
        for pick in found.picks:
            made = beats(found, pick, language=language)
            names = {player.name for play in found.deal.plays for player in play.players.values()}
            teams = {team.name for team in found.deal.teams.values()}
            for before, after in pairwise(made):
                assert before.moment.within(after.moment)
            for beat in made:
                length = beat.length
                assert 0 < length.shortest <= length.natural <= length.longest
                assert beat.seconds == length.natural
                assert beat.sentence
                if beat.moment == BEFORE:
                    assert not any(name in beat.sentence for name in names | teams)
            assert made[-1].moment == END
            checked += 1
    assert checked > 30


def test_every_beat_can_be_drawn_at_its_moment(simulated: list[Comparison]) -> None:
    drawn = set()
    for found in (GUIDE, *simulated[:6], *simulated[-6:]):
        pick = found.picks[0]
        for beat in beats(found, pick):
            entry = CATALOGUE[beat.graphic]
            assert entry.request is not None
            tables = pick.pairing[:1] if beat.graphic in ("table", "field") else pick.pairing
            context = DealOfSession(found.deal, 75, found) if beat.graphic == "table" else found
            entry.draw(context, entry.request(found, tables, beat.moment), PLAIN)
            drawn.add(beat.graphic)
    assert drawn == {"field", "table", "two-up"}
