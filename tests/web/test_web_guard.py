"""The guard: host names, origins, and the headers of every answer."""

import socket

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

PATHS = ("/", "/deals/guide/A/1", "/api/deals", "/stills/guide/A/1.png", "/api/air", "/healthz")
SHOW = {"deal": "guide/A/1"}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "",
        "[",
    ],
)
def test_a_foreign_host_name_is_refused(ask: httpx.Client, path: str, host: str) -> None:
    """DNS rebinding: a page of evil.example, whose name now points at 127.0.0.1."""
    answer = ask.get(path, headers={"Host": host})
    assert answer.status_code in (400, 403)
    assert "Kings" not in answer.text


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_service_s_own_names_are_accepted(ask: httpx.Client, name: str) -> None:
    port = ask.base_url.port
    assert ask.get("/healthz", headers={"Host": f"{name}:{port}"}).status_code == 200


@pytest.mark.parametrize("path", ["/api/take", "/api/channels/program"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_foreign_page_changes_nothing(
    ask: httpx.Client, path: str, headers: dict[str, str]
) -> None:
    before = ask.get("/api/air").json()["channels"]["program"]["seq"]
    answer = ask.post(path, json=SHOW, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"] == "Only this service's own pages may send this request."
    assert ask.get("/api/air").json()["channels"]["program"]["seq"] == before


def test_a_foreign_page_s_form_is_refused(ask: httpx.Client) -> None:
    """A form can be sent from any site, but not as JSON."""
    answer = ask.post(
        "/api/channels/program",
        content='{"deal":"guide/A/1"}',
        headers={"Content-Type": "text/plain"},
    )
    assert answer.status_code == 422


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_a_foreign_page_cannot_open_a_websocket(address: str, origin: str) -> None:
    at = address.replace("http", "ws") + "/live/program"
    with pytest.raises(InvalidStatus) as refused, connect(at, origin=origin, proxy=None):
        pass
    assert refused.value.response.status_code == 403


def test_a_foreign_host_name_cannot_open_a_websocket(address: str) -> None:
    port = address.rsplit(":", 1)[1]
    at = f"ws://evil.example:{port}/live/program"
    own = socket.create_connection(("127.0.0.1", int(port)))
    origin = f"http://evil.example:{port}"
    with pytest.raises(InvalidStatus) as refused, connect(at, sock=own, origin=origin):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", [*PATHS, "/deals/none", "/no/such/page", "/api/deals/none"])
def test_pages_are_not_cached_framed_or_sniffed(ask: httpx.Client, path: str) -> None:
    headers = ask.get(path).headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "Access-Control-Allow-Origin" not in headers


def test_the_graphics_page_may_be_framed_and_asked_whether_it_is_there(ask: httpx.Client) -> None:
    """OBS shows it in a frame of a page of its own, a file, that first waits for us."""
    headers = ask.get("/graphics/program", headers={"Origin": "null"}).headers
    assert "X-Frame-Options" not in headers
    assert "frame-ancestors" not in headers["Content-Security-Policy"]
    assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
