"""Authentication, and what each role may use."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from service import KEYS, ODD, SIGNED, TABLES, fill, guide, open_gate_on, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import producer.web.access.authentication
from producer.acts import Role
from producer.release import Gate, by_hand
from producer.settings import Settings
from producer.web.access.attempts import TRIES, SignInAttempts
from producer.web.access.authentication import open_door

ROLES: tuple[Role, ...] = ("feed", "overlay", "commentator", "scorer", "control", "producer")
PAGES = {
    "/healthz": set(ROLES) | {"nobody"},
    "/assets/base.css": set(ROLES) | {"nobody"},
    "/sign-in": set(ROLES) | {"nobody"},
    "/graphics/program": set(ROLES) - {"feed", "control"},
    "/stills/guide/A/1.png": set(ROLES) - {"feed", "control"},
    "/api/deals": set(ROLES) - {"feed", "control"},
    "/api/deals/guide/A/1": set(ROLES) - {"feed", "control"},
    "/control/state": {"control", "producer"},
    "/people": {"producer"},
    "/line-up": {"producer"},
    "/": {"commentator", "scorer", "producer"},
    "/deals/guide/A/1": {"commentator", "scorer", "producer"},
    "/api/air": {"commentator", "scorer", "producer"},
    "/corrections": {"scorer", "producer"},
    "/forecast": {"scorer", "producer"},
    "/api/forecast": {"scorer", "producer"},
    "/feed/gaps?table=1": {"feed", "producer"},
    "/metrics": {"producer"},
    "/audit": {"producer"},
    "/api/audit": {"producer"},
    "/tables": {"producer"},
    "/tournament": {"producer"},
    "/quarantine": {"producer"},
}
"""Who gets an answer over a network; ``nobody`` comes without a token."""


@contextmanager
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Gate, str]]:
    """A service reached under a further name, so that tokens are mandatory."""
    db = tmp_path / "web.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5]))
    monkeypatch.setenv("DUPLICAST_NAMES", '["desk.example"]')
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address:
        yield gate, address


@pytest.fixture
def read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads the tokens at every request, not once a second."""
    monkeypatch.setattr(producer.web.access.authentication, "REFRESH_EVERY", 0.0)


def asking(address: str, token: str | None = None) -> httpx.Client:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.Client(base_url=address, trust_env=False, headers=headers, timeout=60)


@pytest.mark.usefixtures("read_at_once")
def test_every_role_gets_its_own_pages_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with network(tmp_path, monkeypatch) as (gate, address):
        for role in ("nobody", *ROLES):
            token = None if role == "nobody" else by_hand.add_token(gate, role, (), "", "test")
            with asking(address, token) as ask:
                got = {path for path in PAGES if ask.get(path).status_code == 200}
            assert got == {path for path, roles in PAGES.items() if role in roles}, role


@pytest.mark.usefixtures("read_at_once")
def test_only_roles_that_may_take_are_offered_to_make_scenes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offers: dict[Role, bool] = {"commentator": False, "producer": True}
    with network(tmp_path, monkeypatch) as (gate, address):
        for role, offered in offers.items():
            token = by_hand.add_token(gate, role, (), "", "test")
            with asking(address, token) as ask:
                assert ("data-setup" in ask.get("/").text) is offered
                answer = ask.post("/api/obs/setup", json={})
                assert (answer.status_code == 403) is not offered


@pytest.mark.parametrize(
    "token", ["x", "run-desk.", "run-desk.wrong", ".", "a.b.c", "é", "x" * 3000]
)
def test_a_wrong_token_is_refused(ask: httpx.Client, token: str) -> None:
    """Even at this machine, where no token is needed."""
    answer = ask.get("/api/deals", headers={"Authorization": f"Bearer {token}".encode()})
    assert answer.status_code == 401
    assert ask.get("/api/deals", params={"token": token}).status_code == 401


def test_a_producer_s_token_does_not_count_in_an_address(ask: httpx.Client) -> None:
    assert ask.get("/audit", params={"token": KEYS.producer}).status_code == 401
    assert ask.get("/graphics/program", params={"token": KEYS.overlay}).status_code == 200


@pytest.mark.usefixtures("read_at_once")
def test_this_machine_may_produce_released_deals_until_a_token_is_made(
    tmp_path: Path,
) -> None:
    db = tmp_path / "web.db"
    fill(db, guide())
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        asking(address) as ask,
    ):
        assert ask.get("/").status_code == 200
        assert ask.post("/api/channels/program", json={"deal": "1"}).status_code == 200
        assert ask.get("/audit").status_code == 403
        token = by_hand.add_token(gate, "feed", (), "", "test")
        assert ask.get("/graphics/program").status_code == 200
        assert ask.get("/").status_code == 403
        by_hand.revoke_token(gate, token.split(".")[0], "test")
        assert ask.get("/").status_code == 403
        assert ask.post("/api/channels/program", json={"deal": "1"}).status_code == 403
        page = ask.get("/", headers={"Accept": "text/html"})
        assert (page.status_code, page.headers["location"]) == (303, "/sign-in")


@pytest.mark.usefixtures("read_at_once")
def test_a_browser_signs_in_once_and_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with network(tmp_path, monkeypatch) as (gate, address):
        token = by_hand.add_token(gate, "producer", (), "the desk", "test")
        with asking(address) as ask:
            result = ask.post("/sign-in", json={"token": token})
            assert result.json() == {"message": "Signed in as producer.", "home": "/prepare"}
            cookie = result.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=strict" in cookie
            assert ask.get("/audit").status_code == 200
            assert "SEALED" in ask.get("/").text
            assert gate.tokens()[token.split(".")[0]].used is not None
            page = ask.get("/audit", headers={"Accept": "text/html"}).text
            assert f"Signed in: producer {token.split('.')[0]} the desk" in page
            assert 'formaction="/sign-out"' in page
            ask.post("/sign-out")
            assert ask.get("/audit").status_code == 401
            form = ask.post("/sign-in", data={"token": token})
            assert (form.status_code, form.headers["location"]) == (303, "/prepare")
            assert ask.get("/audit").status_code == 200
            by_hand.revoke_token(gate, token.split(".")[0], "test")
            assert ask.get("/audit").status_code == 401


def test_after_a_few_wrong_tokens_sign_in_is_blocked_for_a_while(tmp_path: Path) -> None:
    db = tmp_path / "web.db"
    fill(db, guide())
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address, asking(address) as ask:
        for _ in range(TRIES):
            assert ask.post("/sign-in", json={"token": "a.b"}).status_code == 401
        answer = ask.post("/sign-in", json={"token": KEYS.producer})
        assert answer.status_code == 429
        assert "seconds" in answer.text


def test_wrong_tokens_are_forgotten_after_a_minute() -> None:
    now = [0.0]
    limit = SignInAttempts(lambda: now[0])
    for _ in range(TRIES):
        assert limit.wait("a") == 0
        limit.note("a")
    assert limit.wait("a") == 60
    assert limit.wait("b") == 0
    now[0] = 60.1
    assert limit.wait("a") == 0


def test_many_addresses_share_one_limit() -> None:
    limit = SignInAttempts(lambda: 0.0)
    for n in range(10 * TRIES):
        limit.note(f"address {n}")
    assert limit.wait("another") > 0


def test_a_socket_whose_token_is_revoked_is_closed(tmp_path: Path) -> None:
    db = tmp_path / "web.db"
    fill(db, guide())
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address, asking(address) as ask:
        token = by_hand.add_token(gate, "overlay", (), "", "test")
        name = token.split(".")[0]
        at = f"{address.replace('http', 'ws')}/live/program?token={token}"
        with connect(at, proxy=None) as page:
            assert json.loads(page.recv(60))["seq"] == 0
            by_hand.revoke_token(gate, name, "test")
            with pytest.raises(ConnectionClosed):  # though nothing is said on it
                page.recv(60)
            assert page.close_code == 1008
            time.sleep(1.1)  # tokens are read again after a second
            ask.post("/api/channels/program", json={"deal": "1"}, headers=SIGNED)
        with pytest.raises(InvalidStatus), connect(at, proxy=None):
            pass


def test_a_socket_without_a_token_is_closed_when_the_first_token_is_made(
    tmp_path: Path,
) -> None:
    db = tmp_path / "web.db"
    fill(db, guide())
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address:
        at = address.replace("http", "ws")
        with (
            connect(f"{at}/feed", proxy=None) as feed,
            connect(f"{at}/live/program", proxy=None) as page,
        ):
            feed.send("no event")
            assert json.loads(feed.recv(60))["refused"] == 1
            by_hand.add_token(gate, "feed", (), "", "test")
            with pytest.raises(ConnectionClosed):
                feed.recv(60)
            assert feed.close_code == 1008
            assert json.loads(page.recv(60))["seq"] == 0  # screens need no token here
            httpx.post(
                f"{address}/api/channels/program", json={"deal": "1"}, headers=SIGNED, timeout=60
            )
            assert json.loads(page.recv(60))["seq"] == 1


def test_names_of_the_service() -> None:
    own = open_door(None, Settings(), None)  # type: ignore[arg-type]
    assert own.knows("localhost")
    assert not own.knows("192.0.2.7")
    wide = open_door(None, Settings(host="0.0.0.0", names=("desk.example",)), None)  # type: ignore[arg-type]
    assert wide.mandatory
    assert [wide.knows(name) for name in ("192.0.2.7", "desk.example", "evil.example", None)] == [
        True,
        True,
        False,
        False,
    ]


def test_a_take_is_audited_and_names_there_are_escaped(tmp_path: Path) -> None:
    db = tmp_path / "web.db"
    fill(db, guide(ODD.replace("/", "")))
    with (
        open_gate_on(db) as gate,
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, headers=SIGNED, timeout=60) as ask,
    ):
        assert ask.post("/api/channels/program", json={"deal": "1"}).status_code == 200
        entry = ask.get("/api/audit").json()[-1]
        assert (entry["what"], entry["by"]) == ("took", "desk at this machine")
        page = ask.get("/audit").text
        assert "<b onload" not in page
        assert "&lt;b onload" in page
        assert "took" in ask.get("/api/audit", params={"csv": "true"}).text


@pytest.mark.parametrize("path", ["/api/take", "/api/channels/program", "/sign-in", "/api/release"])
@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"deal":' * 5000,
        b'{"deal": ' + b"9" * 50_000 + b"}",
        b'{"deal": "1", "token": ' + b"1" * 60_000 + b"}",
        b'{"deal": 1e999999999}',
        b"\xff\xfe\x00",
        b'"\\ud800"',
        b"x" * 200_000,
    ],
    ids=["deep", "open", "long number", "long token", "huge", "no text", "half a letter", "long"],
)
def test_hostile_bodies_are_refused_in_words(ask: httpx.Client, path: str, body: bytes) -> None:
    answer = ask.post(path, content=body, headers={"Content-Type": "application/json", **SIGNED})
    assert answer.status_code in (400, 401, 413, 422, 429), answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../pyproject.toml",
        "/assets/%2e%2e/%2e%2e/pyproject.toml",
        "/assets/..%2f..%2fpyproject.toml",
        "/stills/../../../../etc/passwd.png",
        "/stills/%2e%2e%2fetc%2fpasswd%00.png",
        "/fonts/..%2f..%2fx.ttf",
        "/deals/%00",
        "/deals/%0d%0aSet-Cookie:%20a=b",
        "/graphics/%0d%0aX:%20y",
    ],
)
def test_no_path_escapes_the_assets(address: str, path: str) -> None:
    port = int(address.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), 10) as wire:
        wire.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: wire.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split()[1] in (b"400", b"403", b"404", b"422")
    assert b"[project]" not in body
    assert b"root:" not in body
    assert b"\r\nX:" not in head
    assert b"a=b" not in head


def test_a_slow_body_does_not_block_others(address: str, ask: httpx.Client) -> None:
    port = int(address.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), 10) as wire:
        wire.sendall(
            b"POST /api/take HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        assert ask.get("/healthz").status_code == 200
