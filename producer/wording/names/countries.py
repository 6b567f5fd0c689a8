"""Country names with articles and cases in English, Spanish and Greek.

One line per country: its ISO 3166 code, or our own if it has none; English names, the preferred
one first; the Spanish name, with its article if it takes one; the Greek name with its article,
then genitive and accusative if the rules of ``_greek`` do not produce them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

_TABLE = """
AL | Albania | Albania | η Αλβανία
DZ | Algeria | Argelia | η Αλγερία
AR | Argentina | Argentina | η Αργεντινή
AM | Armenia | Armenia | η Αρμενία
AU | Australia | Australia | η Αυστραλία
AT | Austria | Austria | η Αυστρία
AZ | Azerbaijan | Azerbaiyán | το Αζερμπαϊτζάν
BY | Belarus | Bielorrusia | η Λευκορωσία
BE | Belgium | Bélgica | το Βέλγιο, του Βελγίου
BO | Bolivia | Bolivia | η Βολιβία
BA | Bosnia and Herzegovina, Bosnia & Herzegovina, Bosnia | Bosnia y Herzegovina | η Βοσνία-Ερζεγοβίνη, της Βοσνίας-Ερζεγοβίνης
BR | Brazil | Brasil | η Βραζιλία
BG | Bulgaria | Bulgaria | η Βουλγαρία
CA | Canada | Canadá | ο Καναδάς
CL | Chile | Chile | η Χιλή
CN | China | China | η Κίνα
TW | Chinese Taipei, Taiwan | China Taipéi | η Κινεζική Ταϊπέι, της Κινεζικής Ταϊπέι, την Κινεζική Ταϊπέι
CO | Colombia | Colombia | η Κολομβία
CR | Costa Rica | Costa Rica | η Κόστα Ρίκα, της Κόστα Ρίκα
HR | Croatia | Croacia | η Κροατία
CU | Cuba | Cuba | η Κούβα
CY | Cyprus | Chipre | η Κύπρος, της Κύπρου, την Κύπρο
CZ | Czechia, the Czech Republic | Chequia | η Τσεχία
DK | Denmark | Dinamarca | η Δανία
DO | the Dominican Republic | la República Dominicana | η Δομινικανή Δημοκρατία
EC | Ecuador | Ecuador | το Εκουαδόρ
EG | Egypt | Egipto | η Αίγυπτος, της Αιγύπτου, την Αίγυπτο
SV | El Salvador | El Salvador | το Ελ Σαλβαδόρ
ENG | England | Inglaterra | η Αγγλία
EE | Estonia | Estonia | η Εσθονία
FI | Finland | Finlandia | η Φινλανδία
FR | France | Francia | η Γαλλία
GE | Georgia | Georgia | η Γεωργία
DE | Germany | Alemania | η Γερμανία
GI | Gibraltar | Gibraltar | το Γιβραλτάρ
GBR | Great Britain, Team GB | Gran Bretaña | η Μεγάλη Βρετανία
GR | Greece | Grecia | η Ελλάδα
GT | Guatemala | Guatemala | η Γουατεμάλα
HN | Honduras | Honduras | η Ονδούρα
HK | Hong Kong, Hong Kong SAR China | Hong Kong | το Χονγκ Κονγκ
HU | Hungary | Hungría | η Ουγγαρία
IS | Iceland | Islandia | η Ισλανδία
IN | India | India | η Ινδία
ID | Indonesia | Indonesia | η Ινδονησία
IR | Iran | Irán | το Ιράν
IE | Ireland, the Republic of Ireland | Irlanda | η Ιρλανδία
IL | Israel | Israel | το Ισραήλ
IT | Italy | Italia | η Ιταλία
JP | Japan | Japón | η Ιαπωνία
KZ | Kazakhstan | Kazajistán | το Καζακστάν
KE | Kenya | Kenia | η Κένυα
XK | Kosovo | Kosovo | το Κοσσυφοπέδιο, του Κοσσυφοπεδίου
LV | Latvia | Letonia | η Λετονία
LB | Lebanon | Líbano | ο Λίβανος, του Λιβάνου, τον Λίβανο
LI | Liechtenstein | Liechtenstein | το Λιχτενστάιν
LT | Lithuania | Lituania | η Λιθουανία
LU | Luxembourg | Luxemburgo | το Λουξεμβούργο, του Λουξεμβούργου
MY | Malaysia | Malasia | η Μαλαισία
MT | Malta | Malta | η Μάλτα
MX | Mexico | México | το Μεξικό
MD | Moldova | Moldavia | η Μολδαβία
MC | Monaco | Mónaco | το Μονακό
MN | Mongolia | Mongolia | η Μογγολία
ME | Montenegro | Montenegro | το Μαυροβούνιο, του Μαυροβουνίου
MA | Morocco | Marruecos | το Μαρόκο, του Μαρόκου
NL | the Netherlands, Holland | los Países Bajos | η Ολλανδία
NZ | New Zealand | Nueva Zelanda | η Νέα Ζηλανδία
NI | Nicaragua | Nicaragua | η Νικαράγουα
NG | Nigeria | Nigeria | η Νιγηρία
NIR | Northern Ireland | Irlanda del Norte | η Βόρεια Ιρλανδία
MK | North Macedonia | Macedonia del Norte | η Βόρεια Μακεδονία
NO | Norway | Noruega | η Νορβηγία
PK | Pakistan | Pakistán | το Πακιστάν
PA | Panama | Panamá | ο Παναμάς
PY | Paraguay | Paraguay | η Παραγουάη
PE | Peru | Perú | το Περού
PH | the Philippines | Filipinas | οι Φιλιππίνες, των Φιλιππίνων, τις Φιλιππίνες
PL | Poland | Polonia | η Πολωνία
PT | Portugal | Portugal | η Πορτογαλία
PR | Puerto Rico | Puerto Rico | το Πουέρτο Ρίκο, του Πουέρτο Ρίκο
RO | Romania | Rumanía | η Ρουμανία
RU | Russia | Rusia | η Ρωσία
SCO | Scotland | Escocia | η Σκωτία
RS | Serbia | Serbia | η Σερβία
SG | Singapore | Singapur | η Σιγκαπούρη
SK | Slovakia | Eslovaquia | η Σλοβακία
SI | Slovenia | Eslovenia | η Σλοβενία
ZA | South Africa | Sudáfrica | η Νότια Αφρική
KR | South Korea, Korea, Korea Republic | Corea del Sur | η Νότια Κορέα
ES | Spain | España | η Ισπανία
SE | Sweden | Suecia | η Σουηδία
CH | Switzerland | Suiza | η Ελβετία
TZ | Tanzania | Tanzania | η Τανζανία
TH | Thailand | Tailandia | η Ταϊλάνδη
TN | Tunisia | Túnez | η Τυνησία
TR | Turkey, Türkiye | Turquía | η Τουρκία
UA | Ukraine | Ucrania | η Ουκρανία
AE | the United Arab Emirates, UAE | los Emiratos Árabes Unidos | τα Ηνωμένα Αραβικά Εμιράτα, των Ηνωμένων Αραβικών Εμιράτων, τα Ηνωμένα Αραβικά Εμιράτα
GB | the United Kingdom, the UK | el Reino Unido | το Ηνωμένο Βασίλειο, του Ηνωμένου Βασιλείου
US | the United States, the USA, the US, the United States of America, Team USA | Estados Unidos | οι Ηνωμένες Πολιτείες, των Ηνωμένων Πολιτειών, τις Ηνωμένες Πολιτείες
UY | Uruguay | Uruguay | η Ουρουγουάη
VE | Venezuela | Venezuela | η Βενεζουέλα
VN | Vietnam | Vietnam | το Βιετνάμ
WAL | Wales | Gales | η Ουαλία
"""  # noqa: E501 (a country is one line)

Forms = Mapping[str, str]

_ARTICLES = {"the", "el", "la", "los", "las", "ο", "η", "το", "οι", "τα"}
_KEEPS_N = ("γκ", "μπ", "ντ", "τσ", "τζ")
"""Beside vowels, κ, π, τ, ξ and ψ: before these την keeps its ν."""


def country(name: str) -> str | None:
    """The code of the country that a team is named after, in any of the three languages."""
    return _codes().get(_bare(name).casefold())


def country_forms(code: str, language: str) -> tuple[Forms, int]:
    """A country of the table in the forms of a language, and 2 where it is plural, else 1."""
    english, spanish, greek = _rows()[code]
    if language == "es":
        return spanish_forms(spanish), 2 if spanish.startswith(("los ", "las ")) else 1
    if language == "el":
        return _greek(greek), 2 if greek.startswith(("οι ", "τα ")) else 1
    return english_forms(english.split(", ")[0]), 1


def english_forms(name: str) -> Forms:
    """``poss``: Brazil's, the Netherlands'."""
    return {"": name, "poss": name + ("'" if name.endswith("s") else "'s"), "tied": "tied"}


def spanish_forms(name: str) -> Forms:
    """``of`` and ``at``: after de and en; de swallows el: del Reino Unido. ``tied``: in the gender
    of the name."""
    return {
        "": name,
        "of": f"del {name[3:]}" if name.startswith("el ") else f"de {name}",
        "at": f"en {name}",
        "tied": f"empatad{_spanish_ending(name)}",
    }


def _spanish_ending(name: str) -> str:
    """Gender and number by the article; a country without one is feminine if it ends in -a."""
    article, *_ = name.split()
    if article in _SPANISH_ENDINGS:
        return _SPANISH_ENDINGS[article]
    return "a" if article.endswith("a") or name.startswith("Gran ") else "o"


_SPANISH_ENDINGS = {"el": "o", "la": "a", "los": "os", "las": "as"}


def greek_forms(name: str, genitive: str, accusative: str) -> Forms:
    """All with article. ``of``: genitive; ``acc``: accusative; ``at``: after σε; ``tied``: in the
    gender of the name."""
    tied = f"ισόβαθμ{_GREEK_ENDINGS[name.split(maxsplit=1)[0]]}"
    return {"": name, "of": genitive, "acc": accusative, "at": f"σ{accusative}", "tied": tied}


_GREEK_ENDINGS = {"ο": "ος", "η": "η", "το": "ο", "οι": "ες", "τα": "α"}


def _greek(cell: str) -> Forms:
    """Regular names from their nominative: η Κίνα, ο Καναδάς, το Μεξικό, το Περού."""
    name, *cases = cell.split(", ")
    article, bare = name.split(" ", 1)
    if article == "η":
        genitive = f"της {' '.join(word + 'ς' for word in bare.split())}"
        accusative = f"{_tin(bare)} {bare}"
    elif article == "ο":
        genitive, accusative = f"του {bare[:-1]}", f"τον {bare[:-1]}"
    else:
        genitive = f"του {bare[:-1]}ού" if bare.endswith("ό") else f"του {bare}"
        accusative = name
    regular = [genitive, accusative]
    return greek_forms(name, *cases, *regular[len(cases) :])


def _tin(word: str) -> str:
    low = word.casefold()
    keeps = low[0] in "αάεέηήιίοόυύωώκπτξψ" or low.startswith(_KEEPS_N)
    return "την" if keeps else "τη"


@lru_cache(maxsize=1)
def _rows() -> Mapping[str, tuple[str, str, str]]:
    """By code: the cells of the three languages."""
    rows = {}
    for line in _TABLE.strip().splitlines():
        code, english, spanish, greek = line.split(" | ")
        rows[code] = english, spanish, greek
    return rows


@lru_cache(maxsize=1)
def _codes() -> Mapping[str, str]:
    return {
        _bare(name).casefold(): code
        for code, (english, spanish, greek) in _rows().items()
        for name in (*english.split(", "), spanish, greek.split(", ")[0])
    }


def _bare(name: str) -> str:
    """Without its article; a name of one word stays."""
    article, _, rest = name.strip().partition(" ")
    return rest if rest and article.casefold() in _ARTICLES else name.strip()
