"""The switch of light and dark: a form that needs no script, remembered by the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from service import KEYS, SIGNED, fill, guide, open_gate_on, serving


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("appearance")
    fill(folder / "web.db", guide())
    with open_gate_on(folder / "web.db") as gate, serving(gate, folder) as at:
        yield at


@pytest.fixture
def ask(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as client:
        yield client


def root(page: httpx.Response) -> str:
    found = re.search(r"<html [^>]*>", page.text)
    assert found
    return found[0]


@pytest.mark.parametrize("path", ["/", "/graphics/gallery", "/sign-in", "/no-such-page"])
def test_the_chosen_colours_are_on_every_page(ask: httpx.Client, path: str) -> None:
    assert "data-colours" not in root(ask.get(path))
    assert 'content="light dark"' in ask.get(path).text
    for colours in ("light", "dark"):
        ask.post("/appearance", data={"colours": colours})
        assert f'data-colours="{colours}"' in root(ask.get(path))
        pressed = re.search(r'value="(\w*)" aria-pressed="true"', ask.get(path).text)
        assert pressed
        assert pressed[1] == colours
    ask.post("/appearance", data={"colours": ""})
    assert "data-colours" not in root(ask.get(path))


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("{}/people?q=Ana%20B", "/people?q=Ana%20B"),
        ("https://elsewhere.example/evil", "/evil"),
        ("{}//elsewhere.example", "/elsewhere.example"),
        ("", "/"),
    ],
)
def test_it_returns_to_the_page_of_this_service_only(
    ask: httpx.Client, address: str, referer: str, back: str
) -> None:
    answer = ask.post(
        "/appearance", data={"colours": "dark"}, headers={"Referer": referer.format(address)}
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, back)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"colours": "pink"}, "There is no such choice of colours."),
        ({"size": "7"}, "Nothing was chosen."),
        ({}, "Nothing was chosen."),
    ],
)
def test_another_choice_is_refused(ask: httpx.Client, fields: dict[str, str], reason: str) -> None:
    answer = ask.post("/appearance", data=fields)
    assert answer.status_code == 422
    assert reason in answer.text
    assert "set-cookie" not in answer.headers


def test_an_unreadable_cookie_counts_as_none(address: str) -> None:
    for cookie in ("duplicast-colours=pink", 'duplicast-colours="; \x7f=', "=;=;"):
        headers = {"Authorization": f"Bearer {KEYS.producer}", "Cookie": cookie}
        page = httpx.get(f"{address}/sign-in", headers=headers, trust_env=False, timeout=60)
        assert page.status_code == 200
        assert "data-colours" not in root(page)


def test_every_colour_of_the_pages_has_its_place_in_one_file() -> None:
    """A colour written anywhere else is the same in a light and in a dark room: white on what is
    red in both, and pictures and paper."""
    web = Path(__file__).parents[2] / "assets" / "web"
    same_in_both = {"#fff", "#000", "#0a0f1a", "#2b3b5c", "#131c2e", "#7d0f18"}
    for sheet in sorted(web.glob("*.css")):
        if sheet.name in ("colours.css", "panel-print.css", "gallery.css", "graphics.css"):
            continue
        written = set(re.findall(r"#[0-9a-f]{3,8}\b", sheet.read_text(encoding="utf-8")))
        assert written <= same_in_both, sheet.name


@pytest.mark.parametrize(("language", "word"), [("es", "SELLADA"), ("el", "ΣΦΡΑΓΙΣΜΕΝΗ")])
def test_the_word_behind_sealed_pages_is_in_the_language_of_the_desk(
    ask: httpx.Client, language: str, word: str
) -> None:
    """The word that its marks have, in a picture that the style of such pages names."""
    ask.cookies.set("duplicast-language", language)
    assert word in ask.get("/sealed").text or word in ask.get("/forecast").text
    picture = f"/assets/sealed-{language}.svg"
    assert f'[lang="{language}"] body.sealed {{\n  background-image: url("{picture}")' in (
        ask.get("/assets/sealed.css").text
    )
    assert ask.get(picture).text.count(f">{word}</text>") == 2
