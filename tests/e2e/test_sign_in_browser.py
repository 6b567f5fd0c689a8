"""Signing in with an address, as the terminal prints it, in a real browser."""

import re
from pathlib import Path

import pytest
from desk_page import PATIENCE
from playwright.sync_api import Browser, expect
from service import SIGNED, fill, guide, open_gate_on, serving

TOKEN = SIGNED["Authorization"].removeprefix("Bearer ")


@pytest.mark.parametrize("into", ["a new tab", "the tab that asks to sign in"])
def test_the_sign_in_address_signs_in(browser: Browser, tmp_path: Path, into: str) -> None:
    fill(tmp_path / "desk.db", guide())
    with (
        open_gate_on(tmp_path / "desk.db") as gate,
        serving(gate, tmp_path) as address,
        browser.new_context(base_url=address) as context,
    ):
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        if into != "a new tab":
            page.goto("/sign-in")
        page.goto(f"/sign-in#{TOKEN}")
        expect(page).not_to_have_url(re.compile("sign-in"))
        page.goto("/line-up")
        expect(page.get_by_role("heading", name="Line-up")).to_be_visible()
