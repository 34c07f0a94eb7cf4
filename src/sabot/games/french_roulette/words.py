"""The words of French roulette: each payment is announced with its bet, its colour and its sum."""

from __future__ import annotations

from sabot.families.roulette.spots import EVENS
from sabot.families.roulette.words import CHANCES, of_roulette
from sabot.games.french_roulette.rules import COLOURS, ORDER

_PT = {"white": "branca", "red": "vermelha", "blue": "azul", "green": "verde",
       "orange": "laranja", "black": "preta", "violet": "roxa", "gold": "dourada"}
_PAID = [(chance, *CHANCES[chance], colour) for chance in (*ORDER, *EVENS) if chance != "simple"
         for colour in COLOURS.values()]

WORDS = of_roulette({
    "pt": {f"call.pays-{chance}-{colour}": f"{said} de {{on}}, {_PT[colour]}, total de {{sum}}"
           for chance, said, _, colour in _PAID},
    "en": {f"call.pays-{chance}-{colour}": f"{said} of {{on}}, {colour}, total of {{sum}}"
           for chance, _, said, colour in _PAID},
}, colours=False)
