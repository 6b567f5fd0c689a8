"""One table as of a moment: the numbers, the reveal modes, and nothing later in the bytes."""

from dataclasses import replace
from fractions import Fraction

import pytest
from guide_deal import ENDS, GAME, OPENED, guide_deal
from hypothesis import given
from hypothesis import strategies as st
from measured import texts

from overlay.raster import stage_png
from overlay.svg import stage_svg
from producer.compare.equity import ALL_CARDS, THESE_HANDS
from producer.games.cards import DECK, format_card, format_cards
from producer.games.line import Deal
from producer.games.tournament_course import TournamentWinner
from producer.stages.moment import NotDrawable
from producer.stages.samples.deals import ten_deal
from producer.stages.style import Style
from producer.stages.tables.table import percent, pot_parts, table_stage
from producer.stages.tables.table_cut import Reveal, TableSeen, table_seen
from producer.wording.language import language as speak

TURN = "Td5s9h5h"
DEALT = "Qh2d9s3cJhJc6d4cKcKs7s3d"
RIVERS = [format_card(card) for card in DECK if format_card(card) not in TURN + DEALT]
FIRST_ENDS = (
    "turn 5 raise 4100; turn 3 call 4100",
    "turn 5 raise 4100; turn 3 fold",
    "turn 5 call 1200; river 5 check; river 3 check",
    "turn 5 call 1200; river 5 bet 1500; river 3 fold",
    "turn 5 fold",
)


def seats(known: TableSeen) -> dict[int, str]:
    return {seat.seat: format_cards(seat.cards) for seat in known.seats}


def test_before_the_kings_choose() -> None:
    known = table_seen(guide_deal(), "1", 11)
    assert format_cards(known.board) == TURN
    assert (known.pot, known.to_call, known.cap) == (31, 12, 50)
    assert [seat.seat for seat in known.seats] == [5, 4, 3, 2, 1, 6]  # after the button, seat 6
    kings = known.seats[0]
    assert kings.to_act
    assert (kings.left, kings.choice.action if kings.choice else "") == (91, "check")
    jacks = known.seats[2]
    assert jacks.choice is not None
    assert (jacks.choice.action, jacks.choice.to, jacks.left) == ("bet", 12, 79)
    assert known.newest == 3


def test_at_the_end_stacks_hold_what_was_won() -> None:
    known = table_seen(guide_deal(), "1", 13)
    assert format_cards(known.board) == "Td5s9h5h4d"
    assert {seat.seat: (seat.won, seat.left) for seat in known.seats}[5] == (51, 151)
    assert sum(seat.won or 0 for seat in known.seats) == 0
    assert known.newest is None


def test_the_river_of_an_all_in_is_opened_on_request() -> None:
    known = table_seen(guide_deal(), "1", 13, board=4)
    assert format_cards(known.board) == TURN
    assert all(seat.won is None for seat in known.seats)
    assert known.known == ALL_CARDS


@pytest.mark.parametrize(("reveal", "moves", "shown"), [
    ("at once", 0, {1, 2, 3, 4, 5, 6}),
    ("after action", 0, set()),
    ("after action", 2, {3, 2}),
    ("showdown", 12, set()),
    ("showdown", 13, {3, 5}),
    ("end of hand", 12, set()),
    ("end of hand", 13, {1, 2, 3, 4, 5, 6}),
    ("never", 13, set()),
])  # fmt: skip
def test_cards_are_shown_as_the_producer_chose(reveal: Reveal, moves: int, shown: set[int]) -> None:
    held = seats(table_seen(guide_deal(), "1", moves, reveal))
    assert {seat for seat, cards in held.items() if cards} == shown


def test_a_hand_without_showdown_shows_nobodys_cards() -> None:
    """H6: a player need not show when all others have folded."""
    assert set(seats(table_seen(guide_deal(), "2", 13, "showdown")).values()) == {""}


def test_an_all_in_opens_the_hands_at_once() -> None:
    """H6: where no betting can follow, the hands are opened with the board still to come."""
    assert seats(table_seen(guide_deal(), "1", 13, "showdown", board=4))[5] == "KcKs"


def test_masked_opponent_and_equity_go_together() -> None:
    open_, masked = (
        table_seen(guide_deal(), "1", 11, masked=mask) for mask in (frozenset(), frozenset({3}))
    )
    assert seats(masked)[3] == ""
    assert seats(masked)[5] == "KcKs"
    assert open_.known == ALL_CARDS
    assert masked.known == ""
    assert all(seat.equity is None for seat in masked.seats)
    assert seats(table_seen(guide_deal(), "1", 13, masked=frozenset({3})))[3] == "JhJc"


def test_equity_knows_only_the_cards_that_are_shown() -> None:
    """Kings against jacks on Td5s9h5h: of 44 rivers two jacks win; all cards known leave 36.

    The four folded hands hold no jack: two of 36 rivers.
    """
    all_cards = {seat.seat: seat.equity for seat in table_seen(guide_deal(), "1", 11).seats}
    assert all_cards[5] == Fraction(34, 36)
    known = table_seen(guide_deal(), "1", 11, "after action", frozenset({1, 2, 4, 6}))
    assert known.known == THESE_HANDS
    assert {seat.seat: seat.equity for seat in known.seats}[5] == Fraction(42, 44)


def test_side_pots_add_up_to_what_the_plate_says() -> None:
    known = table_seen(ten_deal("plain"), "7", 18)
    assert sum(known.pots) == known.pot
    parts = pot_parts(known.pots, 25_000, Style(chips="short"))
    assert sum(float(result.removesuffix("M")) for _, result in parts) == pytest.approx(10.1)


def test_many_side_pots_are_summed() -> None:
    parts = pot_parts(tuple(map(Fraction, (10, 9, 8, 7, 6))), 0, Style())
    assert parts == [("MAIN", "10"), ("4 SIDE POTS", "30")]


def test_side_pots_with_long_amounts_are_summed() -> None:
    pots = tuple(map(Fraction, (71440, 10557, 51038, 68777)))
    assert [word for word, _ in pot_parts(pots, 0, Style(speak("es")))][1:] == ["LATERAL"] * 3
    parts = pot_parts(pots, 100, Style(speak("es"), "number"))
    assert parts == [("PRINCIPAL", "7.144.000"), ("3 LATERALES", "13.037.200")]


def test_no_per_cent_is_certain_while_cards_are_to_come() -> None:
    shares = [Fraction(*each) for each in ((0, 1), (1, 900), (899, 900), (1, 1), (1, 2))]
    assert [percent(share) for share in shares] == ["0%", "1%", "99%", "100%", "50%"]


REVEALS: list[Reveal] = ["at once", "after action", "end of hand", "showdown", "never"]


@given(
    st.sampled_from(RIVERS),
    st.sampled_from(FIRST_ENDS),
    st.integers(0, 11),
    st.sampled_from(REVEALS),
)
def test_later_cards_and_moves_change_no_byte(
    river: str, end: str, moves: int, reveal: Reveal
) -> None:
    before = table_stage(guide_deal(), "1", moves, reveal)
    after = table_stage(guide_deal((end, *ENDS[1:]), TURN + river), "1", moves, reveal)
    assert after == before
    assert stage_svg(after) == stage_svg(before)


def test_hidden_cards_change_no_byte() -> None:
    """Other hole cards for a masked seat, for seats that have not acted, for all."""
    deal = guide_deal()
    other = replace(deal, cards={**deal.cards, 1: deal.cards[3], 3: deal.cards[1]})
    for reveal, moves, masked in (
        ("never", 11, frozenset()),
        ("at once", 11, frozenset({1, 3})),
        ("after action", 0, frozenset()),
        ("showdown", 11, frozenset()),
    ):
        one, two = (
            stage_svg(table_stage(each, "1", moves, reveal, masked))  # type: ignore[arg-type]
            for each in (deal, other)
        )
        assert one == two, reveal


def test_pixels_of_a_moment_hold_nothing_later() -> None:
    other = guide_deal((FIRST_ENDS[4], *ENDS[1:]), TURN + "Kd")
    assert stage_png(table_stage(guide_deal(), "1", 11)) == stage_png(table_stage(other, "1", 11))


@pytest.mark.parametrize(("table", "moves", "board", "reason"), [
    ("9", 0, None, "table 9 has not played it"),
    ("1", 14, None, "table 1 made 13 moves, not 14"),
    ("1", 11, 5, "5 board cards cannot be open"),
    ("1", 0, 3, "3 board cards cannot be open"),
])  # fmt: skip
def test_an_impossible_moment_is_refused(
    table: str, moves: int, board: int | None, reason: str
) -> None:
    with pytest.raises(NotDrawable, match=reason):
        table_seen(guide_deal(), table, moves, board=board)


def test_the_guide_matches_its_text() -> None:
    assert OPENED.count(";") == 11
    assert GAME.cap == 5000


def table_says(moves: int, deal: Deal | None = None, table: str = "1") -> list[str]:
    return [each.content for each in texts(table_stage(deal or guide_deal(), table, moves))]


def test_the_pot_stands_once_and_the_tab_has_what_to_call() -> None:
    said = table_says(11)
    assert said.count("31") == 1
    assert said[said.index("TO CALL") + 1] == "12 BB"


def test_side_pots_say_whose_they_are() -> None:
    """The queens are all-in for a million, the tens of seat 7 for 1.55, so aces and kings alone
    play for the last pot."""
    known = table_seen(ten_deal("plain"), "7", 18)
    assert known.contenders == ((2, 3, 7, 1), (3, 7, 1), (3, 1))
    assert "CHN, ARG" in table_says(18, ten_deal("plain"), "7")


def test_a_showdown_names_the_hands_and_a_fold_names_none() -> None:
    """Kings and jacks on Td5s9h5h4d: both have two pair."""
    hands = {seat.seat: seat.hand for seat in table_seen(guide_deal(), "1", 13, "showdown").seats}
    assert hands == {1: "", 2: "", 3: "two pair", 4: "", 5: "two pair", 6: ""}
    assert table_says(13).count("two pair") == 2
    assert {seat.hand for seat in table_seen(guide_deal(), "1", 13, board=4).seats} == {""}
    assert {seat.hand for seat in table_seen(guide_deal(), "2", 13).seats} == {""}


def test_the_dealer_has_a_disc_and_chances_say_what_is_known() -> None:
    said = table_says(11)
    assert said.count("D") == 1
    assert "WIN CHANCE: ALL CARDS KNOWN" in said


def test_the_latest_action_keeps_its_amount_and_the_most_allowed_is_not_cut() -> None:
    """At the widest words there are: Spanish, and an all-in of millions."""
    stage = table_stage(guide_deal(), "1", 12, style=Style(speak("es")))
    assert "MÁXIMO PERMITIDO" in [each.content for each in texts(stage)]
    bet = table_stage(guide_deal(), "1", 11, style=Style(speak("es")))
    assert [each.content for each in texts(bet) if each.key == "act"] == ["APUESTA 12"]
    big = table_stage(ten_deal("plain"), "7", 16, style=Style(chips="short"))
    assert [each.content for each in texts(big) if each.key == "act"] == ["ALL-IN 3.5M"]


WINNER = TournamentWinner("B-player", 125_000, "€")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ["B-player", "WINS THE TOURNAMENT", "€125,000"]),
        ("es", ["B-player", "GANA EL TORNEO", "125.000\N{NO-BREAK SPACE}€"]),
        ("el", ["B-player", "ΚΕΡΔΙΖΕΙ ΤΟ ΤΟΥΡΝΟΥΑ", "125.000\N{NO-BREAK SPACE}€"]),
    ],
)
def test_the_end_of_a_tournaments_last_hand_says_who_won_it(code: str, said: list[str]) -> None:
    style = Style(speak(code))
    stage = table_stage(guide_deal(), "1", 13, style=style, winner=WINNER)
    (won,) = [each for each in stage.graphics if each.key == "won"]
    assert [each.content for each in texts(replace(stage, graphics=(won,)))] == said


def test_before_the_end_of_its_last_hand_the_tournament_has_no_winner() -> None:
    """Nor while the river of an all-in is still to come."""
    for moves, board in (*((moves, None) for moves in range(13)), (13, 4)):
        with_it, without = (
            stage_svg(table_stage(guide_deal(), "1", moves, board=board, winner=each))
            for each in (WINNER, None)
        )
        assert with_it == without, moves
