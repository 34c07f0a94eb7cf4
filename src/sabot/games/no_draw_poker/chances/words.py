"""The words of the odds page of no-draw poker: bets, strategies, tables and events.

The keys are the same for every game; ``sheet.*`` name the tables of `sheets`, ``kind.*`` the
combinations.
"""

from __future__ import annotations

from sabot.games.no_draw_poker.words import COMBINATIONS
from sabot.words import by_language, same_text

CLASSES = ("best", "ranks", "rules", "akj83", "match", "pair", "qualify", "blind")
"""The priced strategies; the first is the default."""

_RANKS = {"T": "10", **{rank: rank for rank in "23456789JQKA"}}

ODDS = by_language({
    "odds.main": ("As duas apostas", "Both bets", "兩注合計"),
    "odds.jackpot": ("A ficha do prémio acumulado", "Jackpot chip", "累積彩金投注"),
    "given.jackpot": ("Com o que o prémio tem no início, quando ninguém mais tem a mesma "
                      "combinação. Quem passa nada recebe.",
                      "With the pool at its starting amount, when nobody else has the same "
                      "combination. Players who fold get nothing.",
                      "以累積彩金的起始金額，並以無人同時持有相同組合計算。棄牌者不得彩金。"),
    "page.keeps.why": ("De cada {stake} de aposta inicial a banca fica, em média, com {sum}. "
                       "Quem vai a jogo aposta mais o dobro.",
                       "Of each {stake} of the first bet, the bank keeps {sum} on average. To "
                       "call costs twice the first bet in addition.",
                       "每{stake}原注，莊家平均得{sum}。跟注者須另投原注的兩倍。"),
    "page.keeps": ("A banca fica com {edge} da aposta inicial",
                   "The bank keeps {edge} of the first bet", "莊家從原注得{edge}"),
    "page.staked.why": ("{n} apostas iniciais por jogada, contando a segunda",
                        "{n} first bets per round, including the second bet",
                        "每局{n}個原注，包括第二注"),
    "page.method": ("Contadas todas as 19 933 230 517 200 distribuições de cartas, por inclusão "
                    "e exclusão; nada se arredonda antes de ser mostrado.",
                    "All 19,933,230,517,200 deals are counted, by inclusion and exclusion; "
                    "nothing is rounded before it is shown.",
                    "以容斥原理計算全部 19,933,230,517,200 種派牌；顯示之前不作任何捨入。"),
    "page.session.say": ("Sempre com {stake} de aposta inicial, na maneira de jogar escolhida.",
                         "Always with a first bet of {stake}, in the strategy chosen.",
                         "每局原注{stake}，按所選打法。"),
    "page.net.say": ("Por jogada, em apostas iniciais.", "Per round, in first bets.",
                     "每局，以原注計。"),
    "page.first.say": ("Quantas vezes se vai a jogo.", "How often the strategy calls.",
                       "跟注的次數比率。"),
    "other-costs": ("a outra escolha custa {cost}", "the other choice costs {cost}",
                    "另一選擇損失{cost}"),
    "class.best": ("A melhor que há", "Best play", "最佳打法"),
    "class.best.what": ("Olha às cinco cartas, aos seus naipes e à carta aberta.",
                        "Looks at all five cards, their suits, and the open card.",
                        "看全部五張牌、花色及莊家明牌。"),
    "class.ranks": ("Só pelos valores", "Ranks only", "只看牌點"),
    "class.ranks.what": ("A melhor para quem não olha a naipes.",
                         "The best play without looking at suits.", "不看花色者的最佳打法。"),
    "class.rules": ("Três regras", "Three rules", "三項規則"),
    "class.rules.what": ("Um par ou mais vai. Ás e rei vão se a carta aberta é de 2 a dama e "
                         "igual a uma das suas; se é ás ou rei e se tem dama ou valete; ou se "
                         "não é igual a nenhuma, se tem dama e a aberta é mais baixa do que a "
                         "quarta carta.",
                         "A pair or better calls. Ace-king calls if the open card is a 2 to a "
                         "queen and matches one of your cards; if it is an ace or king and you "
                         "have a queen or jack; or if it matches none, you have a queen, and it "
                         "is lower than your fourth card.",
                         "一對或以上跟注。持A、K者在下列情況跟注：莊家明牌為2至Q而與所持其中一張"
                         "相同；明牌為A或K，而持有Q或J；明牌與所持各張均不相同，而持有Q且明牌小於"
                         "第四大的牌。"),
    "class.akj83": ("Desde ás, rei, valete, 8, 3", "From ace, king, jack, 8, 3",
                    "A、K、J、8、3或以上"),
    "class.akj83.what": ("Vai com estas cartas ou melhor, sem olhar à carta aberta.",
                         "Calls with these cards or better, without looking at the open card.",
                         "持此等牌或以上即跟注，不看莊家明牌。"),
    "class.match": ("Ás e rei com carta igual", "Ace-king with a match", "A、K並有相同牌"),
    "class.match.what": ("Vai com um par ou mais, e com ás e rei se tem uma carta do valor da "
                         "aberta.",
                         "Calls with a pair or better, and with ace-king if one card matches the "
                         "open card.", "一對或以上跟注；持A、K而其中一張牌點與明牌相同者亦跟注。"),
    "class.pair": ("Um par ou mais", "A pair or better", "一對或以上"),
    "class.pair.what": ("Passa com tudo o que não é combinação.",
                        "Folds everything that is not a combination.", "未成組合者一律棄牌。"),
    "class.qualify": ("Com o que a banca vai", "Whatever qualifies", "與莊家開局相同"),
    "class.qualify.what": ("Vai com ás e rei ou mais.",
                           "Calls with ace-king or better, as the bank does.",
                           "持A、K或以上即跟注。"),
    "class.blind": ("Às cegas", "Blind", "盲跟"),
    "class.blind.what": ("Vai sempre.", "Always calls.", "一律跟注。"),
    "often.bank-out": ("A banca não vai a jogo e paga a aposta inicial",
                       "The bank does not qualify and pays the first bet", "莊家不開局，賠付原注"),
    "often.won": ("Ganha à banca", "Beats the bank", "勝莊家"),
    "often.lost": ("Perde as duas apostas", "Loses both bets", "兩注俱輸"),
    "often.royal flush": ("Sequência real de cor", "Royal flush", "皇家同花順"),
    "sheet.plays": ("Maneiras de jogar", "Strategies", "打法"),
    "sheet.plays.what": ("O que a banca ganha em média, por unidade da aposta inicial e por "
                         "unidade de tudo o que se aposta, e quantas vezes se vai a jogo.",
                         "What the bank gains on average, per unit of the first bet and per unit "
                         "of everything staked, and how often the strategy calls.",
                         "莊家平均所得，按原注每單位及全部注額每單位計算；以及跟注的次數比率。"),
    "sheet.plays.play": ("Maneira", "Strategy", "打法"),
    "sheet.plays.edge": ("Da aposta inicial", "Of the first bet", "佔原注"),
    "sheet.plays.costs": ("Custa mais", "Costs more", "多輸"),
    "sheet.plays.risk": ("De tudo o que se aposta", "Of all stakes", "佔全部注額"),
    "sheet.plays.calls": ("Vai a jogo", "Calls", "跟注"),
    "sheet.hands": ("Combinação a combinação", "Hand by hand", "各組合"),
    "sheet.hands.what": ("Quantas vezes vem cada combinação e vai a jogo; de cada vez que vai, "
                         "como acaba; e o que ganha em média, por unidade da aposta inicial.",
                         "How often each combination is dealt and calls; when it calls, how that "
                         "ends; and what it gains on average, per unit of the first bet.",
                         "各組合出現及跟注的次數比率；每次跟注的結果；以及按原注每單位的平均所得"
                         "。"),
    "sheet.hands.hand": ("Combinação", "Combination", "組合"),
    "sheet.hands.dealt": ("Vem", "Dealt", "出現"),
    "sheet.hands.calls": ("Vai", "Calls", "跟注"),
    "sheet.hands.bank-out": ("Banca não vai", "No qualify", "莊家不開局"),
    "sheet.hands.won": ("Ganha", "Wins", "贏"),
    "sheet.hands.tie": ("Empata", "Ties", "和"),
    "sheet.hands.lost": ("Perde", "Loses", "輸"),
    "sheet.hands.gain": ("Em média", "On average", "平均"),
    "sheet.kings": ("Ás e rei", "Ace-king", "A、K"),
    "sheet.kings.what": ("O que fazer com ás e rei sem combinação, pelas cartas seguintes e pela "
                         "carta aberta da banca: V vai, P passa; um número diz quantas de cem "
                         "vão, conforme as outras cartas. Um par ou mais vai sempre; menos do "
                         "que ás e rei passa sempre.",
                         "What to do with ace-king and no combination, by the next cards and the "
                         "bank’s open card: V calls (vou), P folds (passo); a number says how "
                         "many in a hundred call, depending on the other cards. A pair or better "
                         "always calls; less than ace-king always folds.",
                         "持A、K而未成組合時，按其餘的牌及莊家明牌決定：V為跟注，P為棄牌；數字為"
                         "按其他牌張，每一百次中跟注的次數。一對或以上必跟注；不足A、K者必棄牌。"),
    "sheet.kings.hand": ("Tem", "Has", "所持"),
    "sheet.kings-alone": ("Ás e rei", "Ace-king", "A、K"),
    "sheet.kings-alone.what": ("O que fazer com ás e rei sem combinação, pelas cartas seguintes "
                               "e pela carta aberta da banca: V vai, P passa; um número diz "
                               "quantas de cem vão, conforme as outras cartas. O máximo de "
                               "prémios desta mesa muda também o que as outras mãos devem fazer.",
                               "What to do with ace-king and no combination, by the next cards "
                               "and the bank’s open card: V calls (vou), P folds (passo); a "
                               "number says how many in a hundred call, depending on the other "
                               "cards. The maximum payout of this table also changes what other "
                               "hands should do.",
                               "持A、K而未成組合時，按其餘的牌及莊家明牌決定：V為跟注，P為棄牌；"
                               "數字為按其他牌張，每一百次中跟注的次數。本檯的彩金上限亦改變其他"
                               "手牌應有的打法。"),
    "sheet.kings-alone.hand": ("Tem", "Has", "所持"),
    **same_text({f"sheet.{sheet}.up.{key}": name for key, name in _RANKS.items()
                 for sheet in ("kings", "kings-alone")}),
    **{f"kind.{key}": names for key, names in COMBINATIONS.items()},
    **{f"odds.jackpot.{key}": names for key, names in COMBINATIONS.items()},
    **{f"often.won-{key}": (f"Ganha com: {pt.lower()}", f"Wins with: {en.lower()}", f"以{zh}獲勝")
       for key, (pt, en, zh) in COMBINATIONS.items() if key != "high"},
})
