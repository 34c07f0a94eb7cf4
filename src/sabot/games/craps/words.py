"""The words of craps. What the stickman announces is said in Portuguese and in English (13.3)."""

from __future__ import annotations

from sabot.families.layout.words import vocabulary
from sabot.games.craps.spots import POINTS

_SPOTS = {
    "pass": ("pass-line", "pass line"), "dont-pass": ("don't pass-line", "don't pass line"),
    "come": ("come", "come"), "dont-come": ("don't come", "don't come"),
    "odds": ("odds", "odds"), "dont-odds": ("odds contra", "odds against"),
    "big": ("big", "big"), "under": ("under seven", "under seven"),
    "over": ("over seven", "over seven"), "any-craps": ("craps", "craps"),
    "hard": ("par de", "hard"), "total": ("total", "total"),
    "place": ("a favor do", "place"), "lay": ("contra o", "lay"), "field": ("field", "field"),
    "big-6": ("big 6", "big 6"), "big-8": ("big 8", "big 8"),
    "hard-4-10": ("hardways 4 e 10", "hardways 4 and 10"),
    "hard-6-8": ("hardways 6 e 8", "hardways 6 and 8"),
    **{f"total-{n}": (f"total {n}", f"total {n}") for n in (2, 3, 7, 11, 12)},
    **{f"{form}-{low}-{14 - low}": (f"{pt} {low} ou {14 - low}", f"{en} {low} or {14 - low}")
       for form, pt, en in (("place", "a favor do", "place"), ("lay", "contra o", "lay"))
       for low in (4, 5, 6)},
    **{f"hard/{2 * n}": (f"par de {name}", f"hard {2 * n}")
       for n, name in ((2, "duques"), (3, "ternos"), (4, "quadras"), (5, "quinas"))},
    "odds/pass": ("odds do pass-line", "odds on the pass line"),
    "odds/dont-pass": ("odds do don't pass-line", "odds on the don't pass line"),
    **{f"{base}/{n}": (f"{name} no {n}", f"{name} on {n}") for n in POINTS
       for base, name in (("come", "come"), ("dont-come", "don't come"))},
    **{f"odds/{base}/{n}": (f"odds do {name} no {n}", f"odds on {name} {n}") for n in POINTS
       for base, name in (("come", "come"), ("dont-come", "don't come"))},
}

_ANNOUNCED = {
    "total": ("Total {total} ({dice})", "Total {english}"),
    "point-set": ("O ponto é {point}", "The point is {english}"),
    "point-continues": ("Continua o ponto {point}", "The point is still {english}"),
    "point-made": ("Ponto feito: {point}", "Point made: {english}"),
    "seven-out": ("Sete antes do ponto {point}", "Seven out, the point was {english}"),
    "no-point": ("Não há ponto", "No point"),
    "chances": ("Ganham", "Win: {won}. Perdem", "Lose: {lost}"),
    "same-shooter-same-point": ("O mesmo lançador para o mesmo ponto, {point}",
                                "Same shooter, same point, {english}"),
    "same-shooter-new-point": ("O mesmo lançador para novo ponto", "Same shooter, new point"),
    "new-shooter-same-point": ("Novo lançador para o mesmo ponto, {point}",
                               "New shooter, same point, {english}"),
    "new-shooter-new-point": ("Novo lançador para novo ponto", "New shooter, new point"),
    "null-off-table": ("Golpe nulo: saltou um dado da mesa", "No roll: a die off the table"),
    "null-short": ("Golpe nulo: os dados não passaram o meio da mesa",
                   "No roll: the dice fell short"),
    "last-play": ("Última jogada: faltam {minutes} minutos", "Last play: {minutes} minutes left"),
}

_RULES = {
    "bar": ("Barra do don't pass", "Bar of don't pass"),
    "literal_odds": ("Odds contra pagas como as outras", "Odds against paid as printed"),
    "line": ("Limites: pass-line e come", "Limits: lines and come"),
    "odds": ("Limites: odds", "Limits: odds"), "big": ("Limites: big 6 e 8", "Limits: big 6 and 8"),
    "under_over": ("Limites: under e over seven", "Limits: under and over seven"),
    "field": ("Limites: field", "Limits: field"), "craps": ("Limites: craps", "Limits: craps"),
    "hardways": ("Limites: hardways", "Limits: hardways"),
    "totals": ("Limites: totais", "Limits: totals"),
    **{f"{form}_{low}_{14 - low}": (f"Limites: {pt} {low} ou {14 - low}",
                                    f"Limits: {form} {low} or {14 - low}")
       for form, pt in (("place", "a favor do"), ("lay", "contra o")) for low in (4, 5, 6)},
    "most_prize": ("Prémio máximo de uma aposta de odds", "Most that one odds bet may win"),
}

_OTHERS = {
    "call.no-more-bets": ("os dados são entregues", "the dice are given out"),
    "call.dice-pass": ("os dados mudam de mão", "the dice change hands"),
    "call.table-closes": ("a mesa encerra", "the table closes"),
    "handle.mark-bet": ("uma marca assinala a postura", "a marker lies on the bet"),
    "handle.offer-dice": ("apresentam-se {dice} dados", "{dice} dice are offered"),
    "handle.take-dice": ("escolhe os dados {dice}", "takes dice {dice}"),
    "handle.check-dice": ("verificam-se os dados {dice}", "dice {dice} are checked"),
    "handle.replace-die": ("o dado {out} é substituído pelo {in}",
                           "die {out} gives way to die {in}"),
    "handle.look-at-die": ("examina-se o dado que saltou", "the die that jumped is looked at"),
    "handle.new-die": ("entra um dado novo em seu lugar", "a new die comes in its place"),
    "handle.marker-on": ("a marca é posta no {point}", "the marker stands on {point}"),
    "handle.marker-off": ("a marca é retirada do {point}", "the marker is taken off {point}"),
    "answer.sound": ("em bom estado", "in good condition"),
    "answer.defective": ("com defeito", "defective"),
    **{f"answer.{n}": (f"dado {n} com defeito", f"die {n} is defective") for n in range(1, 6)},
    "dice": ("dados", "dice"), "act.throw": ("Lançar os dados", "Throw the dice"),
    "does.throw": ("pede os dados", "asks for the dice"),
    "more.throw": ("fecha as apostas", "closes the bets"),
    "act.dice": ("Ficar com os dados", "Take the dice"),
    "does.dice": ("escolhe dois dados", "takes two dice"),
    "more.dice": ("dois dos cinco", "two of the five"),
    "act.decline": ("Passar os dados", "Pass the dice"), "does.decline": ("passa os dados",
                                                                         "passes the dice"),
    "more.decline": ("a quem segue", "to who follows"),
    "incident.off-table": ("saltou um dado da mesa", "a die jumped off the table"),
    "incident.short": ("os dados não passaram o meio", "the dice fell short"),
    "incident.last-play": ("anuncia-se a última jogada", "the last play is announced"),
}


def _of(lang: int) -> dict[str, str]:
    return {
        **{f"bet.{name}": both[lang] for name, both in _SPOTS.items()},
        **{f"call.{name}": " · ".join(both) for name, both in _ANNOUNCED.items()},
        **{f"rule.{name}": both[lang] for name, both in _RULES.items()},
        **{name: both[lang] for name, both in _OTHERS.items()},
    }


WORDS = vocabulary({"pt": _of(0), "en": _of(1)}, "throw")
