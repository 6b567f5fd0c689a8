"""Each later change to a deal has its own reason."""

from producer.games.line import Deal, DealKey
from producer.record import Mark
from producer.release.later_changes import changes_since, why_not_counted

CHANGED = Mark(
    review=True,
    reviewed=(12,),
    review_reason="the dealer was asked",
    corrected=1,
    corrected_reason="a wrong name",
    reason="something else",
)


def test_a_review_and_a_correction_each_have_their_own_reason() -> None:
    assert changes_since({}, {"4": CHANGED}) == (
        "table 4: it was corrected (a wrong name)",
        "table 4: it is under review (the dealer was asked)",
    )


def test_the_end_of_a_review_has_the_reason_of_the_end() -> None:
    over = Mark(reviewed=(12,), review_reason="all was right", reason="something else")
    before = Mark(review=True, reviewed=(12,), review_reason="the dealer was asked")
    assert changes_since({"4": before}, {"4": over}) == (
        "table 4: the review is over (all was right)",
    )


def test_a_deal_does_not_count_for_the_reason_of_the_review() -> None:
    deal = Deal(DealKey("day", "A", 7), 1, {}, (), (), ("4",), "ascending", {}, True)
    assert why_not_counted(deal, {"4": CHANGED}) == (
        "Deal 7: hand 12 of table 4 is under review (the dealer was asked)",
    )
