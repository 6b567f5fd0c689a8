"""The field: sizes are branches of their own, with how many tables chose each; never two tables."""

from dataclasses import replace

import pytest
from guide_deal import guide_deal
from measured import texts

from overlay.contexts import FieldRows
from producer.compare import compare
from producer.compare.model import Comparison
from producer.stages import field
from producer.stages.moment import DECISION, END, Moment, NotDrawable

CALLED = "turn 5 call 1200; river 5 check; river 3 check"


def kings(ends: tuple[str, ...]) -> Comparison:
    found = compare(guide_deal(ends))
    picks = (pick for pick in found.picks if pick.fork and len(pick.fork.history) == 11)
    return replace(found, picks=tuple(picks)[:1])


def rows(ends: tuple[str, ...], moment: Moment = DECISION) -> FieldRows:
    (shown,) = (each.context for each in field(kings(ends), moment).graphics if each.key == "rows")
    assert isinstance(shown, FieldRows)
    return shown


def raised(*totals: int) -> tuple[str, ...]:
    return tuple(f"turn 5 raise {total}; turn 3 fold" for total in totals)


def test_each_size_is_a_branch() -> None:
    shown = rows((*raised(2400, 4100, 2400), CALLED, CALLED, CALLED))
    assert [(group.forms[0], group.tag, group.count) for group in shown.groups] == [
        ("CALL 12", (), "3 tables"),
        ("RAISE TO 24", (), "2 tables"),
        ("RAISE TO 41", ("MAXIMUM", "ALLOWED"), "1 table"),
    ]


def test_all_tables_with_sizes_of_their_own_still_have_a_branch_each() -> None:
    shown = rows((*raised(2400, 2500, 2600, 3000, 3600), CALLED))
    assert [group.forms[0] for group in shown.groups] == [
        "CALL 12", "RAISE TO 36", "RAISE TO 30", "RAISE TO 26", "RAISE TO 25", "RAISE TO 24",
    ]  # fmt: skip


def test_the_unit_is_in_the_header_and_no_sign_looks_like_the_folds_cross() -> None:
    ends = (*raised(2400), *["turn 5 fold"] * 2, *[CALLED] * 3)
    assert rows(ends, END).head == "BIG BLINDS WON OR LOST"
    said = [text.content for text in texts(field(kings(ends), END))]
    assert not any("×" in each for each in said)


def test_at_the_end_it_says_who_did_best_and_what_each_won() -> None:
    """Four tables win 22 big blinds each, 31 more than the two that folded: 70 in all."""
    ends = (*raised(2400), *["turn 5 fold"] * 2, *[CALLED] * 3)
    shown = rows(ends, END)
    assert (shown.headline, shown.beside) == (
        ("4 TABLES 31 BIG BLINDS AHEAD",), ("OF THE NEXT",),
    )  # fmt: skip
    won = [row.number for group in shown.groups for row in group.rows]
    assert won == ["+22"] * 4 + ["\N{MINUS SIGN}9"] * 2
    assert shown.average == "6-TABLE AVERAGE +11.7"
    assert rows(ends).average == ""
    assert rows(ends).headline == ()


def test_two_tables_are_no_field() -> None:
    deal = guide_deal()
    two = replace(deal, plays=(deal.plays[0], deal.plays[2]), tables=("1", "3"))
    with pytest.raises(NotDrawable, match="only two tables played it"):
        field(compare(two), END)
