"""Ponto e banca/Macau: Portaria n.º 217/2007, bacará ponto e banca/Macau."""

from __future__ import annotations

from sabot.families.baccarat.game import side_game
from sabot.games.ponto_e_banca_macau.caps import cut_bets
from sabot.games.ponto_e_banca_macau.clauses import LAW
from sabot.games.ponto_e_banca_macau.felt import felt
from sabot.games.ponto_e_banca_macau.rules import (
    BOOK,
    CONDUCT,
    PILE,
    PRIZES,
    Rules,
    shared_limits,
    violations,
)
from sabot.games.ponto_e_banca_macau.words import WORDS

GAME = side_game(
    BOOK,
    LAW,
    PILE,
    PRIZES.five,
    id="ponto-e-banca-macau",
    section="pt-217-2007/bacara-ponto-e-banca-macau",
    names={"pt": "Ponto e banca/Macau", "en": "Ponto e banca/Macau", "zh": "百家樂（澳門式）"},
    rules=Rules,
    violations=violations,
    felt=felt,
    conduct=CONDUCT,
    words=WORDS,
    limits=shared_limits,
    shared=True,
    closes=cut_bets,
)
