"""Nothing of a sealed deal leaves by any way, to anybody who may not know it (RULES P11)."""

from pathlib import Path

import pytest
from effort import counts
from hunter import Hunt, hunt, walk
from worlds import plan, play_most, step


@pytest.mark.parametrize("seed", range(1, counts(3, 60)))
def test_p11_a_record_with_sealed_deals_looks_like_one_without_them(
    tmp_path: Path, seed: int
) -> None:
    found = hunt(seed, counts(3, 25), tmp_path)
    assert found.leaks == []
    assert found.asked > 100


@pytest.mark.parametrize("seed", range(2, counts(3, 16)))
def test_p11_holds_for_a_rundown_with_segments_of_deals_sealed_again(
    tmp_path: Path, seed: int
) -> None:
    found = Hunt()
    walk(found, seed, [play_most, plan, *[step] * counts(0, 24)], tmp_path)
    assert found.leaks == []
    assert found.asked > 100


@pytest.mark.parametrize("seed", range(1, counts(2, 15)))
def test_p11_holds_for_open_face_chinese(tmp_path: Path, seed: int) -> None:
    """After the first deals have been played at all tables, and others at some."""
    found = Hunt()
    walk(found, seed, [play_most, *[step] * counts(0, 24)], tmp_path, game="open-face")
    assert found.leaks == []
    assert found.asked > 100


@pytest.mark.parametrize("seed", range(2, counts(3, 16)))
def test_p11_holds_for_a_table_of_bots_that_has_played_before_everybody(
    tmp_path: Path, seed: int
) -> None:
    """A reference of all boards (RULES B5) is there before any of the people's tables begins."""
    found = Hunt()
    walk(found, seed, [play_most, *[step] * counts(0, 24)], tmp_path, game="bridge")
    assert found.leaks == []
    assert found.asked > 100
