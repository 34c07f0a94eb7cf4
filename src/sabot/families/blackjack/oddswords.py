"""What a page of odds says of a blackjack: its bets, the classes of play, how often what happens.

``odds.*`` is the name of a priced bet, ``given.*`` on what its price rests, ``class.*`` a class of
play and ``class.*.what`` what it asks of the player, ``often.*`` something that may happen.
"""

from __future__ import annotations

ODDS = {
    "pt": {
        "odds.main": "A aposta principal", "odds.insurance": "O seguro",
        "odds.special": "O prémio especial", "odds.jackpot": "A ficha do prémio acumulado",
        "odds.jackpot.aces-2": "Dois ases",
        "odds.jackpot.aces-2-suit": "Dois ases do mesmo naipe",
        "odds.jackpot.aces-3": "Três ases",
        "odds.jackpot.aces-3-suit": "Três ases do mesmo naipe",
        "odds.jackpot.aces-4": "Quatro ases da mesma cor",
        "odds.pair-split": "Qualquer par, desdobrando-os todos",
        "odds.pair": "Qualquer par", "odds.perfect": "Par perfeito",
        "odds.sevens": "Setes, desdobrando-os", "odds.sevens-unsplit": "Setes, sem os desdobrar",
        "odds.over": "Mais de 13", "odds.under": "Menos de 13",
        "odds.streak2": "Duas vitórias seguidas", "odds.streak3": "Três vitórias seguidas",
        "odds.streak4": "Quatro vitórias seguidas", "odds.streak5": "Cinco vitórias seguidas",
        "given.insurance": "A banca mostra um ás; as cartas do apostador não contam.",
        "given.special": "Para uma mão que recebe sempre a terceira carta. O prémio não tem aposta "
                         "própria: conta-se por uma unidade da aposta principal.",
        "given.jackpot": "Com o que o prémio tem no início. Quem ainda pode chegar a uma "
                         "combinação mais alta pede sempre carta.",
        "given.pair-split": "Todo o par é desdobrado quantas vezes a mesa deixe, sem pedir outras "
                            "cartas; cada par seguinte ganha outro tanto.",
        "given.pair": "O primeiro par.", "given.perfect": "As duas primeiras cartas.",
        "given.sevens": "Todo o par de setes é desdobrado.",
        "given.sevens-unsplit": "Nenhum par de setes é desdobrado.",
        "given.over": "As duas primeiras cartas.", "given.under": "As duas primeiras cartas.",
        "given.streak2": "Com a melhor jogada da aposta principal, que se faz em cada jogada.",
        "given.streak3": "Com a melhor jogada da aposta principal, que se faz em cada jogada.",
        "given.streak4": "Com a melhor jogada da aposta principal, que se faz em cada jogada.",
        "given.streak5": "Com a melhor jogada da aposta principal, que se faz em cada jogada.",
        "class.composition": "Por todas as cartas",
        "class.composition.what": "Cada decisão conta todas as cartas da mão: a melhor jogada que "
                                  "há.",
        "class.zero-memory": "Mãos desdobradas à parte",
        "class.zero-memory.what": "Como a melhor, mas joga as mãos de um par desdobrado como se "
                                  "não houvesse par.",
        "class.two-card": "Pelas duas primeiras",
        "class.two-card.what": "A primeira decisão olha às duas cartas; as outras só ao total.",
        "class.total": "Só pelo total",
        "class.total.what": "Basta saber o total, e se um ás vale 11: é o que cabe num quadro.",
        "often.double": "Mãos dobradas", "often.blackjack": "Blackjack do jogador",
        "often.special prize": "Prémio especial", "often.split": "Par desdobrado",
        "often.hands": "{n} mãos no mesmo lugar", "often.surrender": "Desistência",
        "often.even money": "Recebe 1 para 1", "often.five cards": "Cinco cartas por metade",
    },
    "en": {
        "odds.main": "The main bet", "odds.insurance": "Insurance",
        "odds.special": "The special prize", "odds.jackpot": "The jackpot chip",
        "odds.jackpot.aces-2": "Two aces", "odds.jackpot.aces-2-suit": "Two aces of one suit",
        "odds.jackpot.aces-3": "Three aces",
        "odds.jackpot.aces-3-suit": "Three aces of one suit",
        "odds.jackpot.aces-4": "Four aces of one colour",
        "odds.pair-split": "Any pair, splitting them all",
        "odds.pair": "Any pair", "odds.perfect": "Perfect pair",
        "odds.sevens": "Sevens, splitting them", "odds.sevens-unsplit": "Sevens, not split",
        "odds.over": "Over 13", "odds.under": "Under 13",
        "odds.streak2": "Two wins in a row", "odds.streak3": "Three wins in a row",
        "odds.streak4": "Four wins in a row", "odds.streak5": "Five wins in a row",
        "given.insurance": "The bank shows an ace; the bettor's own cards do not count.",
        "given.special": "For a hand that always takes a third card. The prize has no stake of "
                         "its own: it is counted for one unit of the main bet.",
        "given.jackpot": "With no more in the pool than at its start. Who may still reach a higher "
                         "line always takes a card.",
        "given.pair-split": "Every pair is split as often as the table lets it, and no other card "
                            "is taken; each further pair wins as much again.",
        "given.pair": "The first pair.", "given.perfect": "The first two cards.",
        "given.sevens": "Every pair of sevens is split.",
        "given.sevens-unsplit": "No pair of sevens is split.",
        "given.over": "The first two cards.", "given.under": "The first two cards.",
        "given.streak2": "At the best play of the main bet, which is made at every coup.",
        "given.streak3": "At the best play of the main bet, which is made at every coup.",
        "given.streak4": "At the best play of the main bet, which is made at every coup.",
        "given.streak5": "At the best play of the main bet, which is made at every coup.",
        "class.composition": "By all cards",
        "class.composition.what": "Every decision counts all cards of the hand: the best play that "
                                  "there is.",
        "class.zero-memory": "Split hands apart",
        "class.zero-memory.what": "Like the best, but plays the hands of a split pair as if there "
                                  "were no pair.",
        "class.two-card": "By the first two",
        "class.two-card.what": "The first decision looks at the two cards, the others at the total "
                               "alone.",
        "class.total": "By the total alone",
        "class.total.what": "It is enough to know the total, and whether an ace counts 11: what "
                            "goes on a card.",
        "often.double": "Hands doubled", "often.blackjack": "The player's blackjack",
        "often.special prize": "Special prize", "often.split": "A pair is split",
        "often.hands": "{n} hands at one place", "often.surrender": "Surrender",
        "often.even money": "Even money", "often.five cards": "Five cards for half",
    },
}
