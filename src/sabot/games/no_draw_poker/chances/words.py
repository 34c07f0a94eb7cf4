"""What a page of odds says of no-draw poker: its bets, ways to play, tables, and what happens.

The keys are those of every game (`families.blackjack.oddswords`); ``sheet.*`` name the tables of
`sheets`, ``kind.*`` the combinations.
"""

from __future__ import annotations

CLASSES = ("best", "ranks", "rules", "akj83", "match", "pair", "qualify", "blind")
"""The ways to play that are priced, the first where nothing is said."""

_KINDS = {
    "royal": ("Sequência real de cor", "Royal flush"),
    "straight-flush": ("Sequência de cor", "Straight flush"),
    "four": ("Póquer", "Four of a kind"), "full": ("Full", "Full house"),
    "flush": ("Cor", "Flush"), "straight": ("Sequência", "Straight"),
    "three": ("Trio", "Three of a kind"), "two-pair": ("Dois pares", "Two pairs"),
    "pair": ("Um par", "One pair"), "high": ("Cartas maiores", "High cards"),
}
_RANKS = {"T": "10", "J": "J", "Q": "Q", "K": "K", "A": "A", **{str(n): str(n)
                                                              for n in range(2, 10)}}
_SAID = {
    "odds.main": ("As duas apostas", "Both bets"),
    "odds.jackpot": ("A ficha do prémio acumulado", "The jackpot chip"),
    "given.jackpot": ("Com o que o prémio tem no início, quando ninguém mais tem a mesma "
                      "combinação. Quem passa nada recebe.",
                      "With what the pool holds at its start, when nobody else has the same "
                      "combination. Who passes gets nothing."),
    "page.keeps.why": ("De cada {stake} de aposta inicial a banca fica, em média, com {sum}. Quem "
                       "vai a jogo aposta mais o dobro.",
                       "Of each {stake} of the initial bet the bank keeps {sum} on average. Who "
                       "goes on stakes twice as much again."),
    "page.keeps": ("A banca fica com {edge} da aposta inicial",
                   "The bank keeps {edge} of the initial bet"),
    "page.staked.why": ("{n} apostas iniciais por jogada, contando a segunda",
                        "{n} initial bets a play, the second counted"),
    "page.method": ("Contadas todas as 19 933 230 517 200 distribuições de cartas, por inclusão e "
                    "exclusão; nada se arredonda antes de ser mostrado.",
                    "All 19,933,230,517,200 deals are counted, by inclusion and exclusion; "
                    "nothing is rounded before it is shown."),
    "page.session.say": ("Sempre com {stake} de aposta inicial, na maneira de jogar escolhida.",
                         "Always with an initial bet of {stake}, in the way of playing chosen."),
    "page.net.say": ("Por jogada, em apostas iniciais.", "A play, in initial bets."),
    "page.first.say": ("Quantas vezes se vai a jogo.", "How often one goes on."),
    "other-costs": ("a outra escolha custa {cost}", "the other choice costs {cost}"),
    "class.best": ("A melhor que há", "The best there is"),
    "class.best.what": ("Olha às cinco cartas, aos seus naipes e à carta aberta.",
                        "Looks at all five cards, their suits, and the open card."),
    "class.ranks": ("Só pelos valores", "By ranks alone"),
    "class.ranks.what": ("A melhor para quem não olha a naipes.",
                         "The best for who does not look at suits."),
    "class.rules": ("Três regras", "Three rules"),
    "class.rules.what": (
        "Um par ou mais vai. Ás e rei vão se a carta aberta é de 2 a dama e igual a uma das suas; "
        "se é ás ou rei e se tem dama ou valete; ou se não é igual a nenhuma, se tem dama e a "
        "aberta é mais baixa do que a quarta carta.",
        "A pair or better goes on. Ace and king go on if the open card is a 2 to a queen and like "
        "one of one’s own; if it is an ace or king and one has a queen or jack; or if it is like "
        "none, one has a queen, and it is lower than one’s fourth card."),
    "class.akj83": ("Desde ás, rei, valete, 8, 3", "From ace, king, jack, 8, 3"),
    "class.akj83.what": ("Vai com estas cartas ou melhor, sem olhar à carta aberta.",
                         "Goes on with these cards or better, without a look at the open one."),
    "class.match": ("Ás e rei com carta igual", "Ace and king with a match"),
    "class.match.what": ("Vai com um par ou mais, e com ás e rei se tem uma carta do valor da "
                         "aberta.",
                         "Goes on with a pair or better, and with ace and king if one card has the "
                         "open one’s rank."),
    "class.pair": ("Um par ou mais", "A pair or better"),
    "class.pair.what": ("Passa com tudo o que não é combinação.",
                        "Passes whatever is no combination."),
    "class.qualify": ("Com o que a banca vai", "With what the bank plays"),
    "class.qualify.what": ("Vai com ás e rei ou mais.", "Goes on with ace and king or better."),
    "class.blind": ("Às cegas", "Blind"),
    "class.blind.what": ("Vai sempre.", "Always goes on."),
    "often.bank-out": ("A banca não vai a jogo e paga a aposta inicial",
                       "The bank does not play and pays the initial bet"),
    "often.won": ("Ganha à banca", "Wins against the bank"),
    "often.lost": ("Perde as duas apostas", "Loses both bets"),
    "often.royal flush": ("Sequência real de cor", "Royal flush"),
    "sheet.plays": ("Maneiras de jogar", "Ways to play"),
    "sheet.plays.what": (
        "O que a banca ganha em média, por unidade da aposta inicial e por unidade de tudo o que "
        "se aposta, e quantas vezes se vai a jogo.",
        "What the bank gains on average, for each unit of the initial bet and for each unit of all "
        "that is staked, and how often one goes on."),
    "sheet.plays.play": ("Maneira", "Way"), "sheet.plays.edge": ("Da aposta inicial",
                                                                 "Of the initial bet"),
    "sheet.plays.costs": ("Custa mais", "Costs more"),
    "sheet.plays.risk": ("De tudo o que se aposta", "Of all that is staked"),
    "sheet.plays.calls": ("Vai a jogo", "Goes on"),
    "sheet.hands": ("Combinação a combinação", "Hand by hand"),
    "sheet.hands.what": (
        "Quantas vezes vem cada combinação e vai a jogo; de cada vez que vai, como acaba; e o que "
        "ganha em média, por unidade da aposta inicial.",
        "How often each combination comes and goes on; of each time it does, how that ends; and "
        "what it gains on average, for each unit of the initial bet."),
    "sheet.hands.hand": ("Combinação", "Combination"), "sheet.hands.dealt": ("Vem", "Comes"),
    "sheet.hands.calls": ("Vai", "Goes on"),
    "sheet.hands.bank-out": ("Banca não vai", "Bank stays out"),
    "sheet.hands.won": ("Ganha", "Wins"), "sheet.hands.tie": ("Empata", "Ties"),
    "sheet.hands.lost": ("Perde", "Loses"), "sheet.hands.gain": ("Em média", "On average"),
    "sheet.kings": ("Ás e rei", "Ace and king"),
    "sheet.kings.what": (
        "O que fazer com ás e rei sem combinação, pelas cartas seguintes e pela carta aberta da "
        "banca: V vai, P passa; um número diz quantas de cem vão, conforme as outras cartas. Um "
        "par ou mais vai sempre; menos do que ás e rei passa sempre.",
        "What to do with ace and king and no combination, by the next cards and the bank’s open "
        "one: V goes on (vou), P passes (passo); a number says how many of a hundred go on, by the "
        "other cards. A pair or better always goes on; less than ace and king always passes."),
    "sheet.kings.hand": ("Tem", "Has"),
    "sheet.kings-alone": ("Ás e rei", "Ace and king"),
    "sheet.kings-alone.what": (
        "O que fazer com ás e rei sem combinação, pelas cartas seguintes e pela carta aberta da "
        "banca: V vai, P passa; um número diz quantas de cem vão, conforme as outras cartas. O "
        "máximo de prémios desta mesa muda também o que as outras mãos devem fazer.",
        "What to do with ace and king and no combination, by the next cards and the bank’s open "
        "one: V goes on (vou), P passes (passo); a number says how many of a hundred go on, by the "
        "other cards. This table’s limit on prizes changes what other hands should do too."),
    "sheet.kings-alone.hand": ("Tem", "Has"),
    **{f"sheet.{sheet}.up.{key}": (name, name) for key, name in _RANKS.items()
       for sheet in ("kings", "kings-alone")},
    **{f"kind.{key}": names for key, names in _KINDS.items()},
    **{f"odds.jackpot.{key}": names for key, names in _KINDS.items()},
    **{f"often.won-{key}": (f"Ganha com: {pt.lower()}", f"Wins with: {en.lower()}")
       for key, (pt, en) in _KINDS.items() if key != "high"},
}

ODDS = {lang: {key: said[at] for key, said in _SAID.items()}
        for at, lang in enumerate(("pt", "en"))}
