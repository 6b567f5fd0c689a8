"""The beats of a hand that one table alone has played: the guide's deal at one of its tables."""

from dataclasses import replace

import pytest
from guide_deal import guide_deal

from producer.compare import compare
from producer.compare.model import Comparison, Pick
from producer.compare.ranking import NoSuchPick, focused
from producer.compare.whole_hand import WHOLE_HAND, whole_hand
from producer.games.line import Move
from producer.rundown.beats import Beat
from producer.rundown.hand_beats import hand_beats
from producer.rundown.pick_beats import beats
from producer.stages.moment import BEFORE, END, Moment


def alone(place: int, line: tuple[Move, ...] | None = None, **result: int) -> Comparison:
    """Table ``place`` of the guide, as if no other had these cards."""
    deal = guide_deal()
    play = deal.plays[place]
    if line is not None:
        won = {int(seat[1:]): chips for seat, chips in result.items()}
        play = replace(play, line=line, result={**dict.fromkeys(play.result, 0), **won})
    return compare(replace(deal, plays=(play,), tables=(play.table,)))


def hand(comparison: Comparison) -> Pick:
    found = whole_hand(comparison)
    assert found is not None
    return found


def beats_of(comparison: Comparison, language: str = "en") -> tuple[Beat, ...]:
    return hand_beats(comparison, hand(comparison), language)


def test_each_street_is_known_to_its_last_move_and_the_end_only_from_the_showdown_on() -> None:
    """Six moves before the flop, three on it, four on the turn: China calls, and is all in."""
    made = beats_of(alone(0))
    assert [(beat.name, beat.graphic, beat.moment) for beat in made] == [
        ("cards", "table", BEFORE),
        ("preflop", "table", Moment(6)),
        ("flop", "table", Moment(9)),
        ("turn", "table", Moment(13)),
        ("showdown", "table", END),
        ("result", "table", END),
    ]


def test_what_is_said_is_what_the_beat_shows() -> None:
    """RULES P7: China has the jacks, Brazil the kings; the board is Td5s9h 5h 4d."""
    assert [beat.sentence for beat in beats_of(alone(0))] == [
        "China under the gun with jacks.",
        "Before the flop: China raises to 3, Brazil calls.",
        "On the flop: Brazil checks, China bets 6, Brazil calls.",
        "On the turn, the five of hearts: China bets 12, Brazil raises to 41, China calls.",
        "",
        "Brazil won 51 big blinds.",
    ]


def test_a_fold_that_ends_the_hand_is_said_and_there_is_no_showdown() -> None:
    made = beats_of(alone(1))
    assert [beat.name for beat in made][-2:] == ["turn", "result"]
    assert made[-2].sentence.endswith("Denmark raises to 41, Finland folds.")
    assert made[-1].sentence == "Denmark won 22 big blinds."


def test_in_spanish_and_greek() -> None:
    spanish, greek = (beats_of(alone(0), code) for code in ("es", "el"))
    assert spanish[2].sentence == "En el flop: Brasil pasa, China apuesta 6, Brasil iguala."
    assert greek[0].sentence == "Η Κίνα στη θέση UTG με βαλέδες."


def test_folds_before_the_first_player_who_comes_in_are_known_from_the_start() -> None:
    """Everybody folds to the small blind, who raises; the big blind folds."""
    line = (
        *(Move("preflop", seat, "fold") for seat in (3, 2, 1, 6)),
        Move("preflop", 5, "raise", 300),
        Move("preflop", 4, "fold"),
    )
    comparison = alone(0, line, s5=100, s4=-100)
    assert hand(comparison).at == {"1": 4}
    made = beats_of(comparison)
    assert [(beat.name, beat.moment) for beat in made] == [
        ("cards", BEFORE),
        ("preflop", Moment(2)),
        ("result", END),
    ]
    assert made[1].sentence == "Before the flop: Brazil raises to 3, Finland folds."


def test_a_street_that_is_checked_through() -> None:
    line = (*guide_deal().plays[0].line[:6], *(Move("flop", seat, "check") for seat in (5, 3)))
    line += tuple(Move(street, seat, "check") for street in ("turn", "river") for seat in (5, 3))
    said = {beat.name: beat.sentence for beat in beats_of(alone(0, line, s5=400, s3=-300, s4=-100))}
    assert said["flop"] == "On the flop: everybody checks."


def test_only_a_hand_that_one_table_alone_has_played_is_whole() -> None:
    several = compare(guide_deal())
    assert whole_hand(several) is None
    with pytest.raises(NoSuchPick):
        focused(several, WHOLE_HAND)
    one = focused(alone(0), WHOLE_HAND)
    assert beats(one, one.picks[0], layout="table") == beats_of(alone(0))
