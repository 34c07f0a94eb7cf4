"""What a page of odds says of chemin de fer: its two stakes, its tables and its curve.

``page.*`` stands in place of what the page says of games with a house bank; ``sheet.*`` and
``curve.*`` name the tables and curves of `advice`, their columns and what they mean.
"""

from __future__ import annotations

from sabot.words import by_language, same_text

ODDS = by_language({
    **same_text({f"sheet.banker.third.{n}": str(n) for n in range(10)}),
    "odds.ponto": ("O ponto", "The punter (ponto)", "閒家（ponto）"),
    "odds.banker": ("A banca", "The bank", "莊家"),
    "odds.ponto/banco": ("O ponto que faz bancô", "The punter who goes banco", "包莊的閒家"),
    "odds.banker/banco": ("A banca contra um bancô", "The bank against a banco", "面對包莊的莊家"),
    "given.ponto": ("Pelas regras 64 e 67; livre só no 5.", "By rules 64 and 67; free at 5 only.",
                    "按第64及67條；只在五點時可自由選擇。"),
    "given.banker": ("Pelas regras 64 e 67, descontado o que a casa recebe do lucro (47).",
                     "By rules 64 and 67, after the share of winnings that the house takes (47).",
                     "按第64及67條，已扣除場方從盈利中收取的部分（47）。"),
    "given.ponto/banco": ("Tiragens livres dos dois lados (70), ambos a jogar o melhor possível.",
                          "Free draws on both sides (70), with the best play of both.",
                          "雙方自由補牌（70），並均以最佳打法進行。"),
    "given.banker/banco": ("Tiragens livres dos dois lados (70), descontado o que a casa recebe "
                           "do lucro (47).",
                           "Free draws on both sides (70), after the share of winnings that the "
                           "house takes (47).",
                           "雙方自由補牌（70），已扣除場方從盈利中收取的部分（47）。"),
    "page.keeps": ("O banqueiro ganha ao ponto {edge} da aposta",
                   "The banker gains {edge} of the punter’s stake", "莊家從閒家每注得{edge}"),
    "page.keeps.why": ("A casa não joga. De cada {stake} que o ponto aposta passam para o "
                       "banqueiro, em média, {sum}, se ambos jogarem o melhor possível pelas "
                       "regras 64 e 67. Do lucro do banqueiro tira a casa a cagnotte (47).",
                       "The house does not play. Of each {stake} that the punter bets, the "
                       "banker gains {sum} on average, if both make the best play under rules 64 "
                       "and 67. The house takes the cagnotte from the banker’s winnings (47).",
                       "場方不參與對賭。若雙方均按第64及67條以最佳打法進行，閒家每投注{stake}，莊"
                       "家平均得{sum}。場方從莊家盈利中抽取佣金cagnotte（47）。"),
    "page.beside": ("Os dois lados", "The two sides", "雙方"),
    "page.bet.edge": ("perde em média", "loses on average", "平均輸"),
    "page.bet.gain": ("ganha em média", "gains on average", "平均贏"),
    "page.session.say": ("O ponto, sempre com {stake}, pelas regras 64 e 67.",
                         "The punter, always with {stake}, by rules 64 and 67.",
                         "閒家每局投注{stake}，按第64及67條。"),
    "page.hour.why": ("{n} golpes de {stake}: em média {sum}",
                      "{n} coups of {stake}: {sum} on average", "{n}局，每局{stake}：平均{sum}"),
    "page.method": ("Resolvido como jogo de duas pessoas, em frações exatas, por um programa "
                    "linear; provado por nenhum dos lados ganhar com outra escolha.",
                    "Solved as a two-person game, in exact fractions, by a linear program; "
                    "proved by showing that neither side gains with any other choice.",
                    "以二人對局求解，用精確分數及線性規劃；並證明任何一方改變選擇均不能得益。"),
    "draws": ("tira", "draws", "補牌"),
    "stands": ("fica", "stands", "不補牌"),
    "other-costs": ("a outra escolha custa {cost}", "the other choice costs {cost}",
                    "另一選擇損失{cost}"),
    "way.totals": ("Cada um pela sua pontuação", "Each by its total", "雙方各按點數"),
    "way.banker-cards": ("O banqueiro olha às suas duas cartas", "The banker looks at both cards",
                         "莊家看本身兩張牌"),
    "way.cards": ("Ambos olham às suas duas cartas", "Both look at their two cards",
                  "雙方各看本身兩張牌"),
    "way.endless": ("Com reposição, pela pontuação", "With replacement, by totals",
                    "抽後放回，按點數"),
    "way.endless-cards": ("Com reposição, pelas duas cartas", "With replacement, by two cards",
                          "抽後放回，按兩張牌"),
    "sheet.five": ("Pedir carta com 5, pelas regras 64 e 67", "Drawing at 5 under rules 64 and 67",
                   "按第64及67條，五點時補牌"),
    "sheet.five.what": ("O que o ponto com 5 ganha em média por unidade apostada, não pedindo e "
                        "pedindo, conforme o que faz o banqueiro nas suas duas casas livres, "
                        "quando nenhum natural do banqueiro acabou o golpe.",
                        "What a punter with 5 gains on average per unit staked, without a card "
                        "and with one, by what the banker does in the two free cells, when no "
                        "natural of the banker ended the coup.",
                        "莊家沒有例牌而牌局繼續時，持五點的閒家按莊家在兩個自由格的選擇，不補牌及"
                        "補牌每注單位的平均所得。"),
    "sheet.five.three": ("3 contra um 9", "3 against a 9", "3對9"),
    "sheet.five.other": ("5 contra um 4", "5 against a 4", "5對4"),
    "sheet.five.no": ("«Não»", "“No”", "「不補牌」"),
    "sheet.five.card": ("«Carta»", "“Card”", "「補牌」"),
    "sheet.five.gain": ("Pedir rende", "Drawing gains", "補牌得益"),
    "sheet.ways": ("O valor do golpe", "Value of a coup", "一局的價值"),
    "sheet.ways.what": ("O que o ponto ganha em média por unidade apostada, com ambos a jogar o "
                        "melhor possível: pelas regras 64 e 67, e com as tiragens livres do "
                        "bancô (70); e, com estas, quantas vezes o ponto pede com 5 e o "
                        "banqueiro tira com 6 depois de «Não».",
                        "What the punter gains on average per unit staked with the best play on "
                        "both sides: under rules 64 and 67, and with the free draws of banco "
                        "(70); and, with free draws, how often the punter draws at 5 and the "
                        "banker draws with 6 after “No”.",
                        "雙方均以最佳打法進行時，閒家每注單位的平均所得：按第64及67條，以及按包莊"
                        "的自由補牌（70）；並列出後者之中，閒家五點補牌及莊家在「不補牌」後六點補"
                        "牌的次數比率。"),
    "sheet.ways.way": ("Cartas e decisões", "Cards and decisions", "牌及決定"),
    "sheet.ways.tabled": ("64 e 67", "64 and 67", "64及67"),
    "sheet.ways.banco": ("bancô", "banco", "包莊"),
    "sheet.ways.five": ("Ponto pede com 5", "Punter draws at 5", "閒家五點補牌"),
    "sheet.ways.six": ("Banqueiro tira com 6", "Banker draws with 6", "莊家六點補牌"),
    "sheet.hands": ("O ponto que faz bancô", "The punter who goes banco", "包莊的閒家"),
    "sheet.hands.what": ("Quantas vezes deve pedir carta com cada mão, e quanto custa a outra "
                         "escolha de cada vez, em apostas.",
                         "How often to draw with each hand, and what the other choice costs each "
                         "time, in bets.",
                         "各手牌應補牌的次數比率，以及每次選擇另一行動的損失，以注額計。"),
    "sheet.hands.hand": ("Mão", "Hand", "手牌"),
    "sheet.hands.draws": ("Pede", "Draws", "補牌"),
    "sheet.hands.cost": ("A outra custa", "Other choice costs", "另一選擇損失"),
    "sheet.banker": ("O banqueiro contra um bancô", "The banker against a banco", "面對包莊的莊家"),
    "sheet.banker.what": ("A melhor jogada, pela sua pontuação e pela terceira carta do ponto: T "
                          "tira, F fica, ou quantas vezes tira. Com o sabot cheio é a tabela da "
                          "regra 67 com as duas casas livres a tirar, salvo com 6 quando o ponto "
                          "não pede.",
                          "The best play by the banker’s total and the punter’s third card: T "
                          "draws, F stands, or how often to draw. From a full shoe it is the "
                          "table of rule 67 with both free cells drawn, except for 6 when the "
                          "punter takes no card.",
                          "按莊家點數及閒家第三張牌的最佳打法：T為補牌，F為不補牌，數字為補牌的次"
                          "數比率。滿靴時與第67條的補牌表相同，兩個自由格均補牌，惟閒家不補牌而莊"
                          "家六點時除外。"),
    "sheet.banker.total": ("Tem", "Has", "點數"),
    "sheet.banker.third.none": ("«Não»", "“No”", "「不補牌」"),
    "curve.five": ("Pedir carta com 5, quando se faz bancô", "Drawing at 5 in a banco",
                   "包莊時五點補牌"),
    "curve.five.what": ("O que o ponto com 5 ganha em média por unidade apostada. Está certo "
                        "pedir enquanto o banqueiro, com 6, tirar depois de «Não» menos do que "
                        "{mark} das vezes; acima disso está certo não pedir.",
                        "What a punter with 5 gains on average per unit staked. Drawing is right "
                        "as long as a banker with 6 draws after “No” less than {mark} of the "
                        "time; above that, not drawing is right.",
                        "持五點的閒家每注單位的平均所得。莊家六點而在「不補牌」後補牌的次數少於 "
                        "{mark}時，宜補牌；多於此數則宜不補牌。"),
    "curve.five.always": ("O que o ponto com 5 ganha em média por unidade apostada. Está sempre "
                          "certo pedir, faça o banqueiro o que fizer com 6 depois de «Não».",
                          "What a punter with 5 gains on average per unit staked. Drawing is "
                          "right whatever the banker does with 6 after “No”.",
                          "持五點的閒家每注單位的平均所得。不論莊家六點而在「不補牌」後如何行動，"
                          "均宜補牌。"),
    "curve.five.never": ("O que o ponto com 5 ganha em média por unidade apostada. Nunca está "
                         "certo pedir, faça o banqueiro o que fizer com 6 depois de «Não».",
                         "What a punter with 5 gains on average per unit staked. Drawing is "
                         "never right, whatever the banker does with 6 after “No”.",
                         "持五點的閒家每注單位的平均所得。不論莊家六點而在「不補牌」後如何行動，"
                         "均不宜補牌。"),
    "curve.five.x": ("Quantas vezes o banqueiro tira com 6 depois de «Não»",
                     "How often the banker draws with 6 after “No”",
                     "莊家六點而在「不補牌」後補牌的次數比率"),
    "curve.five.card": ("«Carta»", "“Card”", "「補牌」"),
    "curve.five.no": ("«Não»", "“No”", "「不補牌」"),
})
