"""The themes that pages can be drawn in, and their fonts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from fastapi import Query
from starlette.responses import FileResponse, Response

from overlay.resources import resource
from overlay.texts.fonts import FAMILY, OTHER_FAMILY, FontFace, further_faces
from overlay.themes.theme import BadTheme, Theme, load_theme, themes
from producer.web.access.roles import ANYBODY
from producer.web.access.router import Routes
from producer.web.ops.errors import NO_SUCH_PAGE, Refusal
from producer.web.services import Injected

FORMATS = {".otf": "font/otf"}
ThemeName = Annotated[str, Query(max_length=60)]

routes = Routes()


def offered(own: Theme) -> Mapping[str, str]:
    """What loads each theme, by name: the product's themes, and ``own`` of the settings."""
    names = {name: name for name in themes()}
    if own.sources[0].parent != resource("themes"):
        name = f"{own.name} (set)" if own.name in names else own.name
        names[name] = str(own.sources[0])
    return names


def theme_named(name: str, own: Theme) -> Theme:
    """The theme as its file is now, ``own`` without a name. Raises BadTheme, and Refusal for one
    that is not offered."""
    themes_offered = offered(own)
    if name and name not in themes_offered:
        raise Refusal(404, f"There is no theme {name}.", f"There is {', '.join(themes_offered)}.")
    return load_theme(themes_offered[name]) if name else own


@routes.get("/fonts/theme.css", roles=ANYBODY)
def sheet(services: Injected, theme: ThemeName = "") -> Response:
    own = style_sheet(_face(theme, services.style.theme), theme)
    return Response("\n".join([own, *further_sheets()]).strip(), media_type="text/css")


@routes.get("/fonts/theme/{place}", roles=ANYBODY)
def file(services: Injected, place: int, theme: ThemeName = "") -> FileResponse:
    return _file(_face(theme, services.style.theme), place)


@routes.get("/fonts/further/{number}/{place}", roles=ANYBODY)
def further(number: int, place: int) -> FileResponse:
    faces = further_faces()
    if not 0 <= number < len(faces):
        raise Refusal(404, *NO_SUCH_PAGE)
    return _file(faces[number], place)


def _face(name: str, own: Theme) -> FontFace:
    try:
        return theme_named(name, own).face
    except BadTheme as error:
        raise Refusal(409, str(error), "Correct the theme and save it.") from error


def _file(face: FontFace, place: int) -> FileResponse:
    if not 0 <= place < len(face.files):
        raise Refusal(404, *NO_SUCH_PAGE)
    path = face.files[place].path
    return FileResponse(path, media_type=FORMATS.get(path.suffix.lower(), "font/ttf"))


def style_sheet(face: FontFace, theme: str = "") -> str:
    """The CSS that loads a face, empty for one that every page has."""
    if face.family in (FAMILY, OTHER_FAMILY):
        return ""
    query = f"?theme={theme}" if theme else ""
    return _rules(face, "/fonts/theme", query)


def further_sheets() -> Iterator[str]:
    """The CSS that loads the faces installed for further alphabets."""
    for number, face in enumerate(further_faces()):
        yield _rules(face, f"/fonts/further/{number}")


def _rules(face: FontFace, folder: str, query: str = "") -> str:
    return "\n".join(
        f'@font-face {{ font-family: "{face.family}"; font-weight: {_weights(file.weights)}; '
        f'font-display: block; src: url("{folder}/{place}{query}"); }}'
        for place, file in enumerate(face.files)
    )


def _weights(weights: tuple[int, int]) -> str:
    low, high = weights
    return str(low) if low == high else f"{low} {high}"
