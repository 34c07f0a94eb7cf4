"""The words of a shoe that people cut, for the games whose cloth is decided by cards."""

from __future__ import annotations

KEYS = {"cut": "t", "no-cut": "o", "deal": "go"}
"""What is typed for these acts in the terminal."""

WORDS = {
    "pt": {
        "key.cut": "T", "key.no-cut": "O", "key.deal": "C",
        "act.cut": "Cortar", "act.no-cut": "Não cortar", "act.deal": "Dar cartas",
        "does.cut": "corta", "does.no-cut": "não corta", "does.deal": "pede as cartas",
        "more.cut": "parte o baralho onde quiser", "more.no-cut": "passa ao lugar seguinte",
        "more.deal": "fecha as apostas",
        "burn": "Recipiente", "incident.warning-card": "sai a carta-aviso",
        "call.house-cuts": "O pagador corta",
        "call.last-coup": "A jogada em curso é a última deste sabot",
        "call.shuffle": "Baralham-se as cartas",
        "handle.cut-card": "a carta do corte tapa a última carta do conjunto",
        "handle.warning-card": "a carta-aviso é colocada",
        "handle.load-shoe": "as cartas vão para o sabot, de face para baixo",
        "ask.cut": "Quer cortar?", "ask.seats": "Sentem-se, por favor",
        "hint.cut": "Corte, se quiser: escolha onde.", "ask.shuffle": "Vai baralhar-se",
        "hint.shuffle": "Baralha-se quando o relógio acabar; quem se sentar até lá pode cortar.",
    },
    "en": {
        "key.cut": "T", "key.no-cut": "O", "key.deal": "C",
        "act.cut": "Cut", "act.no-cut": "No cut", "act.deal": "Deal",
        "does.cut": "cuts", "does.no-cut": "does not cut", "does.deal": "asks for the cards",
        "more.cut": "part the pack where you like",
        "more.no-cut": "the right goes to the next place", "more.deal": "closes the bets",
        "burn": "Box of played cards", "incident.warning-card": "the warning card has come",
        "call.house-cuts": "The dealer cuts", "call.last-coup": "This coup is the last of the shoe",
        "call.shuffle": "The cards are shuffled",
        "handle.cut-card": "the cut card covers the last card of the pile",
        "handle.warning-card": "the warning card is put in",
        "handle.load-shoe": "the cards go into the shoe, face down",
        "ask.cut": "Would you cut?", "ask.seats": "Please sit down",
        "hint.cut": "Cut if you like: choose where.", "ask.shuffle": "The cards will be shuffled",
        "hint.shuffle": "It begins when the clock has run out; who sits down by then may cut.",
    },
}
