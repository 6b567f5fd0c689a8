"""The three lines of a pick: word for word at the guide's deal, and rules for all others."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from hand_made import deal

from producer.compare import compare
from producer.compare.model import Comparison
from producer.compare.ranking import focused
from producer.wording import LANGUAGES, headline, moment_line, three_lines
from producer.wording.pick_lines import edited_line, out_of_date

pytestmark = pytest.mark.xdist_group("wording")

NUMBERS = ("none", "one", "two", "three", "four", "five", "six")


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            (
                "Kings on the turn, 12 to call, 37 in the pot. Six teams, same cards: who raises?",
                "Finland calls, China raises",
                "Same kings: China wins 51, Finland 25",
            ),
        ),
        (
            "es",
            (
                "Reyes en el turn, 12 para igualar, 37 en el bote. Seis equipos, las mismas "
                "cartas: ¿quién sube?",
                "Finlandia iguala, China sube",
                "Los mismos reyes: China gana 51; Finlandia, 25",
            ),
        ),
        (
            "el",
            (
                "Ρηγάδες στο τερν, 12 για κολ, 37 στο ποτ. Έξι ομάδες, ίδια φύλλα: ποιος κάνει "
                "ρέιζ;",
                "Η Φινλανδία κάνει κολ, η Κίνα κάνει ρέιζ",
                "Ίδιοι ρηγάδες: η Κίνα κερδίζει 51, η Φινλανδία 25",
            ),
        ),
    ],
)
def test_the_guides_pick(guide: Comparison, language: str, lines: tuple[str, ...]) -> None:
    assert guide.best is not None
    found = three_lines(guide, guide.best, language)
    assert (str(found.tease), str(found.split), str(found.headline)) == lines


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Same kings: 1-1 wins 9, 2-1 loses 3"),
        ("es", "Los mismos reyes: 1-1 gana 9; 2-1 pierde 3"),
        ("el", "Ίδιοι ρηγάδες: 1-1 κερδίζει 9, 2-1 χάνει 3"),
    ],
)
def test_of_a_win_and_a_smaller_loss_both_have_their_verb(language: str, words: str) -> None:
    """Kings win 9 big blinds each by calling the bet of 6, and lose the 3 put in by folding."""
    opened = "1r300 2c / 2b600 "
    lines = [f"{opened}1c / 2x 1x / 2x 1x", f"{opened}1f"]
    found = compare(deal({1: "KcKs", 2: "JhJc"}, "Td5s9h5h4d", lines))
    assert found.best is not None
    assert str(three_lines(found, found.best, language).headline) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tease_names_nobody_and_depends_on_no_choice(
    simulated: list[Comparison], language: str
) -> None:
    """The same tease if every table did something else from the decision on."""
    for found in simulated:
        names = {player.name for play in found.deal.plays for player in play.players.values()}
        for pick in found.picks:
            tease = str(three_lines(found, pick, language).tease)
            assert not any(name in tease for name in names)
            if pick.kind == "fork":
                before = len(pick.history)
                plays = tuple(
                    replace(play, line=play.line[:before], result=dict.fromkeys(play.result, 0))
                    for play in found.deal.plays
                )
                unplayed = replace(found, deal=replace(found.deal, plays=plays))
                shown = replace(pick, branches=pick.branches[::-1], gap=0)
                assert str(three_lines(unplayed, shown, language).tease) == tease


def test_the_question_of_a_tease_is_the_boldest_legal_choice(simulated: list[Comparison]) -> None:
    """By hand: nothing to call after the flop is a bet; facing all-in or the cap, only a call."""
    asked = set()
    for found in simulated:
        for pick in found.picks:
            if pick.kind != "fork" or pick.to_call is None:
                continue
            tease = str(three_lines(found, pick).tease)
            question = tease.rpartition(": ")[2]
            raised = any(b.move.action == "raise" for b in pick.fork.branches)  # type: ignore[union-attr]
            if not pick.to_call and pick.street != "preflop":
                assert question == "who bets?"
            elif raised:
                assert question == "who raises?"
            else:
                assert question in ("who raises?", "who calls?")
            asked.add(question)
    assert {"who bets?", "who raises?"} <= asked


def test_a_split_names_no_result(simulated: list[Comparison]) -> None:
    """Its facts are who sat there and how much the moves came to."""
    for found in simulated:
        for pick in found.picks:
            facts = three_lines(found, pick).split.facts.values()
            assert not any("/result/" in source for fact in facts for source in fact.sources)


def test_a_deal_takes_headline_and_moment_of_its_best_pick(guide: Comparison) -> None:
    """RULES P7: at the turn three tables called and one raised; China won 51, Finland 25."""
    assert headline(guide) == "Same kings: China wins 51, Finland 25"
    assert moment_line(guide) == "Kings on the turn: three called, one raised"


def test_a_chosen_pick_gives_the_deal_its_headline(simulated: list[Comparison]) -> None:
    chosen = [(found, pick) for found in simulated for pick in found.picks[1:]]
    assert len({pick.seat for _, pick in chosen}) > 1
    for found, pick in chosen:
        deal = focused(found, pick.id)
        assert headline(deal) == str(three_lines(found, pick).headline)
        if pick.fork is not None:
            counts = Counter(branch.move.action for branch in pick.fork.branches)
            tables = re.findall(r"(\w+) (?:folded|checked|called|bet|raised)", moment_line(deal))
            assert len(counts) == 1 or sum(map(NUMBERS.index, tables)) == len(pick.fork.tables)


def test_a_headline_has_both_results(simulated: list[Comparison]) -> None:
    blind = 100
    for found in simulated:
        for pick in found.picks:
            said = three_lines(found, pick).headline
            output = [fact.value for fact in said.facts.values() if fact.unit == "big blinds"]
            plays = {play.table: play.result[pick.seat] for play in found.deal.plays}
            expected = sorted(abs(plays[table]) for table in pick.pairing if plays[table])
            assert sorted(value * blind for value in output if value) == expected


def test_an_edited_line_says_what_was_stated_and_what_is_now(guide: Comparison) -> None:
    """China won 51 and Finland 25 (RULES P7); the line was written when China had won 50."""
    assert guide.best is not None
    edited = edited_line(guide, guide.best, "headline", "en", "China's kings are worth double")
    assert out_of_date(guide, guide.best, edited) == ""
    names = {fact: name for name, fact in edited.facts.items()}
    amount = names["51 big blinds"]
    before = replace(edited, facts={**edited.facts, amount: "50 big blinds"})
    assert out_of_date(guide, guide.best, before) == (
        "out of date: it was written on 50 big blinds; now it is 51 big blinds"
    )
    fewer = {name: fact for name, fact in edited.facts.items() if name != amount}
    assert out_of_date(guide, guide.best, replace(edited, facts=fewer)) == (
        "out of date: it was written on fewer facts; now it is 51 big blinds"
    )
    more = replace(edited, facts={**edited.facts, "swing": "26 big blinds"})
    assert out_of_date(guide, guide.best, more) == (
        "out of date: it was written on 26 big blinds; now it is without them"
    )
