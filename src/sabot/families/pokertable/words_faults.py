"""The words of what goes wrong at a real table of non-banked poker, in Portuguese and English."""

from __future__ import annotations

INCIDENTS = {
    "wrong-order": ("cartas dadas fora da ordem", "cards dealt in the wrong order"),
    "wrong-count": ("número de cartas indevido", "a wrong number of cards"),
    "card-seen": ("carta de outro, recebida e vista", "another's card, received and seen"),
    "pack-face-up": ("mais de uma carta virada no baralho",
                     "more than one card face up in the pack"),
    "face-up": ("carta descoberta", "a card that lies face up"),
    "pack-incomplete": ("baralho incompleto", "the pack is not complete"),
    "damaged": ("carta danificada", "a damaged card"),
    "turned": ("carta virada na distribuição", "a card turned in the deal"),
    "turned-more": ("mais de uma carta virada na distribuição",
                    "more than one card turned in the deal"),
    "seen": ("carta vista no corte ou depois", "a card seen in the cut or after it"),
    "no-burn": ("não se queimou carta", "no card was burnt"),
    "early-flop": ("flop exposto antes do tempo", "the flop shown too early"),
    "early-turn": ("turn exposto antes do tempo", "the turn shown too early"),
    "early-river": ("rio exposto antes do tempo", "the river shown too early"),
    "one-more": ("mais uma carta comum descoberta", "one common card too many"),
    "absent": ("cartas dadas a um ausente", "cards dealt to an absent player"),
    "short": ("fichas insuficientes para igualar", "too few chips for a call"),
    "unannounced": ("repique sem anúncio", "a raise that was not announced"),
    "announced": ("fichas diferentes do anunciado", "chips other than announced"),
    "looked-again": ("voltou a ver as cartas", "looked at the cards again"),
    "skipped": ("deixou passar a vez", "let the turn go by"),
    "mixed": ("cartas misturadas com as dos desistentes", "cards mixed with folded ones"),
    "mixed-together": ("cartas de dois jogadores misturadas", "cards of two players mixed"),
    "uncovered": ("descobriu as cartas", "uncovered the cards"),
    "late-plea": ("erro da distribuição alegado tarde", "an error of the deal pleaded late"),
    "out-of-turn": ("apostou fora da vez", "bet out of turn"),
    "no-first-bet": ("primeira aposta em falta", "a first bet that is missing"),
    "first-bet-unknown": ("primeira aposta em falta, não se sabe de quem",
                          "a first bet is missing, nobody knows whose"),
    "slow": ("atrasa a jogada", "delays the play"),
    "breach": ("infracção", "a breach of conduct"),
    "grave-breach": ("infracção grave", "a grave breach of conduct"),
    "wrong-winner": ("mão ganhadora mal anunciada", "the winner was wrongly announced"),
    "wrong-announcement": ("jogo mal anunciado por um jogador",
                           "a player announced his hand wrongly"),
}

CALLS = {
    "annulled": ("Jogada nula: inicia-se nova mão", "The play is null: a new hand begins"),
    "new-pack": ("O baralho é substituído", "The pack is replaced"),
    "put-right": ("O erro foi corrigido", "The error was put right"),
    "seen": ("Volta-se a baralhar", "The pack is shuffled again"),
    "turned": ("Carta virada: é a próxima a queimar",
               "A card was turned: it is the next to be burnt"),
    "turned-burnt": ("A carta virada é a queimada", "The card that was turned is the burnt one"),
    "no-burn": ("Não se queimou: queima-se a carta virada",
                "None was burnt: the card that was turned is"),
    "early-flop": ("Flop antes do tempo: retira-se", "The flop came too early: it is removed"),
    "early-turn": ("Turn antes do tempo: retira-se", "The turn came too early: it is removed"),
    "early-river": ("Rio antes do tempo: retira-se", "The river came too early: it is removed"),
    "one-more": ("Mais uma carta descoberta: fica na mesa",
                 "One card more was uncovered: it stays"),
    "round-lost": ("Perde-se este turno de apostas", "This round of betting is lost"),
    "absent": ("Ausente: as cartas são retiradas", "Absent: the cards are withdrawn"),
    "short": ("Fichas a menos: pode completar, não retirar",
              "Too few chips: they may be completed, not taken back"),
    "counts-as-call": ("Sem anúncio: acompanhou", "Not announced: it is a call"),
    "announced": ("Vale o anunciado: mais {amount}", "What was announced counts: {amount} more"),
    "looked-again": ("Voltou a ver as cartas: pode igualar, não repicar",
                     "Looked again: may call, not raise"),
    "skipped-heard": ("O fiscal decide a favor: pode igualar",
                      "The inspector decides for the player, who may call"),
    "skipped-lost": ("O fiscal decide contra: a vez passou",
                     "The inspector decides against the player: the turn is over"),
    "rebuilt": ("A mão foi reconstituída", "The hand was put together again"),
    "not-rebuilt": ("Não se reconstitui: perde o direito ao pote",
                    "The hand cannot be found again: no right to the pot"),
    "hand-null": ("Cartas misturadas: mão anulada", "Cards mixed: the hand is null"),
    "uncovered": ("Descobriu as cartas: o golpe é válido",
                  "Uncovered cards: the hand stays valid"),
    "late-plea": ("Alegou tarde: perde a aposta e o direito ao pote",
                  "Pleaded late: the bet and the right to the pot are lost"),
    "out-of-turn": ("Aposta fora da vez, válida: {amount}", "A bet out of turn, valid: {amount}"),
    "first-bet-missing": ("Falta a primeira aposta", "The first bet is missing"),
    "reduced-pot": ("O golpe é válido, com o pote reduzido",
                    "The hand is valid, with the pot reduced"),
    "warned": ("Advertência", "A warning"),
    "must-leave": ("Tem de abandonar a mesa", "Must leave the table"),
    "rectified": ("Rectifica-se: ganha esta mão", "Put right: this hand wins"),
    "cards-speak": ("O anúncio não conta: contam as cartas",
                    "The announcement does not count: the cards do"),
}

HANDLES = {
    "put-right": ("pode corrigir-se o erro?", "can the error be put right?"),
    "how-many-shown": ("quantas cartas do flop foram expostas?",
                       "how many cards of the flop were shown?"),
    "inspector": ("o fiscal decide sobre a vez que passou",
                  "the inspector decides on the turn that went by"),
    "rebuild": ("pode reconstituir-se a mão?", "can the hand be put together again?"),
    "with-whom": ("com as cartas de que lugar?", "with the cards of which seat?"),
    "which-breach": ("que infracção?", "which breach?"),
    "turn-up": ("«Virem as cartas»", "“Turn up the cards”"),
    "agreed": ("todos viram a combinação ganhadora e concordam",
               "all have seen the combination that wins, and agree"),
}

ANSWERS = {
    "no": ("não", "no"), "yes": ("sim", "yes"),
    "one": ("uma", "one"), "two": ("duas", "two"), "three": ("três", "three"),
    "favour": ("a favor", "for the player"), "against": ("contra", "against the player"),
    "partners": ("jogar a pares", "playing as partners"),
    "joint": ("jogar para o pote em conjunto", "playing jointly for the pot"),
    "chop": ("dividir o pote", "splitting the pot"),
    "agreement": ("acordo entre jogadores", "an agreement between players"),
    "added-chips": ("fichas juntas à cave na jogada", "chips added to the cave in the hand"),
    "loan": ("empréstimo", "a loan"), "hid-chips": ("guardou fichas", "put chips away"),
    "not-restored": ("cave não reposta ao voltar", "cave not restored on return"),
    "took-cards": ("cartas fora de vista", "cards taken out of sight"),
    "comment": ("comentou ou espreitou", "commented or peeked"),
    "changed-seat": ("trocou de lugar", "exchanged seats"),
    "proxy": ("outro aposta por ele", "another bets for him"),
    "influence": ("influiu ou criticou", "influenced or criticised"),
    "marked": ("marcou ou danificou cartas", "marked or damaged cards"),
    "noise": ("aparelho de som que incomoda", "a sound device that disturbs"),
    "spoke-folded": ("comentou depois de desistir", "commented after folding"),
    "saw-cards": ("viu cartas que não podia", "saw cards that were not to be seen"),
    "raised-after": ("subiu a aposta depois de ver reacções",
                     "raised a bet after seeing reactions"),
    "talk": ("falou mais do que o necessário", "spoke more than is necessary"),
    "looked": ("viu as cartas e repicou", "looked at the cards and raised"),
}

OTHER = {"early": ("Retiradas", "Removed"), "ask.first-bet": ("Faz a primeira aposta?",
                                                            "Will you make the first bet?")}

BOTTOM = frozenset({"one-more", "face-up"})
"""Faults where common cards come from below, and no card is burnt."""
BURNING = frozenset({"pack-face-up", "turned-more", "no-burn", "early-flop", "early-turn",
                     "early-river"})
"""Faults where a card is burnt before common cards."""


def words(n: int) -> dict[str, str]:
    """All of them in one of the two languages."""
    groups = (("incident", INCIDENTS), ("call", CALLS), ("handle", HANDLES), ("answer", ANSWERS))
    found = {f"{group}.{key}": said[n] for group, table in groups for key, said in table.items()}
    return found | {key: said[n] for key, said in OTHER.items()}
