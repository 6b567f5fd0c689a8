"""Marks everything a rehearsal shows with the word REHEARSAL."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from overlay.raster import stage_png
from overlay.stage import Stage
from overlay.watermark import watermarked_png
from producer.settings import Settings

MARK = """\
body:not(:has(.top .mark))::after,
.top .mark::after {
  content: "REHEARSAL";
  padding: 0.1em 0.6em;
  background: #e01b24;
  color: #fff;
  font: 700 max(28px, 2.2vw) "Fira Sans Condensed", sans-serif;
}
body:not(:has(.top .mark))::after {
  position: fixed;
  z-index: 1000;
  right: 0;
  bottom: 0;
  pointer-events: none;
}
.top .mark::after { /* in the bar on top it covers nothing: it stands instead of our name */
  font-size: 28px;
}
.top .mark span {
  display: none;
}
"""


def picture_of(settings: Settings) -> Callable[[Stage, float], bytes]:
    """The function that draws stages as PNG; in a rehearsal it writes REHEARSAL across them."""
    return partial(watermarked_png, word="REHEARSAL") if settings.rehearsal else stage_png
