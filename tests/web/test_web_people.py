"""The page of people: what is said there acts on merit, vetoes, the panel and the graphics."""

from __future__ import annotations

import io
from collections.abc import Iterator

import httpx
import numpy as np
import pytest
from PIL import Image
from service import ODD, fill, guide, open_gate_on, serving

from producer.record import open_store
from producer.release import Gate, open_gate
from producer.release.audit import audit
from producer.stages.house_style import with_people
from producer.stages.programme.show import speaker
from producer.stages.style import PLAIN

DRAWING = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5">'
    b'<path d="M0 0H2V3Z" fill="#fff"/></svg>'
)
DEAL, EXIT = "guide/A/1", "command:deals"


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    db = tmp_path_factory.mktemp("people") / "people.db"
    fill(db, guide(), guide("odd", names={"João Magalhães": ODD}))
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture(scope="module")
def ask(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """One service for all tests here: each leaves people as they were for the others."""
    with (
        serving(gate, tmp_path_factory.mktemp("service")) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60) as client,
    ):
        yield client


def change(ask: httpx.Client, name: str, **fields: object) -> httpx.Response:
    return ask.post("/api/people", json={"name": name, **fields})


def shown_players(gate: Gate) -> list[str]:
    """One player of each table that the best pick shows: the one who decides."""
    comparison = gate.comparison(DEAL, EXIT)
    best = comparison.best
    assert best is not None
    plays = {play.table: play for play in comparison.deal.plays}
    return [plays[table].players[best.seat].name for table in best.pairing]


def picture(width: int, height: int, kind: str = "PNG") -> bytes:
    """Stripes of two colours, so that it differs from one colour."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[::20, :] = pixels[1::20, :] = (200, 120, 40)
    packed = io.BytesIO()
    Image.fromarray(pixels).save(packed, kind)
    return packed.getvalue()


def test_featured_players_add_the_weight_of_people_to_merit(ask: httpx.Client, gate: Gate) -> None:
    """docs/interest.md: people weighs .04, and a value that is not there counts as a half."""
    before = gate.comparison(DEAL, EXIT).merit
    for name in shown_players(gate):
        assert change(ask, name, featured=True).status_code == 200
    after = gate.comparison(DEAL, EXIT)
    assert after.merit - before == pytest.approx(0.04 * 0.5)
    assert after.picks[0].components["people"].reason == "featured players at 2 of 2 tables"
    for name in shown_players(gate):
        change(ask, name, featured=False)
    assert gate.comparison(DEAL, EXIT).merit == before


def test_a_pick_of_somebody_who_opted_out_has_a_veto_until_they_are_back(
    ask: httpx.Client, gate: Gate
) -> None:
    name = shown_players(gate)[0]
    first = gate.comparison(DEAL, EXIT).picks[0].id
    change(ask, name, opted_out=True)
    vetoes = {pick.id: pick.vetoes for pick in gate.comparison(DEAL, EXIT).picks}
    assert vetoes[first] == (f"{name} opted out of being shown",)
    assert f"{name} opted out of being shown" in ask.get(f"/deals/{DEAL}").text
    change(ask, name, opted_out=False)
    assert gate.comparison(DEAL, EXIT).picks[0].vetoes == ()


def test_it_stays_through_restart_and_rebuild_and_is_in_the_audit(
    ask: httpx.Client, gate: Gate
) -> None:
    change(ask, "Ana Souza", pronunciation="AH-na SOH-za", featured=True)
    change(ask, "Ana Souza", flag="pt")
    change(ask, "Ana Souza", flag="pt")  # changes nothing, and is no entry
    db = gate.folder / "people.db"
    with open_store(db) as store:
        store.rebuild()
    again = open_gate(db)
    person = again.people()["Ana Souza"]
    again.close()
    assert (person.pronunciation, person.flag, person.featured) == ("AH-na SOH-za", "PT", True)
    entries = [each for each in audit(gate, "command:audit") if "name Ana Souza" in each.more]
    assert [each.more.split("; ")[-2:] for each in entries] == [
        ["featured yes", "opted out no"],
        ["featured yes", "opted out no"],
    ]


def test_the_panel_says_the_name_as_the_house_says_it(ask: httpx.Client, gate: Gate) -> None:
    name = shown_players(gate)[0]
    assert "zhoh-OW" not in ask.get(f"/panel/{DEAL}").text
    change(ask, name, pronunciation="zhoh-OW")
    assert "zhoh-OW" in ask.get(f"/panel/{DEAL}").text
    assert "zhoh-OW" in ask.get(f"/panel-print/{DEAL}").text


def test_a_photo_is_cropped_as_on_air_and_stands_beside_the_speaker(
    ask: httpx.Client, gate: Gate
) -> None:
    answer = ask.post(
        "/api/people/photo", params={"name": "Ana Souza"}, content=picture(700, 600, "JPEG")
    )
    assert answer.status_code == 200, answer.text
    file = answer.json()["photo"]
    saved = ask.get(f"/people/photos/{file}")
    assert (saved.headers["content-type"], Image.open(io.BytesIO(saved.content)).size) == (
        "image/jpeg", (416, 520),
    )  # fmt: skip
    assert f"/people/photos/{file}" in ask.get("/people").text
    stage = speaker("Ana Souza", "Commentator", with_people(PLAIN, gate))
    assert [graphic.template for graphic in stage.graphics] == ["photo", "lower_third"]
    change(ask, "Ana Souza", photo="")
    assert len(speaker("Ana Souza", "", with_people(PLAIN, gate)).graphics) == 1


@pytest.mark.parametrize(
    ("data", "reason", "fix"),
    [
        (b"hello", "The picture is not a PNG or JPEG.", "Export it as one."),
        (picture(100, 100), "The picture is 100 x 100 pixels and would be blurred", "Give one of"),
        (picture(900, 300), "The picture is 3.0 times as wide as it is high", "Crop it to between"),
        (picture(300, 300, "GIF"), "The picture is a GIF.", "Export it as PNG or JPEG."),
        (picture(300, 300)[:400], "The picture is damaged.", "Export it again."),
        (DRAWING, "The picture is not a PNG or JPEG.", "Export it as one."),
        (b"\0" * 10_000_001, "The picture has more than 10,000,000 bytes", "Scale it down"),
    ],
)  # fmt: skip
def test_a_picture_that_cannot_go_on_air_is_refused_with_the_reason(
    ask: httpx.Client, gate: Gate, data: bytes, reason: str, fix: str
) -> None:
    before = gate.people()
    answer = ask.post("/api/people/photo", params={"name": "Nobody"}, content=data)
    assert answer.status_code in (413, 422)
    assert answer.json()["error"].startswith(reason)
    assert answer.json()["hint"].startswith(fix)
    assert gate.people() == before


def test_a_flag_of_their_own_comes_before_the_teams(ask: httpx.Client, gate: Gate) -> None:
    """The shown players are of nations; one plays under another flag."""
    name = shown_players(gate)[0]
    still = f"/stills/{DEAL}.png"
    before = ask.get(still).content
    assert change(ask, name, flag="JP").status_code == 200
    assert ask.get(still).content != before
    change(ask, name, flag="")
    assert ask.get(still).content == before
    refused = change(ask, name, flag="QQ")
    assert (refused.status_code, refused.json()["error"]) == (422, "There is no flag QQ.")


def test_names_are_text_and_the_list_can_be_searched(ask: httpx.Client) -> None:
    everybody = ask.get("/people").text
    assert ODD not in everybody
    assert "&lt;b onload" in everybody
    change(ask, "Guest of the House", opted_out=True)
    found = ask.get("/people", params={"only": "opted out"}).text
    assert found.count("data-person=") == 1
    assert "Guest of the House" in found
    assert "Nobody here." in ask.get("/people", params={"q": "no such name"}).text


def test_nothing_given_and_a_line_break_are_refused(ask: httpx.Client, gate: Gate) -> None:
    before = gate.people()
    assert change(ask, "Ana Souza").json()["error"] == "Nothing is to be changed."
    assert change(ask, "Ana Souza", pronunciation="a\nb").status_code == 422
    assert gate.people() == before
