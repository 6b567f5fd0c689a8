"""Open-face Chinese before the table cameras: cards come face down and are set in three rows."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from producer.cli.simulate import simulate
from producer.events import RecordingAddedEvent, parse_event
from producer.games.cards import Cards
from producer.games.ofc.rows import Rows, is_foul, placement
from producer.simulate import session_events
from producer.simulate.footage.camera import cels_of, sounds_of
from producer.simulate.footage.cels import Cel
from producer.simulate.footage.choice import best_deals
from producer.simulate.footage.pieces import CardBack, CardFace, NamePlate
from producer.simulate.footage.places import ROW_CARD, row_places_of
from producer.simulate.footage.reels import Reel, reels_of
from producer.simulate.session import SimulatedPlay, simulated_play
from producer.simulate.table_hands import PlacedHand

RATE = Fraction(25)


@pytest.fixture(scope="module")
def play() -> SimulatedPlay:
    return simulated_play(2, 3, tables=3, game="open-face")


def _hand(reel: Reel) -> PlacedHand:
    hand, _ = reel.hands[0]
    assert isinstance(hand, PlacedHand)
    return hand


def _lying(cels: list[Cel], frame: int) -> list[Cel]:
    return [cel for cel in cels if cel.first <= frame < cel.last]


def test_the_hands_filmed_are_those_that_the_session_sends(play: SimulatedPlay) -> None:
    sent = list(session_events(2, 3, tables=3, game="open-face"))
    for table in play.tables:
        happened = [entry for hand in play.hands[table.name] for _, entry in hand.happened]
        assert happened == [event.data for event in sent if event.table == table.name]
    assert set(best_deals(play)) == {1, 2}


def test_a_card_is_face_up_from_the_frame_of_its_placement_and_never_before(
    play: SimulatedPlay,
) -> None:
    for reel in reels_of(play, {1}, RATE):
        cels, hand, (true,) = cels_of(reel), _hand(reel), reel.true_hands()
        placed: set[int] = set()
        for move, moment in zip(hand.line, true.moves, strict=True):
            assert _faces(cels, moment.frame - 1) == placed
            own = [card for cards in placement(str(move.detail)).values() for card in cards]
            assert _faces(cels, moment.frame) > placed
            placed |= set(own)
            assert _faces(cels, moment.frame + 30) == placed
            assert len(_backs(cels, moment.frame - 1)) >= len(own), "they lay there face down"
        assert _faces(cels, true.finished.frame + 75) == placed == _all(hand.deck.cards)
        assert _faces(cels, reel.frames[-1]) == set(), "the dealer has gathered them"


def _faces(cels: list[Cel], frame: int) -> set[int]:
    return {cel.piece.card for cel in _lying(cels, frame) if isinstance(cel.piece, CardFace)}


def _backs(cels: list[Cel], frame: int) -> list[Cel]:
    return [cel for cel in _lying(cels, frame) if isinstance(cel.piece, CardBack)]


def _all(cards: Mapping[int, Cards]) -> set[int]:
    return {card for own in cards.values() for card in own}


def test_every_card_ends_in_the_row_that_its_player_chose(play: SimulatedPlay) -> None:
    for reel in reels_of(play, {2}, RATE):
        hand, (true,) = _hand(reel), reel.true_hands()
        lying = {
            cel.piece.card: cel.at
            for cel in _lying(cels_of(reel), true.finished.frame - 1)
            if isinstance(cel.piece, CardFace)
        }
        places = row_places_of(reel.players, "descending")
        for move in hand.line:
            for row, cards in placement(str(move.detail)).items():
                assert {lying[card] for card in cards} <= set(places[move.seat].rows[row])
        assert len(set(lying.values())) == len(lying), "no two cards in one place"


def test_the_player_to_act_is_marked(play: SimulatedPlay) -> None:
    reel = reels_of(play, {1}, RATE)[0]
    cels, (true,) = cels_of(reel), reel.true_hands()
    for move, moment in zip(_hand(reel).line, true.moves, strict=True):
        plates = [
            cel.piece
            for cel in _lying(cels, moment.frame - 1)
            if isinstance(cel.piece, NamePlate) and cel.piece.state == "acting"
        ]
        assert [plate.name for plate in plates] == [reel.players[move.seat].name]


def test_who_has_fouled_is_greyed_at_the_end(play: SimulatedPlay) -> None:
    fouls = 0
    for reel in reels_of(play, {1, 2}, RATE):
        cels = cels_of(reel)
        for (hand, _), true in zip(reel.hands, reel.true_hands(), strict=True):
            assert isinstance(hand, PlacedHand)
            rows = dict.fromkeys(reel.players, Rows())
            for move in hand.line:
                rows[move.seat] = rows[move.seat].with_cards(placement(str(move.detail)))
            out = {
                cel.piece.name
                for cel in _lying(cels, true.finished.frame)
                if isinstance(cel.piece, NamePlate) and cel.piece.state == "out"
            }
            fouled = {seat for seat, own in rows.items() if is_foul(own)}
            assert out == {reel.players[seat].name for seat in fouled}
            fouls += len(fouled)
    assert fouls > 0


def test_a_placement_is_heard_as_cards(play: SimulatedPlay) -> None:
    reel = reels_of(play, {1}, RATE)[0]
    assert {sound.kind for sound in list(sounds_of(reel))[:-1]} == {"cards"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_rows_lie_apart_within_the_half_that_a_split_of_two_shows(seats: int) -> None:
    places = row_places_of(range(1, seats + 1), "descending").values()
    cards = [at for each in places for row in each.rows.values() for at in row]
    assert len(cards) == 13 * seats
    assert all(480 + ROW_CARD / 2 <= x <= 1440 - ROW_CARD / 2 for x, _ in cards)
    high = ROW_CARD * 148 / 108
    for (x, y), (other_x, other_y) in combinations(cards, 2):
        assert abs(x - other_x) >= ROW_CARD or abs(y - other_y) >= high


def test_the_command_films_a_table_of_four_alone(tmp_path: Path) -> None:
    session, folder = tmp_path / "s.ndjson", tmp_path / "footage"
    app = typer.Typer()
    app.command()(simulate)
    words = ["--game", "open-face", "--deals", "1", "--seed", "1", "--tables", "1"]
    more = ["-o", str(session), "--footage", str(folder)]
    size = ["--footage-size", "320x180", "--footage-rate", "23.976"]
    done = CliRunner().invoke(app, [*words, *more, *size])
    assert done.exit_code == 0, done.output
    assert f"wrote {folder}: 1 recording of deal 1" in done.stderr
    events = [parse_event(line) for line in session.read_text(encoding="utf-8").splitlines()]
    (added,) = [event for event in events if isinstance(event, RecordingAddedEvent)]
    assert [Path(file) for file in added.data.files] == list(folder.glob("*/*"))
    assert sum(event.type == "hand.action" for event in events) == 4 * 9
