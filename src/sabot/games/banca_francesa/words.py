"""The words of the French bank."""

from __future__ import annotations

from sabot.families.layout.words import vocabulary
from sabot.words import by_language

_CHANCES = {
    "aces": ("ases", "aces", "么點"),
    "small": ("pequeno", "small", "小"),
    "big": ("grande", "big", "大"),
    "line": ("risco", "line", "線"),
    "line/small": ("risco exterior, pequeno", "outer line, small", "外線小"),
    "line/big": ("risco interior, grande", "inner line, big", "內線大"),
    "line-small": ("risco exterior, pequeno", "outer line, small", "外線小"),
    "line-big": ("risco interior, grande", "inner line, big", "內線大"),
}

WORDS = vocabulary(
    by_language(
        {
            "call.no-more-bets": (
                "Jogo feito. Nada mais.",
                "No more bets.",
                "買定離手，停止投注。",
            ),
            "call.null-throw": ("Golpe nulo", "Void throw", "此擲無效"),
            "call.chance-aces": ("{dice}: ases", "{dice}: aces", "{dice}：么點"),
            "call.chance-small": (
                "{dice}: {total}, pequeno",
                "{dice}: {total}, small",
                "{dice}：{total}點，小",
            ),
            "call.chance-big": (
                "{dice}: {total}, grande",
                "{dice}: {total}, big",
                "{dice}：{total}點，大",
            ),
            "call.undecided": (
                "{dice}: {total}, nada feito",
                "{dice}: {total}, no decision",
                "{dice}：{total}點，未分勝負",
            ),
            "call.no-chance": (
                "{dice}: {total}, nenhuma chance",
                "{dice}: {total}, no chance",
                "{dice}：{total}點，各注皆負",
            ),
            "call.lifted": (
                "dados levantados antes do anúncio, {dice}: {total}; ninguém perde",
                "dice lifted before the call, {dice}: {total}; nobody loses",
                "宣佈前骰子已被拿起，{dice}：{total}點；各注不作輸論",
            ),
            "call.cost": (
                "quem reclama paga a apreensão e a verificação, se não tiver razão",
                "players who complain pay for seizure and inspection if they are wrong",
                "如投訴不成立，扣押及檢驗費用由投訴者承擔",
            ),
            "handle.show-case": (
                "o estojo com {sets} ternos de dados fica na banca",
                "the case with {sets} sets of dice is on the table",
                "骰盒放在檯上，內有{sets}組骰子，每組三粒",
            ),
            "handle.throw-dice": (
                "os {dice} dados são lançados do copo pela córnea",
                "the {dice} dice are thrown from the cup through the horn",
                "{dice}粒骰子由骰杯經漏斗擲出",
            ),
            "handle.lift-dice": ("levantam-se os dados", "the dice are picked up", "拿起骰子"),
            "handle.next-set": (
                "passa a jogar-se com outro terno de dados",
                "another set of dice is used from now on",
                "改用另一組骰子",
            ),
            "handle.replace-set": (
                "o terno de dados é substituído",
                "the set of dice is replaced",
                "更換整組骰子",
            ),
            "handle.relieve-thrower": (
                "o deitador de dados é substituído",
                "the thrower is relieved",
                "更換擲骰員",
            ),
            "handle.seize-set": (
                "o terno de dados é apreendido",
                "the set of dice is seized",
                "扣押該組骰子",
            ),
            "handle.weigh-complaint": (
                "é fundada a suspeita?",
                "is the suspicion well-founded?",
                "懷疑是否有充分根據？",
            ),
            "answer.founded": ("fundada", "well-founded", "有根據"),
            "answer.unfounded": ("sem fundamento", "unfounded", "沒有根據"),
            "handle.seal-set": (
                "é embalado e selado perante {witnesses} testemunhas, e requer-se a sua "
                "verificação",
                "it is packed and sealed before {witnesses} witnesses, and an inspection "
                "is requested",
                "在{witnesses}名見證人面前包裝封存，並要求檢驗",
            ),
            "handle.pay-prizes": ("pagam-se os prémios", "winning bets are paid", "派彩"),
            "handle.pay-ribbon": (
                "os prémios dos ases são pagos em fita",
                "winnings on aces are paid in a row of chips",
                "么點的彩金排成一列派發",
            ),
            "dice": ("dados", "dice", "骰子"),
            "act.throw": ("Lançar os dados", "Throw", "擲骰"),
            "does.throw": ("pede os dados", "asks for the dice", "要求擲骰"),
            "more.throw": ("fecha as apostas", "closes the bets", "停止投注"),
            "incident.hour": ("deu a hora", "a full hour has passed", "已屆整點"),
            "incident.suspicion": (
                "a inspeção suspeita dos dados",
                "the inspection service suspects the dice",
                "監察人員懷疑骰子有問題",
            ),
            "incident.complaint": (
                "um jogador suspeita dos dados",
                "a player suspects the dice",
                "博彩者懷疑骰子有問題",
            ),
            "incident.cocked": (
                "um dado não assenta na pista sobre uma face",
                "a die does not rest flat on a face",
                "有骰子未平放",
            ),
            "incident.touched": (
                "um dado tocou em objeto estranho",
                "a die touched a foreign object",
                "有骰子碰到異物",
            ),
            "incident.off-table": (
                "um dado saiu da mesa",
                "a die left the table",
                "有骰子跌出檯外",
            ),
            "incident.defective": (
                "um dado ficou com defeito ou substância estranha",
                "a die is damaged or soiled",
                "有骰子損壞或沾有異物",
            ),
            "incident.not-in-cup": (
                "nem todos os dados entraram no copo",
                "not all dice were put in the cup",
                "未將全部骰子放入骰杯",
            ),
            "incident.in-cup": (
                "um dado ficou no copo",
                "a die stayed in the cup",
                "有骰子留在骰杯內",
            ),
            "incident.lifted": (
                "dados levantados ou tocados antes do anúncio",
                "dice lifted or touched before the call",
                "宣佈前骰子被拿起或觸碰",
            ),
            "rule.aces": ("Limites: ases", "Limits: aces", "限額：么點"),
            "rule.simple": ("Limites: pequeno e grande", "Limits: small and big", "限額：小及大"),
            "rule.edge": ("Aresta dos dados (mm)", "Edge of the dice (mm)", "骰子邊長（毫米）"),
            **{f"bet.{kind}": names for kind, names in _CHANCES.items()},
        }
    ),
    "throw",
)
