"""The whole way: the guide's deal from its feed to the true output of a real OBS."""

import cv2
import numpy as np
import pytest
from obs_remote import Hand, Picture, take

from overlay.raster import stage_png
from producer.feeds import read
from producer.obs import Director
from producer.obs.scenes.table_pictures import table_colour
from producer.record import open_store
from producer.release import open_gate
from producer.resources import resource
from producer.stages import two_up
from producer.stages.moment import read_moment

pytestmark = pytest.mark.xdist_group("obs")


def decoded(png: bytes) -> tuple[Picture, Picture]:
    """Colours and opacity of a PNG, at OBS's canvas in the tests."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    return picture[..., 2::-1], picture[..., 3]


def alike_within(mask: Picture) -> Picture:
    """The mask without its rim: scaling mixes there."""
    return cv2.erode(mask.astype(np.uint8), np.ones((9, 9), np.uint8)).astype(bool)


@pytest.mark.parametrize("moment", ["decision", "end"])
def test_the_guides_deal_is_on_program_as_it_was_drawn(
    hand: Hand, director: Director, moment: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    db = tmp_path_factory.mktemp("record") / "duplicast.db"
    with open_store(db) as store:
        store.append(read(resource("demo") / "guide.ndjson"))
    comparison = open_gate(db).comparisons("obs:scene")[0]
    tables = comparison.pairing
    stage = two_up(comparison, tables, read_moment(moment))
    take(director, stage_png(stage), tables)
    output = hand.output().astype(int)

    colours, opacity = decoded(stage_png(stage, scale=2 / 3))
    opaque, clear = alike_within(opacity == 255), alike_within(opacity == 0)
    flat = cv2.Laplacian(cv2.cvtColor(colours, cv2.COLOR_RGB2GRAY), cv2.CV_16S) == 0
    drawn = opaque & alike_within(flat)
    assert drawn.sum() > 20_000
    assert np.percentile(np.abs(output - colours)[drawn], 99) <= 4
    for side, table in zip((slice(0, 635), slice(645, 1280)), tables, strict=True):
        colour = table_colour(table)
        seen = output[:, side][clear[:, side]]
        rgb = [colour >> shift & 255 for shift in (16, 8, 0)]
        assert len(seen) > 100_000
        assert np.abs(seen - rgb).max() <= 3
