"""The croupier's calls and the names of acts and results, in the language of the law and others.

Calls are spoken in Portuguese and explained in the reader's own language. ``{x}`` is a fact of
the step; clients fill it in. ``keys`` are the letters of the acts where acts are typed.
"""

WORDS = {
    "pt": {
        "call.place-your-bets": "Façam as vossas apostas",
        "call.no-more-bets": "Jogo feito, nada mais. Cartas em distribuição",
        "call.insurance": "Seguro?",
        "call.even-money": "Receber um para um?",
        "call.ace-fixed": "O ás vale um até ao fim",
        "call.coup-ends": "Ninguém em jogo. Fim da jogada",
        "call.void": "Jogada nula. Apostas devolvidas",
        "act.sit": "Sentar", "act.leave": "Levantar", "act.bet": "Apostar",
        "act.clear": "Retirar", "act.deal": "Dar cartas", "act.hit": "Pedir",
        "act.stand": "Ficar", "act.double": "Dobrar", "act.split": "Desdobrar",
        "act.surrender": "Desistir", "act.insure": "Seguro", "act.no-insurance": "Sem seguro",
        "act.even-money": "Receber 1 para 1", "act.wait": "Esperar",
        "result.won": "ganha", "result.lost": "perde", "result.tie": "empate",
        "result.blackjack": "blackjack", "result.bust": "excedeu 21",
        "result.surrendered": "desistiu", "result.even-money": "recebe 1 para 1",
        "result.special": "prémio especial", "result.stands": "fica",
        "note.ace-fixed": "o ás vale 1 até ao fim",
        "bet.main": "Aposta", "bet.insurance": "Seguro", "bank": "Banca", "place": "Lugar",
        "why.hit-only": "Com 11 ou menos recebe sempre carta: por isso «ficar» não é opção.",
    },
    "en": {
        "call.place-your-bets": "Place your bets",
        "call.no-more-bets": "Bets closed, no more. Cards being dealt",
        "call.insurance": "Insurance?",
        "call.even-money": "Even money?",
        "call.ace-fixed": "The ace counts one to the end",
        "call.coup-ends": "Nobody left in play. The coup ends",
        "call.void": "Void coup. Bets returned",
        "act.sit": "Sit", "act.leave": "Leave", "act.bet": "Bet", "act.clear": "Clear",
        "act.deal": "Deal", "act.hit": "Hit", "act.stand": "Stand", "act.double": "Double",
        "act.split": "Split", "act.surrender": "Surrender", "act.insure": "Insure",
        "act.no-insurance": "No insurance", "act.even-money": "Even money", "act.wait": "Wait",
        "result.won": "wins", "result.lost": "loses", "result.tie": "tie",
        "result.blackjack": "blackjack", "result.bust": "over 21",
        "result.surrendered": "surrendered", "result.even-money": "paid even money",
        "result.special": "special prize", "result.stands": "stands",
        "note.ace-fixed": "the ace counts 1 to the end",
        "bet.main": "Bet", "bet.insurance": "Insurance", "bank": "Bank", "place": "Place",
        "why.hit-only": "With 11 or less a card must be taken, so standing is not offered.",
    },
    "keys": {
        "sit": "s", "leave": "l", "bet": "b", "clear": "c", "deal": "d", "hit": "h", "stand": "s",
        "double": "d", "split": "p", "surrender": "u", "insure": "i", "no-insurance": "n",
        "even-money": "e", "wait": "w",
    },
}
