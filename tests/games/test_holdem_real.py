"""Real duplicate hands: what the logs of the LBR matches print is what the replay finds (P3)."""

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
def test_h_every_lbr_hand_scores_as_its_log_says() -> None:
    files = sorted(LBR.glob("*.out"))
    wanted = counts(4, len(files))
    hands = 0
    for heard in (heard for path in files[:wanted] for heard in feeds.read(path)):
        if not isinstance(heard, feeds.Received) or not isinstance(heard.event, HandRecordedEvent):
            continue
        told = heard.event.data
        cards = {seat: parse_cards(text) for seat, text in told.cards.items()}
        line = tuple(Move(m.street, m.seat, m.action, m.to) for m in told.line)
        board = parse_cards(told.board)
        scores = chip_scores(GAME, told.button, "ascending", {}, cards, board, line)
        assert scores == told.result, heard.place
        hands += 1
    assert hands == 16_000 if wanted == len(files) else hands > 2000
