"""docs/wording.md quotes the talking points of the guide's deal word for word."""

from pathlib import Path

import pytest

from producer.compare.model import Comparison
from producer.wording import LANGUAGES, headline, moment_line, talking_points

pytestmark = pytest.mark.xdist_group("wording")

PAGE = Path(__file__).parents[2] / "docs" / "wording.md"


def test_the_documented_example_is_the_output(guide: Comparison) -> None:
    _, *parts = PAGE.read_text(encoding="utf-8").split("\n### ")
    for language, part in zip(LANGUAGES, parts, strict=True):
        _, title, moment, said = part.split("\n\n")
        assert title == f"**{headline(guide, language)}**"
        assert moment == moment_line(guide, language)
        assert said.splitlines() == [
            f"- *{one.text}*" if one.hindsight else f"- {one.text}"
            for one in talking_points(guide, language, 75)
        ]
