"""What a page of odds says of chemin de fer: its two stakes, its tables and its curve.

``page.*`` stands in place of what the page says of games with a house bank; ``sheet.*`` and
``curve.*`` name the tables and curves of `advice`, their columns and what they mean.
"""

from __future__ import annotations

_THIRDS = {f"third.{n}": str(n) for n in range(10)}

ODDS = {
    "pt": {
        "odds.ponto": "O ponto", "odds.banker": "A banca",
        "odds.ponto/banco": "O ponto que faz bancô",
        "odds.banker/banco": "A banca contra um bancô",
        "given.ponto": "Pelas regras 64 e 67; livre só no 5.",
        "given.banker": "Pelas regras 64 e 67, descontado o que a casa recebe do lucro (47).",
        "given.ponto/banco": "Tiragens livres dos dois lados (70), ambos a jogar o melhor "
                             "possível.",
        "given.banker/banco": "Tiragens livres dos dois lados (70), descontado o que a casa "
                              "recebe do lucro (47).",
        "page.keeps": "O banqueiro ganha ao ponto {edge} da aposta",
        "page.keeps.why": "A casa não joga. De cada {stake} que o ponto aposta passam para o "
                          "banqueiro, em média, {sum}, se ambos jogarem o melhor possível pelas "
                          "regras 64 e 67. Do lucro do banqueiro tira a casa a cagnotte (47).",
        "page.beside": "Os dois lados", "page.bet.edge": "perde em média",
        "page.bet.gain": "ganha em média",
        "page.session.say": "O ponto, sempre com {stake}, pelas regras 64 e 67.",
        "page.hour.why": "{n} golpes de {stake}: em média {sum}",
        "page.method": "Resolvido como jogo de duas pessoas, em fracções exactas, por um programa "
                       "linear; provado por nenhum dos lados ganhar com outra escolha.",
        "draws": "tira", "stands": "fica", "other-costs": "a outra escolha custa {cost}",
        "way.totals": "Cada um pela sua pontuação",
        "way.banker-cards": "O banqueiro olha às suas duas cartas",
        "way.cards": "Ambos olham às suas duas cartas",
        "way.endless": "Com reposição, pela pontuação",
        "way.endless-cards": "Com reposição, pelas duas cartas",
        "sheet.five": "Pedir carta com 5, pelas regras 64 e 67",
        "sheet.five.what": "O que o ponto com 5 ganha em média por unidade apostada, não pedindo "
                           "e pedindo, conforme o que faz o banqueiro nas suas duas casas livres, "
                           "quando nenhum natural do banqueiro acabou o golpe.",
        "sheet.five.three": "3 contra um 9", "sheet.five.other": "5 contra um 4",
        "sheet.five.no": "«Não»", "sheet.five.card": "«Carta»", "sheet.five.gain": "Pedir rende",
        "sheet.ways": "O valor do golpe",
        "sheet.ways.what": "O que o ponto ganha em média por unidade apostada, com ambos a jogar "
                           "o melhor possível: pelas regras 64 e 67, e com as tiragens livres do "
                           "bancô (70); e, com estas, quantas vezes o ponto pede com 5 e o "
                           "banqueiro tira com 6 depois de «Não».",
        "sheet.ways.way": "Cartas e decisões", "sheet.ways.tabled": "64 e 67",
        "sheet.ways.banco": "bancô", "sheet.ways.five": "Ponto pede com 5",
        "sheet.ways.six": "Banqueiro tira com 6",
        "sheet.hands": "O ponto que faz bancô",
        "sheet.hands.what": "Quantas vezes deve pedir carta com cada mão, e quanto custa a outra "
                            "escolha de cada vez, em apostas.",
        "sheet.hands.hand": "Mão", "sheet.hands.draws": "Pede", "sheet.hands.cost": "A outra custa",
        "sheet.banker": "O banqueiro contra um bancô",
        "sheet.banker.what": "A melhor jogada, pela sua pontuação e pela terceira carta do ponto: "
                             "T tira, F fica, ou quantas vezes tira. Com o sabot cheio é a tabela "
                             "da regra 67 com as duas casas livres a tirar, salvo com 6 quando o "
                             "ponto não pede.",
        "sheet.banker.total": "Tem",
        **{f"sheet.banker.{key}": said for key, said in _THIRDS.items()},
        "sheet.banker.third.none": "«Não»",
        "curve.five": "Pedir carta com 5, quando se faz bancô",
        "curve.five.what": "O que o ponto com 5 ganha em média por unidade apostada. Está certo "
                           "pedir enquanto o banqueiro, com 6, tirar depois de «Não» menos do que "
                           "{mark} das vezes; acima disso está certo não pedir.",
        "curve.five.always": "O que o ponto com 5 ganha em média por unidade apostada. Está sempre "
                             "certo pedir, faça o banqueiro o que fizer com 6 depois de «Não».",
        "curve.five.never": "O que o ponto com 5 ganha em média por unidade apostada. Nunca está "
                            "certo pedir, faça o banqueiro o que fizer com 6 depois de «Não».",
        "curve.five.x": "Quantas vezes o banqueiro tira com 6 depois de «Não»",
        "curve.five.card": "«Carta»", "curve.five.no": "«Não»",
    },
    "en": {
        "odds.ponto": "The punter (ponto)", "odds.banker": "The bank",
        "odds.ponto/banco": "The punter who goes banco",
        "odds.banker/banco": "The bank against a banco",
        "given.ponto": "By rules 64 and 67; free at 5 only.",
        "given.banker": "By rules 64 and 67, after what the house takes of the gain (47).",
        "given.ponto/banco": "Free draws on both sides (70), both playing best.",
        "given.banker/banco": "Free draws on both sides (70), after what the house takes of the "
                              "gain (47).",
        "page.keeps": "The banker gains {edge} of the punter’s stake",
        "page.keeps.why": "The house does not play. Of each {stake} that the punter stakes the "
                          "banker gains {sum} on average, if both play best by rules 64 and 67. "
                          "Of the banker’s gain the house takes the cagnotte (47).",
        "page.beside": "The two sides", "page.bet.edge": "it loses on average",
        "page.bet.gain": "it gains on average",
        "page.session.say": "The punter, always with {stake}, by rules 64 and 67.",
        "page.hour.why": "{n} coups of {stake}: {sum} on average",
        "page.method": "Solved as a game of two persons, in exact fractions, by a linear program; "
                       "proved by neither side gaining with any other choice.",
        "draws": "draws", "stands": "stands", "other-costs": "the other choice costs {cost}",
        "way.totals": "Each by its total",
        "way.banker-cards": "The banker looks at his two cards",
        "way.cards": "Both look at their two cards",
        "way.endless": "Cards put back, by totals",
        "way.endless-cards": "Cards put back, by two cards",
        "sheet.five": "Drawing at 5 under rules 64 and 67",
        "sheet.five.what": "What a punter with 5 gains on average for each unit staked, without a "
                           "card and with one, by what the banker does in his two free cells, "
                           "where no natural of the banker’s ended the coup.",
        "sheet.five.three": "3 against a 9", "sheet.five.other": "5 against a 4",
        "sheet.five.no": "“No”", "sheet.five.card": "“Card”", "sheet.five.gain": "Drawing gains",
        "sheet.ways": "The value of a coup",
        "sheet.ways.what": "What the punter gains on average for each unit staked if both play "
                           "best: under rules 64 and 67, and with banco’s free draws (70); and "
                           "with these, how often the punter draws at 5 and the banker draws with "
                           "6 after “No”.",
        "sheet.ways.way": "Cards and decisions", "sheet.ways.tabled": "64 and 67",
        "sheet.ways.banco": "banco", "sheet.ways.five": "Punter draws at 5",
        "sheet.ways.six": "Banker draws with 6",
        "sheet.hands": "The punter who goes banco",
        "sheet.hands.what": "How often he should draw with each hand, and what the other choice "
                            "costs each time, in stakes.",
        "sheet.hands.hand": "Hand", "sheet.hands.draws": "Draws",
        "sheet.hands.cost": "The other costs",
        "sheet.banker": "The banker against a banco",
        "sheet.banker.what": "The best play by his total and the punter’s third card: T draws, F "
                             "stands, or how often he draws. From a full shoe it is the table of "
                             "rule 67 with its two free cells drawn, but for 6 when the punter "
                             "takes no card.",
        "sheet.banker.total": "Has",
        **{f"sheet.banker.{key}": said for key, said in _THIRDS.items()},
        "sheet.banker.third.none": "“No”",
        "curve.five": "Drawing at 5 when banco is made",
        "curve.five.what": "What a punter with 5 gains on average for each unit staked. Drawing is "
                           "right as long as the banker with 6 draws after “No” less than {mark} "
                           "of the time; above that not drawing is right.",
        "curve.five.always": "What a punter with 5 gains on average for each unit staked. Drawing "
                             "is right whatever the banker does with 6 after “No”.",
        "curve.five.never": "What a punter with 5 gains on average for each unit staked. Drawing "
                            "is never right, whatever the banker does with 6 after “No”.",
        "curve.five.x": "How often the banker draws with 6 after “No”",
        "curve.five.card": "“Card”", "curve.five.no": "“No”",
    },
}
