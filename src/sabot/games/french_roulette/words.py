"""The words of French roulette: each payment is announced with its bet, its colour and its sum."""

from __future__ import annotations

from itertools import chain

from sabot.families.roulette.spots import EVENS
from sabot.families.roulette.words import CHANCES, of_roulette
from sabot.games.french_roulette.rules import COLOURS, ORDER

_COLOURS = {
    "white": ("branca", "白色"), "red": ("vermelha", "紅色"), "blue": ("azul", "藍色"),
    "green": ("verde", "綠色"), "orange": ("laranja", "橙色"), "black": ("preta", "黑色"),
    "violet": ("roxa", "紫色"), "gold": ("dourada", "金色"),
}
_PAYMENTS = [(f"call.pays-{chance}-{colour}", CHANCES[chance], (pt, colour, zh))
         for chance in (*chain.from_iterable(ORDER), *EVENS) if chance != "simple"
         for colour, (pt, zh) in ((name, _COLOURS[name]) for name in COLOURS.values())]

WORDS = of_roulette({
    key: (f"{chance[0]} de {{on}}, {colour[0]}, total de {{sum}}",
          f"{chance[1]} of {{on}}, {colour[1]}, total of {{sum}}",
          f"{chance[2]}{{on}}，{colour[2]}籌碼，共賠{{sum}}")
    for key, chance, colour in _PAYMENTS
}, colours=False)
