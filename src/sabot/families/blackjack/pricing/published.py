"""Published figures of blackjack, compared with those computed here.

`published.toml` has each figure with the digits of its source and the source that was read. A
figure agrees if it equals ours rounded to those digits. Where it does not, a second calculation of
ours explains why (``because``).

Kinds of figures: ``edge``, the mean return or the house's edge of a round, perhaps by the bank's
open card; ``hands``, the worth of acts of two cards, given that the bank has no blackjack where it
looks; ``bank``, the chances of its results; ``distribution`` of the net result. ``open`` figures
were read too and neither agree nor are explained: the documentation lists them.
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
    bank_draws,
    bank_results,
    worths,
)
from sabot.families.blackjack.pricing.expected_values import (
    UpCardValues,
    Worth,
    blackjack_value,
    full_shoe,
    surrender_value,
    worth,
)
from sabot.families.blackjack.pricing.outcomes import outcomes
from sabot.families.blackjack.pricing.splits import law_numbers, most_hands
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.probability.answer import PublishedFigure
from sabot.probability.published import Source, compare_figure, read

INFINITE = 10_000_000  # packs: equal to infinitely many in the first ten digits
SINGLE = 2.0 ** -24  # the relative rounding error of a program in single precision
FAR = 0.1  # a split that is worse by this much is worse by any valuation
ACTS = {"stand": STAND, "hit": HIT, "double": DOUBLE}
UPS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
Row = PublishedFigure
Read = Callable[[dict[str, str]], Terms]


class Edge(msgspec.Struct, frozen=True, kw_only=True):
    """A ``mean`` return or an ``edge`` of a round under these rules, in hundredths or ``per`` unit,
    perhaps with the returns ``by_up``. ``as_if``: other rules that its source may have used;
    ``says``: the evidence."""

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
    """The worth of ``acts`` of two cards against an open card, a line for each hand."""

    source: str
    rules: str
    up: int
    acts: tuple[str, ...]
    worth: str


class Bank(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of the bank's ``results``, a line for each open card; ``looked``: of a bank that
    has looked and has no blackjack."""

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
    """A figure that neither agrees nor is explained, and what is known about it."""

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
    """The published figures."""
    return read(files("sabot.families.blackjack").joinpath("published.toml").read_text("utf-8"),
                File)


@cache
def source(key: str) -> Source:
    """A source of the file by its key."""
    return next(entry for entry in table().source if entry.key == key)


def parse_rules(rules: str, options: Read) -> Terms:
    """The terms of rules as written in the file; ``options`` makes terms of rules and their values.
    """
    values = dict(rule.split("=", 1) for rule in rules.split())
    endless = values.get("packs") == "infinite"
    if endless:
        del values["packs"]
    terms = options({"insurance": "0", "even_money": "none", **values})
    return msgspec.structs.replace(terms, packs=INFINITE) if endless else terms


def agrees(published: str, here: float, single: bool) -> bool:
    """Whether a published figure equals ours rounded to its digits."""
    digits = len(published.partition(".")[2])
    slack = 1e-12 + SINGLE * abs(here) * single
    return abs(here - float(published)) <= 0.5 * 10.0 ** -digits + slack


def rows(options: Read) -> tuple[Row, ...]:
    """Every published figure, or group of them, next to ours."""
    file = table()
    return tuple(chain(
        *(_edge(entry, options) for entry in file.edge),
        *(_hands(entry, parse_rules(entry.rules, options)) for entry in file.hands),
        *map(_bank, file.bank),
        *(_distribution(entry, parse_rules(entry.rules, options)) for entry in file.distribution)))


def _compare_many(
    source: Source, rules: str, title: str, pairs: list[tuple[str, float]], because: str = ""
) -> Row:
    """Many figures in one row."""
    differing = [(text, here) for text, here in pairs if not agrees(text, here, source.single)]
    here = f"{len(pairs) - len(differing)} agree" + "".join(
        f"; published {text}, here {value:.9f}" for text, value in differing[:3])
    if differing and all(_is_rounded_twice(text, value) for text, value in differing):
        because = "rounded twice in the source, first to one digit more"
    return compare_figure(source, rules, f"{len(pairs)} {title}", here, agrees=not differing,
                          because=because if differing else "")


def _is_rounded_twice(published: str, here: float) -> bool:
    """Whether a figure is ours rounded to one more digit and then to its own, a five upwards."""
    digits = len(published.partition(".")[2])
    rounded = Decimal(here).quantize(Decimal(1).scaleb(-digits - 1), ROUND_HALF_UP)
    return rounded.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP) == Decimal(published)


# -- the mean of a round --------------------------------------------------------------------------


def _edge(entry: Edge, options: Read) -> Iterator[Row]:
    """Rows of a mean return or an edge."""
    terms, cited = parse_rules(entry.rules, options), source(entry.source)
    value = worth(terms, entry.strategy)
    unit = 1 if entry.per == "unit" else 100
    text = entry.mean or entry.edge
    sign = 1 if entry.mean else -1
    here = sign * unit * value.mean
    digits = len(text.partition(".")[2])
    is_equal = agrees(text, here, cited.single)
    rules = f"{entry.rules} strategy={entry.strategy}"
    end = " %" if unit == 100 else ""
    kind = "return" if sign == 1 else "edge"
    because = (
        ""
        if is_equal
        else _explain_by_rules(entry, text, sign * unit, options)
        or _explain_by_splits(terms, text, sign, unit, value)
    )
    yield compare_figure(
        cited, rules, f"{kind} {text}{end}", f"{here:.{digits}f}{end}", agrees=is_equal,
        because=because)
    if entry.by_up:
        pairs = [(text, 100 * upcard.mean) for text, upcard in
                 zip(entry.by_up, value.against, strict=True)]
        yield _compare_many(cited, rules, "returns by the bank's up card", pairs)


def _explain_by_rules(entry: Edge, text: str, times: int, options: Read) -> str:
    """The explanation that the source has other rules, if its figure is that of those rules."""
    if not entry.as_if:
        return ""
    here = times * worth(parse_rules(entry.as_if, options), entry.strategy).mean
    return f"{entry.says}: with {entry.as_if} it is {here:.5f}" if agrees(
        text, here, False) else ""


def _explain_by_splits(terms: Terms, text: str, sign: int, unit: int, value: Worth) -> str:
    """The explanation that the source does not count the cards of other hands of a split, if the
    figure fits it."""
    if value.strategy != "composition":
        return ""
    digits = len(text.partition(".")[2])
    ends = sorted(sign * unit * approximate(terms, known) for known in (False, True))
    slack = 0.5 * 10.0 ** -digits + 1e-12
    if not ends[0] - slack <= float(text) <= ends[1] + slack:
        return ""
    return (f"the source ignores the cards of the other hands of a split. In this way it is "
            f"{ends[0]:.{digits + 1}f} if no further card of the pair's rank is known to be gone, "
            f"and {ends[1]:.{digits + 1}f} if the number of hands is known before any is played")


def approximate(terms: Terms, known: bool) -> float:
    """The mean return where each hand of a split is valued by itself, as the best play of a shoe
    from which only twins are gone: those of all hands of the split (``known``), or those of the
    first two only."""
    natural = int(states().two[0, 9])
    total = 0.0
    for upcard in worth(terms).against:
        for deal in upcard.deals:
            bank = float(upcard.natural[deal.hand])
            best = max(float(upcard.value[deal.hand]), surrender_value(terms, upcard.up, bank))
            if deal.hand == natural:
                best = blackjack_value(terms, upcard.up, bank)[0]
            elif deal.pair:
                taken_once = bank if terms.peek or terms.keeps_split else 0.0
                pair = int(states().twin[deal.hand])
                if pair in upcard.splits and upcard.splits[pair].value - taken_once > best - FAR:
                    best = max(best, _independent_split(terms, upcard, pair, known) - taken_once)
            total += upcard.chance * deal.chance * best
    return total


def _independent_split(terms: Terms, upcard: UpCardValues, pair: int, known: bool) -> float:
    """The value of a split whose hands know nothing of each other except their number."""
    most = most_hands(terms, pair)
    values = {n: _one_hand(terms, upcard, pair, n if known else 2)
              for n in range(2, most + 1) if upcard.left[pair - 1] >= (n if known else 2)}
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
def _one_hand_worth(terms: Terms, up: int, pair: int, twins_gone: int
                    ) -> tuple[float, float, float]:
    """One hand of a split after ``twins_gone`` twins: its worth, that without a twin as second
    card, and the chance of a twin."""
    hand_table = states()
    n = len(hand_table.size)
    left = full_shoe(terms.packs)
    left[up - 1] -= 1
    left[pair - 1] -= twins_gone - 1
    hands = np.nonzero(hand_table.cards[:hand_table.plain, pair - 1] > 0)[0]
    bank, value, each, acts = np.zeros((n, 7)), np.zeros(n), np.zeros((n, 6)), np.zeros(n, np.int8)
    bank_results(*bank_draws(up, terms.soft17), left, hand_table.cards, hands, bank)
    worths(law_numbers(terms, True, pair == 1), terms.packs, up, left, hands, hand_table, bank,
           acts, BEST, value, each)
    left[pair - 1] -= 1
    second = left / left.sum()
    hand = value[hand_table.two[pair - 1]]
    any_card, twin = float(second @ hand), float(second[pair - 1])
    return any_card, (any_card - twin * float(hand[pair - 1])) / (1 - twin), twin


def _one_hand(
    terms: Terms, upcard: UpCardValues, pair: int, twins_gone: int
) -> tuple[float, float, float]:
    """The same for an open card of the bank."""
    return _one_hand_worth(terms, upcard.up, pair, twins_gone)


# -- hands, the bank, the distribution -------------------------------------------------------------


def _card_value(name: str) -> int:
    """The value of a card by its name."""
    return 1 if name == "A" else int(name)


def _hands(entry: Hands, terms: Terms) -> Iterator[Row]:
    """Rows of the worth of two-card hands."""
    up, cited = entry.up, source(entry.source)
    upcard = worth(terms).against[up - 1]
    pairs, chances, looked = [], [], []
    for line in entry.worth.split("\n"):
        if not line:
            continue
        cards, *texts = line.split()
        a, b = (_card_value(card) for card in cards.split(","))
        hand = int(states().two[a - 1, b - 1])
        natural = float(upcard.natural[hand])
        for act, text in zip(entry.acts, texts, strict=False):
            here = float(upcard.each[hand, ACTS[act]])
            pairs.append((text, (here + natural) / (1 - natural) if terms.peek else here))
        if len(texts) > len(entry.acts):
            chance = upcard.chance * next(d.chance for d in upcard.deals if d.hand == hand)
            looked.append((texts[-1], chance * (1 - natural)))
            chances.append(looked[-1] if terms.peek else (texts[-1], chance))
    rules = f"{entry.rules} against {UPS[up - 1]}"
    yield _compare_many(cited, rules, f"values of two-card hands ({', '.join(entry.acts)})", pairs)
    if chances:
        single = True
        because = ""
        if all(agrees(text, here, single) for text, here in looked):
            because = ("all are chances of a round in which the bank has peeked and has no "
                       "blackjack, although it does not peek under these rules")
        yield _compare_many(cited, rules, "chances of two-card hands", chances, because)


def _bank(entry: Bank) -> Iterator[Row]:
    """Rows of the bank's chances."""
    hand_table = states()
    times = 100 if entry.percent else 1
    pairs = []
    for line in entry.chance.split("\n"):
        if not line:
            continue
        name, *texts = line.split()
        up = _card_value(name)
        left = full_shoe(entry.packs)
        left[up - 1] -= 1
        out = np.zeros((1, 7))
        bank_results(*bank_draws(up, entry.soft17), left, np.zeros_like(hand_table.cards[:1]),
                     np.array([0]), out)
        looked = 1 - out[0, NATURAL] if entry.looked else 1.0
        pairs += [(text, times * float(out[0, RESULTS.index(result)]) / looked)
                  for result, text in zip(entry.results, texts, strict=True)]
    rules = f"packs={entry.packs} soft17={entry.soft17}"
    yield _compare_many(source(entry.source), rules, "chances of the bank's results"
                        + (" after the peek" if entry.looked else ""), pairs)


def _distribution(entry: Spread, terms: Terms) -> Iterator[Row]:
    """Rows of a distribution. It is exact except for the hands of a split, which `outcomes` treats
    approximately: without splits all digits agree, with them the difference is that of the splits.
    """
    outcome = outcomes(worth(terms, entry.strategy))
    computed = {float(net): chance for net, chance in outcome.net.items()}
    pairs = [(text, computed.get(float(net), 0.0)) for net, text in
             (line.split() for line in entry.net.split("\n") if line)]
    pairs.append((entry.deviation, 100 * outcome.variance ** 0.5))
    splits = outcome.often.get("split", 0.0)
    farthest = max(abs(float(text) - value) for text, value in pairs[:-1])
    because = ""
    if 0 < farthest < 0.01 * splits:
        because = (f"here the hands of a split ({100 * splits:.2f} % of rounds) are taken as "
                   f"independent given the bank's result; no chance differs by more than "
                   f"{farthest:.7f}")
    yield _compare_many(source(entry.source), f"{entry.rules} strategy={entry.strategy}",
                        "chances of net results, and the deviation", pairs, because)
