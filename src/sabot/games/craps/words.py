"""The words of craps. What the stickman announces is said in Portuguese and in English (13.3), so
both are told to every reader; `Game.calls` says so."""

from __future__ import annotations

from sabot.families.layout.words import vocabulary
from sabot.games.craps.spots import POINTS
from sabot.words import by_language

_COMES = (("come", "come", "來"), ("dont-come", "don't come", "不來"))

_SPOTS = {
    "pass": ("pass-line", "pass line", "過關注"),
    "dont-pass": ("don't pass-line", "don't pass line", "不過關注"),
    "come": ("come", "come", "來注"),
    "dont-come": ("don't come", "don't come", "不來注"),
    "odds": ("odds", "odds", "附加注"),
    "dont-odds": ("odds contra", "odds against", "反附加注"),
    "big": ("big", "big", "大號"),
    "under": ("under seven", "under seven", "七點以下"),
    "over": ("over seven", "over seven", "七點以上"),
    "any-craps": ("craps", "craps", "2、3、12點"),
    "hard": ("par de", "hard", "對子"),
    "total": ("total", "total", "總點數"),
    "place": ("a favor do", "place", "買贏"),
    "lay": ("contra o", "lay", "買輸"),
    "field": ("field", "field", "場注"),
    "big-6": ("big 6", "big 6", "大六"),
    "big-8": ("big 8", "big 8", "大八"),
    "hard-4-10": ("hardways 4 e 10", "hardways 4 and 10", "對子4點及10點"),
    "hard-6-8": ("hardways 6 e 8", "hardways 6 and 8", "對子6點及8點"),
    **{f"total-{n}": (f"total {n}", f"total {n}", f"總點數{n}") for n in (2, 3, 7, 11, 12)},
    **{f"{form}-{low}-{14 - low}": (f"{pt} {low} ou {14 - low}", f"{en} {low} or {14 - low}",
                                    f"{zh}{low}點或{14 - low}點")
       for form, pt, en, zh in (("place", "a favor do", "place", "買贏"),
                                ("lay", "contra o", "lay", "買輸"))
       for low in (4, 5, 6)},
    **{f"{form}/{n}": (f"{pt} {n}", f"{en} {n}", f"{zh}{n}點") for n in POINTS
       for form, pt, en, zh in (("place", "a favor do", "place", "買贏"),
                                ("lay", "contra o", "lay", "買輸"))},
    **{f"hard/{2 * n}": (f"par de {name}", f"hard {2 * n}", f"一對{zh}點")
       for n, name, zh in ((2, "duques", "二"), (3, "ternos", "三"), (4, "quadras", "四"),
                           (5, "quinas", "五"))},
    "odds/pass": ("odds do pass-line", "odds on the pass line", "過關附加注"),
    "odds/dont-pass": ("odds do don't pass-line", "odds on the don't pass line",
                       "不過關附加注"),
    **{f"{base}/{n}": (f"{name} no {n}", f"{name} on {n}", f"{n}點{zh}注") for n in POINTS
       for base, name, zh in _COMES},
    **{f"odds/{base}/{n}": (f"odds do {name} no {n}", f"odds on {name} {n}",
                            f"{n}點{zh}附加注") for n in POINTS
       for base, name, zh in _COMES},
}

_ANNOUNCED = {
    "total": ("Total {total} ({dice})", "Total {english}", "{total}點（{dice}）"),
    "point-set": ("O ponto é {point}", "The point is {english}", "定點為{point}點"),
    "point-continues": ("Continua o ponto {point}", "The point is still {english}",
                        "定點仍為{point}點"),
    "point-made": ("Ponto feito: {point}", "Point made: {english}", "擲中定點{point}點"),
    "seven-out": ("Sete antes do ponto {point}", "Seven out, the point was {english}",
                  "七點出局，定點為{point}點"),
    "no-point": ("Não há ponto", "No point", "未有定點"),
    "chances": ("Ganham: {won}. Perdem: {lost}", "Win: {won}. Lose: {lost}",
                "贏：{won}；輸：{lost}"),
    "same-shooter-same-point": ("O mesmo lançador para o mesmo ponto, {point}",
                                "Same shooter, same point, {english}",
                                "同一擲骰者，同一定點：{point}點"),
    "same-shooter-new-point": ("O mesmo lançador para novo ponto", "Same shooter, new point",
                               "同一擲骰者，重新定點"),
    "new-shooter-same-point": ("Novo lançador para o mesmo ponto, {point}",
                               "New shooter, same point, {english}",
                               "新擲骰者，同一定點：{point}點"),
    "new-shooter-new-point": ("Novo lançador para novo ponto", "New shooter, new point",
                              "新擲骰者，重新定點"),
    "null-off-table": ("Golpe nulo: saltou um dado da mesa", "No roll: a die left the table",
                       "此擲無效：有骰子跳出檯外"),
    "null-short": ("Golpe nulo: os dados não passaram o meio da mesa",
                   "No roll: the dice fell short", "此擲無效：骰子未過檯中線"),
    "null-both-short": ("Golpe nulo: nenhum dos dados passou o meio da mesa",
                        "No roll: both dice fell short", "此擲無效：兩粒骰子均未過檯中線"),
    "last-play": ("Última jogada: faltam {minutes} minutos", "Last play: {minutes} minutes left",
                  "最後一局：尚餘{minutes}分鐘"),
    "closing-time": ("A sala encerra: esta jogada é a última",
                     "The room is closing: this is the last play", "博彩場關閉：此為最後一局"),
    "bets-end": ("A sala encerra: já não se aposta", "The room is closing: no more bets",
                 "博彩場關閉：不再接受投注"),
}

_RULES = {
    "bar": ("Barra do don't pass", "Bar of don't pass", "不過關注的不計點"),
    "literal_odds": ("Odds contra pagas como as outras", "Odds against paid as printed",
                     "反附加注照條文賠付"),
    "line": ("Limites: pass-line e come", "Limits: lines and come", "限額：過關注及來注"),
    "odds": ("Limites: odds", "Limits: odds", "限額：附加注"),
    "big": ("Limites: big 6 e 8", "Limits: big 6 and 8", "限額：大六及大八"),
    "under_over": ("Limites: under e over seven", "Limits: under and over seven",
                   "限額：七點以下及以上"),
    "field": ("Limites: field", "Limits: field", "限額：場注"),
    "craps": ("Limites: craps", "Limits: craps", "限額：2、3、12點"),
    "hardways": ("Limites: hardways", "Limits: hardways", "限額：對子"),
    "totals": ("Limites: totais", "Limits: totals", "限額：總點數"),
    **{f"{form}_{low}_{14 - low}": (f"Limites: {pt} {low} ou {14 - low}",
                                    f"Limits: {form} {low} or {14 - low}",
                                    f"限額：{zh}{low}點或{14 - low}點")
       for form, pt, zh in (("place", "a favor do", "買贏"), ("lay", "contra o", "買輸"))
       for low in (4, 5, 6)},
    "most_prize": ("Prémio máximo de uma aposta de odds", "Maximum win of one odds bet",
                   "每注附加注的彩金上限"),
}

_OTHERS = {
    "call.no-more-bets": ("os dados são entregues", "the dice are handed over", "骰子交予擲骰者"),
    "call.dice-pass": ("os dados mudam de mão", "the dice change hands", "骰子交予下一位"),
    "call.nobody-throws": ("ninguém lança: as apostas voltam aos jogadores",
                           "nobody throws: the bets go back", "無人擲骰：投注退回"),
    "call.table-closes": ("a mesa encerra", "the table closes", "此檯收檯"),
    "handle.mark-bet": ("uma marca assinala a postura", "a marker is placed on the bet",
                        "以標記標示該注"),
    "handle.offer-dice": ("apresentam-se {dice} dados", "{dice} dice are offered",
                          "呈上{dice}粒骰子供選"),
    "handle.take-dice": ("escolhe os dados {dice}", "takes dice {dice}", "選取{dice}號骰子"),
    "handle.check-dice": ("verificam-se os dados {dice}", "dice {dice} are checked",
                          "檢查{dice}號骰子"),
    "handle.replace-die": ("o dado {out} é substituído pelo {in}",
                           "die {out} is replaced by die {in}", "{out}號骰子換成{in}號骰子"),
    "handle.look-at-die": ("examina-se o dado que saltou",
                           "the die that left the table is checked", "檢查跳出的骰子"),
    "handle.new-die": ("entra um dado novo em seu lugar", "a new die replaces it",
                       "換上一粒新骰子"),
    "handle.marker-on": ("a marca é posta no {point}", "the marker is placed on {point}",
                         "標記放在{point}點"),
    "handle.marker-off": ("a marca é retirada do {point}", "the marker is taken off {point}",
                          "從{point}點取走標記"),
    "answer.sound": ("em bom estado", "in good condition", "完好"),
    "answer.defective": ("com defeito", "defective", "有缺陷"),
    **{f"answer.{n}": (f"dado {n} com defeito", f"die {n} is defective", f"{n}號骰子有缺陷")
       for n in range(1, 6)},
    "dice": ("dados", "dice", "骰子"),
    "act.throw": ("Lançar os dados", "Throw the dice", "擲骰"),
    "does.throw": ("pede os dados", "asks for the throw", "要求擲骰"),
    "more.throw": ("fecha as apostas", "closes the bets", "停止投注"),
    "act.dice": ("Ficar com os dados", "Take the dice", "接骰"),
    "does.dice": ("escolhe dois dados", "takes two dice", "選取兩粒骰子"),
    "more.dice": ("dois dos cinco", "two of the five", "五粒選兩粒"),
    "act.decline": ("Passar os dados", "Pass the dice", "讓骰"),
    "does.decline": ("passa os dados", "passes the dice", "讓骰"),
    "more.decline": ("a quem segue", "to the next player", "予下一位"),
    "incident.off-table": ("saltou um dado da mesa", "a die left the table", "有骰子跳出檯外"),
    "incident.short": ("os dados não passaram o meio", "the dice fell short",
                       "骰子未過檯中線"),
    "incident.both-short": ("nenhum dos dados passou o meio", "both dice fell short",
                            "兩粒骰子均未過檯中線"),
    "incident.last-play": ("anuncia-se a última jogada", "the last play is announced",
                           "宣佈最後一局"),
    "incident.closing-time": ("a sala encerra", "the room is closing", "博彩場關閉"),
}

WORDS = vocabulary(by_language({
    **{f"bet.{name}": texts for name, texts in _SPOTS.items()},
    **{f"call.{name}": texts for name, texts in _ANNOUNCED.items()},
    **{f"rule.{name}": texts for name, texts in _RULES.items()},
    **_OTHERS,
}), "throw", "craps")
