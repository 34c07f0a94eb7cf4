"""Why an act is refused, in the reader's language: one list of words for terminal and browser.

``refused.CODE`` says what was refused (``refused.CODE.CLAUSE`` or ``refused.CODE.ACT`` where a
clause of the game, by the end of its name, or an act has words of its own) and ``refused.CODE.why``
what would be taken instead, with the facts of the refusal in braces; ``near`` are the sums that it
accepts, ``takes`` the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sabot.equipment import UNKNOWN
from sabot.procedure.refusal import Refusal

_SUMS = ("amount", "low", "high", "unit", "need", "have")
_STAKES = {
    "pt": ("Aposta de {amount} recusada.",
           "Aposta-se de {low} a {high}, em passos de {unit}. Nada foi debitado. "
           "Mais perto: {near}."),
    "en": ("Bet of {amount} refused.",
           "Bets go from {low} to {high}, in steps of {unit}. Nothing was debited. "
           "Nearest: {near}."),
}

REFUSED: dict[str, dict[str, str]] = {
    "pt": {
        **{f"refused.{code}{part}": said for code in ("below-minimum", "above-maximum", "off-unit")
           for part, said in zip(("", ".why"), _STAKES["pt"], strict=True)},
        "refused.cards": "Recusado.",
        "refused.cards.why": "Corta-se de {low} a {high} cartas. Mais perto: {near}.",
        "refused.no-amount": "Aqui não se diz quantia.",
        "refused.credit": "Crédito insuficiente.",
        "refused.credit.why": "Pede {need}, tem {have}. Nada foi debitado.",
        "refused.late": "Tarde demais.",
        "refused.late.why": "Esse tempo já tinha acabado. Nada mudou.",
        "refused.not-now": "Agora não.", "refused.not-now.why": "Nada mudou.",
        "refused.not-your-turn": "Não é a sua vez.",
        "refused.not-your-turn.why": "A mesa espera por outro jogador. Nada mudou.",
        "refused.not-yours": "O lugar é de outro jogador.", "refused.not-yours.why": "Nada mudou.",
        "refused.full": "Não há lugar para mais apostas aqui.",
        "refused.full.none": "Outras apostas já tomam o limite daqui. Nada mudou.",
        "refused.full.why": "Já lá está {there} de {most}. Nada mudou.",
        "refused.not-offered": "Isso não é opção agora.",
        "refused.not-offered.why": "A regra oferece só o que a mesa mostra. Nada mudou.",
        "refused.barred": "Isso não lhe está aberto neste lugar.",
        "refused.barred.why": "Nada mudou.",
        "refused.barred.sit": "Já tem os lugares que a mesa permite.",
        "refused.no-card": "{found} não é carta.",
        "refused.no-card.why": "Escreve-se, por exemplo, KH ou 2C.",
        "refused.no-card.open": "Esta carta fica à vista: diga qual é.",
        "refused.not-in-pack": "{found} não está no baralho com que se joga.",
        "refused.no-answer": "{found} não responde a isto.",
        "refused.no-answer.why": "Responde-se: {takes}.",
        "refused.no-throw": "Esses números não podem ter saído.",
        "refused.no-fault": "{found} não é falta de que a jogada possa continuar aqui.",
        "refused.no-fault.why": "Pode ser: {takes}.",
        "refused.fault-place": "{found} não é lugar a que esta falta respeite.",
        "refused.fault-place.why": "Pode ser: {takes}.",
        "refused.fault-amount": "{amount} não pode ser a quantia desta falta.",
        "refused.fault-amount.why": "Vai de {low} a {high}, em passos de {unit}.",
    },
    "en": {
        **{f"refused.{code}{part}": said for code in ("below-minimum", "above-maximum", "off-unit")
           for part, said in zip(("", ".why"), _STAKES["en"], strict=True)},
        "refused.cards": "Refused.",
        "refused.cards.why": "A cut is at {low} to {high} cards. Nearest: {near}.",
        "refused.no-amount": "No sum is said here.",
        "refused.credit": "Not enough credit.",
        "refused.credit.why": "It takes {need}, you have {have}. Nothing was debited.",
        "refused.late": "Too late.",
        "refused.late.why": "That time had run out. Nothing changed.",
        "refused.not-now": "Not now.", "refused.not-now.why": "Nothing changed.",
        "refused.not-your-turn": "It is not your turn.",
        "refused.not-your-turn.why": "The table waits for another player. Nothing changed.",
        "refused.not-yours": "That place is another player’s.",
        "refused.not-yours.why": "Nothing changed.",
        "refused.full": "There is no room for another bet here.",
        "refused.full.none": "Other bets take up the limit here. Nothing changed.",
        "refused.full.why": "{there} of {most} is there. Nothing changed.",
        "refused.not-offered": "That is not an option now.",
        "refused.not-offered.why": "The rule offers only what the table shows. Nothing changed.",
        "refused.barred": "That is not open to you at this place.",
        "refused.barred.why": "Nothing changed.",
        "refused.barred.sit": "You hold all the places that the table allows.",
        "refused.no-card": "{found} is no card.",
        "refused.no-card.why": "A card is like KH or 2C.",
        "refused.no-card.open": "This card lies open: say which one it is.",
        "refused.not-in-pack": "{found} is not in the pack that is played with.",
        "refused.no-answer": "{found} does not answer this.",
        "refused.no-answer.why": "What does: {takes}.",
        "refused.no-throw": "Those numbers cannot have fallen.",
        "refused.no-fault": "{found} is no fault that the coup can go on from here.",
        "refused.no-fault.why": "One of these may be: {takes}.",
        "refused.fault-place": "{found} is no place that this fault can concern.",
        "refused.fault-place.why": "One of these may be: {takes}.",
        "refused.fault-amount": "{amount} cannot be the sum of this fault.",
        "refused.fault-amount.why": "It goes from {low} to {high}, in steps of {unit}.",
    },
}


def spoken(words: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The words of a game with those of its refusals; the game's own stand before them."""
    return {lang: {**REFUSED.get(lang, {}), **said} for lang, said in words.items()}


def by_clause(refusal: Refusal, words: Mapping[str, str]) -> str:
    """What a game says of its own to a refusal under this clause, "" where it has no such words."""
    return words.get(f"refused.{refusal.code}.{refusal.law.rpartition('/')[2]}", "")


def told(refusal: Refusal, words: Mapping[str, str], money: Callable[[int], str]) -> str:
    """A refusal in one language, "" where its code has no words there."""
    facts: dict[str, Any] = dict(refusal.facts)
    counted = bool(facts.get("cards"))
    said = str if counted else money
    near = [said(one) for one in refusal.accepts if isinstance(one, int)]
    takes = [one for one in refusal.accepts if isinstance(one, str)]
    facts |= {name: said(facts[name]) for name in _SUMS if isinstance(facts.get(name), int)}
    if refusal.facts.get("unit"):
        facts |= {name: money(facts[name]) for name in ("there", "most") if name in facts}
    facts |= {"near": ", ".join(near) or "–", "takes": ", ".join(takes)}
    key = "refused.cards" if counted else f"refused.{refusal.code}"
    if refusal.code == "no-card" and facts.get("found") == UNKNOWN:
        return words[f"{key}.open"]
    what = by_clause(refusal, words) or words.get(f"{key}.{facts.get('act')}") or words.get(key, "")
    none = refusal.code == "full" and not refusal.facts.get("most")
    why = words.get(f"{key}.none" if none else f"{key}.why", "")
    parts = (what, "" if "{takes}" in why and not takes else why)
    return " ".join(re.sub(r"\{(\w+)\}", lambda m: str(facts.get(m[1], m[0])), part)
                    for part in parts if part)
