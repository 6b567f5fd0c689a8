"""The commentators' sheet of bridge: auctions, tricks and where two tables part."""

from producer.compare import compare
from producer.stages.bridge.panel_sheet import parting_trick, table_sheet, turn_words
from producer.stages.comparisons.branches import decision_point
from producer.stages.drawings import in_its_game
from producer.stages.samples.deals import bridge_deal, bridge_play
from producer.stages.style import PLAIN
from tests.bridge_boards import board

ROOMS = ("Open", "Closed")


def test_tricks_are_read_with_their_leader_their_winner_and_the_count() -> None:
    """The king of diamonds wins the ten that West led, the king of spades draws trumps; then the
    queen of clubs and the ace win (RULES B2). The file has four tricks and a claim of twelve."""
    found = compare(bridge_play("plain"))
    style = in_its_game(PLAIN, found)
    sheet = table_sheet(found, decision_point(found), "Closed", None, None, style)
    assert [(trick.number, trick.leader, trick.won) for trick in sheet.tricks] == [
        (1, "W", "1–0"), (2, "S", "2–0"), (3, "S", "3–0"), (4, "N", "4–0"),
    ]  # fmt: skip
    wins = [next(each.card for each in trick.cards if each.wins) for trick in sheet.tricks]
    assert [card.text + card.suit for card in wins] == ["Kd", "Ks", "Qc", "Ac"]
    assert sheet.claim == "claim: 12 tricks for declarer"
    assert (sheet.contract.text, sheet.contract.suit, sheet.by) == ("7", "s", "by South")


def test_a_sheet_ends_where_the_moment_does() -> None:
    found = compare(bridge_play("plain"))
    point, style = decision_point(found), in_its_game(PLAIN, found)
    made = point.at["Open"]
    sheet = table_sheet(found, point, "Open", made, None, style)
    cards = sum(len(trick.cards) for trick in sheet.tricks)
    calls = sum(bool(call.said.text) for row in sheet.calls for call in row)
    assert cards + calls == made
    assert sheet.claim == ""


def test_where_the_play_turned() -> None:
    """Six and four spades make twelve tricks in both rooms; the grand slams are level until one
    claims thirteen, the other twelve. Hearts and spades are other contracts."""
    same, claimed = compare(bridge_deal("plain")), compare(bridge_play("plain"))
    other = compare(board("1S p 4S p p p, 10", "1S 2H p 4H p p p, 10"))
    assert [
        turn_words(found, pair, in_its_game(PLAIN, found))
        for found, pair in ((same, ROOMS), (claimed, ROOMS), (other, ("1", "2")))
    ] == [
        "Declarer took 12 tricks at both tables.",
        "Level after trick 4: the tables part in what was played or claimed after it.",
        "The tables parted in the auction: their contracts differ.",
    ]
    assert parting_trick(claimed, ROOMS) is None
