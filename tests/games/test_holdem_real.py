"""Real duplicate hands: the replay gives the results printed in the logs of LBR matches (P3)."""

from __future__ import annotations

from pathlib import Path

import pytest
from effort import counts

from producer import feeds
from producer.events import HandRecordedEvent, HoldemGame
from producer.games.cards import parse_cards
from producer.games.holdem import chip_scores
from producer.games.line import Move

LBR = Path(__file__).parents[3] / "shared" / "data" / "poker" / "lbr"
GAME = HoldemGame(betting="no-limit", small_blind=50, big_blind=100, stack=20_000)


@pytest.mark.skipif(not LBR.is_dir(), reason="the LBR logs are not beside the checkout")
def test_h_every_lbr_hand_scores_as_printed_in_its_log() -> None:
    files = sorted(LBR.glob("*.out"))
    wanted = counts(4, len(files))
    hands = 0
    for item in (item for path in files[:wanted] for item in feeds.read(path)):
        if not isinstance(item, feeds.Received) or not isinstance(item.event, HandRecordedEvent):
            continue
        hand = item.event.data
        cards = {seat: parse_cards(text) for seat, text in hand.cards.items()}
        line = tuple(Move(m.street, m.seat, m.action, m.to) for m in hand.line)
        board = parse_cards(hand.board)
        scores = chip_scores(GAME, hand.button, "ascending", {}, cards, board, line)
        assert scores == hand.result, item.place
        hands += 1
    assert hands == 16_000 if wanted == len(files) else hands > 2000
