"""The words of a blackjack's odds page: its bets, the classes of play, and what happens how often.

``odds.*`` is the name of a priced bet, ``given.*`` the assumption of its price, ``class.*`` a class
of play and ``class.*.what`` what it asks of the player, ``often.*`` an event with its frequency.
"""

from __future__ import annotations

from sabot.words import by_language

ODDS = by_language({
    "odds.main": ("A aposta principal", "Main bet", "原注"),
    "odds.insurance": ("O seguro", "Insurance", "保險投注"),
    "odds.special": ("O prémio especial", "Special prize", "特別彩金"),
    "odds.jackpot": ("A ficha do prémio acumulado", "Jackpot chip", "累積彩金投注"),
    "odds.jackpot-unsplit": ("A ficha do prémio acumulado, sem desdobrar",
                             "Jackpot chip, no splits", "累積彩金投注，不分門"),
    "odds.jackpot.aces-2": ("Dois ases", "Two aces", "兩張A"),
    "odds.jackpot.aces-2-suit": ("Dois ases do mesmo naipe", "Two suited aces", "兩張同花A"),
    "odds.jackpot.aces-3": ("Três ases", "Three aces", "三張A"),
    "odds.jackpot.aces-3-suit": ("Três ases do mesmo naipe", "Three suited aces", "三張同花A"),
    "odds.jackpot.aces-4": ("Quatro ases da mesma cor", "Four aces of one colour", "四張同色A"),
    "given.insurance": ("A banca mostra um ás; as cartas do apostador não contam.",
                        "The bank shows an ace; the bettor's own cards do not count.",
                        "莊家牌面為A；不計博彩者本身的牌。"),
    "given.special": ("Para uma mão que recebe sempre a terceira carta. O prémio não tem aposta "
                      "própria: conta-se por uma unidade da aposta principal.",
                      "For a hand that always takes a third card. The prize has no stake: it is "
                      "computed per unit of the main bet.",
                      "以必取第三張牌計算。此彩金不設獨立注額，按原注一個單位計算。"),
    "given.jackpot": ("Com o que o prémio tem no início. Quem ainda pode chegar a uma combinação "
                      "mais alta desdobra sempre.",
                      "With the pool at its starting amount. A pair is always split if the hand "
                      "may still reach a higher line.",
                      "以累積彩金的起始金額計算。仍可達至更高組合者必定分門。"),
    "given.jackpot-unsplit": ("Com o que o prémio tem no início. Nenhum par é desdobrado.",
                              "With the pool at its starting amount. No pair is split.",
                              "以累積彩金的起始金額計算。一律不分門。"),
    "class.composition": ("Por todas as cartas", "By all cards", "按所有牌張"),
    "class.composition.what": ("Cada decisão conta todas as cartas da mão: a melhor jogada que "
                               "há.",
                               "Every decision counts all cards of the hand: the best possible "
                               "play.", "每次決定均計及手上所有牌張：最佳打法。"),
    "class.zero-memory": ("Mãos desdobradas à parte", "Split hands separately", "分門各自計算"),
    "class.zero-memory.what": ("Como a melhor, mas joga as mãos de um par desdobrado como se não "
                               "houvesse par.",
                               "Like the best, but plays the hands of a split pair as if there "
                               "had been no pair.",
                               "與最佳打法相同，但分門後各門按從未有對子處理。"),
    "class.two-card": ("Pelas duas primeiras", "By the first two cards", "按首兩張牌"),
    "class.two-card.what": ("A primeira decisão olha às duas cartas; as outras só ao total.",
                            "The first decision looks at the two cards; the later ones only at "
                            "the total.", "首次決定看首兩張牌，其後只看總點數。"),
    "class.total": ("Só pelo total", "By the total only", "只按總點數"),
    "class.total.what": ("Basta saber o total, e se um ás vale 11: é o que cabe num quadro.",
                         "You need only the total, and whether an ace counts 11: it fits on a "
                         "card.", "只須知道總點數，以及A牌是否計作11點：一張打法表已可列出。"),
    "often.double": ("Mãos dobradas", "Doubled hands", "加注"),
    "often.blackjack": ("Blackjack do jogador", "The player's blackjack", "博彩者得Black Jack"),
    "often.special prize": ("Prémio especial", "Special prize", "特別彩金"),
    "often.split": ("Par desdobrado", "Split pair", "對子分門"),
    "often.hands": ("{n} mãos no mesmo lugar", "{n} hands at one place", "同一門分成{n}門"),
    "often.surrender": ("Desistência", "Surrender", "放棄牌局"),
    "often.even money": ("Recebe 1 para 1", "Even money", "收取等額彩金"),
    "often.five cards": ("Cinco cartas por metade", "Five cards for half", "五張牌收取半注彩金"),
})
