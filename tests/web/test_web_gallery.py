"""The designers' gallery: every sample, its choices, reloading saved templates."""

import re
import shutil
from html import unescape
from pathlib import Path

import httpx
import pytest
from service import NEVER

import overlay.svg
from overlay.resources import Resource, resource
from producer.stages.gallery import SAMPLES


def test_every_sample_is_shown(ask: httpx.Client) -> None:
    """Each has its place on the page, and its drawing by itself."""
    page = ask.get("/graphics/gallery").text
    assert all(f">{name}</a>" in page for name in SAMPLES)
    addresses = [unescape(each) for each in re.findall(r'data-sample="([^"]*)"', page)]
    assert len(addresses) == len(SAMPLES)
    assert len(page) < 100_000  # with all drawings it is 1 MB
    for name, address in zip(SAMPLES, addresses, strict=True):
        assert f"only={name}&" in address
        drawn = ask.get(f"/graphics/gallery{address}").text.strip()
        assert drawn.startswith('<svg class="stage"'), name
        assert drawn.count('class="stage"') == 1


def test_samples_follow_the_choices(ask: httpx.Client) -> None:
    asked = {"only": "two-up-decision", "names": "greek", "language": "el", "boxes": "true"}
    page = ask.get("/graphics/gallery", params=asked).text
    assert page.count('<svg class="stage"') == 1
    assert "ΚΟΛ" in page
    assert "ΚΫΠΡΟΣ" not in page
    assert "ΚΥΠΡΟΣ" in page
    assert "stroke-dasharray" in page
    assert "stroke-dasharray" not in ask.get("/graphics/gallery?only=two-up-decision").text


@pytest.mark.parametrize("query", ["names=real", "language=fr", "chips=yen", "more=1", "bare=true"])
def test_other_choices_are_refused(ask: httpx.Client, query: str) -> None:
    assert ask.get(f"/graphics/gallery?{query}").status_code == 422


@pytest.mark.parametrize("query", ["theme=neon", "only=nothing"])
def test_an_unknown_sample_says_so(ask: httpx.Client, query: str) -> None:
    answer = ask.get(f"/graphics/gallery?{query}")
    assert answer.status_code == 404
    assert "There is no" in answer.text


def test_the_gallery_shows_nothing_from_the_record(ask: httpx.Client) -> None:
    assert NEVER not in ask.get("/graphics/gallery?names=plain").text


def test_a_saved_template_is_drawn_at_once(
    ask: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of templates of the test's own stands for an editable checkout."""
    folders = {name: tmp_path / name for name in ("graphics", "themes")}
    for name, folder in folders.items():
        shutil.copytree(resource(name), folder)  # type: ignore[arg-type]

    def own(name: Resource) -> Path:
        return folders[name]

    monkeypatch.setattr(overlay.svg, "resource", own)
    overlay.svg.clear_templates()
    try:
        before = ask.get("/graphics/gallery/stamp").json()["stamp"]
        plate = folders["graphics"] / "plate.svg.j2"
        plate.write_text("<circle r='7'/>", encoding="utf-8")
        assert ask.get("/graphics/gallery/stamp").json()["stamp"] > before
        assert "<circle r='7'/>" in ask.get("/graphics/gallery?only=plates").text
        plate.write_text("{% if %}", encoding="utf-8")
        faulty = ask.get("/graphics/gallery?only=plates")
        assert faulty.status_code == 200
        assert "TemplateSyntaxError" in faulty.text
        bare = ask.get("/graphics/gallery?only=plates&bare=true").text.strip()
        assert bare.startswith('<p class="fault">TemplateSyntaxError')
    finally:
        monkeypatch.undo()
        overlay.svg.clear_templates()
