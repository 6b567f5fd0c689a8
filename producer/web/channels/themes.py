"""The themes that pages may be drawn in, and the fonts those bring along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import FileResponse, Response

from overlay.fonts import FAMILY, OTHER_FAMILY, Face, further_faces
from overlay.resources import resource
from overlay.theme import BadTheme, Theme, load_theme, themes
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal

FORMATS = {".otf": "font/otf"}


def offered(own: Theme) -> Mapping[str, str]:
    """By name, what is told to load a theme: those of the product, and the one that is set."""
    names = {name: name for name in themes()}
    if own.sources[0].parent != resource("themes"):
        name = f"{own.name} (set)" if own.name in names else own.name
        names[name] = str(own.sources[0])
    return names


def theme_named(name: str, own: Theme) -> Theme:
    """The theme as it stands in its file now. Raises Refusal for one not offered, BadTheme."""
    known = offered(own)
    if name and name not in known:
        raise Refusal(404, f"There is no theme {name}.", f"There is {', '.join(known)}.")
    return load_theme(known[name]) if name else own


def routes(own: Theme) -> APIRouter:
    """``own``: the theme that is set, which pages without another name are drawn in."""
    router = APIRouter()

    @router.get("/fonts/theme.css")
    def sheet(theme: Annotated[str, Query(max_length=60)] = "") -> Response:
        own_ = style_sheet(_face(theme), theme)
        return Response("\n".join([own_, *further_sheets()]).strip(), media_type="text/css")

    @router.get("/fonts/theme/{place}")
    def file(place: int, theme: Annotated[str, Query(max_length=60)] = "") -> FileResponse:
        return _file(_face(theme), place)

    @router.get("/fonts/further/{number}/{place}")
    def further(number: int, place: int) -> FileResponse:
        known = further_faces()
        if not 0 <= number < len(known):
            raise Refusal(404, *NO_SUCH_PAGE)
        return _file(known[number], place)

    def _face(theme: str) -> Face:
        try:
            return theme_named(theme, own).face
        except BadTheme as error:
            raise Refusal(409, str(error), "Mend the theme and save it.") from error

    return router


def _file(face: Face, place: int) -> FileResponse:
    if not 0 <= place < len(face.files):
        raise Refusal(404, *NO_SUCH_PAGE)
    path = face.files[place].path
    return FileResponse(path, media_type=FORMATS.get(path.suffix.lower(), "font/ttf"))


def style_sheet(face: Face, theme: str = "") -> str:
    """What a page needs to load a face; nothing where every page has it anyway."""
    if face.family in (FAMILY, OTHER_FAMILY):
        return ""
    query = f"?theme={theme}" if theme else ""
    return _rules(face, "/fonts/theme", query)


def further_sheets() -> Iterator[str]:
    """What a page needs to load the faces that are installed for further letters."""
    for number, face in enumerate(further_faces()):
        yield _rules(face, f"/fonts/further/{number}")


def _rules(face: Face, folder: str, query: str = "") -> str:
    return "\n".join(
        f'@font-face {{ font-family: "{face.family}"; font-weight: {_weights(file.weights)}; '
        f'font-display: block; src: url("{folder}/{place}{query}"); }}'
        for place, file in enumerate(face.files)
    )


def _weights(weights: tuple[int, int]) -> str:
    low, high = weights
    return str(low) if low == high else f"{low} {high}"
