"""Every number in a sentence is one of its facts, and every fact is in the JSON."""

import json
import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest

from producer.compare.comparison_json import comparison_json
from producer.compare.model import Comparison
from producer.games.line import Play
from producer.wording import (
    LANGUAGES,
    Fact,
    Sentence,
    headline,
    pick_lines_json,
    points_json,
    talking_points,
)

Spoken = Mapping[str, Sequence[tuple[Comparison, Sequence[Sentence]]]]
pytestmark = pytest.mark.xdist_group("wording")

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def pointed(document: Any, pointer: str) -> Any:
    """RFC 6901."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    return reduce(lambda at, step: at[int(step) if isinstance(at, list) else step], steps, document)


def written(fact: Fact, language: str) -> str:
    """What the fact looks like in a sentence, by rules of our own: one decimal, halves up; a share
    in whole per cent, but one that is open is neither 0 nor 100."""
    if fact.unit in ("seat", "table"):
        return str(fact.value)
    value = Fraction(fact.value) * (100 if fact.unit == "share" else 1)
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    step = Decimal("1") if fact.unit == "share" else Decimal("0.1")
    shown = exact.quantize(step, ROUND_HALF_UP)
    if fact.unit == "share" and value not in (0, 100) and shown in (0, 100):
        tenths = exact.quantize(Decimal("0.1"), ROUND_HALF_UP)
        shown = max(Decimal("0.1"), min(tenths, Decimal("99.9")))
    if fact.unit == "big blinds" and value and not shown:
        shown = Decimal("0.1")
    text = f"{shown:,f}".removesuffix(".0")
    return text if language == "en" else text.translate(str.maketrans(".,", ",."))


NUMBER_WORDS = {
    "en": ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    "es": ["una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"],
    "el": ["ένα", "δύο", "τρία", "τέσσερα", "πέντε", "έξι", "εφτά", "οχτώ", "εννιά", "δέκα"],
}
HALF = {"en": "half a big blind", "es": "media ciega grande", "el": "μισό μπιγκ μπλάιντ"}
CARD = re.compile(r"the \w+ of \w+|(?:el|la) \w+ de \w+|τ\w+ \w+ (?:σπαθί|καρό|κούπα|μπαστούνι)")
# Tables compared two by two, however many there are.
ANY_TWO = re.compile(r"No two tables|dos mesas eligieron distinto")
POSITIONS = {
    "small blind": ("small blind", "ciega pequeña", "σμολ μπλάιντ"),
    "big blind": ("big blind", "ciega grande", "μπιγκ μπλάιντ"),
    "under the gun": ("under the gun", "UTG", "UTG"),
    "hijack": ("hijack", "hijack", "χάιτζακ"),
    "cutoff": ("cutoff", "cutoff", "κάτοφ"),
    "button": ("button", "botón", "μπάτον"),
}


def words_of_counts(sentence: Sentence, language: str) -> set[str]:
    """The numbers that the sentence may write as words: its counts of tables."""
    counts = [int(f.value) for f in sentence.facts.values() if f.unit == "tables" and f.value]
    return {NUMBER_WORDS[language][n - 1] for n in counts}


def names(found: Comparison) -> list[str]:
    """Tables, teams and players, longest first: the digits in them are no numbers."""
    plays = found.deal.plays
    people = [player.name for play in plays for player in play.players.values()]
    teams = [team.name for team in found.deal.teams.values()]
    return sorted({*people, *teams, *(play.table for play in plays)}, key=len, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_is_a_fact(spoken: Spoken, language: str) -> None:
    for found, said in spoken[language]:
        odd = [name for name in names(found) if not name.isdigit() and NUMBER.search(name)]
        for sentence in said:
            text = sentence.text
            for name in odd:
                text = text.replace(name, "")
            output = {
                written(fact, language)
                for fact in sentence.facts.values()
                if isinstance(fact.value, int | Fraction) or fact.unit == "table"
            }
            assert set(NUMBER.findall(text)) <= output, (sentence.text, output)
            # one is an article too; a lone card of a hand stands between hyphens
            words = re.split(r"[\s,.:;·]+", CARD.sub("", ANY_TWO.sub("", text)))
            counted = set(words) & set(NUMBER_WORDS[language][1:])
            assert counted <= words_of_counts(sentence, language), sentence.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_is_that_of_its_seat(spoken: Spoken, language: str) -> None:
    """Hands of two to six players; positions counted from the button by rules of our own."""
    short = {2: ["button", "big blind"], 3: ["button", "small blind", "big blind"]}
    short[4] = [*short[3], "cutoff"]
    short[5] = [*short[3], "under the gun", "cutoff"]
    short[6] = [*short[3], "under the gun", "hijack", "cutoff"]
    checked = 0
    for found, said in spoken[language]:
        for sentence in said:
            for fact in sentence.facts.values():
                if fact.unit != "position":
                    continue
                seats = sorted(found.deal.plays[0].result)
                if found.deal.direction == "descending":
                    seats.reverse()
                at = seats.index(found.deal.button)
                seat = int(fact.sources[0].rsplit("/", 1)[1])
                place = (seats.index(seat) - at) % len(seats)
                assert fact.value == short[len(seats)][place]
                words = POSITIONS[str(fact.value)][LANGUAGES.index(language)]  # type: ignore[arg-type]
                assert words in sentence.text
                checked += 1
    assert checked > 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_amount_among_the_facts_is_in_the_sentence(spoken: Spoken, language: str) -> None:
    for _, said in spoken[language]:
        for sentence in said:
            for name, fact in sentence.facts.items():
                if fact.unit in ("big blinds", "seat", "table", "deals") and fact.value:
                    shown = written(fact, language)
                    if fact.unit == "big blinds" and shown in ("0.5", "0,5"):
                        shown = "μισ" if language == "el" else HALF[language]
                    assert shown in sentence.text, (name, fact, sentence.text)


def test_every_fact_is_in_the_json(spoken: Spoken) -> None:
    """Results, places, against average, evidence, names: by value; all others by their place."""
    checked = 0
    for found, said in spoken["en"]:
        answer = json.loads(
            json.dumps(comparison_json(found, headline(found), pick_lines_json(found)))
        )
        for sentence in said:
            for name, fact in sentence.facts.items():
                values = [pointed(answer, source) for source in fact.sources]
                assert values, (name, sentence)
                checked += _agrees(found, fact, values, sentence)
    assert checked > 2500


def _agrees(found: Comparison, fact: Fact, values: list[Any], sentence: Sentence) -> bool:
    blind = found.deal.plays[0].game.big_blind
    if fact.unit in ("team", "player", "cards", "place"):
        assert values == [fact.value], sentence
        return True
    if fact.unit == "card":
        assert fact.value in values[0]
        return True
    if fact.unit != "big blinds" or fact.sources[0].endswith("/history"):
        return False
    chips = [Fraction(v["to"] if isinstance(v, dict) else v) for v in values]
    expected = abs(chips[0] - chips[1]) if len(chips) == 2 else abs(chips[0])
    assert fact.value == expected / blind, (fact, sentence)
    return True


def test_the_price_follows_from_the_line(simulated: list[Comparison]) -> None:
    """To call and to win, added up from the history's totals and the blinds alone."""
    checked = 0
    for found in simulated:
        fork = found.fork
        if fork is None:
            continue
        play = next(one for one in found.deal.plays if one.table == fork.tables[0])
        put, street = _put(found, play, len(fork.history), fork.street)
        owed = max(street.values(), default=0) - street.get(fork.seat, 0)
        (spot,) = [one for one in talking_points(found, "en") if one.about == "spot"]
        if owed == 0:
            assert spot.text.endswith("with nothing to call.")
            continue
        cap = put.get(fork.seat, 0) + owed
        assert spot.facts["to_call"].value == Fraction(min(owed, _left(play, put, fork.seat)), 100)
        assert spot.facts["to_win"].value == Fraction(sum(min(x, cap) for x in put.values()), 100)
        checked += 1
    assert checked > 60


def _left(play: Play, put: dict[int, int], seat: int) -> int:
    assert play.game.cap is not None
    return play.game.cap - put.get(seat, 0)


def _put(
    found: Comparison, play: Play, length: int, street: str
) -> tuple[dict[int, int], dict[int, int]]:
    """Chips put in over the hand and on the street, by seat; blinds 50 and 100."""
    seats = sorted(play.result, reverse=True)
    behind = seats.index(found.deal.button) + 1
    after = seats[behind:] + seats[:behind]
    small, big = (after[-1], after[0]) if len(after) == 2 else after[:2]
    total: dict[int, int] = {}
    on: dict[int, int] = {small: 50, big: 100}
    at = "preflop"
    for move in play.line[:length]:
        if move.street != at:
            total = {seat: total.get(seat, 0) + on.get(seat, 0) for seat in seats}
            on, at = {}, move.street
        if move.to is not None:
            on[move.seat] = move.to
    if street != at:
        total, on = {seat: total.get(seat, 0) + on.get(seat, 0) for seat in seats}, {}
    return {seat: total.get(seat, 0) + on.get(seat, 0) for seat in seats}, on


def test_facts_in_the_json_are_exact(guide: Comparison) -> None:
    said = points_json(talking_points(guide, "es", 75))
    assert [set(one) for one in said] == [{"text", "about", "hindsight", "facts"}] * 8
    against = said[6]["facts"]["against.above"]
    # China won 51 big blinds; the kings averaged (25+22+35+15.5+51+25)/6 = 347/12
    assert against == {
        "value": "265/12",
        "unit": "big blinds",
        "from": ["/plays/5/versus_average/5"],
    }
    assert said[6]["facts"]["gap"]["from"] == ["/plays/5/result/5", "/plays/6/result/5"]
    # the jacks win with a jack alone: 2 of the 36 cards left
    assert said[7]["facts"]["share"]["value"] == "17/18"
    assert json.loads(json.dumps(said)) == said
