"""Beats as a producer wants them: left out, in other words, for so many seconds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from guide_deal import guide_deal

from producer.compare import compare
from producer.release.programme.rundown import BeatEdit
from producer.rundown.beats import Beat
from producer.rundown.edits import NotEditable, edited
from producer.rundown.fitting import fit
from producer.rundown.pick_beats import beats

GUIDE = compare(guide_deal())
WHOLE = beats(GUIDE, GUIDE.picks[0])


def with_edit(name: str, edit: BeatEdit) -> dict[str, Beat]:
    return {beat.name: beat for beat in edited(WHOLE, {name: edit}, "en")}


def test_without_edits_nothing_changes() -> None:
    assert edited(WHOLE, {}, "en") == WHOLE
    assert edited(WHOLE, {"cards": BeatEdit()}, "en") == WHOLE


def test_a_beat_can_be_left_out_but_not_a_decision() -> None:
    assert "field" not in with_edit("field", BeatEdit(left_out=True))
    with pytest.raises(NotEditable, match="cannot be left out"):
        with_edit("decision-left", BeatEdit(left_out=True))


def test_a_longer_sentence_makes_its_beat_longer() -> None:
    """50 words at 150 a minute are 20 s; a fifth faster, 16 2/3; then 3 s of silence."""
    question = with_edit("question", BeatEdit(sentence="word " * 50))["question"]
    assert (question.length.shortest, question.seconds) == (Fraction(59, 3), 23)
    short = with_edit("cards", BeatEdit(sentence="Kings."))["cards"]
    assert short.sentence == "Kings."
    assert short.length == WHOLE[0].length


def test_given_seconds_stay_in_every_plan() -> None:
    made = edited(WHOLE, {"cards": BeatEdit(seconds=Fraction(6))}, "en")
    for target in (40, 60, 90):
        cards, *others = fit(made, Fraction(target))
        assert cards.seconds == 6
        assert sum(beat.seconds for beat in others) == target - 6


@pytest.mark.parametrize("seconds", [1, 40])
def test_seconds_in_which_it_cannot_be_said_or_watched_are_refused(seconds: int) -> None:
    with pytest.raises(NotEditable, match=r"takes 4\.0 to 10\.6 s"):
        with_edit("cards", BeatEdit(seconds=Fraction(seconds)))


def test_a_beat_that_is_not_there_is_named() -> None:
    with pytest.raises(NotEditable, match="no beat ranking; it has cards, table, line"):
        with_edit("ranking", BeatEdit(left_out=True))
