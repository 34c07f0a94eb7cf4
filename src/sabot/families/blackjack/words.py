"""The croupier's calls and the names of acts and results, in the language of the law and others.

Calls are spoken in Portuguese and explained in the reader's own language. ``{x}`` is a fact of
the step; clients fill it in.

``key.*`` is the letter of an act in the browser, the same in every language, because a wrong key
costs money; ``keys`` are those of the terminal, where places and bets are typed too. ``part.*`` is
the share of the bet that an act gives up, as a divisor. ``turn`` and its like are what the croupier
says of a hand; ``pays`` what a line of the menu is won with, ``of`` an act that answers another's,
``did`` that one; ``missing.*`` says why a usual decision is not offered; ``rule.*`` names the
choices of the table file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_KEYS = {
    "key.hit": "P", "key.stand": "F", "key.double": "D", "key.split": "S", "key.surrender": "R",
    "key.insure": "G", "key.no-insurance": "N", "key.even-money": "U", "key.wait": "E",
    "key.deal": "C", "part.surrender": "2", "key.cut": "T", "key.no-cut": "O",
    "key.play-on": "Y", "key.follow": "A", "key.no-follow": "K", "key.claim-five": "V",
}

_WORDS = {
    "pt": {
        **_KEYS,
        "call.place-your-bets": "Façam as vossas apostas",
        "call.no-more-bets": "Jogo feito, nada mais. Cartas em distribuição",
        "call.insurance": "Seguro?", "call.even-money": "Receber um para um?",
        "call.ace-fixed": "O ás vale um até ao fim",
        "call.coup-ends": "Ninguém em jogo. Fim da jogada",
        "call.void": "Jogada nula. Apostas devolvidas", "act.sit": "Sentar",
        "act.leave": "Levantar", "act.bet": "Apostar", "act.clear": "Retirar",
        "act.deal": "Dar cartas", "act.hit": "Pedir", "act.stand": "Ficar",
        "act.double": "Dobrar", "act.split": "Desdobrar", "act.surrender": "Desistir",
        "act.insure": "Seguro", "act.no-insurance": "Sem seguro",
        "act.even-money": "Receber 1 para 1", "act.wait": "Esperar", "result.won": "ganha",
        "result.lost": "perde", "result.tie": "empate", "result.blackjack": "blackjack",
        "result.bust": "excedeu 21", "result.surrendered": "desistiu",
        "result.even-money": "recebe 1 para 1", "result.special": "prémio especial",
        "result.stands": "fica", "note.ace-fixed": "o ás vale 1 até ao fim",
        "bet.main": "Aposta", "bet.insurance": "Seguro", "bank": "Banca", "place": "Lugar",
        "turn": "{place}: {total}", "turn.soft": "{place}: {total}, com ás",
        "does.hit": "pede carta", "does.stand": "fica", "does.double": "dobra",
        "does.split": "desdobra", "does.surrender": "desiste", "does.insure": "faz seguro",
        "does.no-insurance": "sem seguro", "does.even-money": "recebe 1 para 1",
        "does.wait": "espera", "does.sit": "senta-se", "does.leave": "levanta-se",
        "does.bet": "aposta", "does.clear": "retira a aposta", "does.deal": "pede as cartas",
        "more.hit": "mais uma carta", "more.stand": "não recebe mais cartas",
        "more.double": "só mais uma carta", "more.split": "duas mãos, apostas iguais",
        "more.surrender": "perde metade", "more.insure": "paga 2 a 1 se a banca tem blackjack",
        "hint.insurance": "A banca mostra um ás. O seguro ganha se ela fizer blackjack.",
        "more.no-insurance": "joga sem seguro", "more.even-money": "recebe já o valor da aposta",
        "more.wait": "espera pela banca: 3 a 2 ou empate", "more.deal": "fecha as apostas",
        "missing.stand": "Com 11 ou menos recebe sempre carta: por isso «ficar» não é opção.",
        "missing.hit": "Ases desdobrados recebem uma só carta: por isso «pedir» não é opção.",
        "call.last-coup": "A jogada em curso é a última deste sabot",
        "call.house-cuts": "O fiscal de banca corta", "call.decides": "Decide por este lugar",
        "call.holds-cards": "Segura as cartas deste lugar",
        "call.total": "{total}", "call.total-soft": "{low} ou {total}",
        "call.surrender": "Desistências?",
        "call.damaged": "Carta danificada: os baralhos são substituídos",
        "call.damaged-told": "Comunicado ao serviço de inspecção",
        "call.jam": "Carta encravada: chama-se o fiscal-chefe",
        "call.technician": "Chama-se um técnico",
        "call.exposed-good": "Primeira carta do jogo: vale",
        "call.corrected": "Erro corrigido: a carta é deste lugar",
        "call.card-kept": "A carta não vista fica para a mão seguinte",
        "call.kept-first": "A carta guardada é a primeira desta mão",
        "call.cancelled": "Distribuição anulada. Apostas devolvidas",
        "call.button-stays": "O botão fica", "call.button-moves": "O botão passa ao {to}",
        "act.cut": "Cortar", "act.no-cut": "Não cortar", "act.play-on": "Continuar",
        "act.follow": "Acompanhar", "act.no-follow": "Não acompanhar",
        "of.follow": "acompanhar {did}, {hand}", "of.no-follow": "não acompanhar",
        "did.split": "o desdobramento", "did.double": "a dobra",
        "act.claim-five": "Receber metade", "does.cut": "corta", "does.no-cut": "não corta",
        "does.play-on": "continua", "does.follow": "acompanha",
        "does.no-follow": "não acompanha", "does.claim-five": "recebe metade por cinco cartas",
        "more.cut": "parte o baralho onde quiser", "more.no-cut": "passa ao lugar seguinte",
        "more.play-on": "joga a mão até ao fim", "more.follow": "junta uma aposta igual à sua",
        "more.no-follow": "a aposta fica na primeira mão",
        "more.follow.double": "dobra também a sua aposta",
        "more.no-follow.double": "a sua aposta fica como está",
        "more.claim-five": "metade da aposta, e a mão acaba",
        "result.five-cards": "cinco cartas", "result.jackpot": "prémio acumulado",
        "bet.jackpot": "Acumulado", "bet.pair": "Qualquer par", "bet.perfect": "Par perfeito",
        "bet.sevens": "Setes", "bet.over": "Acima de 13", "bet.under": "Abaixo de 13",
        "bet.streak2": "2 seguidas", "bet.streak3": "3 seguidas", "bet.streak4": "4 seguidas",
        "bet.streak5": "5 seguidas", "bet.special": "Prémio especial", "burn": "Carta queimada",
        "aside": "Carta à parte", "spoilt": "Carta sem valor",
        "handle.show-packs": "as cartas são exibidas, por baralhos",
        "handle.replace-packs": "o baralho é substituído",
        "handle.warning-card": "a carta-aviso é colocada",
        "handle.load-shoe": "as cartas vão para o sabot",
        "handle.load-box": "as cartas vão para a caixa",
        "handle.mix": "as cartas são misturadas à mão",
        "handle.load-shuffler": "o baralhador é carregado, em dois pacotes, com o fiscal-chefe",
        "handle.unload-shuffler":
            "fechada a mesa, as cartas saíram do baralhador perante o fiscal-chefe",
        "handle.sort-packs": "as cartas são ordenadas por baralho e conferidas",
        "handle.try-lid": "o pagador vê se a tampa abriu",
        "handle.return-cards": "as cartas voltam ao baralhador",
        "handle.keep-cards": "as cartas ficam no canto de descarte",
        "handle.spread-cards": "as cartas do sabot são estendidas",
        "handle.reshuffle": "a banca volta a baralhar",
        "handle.collect-chips": "as fichas do acumulado são recolhidas",
        "handle.marker": "uma marca fica no lugar da ficha",
        "handle.replace-card": "a carta é substituída pelo fiscal-chefe",
        "handle.open-lid": "o fiscal-chefe abre a tampa",
        "handle.peek": "o croupier verifica a carta coberta",
        "handle.bank-stands": "a banca fica", "incident.warning-card": "sai a carta-aviso",
        "incident.damaged": "carta danificada", "incident.jam": "carta encravada",
        "incident.exposed": "carta exposta", "incident.misplaced": "carta no lugar errado",
        "incident.beyond-repair": "distribuição sem emenda",
        "incident.misdrawn-unseen": "carta tirada contra a vontade do jogador, por ver",
        "incident.misdrawn-seen": "carta tirada contra a vontade do jogador, já vista",
        "incident.bank-drew": "a banca tirou carta a mais",
        "incident.bank-drew-unseen": "a banca tirou carta a mais, por ver",
        "incident.spread": "jogo interrompido", "incident.reshuffle": "a banca quer baralhar",
        "hint.even-money": "Pode receber já o valor da aposta, ou esperar.",
        "hint.surrender": "Desiste e perde metade, antes de qualquer carta adicional?",
        "ask.follow": "Acompanham?", "ask.cut": "Quer cortar?", "ask.seats": "Sentem-se, por favor",
        "hint.cut": "Corte, se quiser: escolha onde.",
        "call.shuffle": "Baralham-se as cartas",
        "ask.shuffle": "Vai baralhar-se",
        "hint.shuffle": "Baralha-se quando o relógio acabar; quem se sentar até lá pode cortar.",
        "answer.lid-open": "a tampa abriu", "answer.lid-closed": "a tampa não abriu",
        "answer.solved": "resolvido", "answer.technician": "chama-se um técnico",
        "pays.blackjack": "blackjack", "pays.win": "mão que ganha", "pays.tie": "empate",
        "pays.special": "6-7-8 do mesmo naipe, ou três setes",
        "pays.five cards": "cinco cartas, se quiser",
        "pays.bank blackjack": "blackjack da banca", "pays.any pair": "qualquer par",
        "pays.two sevens": "dois setes", "pays.two sevens of one suit": "dois setes do mesmo naipe",
        "pays.three sevens": "três setes",
        "pays.three sevens of one suit": "três setes do mesmo naipe",
        "pays.over 13": "acima de 13", "pays.under 13": "abaixo de 13",
        "pays.mixed pair": "par de cores diferentes", "pays.colour pair": "par da mesma cor",
        "pays.perfect pair": "par perfeito",
        **{f"pays.{n} wins in a row": f"{n} vitórias seguidas" for n in range(2, 6)},
        "answer.no": "não tem blackjack", "answer.blackjack": "tem blackjack",
        "not.double": "Dobra-se só com duas cartas e com os totais que a regra admite.",
        "not.split": "Desdobram-se só duas cartas iguais, até onde a regra admite.",
        "not.surrender": "Desiste-se só antes da primeira carta adicional, e não contra um ás.",
        "not.claim-five": "Só com cinco cartas que não excedam 21.",
        "not.hit": "Esta mão já não recebe cartas.", "not.stand": "Esta mão não pode ficar.",
    },
    "en": {
        **_KEYS,
        "call.place-your-bets": "Place your bets",
        "call.no-more-bets": "Bets closed, no more. Cards being dealt",
        "call.insurance": "Insurance?", "call.even-money": "Even money?",
        "call.ace-fixed": "The ace counts one to the end",
        "call.coup-ends": "Nobody left in play. The coup ends",
        "call.void": "Void coup. Bets returned", "act.sit": "Sit", "act.leave": "Leave",
        "act.bet": "Bet", "act.clear": "Clear", "act.deal": "Deal", "act.hit": "Hit",
        "act.stand": "Stand", "act.double": "Double", "act.split": "Split",
        "act.surrender": "Surrender", "act.insure": "Insure", "act.no-insurance": "No insurance",
        "act.even-money": "Even money", "act.wait": "Wait", "result.won": "wins",
        "result.lost": "loses", "result.tie": "tie", "result.blackjack": "blackjack",
        "result.bust": "over 21", "result.surrendered": "surrendered",
        "result.even-money": "paid even money", "result.special": "special prize",
        "result.stands": "stands", "note.ace-fixed": "the ace counts 1 to the end",
        "bet.main": "Bet", "bet.insurance": "Insurance", "bank": "Bank", "place": "Place",
        "turn": "{place}: {total}", "turn.soft": "{place}: soft {total}", "does.hit": "hits",
        "does.stand": "stands", "does.double": "doubles", "does.split": "splits",
        "does.surrender": "surrenders", "does.insure": "insures",
        "does.no-insurance": "no insurance", "does.even-money": "takes even money",
        "does.wait": "waits", "does.sit": "sits down", "does.leave": "leaves",
        "does.bet": "bets", "does.clear": "takes the bet back",
        "does.deal": "asks for the cards", "more.hit": "one more card",
        "more.stand": "no more cards", "more.double": "one card and no more",
        "more.split": "two hands, equal bets", "more.surrender": "half is lost",
        "hint.insurance": "The bank shows an ace. Insurance wins if it makes blackjack.",
        "more.insure": "pays 2 to 1 if the bank has blackjack",
        "more.no-insurance": "play without", "more.even-money": "the amount of the bet, at once",
        "more.wait": "wait for the bank: 3 to 2 or a tie", "more.deal": "closes the bets",
        "missing.stand": "With 11 or less a card must be taken, so standing is not offered.",
        "missing.hit": "Split aces get one card only, so hitting is not offered.",
        "call.last-coup": "This coup is the last of the shoe",
        "call.house-cuts": "The supervisor cuts", "call.decides": "Decides for this place",
        "call.holds-cards": "Holds the cards of this place",
        "call.total": "{total}", "call.total-soft": "{low} or {total}",
        "call.surrender": "Any surrender?",
        "call.damaged": "A damaged card: the packs are replaced",
        "call.damaged-told": "The inspection service is told",
        "call.jam": "A card is jammed: the head supervisor is called",
        "call.technician": "A technician is called",
        "call.exposed-good": "First card of the game: it stands",
        "call.corrected": "Corrected: the card is this place's",
        "call.card-kept": "The unseen card is kept for the next hand",
        "call.kept-first": "The card kept aside is the first of this hand",
        "call.cancelled": "The deal is void. Bets returned",
        "call.button-stays": "The button stays", "call.button-moves": "The button moves to {to}",
        "act.cut": "Cut", "act.no-cut": "No cut", "act.play-on": "Play on",
        "act.follow": "Follow", "act.no-follow": "Stay",
        "of.follow": "follow the {did} of {hand}", "of.no-follow": "not follow",
        "did.split": "split", "did.double": "double", "act.claim-five": "Take half",
        "does.cut": "cuts", "does.no-cut": "does not cut", "does.play-on": "plays on",
        "does.follow": "follows", "does.no-follow": "does not follow",
        "does.claim-five": "takes half for five cards",
        "more.cut": "part the pack where you like",
        "more.no-cut": "the right goes to the next place", "more.play-on": "play the hand out",
        "more.follow": "add a bet equal to yours",
        "more.no-follow": "your bet stays on the first hand",
        "more.follow.double": "double your bet too",
        "more.no-follow.double": "your bet stays as it is",
        "more.claim-five": "half of the bet, and the hand ends",
        "result.five-cards": "five cards", "result.jackpot": "jackpot", "bet.jackpot": "Jackpot",
        "bet.pair": "Any pair", "bet.perfect": "Perfect pair", "bet.sevens": "Sevens",
        "bet.over": "Over 13", "bet.under": "Under 13", "bet.streak2": "Streak 2",
        "bet.streak3": "Streak 3", "bet.streak4": "Streak 4", "bet.streak5": "Streak 5",
        "bet.special": "Special prize", "burn": "Burn card", "aside": "Card aside",
        "spoilt": "Void card",
        "handle.show-packs": "the cards are shown, pack by pack",
        "handle.replace-packs": "the pack is replaced",
        "handle.warning-card": "the warning card is placed",
        "handle.load-shoe": "the cards go into the shoe",
        "handle.load-box": "the cards go into the metal box",
        "handle.mix": "the cards are mixed by hand",
        "handle.load-shuffler":
            "the shuffler is loaded, in two packets, before the head supervisor",
        "handle.unload-shuffler":
            "the table closed: the cards left the shuffler before the head supervisor",
        "handle.sort-packs": "the cards are sorted by pack and checked",
        "handle.try-lid": "the croupier looks whether the lid has opened",
        "handle.return-cards": "the cards go back into the shuffler",
        "handle.keep-cards": "the cards stay in the discard corner",
        "handle.spread-cards": "the cards of the shoe are spread",
        "handle.reshuffle": "the bank shuffles anew",
        "handle.collect-chips": "the jackpot chips are collected",
        "handle.marker": "a marker takes the place of the chip",
        "handle.replace-card": "the head supervisor replaces the card",
        "handle.open-lid": "the head supervisor opens the lid",
        "handle.peek": "the croupier looks at the hole card",
        "handle.bank-stands": "the bank stands",
        "incident.warning-card": "the warning card comes", "incident.damaged": "a damaged card",
        "incident.jam": "a card is jammed", "incident.exposed": "a card is exposed",
        "incident.misplaced": "a card at the wrong place",
        "incident.beyond-repair": "a deal beyond repair",
        "incident.misdrawn-unseen": "a card drawn against the player's wish, unseen",
        "incident.misdrawn-seen": "a card drawn against the player's wish, seen",
        "incident.bank-drew": "the bank drew a card too many",
        "incident.bank-drew-unseen": "the bank drew a card too many, unseen",
        "incident.spread": "play is interrupted",
        "incident.reshuffle": "the bank wants to shuffle",
        "hint.even-money": "Take the amount of the bet now, or wait.",
        "hint.surrender": "Give up half, before any additional card?",
        "ask.follow": "Do you follow?", "ask.cut": "Would you cut?", "ask.seats": "Please sit down",
        "hint.cut": "Cut if you like: choose where.",
        "call.shuffle": "The cards are shuffled",
        "ask.shuffle": "The shuffle is about to begin",
        "hint.shuffle": "It begins when the clock has run out; who sits down by then may cut.",
        "answer.lid-open": "the lid has opened", "answer.lid-closed": "the lid stays closed",
        "answer.solved": "solved", "answer.technician": "a technician is called",
        "pays.blackjack": "blackjack", "pays.win": "a winning hand", "pays.tie": "a tie",
        "pays.special": "6-7-8 of one suit, or three sevens",
        "pays.five cards": "five cards, if wanted",
        "pays.bank blackjack": "a blackjack of the bank",
        **{f"pays.{prize}": prize for prize in (
            "any pair", "two sevens", "two sevens of one suit", "three sevens",
            "three sevens of one suit", "over 13", "under 13", "mixed pair", "colour pair",
            "perfect pair", *(f"{n} wins in a row" for n in range(2, 6)))},
        "answer.no": "no blackjack", "answer.blackjack": "blackjack",
        "not.double": "Only two cards may double, on the totals that the rule names.",
        "not.split": "Only two equal cards split, as often as the rule allows.",
        "not.surrender": "Only before the first additional card, and not against an ace.",
        "not.claim-five": "Only with five cards that are not over 21.",
        "not.hit": "This hand takes no more cards.", "not.stand": "This hand may not stand.",
    },
}

_TYPED = {
    "sit": "s", "leave": "l", "bet": "b", "clear": "c", "deal": "d", "hit": "h", "stand": "s",
    "double": "d", "split": "p", "surrender": "u", "insure": "i", "no-insurance": "n",
    "even-money": "e", "wait": "w", "cut": "t", "no-cut": "o", "play-on": "y", "follow": "f",
    "no-follow": "k", "claim-five": "v",
}

# Words that go with an act: a game has them where it has the act.
_OF_ACTS = ("act", "does", "more", "key", "part", "not")


def vocabulary(acts: Iterable[str], results: Iterable[str],
               rules: Mapping[str, Mapping[str, str]],
               own: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, dict[str, str]]:
    """The words of one blackjack: its acts and results, and the names of its rules by language.

    ``own`` are words that this regulation puts in the place of the family's.
    """
    has, ends = set(acts), set(results)

    def kept(key: str) -> bool:
        kind, _, name = key.partition(".")
        if kind in _OF_ACTS:
            return name.partition(".")[0] in has
        return name in ends if kind == "result" else True

    said = {lang: {key: word for key, word in words.items() if kept(key)}
            | {f"rule.{name}": word for name, word in rules[lang].items()}
            | dict((own or {}).get(lang, {}))
            for lang, words in _WORDS.items()}
    return {**said, "keys": {act: key for act, key in _TYPED.items() if act in has}}


# What the choices of `floor.Rules` are called.
_FLOOR = {
    "pt": {
        "packs": "Baralhos", "shuffler": "Baralhador automático",
        "lid_every": "Jogadas entre devoluções ao baralhador",
        "replace_damaged_only": "Substituir só a carta danificada",
        "jackpot": "Prémio acumulado", "standing_bets": "Apostas de quem não tem lugar",
        "resplit_aces": "Voltar a desdobrar ases",
        "special_prize_on_split": "Prémio também em mãos desdobradas",
    },
    "en": {
        "packs": "Packs", "shuffler": "Automatic shuffler",
        "lid_every": "Coups between returns to the shuffler",
        "replace_damaged_only": "Replace the damaged card only", "jackpot": "Jackpot",
        "standing_bets": "Bets of people without a place", "resplit_aces": "Split aces again",
        "special_prize_on_split": "Prize on split hands too",
    },
}


def of_floor(own: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, dict[str, str]]:
    """The words of a game whose rules are those of `floor`; ``own`` words stand in their place."""
    return vocabulary(
        ("cut", "no-cut", "sit", "leave", "bet", "clear", "deal", "hit", "stand", "double",
         "split", "follow", "no-follow", "surrender", "play-on", "insure", "no-insurance",
         "even-money", "wait"),
        ("won", "lost", "tie", "blackjack", "bust", "surrendered", "even-money", "special",
         "stands", "jackpot"),
        _FLOOR, own)
