"""``duplicast compare``: the sentences on the terminal and in the JSON."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from producer.cli import command_line
from producer.feeds import read
from producer.record import open_store
from producer.resources import resource


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("compare") / "record.db"
    with open_store(path) as store:
        store.append(read(resource("demo") / "guide.ndjson"))
    return path


def run(db: Path, *arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(command_line(), ["compare", "1", "--db", str(db), *arguments])
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("language", "headline", "moment", "sentence"),
    [
        (
            "en",
            "Same kings: China wins 51, Finland 25",
            "Kings on the turn: three called, one raised",
            "With the same information, three called and",
        ),
        (
            "es",
            "Los mismos reyes: China gana 51; Finlandia, 25",
            "Reyes en el turn: tres igualan, una sube",
            "Con la misma información, tres igualaron y",
        ),
        (
            "el",
            "Ίδιοι ρηγάδες: η Κίνα κερδίζει 51, η Φινλανδία 25",
            "Ρηγάδες στο τερν: τρία κολ, ένα ρέιζ",
            "Με τις ίδιες πληροφορίες, τρία έκαναν κολ και",
        ),
    ],
)
def test_prints_headline_moment_and_sentences(
    db: Path, language: str, headline: str, moment: str, sentence: str
) -> None:
    status, out, said = run(db, "--language", language)
    assert (status, said) == (0, "")
    assert out.splitlines()[:2] == [f"guide/A/1  {headline}", moment]
    assert sentence in out
    # what an all-knowing player would do is marked
    assert out.index("(all-knowing: ") > out.index(sentence)


def test_json_has_the_talking_points(db: Path) -> None:
    status, out, _ = run(db, "--language", "es", "--json")
    assert status == 0
    answer = json.loads(out)
    assert answer["headline"] == "Los mismos reyes: China gana 51; Finlandia, 25"
    points = answer["talking_points"]
    assert [one["about"] for one in points] == [
        "cards", "spot", "choices", "table", "table", "field", "deal", "hindsight",
    ]  # fmt: skip
    assert [one["hindsight"] for one in points] == [False] * 7 + [True]
    assert points[2]["facts"]["choices.2.size"] == {
        "value": 38,
        "unit": "big blinds",
        "from": ["/forks/2/branches/1/action"],
    }
    assert json.loads(run(db, "--json")[1])["talking_points"][0]["text"].startswith("The same")


def test_an_unknown_language_is_refused(db: Path) -> None:
    status, out, said = run(db, "--language", "fr")
    assert (status, out) == (2, "")
    assert "there are no words in fr; choose --language en or es or el" in said
