"""The words of a roulette: its chances, the spin and the calls, in Portuguese and English."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.families.layout.words import vocabulary

CHANCES = {
    "straight": ("pleno", "straight-up"), "split": ("cavalo", "split"), "street": ("rua", "street"),
    "corner": ("quadro", "corner"), "line": ("linha", "six-line"), "dozen": ("dúzia", "dozen"),
    "column": ("coluna", "column"), "dozens": ("cavalo de dúzia", "double dozen"),
    "columns": ("cavalo de coluna", "double column"), "even": ("par", "even"),
    "odd": ("ímpar", "odd"), "low": ("menor", "low"), "high": ("maior", "high"),
    "red": ("encarnado", "red"), "black": ("preto", "black"), "simple": ("simples", "even chance"),
    "series": ("série", "series"), "neighbours-3": ("um vizinho de cada lado,", "one neighbour,"),
    "neighbours-5": ("dois vizinhos de cada lado,", "two neighbours,"),
    "neighbours-7": ("três vizinhos de cada lado,", "three neighbours,"),
    "series-grande": ("série grande", "grande series"),
    "series-pequena": ("série pequena", "pequena series"),
    "series-vadios": ("vadios", "vadios series"),
}

_OWN = {
    "pt": {
        "call.no-more-bets": "Jogo feito. Nada mais.",
        "call.number-red": "{number}, encarnado", "call.number-black": "{number}, preto",
        "call.number-zero": "Zero", "call.null-spin": "Golpe nulo",
        "call.colour-lost": "{coups} golpes sem apostar, e outros esperam: a cor fica livre",
        "call.colour-given": "A cor passa a quem esperava",
        "handle.spin-left": "a bola corre da direita para a esquerda, o prato ao contrário",
        "handle.spin-right": "a bola corre da esquerda para a direita, o prato ao contrário",
        "handle.mark-marker": "o marcador assinala o número",
        "handle.mark-rake": "a raqueta assinala o número",
        "handle.change-ball": "muda-se de bola",
        "handle.replace-ball": "a bola é substituída por outra do mesmo diâmetro",
        "handle.relieve": "o pagador da bola é rendido", "handle.stop-plate": "o prato é parado",
        "handle.ball-back": "a bola volta ao {number} e é lançada de novo",
        "ball": "bola", "act.spin": "Lançar a bola", "does.spin": "pede a bola",
        "more.spin": "fecha as apostas", "incident.hour": "deu a hora",
        "incident.ball-lost": "bola perdida ou com defeito", "incident.chip": "caiu uma ficha",
        "incident.ball": "caiu outra bola", "incident.object": "caiu um objecto estranho",
        "rule.wheel": "Numeração do prato", "rule.series": "Séries e vizinhos",
        "rule.apart": "Dúzias e colunas que não se tocam",
        **{f"rule.{kind}": f"Limites: {pt}" for kind, (pt, _) in CHANCES.items()},
        **{f"bet.{kind}": pt for kind, (pt, _) in CHANCES.items()},
        "bet.series/grande": "série grande", "bet.series/pequena": "série pequena",
        "bet.series/vadios": "vadios",
    },
    "en": {
        "call.no-more-bets": "The bets are made. No more.",
        "call.number-red": "{number}, red", "call.number-black": "{number}, black",
        "call.number-zero": "Zero", "call.null-spin": "Null spin",
        "call.colour-lost": "{coups} coups without a bet, and others wait: the colour is free",
        "call.colour-given": "The colour goes to who has waited",
        "handle.spin-left": "the ball runs from right to left, the plate against it",
        "handle.spin-right": "the ball runs from left to right, the plate against it",
        "handle.mark-marker": "the marker stands on the number",
        "handle.mark-rake": "the rake points at the number",
        "handle.change-ball": "the other ball is taken",
        "handle.replace-ball": "a new ball of the same diameter comes",
        "handle.relieve": "another croupier takes the ball",
        "handle.stop-plate": "the plate is stopped",
        "handle.ball-back": "the ball goes back to {number} and is thrown again",
        "ball": "ball", "act.spin": "Spin", "does.spin": "asks for the ball",
        "more.spin": "closes the bets", "incident.hour": "the hour has struck",
        "incident.ball-lost": "the ball is lost or defective", "incident.chip": "a chip fell in",
        "incident.ball": "another ball fell in", "incident.object": "a foreign object fell in",
        "rule.wheel": "Order of the wheel", "rule.series": "Series and neighbours",
        "rule.apart": "Dozens and columns that do not touch",
        **{f"rule.{kind}": f"Limits: {en}" for kind, (_, en) in CHANCES.items()},
        **{f"bet.{kind}": en for kind, (_, en) in CHANCES.items()},
        "bet.series/grande": "grande series", "bet.series/pequena": "pequena series",
        "bet.series/vadios": "vadios series",
    },
}


def of_roulette(own: Mapping[str, Mapping[str, str]] | None = None, *, colours: bool = True
                ) -> dict[str, dict[str, str]]:
    """The words of a roulette; ``own`` words stand in their place. ``colours``: chips have them."""
    return vocabulary({lang: words | dict((own or {}).get(lang, {}))
                       for lang, words in _OWN.items()}, "spin", colours=colours)
