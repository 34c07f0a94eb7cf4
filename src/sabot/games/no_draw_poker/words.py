"""The words of no-draw poker, in Portuguese and English."""

from __future__ import annotations

_COMBINATIONS = {
    "royal": ("Sequência real de cor", "Royal flush"),
    "straight-flush": ("Sequência de cor", "Straight flush"),
    "four": ("Póquer", "Four of a kind"), "full": ("Full", "Full house"),
    "flush": ("Cor", "Flush"), "straight": ("Sequência", "Straight"),
    "three": ("Trio", "Three of a kind"), "two-pair": ("Dois pares", "Two pairs"),
    "pair": ("Um par", "One pair"), "high": ("Cartas maiores", "High cards"),
}
_SAID = {
    "key.call": ("V", "V"), "key.pass": ("P", "P"), "key.deal": ("C", "C"),
    "act.sit": ("Sentar", "Sit"), "act.leave": ("Levantar", "Leave"),
    "act.bet": ("Apostar", "Bet"), "act.clear": ("Retirar", "Clear"),
    "act.deal": ("Dar cartas", "Deal"), "act.call": ("Vou", "Call"),
    "act.pass": ("Passo", "Pass"),
    "does.sit": ("senta-se", "sits down"), "does.leave": ("levanta-se", "leaves"),
    "does.bet": ("aposta", "bets"), "does.clear": ("retira a aposta", "takes the bet back"),
    "does.deal": ("pede as cartas", "asks for the cards"),
    "does.call": ("vai a jogo", "goes on"), "does.pass": ("passa", "passes"),
    "more.call": ("segunda aposta: o dobro da inicial", "second bet: twice the first"),
    "more.pass": ("perde a aposta inicial, sem volta", "the first bet is lost, for good"),
    "more.deal": ("fecha as apostas", "closes the bets"),
    "call.place-your-bets": ("Façam as vossas apostas", "Place your bets"),
    "call.no-more-bets": ("Jogo feito. Nada mais.", "The game is made. No more."),
    "call.see-your-hand": ("Vejam o vosso jogo", "See your hand"),
    "call.house-cuts": ("O pagador corta", "The croupier cuts"),
    "call.open-card": ("É esta a carta aberta da banca", "This is the bank's open card"),
    "call.annulled": ("Jogada anulada. Apostas devolvidas", "The play is void. Bets returned"),
    "call.void": ("Jogada nula. Apostas devolvidas", "Void coup. Bets returned"),
    "call.damaged": ("Carta danificada: os baralhos serão substituídos",
                     "A damaged card: the packs will be replaced"),
    "call.cards-stay-down": ("As cartas não se mostram", "Cards are not shown"),
    "call.passed-cards-stay-down": ("Quem passa não descobre as cartas",
                                    "Who passes does not uncover his cards"),
    "call.silence": ("Não se comunica durante as jogadas", "No communication during play"),
    "call.no-advice": ("Não se dão sugestões aos jogadores", "No advice to players"),
    "call.no-side-bets": ("Não há apostas entre jogadores", "No bets between players"),
    "call.may-not-play": ("Não pode continuar a jogar", "May not go on playing"),
    "call.prizes-capped": ("Atingido o máximo de prémios da jogada",
                           "The most in prizes for one play is reached"),
    "handle.show-cards": ("as cartas são exibidas em fiadas, faces para cima",
                          "the cards are spread in rows, face up"),
    "handle.replace-packs": ("os baralhos são substituídos na totalidade",
                             "the packs are replaced entirely"),
    "handle.take-pack": ("joga-se com o baralho {pack}", "pack {pack} is in play"),
    "handle.count-cards": ("conferem-se as cartas: {cards} em cada lugar",
                           "the cards are counted: {cards} at each place"),
    "handle.collect-chips": ("as fichas do acumulado são recolhidas",
                             "the jackpot chips are collected"),
    "handle.marker": ("uma marca fica no lugar da ficha", "a marker takes the place of the chip"),
    "result.won": ("ganha", "wins"), "result.lost": ("perde", "loses"),
    "result.tie": ("empate", "tie"), "result.passed": ("passou", "passed"),
    "result.bank-out": ("ganha 1:1", "wins 1:1"),
    "result.plays": ("vai a jogo", "plays"),
    "result.stays-out": ("não vai a jogo", "does not play"),
    "result.jackpot": ("prémio acumulado", "jackpot"),
    "bet.main": ("Aposta inicial", "First bet"), "bet.second": ("Segunda aposta", "Second bet"),
    "bet.jackpot": ("Acumulado", "Jackpot"),
    "bank": ("Banca", "Bank"), "place": ("Lugar", "Place"), "croupier": ("pagador", "croupier"),
    "burn": ("Carta queimada", "Burn card"),
    "incident.exposed": ("carta descoberta", "an uncovered card"),
    "incident.miscount": ("número errado de cartas", "a wrong number of cards"),
    "incident.damaged": ("carta danificada", "a damaged card"),
    "incident.showed": ("um jogador mostra as cartas", "a player shows his cards"),
    "incident.spoke": ("um jogador comunica", "a player communicates"),
    "incident.advised": ("alguém dá sugestões", "somebody gives advice"),
    "incident.wagered": ("apostas entre jogadores", "bets between players"),
    "turn": ("{place}: vai ou passa?", "{place}: call or pass?"),
    "pays.win": ("ganha à banca", "beats the bank"),
    "pays.bank-out": ("a banca não vai a jogo", "the bank does not play"),
    "tell.shuffle-one": ("o baralho é baralhado e selado", "the pack is shuffled and sealed"),
    "tell.by-hand-one": ("o baralho é baralhado", "the pack is shuffled"),
    "tell.cut": ("o baralho é cortado", "the pack is cut"),
    "tell.open": ("a jogada acabou: mostra-se a ordem do baralho",
                  "the play is over: the order of the pack is shown"),
    "not.call": ("Só depois de ver as cartas, na sua vez.", "Only once you have seen your cards, "
                 "in your turn."),
    "not.pass": ("Só na sua vez.", "Only in your turn."),
    "rule.shuffler": ("Baralhador automático", "Automatic shuffler"),
    "rule.packs": ("Baralhos usados alternadamente", "Packs used alternately"),
    "rule.authorised": ("Mínimo da autorização", "Authorised minimum"),
    "rule.prize_cap": ("Máximo de prémios por jogada", "Most in prizes for one play"),
    "rule.cap_in_order": ("Prémios pagos pela ordem dos lugares até ao máximo",
                          "Prizes paid in the order of boxes up to that"),
    "rule.suited_high": ("Cartas maiores iguais: três do mesmo naipe ganham",
                         "Equal high cards: three of one suit win"),
    "rule.flush_all": ("Cores iguais: comparam-se todas as cartas",
                       "Equal flushes: all cards are compared"),
    "rule.pair_all": ("Pares iguais: comparam-se as outras cartas",
                      "Equal pairs: the other cards are compared"),
    "rule.jackpot": ("Prémio acumulado", "Jackpot"),
}


def _of(lang: int) -> dict[str, str]:
    said = {key: both[lang] for key, both in _SAID.items()}
    for name, both in _COMBINATIONS.items():
        said[f"call.{name}"] = both[lang]
        said[f"pays.{name}"] = both[lang].lower()
        said[f"pays.jackpot {name}"] = f"{_SAID['bet.jackpot'][lang]}: {both[lang].lower()}"
    return said


WORDS = {
    "pt": _of(0), "en": _of(1),
    "keys": {"sit": "s", "leave": "l", "bet": "b", "clear": "c", "deal": "d", "call": "v",
             "pass": "p"},
}
