"""Every route declares its roles and exit, and one that does not is for producers only."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from addresses import SEALED_FOR, WITHOUT_EXIT
from fastapi import FastAPI
from service import KEYS
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route, WebSocketRoute

from producer.acts import Role as TokenRole
from producer.release import EXITS, SEALED_EXITS, Gate, by_hand, open_gate
from producer.settings import Settings
from producer.web import create_app
from producer.web.access.roles import ANYBODY, PRODUCERS, Role
from producer.web.access.router import DECLARED, Access, Routes

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it prefers another httpx than ours
    from starlette.testclient import TestClient

DOCS = Path(__file__).parents[2] / "docs" / "security.md"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    gate = open_gate(tmp_path / "routes.db")
    try:
        yield gate
    finally:
        gate.close()


def endpoints(app: FastAPI) -> dict[str, object]:
    return {
        route.path: route.app if isinstance(route, Mount) else route.endpoint
        for route in app.routes
        if isinstance(route, Route | WebSocketRoute | Mount)
    }


def test_every_route_is_declared(gate: Gate) -> None:
    app = create_app(gate, Settings())
    assert len(app.routes) == len(DECLARED)
    assert [path for path, endpoint in endpoints(app).items() if endpoint not in DECLARED] == []


def test_every_route_with_deal_content_is_a_listed_exit() -> None:
    listed = {
        name.split(":", 1)[1]
        for name in (*EXITS, *SEALED_EXITS)
        if name.startswith(("route:", "channel:"))
    }
    assert listed.isdisjoint(WITHOUT_EXIT)
    assert {access.address for access in DECLARED.values()} == listed | WITHOUT_EXIT


def test_sealed_deals_are_for_producers_and_those_named() -> None:
    shown = {access.address: access.roles for access in DECLARED.values() if access.sealed}
    assert SEALED_FOR.keys() <= shown.keys()
    for address, roles in shown.items():
        assert roles == SEALED_FOR.get(address, {"producer"}), address


@pytest.mark.parametrize("path", ["/new", "/api/new", "/api/deals-of-all", "/feedback"])
def test_a_route_without_a_declaration_is_for_producers_only(gate: Gate, path: str) -> None:
    tokens = {role: by_hand.add_token(gate, role, (), "", "test") for role in get_args(TokenRole)}
    app = create_app(gate, Settings(names=("desk.example",)), KEYS)
    app.add_route(path, lambda _: PlainTextResponse("secret"))
    ask = TestClient(app, "http://desk.example", follow_redirects=False)
    assert ask.get(path).status_code == 401
    for role, token in tokens.items():
        answer = ask.get(path, headers={"Authorization": f"Bearer {token}"})
        assert (answer.text == "secret") is (role == "producer"), role
        assert answer.status_code == (200 if role == "producer" else 403), role


def test_before_the_first_token_a_route_without_a_declaration_is_closed(gate: Gate) -> None:
    app = create_app(gate, Settings(), KEYS)
    app.add_route("/new", lambda _: PlainTextResponse("secret"))
    ask = TestClient(app, "http://127.0.0.1:8000", follow_redirects=False)
    assert ask.get("/new").status_code == 403
    signed = {"Authorization": f"Bearer {KEYS.producer}"}
    assert ask.get("/new", headers=signed).text == "secret"


def test_an_undeclared_route_is_closed_at_a_declared_address_too(gate: Gate) -> None:
    """The route that answers counts, not another one with the same path."""
    app = create_app(gate, Settings(), KEYS)
    app.add_route("/healthz", lambda _: PlainTextResponse("secret"))
    app.router.routes.insert(0, app.router.routes.pop())
    ask = TestClient(app, "http://127.0.0.1:8000", follow_redirects=False)
    assert ask.get("/healthz").status_code == 403


def test_methods_of_one_address_have_their_own_roles(gate: Gate) -> None:
    token = by_hand.add_token(gate, "commentator", (), "booth", "test", isolated=True)
    app = create_app(gate, Settings(), KEYS)
    ask = TestClient(app, "http://127.0.0.1:8000", headers={"Authorization": f"Bearer {token}"})
    assert ask.get("/api/notes", params={"deal": "none"}).status_code == 404
    refused = ask.post("/api/notes", json={"deal": "none", "text": "a word"})
    assert (refused.status_code, refused.json()["error"]) == (
        403,
        "Nothing leaves an isolated booth.",
    )


def test_an_address_is_declared_once() -> None:
    def endpoint(_: Request) -> None: ...

    with pytest.raises(ValueError, match="GET /healthz is declared twice"):
        Routes().get("/healthz", roles=ANYBODY)(endpoint)
    with pytest.raises(ValueError, match="is listed already"):
        Routes().post("/api/deals", roles=PRODUCERS, exit="the ranking")(endpoint)
    assert endpoint not in DECLARED


def test_the_docs_list_who_may_use_which_route() -> None:
    assert table(DECLARED.values()) in DOCS.read_text()


def table(declared: Iterable[Access]) -> str:
    """The table of docs/security.md."""
    rows: dict[frozenset[str], list[str]] = {}
    for each in sorted(declared, key=lambda access: (access.address, access.method)):
        verb = "" if each.method == "GET" else f"{each.method} "
        mark = " *" if each.sealed else ""
        rows.setdefault(each.roles, []).append(f"`{verb}{each.address}`{mark}")
    lines = [
        f"| {who(roles)} | {', '.join(addresses)} |"
        for roles, addresses in sorted(rows.items(), key=lambda row: (-len(row[0]), who(row[0])))
    ]
    return "\n".join(["| roles | routes |", "|---|---|", *lines])


def who(roles: frozenset[str]) -> str:
    return "everybody" if roles == ANYBODY else ", ".join(r for r in get_args(Role) if r in roles)
