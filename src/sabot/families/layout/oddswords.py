"""What a page of odds calls the bets of a layout: ``odds.KIND``, and ``given`` for all of them."""

from __future__ import annotations

_ROULETTE = {
    "straight": ("Pleno", "Straight-up"), "split": ("Cavalo", "Split"), "street": ("Rua", "Street"),
    "corner": ("Quadro", "Corner"), "line": ("Linha", "Six-line"), "dozen": ("Dúzia", "Dozen"),
    "column": ("Coluna", "Column"), "dozens": ("Cavalo de dúzia", "Two dozens"),
    "columns": ("Cavalo de coluna", "Two columns"),
    "simple": ("Chance simples", "Even chance"),
    "series-grande": ("Série grande (0-2-3)", "Great series (0-2-3)"),
    "series-pequena": ("Série pequena (5-8)", "Small series (5-8)"),
    "series-vadios": ("Série «vadios»", "Orphans"),
    "neighbours-3": ("Número e dois vizinhos", "A number with two neighbours"),
    "neighbours-5": ("Número e quatro vizinhos", "A number with four neighbours"),
    "neighbours-7": ("Número e seis vizinhos", "A number with six neighbours"),
}
_BANK = {
    "aces": ("Ases", "Aces"), "small": ("Pequeno", "Small"), "big": ("Grande", "Big"),
    "line-small": ("Pequeno, no risco exterior", "Small, on the outer line"),
    "line-big": ("Grande, no risco interior", "Big, on the inner line"),
}
_CUSSEC = {
    "single": ("Um número", "A number"), "pair": ("Dois números", "Two numbers"),
    "double": ("Par de um número", "A pair of a number"),
    "triple": ("Trio de um número", "Three of a number"),
    "any-triple": ("Qualquer trio", "Any three alike"),
    **{f"total-{low}-{21 - low}": (f"Total {low} ou {21 - low}", f"Total {low} or {21 - low}")
       for low in range(4, 11)},
}
_CRAPS = {
    "pass": ("Pass line", "Pass line"), "dont-pass": ("Don’t pass line", "Don’t pass line"),
    "come": ("Come", "Come"), "dont-come": ("Don’t come", "Don’t come"),
    **{f"{kind}-{low}-{14 - low}": (f"{pt} {low} ou {14 - low}", f"{en} {low} or {14 - low}")
       for kind, pt, en in (
           ("odds", "Odds no", "Odds on"), ("dont-odds", "Odds contra o", "Odds against"),
           ("hard", "Par no", "Hard"), ("place", "Número (1.ª forma)", "Number to win"),
           ("lay", "Número (2.ª forma)", "Number to lose")) for low in (4, 5, 6)},
    "big-6": ("Big 6", "Big 6"), "big-8": ("Big 8", "Big 8"),
    "under": ("Under seven", "Under seven"), "over": ("Over seven", "Over seven"),
    "any-craps": ("Craps", "Any craps"), "field": ("Field", "Field"),
    **{f"total-{n}": (f"Total {n}", f"Total {n}") for n in (2, 3, 7, 11, 12)},
}
_NAMES = {**_ROULETTE, **_BANK, **_CUSSEC, **_CRAPS}

ODDS = {lang: {f"odds.{kind}": names[at] for kind, names in _NAMES.items()}
        for at, lang in enumerate(("pt", "en"))}
