"""Two tables side by side: the frame, and where everything stands on it."""

from __future__ import annotations

from overlay.stage import Box

WIDTH, HEIGHT = 1920, 1080

PICTURES: dict[str, Box] = {
    "left": Box(0, 0, 952, 1080),
    "right": Box(968, 0, 952, 1080),
}
"""Where the two tables' pictures are seen, under the graphics.

A picture fills its box: scaled until it covers it, then cropped evenly on both sides. A 16:9
picture that is fitted whole instead stays clear of the cards above and the bars below.
"""
