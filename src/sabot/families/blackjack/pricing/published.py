"""Published figures of blackjack, held against those computed here.

`published.toml` has each figure with the digits of its source and the source that was read. A
figure agrees if it is ours rounded to those digits. Where one does not, a second method of our own
says why (``because``).

Kinds of figures: ``edge``, the mean return or the house's edge of a coup, perhaps by the bank's
open card; ``hands``, the worth of acts of two cards, given that the bank has no blackjack where it
looks; ``bank``, the chances of its results; ``distribution`` of the net result. ``open`` are those
that were read too and neither agree nor are explained: they are told in the documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from importlib.resources import files
from itertools import chain

import msgspec
import numpy as np

from sabot.families.blackjack.charts.chart import DOUBLE, HIT, STAND
from sabot.families.blackjack.charts.hand_states import states
from sabot.families.blackjack.pricing.exact import (
    BEST,
    NATURAL,
    RESULTS,
    bank_results,
    draws,
    worths,
)
from sabot.families.blackjack.pricing.expected_values import (
    Against,
    Worth,
    blackjack,
    gives_up,
    shoe,
    worth,
)
from sabot.families.blackjack.pricing.outcomes import outcomes
from sabot.families.blackjack.pricing.splits import law_of, limit
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.odds.answer import PublishedFigure
from sabot.odds.published import Source, beside, read

INFINITE = 10_000_000  # packs: the tenth digit no longer knows them from endless ones
SINGLE = 2.0 ** -24  # of a value: what a program in single precision may round
FAR = 0.1  # a split that is worse by so much is so in any way to value it
ACTS = {"stand": STAND, "hit": HIT, "double": DOUBLE}
UPS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
Row = PublishedFigure
Read = Callable[[dict[str, str]], Terms]


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A ``mean`` return or an ``edge`` of a coup under these rules, in hundredths or ``per`` unit,
    perhaps with the returns ``by_up``. ``as_if``: other rules, of which its source may be, and what
    ``says`` so."""

    source: str
    rules: str
    strategy: str
    mean: str = ""
    edge: str = ""
    per: str = ""
    by_up: tuple[str, ...] = ()
    as_if: str = ""
    says: str = ""


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """What ``acts`` of two cards are worth against an open card, a line for each hand."""

    source: str
    rules: str
    up: int
    acts: tuple[str, ...]
    worth: str


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of the bank's ``results``, a line for each open card; ``looked``: those of a bank
    that has looked and has no blackjack."""

    source: str
    packs: int
    soft17: str
    looked: bool
    results: tuple[str, ...]
    chance: str
    percent: bool = False


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of net results, a line for each, and their deviation."""

    source: str
    rules: str
    strategy: str
    net: str
    deviation: str


class LeftOpen(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that neither agrees nor is explained, and what is known of it."""

    source: str
    rules: str
    published: str
    why: str


class File(msgspec.Struct, frozen=True, kw_only=True):
    """`published.toml`."""

    source: tuple[Source, ...]
    edge: tuple[Edge, ...]
    hands: tuple[Hands, ...]
    bank: tuple[Bank, ...]
    distribution: tuple[Spread, ...]
    open: tuple[LeftOpen, ...]


@cache
def table() -> File:
    """The file as it stands."""
    return read(files("sabot.families.blackjack").joinpath("published.toml").read_text("utf-8"),
                File)


@cache
def source(key: str) -> Source:
    """A source of the file."""
    return next(one for one in table().source if one.key == key)


def terms_of(rules: str, options: Read) -> Terms:
    """Rules as they are written in the file; ``options`` makes terms of these and their values."""
    given = dict(rule.split("=", 1) for rule in rules.split())
    endless = given.get("packs") == "infinite"
    if endless:
        del given["packs"]
    terms = options({"insurance": "0", "even_money": "none", **given})
    return msgspec.structs.replace(terms, packs=INFINITE) if endless else terms


def agrees(published: str, here: float, single: bool) -> bool:
    """Whether a figure is ours in its own digits."""
    digits = len(published.partition(".")[2])
    slack = 1e-12 + SINGLE * abs(here) * single
    return abs(here - float(published)) <= 0.5 * 10.0 ** -digits + slack


def rows(options: Read) -> tuple[Row, ...]:
    """Every published figure, or group of them, beside ours."""
    found = table()
    return tuple(chain(
        *(_edge(entry, options) for entry in found.edge),
        *(_hands(entry, terms_of(entry.rules, options)) for entry in found.hands),
        *map(_bank, found.bank),
        *(_distribution(entry, terms_of(entry.rules, options)) for entry in found.distribution)))


def _many(of: Source, rules: str, what: str, pairs: list[tuple[str, float]], because: str = ""
          ) -> Row:
    """Many figures in one row."""
    wrong = [(said, here) for said, here in pairs if not agrees(said, here, of.single)]
    here = f"{len(pairs) - len(wrong)} agree" + "".join(
        f"; published {said}, here {value:.9f}" for said, value in wrong[:3])
    if wrong and all(_twice(said, value) for said, value in wrong):
        because = "rounded twice in the source, first to one digit more"
    return beside(of, rules, f"{len(pairs)} {what}", here, agrees=not wrong,
                  because=because if wrong else "")


def _twice(published: str, here: float) -> bool:
    """Whether a figure is ours rounded to one digit more and then to its own, a five upwards."""
    digits = len(published.partition(".")[2])
    once = Decimal(here).quantize(Decimal(1).scaleb(-digits - 1), ROUND_HALF_UP)
    return once.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP) == Decimal(published)


# -- the mean of a coup ---------------------------------------------------------------------------


def _edge(entry: Edge, options: Read) -> Iterator[Row]:
    terms, of = terms_of(entry.rules, options), source(entry.source)
    found = worth(terms, entry.strategy)
    unit = 1 if entry.per == "unit" else 100
    said = entry.mean or entry.edge
    sign = 1 if entry.mean else -1
    here = sign * unit * found.mean
    digits = len(said.partition(".")[2])
    agree = agrees(said, here, of.single)
    rules = f"{entry.rules} strategy={entry.strategy}"
    end = " %" if unit == 100 else ""
    what = "return" if sign == 1 else "edge"
    because = "" if agree else _as_if(entry, said, sign * unit, options) or _because(
        terms, said, sign, unit, found)
    yield beside(of, rules, f"{what} {said}{end}", f"{here:.{digits}f}{end}", agrees=agree,
                 because=because)
    if entry.by_up:
        pairs = [(text, 100 * seen.mean) for text, seen in
                 zip(entry.by_up, found.against, strict=True)]
        yield _many(of, rules, "returns by the bank's up card", pairs)


def _as_if(entry: Edge, said: str, times: int, options: Read) -> str:
    """Whether the figure is that of other rules, which its source is known or seems to have."""
    if not entry.as_if:
        return ""
    here = times * worth(terms_of(entry.as_if, options), entry.strategy).mean
    return f"{entry.says}: with {entry.as_if} it is {here:.5f}" if agrees(
        said, here, False) else ""


def _because(terms: Terms, said: str, sign: int, unit: int, found: Worth) -> str:
    """Whether a program that does not count the cards of a split would say this."""
    if found.strategy != "composition":
        return ""
    digits = len(said.partition(".")[2])
    ends = sorted(sign * unit * approximate(terms, known) for known in (False, True))
    slack = 0.5 * 10.0 ** -digits + 1e-12
    if not ends[0] - slack <= float(said) <= ends[1] + slack:
        return ""
    return (f"the source ignores the cards of the other hands of a split. In this way it is "
            f"{ends[0]:.{digits + 1}f} if no further card of the pair's rank is known to be gone, "
            f"and {ends[1]:.{digits + 1}f} if the number of hands is known before any is played")


def approximate(terms: Terms, known: bool) -> float:
    """The mean return where each hand of a split is valued by itself, as the best play of a shoe
    from which nothing but twins has gone: those of all hands that there will be (``known``), or
    those of the first two only."""
    natural = int(states().two[0, 9])
    total = 0.0
    for seen in worth(terms).against:
        for deal in seen.deals:
            bank = float(seen.natural[deal.hand])
            best = max(float(seen.value[deal.hand]), gives_up(terms, seen.up, bank))
            if deal.hand == natural:
                best = blackjack(terms, seen.up, bank)[0]
            elif deal.pair:
                once = bank if terms.peek or terms.keeps_split else 0.0
                pair = int(states().twin[deal.hand])
                if pair in seen.splits and seen.splits[pair].value - once > best - FAR:
                    best = max(best, _loose(terms, seen, pair, known) - once)
            total += seen.chance * deal.chance * best
    return total


def _loose(terms: Terms, seen: Against, pair: int, known: bool) -> float:
    """A split whose hands know nothing of each other but how many there are."""
    most = limit(terms, pair)
    values = {n: _one_hand(terms, seen, pair, n if known else 2)
              for n in range(2, most + 1) if seen.left[pair - 1] >= (n if known else 2)}
    most = max(values, default=1)
    if most < 2:
        return -9.0

    def over(hands: int, open_: int, chance: float) -> float:
        whole, plain, twin = values[hands]
        if hands == most:
            return chance * ((hands - open_) * plain + open_ * whole)
        if not open_:
            return chance * hands * plain
        return (over(hands + 1, open_ + 1, chance * twin)
                + over(hands, open_ - 1, chance * (1 - twin)))

    return over(2, 2, 1.0)


@cache
def _cards(terms: Terms, up: int, pair: int, gone: int) -> tuple[float, float, float]:
    """One hand of a split after ``gone`` twins: its worth, that with no twin as second card, and
    the chance of one."""
    all_ = states()
    n = len(all_.size)
    left = shoe(terms.packs)
    left[up - 1] -= 1
    left[pair - 1] -= gone - 1
    hands = np.nonzero(all_.cards[:all_.plain, pair - 1] > 0)[0]
    bank, value, each, acts = np.zeros((n, 7)), np.zeros(n), np.zeros((n, 6)), np.zeros(n, np.int8)
    bank_results(*draws(up, terms.soft17), left, all_.cards, hands, bank)
    worths(law_of(terms, True, pair == 1), terms.packs, up, left, hands, all_, bank, acts, BEST,
           value, each)
    left[pair - 1] -= 1
    second = left / left.sum()
    hand = value[all_.two[pair - 1]]
    whole, twin = float(second @ hand), float(second[pair - 1])
    return whole, (whole - twin * float(hand[pair - 1])) / (1 - twin), twin


def _one_hand(terms: Terms, seen: Against, pair: int, gone: int) -> tuple[float, float, float]:
    return _cards(terms, seen.up, pair, gone)


# -- hands, the bank, the distribution -------------------------------------------------------------


def _value(name: str) -> int:
    return 1 if name == "A" else int(name)


def _hands(entry: Hands, terms: Terms) -> Iterator[Row]:
    up, of = entry.up, source(entry.source)
    seen = worth(terms).against[up - 1]
    pairs, chances, looked = [], [], []
    for line in entry.worth.split("\n"):
        if not line:
            continue
        cards, *said = line.split()
        a, b = (_value(card) for card in cards.split(","))
        hand = int(states().two[a - 1, b - 1])
        natural = float(seen.natural[hand])
        for act, text in zip(entry.acts, said, strict=False):
            here = float(seen.each[hand, ACTS[act]])
            pairs.append((text, (here + natural) / (1 - natural) if terms.peek else here))
        if len(said) > len(entry.acts):
            chance = seen.chance * next(d.chance for d in seen.deals if d.hand == hand)
            looked.append((said[-1], chance * (1 - natural)))
            chances.append(looked[-1] if terms.peek else (said[-1], chance))
    rules = f"{entry.rules} against {UPS[up - 1]}"
    yield _many(of, rules, f"values of two-card hands ({', '.join(entry.acts)})", pairs)
    if chances:
        single = True
        because = ""
        if all(agrees(text, here, single) for text, here in looked):
            because = ("all are chances of a round in which the bank has peeked and has no "
                       "blackjack, although it does not peek under these rules")
        yield _many(of, rules, "chances of two-card hands", chances, because)


def _bank(entry: Bank) -> Iterator[Row]:
    all_ = states()
    times = 100 if entry.percent else 1
    pairs = []
    for line in entry.chance.split("\n"):
        if not line:
            continue
        name, *said = line.split()
        up = _value(name)
        left = shoe(entry.packs)
        left[up - 1] -= 1
        out = np.zeros((1, 7))
        bank_results(*draws(up, entry.soft17), left, np.zeros_like(all_.cards[:1]),
                     np.array([0]), out)
        looked = 1 - out[0, NATURAL] if entry.looked else 1.0
        pairs += [(text, times * float(out[0, RESULTS.index(result)]) / looked)
                  for result, text in zip(entry.results, said, strict=True)]
    rules = f"packs={entry.packs} soft17={entry.soft17}"
    yield _many(source(entry.source), rules, "chances of the bank's results"
                + (" after the peek" if entry.looked else ""), pairs)


def _distribution(entry: Spread, terms: Terms) -> Iterator[Row]:
    """Exact but for the hands of a split, which `outcomes` takes as independent given the bank's
    result: without splits all digits agree, with them the difference is that of the splits."""
    found = outcomes(worth(terms, entry.strategy))
    here = {float(net): chance for net, chance in found.net.items()}
    pairs = [(text, here.get(float(net), 0.0)) for net, text in
             (line.split() for line in entry.net.split("\n") if line)]
    pairs.append((entry.deviation, 100 * found.variance ** 0.5))
    splits = found.often.get("split", 0.0)
    far = max(abs(float(text) - value) for text, value in pairs[:-1])
    because = ""
    if 0 < far < 0.01 * splits:
        because = (f"here the hands of a split ({100 * splits:.2f} % of rounds) are taken as "
                   f"independent given the bank's result; no chance differs by more than "
                   f"{far:.7f}")
    yield _many(source(entry.source), f"{entry.rules} strategy={entry.strategy}",
                "chances of net results, and the deviation", pairs, because)
