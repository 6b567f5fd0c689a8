"""The files from which OBS reads the graphics."""

import re
import resource
from pathlib import Path

import pytest
from PIL import Image

from producer.obs.link.refusals import NotWritten
from producer.obs.scenes.graphics_files import (
    clip_picture_file,
    empty_picture,
    files_of,
    lower_third_file,
    page_file,
    picture_file,
    remove_clip_pictures,
    sweep,
)


def test_the_same_picture_keeps_its_file_and_a_new_one_gets_a_new_name(tmp_path: Path) -> None:
    first = picture_file(tmp_path / "new folder", b"one", None)
    assert picture_file(tmp_path / "new folder", b"one", first) == first
    second = picture_file(tmp_path / "new folder", b"two", first)
    assert second != first
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")
    assert first.is_absolute()


def test_a_picture_whose_file_was_removed_is_written_again(tmp_path: Path) -> None:
    first = picture_file(tmp_path, b"one", None)
    first.unlink()
    again = picture_file(tmp_path, b"one", first)
    assert again != first
    assert again.read_bytes() == b"one"


def test_the_file_name_reveals_nothing_of_the_picture(tmp_path: Path) -> None:
    """The same picture gets two names: the name is not derived from it."""
    names = [picture_file(tmp_path, b"KcKs", None).name for _ in range(2)]
    assert names[0] != names[1]
    assert all(re.fullmatch(r"picture-[0-9a-f]{16}\.png", name) for name in names)


def test_sweep_keeps_the_picture_on_air_and_foreign_files(tmp_path: Path) -> None:
    files = [picture_file(tmp_path, b"x", None) for _ in range(3)]
    other = tmp_path / "somebody's.png"
    other.write_bytes(b"y")
    page = page_file(tmp_path, "http://127.0.0.1:8000/graphics/program")
    sweep(tmp_path, keep=[files[1]])
    assert set(tmp_path.iterdir()) == {files[1], other, page}


def test_each_address_has_its_own_page(tmp_path: Path) -> None:
    one = page_file(tmp_path, "http://127.0.0.1:8000/graphics/program")
    assert page_file(tmp_path, "http://127.0.0.1:8000/graphics/program") == one
    assert page_file(tmp_path, "http://127.0.0.1:8001/graphics/program") != one
    assert '"http://127.0.0.1:8000/graphics/program"' in one.read_text()


def test_an_unchanged_page_is_left_alone_and_a_changed_one_rewritten(
    tmp_path: Path,
) -> None:
    """On a full disk a rewrite would lose it."""
    one = page_file(tmp_path, "http://127.0.0.1:8000/graphics/program")
    before, there = one.stat(), one.read_bytes()
    page_file(tmp_path, "http://127.0.0.1:8000/graphics/program")
    assert (one.stat().st_ino, one.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    one.write_bytes(b"")
    page_file(tmp_path, "http://127.0.0.1:8000/graphics/program")
    assert one.read_bytes() == there


def test_a_write_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "out").write_bytes(b"a file, where the folder should be")
    with pytest.raises(NotWritten, match="out") as page:
        page_file(tmp_path / "out", "http://127.0.0.1:8000/graphics/program")
    assert "set out to another folder" in page.value.hint
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))  # behaves like a full disk
    try:
        with pytest.raises(NotWritten, match=r"picture-\w+\.png: File too large"):
            picture_file(tmp_path, b"x" * 5000, None)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_address_cannot_close_the_script_element(tmp_path: Path) -> None:
    page = page_file(tmp_path, 'http://127.0.0.1/"</script><b>').read_text()
    assert page.count("</script>") == 1


def test_the_picture_that_shows_nothing_is_transparent(tmp_path: Path) -> None:
    for _ in range(2):  # the second time it is there already
        with Image.open(empty_picture(tmp_path)) as picture:
            assert (picture.mode, picture.getextrema()[3]) == ("RGBA", (0, 0))
            assert picture.width * 9 == picture.height * 16, "the shape of the canvas"


def test_a_lower_third_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    picture = picture_file(tmp_path, b"x", None)
    first = lower_third_file(tmp_path, b"one")
    assert re.fullmatch(r"lower-third-[0-9a-f]{16}\.png", first.name)
    second = lower_third_file(tmp_path, b"one")
    assert second != first, "OBS shows a new name at once"
    assert second.read_bytes() == b"one"
    assert set(tmp_path.iterdir()) == {picture, second}


def test_pictures_over_a_clip_are_removed_together(tmp_path: Path) -> None:
    third = lower_third_file(tmp_path, b"one")
    pictures = [clip_picture_file(tmp_path, data) for data in (b"one", b"two")]
    assert [each.read_bytes() for each in pictures] == [b"one", b"two"]
    assert all(re.fullmatch(r"segment-[0-9a-f]{16}\.png", each.name) for each in pictures)
    remove_clip_pictures(tmp_path)
    assert set(tmp_path.iterdir()) == {third}


def test_each_obs_has_a_folder_of_its_own(tmp_path: Path) -> None:
    assert files_of(tmp_path) == tmp_path / "obs"
    assert files_of(tmp_path, "backup") == tmp_path / "obs" / "backup"
