"""The words on a page of odds of layout games: ``odds.KIND`` for the bets."""

from __future__ import annotations

from sabot.words import by_language

_ROULETTE = {
    "straight": ("Pleno", "Straight-up", "直注"),
    "split": ("Cavalo", "Split", "分注"),
    "street": ("Rua", "Street", "街注"),
    "corner": ("Quadro", "Corner", "角注"),
    "line": ("Linha", "Six-line", "線注"),
    "dozen": ("Dúzia", "Dozen", "打"),
    "column": ("Coluna", "Column", "列"),
    "dozens": ("Cavalo de dúzia", "Double dozen", "雙打"),
    "columns": ("Cavalo de coluna", "Double column", "雙列"),
    "simple": ("Chance simples", "Even chance", "一賠一注"),
    "series-grande": ("Série grande (0-2-3)", "Large series (0-2-3)", "零鄰注（0-2-3）"),
    "series-pequena": ("Série pequena (5-8)", "Small series (5-8)", "三分注（5-8）"),
    "series-vadios": ("Série «vadios»", "Orphans", "孤注"),
    "neighbours-3": ("Número e dois vizinhos", "Number and two neighbours",
                     "號碼及左右共兩個鄰號"),
    "neighbours-5": ("Número e quatro vizinhos", "Number and four neighbours",
                     "號碼及左右共四個鄰號"),
    "neighbours-7": ("Número e seis vizinhos", "Number and six neighbours",
                     "號碼及左右共六個鄰號"),
}
_BANK = {
    "aces": ("Ases", "Aces", "么點"),
    "small": ("Pequeno", "Small", "小"),
    "big": ("Grande", "Big", "大"),
    "line-small": ("Pequeno, no risco exterior", "Small, on the outer line", "小（外線）"),
    "line-big": ("Grande, no risco interior", "Big, on the inner line", "大（內線）"),
}
_CUSSEC = {
    "single": ("Um número", "Single number", "單骰"),
    "pair": ("Dois números", "Two numbers", "兩骰組合"),
    "double": ("Par de um número", "Specific double", "對子"),
    "triple": ("Trio de um número", "Specific triple", "圍骰"),
    "any-triple": ("Qualquer trio", "Any triple", "全圍"),
    **{f"total-{low}-{21 - low}": (f"Total {low} ou {21 - low}", f"Total {low} or {21 - low}",
                                   f"{low}點或{21 - low}點") for low in range(4, 11)},
}
_LINES = (("pass", "Pass line", "過關注"), ("dont-pass", "Don’t pass line", "不過關注"))
_CRAPS = {
    "pass": ("Pass line", "Pass line", "過關注"),
    "dont-pass": ("Don’t pass line", "Don’t pass line", "不過關注"),
    **{f"{kind}-0": (f"{name}, antes do ponto", f"{name}, before the point", f"{zh}（未有定點）")
       for kind, name, zh in _LINES},
    **{f"{kind}-{low}-{14 - low}": (f"{name}, com o ponto {low} ou {14 - low}",
                                    f"{name}, with the point {low} or {14 - low}",
                                    f"{zh}（定點為{low}點或{14 - low}點）")
       for kind, name, zh in _LINES for low in (4, 5, 6)},
    "come": ("Come", "Come", "來注"),
    "dont-come": ("Don’t come", "Don’t come", "不來注"),
    **{f"{kind}-{low}-{14 - low}": (f"{pt} {low} ou {14 - low}", f"{en} {low} or {14 - low}",
                                    f"{zh}{low}點或{14 - low}點")
       for kind, pt, en, zh in (
           ("odds", "Odds no", "Odds on", "附加注"),
           ("dont-odds", "Odds contra o", "Odds against", "反附加注"),
           ("hard", "Par no", "Hard", "對子"),
           ("place", "Número (1.ª forma)", "Number to win", "買贏"),
           ("lay", "Número (2.ª forma)", "Number to lose", "買輸")) for low in (4, 5, 6)},
    "big-6": ("Big 6", "Big 6", "大六"), "big-8": ("Big 8", "Big 8", "大八"),
    "under": ("Under seven", "Under seven", "七點以下"),
    "over": ("Over seven", "Over seven", "七點以上"),
    "any-craps": ("Craps", "Any craps", "2、3、12點"),
    "field": ("Field", "Field", "場注"),
    **{f"total-{n}": (f"Total {n}", f"Total {n}", f"{n}點") for n in (2, 3, 7, 11, 12)},
}

ODDS = by_language({f"odds.{kind}": names
                    for kind, names in {**_ROULETTE, **_BANK, **_CUSSEC, **_CRAPS}.items()})
