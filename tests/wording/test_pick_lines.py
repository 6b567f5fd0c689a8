"""The three lines of a pick: word for word at the guide's deal, and rules for all others."""

import re
from collections import Counter

import pytest

from producer.compare.model import Comparison
from producer.compare.ranking import focused
from producer.wording import LANGUAGES, headline, moment_line, three_lines

pytestmark = pytest.mark.xdist_group("wording")

CHOICES = re.compile(
    r"fold|check|call|\bbet|rais|retir|pasa|iguala|apuesta|sube|φολντ|τσεκ|κολ|ποντάρ|ρέιζ",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            (
                "Kings on the turn: 12 to pay, 37 in the pot. 4 tables, the same cards: what now?",
                "Finland calls, China raises to 38",
                "Same kings: China wins 51, Finland wins 25",
            ),
        ),
        (
            "es",
            (
                "Reyes en el turn: 12 por pagar, 37 en el bote. 4 mesas, las mismas cartas: "
                "¿y ahora?",
                "Finlandia iguala; China sube a 38",
                "La misma mano, reyes: China gana 51; Finlandia gana 25",
            ),
        ),
        (
            "el",
            (
                "Ρηγάδες στο τερν: 12 για να μείνει, 37 στο ποτ. 4 τραπέζια, τα ίδια φύλλα: "
                "και τώρα;",
                "Η Φινλανδία κάνει κολ, η Κίνα κάνει ρέιζ στα 38",
                "Ίδιο χέρι, ρηγάδες: η Κίνα κερδίζει 51, η Φινλανδία κερδίζει 25",
            ),
        ),
    ],
)
def test_the_guides_pick(guide: Comparison, language: str, lines: tuple[str, ...]) -> None:
    assert guide.best is not None
    found = three_lines(guide, guide.best, language)
    assert (str(found.tease), str(found.split), str(found.headline)) == lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tease_names_no_choice_and_no_table(simulated: list[Comparison], language: str) -> None:
    for found in simulated:
        names = {player.name for play in found.deal.plays for player in play.players.values()}
        for pick in found.picks:
            tease = str(three_lines(found, pick, language).tease)
            assert not CHOICES.search(tease), tease
            assert not any(name in tease for name in names)


def test_a_split_names_no_result(simulated: list[Comparison]) -> None:
    """Its facts are who sat there and how much the moves came to."""
    for found in simulated:
        for pick in found.picks:
            facts = three_lines(found, pick).split.facts.values()
            assert not any("/result/" in source for fact in facts for source in fact.sources)


def test_a_deal_takes_headline_and_moment_of_its_best_pick(guide: Comparison) -> None:
    """RULES P7: at the turn three tables called and one raised; China won 51, Finland 25."""
    assert headline(guide) == "Same kings: China wins 51, Finland wins 25"
    assert moment_line(guide) == "Kings on the turn: 3 called, 1 raised"


def test_a_chosen_pick_gives_the_deal_its_headline(simulated: list[Comparison]) -> None:
    chosen = [(found, pick) for found in simulated for pick in found.picks[1:]]
    assert len({pick.seat for _, pick in chosen}) > 1
    for found, pick in chosen:
        deal = focused(found, pick.id)
        assert headline(deal) == str(three_lines(found, pick).headline)
        if pick.fork is not None:
            counts = Counter(branch.move.action for branch in pick.fork.branches)
            tables = re.findall(r"(\d+) (fold|check|call|bet|rais)", moment_line(deal))
            assert len(counts) == 1 or sum(int(n) for n, _ in tables) == len(pick.fork.tables)


def test_a_headline_has_both_results(simulated: list[Comparison]) -> None:
    blind = 100
    for found in simulated:
        for pick in found.picks:
            said = three_lines(found, pick).headline
            told = [fact.value for fact in said.facts.values() if fact.unit == "big blinds"]
            plays = {play.table: play.result[pick.seat] for play in found.deal.plays}
            expected = sorted(abs(plays[table]) for table in pick.pairing if plays[table])
            assert sorted(value * blind for value in told if value) == expected
