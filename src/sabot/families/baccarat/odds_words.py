"""The words on a page of odds of baccarat: ``odds.KIND`` for the bets, ``often.OUTCOME`` for the
outcomes at which the bank may pay most."""

from __future__ import annotations

from sabot.words import by_language

_NAMES = {
    "ponto": ("Ponto", "Ponto", "閒"),
    "banca": ("Banca", "Banca", "莊"),
    "tie": ("Empate", "Tie", "和"),
    "pair": ("Par do ponto ou da banca", "Ponto pair or banca pair", "閒對或莊對"),
    "hand": ("Combinação de um lugar", "Hand of a place", "一門的牌"),
    "odd": ("Ímpar", "Odd", "單"),
    "even": ("Par", "Even", "雙"),
    "figures": ("Três figuras", "Three figures", "三公"),
    "points": ("Número de pontos", "Points", "點數"),
    "points-0": ("Zero pontos", "Zero points", "零點"),
    "points-1-3-5-7-9": ("Pontos: 1, 3, 5, 7 ou 9", "Points: 1, 3, 5, 7 or 9",
                         "點數：1、3、5、7或9"),
    "points-2-4-6-8": ("Pontos: 2, 4, 6 ou 8", "Points: 2, 4, 6 or 8", "點數：2、4、6或8"),
    "points-0-2-4-6-8": ("Pontos: 0, 2, 4, 6 ou 8", "Points: 0, 2, 4, 6 or 8",
                         "點數：0、2、4、6或8"),
}

_SIDES = {
    side + more: (pt + mais, side + more, zh + add)
    for side, pt, zh in (("tie", "empate", "和局"), ("ponto wins", "ganha o ponto", "閒家贏"),
                         ("banca wins", "ganha a banca", "莊家贏"),
                         ("banca wins with 5", "ganha a banca com 5", "莊家以五點贏"))
    for more, mais, add in (("", "", ""), (" and a pair of ponto", " e par do ponto", "，閒對"),
                            (" and a pair of banca", " e par da banca", "，莊對"),
                            (" and both pairs", " e ambos os pares", "，閒對及莊對"))
}
_HANDS = {
    bank + more: (banca + mais, bank + more, zh + add)
    for bank, banca, zh in (("three figures", "três figuras", "莊家三公"),
                            *((f"bank {n}", f"banca com {n}", f"莊家{n}點") for n in range(10)))
    for more, mais, add in (("", "", ""), *((
        f" and {place} {end}", f", {como} {lugar}", f"，{gate}{result}")
        for place, lugar, gate in (("place 1", "o lugar 1", "1號門"),
                                   ("every place", "todos os lugares", "各門均"))
        for end, como, result in (("ties", "empate com", "和局"), ("wins", "ganho para", "贏"))))
}

ODDS = by_language({**{f"odds.{key}": texts for key, texts in _NAMES.items()},
                    **{f"often.{key}": texts for key, texts in {**_SIDES, **_HANDS}.items()}})
