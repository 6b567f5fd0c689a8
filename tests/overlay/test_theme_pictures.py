"""Flags, photos, sponsors and the logo of a theme: which are refused with a reason, and what of the
others is on air."""

import base64
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from overlay.themes.theme import BadTheme, Theme, load_theme
from overlay.themes.theme_pictures import Territory

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 100">{}</svg>'
CIRCLE = SVG.format('<circle cx="75" cy="50" r="40" fill="#FFFFFF"/>')
SPONSOR = '[sponsors]\nAcme = { file = "a", ground = "#FFFFFF" }'


def portrait(width: int = 600, height: int = 800, mode: str = "RGB") -> Image.Image:
    """A red head in the upper middle, on green."""
    image = Image.new(mode, (width, height), "#208040")
    middle, high = width / 2, height * 0.3
    ImageDraw.Draw(image).ellipse(
        (middle - width / 6, high - width / 6, middle + width / 6, high + width / 6), "#C02020"
    )
    return image


def saved(path: Path, kind: str, image: Image.Image, **options: object) -> None:
    image.save(path, kind, **options)


def theme_with(folder: Path, text: str) -> Theme:
    (folder / "mine.toml").write_text(f'base = "dark"\n{text}', encoding="utf-8")
    return load_theme(str(folder / "mine.toml"))


def decoded(href: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(href.partition(",")[2]))).convert("RGB")


def animated(path: Path) -> None:
    frames = [portrait(), portrait(mode="RGB").rotate(90)]
    frames[0].save(path, "PNG", save_all=True, append_images=frames[1:])


def cut_short(path: Path) -> None:
    saved(path, "JPEG", portrait())
    path.write_bytes(path.read_bytes()[:3000])


DRAWINGS = ("moving", "loading", "nothing")
BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "broken": (cut_short, "a is damaged; export it again"),
    "empty": (
        lambda path: path.write_bytes(b""),
        "a is not a PNG(, JPEG or SVG| or JPEG); export it as one",
    ),
    "text": (lambda path: path.write_bytes(b"\x89PNG\r\n"), "a is not a PNG"),
    "gif": (lambda path: saved(path, "GIF", portrait()), "a is a GIF; export it as PNG"),
    "webp": (lambda path: saved(path, "WEBP", portrait()), "a is a WEBP; export it as PNG"),
    "animated": (animated, "a is animated; export one frame"),
    "small": (
        lambda path: saved(path, "PNG", portrait(40, 50)),
        r"a is 40 x 50 pixels and would be blurred; give one of at least \d+ x \d+",
    ),
    "transparent": (
        lambda path: saved(path, "PNG", Image.new("RGBA", (600, 800))),
        "a is transparent; export it with its contents",
    ),
    "wide": (
        lambda path: saved(path, "PNG", portrait(4000, 300)),
        "a is 13.3 times as wide as it is high; crop it",
    ),
    "missing": (lambda _: None, "a cannot be read .*; give a path relative to the theme's folder"),
    "large": (lambda path: path.write_bytes(bytes(10_000_001)), "a has more than 10,000,000 bytes"),
    "moving": (
        lambda path: path.write_text(SVG.format('<rect width="9" height="9"><animate/></rect>')),
        "a is animated; export one frame",
    ),
    "loading": (
        lambda path: path.write_text(SVG.format('<rect style="fill:url(http://a.b/c)"/>')),
        "a loads something from elsewhere; embed it",
    ),
    "nothing": (lambda path: path.write_text(SVG.format("")), "a is transparent; export it with"),
}
TABLES = {
    "flags": '[flags]\nCHN = "a"',
    "photos": '[photos]\n"Li Na" = "a"',
    "sponsors": SPONSOR,
    "logo": '[logo]\nfile = "a"\nground = "#FFFFFF"',
}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_picture_is_refused_with_its_place_and_reason(
    tmp_path: Path, table: str, kind: str
) -> None:
    make, reason = BAD[kind]
    make(tmp_path / "a")
    if table == "photos" and kind in DRAWINGS:
        reason = "a is not a PNG or JPEG; export it as one"
    with pytest.raises(BadTheme, match=reason) as refused:
        theme_with(tmp_path, TABLES[table])
    (finding,) = refused.value.findings
    assert finding.key.startswith(f"[{table}]")


@pytest.mark.parametrize("table", TABLES)
def test_no_picture_is_read_from_outside_the_folder(tmp_path: Path, table: str) -> None:
    inside = tmp_path / "show"
    inside.mkdir()
    saved(tmp_path / "secret", "PNG", portrait())
    for path in ("../secret", str(tmp_path / "secret"), "link"):
        if path == "link":
            (inside / "link").symlink_to(tmp_path / "secret")
        with pytest.raises(BadTheme, match="is outside the theme's folder; copy it there"):
            theme_with(inside, TABLES[table].replace('"a"', f'"{path}"'))


@pytest.mark.parametrize(
    ("ground", "table"), [("#0B1322", "flags"), ("#FFFFFF", "sponsors"), ("#FFFFFF", "logo")]
)
def test_a_picture_in_the_colour_of_its_ground_is_refused(
    tmp_path: Path, ground: str, table: str
) -> None:
    saved(tmp_path / "a", "PNG", Image.new("RGB", (300, 200), ground))
    with pytest.raises(BadTheme, match=f"a shows nothing on {ground}"):
        theme_with(tmp_path, TABLES[table])


def test_a_photo_of_one_colour_is_refused(tmp_path: Path) -> None:
    saved(tmp_path / "a", "JPEG", Image.new("RGB", (300, 400), "#FF0000"))
    with pytest.raises(BadTheme, match="a shows nothing"):
        theme_with(tmp_path, TABLES["photos"])


@pytest.mark.parametrize(
    ("sponsor", "reason"),
    [
        ('"a"', r"\[sponsors\] Acme: file or ground is missing; write \{ file"),
        ('{ file = "a" }', "file or ground is missing"),
        ('{ file = "a", ground = "white" }', "ground 'white' is no colour; write a colour as"),
        ('{ file = 3, ground = "#FFFFFF" }', "3 is no file; write a path"),
        ('{ file = "a", ground = "#FFFFFF", size = 3 }', "size is unknown; use file, ground and"),
        (
            '{ file = "a", ground = "#FFFFFF", place = "top left" }',
            "there is no place 'top left'; write one of bottom left, bottom middle, bottom right",
        ),
    ],
)
def test_a_faulty_sponsor_is_refused(tmp_path: Path, sponsor: str, reason: str) -> None:
    with pytest.raises(BadTheme, match=reason):
        theme_with(tmp_path, f"[sponsors]\nAcme = {sponsor}")


@pytest.mark.parametrize(
    ("territory", "reason"),
    [
        ("{}", r"\[territories\] GR: a territory has no values; write \{ age"),
        ('{ age = "18" }', "age '18' is no age mark; write it as"),
        ('{ notice = " " }', "notice ' ' is no text; write text in quotes, or leave it out"),
        ("{ notice = 18 }", "notice 18 is no text"),
        ('{ sponsor = "Acme" }', r"there is no sponsor 'Acme'; add it to \[sponsors\]"),
        ('{ colour = "red" }', "colour is unknown; use sponsor, age and notice"),
        (
            '{ age = "21+", notice = "Ο τζόγος μπορεί να γίνει εθισμός: παίξε υπεύθυνα πάντα" }',
            "the notice does not fit 2 lines of its corner; shorten it",
        ),
        ('{ notice = "begambleaware.example/play/safely" }', "does not fit 3 lines of its corner"),
    ],
)
def test_a_faulty_territory_is_refused(tmp_path: Path, territory: str, reason: str) -> None:
    with pytest.raises(BadTheme, match=reason):
        theme_with(tmp_path, f"[territories]\nGR = {territory}")


def test_the_name_of_a_territory_is_for_an_address(tmp_path: Path) -> None:
    with pytest.raises(BadTheme, match="'Great Britain' is not for an address"):
        theme_with(tmp_path, '[territories]\n"Great Britain" = { age = "18+" }')


def test_a_territory_has_a_sponsor_of_the_theme_in_any_order_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(SVG.format('<circle r="40" cx="75" cy="50" fill="#7B2FBF"/>'))
    text = '[territories]\nES = { sponsor = "Acme", age = "18+", notice = "Juega  con\\n cabeza" }'
    read = theme_with(tmp_path, f"{text}\n{SPONSOR}").pictures
    assert read.territories["ES"] == Territory(read.sponsors["Acme"], "18+", "Juega con cabeza")


def test_all_refused_pictures_are_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadTheme) as refused:
        theme_with(tmp_path, '[flags]\nCHN = "a"\nBRA = 3\n[photos]\n"Ana Reis" = "b"')
    assert [finding.key for finding in refused.value.findings] == [
        "[flags] CHN", "[flags] BRA", "[photos] Ana Reis",
    ]  # fmt: skip


def test_a_photo_is_cropped_upright_with_the_head_in_the_middle(tmp_path: Path) -> None:
    lying = portrait().rotate(90, expand=True)
    exif = Image.Exif()
    exif[0x0112] = 6  # turn clockwise to see it upright
    saved(tmp_path / "a", "JPEG", lying, exif=exif.tobytes())
    photo = theme_with(tmp_path, TABLES["photos"]).pictures.photos["Li Na"]
    shown = decoded(photo.href)
    assert (shown.size, photo.aspect) == ((416, 520), 0.8)
    middle, corner = shown.getpixel((208, 160)), shown.getpixel((10, 500))
    assert isinstance(middle, tuple)
    assert isinstance(corner, tuple)
    assert middle[:3] == pytest.approx((0xC0, 0x20, 0x20), abs=12)
    assert corner[:3] == pytest.approx((0x20, 0x80, 0x40), abs=12)


def test_a_cut_out_photo_stands_on_the_plate(tmp_path: Path) -> None:
    cut_out = Image.new("RGBA", (600, 800))
    ImageDraw.Draw(cut_out).ellipse((200, 100, 400, 400), "#C02020")
    saved(tmp_path / "a", "PNG", cut_out)
    photo = theme_with(tmp_path, TABLES["photos"]).pictures.photos["Li Na"]
    assert decoded(photo.href).getpixel((5, 5)) == pytest.approx((0x0B, 0x13, 0x22), abs=6)


def test_a_large_photo_is_embedded_small(tmp_path: Path) -> None:
    saved(tmp_path / "a", "JPEG", portrait(4000, 5000), quality=95)
    photo = theme_with(tmp_path, TABLES["photos"]).pictures.photos["Li Na"]
    assert len(photo.href) < 150_000


def test_the_files_of_pictures_are_watched(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(CIRCLE)
    for table in ("flags", "sponsors"):
        text = TABLES[table].replace("#FFFFFF", "#000000")
        assert tmp_path / "a" in theme_with(tmp_path, text).sources
