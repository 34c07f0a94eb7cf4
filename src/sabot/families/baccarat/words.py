"""The words of ponto e banca, in Portuguese and English."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.families.layout.words import vocabulary
from sabot.families.shoe.words import KEYS as SHOE_KEYS
from sabot.families.shoe.words import WORDS as SHOE

_KEYS = {"key.show": "M", "key.leave-cards": "N", "key.take-cards": "N"}
_TYPED = {"show": "m", "leave-cards": "n", "take-cards": "k"}

_WORDS: dict[str, dict[str, str]] = {
    "pt": {
        **_KEYS,
        "ponto": "Ponto", "banca": "Banca", "bet.ponto": "ponto", "bet.banca": "banca",
        "bet.tie": "empate", "bet.pair": "par", "bet.pair/ponto": "par do ponto",
        "bet.pair/banca": "par da banca",
        "act.show": "Mostrar as cartas", "act.leave-cards": "Não ver as cartas",
        "act.take-cards": "Ver as cartas", "does.show": "mostra as cartas",
        "does.leave-cards": "deixa as cartas a outro", "does.take-cards": "quer ver as cartas",
        "more.show": "vira-as sobre a mesa", "more.leave-cards": "passam à aposta seguinte",
        "more.take-cards": "se a sua aposta for a mais alta",
        "call.no-more-bets": "Jogo feito. Nada mais.",
        "call.cards-to-ponto": "As cartas do ponto são deste lugar",
        "call.cards-to-banca": "As cartas da banca são deste lugar",
        "call.dealer-handles": "O pagador manuseia as cartas",
        "call.points-ponto": "Ponto: {points}", "call.points-banca": "Banca: {points}",
        "call.natural-ponto": "Ponto anuncia {points}",
        "call.natural-banca": "Banca anuncia {points}",
        "call.stands-ponto": "Ponto fica", "call.stands-banca": "Banca fica",
        "call.pair-ponto": "Par do ponto", "call.pair-banca": "Par da banca",
        "call.face-up-valid": "Carta virada no sabot: é válida",
        "call.null-coup": "Lance nulo: o lapso não tem correcção. Apostas devolvidas",
        "handle.hand-shuffles": "o pagador baralha {packs} baralhos",
        "handle.machine-shuffles": "o baralhador automático baralha {packs} baralhos",
        "handle.load-machine": "{packs} baralhos vão para o sabot baralhador automático",
        "handle.new-packs": "carta danificada: os {packs} baralhos são todos substituídos",
        "handle.return-cards": "as cartas voltam ao sabot baralhador",
        "handle.cards-to-corner": "{cards} cartas esperam no canto de descarte",
        "handle.put-right": "o lapso é corrigido: a carta vai para o lugar que lhe cabe",
        "handle.take-away": "o lapso é corrigido: a carta tirada a mais não conta",
        "handle.compare": "comparam-se as pontuações",
        "handle.pay-prizes": "pagam-se os prémios",
        "answer.back": "voltam ao sabot", "answer.corner": "ficam no canto de descarte",
        "incident.face-up": "carta de face para cima", "incident.wrong-side": "carta no outro lado",
        "incident.mixed-up": "cartas confundidas", "incident.too-many": "carta tirada a mais",
        "incident.damaged-card": "carta danificada",
        "result.won": "ganha", "result.lost": "perde", "result.tie": "empata",
        "roads": "Os caminhos do sabot",
        "roads.past": "Mostram o que já saiu. Nada dizem do que vai sair.",
        "road.bead": "Prato de contas", "road.big": "Caminho grande",
        "road.eye": "Olho grande", "road.small": "Caminho pequeno",
        "road.cockroach": "Barata",
        "past": "O que já saiu nada diz do que vai sair.",
        "rule.table": "Mesa simples ou dupla", "rule.seats": "Lugares em cada tabuleiro",
        "rule.shuffler": "Baralhador automático", "rule.warning": "Cartas atrás da carta-aviso",
        "rule.pairs": "Apostas nos pares", "rule.deduction": "Dedução quando ganha a banca",
        "rule.dealer_alone": "Só o pagador manuseia as cartas",
        "ask.show": "As cartas são suas", "hint.show": "Veja-as e mostre-as.",
    },
    "en": {
        **_KEYS,
        "ponto": "Ponto", "banca": "Banca", "bet.ponto": "ponto", "bet.banca": "banca",
        "bet.tie": "tie", "bet.pair": "pair", "bet.pair/ponto": "pair of ponto",
        "bet.pair/banca": "pair of banca",
        "act.show": "Show the cards", "act.leave-cards": "Leave the cards to others",
        "act.take-cards": "Take the cards", "does.show": "shows the cards",
        "does.leave-cards": "leaves the cards to others", "does.take-cards": "takes the cards",
        "more.show": "turn them up on the table", "more.leave-cards": "they go to the next bet",
        "more.take-cards": "if yours is the highest bet",
        "call.no-more-bets": "Bets are closed. No more.",
        "call.cards-to-ponto": "The cards of ponto are this place's",
        "call.cards-to-banca": "The cards of banca are this place's",
        "call.dealer-handles": "The dealer handles the cards",
        "call.points-ponto": "Ponto: {points}", "call.points-banca": "Banca: {points}",
        "call.natural-ponto": "Ponto announces {points}",
        "call.natural-banca": "Banca announces {points}",
        "call.stands-ponto": "Ponto stands", "call.stands-banca": "Banca stands",
        "call.pair-ponto": "Pair of ponto", "call.pair-banca": "Pair of banca",
        "call.face-up-valid": "A card lay face up in the shoe: it is valid",
        "call.null-coup": "The coup is void: the slip cannot be put right. Bets go back",
        "handle.hand-shuffles": "the dealer shuffles {packs} packs",
        "handle.machine-shuffles": "the machine shuffles {packs} packs",
        "handle.load-machine": "{packs} packs go into the shuffling shoe",
        "handle.new-packs": "a damaged card: all {packs} packs are replaced",
        "handle.return-cards": "the cards go back into the shuffling shoe",
        "handle.cards-to-corner": "{cards} cards wait in the discard corner",
        "handle.put-right": "the slip is put right: the card goes where it is due",
        "handle.take-away": "the slip is put right: the card that was one too many does not count",
        "handle.compare": "the points are compared",
        "handle.pay-prizes": "the prizes are paid",
        "answer.back": "back into the shoe", "answer.corner": "to the discard corner",
        "incident.face-up": "a card face up", "incident.wrong-side": "a card on the other side",
        "incident.mixed-up": "the cards are mixed up", "incident.too-many": "one card too many",
        "incident.damaged-card": "a damaged card",
        "result.won": "wins", "result.lost": "loses", "result.tie": "level",
        "roads": "The roads of the shoe",
        "roads.past": "They show what has come. They predict nothing.",
        "road.bead": "Bead plate", "road.big": "Big road", "road.eye": "Big eye boy",
        "road.small": "Small road", "road.cockroach": "Cockroach pig",
        "past": "What came before says nothing about what will come.",
        "rule.table": "Single or double table", "rule.seats": "Seats at each side",
        "rule.shuffler": "Automatic shuffler", "rule.warning": "Cards behind the warning card",
        "rule.pairs": "Bets on pairs", "rule.deduction": "Deduction when banca wins",
        "rule.dealer_alone": "The dealer alone handles the cards",
        "ask.show": "The cards are yours", "hint.show": "Look at them and turn them up.",
    },
}


def words(own: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, dict[str, str]]:
    """The words of one ponto e banca; ``own`` are those that only it has."""
    said = vocabulary({lang: {**SHOE[lang], **words, **(own or {}).get(lang, {})}
                       for lang, words in _WORDS.items()}, "deal")
    return {**said, "keys": {**said["keys"], **SHOE_KEYS, **_TYPED}}
