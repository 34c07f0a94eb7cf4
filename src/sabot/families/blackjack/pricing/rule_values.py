"""The value of each rule: step by step from the standard game to the one priced here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from sabot.families.blackjack.rules.pricing_rules import ANY, Terms
from sabot.probability.answer import Step as StepWorth
from sabot.probability.answer import step as step_worth

USUAL = Terms(peek=True, insurance=0, even_money="none")
"""Six packs, the bank stands on all 17 and looks at its hidden card, any two cards double, also
after a split, four hands, one card on split aces, no surrender: the reference of published tables.
"""

Texts = tuple[str, str, str]
"""Portuguese, English, Chinese."""

START: Texts = ("o jogo mais corrente", "the usual game", "通行打法")

class RuleStep(NamedTuple):
    """One rule: the terms that it changes, and its text."""

    fields: tuple[str, ...]
    says: Callable[[Terms], Texts]


def _totals(totals: tuple[int, ...]) -> Texts:
    if not totals:
        return "nunca", "never", "不可"
    low, high = totals
    if (low, high) == ANY:
        return "quaisquer duas cartas", "any two cards", "任何兩張牌"
    return (f"{low}", f"{low}", f"{low}點") if low == high else (
        f"{low} a {high}", f"{low} to {high}", f"{low}至{high}點")


def _doubling(terms: Terms) -> Texts:
    (pt, en, zh), after = _totals(terms.double), _totals(terms.double_split)
    first = f"dobra-se com {pt}", f"doubling on {en}", f"加注：{zh}"
    if terms.double == terms.double_split:
        return first
    return (f"{first[0]}, depois de desdobrar {after[0]}",
            f"{first[1]}, after a split {after[1]}", f"{first[2]}，分門後{after[2]}")


_BANK = ("peek", "keeps_split", "keeps_double", "keeps_double_split")


def _bank(terms: Terms) -> Texts:
    if terms.peek:
        return ("a banca vê a carta tapada", "the bank peeks at its hole card", "莊家查看底牌")
    if terms.keeps_split and terms.keeps_double:
        return ("sem ver a carta: o blackjack da banca só leva a aposta inicial",
                "no peek: a bank's blackjack takes only the original bet",
                "不查看底牌：莊家得Black Jack只收原注")
    if terms.keeps_split or terms.keeps_double:
        return ("sem ver a carta: o blackjack da banca deixa parte do que se juntou",
                "no peek: a bank's blackjack leaves some added bets",
                "不查看底牌：莊家得Black Jack不收部分加注")
    return ("sem ver a carta: o blackjack da banca leva também o que se juntou",
            "no peek: a bank's blackjack takes splits and doubles too",
            "不查看底牌：莊家得Black Jack亦收分門及加注")


_SOFT: dict[str, Texts] = {
    "stand": ("a banca fica em 17 com ás", "the bank stands on soft 17", "莊家軟牌十七點不博牌"),
    "hit": ("a banca tira em 17 com ás", "the bank hits soft 17", "莊家軟牌十七點博牌"),
    "hit-ace-six": ("a banca tira com ás e seis", "the bank hits ace-six",
                    "莊家持A及6時博牌"),
}
_SURRENDER: dict[str, Texts] = {
    "none": ("não se desiste", "no surrender", "不可放棄牌局"),
    "late": ("desistência depois de a banca ver", "late surrender", "莊家看牌後可放棄牌局"),
    "early": ("desistência logo", "early surrender", "莊家看牌前可放棄牌局"),
    "early-not-ace": ("desistência logo, menos contra um ás",
                      "early surrender except against an ace",
                      "莊家看牌前可放棄牌局，牌面為A除外"),
}


def _packs(terms: Terms) -> Texts:
    n, more = terms.packs, "s" * (terms.packs > 1)
    return f"{n} baralho{more}", f"{n} pack{more}", f"{n}副牌"


def _hands(terms: Terms) -> Texts:
    n = terms.max_hands
    if n == 1:
        return "não se desdobra", "no splits", "不可分門"
    return (f"até {n} mãos", f"up to {n} hands", f"最多分成{n}門") if n else (
        "desdobra-se sem limite", "unlimited splits", "分門次數不限")


def _aces(terms: Terms) -> Texts:
    return ("ases desdobrados voltam a desdobrar-se", "aces may be resplit",
            "A牌可再分門") if terms.resplit_aces else (
        "ases desdobrados não se voltam a desdobrar", "aces may not be resplit",
        "A牌不可再分門")


def _pairs(terms: Terms) -> Texts:
    return ("só pares iguais", "pairs of the same rank only",
            "只限相同牌張分門") if terms.split_rank \
        else ("pares do mesmo valor", "pairs of the same value", "點數相同即可分門")


def _five(terms: Terms) -> Texts:
    if terms.five:
        pays = terms.five_pays
        return (f"cinco cartas recebem-se a {pays}", f"five cards may be paid {pays}",
                f"五張牌可收取彩金，{pays.per}賠{pays.win}")
    if n := terms.charlie:
        return f"{n} cartas ganham", f"{n} cards win", f"{n}張牌即贏"
    return "nada por cinco cartas", "no five-card payout", "五張牌沒有彩金"


def _special(terms: Terms) -> Texts:
    pays = terms.special_pays
    return (f"6-7-8 do mesmo naipe e três setes pagam {pays}",
            f"suited 6-7-8 and three sevens pay {pays}",
            f"同花6、7、8及三張「7」{pays.per}賠{pays.win}") if terms.special else (
        "sem prémios especiais", "no special prizes", "沒有特別彩金")


def _pays(terms: Terms) -> Texts:
    pays = terms.blackjack_pays
    return (f"o blackjack paga {pays}; seguro e um para um como se oferecem",
            f"blackjack pays {pays}; insurance and even money as offered",
            f"Black Jack {pays.per}賠{pays.win}；保險投注及等額彩金按規則")


STEPS = (
    RuleStep(("packs",), _packs),
    RuleStep(("soft17",), lambda t: _SOFT[t.soft17]),
    RuleStep(("double", "double_split", "double_aces"), _doubling),
    RuleStep(("fixes_ace",), lambda t: ("o ás de uma dobra com 9 ou 10 fica a valer 1",
                                        "an ace drawn on a doubled 9 or 10 counts 1",
                                        "以9或10點加注所得的A牌計作一點")),
    RuleStep(("must_hit",), lambda t: (f"não se fica com {t.must_hit} ou menos",
                                       f"must hit {t.must_hit} or less",
                                       f"{t.must_hit}點或以下必須博牌")),
    RuleStep(("max_hands", "resplit"), _hands),
    RuleStep(("resplit_aces", "hit_aces"), _aces),
    RuleStep(("split_rank",), _pairs),
    RuleStep(_BANK, _bank),
    RuleStep(("surrender", "surrender_part"), lambda t: _SURRENDER[t.surrender]),
    RuleStep(("five", "five_pays", "charlie"), _five),
    RuleStep(("special", "special_pays", "on_split"), _special),
    RuleStep(("blackjack_pays", "win_pays", "even_money", "even_money_pays", "insurance",
              "insurance_pays", "insure_blackjack"), _pays),
)


def waterfall(terms: Terms, usual: Terms = USUAL, strategy: str = "composition"
              ) -> tuple[StepWorth, ...]:
    """Row by row from the standard game to these terms: what each rule adds to the house's edge if
    it alone is changed, and if it is changed after those above it."""
    from sabot.families.blackjack.pricing.expected_values import worth
    now = usual
    edge = worth(now, strategy).edge
    rows = [step_worth(START, alone=0.0, change=0.0, edge=edge)]
    start = edge
    for step in STEPS:
        change = {name: getattr(terms, name) for name in step.fields
                  if getattr(terms, name) != getattr(now, name)}
        if not change:
            continue
        alone = worth(msgspec.structs.replace(usual, **change), strategy).edge - start
        now = msgspec.structs.replace(now, **change)
        after = worth(now, strategy).edge
        rows.append(step_worth(step.says(terms), alone=alone, change=after - edge, edge=after))
        edge = after
    return tuple(rows)
