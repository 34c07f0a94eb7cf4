"""The texts of refusals in the reader's language, for terminal and browser.

``refused.CODE`` says what was refused. ``refused.CODE.CLAUSE`` or ``refused.CODE.ACT`` replaces
it where a clause of the game (by the end of its name) or an act has its own text.
``refused.CODE.why`` says what would be accepted instead. The facts of the refusal are in
braces; ``near`` are the amounts that it accepts and ``takes`` the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sabot.equipment import UNKNOWN
from sabot.procedure.refusal import Refusal
from sabot.words import by_language

_SUMS = ("amount", "low", "high", "unit", "need", "have")
_STAKES = {
    "": ("Aposta de {amount} recusada.", "Bet of {amount} refused.", "投注{amount}不獲接受。"),
    ".why": ("Aposta-se de {low} a {high}, em passos de {unit}. Nada foi debitado. Mais perto: "
             "{near}.",
             "Bets are {low} to {high}, in steps of {unit}. Nothing was debited. Nearest: "
             "{near}.",
             "投注額由{low}至{high}，每級{unit}。並無扣款。最接近的注額：{near}。"),
}

REFUSED = by_language({
    **{f"refused.{code}{part}": texts for code in ("below-minimum", "above-maximum", "off-unit")
       for part, texts in _STAKES.items()},
    "refused.told": ("{what} {why}", "{what} {why}", "{what}{why}"),
    "refused.comma": (", ", ", ", "、"),
    "refused.cards": ("Recusado.", "Refused.", "不獲接受。"),
    "refused.cards.why": ("Corta-se de {low} a {high} cartas. Mais perto: {near}.",
                          "The cut must be at {low} to {high} cards. Nearest: {near}.",
                          "割牌位置須為{low}至{high}張。最接近的位置：{near}。"),
    "refused.no-amount": ("Aqui não se diz quantia.", "No amount is given here.",
                          "此處毋須說明金額。"),
    "refused.credit": ("Crédito insuficiente.", "Not enough credit.", "餘額不足。"),
    "refused.credit.why": ("Pede {need}, tem {have}. Nada foi debitado.",
                           "It takes {need}, you have {have}. Nothing was debited.",
                           "需要{need}，現有{have}。並無扣款。"),
    "refused.late": ("Tarde demais.", "Too late.", "太遲了。"),
    "refused.late.why": ("Esse tempo já tinha acabado. Nada mudou.",
                         "The time for this is over. Nothing changed.",
                         "時限已過。沒有任何改變。"),
    "refused.not-now": ("Agora não.", "Not now.", "現時不可。"),
    "refused.not-now.why": ("Nada mudou.", "Nothing changed.", "沒有任何改變。"),
    "refused.not-your-turn": ("Não é a sua vez.", "It is not your turn.", "未輪到您。"),
    "refused.not-your-turn.why": ("A mesa espera por outro jogador. Nada mudou.",
                                  "The table is waiting for another player. Nothing changed.",
                                  "現正等候另一位博彩者。沒有任何改變。"),
    "refused.not-yours": ("O lugar é de outro jogador.", "That place is another player’s.",
                          "此座位屬另一位博彩者。"),
    "refused.not-yours.why": ("Nada mudou.", "Nothing changed.", "沒有任何改變。"),
    "refused.full": ("Não há lugar para mais apostas aqui.",
                     "There is no room for another bet here.", "此處不能再接受投注。"),
    "refused.full.none": ("Outras apostas já tomam o limite daqui. Nada mudou.",
                          "Other bets already fill the limit here. Nothing changed.",
                          "其他投注已用盡此處限額。沒有任何改變。"),
    "refused.full.why": ("Já lá está {there} de {most}. Nada mudou.",
                         "{there} of {most} is already there. Nothing changed.",
                         "上限為{most}，現有{there}。沒有任何改變。"),
    "refused.not-offered": ("Isso não é opção agora.", "That is not an option now.",
                            "現時沒有此選擇。"),
    "refused.not-offered.why": ("A regra oferece só o que a mesa mostra. Nada mudou.",
                                "The rules allow only what the table shows. Nothing changed.",
                                "規則只容許檯上所示的選擇。沒有任何改變。"),
    "refused.barred": ("Isso não lhe está aberto neste lugar.",
                       "You may not do that at this place.", "您在此座位不可如此。"),
    "refused.barred.why": ("Nada mudou.", "Nothing changed.", "沒有任何改變。"),
    "refused.barred.sit": ("Já tem os lugares que a mesa permite.",
                           "You already hold as many places as the table allows.",
                           "您已佔用本檯許可的座位數目。"),
    "refused.no-card": ("{found} não é carta.", "{found} is not a card.", "「{found}」不是紙牌。"),
    "refused.no-card.why": ("Escreve-se, por exemplo, KH ou 2C.", "Write a card as KH or 2C.",
                            "寫法例如KH或2C。"),
    "refused.no-card.open": ("Esta carta fica à vista: diga qual é.",
                             "This card is face up: say which one it is.",
                             "此牌牌面向上：請說明是哪一張。"),
    "refused.not-in-pack": ("{found} não está no baralho com que se joga.",
                            "{found} is not in the pack in use.",
                            "「{found}」不在所用的紙牌之內。"),
    "refused.no-answer": ("{found} não responde a isto.", "{found} is not an answer here.",
                          "「{found}」不是對此的回答。"),
    "refused.no-answer.why": ("Responde-se: {takes}.", "Possible answers: {takes}.",
                              "可回答：{takes}。"),
    "refused.no-throw": ("Esses números não são possíveis.",
                         "Those numbers are not possible.", "不可能出現這些數字。"),
    "refused.no-fault": ("{found} não é falta de que a jogada possa continuar aqui.",
                         "{found} is not a fault from which the round can continue here.",
                         "「{found}」並非此局能繼續下去的差錯。"),
    "refused.no-fault.why": ("Pode ser: {takes}.", "Possible: {takes}.",
                             "可以是：{takes}。"),
    "refused.fault-place": ("{found} não é lugar a que esta falta respeite.",
                            "This fault does not apply to {found}.",
                            "「{found}」並非此差錯所涉及的位置。"),
    "refused.fault-place.why": ("Pode ser: {takes}.", "Possible: {takes}.",
                                "可以是：{takes}。"),
    "refused.fault-amount": ("{amount} não pode ser a quantia desta falta.",
                             "{amount} is not a possible amount for this fault.",
                             "{amount}不可作為此差錯的金額。"),
    "refused.fault-amount.why": ("Vai de {low} a {high}, em passos de {unit}.",
                                 "It is {low} to {high}, in steps of {unit}.",
                                 "由{low}至{high}，每級{unit}。"),
})
"""The texts by language and key."""


def with_refusal_words(words: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The words of a game by language, with the texts of refusals added. Texts of the game take
    precedence."""
    return {lang: {**REFUSED.get(lang, {}), **texts} for lang, texts in words.items()}


def text_for_clause(refusal: Refusal, words: Mapping[str, str]) -> str:
    """The text that a game has for a refusal under this clause; "" where it has none."""
    return words.get(f"refused.{refusal.code}.{refusal.law.rpartition('/')[2]}", "")


def render_refusal(refusal: Refusal, words: Mapping[str, str], money: Callable[[int], str]) -> str:
    """A refusal in one language; "" where its code has no text there."""
    facts: dict[str, Any] = dict(refusal.facts)
    counted = bool(facts.get("cards"))
    as_text = str if counted else money
    near = [as_text(choice) for choice in refusal.accepts if isinstance(choice, int)]
    takes = [choice for choice in refusal.accepts if isinstance(choice, str)]
    facts |= {name: as_text(facts[name]) for name in _SUMS if isinstance(facts.get(name), int)}
    if refusal.facts.get("unit"):
        facts |= {name: money(facts[name]) for name in ("there", "most") if name in facts}
    comma = words["refused.comma"]
    facts |= {"near": comma.join(near) or "–", "takes": comma.join(takes)}
    key = "refused.cards" if counted else f"refused.{refusal.code}"
    if refusal.code == "no-card" and facts.get("found") == UNKNOWN:
        return words[f"{key}.open"]
    what = (
        text_for_clause(refusal, words)
        or words.get(f"{key}.{facts.get('act')}")
        or words.get(key, "")
    )
    is_closed = refusal.code == "full" and not refusal.facts.get("most")
    why = words.get(f"{key}.none" if is_closed else f"{key}.why", "")
    if "{takes}" in why and not takes:
        why = ""
    text = words["refused.told"].format(what=what, why=why) if what and why else what or why
    return re.sub(r"\{(\w+)\}", lambda m: str(facts.get(m[1], m[0])), text)
