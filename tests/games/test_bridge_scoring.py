"""What bridge contracts are worth, by RULES B and by endplay."""

from itertools import product

import pytest

from producer.games.bridge.contracts import STRAINS, Contract, score
from producer.games.bridge.seats import NORTH, SOUTH, usual_dealer, usual_vulnerability


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "points"),
    [
        # the published table of duplicate scores
        ("1C", 7, False, 70), ("1D", 9, True, 110), ("2S", 8, False, 110), ("1NT", 7, True, 90),
        ("3NT", 9, False, 400), ("3NT", 10, True, 630), ("5C", 11, True, 600),
        ("4H", 10, False, 420), ("6S", 12, False, 980), ("6S", 12, True, 1430),
        ("7NT", 13, False, 1520), ("7NT", 13, True, 2220), ("6D", 12, True, 1370),
        ("2SX", 8, False, 470), ("2SX", 9, True, 870), ("1CX", 7, False, 140),
        ("2HXX", 8, True, 840), ("1NTXX", 8, False, 760), ("1CXX", 9, True, 1030),
        ("4S", 9, False, -50), ("4S", 7, True, -300), ("4SX", 9, False, -100),
        ("4SX", 6, False, -800), ("4SX", 7, True, -800), ("4SXX", 6, True, -2200),
    ],
)  # fmt: skip
def test_contracts(contract: str, tricks: int, vulnerable: bool, points: int) -> None:
    strain = contract[1:].rstrip("X")
    value = Contract(int(contract[0]), strain, contract.count("X"), NORTH)
    assert score(value, tricks, vulnerable=vulnerable) == points


def test_every_contract_and_number_of_tricks_as_endplay_scores_them() -> None:
    types = pytest.importorskip("endplay.types", reason="endplay has no wheels for this Python")
    theirs = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "nt"}
    penalties = (types.Penalty.passed, types.Penalty.doubled, types.Penalty.redoubled)
    for level, strain, doubled, tricks, vulnerable in product(
        range(1, 8), STRAINS, range(3), range(14), (False, True)
    ):
        own = score(Contract(level, strain, doubled, SOUTH), tricks, vulnerable=vulnerable)
        contract = types.Contract(
            level=level, denom=types.Denom[theirs[strain]], declarer=types.Player.south,
            penalty=penalties[doubled], result=tricks - 6 - level,
        )  # fmt: skip
        side = types.Vul.both if vulnerable else types.Vul.none
        assert own == contract.score(side), (level, strain, doubled, tricks, vulnerable)


def test_dealer_and_vulnerability_by_the_number_of_the_board() -> None:
    assert [usual_dealer(board) for board in (1, 2, 3, 4, 5, 16)] == [1, 2, 3, 4, 1, 4]
    assert " ".join(usual_vulnerability(board) for board in range(1, 17)) == (
        "none NS EW both NS EW both none EW both none NS both none NS EW"
    )
    assert usual_vulnerability(18) == "NS"
