"""One game of PBN as a board that a table played: tags read, calls and cards in order. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from producer.feeds.bridge.pbn_text import LocatedError, PbnGame
from producer.feeds.bridge.played_boards import (
    SEAT_OF,
    SIDE_NAMES,
    PlayedBoard,
    Unplayable,
    Written,
    tricks_in_order,
    whole_hands,
)
from producer.games.bridge.contracts import Contract, contract_of
from producer.games.bridge.seats import after, usual_dealer
from producer.games.cards import RANKS, cards_in

_NUMBER = r"[+-]?\d+(?:\.\d*)?"
_SIDED = rf"(?:{_NUMBER}|(?:NS|EW) {_NUMBER}(?: (?:NS|EW) {_NUMBER})?)?"
_RUBBER = r"(?:(?:NS |EW )?\d+(?: ?/ ?\d+)?(?: (?:NS|EW) \d+ ?/ ?\d+)? *)?"
_TRICKS = r"(?:\^?\d+|(?:NS|EW) \d+(?: (?:NS|EW) \d+)?)?"
_VALUES: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in (
        ("Dealer", "[NESW]?"),
        ("Vulnerable", "(?:None|Love|-|NS|EW|All|Both)?"),
        ("Declarer", r"(?:\^?[NESW])?"),
        ("Contract", r"(?:Pass|PASS|pass|[1-7](?:NT?|[SHDC])(?:X{1,2}|x{1,2}|[Rr])?|NT?|[SHDC])?"),
        ("Result", _TRICKS),
        ("Date", r"(?:[\d?]{4}\.[\d?]{1,2}\.[\d?]{1,2})?"),
        ("Round", r"(?:\w[^&]*)?"),
        ("Scoring", r"(?:[\w-]+(?:;[\w-]+)*)?"),
        ("Score", _SIDED),
        ("ScoreIMP", _SIDED),
        ("ScorePercentage", _SIDED.replace("[+-]?", "")),
        ("ScoreRubber", _RUBBER),
        ("OptimumScore", rf"(?:(?:NS|EW) {_NUMBER})?"),
    )
}
_TABLE = re.compile(r"[+-]?\w+(?:\\\d+[LR]?)?(?:;[+-]?\w+(?:\\\d+[LR]?)?)*|#.*|")
_VULNERABLE = {"None": "none", "Love": "none", "-": "none", "All": "both", "Both": "both"}
_ANNOTATION = re.compile(r"[!?]{1,2}|\$\d{1,3}|=\d{1,2}=|=0=")
_CALL = re.compile(r"(pass|ap|xx|x|[1-7](?:nt|[cdhsn])|-+|\*|\+)(.*)", re.IGNORECASE | re.DOTALL)
_CARD = re.compile(r"([SHDC])([2-9TJQKA])(.*)", re.IGNORECASE | re.DOTALL)
_PLAIN_CALLS = {
    call: call.upper()
    for call in ("Pass", "X", "XX", "AP", *(f"{n}{s}" for n in range(1, 8) for s in "CDHSN"),
                 *(f"{n}NT" for n in range(1, 8)))
}  # fmt: skip
_PLAIN_CARDS = {suit + rank: rank + suit.lower() for suit in "SHDC" for rank in RANKS}
"""As nearly all files spell them."""
_IRREGULAR = re.compile(r"\^[SILR]")
_NOTE = re.compile(r"([1-9]|[12]\d|3[0-2]):.*", re.DOTALL)
_NAME = re.compile(r"#\d*$")
"""The player's number in the federation, which RealBridge writes after the name."""


def tag_errors(game: PbnGame) -> Iterator[LocatedError]:
    """Values that the format does not allow, and texts where none may be."""
    for name, tag in game.tags.items():
        value = tag.value.strip()
        allowed = _TABLE if name.endswith("Table") and ";" in value else _VALUES.get(name)
        if allowed and value != "?" and not allowed.fullmatch(value):
            yield LocatedError(tag.line, f"{value!r} is no value of {name}")
    for _, tag in game.notes:
        if not _NOTE.fullmatch(tag.value):
            yield LocatedError(
                tag.line, f"{tag.value[:20]!r} is no note: number 1 to 32, colon, text"
            )
    for name, lines in game.sections.items():
        if name not in ("Auction", "Play") and not name.endswith("Table"):
            at, text = lines[0]
            yield LocatedError(
                at, f"{text[:40]!r} stands after {name}, which has no lines of its own"
            )


def add_deal(game: PbnGame, board: PlayedBoard, before: PlayedBoard | None) -> None:
    """Adds how the board was dealt. ``before``: that of the game before, whose deal counts where
    this one names neither deal nor board, as in the second room of a match. Raises Unplayable."""
    number = game.value("Board")
    if number.isdecimal() and int(number):
        board.number = int(number)
    for error in (*game.errors, *tag_errors(game)):
        raise Unplayable(error.line, error.words)
    second = before is not None and not game.value("Deal") and not number
    lost = second and before is not None and before.fault and not before.hands
    if lost and (game.value("Result") or game.value("Score")):
        raise Unplayable(game.line, "its deal is that of the game before, which cannot be read")
    _deal(game, board, before if second else None)


def add_play(game: PbnGame, board: PlayedBoard) -> None:
    """Adds what was bid and played; nothing to a position in the middle of a play. Raises
    Unplayable."""
    if game.value("Deal") and not board.hands:
        return
    irregular = _is_irregular(game)
    _contract(game, board)
    if not irregular:
        board.calls = tuple(_calls(game, board))
        board.cards = tuple(_cards(game, board))
    _result(game, board)


def _deal(game: PbnGame, board: PlayedBoard, before: PlayedBoard | None) -> None:
    if before is not None:
        board.number, board.dealer = before.number, before.dealer
        board.vulnerable, board.hands = before.vulnerable, before.hands
    if dealer := game.value("Dealer"):
        board.dealer = SEAT_OF[dealer]
    elif not board.dealer and board.number:
        board.dealer = usual_dealer(board.number)
    if vulnerable := game.value("Vulnerable"):
        board.vulnerable = _VULNERABLE.get(vulnerable, vulnerable)
    if text := game.value("Deal"):
        board.hands = hands_of(text, game.line_of("Deal"))


def hands_of(text: str, line: int) -> dict[int, str]:
    """The hands of ``N:spades.hearts.diamonds.clubs ...``, clockwise. Raises Unplayable."""
    first, colon, rest = text.partition(":")
    parts = rest.split(" ")
    if not colon or first not in SEAT_OF or len(parts) != 4:
        raise Unplayable(line, "a deal is a seat, a colon and four hands with a space between them")
    hands: dict[int, str] = {}
    for place, part in enumerate(parts):
        suits = part.split(".")
        if part == "-":
            continue
        if len(suits) != 4 or any(rank not in RANKS for suit in suits for rank in suit):
            form = "10 as T" if "10" in part else "spades.hearts.diamonds.clubs"
            raise Unplayable(line, f"{part!r} is no hand: write {form}")
        hands[after(SEAT_OF[first], place)] = "".join(
            rank + name for suit, name in zip(suits, "shdc", strict=True) for rank in suit
        )
    if not hands:
        raise Unplayable(line, "the deal has no cards")
    return whole_hands(hands, line)


def add_people(game: PbnGame, board: PlayedBoard) -> None:
    board.match = tuple(
        game.value(name) for name in ("Event", "Date", "Site", "Stage", "Round", "Session")
    )
    board.home, board.visitors = game.value("HomeTeam"), game.value("VisitTeam")
    board.room, board.table = game.value("Room"), game.value("Table")
    seats = {"North": 1, "East": 2, "South": 3, "West": 4}
    board.names = {
        seat: name
        for tag, seat in seats.items()
        if (name := _NAME.sub("", game.value(tag)).strip())
    }


def _is_irregular(game: PbnGame) -> bool:
    """Whether a call or card out of turn, insufficient or revoked was let stand: such a deal has
    its contract and result, but no line that the laws allow."""
    lines = [text for name in ("Auction", "Play") for _, text in game.sections.get(name, ())]
    return game.value("Declarer").startswith("^") or any(map(_IRREGULAR.search, lines))


def _contract(game: PbnGame, board: PlayedBoard) -> None:
    text, declarer = game.value("Contract"), game.value("Declarer").lstrip("^")
    board.contract_line = game.line_of("Contract") if text else 0
    if not text or text.lower() == "pass":
        if text and game.value("Result"):
            raise Unplayable(game.line_of("Result"), "a deal that was passed out has no tricks")
        if text and declarer:
            raise Unplayable(game.line_of("Declarer"), "passed out, but a declarer is named")
        return
    if not declarer:
        if "Auction" not in game.sections or "Play" in game.tags:
            raise Unplayable(game.line_of("Contract"), "a contract without a declarer")
        board.contract_line = 0
        return
    board.contract = contract_from(text, SEAT_OF[declarer])


def contract_from(text: str, declarer: int) -> Contract | None:
    """A contract as files spell it: ``3N``, ``4Hx``, ``1NTR``."""
    level, rest = text[:1], text[1:].upper().replace("R", "XX")
    strain = rest.rstrip("X")
    strain = "NT" if strain == "N" else strain
    return contract_of(f"{level}{strain}{'X' * rest.count('X')}", declarer)


def _words(game: PbnGame, name: str) -> Iterator[tuple[str, int]]:
    """The calls or cards of a section with their lines, without annotations."""
    started = False
    for at, text in game.sections.get(name, ()):
        for word in text.split():
            if word[0] in "!?$=^" and (_ANNOTATION.fullmatch(word) or _IRREGULAR.fullmatch(word)):
                if not started:
                    raise Unplayable(at, f"{word} stands before the first of {name}")
                continue
            started = True
            yield word, at


def _calls(game: PbnGame, board: PlayedBoard) -> Iterator[Written]:
    tag = game.tags.get("Auction")
    if tag is None:
        return
    seat = SEAT_OF.get(tag.value)
    if not board.dealer or not seat:
        raise Unplayable(tag.line, "an auction needs a dealer and begins with a seat")
    words = list(_call_words(game))
    while words and words[0][0][0] == "-":
        if seat == board.dealer:
            raise Unplayable(words[0][1], "the dealer's call is missing")
        seat = after(seat)
        words.pop(0)
    if words and seat != board.dealer:
        call, at = words[0]
        raise Unplayable(at, f"{call} is the first call, but not the dealer's")
    passes, bid = 0, False
    for call, at in words:
        if call == "AP":
            yield from [("pass", "", at)] * ((3 if bid else 4) - passes)
            continue
        action = _ACTIONS.get(call, "bid")
        passes = passes + 1 if action == "pass" else 0
        bid = bid or action != "pass"
        yield action, _full(call) if action == "bid" else "", at


_ACTIONS = {"PASS": "pass", "X": "double", "XX": "redouble"}


def _full(bid: str) -> str:
    return bid if bid.endswith("NT") else bid.replace("N", "NT")


def _call_words(game: PbnGame) -> Iterator[tuple[str, int]]:
    """The calls in capitals, with their lines, as far as the auction is written; ``-`` for a seat
    before the dealer."""
    progress = False
    for word, at in _words(game, "Auction"):
        if not progress and (plain := _PLAIN_CALLS.get(word)):
            yield plain, at
            continue
        found = _CALL.fullmatch(word)
        if found is None or not _annotated(found[2]):
            raise Unplayable(at, f"{word!r} is no call: write 1C to 7NT, Pass, X, XX or AP")
        call = found[1].upper()
        if call == "*":
            return
        if progress and call[0] != "-":
            raise Unplayable(at, f"{word!r} follows +, where the auction stands")
        progress = progress or call == "+"
        if not progress:
            yield call, at


def _annotated(rest: str) -> bool:
    """Whether what follows a call or card at once is annotations."""
    return not rest or re.fullmatch(r"(?:[!?]{1,2})?(?:\$\d{1,3})?(?:=\d{1,2}=)?", rest) is not None


def _cards(game: PbnGame, board: PlayedBoard) -> tuple[Written, ...]:
    tag = game.tags.get("Play")
    if tag is None:
        return ()
    leader = SEAT_OF.get(tag.value)
    if not board.hands or board.contract is None or leader is None:
        if not _has_cards(game) and game.value("Contract").lower() == "pass":
            return ()
        raise Unplayable(tag.line, "a play needs a deal, a contract, a declarer and a leader")
    if leader != after(board.contract.declarer):
        raise Unplayable(tag.line, "the player after declarer leads")
    rows = _rows(game, leader)
    hands = {seat: frozenset(cards_in(text)) for seat, text in board.hands.items()}
    found = [_in_its_columns(row, hands) for row in rows if row]
    return tricks_in_order(found, leader, board.contract.trump)


def _rows(game: PbnGame, leader: int) -> list[dict[int, Written]]:
    """The tricks as written: by the seat of the column, its card."""
    rows: list[dict[int, Written]] = []
    progress = False
    columns = [after(leader, place) for place in range(4)]
    for place, (word, at) in enumerate(_words(game, "Play")):
        if word == "*":
            break
        if place % 4 == 0:
            rows.append({})
        seat = columns[place % 4]
        if (plain := _PLAIN_CARDS.get(word)) and not progress:
            rows[-1][seat] = "play", plain, at
        elif word == "+" and not progress:
            progress = True
        elif word.strip("-") and (card := _card(word, at)):
            rows[-1][seat] = "play", card, at
            if progress and seat == leader:
                raise Unplayable(at, f"{word} follows +, where the play stands")
    return rows


def _in_its_columns(
    row: Mapping[int, Written], hands: Mapping[int, frozenset[str]]
) -> Mapping[int, Written]:
    """The row by the seats that hold its cards. Some programs begin some rows with the card led,
    not with the opening leader's column: all cards are then in the same number of columns off."""
    nobody: frozenset[str] = frozenset()
    for seat, (_, card, _) in row.items():
        if card not in hands.get(seat, nobody):
            break
    else:
        return row
    for turn in range(1, len(SIDE_NAMES)):
        if all(card in hands.get(after(seat, turn), nobody) for seat, (_, card, _) in row.items()):
            return {after(seat, turn): move for seat, move in row.items()}
    return row


def _has_cards(game: PbnGame) -> bool:
    return any(word.strip("-*") for word, _ in _words(game, "Play"))


def _card(word: str, at: int) -> str:
    if plain := _PLAIN_CARDS.get(word):
        return plain
    found = _CARD.fullmatch(word)
    if found is None or not _annotated(found[3]):
        raise Unplayable(at, f"{word!r} is no card: write suit and rank, such as SA or DT")
    return found[2].upper() + found[1].lower()


def _result(game: PbnGame, board: PlayedBoard) -> None:
    text = game.value("Result").lstrip("^")
    board.result_line = game.line_of("Result")
    contract = board.contract
    named = board.calls or game.value("Contract")
    if text and contract is None and board.hands and not named:
        raise Unplayable(board.result_line, "a result without a contract")
    if text:
        board.tricks = _tricks(text, contract, board.result_line)
    score = re.fullmatch(r"(NS |EW )?([+-]?\d+)(?: .*)?", game.value("Score"))
    if score and not game.value("Scoring").startswith(("Rubber", "Chicago")):
        points = int(score[2])
        side = score[1] or ("EW " if contract and contract.declarer % 2 == 0 else "NS ")
        board.points = points if side == "NS " else -points
        board.points_line = game.line_of("Score")


def _tricks(text: str, contract: Contract | None, at: int) -> int:
    """Declarer's, from ``9``, ``NS 9`` or ``NS 9 EW 4``."""
    if text.isdecimal():
        tricks = int(text)
    else:
        words = text.split()
        sides = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        if len(sides) == 2 and sum(sides.values()) != 13:
            raise Unplayable(at, f"the tricks of {text!r} do not add up to 13")
        own = "EW" if contract and contract.declarer % 2 == 0 else "NS"
        tricks = sides[own] if own in sides else 13 - next(iter(sides.values()))
    if tricks > 13:
        raise Unplayable(at, f"{tricks} tricks, and a deal has 13")
    return tricks
