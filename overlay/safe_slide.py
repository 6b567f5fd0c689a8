"""The slide of the safe scene: the theme's colours and mark, and no words, so that it fits any
language and any moment."""

from __future__ import annotations

from functools import lru_cache

from overlay.raster import png_of, rasterize
from overlay.themes.theme import Theme

WIDTH, HEIGHT = 1920, 1080


@lru_cache(maxsize=4)
def safe_slide_png(theme: Theme) -> bytes:
    """An opaque PNG of 1920x1080."""
    return png_of(rasterize(_svg(theme), 1.0))


def _svg(theme: Theme) -> str:
    """The line that parts at a fork, over two halves, as on the split screen."""
    fork = "M0 540 H700 C1000 540 860 300 1240 300 H1920 M700 540 C1000 540 860 780 1240 780 H1920"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"
  viewBox="0 0 {WIDTH} {HEIGHT}">
<defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="{theme.lit}"/><stop offset="1" stop-color="{theme.neutral}"/>
</linearGradient></defs>
<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#ground)"/>
<path d="{fork}" fill="none" stroke="{theme.plate}" stroke-opacity="0.35" stroke-width="64"/>
<path d="{fork}" fill="none" stroke="{theme.gold}" stroke-width="26"/>
<circle cx="700" cy="540" r="58" fill="{theme.gold}"/>
<circle cx="700" cy="540" r="24" fill="{theme.plate}"/>
</svg>"""
