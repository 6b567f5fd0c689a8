"""The strip that machines read comes back from encoded, reduced, cropped and dimmed pictures."""

import io
import random

import av
import cv2
import numpy as np
import numpy.typing as npt
import pytest

from producer.simulate.footage.strip import MOST_FRAMES, read_strip, strip_picture, strip_place

Picture = npt.NDArray[np.uint8]


def _ground(width: int, height: int) -> Picture:
    """Blurred patches, as dark as the table's edge."""
    patches = np.random.default_rng(1).integers(10, 90, (height // 40, width // 40, 3), np.uint8)
    return cv2.resize(patches, (width, height), interpolation=cv2.INTER_CUBIC)


def _with_strip(ground: Picture, table: int, frame: int) -> Picture:
    place = strip_place(ground.shape[1], ground.shape[0])
    drawn = ground.copy()
    rows, columns = slice(place.y, place.y + place.height), slice(place.x, place.x + place.width)
    drawn[rows, columns] = strip_picture(table, frame, place)[..., None]
    return drawn


def _through_h264(pictures: list[Picture], crf: int) -> list[Picture]:
    file = io.BytesIO()
    with av.open(file, "w", format="matroska") as container:
        stream = container.add_stream("libx264", rate=25, options={"crf": str(crf)})
        stream.height, stream.width = pictures[0].shape[:2]
        stream.pix_fmt = "yuv420p"
        for picture in pictures:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())
    file.seek(0)
    with av.open(file) as container:
        return [frame.to_ndarray(format="bgr24") for frame in container.decode(video=0)]


NUMBERS = [(table, random.Random(table).randrange(MOST_FRAMES)) for table in range(1, 11)]


@pytest.mark.parametrize("crf", [20, 32])
@pytest.mark.parametrize(
    ("size", "scales"),
    [((1920, 1080), (1, 0.75, 0.5, 0.4, 1 / 3, 0.25)), ((320, 180), (1, 0.75, 0.5))],
)
def test_every_number_comes_back(
    size: tuple[int, int], scales: tuple[float, ...], crf: int
) -> None:
    ground = _ground(*size)
    pictures = _through_h264([_with_strip(ground, *number) for number in NUMBERS], crf)
    for scale in scales:
        for picture, number in zip(pictures, NUMBERS, strict=True):
            cropped = picture[:, size[0] // 4 : size[0] * 3 // 4]
            seen = cv2.resize(cropped, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            assert read_strip(seen) == number
            assert read_strip(seen // 2) == number, "the side that is not talked about is dimmed"


def test_no_strip_or_half_of_one_is_no_number() -> None:
    ground = _ground(1920, 1080)
    drawn = _with_strip(ground, 4, 1234)
    place = strip_place(1920, 1080)
    assert read_strip(ground) is None
    assert read_strip(drawn[: place.y + place.height // 2]) is None
    assert read_strip(drawn[:, : place.x + place.width - 3 * place.block]) is None


def test_a_bar_of_a_graphic_is_no_strip() -> None:
    """Light bars, framed bars and rows of letters of about the strip's shape."""
    for light in range(0, 29, 2):
        row = [225] * light + [20] * (28 - light)
        for edge in (0, 6):
            bar = np.full((1080, 1920), 30, np.uint8)
            bar[900:950, 700:1180] = 225
            bar[900 + edge : 950 - edge, 700 + edge : 1180 - edge] = 20
            inner = np.repeat(np.array(row, np.uint8), 17)[: 480 - 2 * edge]
            bar[900 + edge : 950 - edge, 700 + edge : 700 + edge + len(inner)] = inner
            for scale in (1, 0.25):
                seen = cv2.resize(bar, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
                assert read_strip(seen) is None


def test_a_block_that_is_the_other_colour_is_noticed() -> None:
    place = strip_place(1920, 1080)
    right = np.pad(strip_picture(4, 1234, place), 8)
    assert read_strip(right) == (4, 1234)
    first = 8 + 2 * place.edge
    for block in range(28):
        wrong = right.copy()
        columns = slice(first + block * place.block, first + (block + 1) * place.block)
        wrong[first:-first, columns] = 245 - wrong[first:-first, columns]
        assert read_strip(wrong) is None


def test_the_strip_is_in_the_middle_of_the_bottom_where_framings_keep_it() -> None:
    place = strip_place(1920, 1080)
    assert (place.block, place.x + place.width / 2) == (16, 960)
    assert place.x >= 640, "three pictures side by side show the middle third"
    assert place.x + place.width <= 1280
    assert place.y + place.height <= 1080 * 0.95


@pytest.mark.parametrize(("table", "frame"), [(0, 1), (16, 1), (1, -1), (1, MOST_FRAMES)])
def test_what_the_strip_has_no_room_for_is_refused(table: int, frame: int) -> None:
    with pytest.raises(ValueError, match="has room"):
        strip_picture(table, frame, strip_place(1920, 1080))
