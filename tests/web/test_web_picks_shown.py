"""A pick is chosen by its id on channels, in stills and on the page, with its deal or without."""

import re
from collections.abc import Iterator

import httpx
import pytest
from service import NEVER, TABLES, asking, fill, guide, open_gate_on

from overlay.raster import stage_png
from producer.compare.model import Pick
from producer.release import Gate
from producer.stages import two_up
from producer.stages.moment import BEFORE

DEAL, CHANNEL = "guide/A/1", "/api/channels/program"


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    db = tmp_path_factory.mktemp("picks") / "picks.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture(scope="module")
def ask(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path_factory.mktemp("web")) as client:
        yield client


@pytest.fixture(scope="module")
def river(gate: Gate) -> Pick:
    """The kings' river, which is not the deal's best pick."""
    found = gate.comparison(DEAL, "command:compare")
    pick = next(each for each in found.picks if each.street == "river" and each.seat == 5)
    assert pick is not found.best
    return pick


def test_a_channel_takes_a_pick_without_its_deal(ask: httpx.Client, river: Pick) -> None:
    body = {"pick": river.id, "moment": "before"}
    assert (
        ask.post(CHANNEL, json=body)
        .json()["message"]
        .startswith("On the channel program: deal 1 before the decision, table ")
    )
    shown = ask.get("/api/air").json()["channels"]["program"]["shown"]
    assert (shown["tables"], shown["moment"]) == (list(river.pairing), "before")
    for kind in ("split", "field", "upright", "seat-ranking"):
        count = {"count": 3} if kind == "split" else {}
        answer = ask.post(CHANNEL, json={"kind": kind, "pick": river.id, **count})
        assert answer.status_code in (200, 409), answer.text  # 409: two tables, or no earlier deal
    table = {"kind": "table", "pick": river.id, "table": river.pairing[0], "moment": "decision"}
    assert ask.post(CHANNEL, json=table).status_code == 200


def test_a_still_shows_the_pick_that_its_address_names(
    ask: httpx.Client, gate: Gate, river: Pick
) -> None:
    asked = {"pick": river.id, "moment": "before", "scale": 0.5}
    picture = ask.get(f"/stills/{DEAL}.png", params=asked).content
    found = gate.comparison(DEAL, "command:compare")
    assert picture == stage_png(two_up(found, river.pairing, BEFORE, river.fork), 0.5)


def test_a_sealed_deals_pick_answers_as_one_that_never_was(ask: httpx.Client, gate: Gate) -> None:
    compared, _ = gate.sealed_comparison("sealed/A/1", "route:/sealed/{reference}")
    assert compared.best is not None
    sealed = compared.best.id
    answers = [ask.post(CHANNEL, json={"pick": id_}) for id_ in (sealed, "a" * len(sealed))]
    assert [answer.status_code for answer in answers] == [404, 404]
    texts = [answer.text.replace(sealed, "a" * len(sealed)) for answer in answers]
    assert texts[0] == texts[1]
    assert "This pick is gone: no released deal has a pick" in texts[0]


@pytest.mark.parametrize("body", [{}, {"moment": "end"}])
def test_neither_deal_nor_pick_is_refused_in_words(ask: httpx.Client, body: object) -> None:
    answer = ask.post(CHANNEL, json=body)
    assert answer.status_code == 422
    assert answer.json()["error"] == "Name a deal or a pick."


def test_the_deals_page_shows_any_pick_by_a_plain_link(ask: httpx.Client, river: Pick) -> None:
    best = ask.get(f"/deals/{DEAL}").text
    assert f'href="?pick={river.id}"' in best
    page = ask.get(f"/deals/{DEAL}", params={"pick": river.id}).text
    assert f'data-pick="{river.id}" aria-current="true"' in page
    assert f'data-pick="{river.id}"' in re.findall(r"<main [^>]*>", page)[0]
    assert "On the river" in page
    gone = ask.get(f"/deals/{DEAL}", params={"pick": "aaaaaa"})
    assert gone.status_code == 404
    assert "This pick is gone" in gone.text


def test_the_desk_links_to_the_pick_that_it_lists(ask: httpx.Client, gate: Gate) -> None:
    best = gate.comparison(DEAL, "command:compare").best
    assert best is not None
    assert f'href="/deals/{DEAL}?pick={best.id}"' in ask.get("/").text


def test_loading_a_pick_to_preview_is_an_act_of_its_own(ask: httpx.Client, river: Pick) -> None:
    page = ask.get(f"/deals/{DEAL}", params={"pick": river.id}).text
    assert page.count('class="load"') == 2
    answer = ask.post("/api/preview", json={"pick": river.id})
    assert answer.status_code == 503, "no OBS, and nothing else is wrong"
    assert answer.json()["error"].startswith("Not on preview: nothing answers")
