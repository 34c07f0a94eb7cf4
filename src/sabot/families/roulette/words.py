"""The words of a roulette: its chances, the spin and the calls."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from sabot.families.layout.words import vocabulary
from sabot.words import by_language

CHANCES = {
    "straight": ("pleno", "straight-up", "直注"),
    "split": ("cavalo", "split", "分注"),
    "street": ("rua", "street", "街注"),
    "corner": ("quadro", "corner", "角注"),
    "line": ("linha", "six-line", "線注"),
    "dozen": ("dúzia", "dozen", "打"),
    "column": ("coluna", "column", "列"),
    "dozens": ("cavalo de dúzia", "double dozen", "雙打"),
    "columns": ("cavalo de coluna", "double column", "雙列"),
    "even": ("par", "even", "雙"),
    "odd": ("ímpar", "odd", "單"),
    "low": ("menor", "low", "小"),
    "high": ("maior", "high", "大"),
    "red": ("encarnado", "red", "紅"),
    "black": ("preto", "black", "黑"),
    "simple": ("simples", "even chance", "一賠一注"),
    "series": ("série", "series", "組合注"),
    "neighbours-3": ("um vizinho de cada lado,", "one neighbour each side,", "鄰注（左右各一）"),
    "neighbours-5": ("dois vizinhos de cada lado,", "two neighbours each side,",
                     "鄰注（左右各二）"),
    "neighbours-7": ("três vizinhos de cada lado,", "three neighbours each side,",
                     "鄰注（左右各三）"),
    "series-grande": ("série grande", "large series", "零鄰注"),
    "series-pequena": ("série pequena", "small series", "三分注"),
    "series-vadios": ("vadios", "orphans", "孤注"),
}
"""The chances, by the kind of their spots."""

_ORDINALS = ((1, "一"), (2, "二"), (3, "三"))
"""How Chinese counts dozens and columns; a column is known by its last number."""

_OWN = {
    "call.no-more-bets": ("Jogo feito. Nada mais.", "No more bets.", "買定離手，停止投注。"),
    "call.number-red": ("{number}, encarnado", "{number}, red", "{number}，紅"),
    "call.number-black": ("{number}, preto", "{number}, black", "{number}，黑"),
    "call.number-zero": ("Zero", "Zero", "零"),
    "call.null-spin": ("Golpe nulo", "No spin", "此次轉動無效"),
    "call.colour-lost": ("{coups} golpes sem apostar, e outros esperam: a cor fica livre",
                         "{coups} spins without a bet, and others are waiting: the colour is free",
                         "{coups}局未有投注，且有人輪候：該色籌碼可予他人"),
    "call.colour-given": ("A cor passa a quem esperava",
                          "The colour goes to the next player waiting", "該色籌碼交予輪候者"),
    "handle.spin-left": ("a bola corre da direita para a esquerda, o prato ao contrário",
                         "the ball is spun from right to left, the wheel in the opposite "
                         "direction", "珠由右向左拋出，輪盤反向轉動"),
    "handle.spin-right": ("a bola corre da esquerda para a direita, o prato ao contrário",
                          "the ball is spun from left to right, the wheel in the opposite "
                          "direction", "珠由左向右拋出，輪盤反向轉動"),
    "handle.mark-marker": ("o marcador assinala o número", "the marker is placed on the number",
                           "標記放在開出的號碼上"),
    "handle.mark-rake": ("a raqueta assinala o número", "the rake points at the number",
                         "以耙指示開出的號碼"),
    "handle.change-ball": ("muda-se de bola", "the other ball is used", "換用另一顆珠"),
    "handle.replace-ball": ("a bola é substituída por outra do mesmo diâmetro",
                            "the ball is replaced by another of the same diameter",
                            "換上直徑相同的新珠"),
    "handle.relieve": ("o pagador da bola é rendido", "another croupier takes over the ball",
                       "由另一名莊荷接手拋珠"),
    "handle.stop-plate": ("o prato é parado", "the wheel is stopped", "停住輪盤"),
    "handle.ball-back": ("a bola volta ao {number} e é lançada de novo",
                         "the ball goes back to {number} and is spun again",
                         "珠放回{number}號，重新拋出"),
    "ball": ("bola", "ball", "珠"),
    "act.spin": ("Lançar a bola", "Spin", "拋珠"),
    "does.spin": ("pede a bola", "asks for the spin", "要求拋珠"),
    "more.spin": ("fecha as apostas", "closes the bets", "停止投注"),
    "incident.hour": ("deu a hora", "a full hour has passed", "已屆整點"),
    "incident.ball-lost": ("bola perdida ou com defeito", "the ball is lost or defective",
                           "珠遺失或有缺陷"),
    "incident.chip": ("caiu uma ficha", "a chip fell in", "籌碼跌入輪盤"),
    "incident.ball": ("caiu outra bola", "another ball fell in", "另一顆珠跌入輪盤"),
    "incident.object": ("caiu um objeto estranho", "a foreign object fell in",
                        "異物跌入輪盤"),
    "rule.wheel": ("Numeração do prato", "Order of numbers on the wheel", "輪盤號碼排列"),
    "rule.series": ("Séries e vizinhos", "Series and neighbours", "組合注及鄰注"),
    "rule.series_within": ("Séries dentro dos máximos de cada chance",
                           "Series within the maximum of each bet", "組合注受各注最高額限制"),
    "rule.marked": ("Fichas com valor assinalado", "Chips with a marked value", "有面值籌碼"),
    "rule.apart": ("Dúzias e colunas que não se tocam", "Non-adjacent dozens and columns",
                   "不相鄰的打及列"),
    **{f"rule.{kind}": (f"Limites: {pt}", f"Limits: {en}", f"限額：{zh}")
       for kind, (pt, en, zh) in CHANCES.items()},
    **{f"bet.{kind}": names for kind, names in CHANCES.items()},
    **{f"bet.dozen/{n}": (f"dúzia {n}", f"dozen {n}", f"第{zh}打") for n, zh in _ORDINALS},
    **{f"bet.column/{33 + n}": (f"coluna {33 + n}", f"column {33 + n}", f"第{zh}列")
       for n, zh in _ORDINALS},
    **{f"bet.dozens/{a}-{b}": (f"cavalo de dúzia {a}-{b}", f"double dozen {a}-{b}",
                               f"第{first}、{second}打")
       for (a, first), (b, second) in combinations(_ORDINALS, 2)},
    **{f"bet.columns/{33 + a}-{33 + b}": (f"cavalo de coluna {33 + a}-{33 + b}",
                                          f"double column {33 + a}-{33 + b}",
                                          f"第{first}、{second}列")
       for (a, first), (b, second) in combinations(_ORDINALS, 2)},
    "bet.series/grande": ("série grande", "large series", "零鄰注"),
    "bet.series/pequena": ("série pequena", "small series", "三分注"),
    "bet.series/vadios": ("vadios", "orphans", "孤注"),
}


def of_roulette(own: Mapping[str, tuple[str, str, str]] | None = None, *, colours: bool = True
                ) -> dict[str, dict[str, str]]:
    """The words of a roulette; ``own`` words stand in their place. ``colours``: chips have them."""
    return vocabulary(by_language({**_OWN, **(own or {})}), "spin", colours=colours)
