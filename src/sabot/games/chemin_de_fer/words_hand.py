"""The words for seats, cards and the hand; the calls of 96.a-2 and 96.c as they are printed."""

from __future__ import annotations

from sabot.games.chemin_de_fer.rules import SEATS

_ACTS = {  # key typed, then what it is called, what others read, what it means
    "sit": ("s", ("Sentar", "Sit"), ("senta-se", "sits down"), None),
    "leave": ("l", ("Sair", "Leave"), ("sai", "leaves"), None),
    "stand-up": ("u", ("Ficar em pé", "Stand up"), ("fica em pé", "stands up"), None),
    "join": ("j", ("Jogar em pé", "Play standing"), ("joga em pé", "plays standing"),
             ("atrás de quem está sentado", "behind those who sit")),
    "book": ("o", ("Inscrever-se para um lugar", "Register for a seat"),
             ("inscreve-se para um lugar", "registers for a seat"),
             ("chamam-no quando vagar", "you are called when it is free")),
    "change-seat": ("m", ("Pedir outro lugar", "Ask for another seat"),
                    ("pede outro lugar", "asks for another seat"),
                    ("no fim do sabot", "at the end of the shoe")),
    "shuffle": ("h", ("Baralhar primeiro", "Shuffle first"),
                ("pede para baralhar", "asks to shuffle"),
                ("no próximo sabot", "in the next shoe")),
    "by-the-table": ("t", ("Jogar segundo a tabela", "Play by the table"),
                     ("joga segundo a tabela", "plays by the table"),
                     ("para quem não conhece as regras", "for who does not know the rules")),
    "by-choice": ("w", ("Jogar por si", "Play by choice"),
                  ("joga por si", "plays by his own choice"), None),
    "cut": ("cut", ("Cortar", "Cut"), ("corta", "cuts"), None),
    "no-cut": ("nc", ("Não cortar", "Do not cut"), ("não corta", "does not cut"), None),
    "continue": ("k", ("Continuar", "Go on"), ("continua", "goes on"), None),
    "pass-hand": ("p", ("Passo a mão", "Pass the hand"), ("passa a mão", "passes the hand"), None),
    "halve": ("hv", ("Reduzir a metade", "Reduce to half"),
              ("reduz a banca a metade", "reduces the bank to half"),
              ("o resto fica na garage", "the rest goes to the garage")),
    "reduce": ("rd", ("Reduzir ao dobro do ganho", "Reduce to double what was won"),
               ("reduz a banca", "reduces the bank"),
               ("o resto fica na garage", "the rest goes to the garage")),
    "pay-outside": ("po", ("Pagar a cagnotte por fora", "Pay the cagnotte from outside"),
                    ("paga a cagnotte por fora", "pays the cagnotte from outside"), None),
    "bank": ("b", ("Fazer banca", "Lay a bank"), ("faz banca", "lays a bank"), None),
    "decline-hand": ("d", ("Recusar a mão", "Refuse the hand"),
                     ("recusa a mão", "refuses the hand"), None),
    "take-hand": ("th", ("Tomar a mão", "Take the hand"), ("toma a mão", "takes the hand"), None),
    "take-level": ("tl", ("Tomar a mão ao nível", "Take the hand at its level"),
                   ("quer a mão ao nível", "wants the hand at its level"), None),
    "no-level": ("nl", ("Não tomar", "Do not take it"), ("não a toma", "does not take it"), None),
    "bid": ("bid", ("Licitar", "Bid"), ("licita", "bids"), None),
    "no-bid": ("nb", ("Não licitar", "Do not bid"), ("não licita", "does not bid"), None),
    "bid-together": ("bt", ("Licitar a meias", "Bid in equal parts"),
                     ("licita a meias", "bids in equal parts"),
                     ("vale se o outro disser o mesmo", "counts if the other says the same")),
    "associate": ("as", ("Associar-se ao banqueiro", "Share the bank"),
                  ("quer associar-se", "wants to share the bank"),
                  ("acrescenta igual importância", "adds as much again")),
    "accept": ("ac", ("Aceitar associado", "Accept an associate"),
               ("aceita um associado", "accepts an associate"), None),
    "alone": ("al", ("Sem associado", "No associate"), ("fica sozinho", "banks alone"), None),
}

_CALLS = {
    "bank-of": ("Banca de {amount}", "Bank of {amount}"),
    "bank-is": ("Banca de {amount}", "The bank is {amount}"),
    "hand-passes": ("A mão passa", "The hand passes"),
    "hand-passed": ("A mão passa", "The hand passes: the banker passes it"),
    "hand-abandoned": ("A mão passa por abandono", "The hand passes: the banker gives it up"),
    "auction": ("Banca em leilão. Quem oferece?", "The bank is auctioned. Who bids?"),
    "bid": ("{amount}", "{amount} is bid"),
    "awarded": ("Banca de {amount}, adjudicada", "The bank is awarded for {amount}"),
    "hand-skips": ("A mão salta", "The hand skips who changed seat"),
    "hand-stays": ("A mão fica", "The hand stays"),
    "bank-refused": ("Banca recusada", "The bank is refused"),
    "first-coup-of-shoe": ("Primeiro golpe do sabot", "First coup of the shoe"),
    "last-coup": ("Último golpe do sabot", "Last coup of the shoe"),
    "last-coup-of-all": ("Último golpe", "Last coup"),
    "last-coup-invalid": ("Último golpe do sabot inválido: ficaram {left} cartas",
                          "The last coup of the shoe is not valid: {left} cards are left"),
    "last-shoe": ("Faltam vinte minutos: é o último sabot",
                  "Twenty minutes are left: this is the last shoe"),
    "table-closes": ("A mesa encerra", "The table closes"),
    "too-few": ("Não há quatro jogadores sentados", "Fewer than four players sit"),
    "seat-changed": ("Muda de lugar", "Changes seat"),
    "called": ("Lugar vago: chama-se o inscrito", "A free seat: who registered is called"),
    "booking-lapses": ("A marcação fica sem efeito", "The reservation lapses"),
    "seat-lost": ("Perde o lugar", "Loses the seat"),
    "hand-returned": ("O sabot volta a quem tem a mão", "The shoe goes back to whose turn it is"),
    "hand-kept": ("A mão fica com quem a tomou", "The hand stays with who took it"),
    "house-cuts": ("Corta o fiscal da banca", "The inspector cuts"),
    "void": ("Golpe anulado", "The coup is void"),
}

_HANDLES = {
    "show-new-packs": ("abrem-se {packs} baralhos novos e mostram-se as cartas",
                       "{packs} new packs are opened and shown"),
    "spread-used-packs": ("espalham-se {packs} baralhos usados, por naipes",
                          "{packs} used packs are spread by suit"),
    "player-shuffles": ("baralha primeiro", "shuffles first"),
    "warning-card": ("a carta-aviso entra a {behind} cartas do fim",
                     "the warning card goes {behind} cards from the end"),
    "load-shoe": ("as cartas entram no sabot", "the cards go into the shoe"),
    "spread-cards": ("todas as cartas são estendidas com as faces para cima",
                     "all cards are spread face up"),
    "place-bank": ("o pagador põe junto de si as fichas da banca",
                   "the dealer puts the chips of the bank beside him"),
}

_OTHER = {
    "menu": ("pedidos", "requests"), "menu.seated": ("pedidos", "requests"),
    "menu.standing": ("pedidos", "requests"), "bet.claim": ("oferta do lugar", "offer of place"),
    "bet.associate": ("parte do associado", "the associate’s part"),
    "bank": ("Banca", "Bank"), "garage": ("Garage", "Garage"), "burn": ("Queimadas", "Burnt"),
    "place": ("Lugar", "Seat"), "table": ("Mesa", "Table"), "croupier": ("pagador", "dealer"),
    "note.loses-seat": ("perde o lugar", "you lose the seat"),
    "note.cards": ("cartas", "cards"),
    "incident.last-shoe": ("faltam vinte minutos para o encerramento",
                           "twenty minutes to the closing time"),
    "incident.out-of-turn": ("mão tomada antes da vez", "the hand is taken out of turn"),
    "incident.out-of-turn-dealt": ("mão tomada antes da vez, cartas entregues",
                                   "the hand was taken out of turn and cards are delivered"),
    "incident.warning-card": ("a carta-aviso", "the warning card"),
    "rule.bank": ("Capital mínimo da banca", "Least capital of the bank"),
    "rule.cagnotte": ("Cagnotte (%)", "Cagnotte (%)"),
    "rule.bid": ("Base de licitação", "Opening bid"),
    "rule.raise_by": ("Lanço", "Step of bids"),
    "rule.standing": ("Jogadores em pé", "Standing players"),
    "rule.burn_first": ("A primeira carta queimada conta", "The first burnt card counts"),
    "rule.refusal_costs_seat": ("Recusar a mão custa o lugar", "Refusing the hand costs the seat"),
    **{f"key.{act}": (key, key) for act, key in zip(
        ("continue", "pass-hand", "halve", "reduce", "pay-outside", "bank", "decline-hand",
         "take-hand", "take-level", "no-level", "bid", "no-bid", "accept", "alone", "cut",
         "no-cut"), "KPHROBNTTNLNASCN", strict=True)},
    **{f"s{n}": (f"{n}.º em pé", f"Standing {n}") for n in range(1, SEATS + 1)},
}


def _in(n: int) -> dict[str, str]:
    found = {f"call.{key}": said[n] for key, said in _CALLS.items()}
    found |= {f"handle.{key}": said[n] for key, said in _HANDLES.items()}
    found |= {key: said[n] for key, said in _OTHER.items()}
    for act, (_, name, does, more) in _ACTS.items():
        found |= {f"act.{act}": name[n], f"does.{act}": does[n]}
        if more:
            found[f"more.{act}"] = more[n]
    return found


KEYS = {act: typed for act, (typed, *_) in _ACTS.items()}
WORDS = {"pt": _in(0), "en": _in(1)}
