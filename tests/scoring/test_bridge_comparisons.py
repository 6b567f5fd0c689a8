"""What a difference between tables of a board is worth, by the published table (RULES B3, B4)."""

from producer.scoring.comparisons import butler, cross_imps, imps, matchpoints


def test_the_imps_of_every_difference() -> None:
    """The bounds of the table in RULES B3, both ends of every row."""
    rows = [
        (0, 10), (20, 40), (50, 80), (90, 120), (130, 160), (170, 210), (220, 260), (270, 310),
        (320, 360), (370, 420), (430, 490), (500, 590), (600, 740), (750, 890), (900, 1090),
        (1100, 1290), (1300, 1490), (1500, 1740), (1750, 1990), (2000, 2240), (2250, 2490),
        (2500, 2990), (3000, 3490), (3500, 3990), (4000, 7600),
    ]  # fmt: skip
    for worth, (least, most) in enumerate(rows):
        assert [imps(least), imps(most), imps(-least), imps(-most)] == [
            worth, worth, -worth, -worth,
        ]  # fmt: skip


def test_pairs_are_compared_with_every_other_table() -> None:
    scores = {"1": 620, "2": 650, "3": -100, "4": 620}
    assert matchpoints(scores) == {"1": 3, "2": 6, "3": 0, "4": 3}
    assert sum(matchpoints(scores).values()) == 4 * 3
    # 620 against 650, -100 and 620: -1, 12 and 0
    assert cross_imps(scores)["1"] * 3 == -1 + 12 + 0
    assert sum(cross_imps(scores).values()) == 0
    # the mean is 447.5, the datum 450: 170, 200, -550, 170
    assert butler(scores) == {"1": 5, "2": 5, "3": -11, "4": 5}
