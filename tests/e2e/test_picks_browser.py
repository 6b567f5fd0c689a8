"""A producer decides about picks on a deal's page, in a real browser."""

from pathlib import Path

from desk_page import opened
from playwright.sync_api import Browser, Locator, Page, expect
from service import fill, guide

DEAL = "/deals/guide/A/1"


def submit(page: Page, form: Locator, button: str) -> None:
    """Presses the form's button, and waits until it is done."""
    with page.expect_response(lambda answer: "/api/picks/" in answer.url):
        form.get_by_role("button", name=button, exact=True).click()


def test_a_producer_stars_dismisses_ranks_makes_and_edits_without_a_line_of_json(
    browser: Browser, tmp_path: Path
) -> None:
    fill(tmp_path / "duplicast.db", guide())
    with opened(browser, tmp_path, DEAL, "") as page:
        picks = page.locator(".picks > .listed > .pick")
        first, second, third = (picks.nth(n).get_attribute("data-pick") for n in range(3))
        chosen = page.locator(f'.pick[data-pick="{third}"]')
        submit(page, chosen, "Star")
        expect(picks.nth(0)).to_have_attribute("data-pick", str(third))
        expect(chosen).to_contain_text("starred")

        ranked = page.locator(f'.pick[data-pick="{second}"]')
        ranked.get_by_label("Your rank").fill("1")
        submit(page, ranked.locator('[data-post="/api/picks/rank"]'), "Set")
        expect(picks.nth(0)).to_have_attribute("data-pick", str(second))

        away = page.locator(f'.pick[data-pick="{first}"]')
        away.get_by_placeholder("Reason").fill("shown yesterday")
        submit(page, away, "Dismiss")
        expect(page.locator(".away > summary")).to_have_text("Dismissed: 1")
        expect(away).to_be_hidden()
        page.locator(".away > summary").click()
        expect(away).to_contain_text("Dismissed: shown yesterday")

        ranked.get_by_text("Edit its lines").click()
        ranked.get_by_label("Headline").fill("One pays, one does not")
        submit(page, ranked.locator(".line-form").nth(2), "Set")
        expect(page.get_by_role("heading", level=1)).to_have_text("One pays, one does not")

        making = page.locator(".making")
        making.get_by_label("Left").select_option("6:2")
        making.get_by_label("Right").select_option("5:2")
        making.get_by_label("Reason").fill("both are at the desk")
        submit(page, making, "Make")
        expect(page.locator(".picks")).to_contain_text("Made by hand: both are at the desk")

        making.get_by_label("Left").select_option("6:3")
        making.get_by_label("Right").select_option("5:2")
        making.get_by_label("Reason").fill("wrong seats")
        making.get_by_role("button", name="Make").click()
        expect(page.locator(".picks .outcome")).to_contain_text("name a decision of one seat")
