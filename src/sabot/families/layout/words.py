"""The words that every game of the layout shares: the acts, and what a croupier does with bets."""

from __future__ import annotations

from collections.abc import Mapping

_KEYS = {"key.clear-all": "X", "key.repeat": "A", "key.double": "D", "key.spin": "C",
         "key.throw": "C", "key.open": "C", "key.value": "V", "key.wait": "E"}

_WORDS = {
    "pt": {
        **_KEYS,
        "act.sit": "Sentar", "act.leave": "Levantar", "act.bet": "Apostar", "act.clear": "Retirar",
        "act.clear-all": "Retirar tudo", "act.repeat": "Repetir as apostas",
        "act.double": "Dobrar as apostas", "act.value": "Valor da ficha",
        "act.wait": "Esperar por um lugar", "does.sit": "senta-se", "does.leave": "levanta-se",
        "does.bet": "aposta", "does.clear": "retira a aposta",
        "does.clear-all": "retira as apostas", "does.repeat": "repete as apostas",
        "does.double": "dobra as apostas", "does.value": "dá valor às fichas",
        "does.wait": "espera por um lugar",
        "more.repeat": "as da última vez", "more.double": "todas as que estão na mesa",
        "more.clear-all": "até se fechar o jogo", "more.wait": "dá-se por ordem de espera",
        "more.value": "cada ficha da sua cor",
        "menu": "apostas", "menu.bets": "apostas", "place": "Lugar", "bank": "Banca",
        "croupier": "pagador", "results": "Últimos",
        "call.place-your-bets": "Façam as vossas apostas",
        "call.void": "Golpe anulado. Apostas devolvidas", "call.pays": "{sum}",
        "handle.collect-lost": "recolhem-se as apostas perdidas",
        "handle.pay-prizes": "abrem-se as apostas ganhadoras e pagam-se os prémios",
        "handle.rebuild": "as marcações são refeitas",
        "answer.certain": "com segurança, pela mesa",
        "answer.told": "segundo as indicações dos jogadores",
        "incident.disturbed": "apostas desmarcadas",
        "past": "O que já saiu nada diz do que vai sair.",
        "note.full": "não há mais lugar",
        "rule.exposure": "Máximo de prémios num golpe",
        "pays.won": "ganha",
    },
    "en": {
        **_KEYS,
        "act.sit": "Sit", "act.leave": "Leave", "act.bet": "Bet", "act.clear": "Take back",
        "act.clear-all": "Take all back", "act.repeat": "Same bets again",
        "act.double": "Double the bets", "act.value": "Value of a chip",
        "act.wait": "Wait for a place", "does.sit": "sits down", "does.leave": "leaves",
        "does.bet": "bets", "does.clear": "takes the bet back",
        "does.clear-all": "takes the bets back", "does.repeat": "bets the same again",
        "does.double": "doubles the bets", "does.value": "gives the chips a value",
        "does.wait": "waits for a place",
        "more.repeat": "those of the last time", "more.double": "all that lie there",
        "more.clear-all": "until the call", "more.wait": "places are given in turn",
        "more.value": "each chip of your colour",
        "menu": "bets", "menu.bets": "bets", "place": "Place", "bank": "Bank",
        "croupier": "croupier", "results": "Last",
        "call.place-your-bets": "Place your bets",
        "call.void": "The coup is void. Bets go back", "call.pays": "{sum}",
        "handle.collect-lost": "the lost bets are collected",
        "handle.pay-prizes": "the winning bets are opened out and the prizes paid",
        "handle.rebuild": "the bets are put where they lay",
        "answer.certain": "by the croupiers, with certainty",
        "answer.told": "as the players say",
        "incident.disturbed": "bets were disturbed",
        "past": "What fell before says nothing about what will fall.",
        "note.full": "no more room",
        "rule.exposure": "Most prizes of one coup",
        "pays.won": "wins",
    },
}

_TYPED = {"sit": "s", "leave": "l", "bet": "b", "clear": "c", "clear-all": "x", "repeat": "r",
          "double": "d", "value": "v", "wait": "w", "spin": "go", "throw": "go", "open": "go"}


def vocabulary(own: Mapping[str, Mapping[str, str]], act: str, *, colours: bool = False
               ) -> dict[str, dict[str, str]]:
    """The words of one game of the layout: those that all share, and its ``own`` by language, which
    stand before them. ``act`` ends the bets of who plays alone; ``colours``: chips have them."""
    never = {"spin", "throw", "open"} - {act} | (set() if colours else {"value", "wait"})
    said = {lang: {key: word for key, word in words.items() if key.partition(".")[2] not in never}
            | dict(own.get(lang, {})) for lang, words in _WORDS.items()}
    typed = {name: key for name, key in _TYPED.items() if name not in never}
    return {**said, "keys": typed}
