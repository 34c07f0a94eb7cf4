"""The words of the game, with their languages side by side."""

from __future__ import annotations

from sabot.families.layout.words import vocabulary
from sabot.words import by_language

_KINDS = {
    "heads": ("Duas caras", "Two heads", "雙面"),
    "tails": ("Duas coroas", "Two tails", "雙背"),
    "mixed": ("Uma de cada", "One of each", "一面一背"),
}

WORDS = vocabulary(by_language({
    **{f"bet.{kind}": names for kind, names in _KINDS.items()},
    **{f"call.result-{kind}": names for kind, names in _KINDS.items()},
    "call.no-more-bets": ("Nada mais", "No more bets", "停止投注"),
    "call.null-throw": ("Lançamento nulo", "The throw does not count", "此次投擲無效"),
    "handle.pay-prizes": ("pagam-se os prémios", "the prizes are paid", "派發彩金"),
    "coins": ("moedas", "coins", "硬幣"),
    "real": ("As moedas são verdadeiras: diga como caíram, 1 cara, 2 coroa",
             "The coins are real ones: say how they fell, 1 heads, 2 tails",
             "硬幣為實物：請輸入結果（1 面、2 背）"),
    "incident.coin-away": ("uma moeda saiu da mesa", "a coin left the table", "硬幣離檯"),
    "act.throw": ("Lançar", "Throw", "投擲"),
    "does.throw": ("pede o lançamento", "asks for the throw", "要求投擲"),
    "more.throw": ("fecha as apostas", "closes the bets", "停止投注"),
}), "throw")

ODDS = by_language({f"odds.{kind}": names for kind, names in _KINDS.items()})
