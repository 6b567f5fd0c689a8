"""The navigation: the same on every page, with the pages that the role may open."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from service import SIGNED, TABLES, fill, guide, open_gate_on, serving

from producer.acts import Role
from producer.feeds import Refused
from producer.problems import problem
from producer.record import open_store
from producer.release import Gate, by_hand

ALL = [
    *(
        "/prepare",
        "/",
        "/show",
        "/rundown",
        "/panel",
        "/line-up",
        "/people",
        "/maps",
        "/tables",
        "/recordings",
        "/corrections",
        "/forecast",
        "/sealed",
        "/quarantine",
    ),
    "/audit",
    "/graphics/gallery",
]
ROLES: tuple[Role, ...] = ("commentator", "scorer", "producer")
Desk = tuple[str, dict[Role, str]]
"""Where it is, and a token a role."""


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    """One deal in an archive, one sealed, and two entries in quarantine."""
    db = tmp_path_factory.mktemp("places") / "web.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5]))
    with open_store(db) as store:
        store.append(
            [Refused(b"{%d" % n, f"feed:{n}", problem("not-json", detail="?")) for n in (1, 2)]
        )
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture(scope="module")
def desk(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    tokens = {role: by_hand.add_token(gate, role, (), role, "test") for role in ROLES}
    with serving(gate, tmp_path_factory.mktemp("service")) as at:
        yield at, tokens


def line(page: str) -> list[tuple[str, str, str]]:
    """Of each link of the navigation: its address, whether it is marked, its words."""
    found = re.search(r'<nav class="places".*?</nav>', page, re.DOTALL)
    assert found, "no navigation"
    links = re.findall(
        r'<a data-key="[^"]*" href="([^"]*)"(?: aria-current="(\w+)")?>(.*?)</a>',
        found[0],
        re.DOTALL,
    )
    return [(at, mark, re.sub(r"<.*?>", "", words)) for at, mark, words in links]


@pytest.mark.parametrize("at", [*ALL, "/deals/guide/A/1", "/sealed/sealed/A/1"])
def test_every_page_links_to_all_pages_and_marks_the_current_one(desk: Desk, at: str) -> None:
    page = httpx.get(desk[0] + at, headers=SIGNED, trust_env=False, timeout=60)
    assert page.status_code == 200
    links = line(page.text)
    assert [link for link, _, _ in links] == ALL
    section = {"/deals/guide/A/1": "/", "/sealed/sealed/A/1": "/sealed"}.get(at)
    marked = [(section, "true")] if section else [(at, "page")]
    assert [(link, mark) for link, mark, _ in links if mark] == marked
    assert {link: words for link, _, words in links}["/quarantine"] == "Quarantine 2"


def test_every_page_says_where_nobody_is_signed_in(
    desk: Desk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Before the first token this machine is a producer of released deals: it has nearly all pages,
    and would look signed in."""
    words = "Not signed in</a>"
    db, folder = (tmp_path_factory.mktemp("house") / "web.db", tmp_path_factory.mktemp("service"))
    fill(db, guide())
    with open_gate_on(db) as house, serving(house, folder) as at:
        for page in ("/", "/prepare", "/show", "/deals/guide/A/1"):
            found = httpx.get(at + page, trust_env=False, timeout=60)
            assert (found.status_code, found.text.count(words)) == (200, 1), page
    for page in ("/", "/prepare"):
        signed = httpx.get(desk[0] + page, headers=SIGNED, trust_env=False, timeout=60)
        assert words not in signed.text


@pytest.mark.parametrize(
    ("role", "may"),
    [
        ("commentator", ["/", "/rundown", "/panel", "/recordings", "/graphics/gallery"]),
        (
            "scorer",
            [
                "/",
                "/rundown",
                "/panel",
                "/recordings",
                "/corrections",
                "/forecast",
                "/graphics/gallery",
            ],
        ),
        ("producer", ALL),
    ],
)
def test_no_page_links_to_one_the_role_may_not_open(desk: Desk, role: Role, may: list[str]) -> None:
    address, tokens = desk
    shown = {"Authorization": f"Bearer {tokens[role]}"}
    with httpx.Client(base_url=address, headers=shown, trust_env=False, timeout=60) as ask:
        assert [at for at, _, _ in line(ask.get("/").text)] == may
        answers = {at: ask.get(at).status_code for at in ALL}
    assert [at for at, status in answers.items() if status == 200] == may
