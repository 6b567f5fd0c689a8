"""A program: one more graphic in the catalogue, and where it is found then, as JSON.

Nothing but the catalogue is touched. The first argument is a folder to work in.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from overlay.contexts import KnownLabel
from overlay.stage import Box, Graphic, Stage
from producer.compare.model import Comparison
from producer.stages.catalogue import CATALOGUE
from producer.stages.entry import CatalogueEntry, Layout, StagedGraphic
from producer.stages.requests import OfDeal
from producer.stages.style import Style

BOX = Box(100, 100, 800, 100)


def tiny(found: Comparison, _: OfDeal, style: Style) -> StagedGraphic:
    return StagedGraphic(sample(str(found.deal.key), style), found.deal.key, moment="end")


def sample(text: object, style: Style) -> Stage:
    return Stage(1920, 1080, (Graphic("tiny", "known", KnownLabel(str(text)), BOX),), style.theme)


CATALOGUE["tiny"] = CatalogueEntry(
    name="tiny",
    title="a tiny graphic",
    shows="The name of the deal.",
    context=Comparison,
    fields=OfDeal,
    draw=tiny,
    moments=("end",),
    layouts=(Layout("tiny", button=("Tiny", "T")),),
    channel_kinds=("tiny",),
    request=lambda found, _, __: OfDeal(deal=str(found.deal.key)),
    samples={"tiny-one": (sample, ())},
    sheet="tiny",
)


def main(folder: Path) -> None:
    import catalogue_rows  # noqa: PLC0415 - all that follows is to find the graphic
    from service import fill, guide, open_gate_on  # noqa: PLC0415
    from typer.testing import CliRunner  # noqa: PLC0415

    from overlay.themes.theme import load_theme  # noqa: PLC0415
    from producer.cli import command_line  # noqa: PLC0415
    from producer.obs.scenes.layouts import LAYOUTS  # noqa: PLC0415
    from producer.stages.gallery import SHEETS  # noqa: PLC0415
    from producer.web.channels.playhead import drawing_of, on_stage  # noqa: PLC0415
    from producer.web.channels.requests import playhead  # noqa: PLC0415
    from producer.web.onair.requests import layout_of  # noqa: PLC0415
    from producer.web.pages.gallery import GalleryRequest, gallery_view  # noqa: PLC0415
    from producer.web.pages.offered import graphics_of_deal, scenes  # noqa: PLC0415

    db = folder / "tiny.db"
    fill(db, guide())

    def run(*words: str) -> str:
        ended = CliRunner().invoke(command_line(words[0]), words, env={"COLUMNS": "400"})
        assert ended.exit_code == 0, ended.output
        return ended.output

    asked = playhead({"kind": "tiny", "deal": "1"})
    with open_gate_on(db) as gate:
        shown, stage = on_stage(gate, asked, "route:/api/channels/{channel}")
    assert shown is not None
    drawing = drawing_of(stage)
    assert isinstance(drawing, dict)
    run("still", "1", "-o", str(folder / "tiny.png"), "--graphic", "tiny", "--db", str(db))
    run("export-ograf", "1", "-o", str(folder / "out"), "--only", "tiny", "--db", str(db))
    for title in SHEETS.keys() - {"tiny"}:  # the others take long, and are drawn elsewhere
        del SHEETS[title]
    run("sheet", "-o", str(folder / "sheets"), "--theme", "dark", "--language", "en")
    answer = {
        "help": run("still", "--help"),
        "channel": (shown.kind, drawing["graphics"][0]["svg"]),
        "scene": layout_of(asked, 0),
        "scenes in OBS": list(LAYOUTS),
        "switcher": [each.word for each in scenes()],
        "deal's page": [each.word for each in graphics_of_deal()],
        "gallery": [each.name for each in gallery_view(GalleryRequest(), load_theme())["samples"]],
        "files": sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*")),
        "docs lack": catalogue_rows.missing(),
    }
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
