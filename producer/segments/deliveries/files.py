"""The delivered files of a segment, to be written in the same pass as its programme."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from producer.segments.compositor.encode import OutputFile
from producer.segments.compositor.render import Delivery
from producer.segments.deliveries.presets import PRESETS, PresetName, delivered_name
from producer.segments.deliveries.prores import ProResFile
from producer.segments.deliveries.viewing import ViewingFile
from producer.segments.deliveries.xdcam import XdcamFile
from producer.segments.timeline import Timeline

_OPEN: Mapping[PresetName, Callable[[Path, Timeline], OutputFile]] = {
    "prores": ProResFile,
    "xdcam": partial(XdcamFile, fields=False),
    "1080i25": partial(XdcamFile, fields=True),
    "1080i29.97": partial(XdcamFile, fields=True),
    "viewing": ViewingFile,
}


def deliveries(
    wanted: Iterable[PresetName], segment: str, folder: Path, *, textless: bool
) -> tuple[Delivery, ...]:
    """In the order of ``wanted``; what is not a video is left out. ``textless``: each programme
    without graphics too."""
    found = []
    for name in wanted:
        if name not in _OPEN:
            continue
        found.append(Delivery(folder / delivered_name(segment, name), _OPEN[name]))
        if textless and PRESETS[name].programme:
            path = folder / delivered_name(segment, name, texted=False)
            found.append(Delivery(path, _OPEN[name], texted=False))
    return tuple(found)
