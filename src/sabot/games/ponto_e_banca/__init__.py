"""Ponto e banca: Portaria n.º 217/2007, bacará ponto e banca."""

from __future__ import annotations

from sabot.families.baccarat.game import side_game
from sabot.games.ponto_e_banca.clauses import LAW
from sabot.games.ponto_e_banca.felt import felt
from sabot.games.ponto_e_banca.rules import (
    BOOK,
    CONDUCT,
    PILE,
    PRIZES,
    Rules,
    shared_limits,
    violations,
)
from sabot.games.ponto_e_banca.words import WORDS

GAME = side_game(
    BOOK,
    LAW,
    PILE,
    PRIZES.five,
    id="ponto-e-banca",
    section="pt-217-2007/bacara-ponto-e-banca",
    names={"pt": "Ponto e banca", "en": "Ponto e banca", "zh": "百家樂"},
    rules=Rules,
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    limits=shared_limits,
    times=(70,),
)
