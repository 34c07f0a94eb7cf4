"""Ponto e banca/Macau: Portaria n.º 217/2007, bacará ponto e banca/Macau."""

from __future__ import annotations

from functools import partial

from sabot.families.baccarat.coup import coup, label
from sabot.families.baccarat.declare import side_chances
from sabot.families.baccarat.legality import CHOICES
from sabot.families.baccarat.roads import public_roads
from sabot.families.layout.game import layout_game
from sabot.games.ponto_e_banca_macau.clauses import LAW
from sabot.games.ponto_e_banca_macau.felt import felt
from sabot.games.ponto_e_banca_macau.rules import BOOK, CONDUCT, PILE, PRIZES, Rules, violations
from sabot.games.ponto_e_banca_macau.words import WORDS

GAME = layout_game(
    BOOK,
    id="ponto-e-banca-macau",
    section="pt-217-2007/bacara-ponto-e-banca-macau",
    names={"pt": "Ponto e banca/Macau", "en": "Ponto e banca/Macau", "zh": "百家樂（澳門式）"},
    rules=Rules,
    coup=partial(coup, BOOK, LAW, PILE),
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    label=label,
    open_state=public_roads,
    chances=side_chances(BOOK, PILE, PRIZES.five, shared=True),
    choices=CHOICES,
)
