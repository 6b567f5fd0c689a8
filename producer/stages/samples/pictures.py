"""A photo, a sponsor and a territory for the samples, invented, in the style's theme."""

from __future__ import annotations

import base64
from dataclasses import replace

from overlay.themes.logo import Logo
from overlay.themes.pictures import Picture
from overlay.themes.theme_pictures import Pictures, Sponsor, Territory
from producer.stages.style import Style

_HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 208 260">
<path d="M0 0H208V260H0Z" fill="#33435F"/>
<path d="M104 150C160 150 196 190 202 260H6C12 190 48 150 104 150Z" fill="#7B93BD"/>
<ellipse cx="104" cy="94" rx="46" ry="58" fill="#A9BBDB"/></svg>"""

_MARK = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">
<circle cx="50" cy="50" r="44" fill="#0F6B5C"/>
<path d="M50 18L78 74H22Z" fill="#FFFFFF"/>
<path d="M122 28H282V44H122ZM122 58H242V74H122Z" fill="#0F6B5C"/></svg>"""


def with_pictures(style: Style, person: str, notice: str = "") -> Style:
    """The style with a photo of the person, a sponsor, and a territory that has both it and the
    notice."""
    photos = {person: Picture(_href(_HEAD), 0.8)}
    sponsor = Sponsor(Logo(_href(_MARK), 3.0, "#FFFFFF"), "bottom right")
    territories = {"Sample": Territory(sponsor, "18+", notice)}
    pictures = Pictures(photos=photos, sponsors={"Sample": sponsor}, territories=territories)
    return replace(style, theme=replace(style.theme, pictures=pictures))


def _href(svg: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
