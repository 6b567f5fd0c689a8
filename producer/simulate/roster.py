"""Invented players of real countries, the same for every seed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Nation:
    """A team: its colour as ``#RRGGBB`` and its players, the one at table 1 first."""

    name: str
    colour: str
    players: tuple[str, ...]


def _players(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


NATIONS: tuple[Nation, ...] = (
    Nation(
        "Greece",
        "#4C8DFF",
        _players(
            "Ελένη Παπαδάκη, Γιώργος Λαμπρόπουλος, Δήμητρα Ξανθάκη, Νίκος Αγγελίδης, "
            "Ιωάννα Ψαρρού, Θανάσης Ζέρβας, Μαρία Τσακίρη, Στέλιος Μαυρίδης, "
            "Κατερίνα Φωτιάδου, Πέτρος Χατζής"
        ),
    ),
    Nation(
        "Spain",
        "#FB923C",
        _players(
            "Íñigo Etxeberria, Lucía Peñalver, Ángel Núñez, Begoña Güell, Joan Puigdomènech, "
            "Rocío Ibáñez, Andrés Cañizares, Montserrat Solé, Xoán Outeiro, Inés Valdés"
        ),
    ),
    Nation(
        "Ireland",
        "#B57BFF",
        _players(
            "Niamh Ó Briain, Cillian Mac Aodha, Róisín Ní Dhomhnaill, Tadhg Fahey, Aoife Keogh, "
            "Séamus Heffernan, Gráinne Tuohy, Donncha Prendergast, Sinéad Lacey, Oisín Dunphy"
        ),
    ),
    Nation(
        "Japan",
        "#F472B6",
        _players(
            "Yūki Tanabe, Kōhei Ōmori, Aya Shimomura, Ryō Kitagawa, Haruka Endō, "
            "Shōta Minami, Naoko Hirose, Daichi Kurata, Emi Sudō, Jun Asakura"
        ),
    ),
    Nation(
        "Nigeria",
        "#38BDF8",
        _players(
            "Adébáyọ̀ Ògúnlẹ́yẹ, Ngozi Okonjo, Chukwuemeka Eze, Fọlákẹ́ Adéyẹmí, Ifeanyi Nwosu, "
            "Zainab Garba, Tunde Bakare, Amaka Udeh, Yusuf Danladi, Bisi Olatunji"
        ),
    ),
    Nation(
        "Poland",
        "#A3B8CC",
        _players(
            "Łukasz Wiśniewski, Agnieszka Dąbrowska, Grzegorz Żak, Małgorzata Ćwiek, "
            "Paweł Śliwiński, Zofia Gołąb, Rafał Jędrzejczak, Katarzyna Źrebiec, "
            "Mirosław Piątek, Ewa Kędziora"
        ),
    ),
    Nation(
        "Iceland",
        "#818CF8",
        _players(
            "Þórunn Ægisdóttir, Sigurður Örn Jónsson, Guðrún Karlsdóttir, Hörður Snær Pálsson, "
            "Ásta Björk Einarsdóttir, Ragnar Már Friðriksson, Hrafnhildur Ýr Óladóttir, "
            "Kjartan Freyr Ólafsson, Sóley Dögg Arnarsdóttir, Davíð Logi Hauksson"
        ),
    ),
    Nation(
        "Vietnam",
        "#22D3EE",
        _players(
            "Nguyễn Thị Hằng, Trần Văn Đức, Phạm Quỳnh Như, Lê Hoàng Sơn, Đỗ Thúy Vân, "
            "Vũ Minh Khuê, Bùi Thanh Tịnh, Đặng Hữu Phước, Hồ Ngọc Ánh, Dương Bảo Lộc"
        ),
    ),
    Nation(
        "Mexico",
        "#E0A3FF",
        _players(
            "Ximena Ordóñez, José Ángel Treviño, Itzel Cárdenas, Rubén Zúñiga, Citlali Muñiz, "
            "Óscar Peña Nieves, Fernanda Güemes, Héctor Iñárritu Sáenz, Paloma Ávalos, Saúl Béjar"
        ),
    ),
    Nation(
        "Czechia",
        "#FDBA74",
        _players(
            "Jiří Dvořáček, Zdeňka Růžičková, Ondřej Šťastný, Kateřina Křížová, Tomáš Žďárský, "
            "Eliška Přibylová, Vojtěch Čapek, Ludmila Hůlková, Matěj Řehák, Barbora Ťoupalová"
        ),
    ),
)
"""The first six are the default teams; ten players each, for up to ten tables."""
