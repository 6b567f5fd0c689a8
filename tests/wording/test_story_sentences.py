"""The thirteen stories, each in a sentence of three languages; verbs agree with who acts."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from producer.compare.model import Comparison, Story
from producer.compare.stories import DETECTORS
from producer.wording import LANGUAGES, talking_points

pytestmark = pytest.mark.xdist_group("wording")

DOCUMENT = Path(__file__).parents[2] / "docs" / "interest.md"
EVIDENCE = {"to_call": 1200, "apart": 2600, "bet": 3800, "won": 5100, "tables": 4, "result": 2500,
            "least": 1550}  # fmt: skip


def output(
    guide: Comparison,
    name: str,
    tables: tuple[str, ...],
    others: tuple[str, ...] = (),
    evidence: Mapping[str, int] = EVIDENCE,
    seat: int = 5,
) -> list[str]:
    """A story of the guide's deal in the three languages."""
    story = Story(name, seat, tables, others, guide.fork, evidence)
    with_it = replace(guide, stories=(story,))
    found = []
    for language in LANGUAGES:
        (text,) = [one.text for one in talking_points(with_it, language) if one.about == "story"]
        found.append(text)
    return found


def test_every_documented_story_has_a_sentence(guide: Comparison) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in DETECTORS:
        assert f"**{name}**" in text
        tables = ("1", "5") if name == "different roads to one result" else ("5",)
        assert len(set(output(guide, name, tables, ("1", "3")))) == 3


def test_big_fold(guide: Comparison) -> None:
    assert output(guide, "big fold", ("5",)) == [
        "A big fold: with 12 big blinds to call, China at table 5 let the hand go and finished 26 "
        "above the average of those who played on.",
        "Un gran fold: con 12 ciegas grandes para igualar, China en la mesa 5 se retiró y terminó "
        "26 por encima de la media de quienes siguieron.",
        "Μεγάλο φολντ: με 12 μπιγκ μπλάιντ για κολ, η Κίνα στο τραπέζι 5 πέταξε τα φύλλα και "
        "τερμάτισε 26 πάνω από τον μέσο όρο όσων συνέχισαν.",
    ]


def test_two_tables_take_the_plural_and_the_smallest_evidence(guide: Comparison) -> None:
    assert output(guide, "big call", ("5", "3")) == [
        "A big call: China at table 5 and Ecuador at table 3 called for 12 big blinds and "
        "finished at least 26 above the average of those who folded.",
        "Un gran call: China en la mesa 5 y Ecuador en la mesa 3 pagaron 12 ciegas grandes y "
        "terminaron al menos 26 por encima de la media de quienes se retiraron.",
        "Μεγάλο κολ: η Κίνα στο τραπέζι 5 και το Εκουαδόρ στο τραπέζι 3 πλήρωσαν 12 μπιγκ μπλάιντ "
        "και τερμάτισαν τουλάχιστον 26 πάνω από τον μέσο όρο όσων έκαναν φολντ.",
    ]


def test_three_tables_are_counted(guide: Comparison) -> None:
    assert output(guide, "slow-play", ("1", "3", "5")) == [
        "A slow play: three tables waited on the turn where others bet, struck later and won at "
        "least 51 big blinds.",
        "Slowplay: tres mesas esperaron en el turn donde otras mesas apostaron, atacaron después "
        "y ganaron al menos 51 ciegas grandes.",
        "Σλόου πλέι: τρία τραπέζια περίμεναν στο τερν εκεί όπου άλλοι πόνταραν, χτύπησαν αργότερα "
        "και κέρδισαν τουλάχιστον 51 μπιγκ μπλάιντ.",
    ]


def test_cards_of_another_seat_are_named(guide: Comparison) -> None:
    english, spanish, greek = output(guide, "trap", ("5",), seat=3)
    assert english == (
        "A trap: with jacks, Ecuador at table 5 check-raised on the turn and won 51 big blinds."
    )
    assert spanish.startswith(
        "Una trampa: con jacks, Ecuador en la mesa 5 hizo check-raise en el turn"
    )
    assert greek.startswith("Παγίδα: με βαλέδες, το Εκουαδόρ στο τραπέζι 5 έκανε τσεκ-ρέιζ στο")


@pytest.mark.parametrize(
    ("apart", "words"), [(900, ("9 big blinds above", "9 ciegas grandes por encima", "πάνω από")),
                         (-900, ("9 big blinds below", "9 ciegas grandes por debajo", "κάτω από"))]
)  # fmt: skip
def test_the_lone_fold_may_finish_above_or_below_the_rest(
    guide: Comparison, apart: int, words: tuple[str, ...]
) -> None:
    found = output(guide, "everybody called but one", ("1",), evidence={"apart": apart})
    for text, expected in zip(found, words, strict=True):
        assert expected in text


def test_bluff_and_value(guide: Comparison) -> None:
    assert output(guide, "bluff shown down", ("5",))[0] == (
        "A bluff picked off: with kings, China at table 5 fired 38 big blinds on the river, was "
        "called and lost."
    )
    assert output(guide, "bluff shown down", ("5", "3"))[1] == (
        "Un farol cazado: con reyes, China en la mesa 5 y Ecuador en la mesa 3 metieron "
        "al menos 38 ciegas grandes en el river, les pagaron y perdieron."
    )
    assert output(guide, "value missed", ("5",))[0] == (
        "China at table 5 held back on the river with the winning hand; the best of those who bet "
        "and got paid finished 26 big blinds higher."
    )
    assert output(guide, "value extracted", ("5",))[2] == (
        "Η Κίνα στο τραπέζι 5 έκανε ρέιζ στα 38 στο τερν, πληρώθηκε και τερμάτισε 26 μπιγκ "
        "μπλάιντ πάνω από όσους διάλεξαν κάτι άλλο."
    )


def lost(guide: Comparison, losses: Mapping[str, int]) -> Comparison:
    """The guide's deal with other results of seat 5; its rival wins them."""
    plays = tuple(
        replace(play, result={**play.result, 5: -losses[play.table], 3: losses[play.table]})
        for play in guide.deal.plays
    )
    return replace(guide, deal=replace(guide.deal, plays=plays))


def test_stories_of_results_state_the_smallest_loss(guide: Comparison) -> None:
    losses = {"1": 5000, "2": 4600, "3": 5000, "4": 5000, "5": 4900, "6": 5000}
    ruined = lost(guide, losses)
    assert output(ruined, "cooler", ("1", "3", "4", "6"))[0] == (
        "A cooler: four of the six tables lost 50 big blinds at showdown with kings."
    )
    assert output(ruined, "cooler", ("1", "3", "4", "5", "6"), evidence={"tables": 5})[1] == (
        "Un cooler: cinco de las seis mesas perdieron al menos 49 ciegas grandes en el showdown "
        "con reyes."
    )
    assert output(ruined, "same disaster everywhere", tuple(losses))[2] == (
        "Η ίδια καταστροφή παντού: με ρηγάδες, και τα έξι τραπέζια έχασαν τουλάχιστον 46 μπιγκ "
        "μπλάιντ."
    )


@pytest.mark.parametrize(
    ("result", "words"),
    [(400, "China at table 5 won 4 big blinds"), (0, "China at table 5 broke even"),
     (-300, "China at table 5 lost only 3 big blinds")],
)  # fmt: skip
def test_the_one_who_escaped(guide: Comparison, result: int, words: str) -> None:
    losses = dict.fromkeys("12346", 5000) | {"5": -result, "2": 4500}
    found = output(lost(guide, losses), "the one who escaped", ("5",), tuple("12346"),
                 {"result": result})  # fmt: skip
    assert found[0] == f"One got away: {words}, while the other five tables each lost at least 45."


def test_opposite_results_and_different_roads(guide: Comparison) -> None:
    forked = lost(guide, dict.fromkeys("12346", 5000) | {"5": -5100})
    assert output(forked, "opposite results with one hand", ("5",), ("1", "2")) == [
        "Same hand, opposite results: China at table 5 won 51 big blinds and Brazil at table 1 "
        "lost 50.",
        "La misma mano, resultados opuestos: China en la mesa 5 ganó 51 ciegas grandes y Brasil en "
        "la mesa 1 perdió 50.",
        "Ίδιο χέρι, αντίθετα αποτελέσματα: η Κίνα στο τραπέζι 5 κέρδισε 51 μπιγκ μπλάιντ και η "
        "Βραζιλία στο τραπέζι 1 έχασε 50.",
    ]
    assert output(guide, "different roads to one result", ("1", "5"))[0] == (
        "Different roads, one result: Brazil at table 1 called and China at table 5 raised to 38; "
        "they finished only 26 big blinds apart."
    )
    level = lost(guide, dict.fromkeys("123456", 100))
    assert output(level, "different roads to one result", ("1", "5"))[1] == (
        "Caminos distintos, el mismo resultado: Brasil en la mesa 1 igualó y China en la mesa 5 "
        "subió a 38; terminaron iguales."
    )
