"""The samples of all graphics by name, and their contact sheets."""

from __future__ import annotations

from dataclasses import dataclass

from overlay import contexts
from overlay.stage import Box, Graphic, Stage
from producer.stages.catalogue import CATALOGUE
from producer.stages.samples import Data
from producer.stages.style import PLAIN, Style

SAMPLES = {name: made for entry in CATALOGUE.values() for name, made in entry.samples.items()}

SHEETS: dict[str, tuple[str, ...]] = {
    sheet: tuple(
        name for entry in CATALOGUE.values() if entry.sheet == sheet for name in entry.samples
    )
    for sheet in dict.fromkeys(entry.sheet for entry in CATALOGUE.values())
}
"""The names of the samples on each contact sheet."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A stage under a name, and the boxes of the pictures under it."""

    name: str
    stage: Stage
    pictures: tuple[Box, ...]

    def with_stand_ins(self) -> Stage:
        """The stage with placeholder pictures; for pages and paper, not for air."""
        drawn = tuple(
            Graphic(f"picture-{n}", "picture", contexts.StandIn(""), box)
            for n, box in enumerate(self.pictures, 1)
        )
        return Stage(
            self.stage.width, self.stage.height, (*drawn, *self.stage.graphics), self.stage.theme
        )


def sample(name: str, data: Data = "plain", style: Style = PLAIN) -> Sample:
    """One sample. Raises KeyError if ``name`` is not in ``SAMPLES``."""
    make, pictures = SAMPLES[name]
    return Sample(name, make(data, style), pictures)
