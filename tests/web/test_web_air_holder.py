"""One desk holds air; it is asked for and handed over. A take names the preview that was seen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import eventually
from service import SIGNED, fill, guide, open_gate_on, serving
from websockets.sync.client import connect

DEAL = "guide/A/1"


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    fill(tmp_path / "air.db", guide())
    with open_gate_on(tmp_path / "air.db") as gate, serving(gate, tmp_path) as at:
        yield at


@contextmanager
def line(address: str, name: str) -> Iterator[None]:
    """An open page of the desk."""
    at = f"{address.replace('http', 'ws')}/live?desk={name}&name={name.title()}"
    with connect(at, origin=address, proxy=None, additional_headers=SIGNED) as page:
        page.recv(60)
        yield


def post(address: str, desk: str, path: str, **body: object) -> tuple[int, str]:
    headers = {**SIGNED, **({"Duplicast-Desk": desk} if desk else {})}
    at = f"{address}{path}"
    answer = httpx.post(at, json=body, headers=headers, trust_env=False, timeout=60)
    result = answer.json()
    return answer.status_code, result.get("error") or result["message"]


def air(address: str, desk: str) -> dict[str, Any]:
    headers = {**SIGNED, "Duplicast-Desk": desk}
    answer = httpx.get(f"{address}/api/air", headers=headers, trust_env=False, timeout=60)
    return dict(answer.json())


def clear(address: str, desk: str) -> tuple[int, str]:
    return post(address, desk, "/api/air/clear-graphics")


def test_the_first_desk_that_changes_program_holds_air_and_the_others_are_told_its_name(
    address: str,
) -> None:
    with line(address, "ana"), line(address, "bo"):
        assert air(address, "ana")["holder"] is None
        assert clear(address, "ana")[0] == 200
        for desk in ("bo", ""):
            assert clear(address, desk) == (409, "Not cleared: Ana holds air.")
        assert post(address, "bo", "/api/take", kind="preview")[1] == "Not taken: Ana holds air."
        assert post(address, "bo", "/api/channels/program", deal=DEAL)[0] == 409
        assert post(address, "bo", "/api/channels/preview", deal=DEAL)[0] == 200
        assert air(address, "ana")["holder"] == {"name": "Ana", "you": True, "connected": True}
        assert air(address, "bo")["holder"]["you"] is False
        # Without OBS safe is refused because there is none, not because of who asks.
        assert "holds air" not in post(address, "bo", "/api/safe")[1]


def test_air_is_handed_over_by_asking_and_accepting(address: str) -> None:
    with line(address, "ana"), line(address, "bo"):
        clear(address, "ana")
        assert post(address, "bo", "/api/air/ask") == (200, "Asked Ana for air.")
        assert air(address, "ana")["asking"]["name"] == "Bo"
        assert post(address, "bo", "/api/air/answer", accept=True)[0] == 409
        post(address, "ana", "/api/air/answer", accept=False)
        assert clear(address, "bo")[0] == 409
        post(address, "bo", "/api/air/ask")
        assert post(address, "ana", "/api/air/answer", accept=True) == (200, "Bo holds air.")
        assert clear(address, "bo")[0] == 200
        assert clear(address, "ana") == (409, "Not cleared: Bo holds air.")


def test_air_of_a_desk_whose_line_is_lost_goes_to_the_next_that_asks(address: str) -> None:
    with ExitStack() as first, line(address, "bo"):
        first.enter_context(line(address, "ana"))
        clear(address, "ana")
        first.close()
        eventually(
            lambda: air(address, "bo")["holder"]["connected"] is False, "the line is seen as lost"
        )
        assert clear(address, "bo")[0] == 409, "nothing goes over by itself"
        assert post(address, "bo", "/api/air/ask") == (200, "This desk holds air.")


@pytest.mark.parametrize("seen", ["an-older-one", "x"])
def test_a_take_of_a_preview_that_is_not_there_is_refused_with_words(
    address: str, seen: str
) -> None:
    assert post(address, "", "/api/take", kind="preview", preview=seen) == (
        409, "Not taken: nothing is on preview.",
    )  # fmt: skip
