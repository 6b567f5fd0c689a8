"""Hands a second that readers make of files, played by the rules; and the memory that it takes."""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from producer.events import GameSettings, HandRecorded
from producer.feeds import Received, read
from producer.games.cards import parse_cards
from producer.games.game import Conditions
from producer.games.line import Move
from producer.games.registry import rules_of

ROUNDS = 3
SEATS = range(1, 7)
HEAD = "# name/game/hands/seed bench holdem.nolimit.2p.reverse_blinds.game 1 7\n"
LINE = "STATE:{}:r300c/cr700c/cr1500c/cr3000f:AsKs|QdQh/2c7d9h/Jd/3s:{}:{}\n"


def main() -> None:
    """Prints hands a second of processor time, the best of three rounds. Other readers play each
    hand by the rules; that of ACPC logs leaves it to the record, so here it is done beside it."""
    hands = 300 if "--quick" in sys.argv else 20_000
    files: dict[str, Callable[[int], str]] = {
        "ACPC result log": acpc, "PokerGFX": pokergfx, "Open Hand History": ohh, "PHH": phh,
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for name, written in files.items():
            path = Path(folder, name)
            path.write_text(written(hands))
            size = path.stat().st_size / 1e6
            sys.stdout.write(f"{name:18} {size:7.1f} MB {speed(path, hands):8,.0f} hands/s\n")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(f"at most {most:,.0f} MB of memory, with these files written in it\n")


def speed(path: Path, hands: int) -> float:
    best = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        usable, games = 0, []
        for item in read(path):
            if not isinstance(item, Received):
                continue
            if item.event.type == "session.opened":
                games = [table.game for table in item.event.data.tables.values()]
            elif item.event.type == "hand.recorded":
                usable += path.name != "ACPC result log" or is_legal(item.event.data, games[0])
        best = max(best, usable / (time.process_time() - start))
        if usable != hands:
            raise SystemExit(f"{path.name}: {usable} of {hands} hands are read: no benchmark")
    return best


def is_legal(hand: HandRecorded, game: GameSettings) -> bool:
    """Whether the line comes to the hand's result by the rules. Raises IllegalLine."""
    stacks = hand.stacks or dict.fromkeys(hand.result)
    under = Conditions(game, hand.deal, hand.button, "ascending", stacks)
    line = tuple(Move(each.street, each.seat, each.action, each.to) for each in hand.line)
    cards = {seat: parse_cards(text) for seat, text in hand.cards.items()}
    settled = rules_of(game).settle(under, cards, parse_cards(hand.board), line)
    return settled.result == hand.result


def acpc(hands: int) -> str:
    def line(n: int) -> str:
        names = "al|bo" if n % 2 == 0 else "bo|al"
        return LINE.format(n, "-1500|1500", names)

    return HEAD + "".join(line(n) for n in range(hands))


def pokergfx(hands: int) -> str:
    events: list[dict[str, Any]] = [
        *(said("BET", 4, 300), said("FOLD", 5), said("FOLD", 6), said("FOLD", 1), said("FOLD", 2)),
        *(said("CALL", 3, 300), card("2c"), card("7d"), card("9h"), said("CHECK", 3)),
        *(said("BET", 4, 400), said("CALL", 3, 400), card("jd"), said("CHECK", 3)),
        *(said("BET", 4, 900), said("FOLD", 3)),
    ]
    ends = {2: 9_950, 3: 9_300, 4: 10_750}
    players = [
        {"PlayerNum": seat, "Name": f"Player {seat}", "LongName": "", "HoleCards": [""],
         "StartStackAmt": 10_000, "EndStackAmt": ends.get(seat, 10_000), "SittingOut": False,
         "CumulativeWinningsAmt": 0, "VPIPPercent": 21.5, "EliminationRank": -1}
        for seat in SEATS
    ]  # fmt: skip
    blinds = {"ButtonPlayerNum": 1, "SmallBlindPlayerNum": 2, "SmallBlindAmt": 50,
              "BigBlindPlayerNum": 3, "BigBlindAmt": 100, "AnteType": "BB_ANTE_BB1ST"}  # fmt: skip
    hand = {"GameVariant": "TEXAS", "BetStructure": "NOLIMIT", "AnteAmt": 0, "Players": players,
            "Events": events, "FlopDrawBlinds": blinds}  # fmt: skip
    listed = [{"HandNum": n, **hand} for n in range(1, hands + 1)]
    return json.dumps({"Hands": listed, "ID": 1, "SoftwareVersion": "PokerGFX 3.2"})


def said(kind: str, seat: int, to: int = 0) -> dict[str, Any]:
    return {"EventType": kind, "PlayerNum": seat, "BetAmt": to, "Pot": 0, "BoardCards": None}


def card(text: str) -> dict[str, Any]:
    return {"EventType": "BOARD CARD", "PlayerNum": 0, "BetAmt": 0, "Pot": 0, "BoardCards": text}


def ohh(hands: int) -> str:
    def action(kind: str, seat: int, amount: float = 0) -> dict[str, Any]:
        return {"action_number": 1, "player_id": seat, "action": kind, "amount": amount}

    rounds = [
        ([], [action("Post SB", 2, 0.5), action("Post BB", 3, 1), action("Raise", 4, 3),
              *(action("Fold", seat) for seat in (5, 6, 1, 2)), action("Call", 3, 2)]),
        (["2c", "7d", "9h"], [action("Check", 3), action("Bet", 4, 4), action("Call", 3, 4)]),
        (["Jd"], [action("Check", 3), action("Bet", 4, 9), action("Fold", 3)]),
    ]  # fmt: skip
    fields = {
        "spec_version": "1.4.6", "site_name": "bench", "game_type": "Holdem", "table_name": "T",
        "small_blind_amount": 0.5, "big_blind_amount": 1, "ante_amount": 0, "dealer_seat": 1,
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "players": [{"id": n, "name": f"Player {n}", "seat": n, "starting_stack": 100}
                    for n in SEATS],
        "rounds": [{"street": "", "cards": cards, "actions": said} for cards, said in rounds],
        "pots": [{"number": 0, "amount": 14.5, "rake": 0,
                  "player_wins": [{"player_id": 4, "win_amount": 14.5}]}],
    }  # fmt: skip
    numbers = range(1, hands + 1)
    return "".join(json.dumps({"ohh": {"game_number": str(n), **fields}}) + "\n" for n in numbers)


def phh(hands: int) -> str:
    hand = (
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [50, 100, 0]\n"
        "starting_stacks = [9000, 9000, 9000]\nactions = ['d dh p1 AsAc', 'd dh p2 7h2c', "
        "'d dh p3 KsKc', 'p3 cbr 300', 'p1 cbr 900', 'p2 f', 'p3 cc', 'd db 2d7d9h', 'p1 cbr 900', "
        "'p3 cc', 'd db Jd', 'p1 cbr 2000', 'p3 f']\n"
    )
    return "".join(f"[{n}]\n{hand}hand = {n}\n" for n in range(1, hands + 1))


if __name__ == "__main__":
    main()
