"""The words of the blackjack of Macau: what it has of the family's, and its choices."""

from __future__ import annotations

from sabot.families.blackjack.words import vocabulary

RULES = {
    "pt": {
        "packs": "Baralhos", "device": "Suporte das cartas",
        "warning_card": "Carta branca, do fim", "shuffle_each_hand": "Baralhar a cada mão",
        "burn_per_pack": "Retirar uma carta por baralho",
        "burn_each": "Retirar carta em cada mão",
        "first_exposed_valid": "Primeira carta exposta vale",
        "procedure": "Processo de distribuição", "face_down": "Cartas dos jogadores cobertas",
        "table_maximum": "Máximo da mesa em cada mão",
        "hit_soft_17": "A banca tira com 17 suave",
        "unseen_kept": "Carta indevida da banca, não vista, fica",
        "eleven_protected": "Dobro com 11: só perde a inicial",
        "insurance_full": "Seguro até à totalidade", "any_pair": "Qualquer par",
        "sevens": "Setes", "over_under": "Acima e abaixo de 13", "perfect_pair": "Par perfeito",
        "winning_streak": "Winning Streak", "side_maximum": "Máximo adicional, em mínimos",
        "one_side_bet": "Uma só aposta adicional", "pair_pays_once": "Qualquer par pago uma vez",
        "thirteen_ace": "Valor do ás acima e abaixo de 13",
        "perfect_pair_all": "Par perfeito acumula", "split_by": "Separar por",
        "max_hands": "Mãos por lugar", "resplit": "Voltar a separar",
        "resplit_aces": "Voltar a separar ases", "double_any": "Dobrar com qualquer total",
        "double_split": "Dobrar depois de separar", "double_eleven": "Dobrar só com 11",
        "special_prizes": "Prémio especial 3 a 1", "surrender": "Desistência",
        "decides": "Quem decide", "bettors_per_place": "Apostadores por lugar",
        "holidays": "Feriados",
    },
    "en": {
        "packs": "Packs", "device": "Cards dealt from",
        "warning_card": "White card, from the end",
        "shuffle_each_hand": "Shuffle after each hand",
        "burn_per_pack": "Burn a card for each pack", "burn_each": "Burn a card in each hand",
        "first_exposed_valid": "First card exposed stands", "procedure": "Dealing procedure",
        "face_down": "Players' cards face down", "table_maximum": "Table maximum for each hand",
        "hit_soft_17": "Bank draws on ace-six",
        "unseen_kept": "Unseen card drawn in error is kept",
        "eleven_protected": "Double on 11 loses the initial bet only",
        "insurance_full": "Insurance up to the whole bet", "any_pair": "Any pair",
        "sevens": "Sevens", "over_under": "Over and under 13", "perfect_pair": "Perfect pair",
        "winning_streak": "Winning Streak", "side_maximum": "Side bet maximum, in minimums",
        "one_side_bet": "One additional bet only", "pair_pays_once": "Any pair paid once",
        "thirteen_ace": "Value of the ace in over/under",
        "perfect_pair_all": "Perfect pair pays every category", "split_by": "Split by",
        "max_hands": "Hands for each place", "resplit": "Split again",
        "resplit_aces": "Split aces again", "double_any": "Double on any total",
        "double_split": "Double after a split", "double_eleven": "Double on 11 only",
        "special_prizes": "Special prize 3 to 1", "surrender": "Surrender",
        "decides": "Who decides", "bettors_per_place": "Bettors for each place",
        "holidays": "Holidays",
    },
}

# Here the bank does what supervisors do in Portugal, and white cards are called so.
OWN = {
    "pt": {
        "croupier": "croupier", "handle.peek": "o croupier verifica a carta coberta",
        "tell.shuffle": "{packs} baralhos são baralhados e selados; a segunda carta branca fica a "
                        "{warning} cartas do fim",
        "tell.by-hand": "{packs} baralhos são baralhados; a segunda carta branca fica a {warning} "
                        "cartas do fim",
        "tell.cut": "as cartas são partidas",
        "tell.open": "as cartas já não servem: mostra-se a sua ordem",
        "call.house-cuts": "A banca parte as cartas",
        "call.damaged": "Carta sem condições: será substituída",
        "handle.warning-card": "a segunda carta branca fica a {behind} cartas do fim",
        "handle.load-shuffler": "as cartas são colocadas no baralhador-distribuidor",
        "handle.return-cards": "as cartas utilizadas voltam ao baralhador-distribuidor",
        "handle.replace-packs": "as cartas sem condições são substituídas",
        "handle.replace-card": "a carta sem condições é substituída",
        "handle.load-shoe": "as cartas vão para o «shoe»",
        "handle.load-box": "as cartas vão para a caixa metálica",
        "incident.warning-card": "sai a segunda carta branca",
        "incident.misplaced": "carta distribuída por erro",
    },
    "en": {
        "tell.shuffle": "{packs} packs are shuffled and sealed; the second white card stands "
                        "{warning} from the end",
        "tell.by-hand": "{packs} packs are shuffled; the second white card stands {warning} from "
                        "the end",
        "tell.cut": "the cards are cut",
        "tell.open": "these cards are done with: their order is shown",
        "call.house-cuts": "The bank parts the cards",
        "call.damaged": "A card not fit for use: it will be replaced",
        "handle.warning-card": "the second white card stands {behind} cards from the end",
        "handle.load-shuffler": "the cards go into the shuffler-dealer",
        "handle.return-cards": "the used cards go back into the shuffler-dealer",
        "handle.replace-packs": "the cards that are not fit are replaced",
        "handle.replace-card": "the card that is not fit is replaced",
        "incident.warning-card": "the second white card comes",
        "incident.misplaced": "a card dealt by mistake",
    },
}

WORDS = vocabulary(
    ("cut", "no-cut", "sit", "leave", "bet", "clear", "deal", "hit", "stand", "double",
     "split", "follow", "no-follow", "surrender", "play-on", "insure", "no-insurance",
     "even-money", "wait", "claim-five"),
    ("won", "lost", "tie", "blackjack", "bust", "surrendered", "even-money", "special",
     "stands", "five-cards"),
    RULES, OWN)
