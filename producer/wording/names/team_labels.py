"""Team labels for graphics: the country's name without article, and its three letters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from babel.core import Locale, get_global

from producer.wording.names.countries import country, country_forms

_SPORT = """
AE UAE, AO ANG, BB BAR, BD BAN, BG BUL, BN BRU, BS BAH, BW BOT, CG CGO, CH SUI, CL CHI, CR CRC,
DE GER, DK DEN, DZ ALG, FJ FIJ, GM GAM, GN GUI, GR GRE, GT GUA, HN HON, HR CRO, HT HAI, ID INA,
IR IRI, KH CAM, KW KUW, LB LBN, LK SRI, LS LES, LV LAT, LY LBA, MC MON, MG MAD, MM MYA, MN MGL,
MU MRI, MW MAW, MY MAS, NE NIG, NG NGR, NI NCA, NL NED, NP NEP, OM OMA, PH PHI, PR PUR, PS PLE,
PT POR, PY PAR, SA KSA, SD SUD, SI SLO, SV ESA, TG TOG, TW TPE, TZ TAN, UY URU, VC VIN, VN VIE,
XK KOS, ZA RSA, ZM ZAM, ZW ZIM, FR FRA
"""
"""Sporting codes that differ from ISO 3166."""


@lru_cache(maxsize=512)
def team_label(name: str, language: str) -> str:
    """A country's name in the language, without article; any other team's name unchanged.

    >>> team_label("The Netherlands", "el"), team_label("Brazil", "es"), team_label("Oxford", "el")
    ('Ολλανδία', 'Brasil', 'Oxford')
    """
    if language == "en":
        return name
    code = country(name)
    if code is not None:
        said = country_forms(code, language)[0][""]
        article, _, rest = said.partition(" ")
        return rest if rest and article.islower() else said
    territory = _territories().get(_plain(name))
    return name if territory is None else Locale(language).territories.get(territory, name)


@lru_cache(maxsize=512)
def nation(name: str) -> str:
    """The code of the country that a team is named after, empty for any other team.

    >>> nation("Ελλάδα"), nation("Saint Lucia"), nation("England"), nation("Oxford")
    ('GR', 'LC', 'ENG', '')
    """
    return country(name) or _territories().get(_plain(name), "")


@lru_cache(maxsize=512)
def three_letters(name: str) -> str:
    """A country's three letters in sport, empty for any other team.

    >>> three_letters("Bosnia and Herzegovina"), three_letters("Greece"), three_letters("Wales")
    ('BIH', 'GRE', 'WAL')
    >>> three_letters("Saint Vincent and the Grenadines"), three_letters("Oxford")
    ('VIN', '')
    """
    code = nation(name)
    return code if len(code) == 3 else _letters().get(code, "")


@lru_cache(maxsize=1)
def _letters() -> Mapping[str, str]:
    """By ISO 3166 code of two letters."""
    iso = {
        codes[0]: alias
        for alias, codes in get_global("territory_aliases").items()
        if len(alias) == 3 and alias.isalpha() and len(codes) == 1
    }
    return iso | dict(pair.split() for pair in _SPORT.split(","))


@lru_cache(maxsize=1)
def _territories() -> Mapping[str, str]:
    """Two-letter codes by simplified English name."""
    return {_plain(name): code for code, name in Locale("en").territories.items() if len(code) == 2}


def _plain(name: str) -> str:
    words = name.casefold().replace("&", "and").replace("st.", "saint").split()
    return " ".join(word for word in words if word != "the")
