"""The words of fantan, with their languages side by side."""

from __future__ import annotations

from sabot.families.layout.words import vocabulary
from sabot.games.fantan.spots import cloth, numbers
from sabot.words import by_language

_KINDS = {
    "fan": ("Fan", "Fan", "番"),
    "nim": ("Nim", "Nim", "念"),
    "kuoc": ("Kuoc", "Kwok", "角"),
    "nga": ("Nga", "Nga", "通（Nga）"),
    "sam-hong": ("Sé-sam-hong", "Sheh-sam-hong", "射三紅"),
}
_COUNTS = {1: ("Um", "One", "開一"), 2: ("Dois", "Two", "開二"),
           3: ("Três", "Three", "開三"), 4: ("Quatro", "Four", "開四")}


def _spot(name: str) -> tuple[str, str, str]:
    """A bet in words: what wins, and what ties."""
    pt, en, zh = _KINDS[name.partition("/")[0]]
    wins, ties = numbers(name)
    won = "-".join(map(str, wins))
    tied = "".join(map(str, ties))
    if not ties:
        return f"{pt} {won}", f"{en} {won}", f"{zh} {won}"
    return (f"{pt} {won} (empata {tied})", f"{en} {won} (tie {tied})", f"{zh} {won}（{tied} 和局）")


WORDS = vocabulary(by_language({
    **{f"bet.{kind}": names for kind, names in _KINDS.items()},
    **{f"bet.{spot}": _spot(spot) for spot in cloth().spots},
    **{f"call.left-{left}": texts for left, texts in _COUNTS.items()},
    "call.no-more-bets": ("Nada mais. Vou abrir.", "No more bets. Opening now.",
                          "停止投注，現在開攤。"),
    "call.null-count": ("Contagem nula. Podem mudar as apostas.",
                        "Count void. Bets may be changed.", "點算無效，可更改投注。"),
    "call.null-recount": ("Contagem nula. Conta-se de novo.", "Count void. Counting again.",
                          "點算無效，重新點算。"),
    "call.null-coup": ("Contagem nula. As apostas voltam.", "Count void. All bets are returned.",
                       "點算無效，退還投注。"),
    "handle.draw-heap": ("tira-se um monte de botões, que se cobre e empurra para a frente",
                         "a heap of counters is drawn, covered and pushed to the front",
                         "莊荷抽出一堆鈕子，用罩蓋着推出置於面前"),
    "handle.cover-rest": ("a outra tampa separa e cobre os botões que ficam",
                          "the other cover separates and covers the remaining counters",
                          "用另一個罩分開及蓋着剩餘的鈕子"),
    "handle.lift-cover": ("levanta-se a tampa", "the cover is lifted", "揭開鐘形罩"),
    "handle.count": ("contam-se os botões de quatro em quatro com a vareta",
                     "the counters are counted off in fours with the rod",
                     "用棒以四粒為一皮點算鈕子"),
    "handle.count-off": ("contam-se os botões com a vareta: {fours} vezes quatro, e {left}",
                         "the counters are counted off with the rod: {fours} times four, "
                         "and {left}",
                         "用棒點算鈕子：{fours} 皮，剩 {left} 粒"),
    "handle.pay-prizes": ("pagam-se os prémios", "winning bets are paid", "派發彩金"),
    "counters": ("botões", "counters", "鈕子"),
    "real": ("Os botões são verdadeiros: diga quantos ficam, de 1 a 4; help diz como",
             "The counters are real: say how many are left, 1 to 4; type help to see how",
             "鈕子為實物：請輸入剩下的數目（1 至 4）；help 有說明"),
    "incident.mixed": ("botões misturados", "mixed counters", "鈕子混亂"),
    "act.open": ("Abrir", "Open", "開攤"),
    "does.open": ("pede que se abra", "asks to open", "要求開攤"),
    "more.open": ("fecha as apostas", "closes the bets", "停止投注"),
    "rule.rod": ("Vareta", "Rod", "棒"),
    "rule.layouts": ("Panos de vidro", "Glass layouts", "玻璃檯面"),
    **{f"rule.{kind.replace('-', '_')}": (f"Limites: {pt}", f"Limits: {en}", f"限額：{zh}")
       for kind, (pt, en, zh) in _KINDS.items()},
}), "open")

ODDS = by_language({f"odds.{kind}": names for kind, names in _KINDS.items()})
