"""Many takes in a row with different transitions, in OBS's own recording."""

from collections.abc import Callable
from itertools import groupby, pairwise

import numpy as np
import pytest
from effort import counts
from obs_recording import closest, frames, recording
from obs_remote import BLUE, GREEN, RED, YELLOW, Colour, Hand, bar_png, colour_at, graphics, near
from test_obs_two_up import BAR, LEFT, RIGHT

from producer.obs import Director, Shot
from producer.obs.scenes.table_pictures import table_colour
from producer.settings import ObsSettings

pytestmark = pytest.mark.xdist_group("obs")

TRANSITIONS = ("cut", "cut", "fade", "cut", "fade", "fade")
BARS = {YELLOW: ("1", "2"), BLUE: ("3", "4"), GREEN: ("5", "6"), RED: ("8", "7")}
"""Of each graphics in this test, the tables it belongs to."""


def colours(tables: tuple[str, str]) -> list[Colour]:
    return [(c >> 16 & 255, c >> 8 & 255, c & 255) for c in map(table_colour, tables)]


def test_takes_in_a_row_neither_freeze_nor_mix_the_banks(
    hand: Hand, settings: ObsSettings, directing: Callable[..., Director]
) -> None:
    """Cuts followed by a fade freeze OBS if they do not wait for each other."""
    director = directing(settings.model_copy(update={"milliseconds": 100}))
    takes = counts(24, 200)
    shots = [list(BARS.items())[n * 7 % 4] for n in range(takes)]
    scenes = []
    with recording(hand) as video:
        for number, (bar, tables) in enumerate(shots):
            wish = TRANSITIONS[number % len(TRANSITIONS)]
            taken = director.take(Shot("two-up", tables), graphics(bar_png(bar)), transition=wish)
            scenes.append(taken.scene)
            if number % 8 == 7:  # the true output, not what OBS says of it
                assert near(colour_at(hand.output(), *BAR), bar)
    assert all(one != other for one, other in pairwise(scenes))
    seen = [rest_of(picture) for picture in frames(video)]
    order = [bar for bar, _ in groupby(bar for bar in seen if bar is not None)]
    assert order == [bar for bar, _ in shots]


def rest_of(picture: np.ndarray) -> Colour | None:
    """Whose graphics a frame at rest shows; ``None`` within a fade, and before the first take.

    A frame at rest has the very colours of one bar; then both its pictures must be its own.
    """
    bar = closest(colour_at(picture, *BAR), list(BARS))
    if not near(colour_at(picture, *BAR), bar, by=16):
        return None
    sides = [colour_at(picture, *place) for place in (LEFT, RIGHT)]
    everyone = [colour for tables in BARS.values() for colour in colours(tables)]
    if not all(near(side, closest(side, everyone), by=6) for side in sides):
        return None
    assert [closest(side, everyone) for side in sides] == colours(BARS[bar])
    return bar
