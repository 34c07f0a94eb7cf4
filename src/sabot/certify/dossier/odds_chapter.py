"""The chapter of the odds: bets, machines, and games among people."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot.certify.dossier.blocks import Block, Grid, Heading, Paragraph, Row, Run, Text, plain
from sabot.certify.dossier.formats import Formats
from sabot.probability.par import LeastReturn, ParSheet
from sabot.probability.people import Cost, HandCost
from sabot.reports.dossier.content import OddsPart, OfferedBet, PricedBet

GAINS = 6
"""More different gains of a bet than these are shown as a range."""

UNLIMITED = 10**10
"""Cents from which on a maximum is none: games among people write it so."""


def odds_blocks(odds: OddsPart, forms: Formats, number: str) -> Iterator[Block]:
    """The blocks of the chapter."""
    word, n = forms.word, 1

    def heading(text: str) -> Heading:
        nonlocal n
        n += 1
        return Heading(level=2, number=f"{number}.{n - 1}", text=text,
                       anchor=f"part-{number}-{n - 1}")

    if odds.missing:
        yield Paragraph(plain(word(f"odds.{odds.missing}")), notice=True)
    elif not odds.kind:
        yield Paragraph(plain(word("odds.nothing")))
    if odds.offered:
        yield heading(word("odds.offered"))
        yield Grid(caption=word("odds.offered"), named=True, widths=(3, 1.7, 1.7, 2.6, 3),
                   numbers=frozenset((1, 2)),
                   heads=tuple(word(f"odds.{name}") for name in (
                       "bet", "minimum", "maximum", "pays", "clauses")),
                   rows=tuple(_offered(bet, forms) for bet in odds.offered))
    if odds.bets:
        yield heading(word("odds.priced"))
        yield Paragraph(plain(word("odds.say")))
        yield Grid(caption=word("odds.priced"), named=True,
                   widths=(2.5, 1.5, 2.6, 1.3, 1.3, 1.3, 1.1, 1.9),
                   numbers=frozenset(range(1, 7)),
                   heads=tuple(word(f"odds.{name}") for name in (
                       "bet", "edge", "exact", "win", "push", "lose", "deviation", "gains")),
                   rows=tuple(_priced(bet, forms) for bet in odds.bets))
    if odds.unpriced:
        yield Paragraph(plain(word("odds.not-priced", bets=forms.joined(odds.unpriced))))
    for sheet in odds.sheets:
        yield heading(word("odds.machine", model=sheet.model, version=sheet.version))
        yield from _machine(sheet, forms)
    if odds.cost is not None:
        yield heading(word("odds.cost"))
        yield from _cost(odds.cost, forms)


def _bet(name: str, code: str) -> Text:
    """The name of a bet, with its code where that is not its name."""
    return (Run(name),) if name == code else (Run(f"{name} "), Run(code, "code"))


def _offered(bet: OfferedBet, forms: Formats) -> Row:
    return Row((_bet(bet.name, bet.bet), plain(forms.money(bet.minimum)),
                plain(forms.money(bet.maximum) if bet.maximum < UNLIMITED
                                     else forms.word("odds.unlimited")),
                plain(forms.joined(bet.pays)), forms.clauses(bet.clauses)))


def _priced(bet: PricedBet, forms: Formats) -> Row:
    exact = bet.exact
    if not exact:
        exact = f"{bet.edge:.12f} {forms.word('odds.within', bound=f'{bet.bound:.0e}')}"
    exact = exact.replace("-", "−", 1) if exact.startswith("-") else exact
    gains = bet.pays if len(bet.pays) <= GAINS else (forms.word(
        "odds.many", low=bet.pays[0], high=bet.pays[-1], n=len(bet.pays)),)
    return Row((_bet(bet.name, bet.bet), plain(forms.percent(bet.edge)),
                (Run(exact, "code"),), plain(forms.percent(bet.win, 3)),
                plain(forms.percent(bet.push, 3)), plain(forms.percent(bet.lose, 3)),
                plain(forms.number(bet.deviation, 3)), plain(forms.joined(gains))))


def _machine(sheet: ParSheet, forms: Formats) -> Iterator[Block]:
    word = forms.word

    def least(part: LeastReturn) -> Text:
        return (*plain(f"{forms.percent(part.least_float)} = "), Run(part.least, "code"))

    facts: list[tuple[str, Text]] = [
        ("returned", (*plain(f"{forms.percent(sheet.returned_float)} = "),
                      Run(sheet.returned, "code"))),
        ("hit", (*plain(f"{forms.percent(sheet.hit_float)} = "), Run(sheet.hit, "code"))),
        ("deviation", plain(forms.number(sheet.deviation))),
        ("required", (*plain(f"{forms.percent(float(Fraction(sheet.readings.required)), 0)} · "),
                      *forms.clauses(sheet.readings.laws))),
        ("least", least(sheet.readings.base)),
        ("least-whole", least(sheet.readings.whole)),
        ("identity", (Run(sheet.identity, "code"),)),
    ]
    yield Grid(caption=word("odds.machine", model=sheet.model, version=sheet.version), heads=(),
               named=True, widths=(3, 7),
               rows=tuple(Row((plain(word(f"odds.{name}")), text)) for name, text in facts))
    yield Grid(caption=word("odds.every-bet"), widths=(2, 2, 4, 2, 2),
               numbers=frozenset((0, 1, 3, 4)),
               heads=tuple(word(f"odds.{name}") for name in (
                   "lines", "returned", "exact", "hit", "deviation")),
               rows=tuple(Row((plain(str(bet.bet)), plain(forms.percent(bet.returned_float)),
                               (Run(bet.returned, "code"),), plain(forms.percent(bet.hit_float)),
                               plain(forms.number(bet.deviation, 3))))
                          for bet in sheet.every_bet))


def _cost(cost: Cost, forms: Formats) -> Iterator[Block]:
    word = forms.word
    if isinstance(cost, HandCost):
        text = word("odds.cost.hand", rate=cost.rate)
        if cost.cap:
            text += word("comma") + word("odds.cost.cap", sum=forms.money(cost.cap))
    else:
        text = word("odds.cost.session", rate=cost.rate, minutes=cost.seconds // 60,
                    sum=forms.money(cost.cents))
    yield Paragraph((Run(word("odds.basis") + word("colon"), "strong"), Run(text + " ("),
                     forms.clause(cost.law), Run(")")))
    if isinstance(cost, HandCost):
        yield Grid(caption=word("odds.cost"), named=True, widths=(1, 1),
                   heads=(word("odds.pot"), word("odds.kept")), numbers=frozenset((0, 1)),
                   rows=tuple(Row((plain(forms.money(pot.pot)), plain(forms.money(pot.kept))))
                              for pot in cost.pots))
