"""The words of 3-card baccarat, in Portuguese and English."""

from __future__ import annotations

from sabot.families.layout.words import vocabulary

_BETS = {
    "hand": ("mão", "hand"), "tie": ("empate na mão", "tie on hand"), "odd": ("ímpar", "odd"),
    "even": ("par", "even"), "figures": ("três figuras", "three figures"),
    "points": ("pontos", "points"),
}
_RULES = {
    "packs": ("Baralhos", "Packs"),
    "warning": ("Cartas depois da segunda carta branca", "Cards behind the second white card"),
    "shuffle_each_hand": ("Baralhar a cada jogada", "Shuffle after each hand"),
    "cards_to": ("Lugares que recebem cartas", "Places that receive cards"),
    "parity_raised": ("Aumentar o ímpar e o par retidos", "Locked odd and even may be raised"),
    "zero_with_figures": ("Três figuras ganham no zero", "Three figures win on nought"),
    "hand": ("Limites: mão", "Limits: hand"), "tie": ("Limites: empate", "Limits: tie"),
    "parity": ("Limites: ímpar e par", "Limits: odd and even"),
    "figures": ("Limites: três figuras", "Limits: three figures"),
    "points": ("Limites: número de pontos", "Limits: number of points"),
}

_PT = {
    "refused.barred.7.2": "Depois de um empate a aposta espera pela próxima jogada: pode aumentar, "
                          "não se retira.",
    "refused.barred.8.1-3": "Depois de três figuras a aposta espera pela próxima jogada e não se "
                            "retira.",
    "refused.barred.8.3-2": "O empate só se aposta num lugar em que haja já uma aposta na mão.",
    "call.no-more-bets": "Nada mais",
    "call.figures-0": "{points} sem figura", "call.figures-1": "{points} com uma figura",
    "call.figures-2": "{points} com duas figuras", "call.figures-3": "Três figuras",
    "call.last-coup": "Saiu a carta branca: é a última partida",
    "call.house-cuts": "O banqueiro parte as cartas",
    "call.corrected": "Engano rectificado: a carta é deste lugar",
    "call.exposed-good": "Carta exposta: continua válida",
    "call.cancelled": "Cartas canceladas. As apostas ficam livres",
    "call.stays": "A aposta espera pela próxima jogada",
    "call.shuffle": "Baralham-se as cartas",
    "handle.collect-shoe": "recolhem-se as cartas para as baralhar de novo",
    "handle.look-at-cards": "verifica-se o estado das cartas",
    "handle.replace-packs": "as cartas são substituídas por novos baralhos",
    "handle.warning-card": "a segunda carta branca fica a {behind} cartas do fim",
    "handle.load-shoe": "as cartas vão para o sabot",
    "handle.load-box": "as cartas vão para a caixa",
    "handle.count-cards": "conferem-se as cartas: {cards} em cada lugar",
    "handle.pay-prizes": "pagam-se os prémios",
    "answer.fit": "em condições", "answer.replaced": "sem condições",
    "incident.warning-card": "sai a segunda carta branca", "incident.exposed": "carta exposta",
    "incident.misplaced": "carta dada a outro lugar",
    "incident.beyond-repair": "distribuição sem emenda",
    "incident.reshuffle": "o casino volta a baralhar",
    "result.won": "ganha", "result.lost": "perde", "result.tie": "empate",
    "tell.shuffle": "{packs} baralhos são baralhados e selados; a segunda carta branca fica a "
                    "{warning} cartas do fim",
    "tell.by-hand": "{packs} baralhos são baralhados; a segunda carta branca fica a {warning} "
                    "cartas do fim",
    "tell.cut": "as cartas são partidas com uma carta branca",
    "tell.open": "estas cartas acabaram: mostra-se a sua ordem",
    "key.deal": "C", "act.deal": "Cartas", "does.deal": "pede as cartas",
    "more.deal": "fecha as apostas",
    "key.cut": "T", "act.cut": "Partir", "does.cut": "parte as cartas",
    "more.cut": "parte as cartas onde quiser",
    "key.no-cut": "O", "act.no-cut": "Não partir", "does.no-cut": "não parte",
    "more.no-cut": "parte quem quiser, senão o banqueiro",
    "ask.cut": "Quer partir?", "hint.cut": "Parta, se quiser: escolha onde.",
    "ask.seats": "Sentem-se, por favor", "ask.shuffle": "Vai baralhar-se",
    "hint.shuffle": "Baralha-se quando o relógio acabar; quem se sentar até lá pode partir.",
    "croupier": "banqueiro", "bank": "Banqueiro", "burn": "Carta retirada",
}
_EN = {
    "refused.barred.7.2": "After a tie the stake awaits the next hand: it may grow, and is not "
                          "taken back.",
    "refused.barred.8.1-3": "After three figures the stake awaits the next hand, and is not taken "
                            "back.",
    "refused.barred.8.3-2": "A tie is bet on only where a bet on the hand of that place lies.",
    "call.no-more-bets": "No more bets",
    "call.figures-0": "{points} without figures", "call.figures-1": "{points} with one figure",
    "call.figures-2": "{points} with two figures", "call.figures-3": "Three figures",
    "call.last-coup": "The white card has come: this is the last hand",
    "call.house-cuts": "The banker cuts",
    "call.corrected": "A wrong deal is put right: the card belongs here",
    "call.exposed-good": "A card was exposed: it remains valid",
    "call.cancelled": "The cards are cancelled. Bets stand free",
    "call.stays": "The stake awaits the next hand",
    "call.shuffle": "The cards are shuffled",
    "handle.collect-shoe": "the cards are collected to be shuffled again",
    "handle.look-at-cards": "the cards are looked at",
    "handle.replace-packs": "new packs take the place of the cards",
    "handle.warning-card": "the second white card stands {behind} from the end",
    "handle.load-shoe": "the cards go into the shoe",
    "handle.load-box": "the cards go into the box",
    "handle.count-cards": "the cards are counted: {cards} at each place",
    "handle.pay-prizes": "the prizes are paid",
    "answer.fit": "fit for use", "answer.replaced": "not fit for use",
    "incident.warning-card": "the second white card comes", "incident.exposed": "exposed card",
    "incident.misplaced": "a card dealt to another place",
    "incident.beyond-repair": "a deal beyond repair",
    "incident.reshuffle": "the house shuffles anew",
    "result.won": "wins", "result.lost": "loses", "result.tie": "tie",
    "tell.shuffle": "{packs} packs are shuffled and sealed; the second white card stands "
                    "{warning} from the end",
    "tell.by-hand": "{packs} packs are shuffled; the second white card stands {warning} from the "
                    "end",
    "tell.cut": "the cards are cut with a white card",
    "tell.open": "these cards are done with: their order is shown",
    "key.deal": "C", "act.deal": "Deal", "does.deal": "asks for the cards",
    "more.deal": "closes the bets",
    "key.cut": "T", "act.cut": "Cut", "does.cut": "cuts",
    "more.cut": "part the pack where you like",
    "key.no-cut": "O", "act.no-cut": "No cut", "does.no-cut": "does not cut",
    "more.no-cut": "whoever wants to cuts, else the banker",
    "ask.cut": "Would you cut?", "hint.cut": "Cut if you like: choose where.",
    "ask.seats": "Please sit down", "ask.shuffle": "The shuffle is about to begin",
    "hint.shuffle": "It begins when the clock has run out; who sits down by then may cut.",
    "croupier": "banker", "bank": "Banker", "burn": "Burn card",
}


def _of(lang: int, plain: dict[str, str]) -> dict[str, str]:
    return plain | {f"rule.{name}": said[lang] for name, said in _RULES.items()} | {
        f"bet.{kind}": said[lang] for kind, said in _BETS.items()}


WORDS = vocabulary({"pt": _of(0, _PT), "en": _of(1, _EN)}, "deal")
WORDS["keys"] |= {"deal": "go", "cut": "t", "no-cut": "o"}
