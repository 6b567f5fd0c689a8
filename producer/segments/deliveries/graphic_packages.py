"""The graphics of a segment as OGraf packages, for playout that draws them over the clean split."""

from __future__ import annotations

from collections.abc import Mapping

from overlay.ograf.packages import Package, package_files
from overlay.stage import Stage
from producer.files import plain_name
from producer.segments.timeline import GraphicSpan, LowerThirdSpan, Timeline

FOLDER = "ograf"

OverPicture = GraphicSpan | LowerThirdSpan


def graphic_packages(
    timeline: Timeline, stages: Mapping[OverPicture, Stage], segment: str, title: str, source: str
) -> dict[str, bytes]:
    """The files of all packages, by path from the pack on.

    A package for each graphic of the catalogue, with a step whenever it changes, in the order of
    the segment; one for each note. ``source``: the deal's full name.
    """
    steps: dict[str, list[Stage]] = {}
    for span in timeline.graphics:
        shown = steps.setdefault(_name(span), [])
        if not shown or shown[-1] != stages[span]:
            shown.append(stages[span])
    for number, note in enumerate(timeline.lower_thirds, 1):
        steps[f"note-{number}"] = [stages[note]]
    files = {}
    for name, shown in steps.items():
        package = Package(
            id=f"duplicast.{plain_name(f'{segment}-{name}')}",
            name=f"{title}: {name}",
            description=f"{len(shown)} steps, as in the segment" if len(shown) > 1 else "One step",
            steps=tuple(shown),
            source=source,
        )
        for file, content in package_files(package).items():
            files[f"{FOLDER}/{name}/{file}"] = content
    return files


def _name(span: GraphicSpan) -> str:
    return plain_name("-".join((span.graphic, *span.tables)))
