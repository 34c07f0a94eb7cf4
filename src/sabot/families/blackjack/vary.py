"""What each rule is worth: from the usual game elsewhere in the world to the one priced here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from sabot.families.blackjack.terms import ANY, Terms

USUAL = Terms(peek=True, insurance=0, even_money="none")
"""Six packs, the bank stands on all 17 and looks at its hidden card, any two cards double, also
after a split, four hands, one card on split aces, no surrender: the yardstick of published tables.
"""


class Step(NamedTuple):
    """One rule: which terms it changes, what it says in English and in Portuguese."""

    fields: tuple[str, ...]
    says: Callable[[Terms], str]
    diz: Callable[[Terms], str]


def _totals(totals: tuple[int, ...], words: tuple[str, str, str] = (
        "never", "any two cards", "to")) -> str:
    never, always, to = words
    if not totals:
        return never
    low, high = totals
    if (low, high) == ANY:
        return always
    return f"{low}" if low == high else f"{low} {to} {high}"


def _totais(totals: tuple[int, ...]) -> str:
    return _totals(totals, ("nunca", "quaisquer duas cartas", "a"))


_BANK = ("peek", "keeps_split", "keeps_double", "keeps_double_split")


def _bank(terms: Terms, words: tuple[str, str, str, str] = (
        "the bank looks at its hidden card",
        "no look: a bank's blackjack takes the original bet only",
        "no look: a bank's blackjack leaves some added bets",
        "no look: a bank's blackjack takes splits and doubles too")) -> str:
    looks, original, some, all_ = words
    if terms.peek:
        return looks
    if terms.keeps_split and terms.keeps_double:
        return original
    return some if terms.keeps_split or terms.keeps_double else all_


_BANCA = ("a banca vê a carta tapada",
          "sem ver a carta: o blackjack da banca só leva a aposta inicial",
          "sem ver a carta: o blackjack da banca deixa parte do que se juntou",
          "sem ver a carta: o blackjack da banca leva também o que se juntou")

STEPS = (
    Step(("packs",), lambda t: f"{t.packs} pack" + "s" * (t.packs > 1),
         lambda t: f"{t.packs} baralho" + "s" * (t.packs > 1)),
    Step(("soft17",), lambda t: {"stand": "the bank stands on soft 17",
                                 "hit": "the bank draws on soft 17",
                                 "hit-ace-six": "the bank draws on ace and six"}[t.soft17],
         lambda t: {"stand": "a banca fica em 17 com ás", "hit": "a banca tira em 17 com ás",
                    "hit-ace-six": "a banca tira com ás e seis"}[t.soft17]),
    Step(("double", "double_split", "double_aces"),
         lambda t: f"doubling on {_totals(t.double)}" if t.double == t.double_split else
         f"doubling on {_totals(t.double)}, after a split {_totals(t.double_split)}",
         lambda t: f"dobra-se com {_totais(t.double)}" if t.double == t.double_split else
         f"dobra-se com {_totais(t.double)}, depois de desdobrar {_totais(t.double_split)}"),
    Step(("fixes_ace",), lambda t: "an ace of a double on 9 or 10 stays 1",
         lambda t: "o ás de uma dobra com 9 ou 10 fica a valer 1"),
    Step(("must_hit",), lambda t: f"no stand on {t.must_hit} or less",
         lambda t: f"não se fica com {t.must_hit} ou menos"),
    Step(("max_hands", "resplit"), lambda t: "no splits" if t.max_hands == 1 else
         f"up to {t.max_hands} hands" if t.max_hands else "splits without limit",
         lambda t: "não se desdobra" if t.max_hands == 1 else
         f"até {t.max_hands} mãos" if t.max_hands else "desdobra-se sem limite"),
    Step(("resplit_aces", "hit_aces"), lambda t: "split aces may be split again"
         if t.resplit_aces else "split aces are not split again",
         lambda t: "ases desdobrados voltam a desdobrar-se" if t.resplit_aces else
         "ases desdobrados não se voltam a desdobrar"),
    Step(("split_rank",), lambda t: "pairs of one rank only" if t.split_rank else
         "pairs of one value", lambda t: "só pares iguais" if t.split_rank else
         "pares do mesmo valor"),
    Step(_BANK, _bank, lambda t: _bank(t, _BANCA)),
    Step(("surrender", "surrender_part"), lambda t: {
        "none": "no surrender", "late": "late surrender", "early": "early surrender",
        "early-not-ace": "early surrender but against an ace"}[t.surrender],
         lambda t: {"none": "não se desiste", "late": "desistência depois de a banca ver",
                    "early": "desistência logo",
                    "early-not-ace": "desistência logo, menos contra um ás"}[t.surrender]),
    Step(("five", "five_pays", "charlie"), lambda t: f"five cards are cashed at {t.five_pays}"
         if t.five else f"{t.charlie} cards win" if t.charlie else "nothing for five cards",
         lambda t: f"cinco cartas recebem-se a {t.five_pays}" if t.five else
         f"{t.charlie} cartas ganham" if t.charlie else "nada por cinco cartas"),
    Step(("special", "special_pays", "on_split"), lambda t:
         f"6-7-8 of one suit and three sevens pay {t.special_pays}" if t.special else
         "no special prizes", lambda t:
         f"6-7-8 do mesmo naipe e três setes pagam {t.special_pays}" if t.special else
         "sem prémios especiais"),
    Step(("blackjack_pays", "win_pays", "even_money", "even_money_pays", "insurance",
          "insurance_pays", "insure_blackjack"),
         lambda t: f"blackjack pays {t.blackjack_pays}; insurance and even money as offered",
         lambda t: f"o blackjack paga {t.blackjack_pays}; seguro e um para um como se oferecem"),
)


def waterfall(terms: Terms, usual: Terms = USUAL, strategy: str = "composition"
              ) -> list[dict[str, Any]]:
    """Row by row from the usual game to these terms: what each rule adds to the house's edge where
    it alone is changed, and where it comes after those above it."""
    from sabot.families.blackjack.worth import worth
    now = usual
    edge = worth(now, strategy).edge
    rows: list[dict[str, Any]] = [{
        "rule": "the usual game", "regra": "o jogo mais corrente", "alone": 0.0, "change": 0.0,
        "edge": edge}]
    start = edge
    for step in STEPS:
        change = {name: getattr(terms, name) for name in step.fields
                  if getattr(terms, name) != getattr(now, name)}
        if not change:
            continue
        alone = worth(msgspec.structs.replace(usual, **change), strategy).edge - start
        now = msgspec.structs.replace(now, **change)
        after = worth(now, strategy).edge
        rows.append({"rule": step.says(terms), "regra": step.diz(terms), "alone": alone,
                     "change": after - edge, "edge": after})
        edge = after
    return rows
