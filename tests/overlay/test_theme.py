"""Themes: what a file must hold, what is checked of it, and messages that say what to mend."""

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from overlay.resources import resource
from overlay.texts.fonts import FAMILY, face_for, font_file, other_font_file
from overlay.themes.oklab import contrast
from overlay.themes.theme import BadTheme, load_theme, themes
from overlay.themes.theme_check import CONTRASTS, check_theme

EACH = pytest.mark.parametrize("name", themes())
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><path d="M0 0H200V100Z"/>'


def written(folder: Path, text: str, name: str = "mine.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def complaints(folder: Path, text: str) -> str:
    """All that is wrong with a theme, be it a fault of the file or a finding of the check."""
    try:
        return "\n".join(map(str, check_theme(load_theme(written(folder, text)))))
    except BadTheme as error:
        return str(error)


@EACH
def test_themes_of_the_product_are_without_findings(name: str) -> None:
    assert check_theme(load_theme(name)) == ()


def test_there_are_a_dark_and_a_light_one() -> None:
    assert themes() == ("dark", "light")
    dark, light = map(load_theme, themes())
    assert contrast(dark.plate, "#000000") < 1.3
    assert contrast(light.plate, "#FFFFFF") < 1.3


@EACH
def test_texts_have_the_contrast_that_the_look_asks_for(name: str) -> None:
    """4.5 to 1 for every text, coloured suits on white too; 3 to 1 for shapes."""
    theme = load_theme(name)
    for over, under, least, _ in CONTRASTS:
        assert contrast(getattr(theme, over), getattr(theme, under)) >= least, (over, under)
    read = {(over, under) for over, under, least, _ in CONTRASTS if least == 4.5}
    assert read >= {("text", "plate"), ("on_strong", "strong"), ("hearts", "paper")}


@EACH
def test_a_theme_of_the_product_is_complete_without_a_base(name: str) -> None:
    text = (resource("themes") / f"{name}.toml").read_text(encoding="utf-8")
    assert "base" not in text


def test_a_few_lines_on_a_base_are_a_theme(tmp_path: Path) -> None:
    mine = load_theme(written(tmp_path, 'base = "light"\n[cards]\ndeck = "two"\n'))
    light = load_theme("light")
    assert (mine.name, mine.deck, mine.plate) == ("mine", "two", light.plate)
    assert mine.suits == {
        "c": light.spades, "d": light.hearts, "h": light.hearts, "s": light.spades,
    }  # fmt: skip
    assert len(set(light.suits.values())) == 4


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[colours]\nplate = "#000000"', r"mine.toml: \[colours\] gold: missing; write it as in"),
        ('base = "dark"\n[colours]\ngold = "yellow"', r"gold: 'yellow' is not valid here; write a"),
        ('base = "dark"\n[colours]\nglod = "#FFC93C"', r"\[colours\] glod: is unknown; did you me"),
        ('base = "dark"\n[colour]\ngold = "#FFC93C"', r"\[colour\]: is unknown; did you mean colo"),
        ('base = "dark"\ncolours = 3', r"colours: must be a table; write \[colours\]"),
        ('base = "neon"', "^[^\n]*there is no theme 'neon' to build on; write one of dark, light$"),
        ('base = "dark"\n[cards]\ndeck = "six"', 'deck: \'six\' is not valid here; write "four"'),
        ('base = "dark"\n[teams]\nreserved = "#FFFFFF"', r"reserved: .*write colours as \["),
        ("[colours\ngold = 1", r"mine.toml: is not valid TOML: .*line 1.*; correct that line"),
        ('base = "dark"\n[type]\nfamily = "Comic Sans"', "no installed package has 'Comic Sans';"),
        ('base = "dark"\n[type]\nfiles = ["no.ttf"]', r"\[type\] files: .*no.ttf cannot be read"),
        ('base = "dark"\n[type]\nfiles = ["mine.toml"]', "not a TrueType or OpenType font: co"),
        ('base = "dark"\n[type]\nsize = "big"', r"\[type\] size: 'big'.*write a number"),
        ('base = "dark"\n[logo]\nfile = "no.svg"\nground = "#FFFFFF"', "no.svg cannot be read"),
        ('base = "dark"\n[logo]\nfile = "no.svg"', r"\[logo\] ground: missing; write a colour"),
    ],
)  # fmt: skip
def test_a_faulty_file_is_refused_with_place_reason_and_fix(
    tmp_path: Path, text: str, reason: str
) -> None:
    with pytest.raises(BadTheme, match=reason):
        load_theme(written(tmp_path, text))


def test_all_missing_keys_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(BadTheme) as caught:
        load_theme(written(tmp_path, ""))
    assert len(caught.value.findings) == 24


def test_a_missing_theme_says_which_there_are() -> None:
    with pytest.raises(BadTheme, match=r"neon: there is no such file; .* dark, light"):
        load_theme("neon")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[colours]\nmuted = "#44567A"', r"muted: #44567A on plate #0B1322 has a contrast of 2.5"),
        ('[colours]\ngold = "#3A4A20"', r"gold: #3A4A20 on given .* and needs 4.5 .SAME CARDS"),
        ('[colours]\nstrong = "#101A30"', r"strong: #101A30 is too close to plate #0B1322"),
        ('[colours]\ntext = "#FFC940"', r"text: #FFC940 is too close to gold #FFC93C"),
        ('[cards]\nclubs = "#101A26"', r"clubs: #101A26 is too close to spades #101626"),
        ('[teams]\nneutral = "#E03040"', r"neutral: #E03040 is too close to the reserved #E5263A"),
        ('[teams]\nreserved = ["#E5263A", "#1FA35B", "#3E8EFF", "#B277FF"]',
         r"reserved: gold and the reserved colours leave only \d"),
        ("[type]\nsize = 0.8\nfamily = \"Rubik\"", "letters look like 26 pixels, and 32 is"),
        ('[type]\nsize = 1.4\nfamily = "Rubik"', r"size: 1.40 does not fit the plates; write 1.1"),
    ],
)  # fmt: skip
def test_faults_that_would_show_on_air_are_found(tmp_path: Path, text: str, reason: str) -> None:
    assert re.search(reason, complaints(tmp_path, f'base = "dark"\n{text}'))


def test_fonts_beside_the_theme_are_scaled_to_the_built_in_height(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    shutil.copy(other_font_file(), tmp_path / "fonts" / "mine.ttf")
    theme = load_theme(written(tmp_path, 'base = "dark"\n[type]\nfiles = ["fonts/mine.ttf"]'))
    assert theme.face.family == "Rubik"
    assert theme.face.size == pytest.approx(0.689 / 0.7, abs=0.01)
    assert theme.face.files[0].weights == (300, 900)
    assert tmp_path / "fonts" / "mine.ttf" in theme.sources
    assert face_for("Ana", theme.face) is theme.face
    assert face_for("Ελλάδα", theme.face).family == FAMILY
    lacking = [found for found in check_theme(theme) if "does not have" in found.reason]
    assert [found.grave for found in lacking] == [False]


def test_fonts_without_a_bold_are_found(tmp_path: Path) -> None:
    shutil.copy(font_file(500), tmp_path / "mine.ttf")
    text = 'base = "dark"\n[type]\nfiles = ["mine.ttf"]'
    assert "has only the weights 500" in complaints(tmp_path, text)


def test_files_of_two_families_are_refused(tmp_path: Path) -> None:
    shutil.copy(font_file(500), tmp_path / "one.ttf")
    shutil.copy(other_font_file(), tmp_path / "other.ttf")
    text = 'base = "dark"\n[type]\nfiles = ["one.ttf", "other.ttf"]'
    assert "several families, Fira Sans Condensed and Rubik" in complaints(tmp_path, text)


def test_a_family_may_come_from_a_package(tmp_path: Path) -> None:
    theme = load_theme(written(tmp_path, 'base = "dark"\n[type]\nfamily = "Rubik"'))
    assert [file.path for file in theme.face.files] == [other_font_file()]


LOGO = 'base = "dark"\n[logo]\nfile = "logo"\nground = "#ffffff"'


def test_a_logo_is_a_png_or_an_svg(tmp_path: Path) -> None:
    Image.new("RGBA", (300, 100), "#7B2FBF").save(tmp_path / "logo", "PNG")
    theme = load_theme(written(tmp_path, LOGO))
    assert theme.logo is not None
    assert (theme.logo.aspect, theme.logo.ground) == (3, "#FFFFFF")
    assert theme.logo.href.startswith("data:image/png;base64,iVBOR")
    (tmp_path / "logo").write_text(SVG + "</svg>", encoding="utf-8")
    theme = load_theme(written(tmp_path, LOGO, "other.toml"))
    assert theme.logo is not None
    assert theme.logo.aspect == 2
    assert theme.logo.href.startswith("data:image/svg+xml;base64,")


@pytest.mark.parametrize(
    ("logo", "reason"),
    [
        (SVG, "is not a PNG, JPEG or SVG"),
        (SVG + "<script/></svg>", "contains <script>; export it as plain SVG"),
        (
            SVG + "<text>OPEN</text></svg>",
            "contains text; convert it to paths",
        ),
        (SVG + '<image href="https://example.org/a.png"/></svg>', "links to https://example.org/a"),
        (SVG.replace('viewBox="0 0 200 100"', "") + "</svg>", "has no size; give it a viewBox"),
        (
            SVG.replace("200 100", "2000 100") + "</svg>",
            "is 20.0 times as wide as it is high; c",
        ),
        (SVG + "<!--" + 200_000 * "x" + "--></svg>", "bytes; make it smaller than 200,000"),
        ("\x89PNG", "is not a PNG, JPEG or SVG"),
    ],
)
def test_an_unusable_logo_is_refused(tmp_path: Path, logo: str, reason: str) -> None:
    (tmp_path / "logo").write_text(logo, encoding="utf-8")
    assert reason in complaints(tmp_path, LOGO)
