"""The words of cussec."""

from __future__ import annotations

from sabot.families.layout.words import vocabulary
from sabot.words import by_language

_CHANCES = {
    "small": ("pequeno", "small", "小"),
    "big": ("grande", "big", "大"),
    "single": ("número", "number", "單骰"),
    "pair": ("combinação de dois dados", "two numbers", "兩骰組合"),
    "double": ("duplo", "double", "對子"),
    "triple": ("triplo", "triple", "圍骰"),
    "triple/any": ("qualquer triplo", "any triple", "全圍"),
    "any-triple": ("qualquer triplo", "any triple", "全圍"),
    "total": ("total", "total", "點數"),
    **{f"total-{low}-{21 - low}": (f"total {low} ou {21 - low}", f"total {low} or {21 - low}",
                                   f"{low}點或{21 - low}點") for low in range(4, 11)},
    **{f"{kind}/{n}": (f"{pt} {n}", f"{en} {n}", f"{n}點{zh}") for n in range(1, 7)
       for kind, pt, en, zh in (("single", "número", "number", "單骰"),
                                ("double", "duplo", "double", "對子"),
                                ("triple", "triplo", "triple", "圍骰"))},
    **{f"total/{n}": (f"total {n}", f"total {n}", f"{n}點") for n in range(4, 18)},
}
_RULES = {
    "simple": ("pequeno e grande", "small and big", "小及大"),
    "single": ("número", "number", "單骰"),
    "pair": ("combinação de dois dados", "two numbers", "兩骰組合"),
    "double": ("duplo", "double", "對子"),
    "triple": ("triplo", "triple", "圍骰"),
    "any_triple": ("qualquer triplo", "any triple", "全圍"),
    "total": ("total", "total", "點數"),
}

WORDS = vocabulary(by_language({
    "call.no-more-bets": ("Nada mais. Vou abrir.", "No more bets. Opening now.",
                          "停止投注，開骰。"),
    "call.null-throw": ("Golpe nulo.", "Void round.", "此局無效。"),
    "call.result-small": ("{dice}: {total}, pequeno", "{dice}: {total}, small",
                          "{dice}：{total}點，小"),
    "call.result-big": ("{dice}: {total}, grande", "{dice}: {total}, big",
                        "{dice}：{total}點，大"),
    "call.result-alike": ("{dice}: {total}, triplo", "{dice}: {total}, triple",
                          "{dice}：{total}點，圍骰"),
    "handle.cover-dome": ("a redoma opaca cobre os dados e é presa com os fechos",
                          "the opaque dome covers the dice and is locked", "蓋上不透明骰盅並扣緊"),
    "handle.press-lever": ("carrega-se na alavanca {times} vezes",
                           "the lever is pressed {times} times", "按壓拉桿{times}次搖骰"),
    "handle.light": ("acende-se o quadro: podem marcar-se apostas",
                     "the layout lights up: bets may be made", "檯面亮燈，可以投注"),
    "handle.bell": ("toca a campainha", "the bell rings", "響鈴"),
    "handle.lift-dome": ("soltam-se os fechos e levanta-se a redoma",
                         "the dome is unlocked and lifted", "鬆開扣鎖，揭起骰盅"),
    "handle.light-zones": ("acendem-se as zonas das chances premiadas",
                           "the areas of the winning bets light up", "中彩的投注區亮燈"),
    "handle.play-over": ("a jogada está concluída", "the round is over", "此局完結"),
    "handle.pay-prizes": ("pagam-se os prémios", "winning bets are paid", "派彩"),
    "dice": ("dados", "dice", "骰子"),
    "act.open": ("Abrir", "Open", "開骰"),
    "does.open": ("pede que se abra", "asks to open", "要求開骰"),
    "more.open": ("fecha as apostas", "closes the bets", "停止投注"),
    "incident.stacked": ("dados sobrepostos", "stacked dice", "骰子疊起"),
    "rule.edge": ("Aresta dos dados (mm)", "Edge of the dice (mm)", "骰子邊長（毫米）"),
    **{f"rule.{name}": (f"Limites: {pt}", f"Limits: {en}", f"限額：{zh}")
       for name, (pt, en, zh) in _RULES.items()},
    **{f"bet.{kind}": names for kind, names in _CHANCES.items()},
}), "open")
