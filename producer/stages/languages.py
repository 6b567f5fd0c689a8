"""Every fixed word on the graphics, in English, Spanish and Greek."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "es", "el"]
Action = Literal["fold", "check", "call", "bet", "raise"]


@dataclass(frozen=True, slots=True)
class Words:
    """One language. ``{}`` takes a number or an amount, two of them in the order read.

    ``actions``: as a decision; ``kinds``: as a branch of several tables. ``against_hand``: before
    the opponent's side, where their cards are known; hands are named as in ``producer.wording``.
    ``decimal`` and ``thousands`` part a number. The terms of the game are those that commentators
    are given to say (docs/wording.md).
    """

    language: Language
    decimal: str
    thousands: str
    actions: Mapping[str, str]
    kinds: Mapping[str, str]
    all_in: str
    cap: str
    same_cards: tuple[str, str]
    pot: str
    main_pot: str
    side_pot: str
    to_win: str
    against: str
    against_hand: str
    opponents: str
    against_average: tuple[str, str]
    average: str
    rank: str
    rank_of: str
    elsewhere: str
    more: str
    deal: str
    deal_of: str
    blinds: str
    cap_is: str
    wins: str
    to_act: str
    equity: str
    all_cards: str
    these_hands: str
    players_view: str
    standings: str
    after_deals: str
    after_some: str
    after_one: str
    points: str
    chips: str
    seat: str
    table: str
    ranking: str
    before: str
    after: str
    level: str
    following: str
    left: str
    left_of: str
    blinds_word: str
    and_more: str
    results: str
    table_word: str
    paused: str
    payouts: str
    prize: str
    chip_counts: str
    stack: str


EN = Words(
    language="en",
    decimal=".",
    thousands=",",
    actions={
        "fold": "FOLD",
        "check": "CHECK",
        "call": "CALL",
        "bet": "BET",
        "raise": "RAISE TO",
    },
    kinds={"fold": "FOLD", "check": "CHECK", "call": "CALL", "bet": "BET", "raise": "RAISE"},
    all_in="ALL-IN",
    cap="CAP",
    same_cards=("SAME", "CARDS"),
    pot="POT",
    main_pot="MAIN",
    side_pot="SIDE",
    to_win="TO WIN",
    against="v",
    against_hand="v {} of",
    opponents="{} opponents",
    against_average=("AGAINST", "AVERAGE"),
    average="v average",
    rank="RANK",
    rank_of="{} of {}",
    elsewhere="OTHER LINE",
    more="and {} more",
    deal="DEAL {}",
    deal_of="DEAL {} OF {}",
    blinds="BLINDS {}",
    cap_is="CAP {}",
    wins="WINS",
    to_act="TO ACT",
    equity="EQUITY",
    all_cards="ALL CARDS KNOWN",
    these_hands="THESE HANDS ONLY",
    players_view="PLAYER'S VIEW",
    standings="STANDINGS",
    after_deals="after {} of {} deals",
    after_some="after {} deals",
    after_one="after {} deal",
    points="POINTS",
    chips="CHIPS",
    seat="SEAT {}",
    table="TABLE {}",
    ranking="SEAT {}, RANKING",
    before="BEFORE DEAL {}",
    after="AFTER DEAL {}",
    level="LEVEL",
    following="NEXT",
    left="PLAYERS LEFT",
    left_of="{} of {}",
    blinds_word="BLINDS",
    and_more="{} of {} shown",
    results="RESULTS",
    table_word="TABLE",
    paused="PAUSE",
    payouts="PAYOUTS",
    prize="PRIZE",
    chip_counts="CHIP COUNTS",
    stack="STACK",
)  # fmt: skip

ES = Words(
    language="es",
    decimal=",",
    thousands=".",
    actions={
        "fold": "SE RETIRA",
        "check": "PASA",
        "call": "IGUALA",
        "bet": "APUESTA",
        "raise": "SUBE A",
    },
    kinds={"fold": "RETIRA", "check": "PASA", "call": "IGUALA", "bet": "APUESTA", "raise": "SUBE"},
    all_in="ALL-IN",
    cap="CAP",
    same_cards=("MISMAS", "CARTAS"),
    pot="BOTE",
    main_pot="PRINCIPAL",
    side_pot="LATERAL",
    to_win="PARA GANAR",
    against="contra",
    against_hand="contra {} de",
    opponents="{} rivales",
    against_average=("FRENTE A", "LA MEDIA"),
    average="frente a la media",
    rank="PUESTO",
    rank_of="{} de {}",
    elsewhere="OTRA LÍNEA",
    more="y {} más",
    deal="MANO {}",
    deal_of="MANO {} DE {}",
    blinds="CIEGAS {}",
    cap_is="CAP {}",
    wins="GANA",
    to_act="HABLA",
    equity="EQUITY",
    all_cards="TODAS LAS CARTAS",
    these_hands="SOLO ESTAS MANOS",
    players_view="VISTA DEL JUGADOR",
    standings="CLASIFICACIÓN",
    after_deals="tras {} de {} manos",
    after_some="tras {} manos",
    after_one="tras {} mano",
    points="PUNTOS",
    chips="FICHAS",
    seat="ASIENTO {}",
    table="MESA {}",
    ranking="ASIENTO {}, CLASIFICACIÓN",
    before="ANTES DE LA MANO {}",
    after="DESPUÉS DE LA MANO {}",
    level="NIVEL",
    following="SIGUIENTE",
    left="QUEDAN",
    left_of="{} de {}",
    blinds_word="CIEGAS",
    and_more="{} de {}",
    results="RESULTADOS",
    table_word="MESA",
    paused="PAUSA",
    payouts="PREMIOS",
    prize="PREMIO",
    chip_counts="RECUENTO DE FICHAS",
    stack="FICHAS",
)  # fmt: skip

EL = Words(
    language="el",
    decimal=",",
    thousands=".",
    actions={
        "fold": "ΦΟΛΝΤ",
        "check": "ΤΣΕΚ",
        "call": "ΚΟΛ",
        "bet": "ΜΠΕΤ",
        "raise": "ΡΕΪΖ ΣΤΑ",
    },
    kinds={"fold": "ΦΟΛΝΤ", "check": "ΤΣΕΚ", "call": "ΚΟΛ", "bet": "ΜΠΕΤ", "raise": "ΡΕΪΖ"},
    all_in="ALL-IN",
    cap="CAP",
    same_cards=("ΙΔΙΑ", "ΦΥΛΛΑ"),
    pot="ΠΟΤ",
    main_pot="ΚΥΡΙΟ",
    side_pot="ΠΛΑΪΝΟ",
    to_win="ΓΙΑ ΠΟΤ",
    against="απέναντι:",
    against_hand="απέναντι: {},",
    opponents="{} αντίπαλοι",
    against_average=("ΑΠΟ ΤΟΝ", "ΜΕΣΟ ΟΡΟ"),
    average="από τον μέσο όρο",
    rank="ΣΕΙΡΑ",
    rank_of="{} από {}",
    elsewhere="ΑΛΛΗ ΓΡΑΜΜΗ",
    more="και {} ακόμη",
    deal="ΔΙΑΝΟΜΗ {}",
    deal_of="ΔΙΑΝΟΜΗ {}/{}",
    blinds="ΜΠΛΑΪΝΤ {}",
    cap_is="CAP {}",
    wins="ΚΕΡΔΙΖΕΙ",
    to_act="ΠΑΙΖΕΙ",
    equity="EQUITY",
    all_cards="ΟΛΑ ΤΑ ΦΥΛΛΑ",
    these_hands="ΜΟΝΟ ΑΥΤΑ ΤΑ ΦΥΛΛΑ",
    players_view="ΟΠΩΣ ΤΑ ΒΛΕΠΕΙ Ο ΠΑΙΚΤΗΣ",
    standings="ΚΑΤΑΤΑΞΗ",
    after_deals="μετά από {} από {} διανομές",
    after_some="μετά από {} διανομές",
    after_one="μετά από {} διανομή",
    points="ΒΑΘΜΟΙ",
    chips="ΜΑΡΚΕΣ",
    seat="ΘΕΣΗ {}",
    table="ΤΡΑΠΕΖΙ {}",
    ranking="ΘΕΣΗ {}, ΚΑΤΑΤΑΞΗ",
    before="ΠΡΙΝ ΑΠΟ ΤΗ ΔΙΑΝΟΜΗ {}",
    after="ΜΕΤΑ ΤΗ ΔΙΑΝΟΜΗ {}",
    level="ΕΠΙΠΕΔΟ",
    following="ΕΠΟΜΕΝΟ",
    left="ΜΕΝΟΥΝ",
    left_of="{} από {}",
    blinds_word="ΜΠΛΑΪΝΤ",
    and_more="{} από {}",
    results="ΑΠΟΤΕΛΕΣΜΑΤΑ",
    table_word="ΤΡΑΠΕΖΙ",
    paused="ΔΙΑΛΕΙΜΜΑ",
    payouts="ΕΠΑΘΛΑ",
    prize="ΕΠΑΘΛΟ",
    chip_counts="ΜΑΡΚΕΣ ΠΑΙΚΤΩΝ",
    stack="ΜΑΡΚΕΣ",
)  # fmt: skip

WORDS: Mapping[str, Words] = {"en": EN, "es": ES, "el": EL}


def ordinal(number: int, say: Words = EN) -> str:
    """
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    >>> ordinal(1, ES), ordinal(2, EL)
    ('1.º', '2η')
    """
    if say.language == "es":
        return f"{number}.º"
    if say.language == "el":
        return f"{number}η"
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"
