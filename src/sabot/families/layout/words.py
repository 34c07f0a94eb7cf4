"""The words that all layout games share: acts, and what croupiers do with bets."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.procedure.act_letters import with_letters
from sabot.words import by_language

_WORDS = by_language({
    "act.sit": ("Sentar", "Sit", "入座"),
    "act.leave": ("Levantar", "Leave", "離座"),
    "act.bet": ("Apostar", "Bet", "投注"),
    "act.clear": ("Retirar", "Take back", "收回注碼"),
    "act.clear-all": ("Retirar tudo", "Take all back", "全部收回"),
    "act.repeat": ("Repetir as apostas", "Rebet", "重複投注"),
    "act.double": ("Dobrar as apostas", "Double the bets", "加倍投注"),
    "act.value": ("Valor da ficha", "Chip value", "籌碼面額"),
    "act.wait": ("Esperar por um lugar", "Wait for a place", "輪候座位"),
    "does.sit": ("senta-se", "sits down", "入座"),
    "does.leave": ("levanta-se", "leaves", "離座"),
    "does.bet": ("aposta", "bets", "投注"),
    "does.clear": ("retira a aposta", "takes the bet back", "收回注碼"),
    "does.clear-all": ("retira as apostas", "takes the bets back", "收回全部注碼"),
    "does.repeat": ("repete as apostas", "repeats the bets", "重複上次投注"),
    "does.double": ("dobra as apostas", "doubles the bets", "投注加倍"),
    "does.value": ("dá valor às fichas", "sets the chip value", "定出籌碼面額"),
    "does.wait": ("espera por um lugar", "waits for a place", "輪候座位"),
    "more.repeat": ("as da última vez", "the same as last time", "與上次相同"),
    "more.double": ("todas as que estão na mesa", "all bets on the table", "檯上所有注碼"),
    "more.clear-all": ("até se fechar o jogo", "until the bets are closed", "停止投注前有效"),
    "more.wait": ("dá-se por ordem de espera", "places are given in order", "按輪候次序編配"),
    "more.value": ("cada ficha da sua cor", "of each chip of your colour", "所屬顏色的每個籌碼"),
    "menu": ("apostas", "bets", "投注"),
    "menu.bets": ("apostas", "bets", "投注"),
    "place": ("Lugar", "Place", "座位"),
    "bank": ("Banca", "Bank", "莊家"),
    "croupier": ("pagador", "croupier", "莊荷"),
    "results": ("Últimos", "Latest", "近局"),
    "call.place-your-bets": ("Façam as vossas apostas", "Place your bets", "請投注"),
    "call.void": ("Golpe anulado. Apostas devolvidas", "The round is void. Bets are returned",
                  "此局無效，注碼退回"),
    "call.pays": ("{sum}", "{sum}", "{sum}"),
    "handle.collect-lost": ("recolhem-se as apostas perdidas", "losing bets are collected",
                            "收走輸注"),
    "handle.pay-prizes": ("abrem-se as apostas ganhadoras e pagam-se os prémios",
                          "winning bets are separated and paid", "攤開贏注並派彩"),
    "handle.rebuild": ("as marcações são refeitas", "the bets are put back where they were",
                       "注碼放回原位"),
    "answer.certain": ("com segurança, pela mesa", "by the croupiers, with certainty",
                       "由莊荷確定無誤"),
    "answer.told": ("segundo as indicações dos jogadores", "as the players say",
                    "按博彩者所述"),
    "incident.disturbed": ("apostas desmarcadas", "bets were disturbed", "注碼移位"),
    "past": ("O que já saiu nada diz do que vai sair.",
             "Past results say nothing about the next one.", "過往結果不預示下一局。"),
    "note.full": ("não há mais lugar", "no more room", "已滿"),
    "rule.exposure": ("Máximo de prémios num golpe", "Maximum payout of one round",
                      "每局彩金上限"),
    "pays.won": ("ganha", "wins", "贏"),
})


def vocabulary(own: Mapping[str, Mapping[str, str]], act: str, *families: str,
               colours: bool = False) -> dict[str, dict[str, str]]:
    """The words of one layout game: the shared words, and its ``own`` by language, which replace
    them. ``act`` ends the bets of a player who plays alone; ``colours``: chips have colours.
    ``families``: further families of the map of keys."""
    never = {"spin", "throw", "open"} - {act} | (set() if colours else {"value", "wait"})
    words = {lang: {key: word for key, word in _WORDS[lang].items()
                    if key.partition(".")[2] not in never}
             | dict(its) for lang, its in own.items()}
    return with_letters(words, "layout", *families)
