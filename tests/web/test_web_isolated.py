"""Sealed deals for roles that may see them: marked SEALED, and never takeable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import get_args

import httpx
import numpy as np
import pytest
from PIL import Image
from service import NEVER, SIGNED, TABLES, fill, guide, open_gate_on, serving

from producer.acts import Role
from producer.release import Gate, by_hand
from producer.release.audit import audit
from producer.release.by_hand import CannotDecide

PATHS = ("/sealed", "/sealed/sealed/A/1", "/sealed-stills/sealed/A/1.png")
RED = np.array([0xE0, 0x1B, 0x24])
Headers = Mapping[str, dict[str, str]]
"""By role, what its requests carry; tokens are made before the service first reads them."""
Desk = tuple[Gate, Headers, httpx.Client]


@contextmanager
def desk(
    tmp_path: Path, played: tuple[str, ...] = TABLES[:5], roles: bool = False
) -> Iterator[Desk]:
    db = tmp_path / "web.db"
    fill(db, guide(), guide("sealed", "live", played, names={"João Magalhães": NEVER}))
    with open_gate_on(db) as gate:
        tokens = {"isolated": bearer(gate, "commentator", isolated=True)}
        if roles:
            tokens |= {role: bearer(gate, role) for role in get_args(Role)}
        with (
            serving(gate, tmp_path) as address,
            httpx.Client(base_url=address, trust_env=False, timeout=60) as ask,
        ):
            yield gate, tokens, ask


def bearer(gate: Gate, role: Role, *, isolated: bool = False) -> dict[str, str]:
    token = by_hand.add_token(gate, role, (), "booth 2", "test", isolated=isolated)
    return {"Authorization": f"Bearer {token}"}


def red(picture: bytes) -> float:
    """The share of the picture that is near the mark's red over whatever lies under it."""
    pixels = np.asarray(Image.open(BytesIO(picture)).convert("RGB")).astype(int)
    return float((np.abs(pixels - RED).max(axis=2) < 60).mean())


def test_an_isolated_booth_sees_sealed_deals_and_an_ordinary_one_does_not(tmp_path: Path) -> None:
    with desk(tmp_path, roles=True) as (_, roles, ask):
        for path in PATHS:
            assert ask.get(path, headers=roles["isolated"]).status_code == 200, path
            assert ask.get(path, headers=SIGNED).status_code == 200, path
            for role in ("commentator", "scorer", "overlay", "feed"):
                refused = ask.get(path, headers=roles[role])
                assert (refused.status_code, NEVER in refused.text) == (403, False), (role, path)
            assert ask.get(path).status_code == 403
        assert NEVER in ask.get("/sealed/sealed/A/1", headers=roles["isolated"]).text


def test_a_producer_is_offered_the_release_by_hand_and_a_booth_is_not(tmp_path: Path) -> None:
    with desk(tmp_path) as (_, roles, ask):
        form = 'data-release="sealed/A/1"'
        assert form in ask.get("/sealed", headers=SIGNED).text
        assert form not in ask.get("/sealed", headers=roles["isolated"]).text
        reason = {"deals": ["sealed/A/1"], "reason": "table 6 plays on without it"}
        assert ask.post("/api/release", json=reason, headers=roles["isolated"]).status_code == 403
        answer = ask.post("/api/release", json=reason, headers=SIGNED)
        assert answer.json()["message"] == "Released: sealed/A/1."
        assert form not in ask.get("/sealed", headers=SIGNED).text


def test_a_hidden_sealed_deal_and_an_unknown_deal_are_refused_alike(
    tmp_path: Path,
) -> None:
    with desk(tmp_path, roles=True) as (_, roles, ask):
        for way in ("/sealed/{}", "/sealed-stills/{}.png"):
            there, nowhere = (
                ask.get(way.format(deal), headers=roles["scorer"])
                for deal in ("sealed/A/1", "nowhere/A/1")
            )
            assert (there.status_code, there.content) == (nowhere.status_code, nowhere.content)


def test_pages_of_sealed_deals_say_so_in_colour_and_words(tmp_path: Path) -> None:
    with desk(tmp_path) as (_, _, ask):
        page = ask.get("/sealed/sealed/A/1", headers=SIGNED).text
        assert '<body class="one sealed"' in page
        assert '<strong class="sealed-mark">SEALED</strong>' in page
        assert "It waits for: table 6." in page
        assert "data-scene=" not in page
        assert "/stills/" not in page
        listed = ask.get("/sealed", headers=SIGNED).text
        assert '<body class="sealed"' in listed
        assert "5 of 6 tables" in listed
        assert "guide/A/1" not in listed
        assert "var(--sealed)" in ask.get("/assets/sealed.css").text
        assert "--sealed: #b3121f;" in ask.get("/assets/colours.css").text


@pytest.mark.parametrize("moment", ["decision", "end"])
def test_previews_of_sealed_deals_are_watermarked(tmp_path: Path, moment: str) -> None:
    with desk(tmp_path) as (_, _, ask):
        asked = {"moment": moment, "scale": "0.5"}
        sealed = ask.get("/sealed-stills/sealed/A/1.png", params=asked, headers=SIGNED)
        free = ask.get("/stills/guide/A/1.png", params=asked, headers=SIGNED)
        assert red(sealed.content) > 0.02
        assert red(free.content) < 0.005
        assert sealed.headers["cache-control"] == "no-store"


def test_no_role_can_take_a_sealed_deal(tmp_path: Path) -> None:
    """The page says what the deal waits for; the API answers as for an unknown deal."""
    with desk(tmp_path) as (_, roles, ask):
        isolated = roles["isolated"]
        for path in ("/api/take", "/api/channels/program"):
            assert ask.post(path, json={"deal": "guide/A/1"}, headers=isolated).status_code == 403
            sealed = ask.post(path, json={"deal": "sealed/A/1"}, headers=SIGNED)
            nowhere = ask.post(path, json={"deal": "nowhere/A/1"}, headers=SIGNED)
            assert (sealed.status_code, sealed.json()) == (404, nowhere.json())
            assert "not every table has finished it" in sealed.json()["error"]


def test_nothing_leaves_an_isolated_booth(tmp_path: Path) -> None:
    with desk(tmp_path, roles=True) as (_, roles, ask):
        ordinary, isolated = roles["commentator"], roles["isolated"]
        note = {"deal": "guide/A/1", "text": "a word"}
        assert ask.post("/api/notes", json=note, headers=isolated).status_code == 403
        added = ask.post("/api/notes", json=note, headers=ordinary).json()["note"]
        seen = ask.get("/api/notes", params={"deal": "guide/A/1"}, headers=isolated).json()
        assert [each["text"] for each in seen["notes"]] == ["a word"]
        assert not seen["may_write"]
        for path in ("/api/notes/clear", "/api/notes/withdraw"):
            assert ask.post(path, json={"note": added}, headers=isolated).status_code == 403
        for path in ("/api/release", "/api/seal"):
            decision = {"deals": ["sealed/A/1"], "reason": "a word"}
            assert ask.post(path, json=decision, headers=isolated).status_code == 403


def test_the_audit_lists_isolated_tokens_and_who_saw_which_sealed_deal(tmp_path: Path) -> None:
    with desk(tmp_path) as (gate, roles, ask):
        isolated = roles["isolated"]
        ask.get("/sealed", headers=isolated)
        for _ in range(3):
            ask.get("/sealed/sealed/A/1", headers=isolated)
            ask.get("/sealed-stills/sealed/A/1.png", headers=isolated)
        entries = audit(gate, "command:audit")
        made, *rest = [entry for entry in entries if entry.what != "used a token"]
        assert made.what == "made a token"
        assert made.more.endswith("role commentator; note booth 2; isolated yes")
        assert [(entry.what, entry.deal, entry.sealed) for entry in rest] == [
            ("was shown a sealed deal", "sealed/A/1", True)
        ]
        assert rest[0].by.startswith("commentator ")


def test_a_sealed_page_redirects_to_the_deal_once_released(tmp_path: Path) -> None:
    with desk(tmp_path) as (gate, _, ask):
        by_hand.release(gate, ["sealed/A/1"], "the table is closed", "test")
        answer = ask.get("/sealed/sealed/A/1", headers=SIGNED)
        assert (answer.status_code, answer.headers["location"]) == (303, "/deals/sealed/A/1")
        assert "sealed/A/1" not in ask.get("/sealed", headers=SIGNED).text
        assert [entry.what for entry in audit(gate, "command:audit")][1:] == ["released by hand"]


@pytest.mark.parametrize("played", [(), TABLES[:1], TABLES[:2]])
def test_a_sealed_deal_is_shown_as_far_as_played(tmp_path: Path, played: tuple[str, ...]) -> None:
    with desk(tmp_path, played) as (_, _, ask):
        page = ask.get("/sealed/sealed/A/1", headers=SIGNED)
        assert page.status_code == 200
        assert "SEALED" in page.text
        assert page.text.count('data-table="') == len(played)
        listed = ask.get("/sealed", headers=SIGNED).text
        assert ("sealed/A/1" in listed) == bool(played)


def test_the_list_and_the_desk_link_to_the_sealed_deal(tmp_path: Path) -> None:
    with desk(tmp_path, roles=True) as (_, roles, ask):
        isolated = roles["isolated"]
        assert 'href="/sealed/sealed/A/1"' in ask.get("/sealed", headers=isolated).text
        assert 'href="/sealed"' in ask.get("/", headers=isolated).text
        assert 'href="/sealed/sealed/A/1"' in ask.get("/forecast", headers=SIGNED).text
        for role in ("commentator", "scorer"):
            assert "/sealed" not in ask.get("/", headers=roles[role]).text
        assert "/sealed" not in ask.get("/forecast", headers=roles["scorer"]).text


def test_a_revoked_booth_sees_nothing_more(tmp_path: Path) -> None:
    with desk(tmp_path) as (gate, roles, ask):
        isolated = roles["isolated"]
        name = isolated["Authorization"].removeprefix("Bearer ").split(".")[0]
        by_hand.revoke_token(gate, name, "test")
        assert ask.get("/sealed", headers=isolated).status_code == 401


@pytest.mark.parametrize("role", ["feed", "overlay", "scorer", "producer"])
def test_only_a_commentator_s_booth_can_be_isolated(tmp_path: Path, role: Role) -> None:
    fill(tmp_path / "one.db", guide())
    with open_gate_on(tmp_path / "one.db") as gate:
        with pytest.raises(CannotDecide, match="only a commentator"):
            by_hand.add_token(gate, role, (), "", "test", isolated=True)
        assert gate.tokens() == {}
