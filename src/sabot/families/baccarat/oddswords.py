"""What a page of odds calls the bets of baccarat, ``odds.KIND``, and the outcomes at which the bank
may pay most, ``often.OUTCOME``."""

from __future__ import annotations

_POINTS = {
    "points": ("Número de pontos", "Number of points"),
    "points-0": ("Zero pontos", "No points"),
    "points-1-3-5-7-9": ("Pontos: 1, 3, 5, 7 ou 9", "Points: 1, 3, 5, 7 or 9"),
    "points-2-4-6-8": ("Pontos: 2, 4, 6 ou 8", "Points: 2, 4, 6 or 8"),
    "points-0-2-4-6-8": ("Pontos: 0, 2, 4, 6 ou 8", "Points: 0, 2, 4, 6 or 8"),
}
_NAMES = {
    "ponto": ("Ponto", "Ponto"), "banca": ("Banca", "Banca"), "tie": ("Empate", "Tie"),
    "pair": ("Par do ponto ou da banca", "A pair of ponto or of banca"),
    "hand": ("Combinação de um lugar", "A place’s combination"),
    "odd": ("Ímpar", "Odd"), "even": ("Par", "Even"), "figures": ("Três figuras", "Three figures"),
    **_POINTS,
}

_SIDES = {
    one + more: (pt + mais, one + more)
    for one, pt in (("tie", "empate"), ("ponto wins", "ganha o ponto"),
                    ("banca wins", "ganha a banca"), ("banca wins with 5", "ganha a banca com 5"))
    for more, mais in (("", ""), (" and a pair of ponto", " e par do ponto"),
                       (" and a pair of banca", " e par da banca"),
                       (" and both pairs", " e ambos os pares"))
}
_HANDS = {
    bank + more: (banca + mais, bank + more)
    for bank, banca in (("three figures", "três figuras"),
                        *((f"bank {n}", f"banca com {n}") for n in range(10)))
    for more, mais in (("", ""), *((
        f" and {who} {how}", f", {como} {quem}")
        for who, quem in (("place 1", "o lugar 1"), ("every place", "todos os lugares"))
        for how, como in (("ties", "empate com"), ("wins", "ganho para"))))
}

ODDS = {lang: {f"{group}.{key}": names[at] for group, words in (
            ("odds", _NAMES), ("often", {**_SIDES, **_HANDS})) for key, names in words.items()}
        for at, lang in enumerate(("pt", "en"))}
