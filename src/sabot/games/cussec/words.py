"""The words of cussec, in Portuguese and English."""

from __future__ import annotations

from sabot.families.layout.words import vocabulary

_CHANCES = {
    "small": ("pequeno", "small"), "big": ("grande", "big"),
    "single": ("número", "number"), "pair": ("combinação de dois dados", "two numbers"),
    "double": ("duplo", "double"), "triple": ("triplo", "triple"),
    "triple/any": ("qualquer triplo", "any triple"),
    "any-triple": ("qualquer triplo", "any triple"), "total": ("total", "total"),
    **{f"total-{low}-{21 - low}": (f"total {low} ou {21 - low}", f"total {low} or {21 - low}")
       for low in range(4, 11)},
}
_RULES = {
    "simple": ("pequeno e grande", "small and big"), "single": ("número", "number"),
    "pair": ("combinação de dois dados", "two numbers"), "double": ("duplo", "double"),
    "triple": ("triplo", "triple"), "any_triple": ("qualquer triplo", "any triple"),
    "total": ("total", "total"),
}

WORDS = vocabulary({
    "pt": {
        "call.no-more-bets": "Nada mais. Vou abrir.", "call.null-throw": "Golpe nulo.",
        "call.result-small": "{dice}: {total}, pequeno",
        "call.result-big": "{dice}: {total}, grande",
        "call.result-alike": "{dice}: {total}, triplo",
        "handle.cover-dome": "a redoma opaca cobre os dados e é presa com os fechos",
        "handle.press-lever": "carrega-se na alavanca {times} vezes",
        "handle.light": "acende-se o quadro: podem marcar-se apostas",
        "handle.bell": "toca a campainha",
        "handle.lift-dome": "soltam-se os fechos e levanta-se a redoma",
        "handle.light-zones": "acendem-se as zonas das chances premiadas",
        "handle.play-over": "a jogada está concluída",
        "handle.pay-prizes": "pagam-se os prémios",
        "dice": "dados", "act.open": "Abrir", "does.open": "pede que se abra",
        "more.open": "fecha as apostas", "incident.stacked": "dados sobrepostos",
        "rule.edge": "Aresta dos dados (mm)",
        **{f"rule.{name}": f"Limites: {pt}" for name, (pt, _) in _RULES.items()},
        **{f"bet.{kind}": pt for kind, (pt, _) in _CHANCES.items()},
    },
    "en": {
        "call.no-more-bets": "No more. Opening now.", "call.null-throw": "Void.",
        "call.result-small": "{dice}: {total}, small", "call.result-big": "{dice}: {total}, big",
        "call.result-alike": "{dice}: {total}, triple",
        "handle.cover-dome": "the opaque dome covers the dice and is held by its catches",
        "handle.press-lever": "the lever is pressed {times} times",
        "handle.light": "the panel lights up: bets may be made",
        "handle.bell": "the bell rings",
        "handle.lift-dome": "the catches are released and the dome is lifted",
        "handle.light-zones": "the areas of the winning chances light up",
        "handle.play-over": "the play is over",
        "handle.pay-prizes": "the prizes are paid",
        "dice": "dice", "act.open": "Open", "does.open": "asks to open",
        "more.open": "closes the bets", "incident.stacked": "stacked dice",
        "rule.edge": "Edge of the dice (mm)",
        **{f"rule.{name}": f"Limits: {en}" for name, (_, en) in _RULES.items()},
        **{f"bet.{kind}": en for kind, (_, en) in _CHANCES.items()},
    },
}, "open")
