"""General blackjack: rules given by name and value, priced like those of the regulations.

General blackjack is not a game of the catalogue: no regulation orders it and nobody can play it
here. It serves to check published figures and to price any set of rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from sabot.families.blackjack.pricing.odds import CLASSES, KEPT, price_terms
from sabot.families.blackjack.pricing.odds_answer import ChartAnswer
from sabot.families.blackjack.rules.pricing_rules import ANY, EVEN_MONEY, SOFT17, SURRENDER, Terms
from sabot.money import Odds
from sabot.probability.answer import HandAdvice, PlayClass, PublishedFigure, Step
from sabot.probability.tally import Kernel, Strategy
from sabot.words import key_text, phrase

STRATEGIES = (*CLASSES, *KEPT)

Value = str | int | tuple[int, ...] | Odds | None
"""The value of a term; None where another term gives it."""


class Rule(NamedTuple):
    """One option: its allowed values as text, and a function that reads a value into terms."""

    allowed: str
    read: Callable[[str], Mapping[str, Value]]


class BadRule(ValueError):
    """An unknown option or value; the message says what is allowed."""


def _word(field: str, words: tuple[str, ...]) -> Rule:
    def read(text: str) -> Mapping[str, Value]:
        if text not in words:
            raise BadRule(phrase("one of {names}", names=", ".join(words)))
        return {field: text}
    return Rule(" | ".join(words), read)


def _flag(*fields: str) -> Rule:
    def read(text: str) -> Mapping[str, Value]:
        if text not in ("yes", "no", "true", "false"):
            raise BadRule("yes or no")
        return dict.fromkeys(fields, text in ("yes", "true"))
    return Rule("yes | no", read)


def _number(field: str, low: int, high: int, none: str = "", of: str = "") -> Rule:
    allowed: str = phrase("{low} to {high}", low=low, high=high)
    if none:
        allowed = phrase("{allowed}, {none} for no limit", allowed=allowed, none=none)
    if of:
        allowed = phrase(of, allowed=allowed)

    def read(text: str) -> Mapping[str, Value]:
        if none and text == none:
            return {field: 0}
        if not text.isdecimal() or not low <= int(text) <= high:
            raise BadRule(allowed)
        return {field: int(text)}
    return Rule(allowed, read)


def _odds(field: str) -> Rule:
    def read(text: str) -> Mapping[str, Value]:
        win, colon, per = text.partition(":")
        if not (colon and win.isdecimal() and per.isdecimal() and 1 <= int(per) <= 100
                and int(win) <= 1000):
            raise BadRule("odds such as 3:2")
        return {field: Odds(int(win), int(per))}
    return Rule("odds such as 3:2", read)


def _totals(*fields: str) -> Rule:
    allowed = "any, none, or totals such as 9-11"

    def read(text: str) -> Mapping[str, Value]:
        if text == "any":
            return dict.fromkeys(fields, ANY)
        if text == "none":
            return dict.fromkeys(fields, ())
        low, _, high = text.partition("-")
        if not (low.isdecimal() and (high or low).isdecimal()
                and 4 <= int(low) <= int(high or low) <= 21):
            raise BadRule(allowed)
        return dict.fromkeys(fields, (int(low), int(high or low)))
    return Rule(allowed, read)


def _after_split(text: str) -> Mapping[str, Value]:
    if text in ("yes", "no"):
        return {"double_split": None if text == "yes" else ()}
    return _totals("double_split").read(text)


def _bank_blackjack(text: str) -> Mapping[str, Value]:
    if text not in ("takes-all", "original-only"):
        raise BadRule("takes-all or original-only")
    keeps = text == "original-only"
    return {"keeps_split": keeps, "keeps_double": keeps, "keeps_double_split": keeps}


RULES: Mapping[str, Rule] = {
    "packs": _number("packs", 1, 16),
    "soft17": _word("soft17", SOFT17),
    "peek": _flag("peek"),
    "bank_blackjack": Rule("takes-all | original-only", _bank_blackjack),
    "must_hit": _number("must_hit", 0, 16),
    "double": _totals("double"),
    "double_after_split": Rule("yes | no | any | totals such as 9-11", _after_split),
    "double_aces": _flag("double_aces"),
    "ace_fixed_at_1": _flag("fixes_ace"),
    "split_by_rank": _flag("split_rank"),
    "max_hands": _number("max_hands", 1, 16, "none"),
    "resplit": _flag("resplit"),
    "resplit_aces": _flag("resplit_aces"),
    "hit_split_aces": _flag("hit_aces"),
    "surrender": _word("surrender", SURRENDER),
    "insurance": _number("insurance", 0, 100, of="{allowed} hundredths of the bet"),
    "even_money": _word("even_money", EVEN_MONEY),
    "five_cards": _flag("five"),
    "charlie": _number("charlie", 0, 10, of="{allowed} cards, 0 for never"),
    "special": _flag("special"),
    "special_on_split": _flag("on_split"),
    "blackjack_pays": _odds("blackjack_pays"),
    "win_pays": _odds("win_pays"),
    "even_money_pays": _odds("even_money_pays"),
    "insurance_pays": _odds("insurance_pays"),
    "special_pays": _odds("special_pays"),
    "five_cards_pay": _odds("five_pays"),
}


def default_value(rule: str) -> str:
    """The default of a rule, as it would be typed."""
    plain = Terms()
    odds = (str(value) for value in msgspec.structs.astuple(plain) if isinstance(value, Odds))
    for text in ("yes", "no", "any", "none", *SOFT17, *SURRENDER, *EVEN_MONEY, "takes-all",
                 "original-only", *map(str, range(101)), *odds):
        try:
            values = dict(RULES[rule].read(text))
        except BadRule:
            continue
        if values.get("double_split", ()) is None:  # the default: as before a split
            values["double_split"] = plain.double
        if all(getattr(plain, field) == value for field, value in values.items()):
            return text
    raise LookupError(rule)


YES, MANY = ("yes", "true"), tuple(map(str, range(3, 17)))
CONTRADICTIONS: tuple[tuple[tuple[str, tuple[str, ...]], tuple[str, tuple[str, ...]], str], ...] = (
    (("peek", YES), ("bank_blackjack", ("takes-all",)),
     "a bank that looks ends the round before a bet is added"),
    (("resplit", ("no", "false")), ("max_hands", (*MANY, "none")),
     "a pair that is split once makes two hands"),
    (("resplit", ("no", "false")), ("resplit_aces", YES), "aces are a pair too"),
    (("max_hands", ("1", "2")), ("resplit_aces", YES), "aces split again make three hands"),
    (("max_hands", ("1",)), ("hit_split_aces", YES), "one hand is never split"),
    (("double_after_split", ("no",)), ("double_aces", YES), "split aces come of a split"),
    (("special", ("no", "false")), ("special_on_split", YES), "there is no such prize"),
)
"""Pairs of options that contradict each other, with the values of each and the reason."""


def parse_terms(options: Mapping[str, str]) -> Terms:
    """The terms that these options describe; `BadRule` for an unknown or impossible one."""
    changes: dict[str, Value] = {}
    for name, text in options.items():
        rule = RULES.get(name)
        if rule is None:
            raise BadRule(phrase("{name} is not a rule of blackjack; known are {rules}, strategy",
                                 name=repr(name), rules=", ".join(RULES)))
        try:
            changes |= rule.read(text)
        except BadRule as error:
            raise BadRule(phrase("{text} is not a value for {name}: allowed is {error}",
                                 text=repr(text), name=key_text(name), error=error)) from None
    for (name_1, values_1), (name_2, values_2), reason in CONTRADICTIONS:
        if options.get(name_1) in values_1 and options.get(name_2) in values_2:
            raise BadRule(
                phrase("{name_1}={options} and {name_2}={options2} contradict each other: {reason}",
                       name_1=name_1, options=options[name_1], name_2=name_2,
                       options2=options[name_2], reason=reason)
            )
    if changes.get("double_split", ()) is None or "double_split" not in changes:
        changes["double_split"] = changes.get("double", ANY)
    terms = msgspec.structs.replace(Terms(), **changes)
    if terms.charlie in (1, 2):
        raise BadRule(phrase("'{charlie}' is not a value for charlie: every hand has two cards; it "
                             "may be 0 (never) or 3 to 10", charlie=terms.charlie))
    if terms.five and terms.charlie and terms.charlie <= 5:
        raise BadRule(phrase("charlie={charlie} leaves nothing for five_cards to pay",
                             charlie=terms.charlie))
    return terms


def describe_terms(terms: Terms) -> dict[str, object]:
    """The terms by name, as they are sent; odds as "3:2"."""
    return {name: str(value) if isinstance(value, Odds) else value
            for name, value in msgspec.structs.asdict(terms).items()}


def price(terms: Terms, strategy: str = "composition") -> ChartAnswer:
    """The odds that a game has for its tables, for any terms."""
    return price_terms(terms, strategy)


def advice(terms: Terms, hand: str, up: str) -> HandAdvice:
    """The value of every act of one hand against the bank's card."""
    from sabot.families.blackjack.pricing.one_hand import advice_under
    return advice_under(terms, hand, up)


SIMULATED_STRATEGIES = ("best", "mimic", *STRATEGIES)
"""The strategies that can be simulated."""


def kernel(terms: Terms, strategy: str = "best", *, seats: int = 1) -> tuple[Kernel, Strategy]:
    """The player of these rules from full shoes, and its strategy: one of `SIMULATED_STRATEGIES`.

    ValueError for the few rules that cannot be simulated.
    """
    from sabot.families.blackjack.kernel import general_rules
    return general_rules.make_player(terms, strategy, seats=seats)


def simpler(terms: Terms) -> tuple[PlayClass, ...]:
    """What simpler strategies cost."""
    from sabot.families.blackjack.pricing.odds import price_classes
    return price_classes(terms)


def waterfall(terms: Terms, strategy: str = "composition") -> tuple[Step, ...]:
    """What each rule of these terms is worth, from the standard game on."""
    from sabot.families.blackjack.pricing import rule_values
    return rule_values.waterfall(terms, strategy=strategy)


def against_published() -> tuple[PublishedFigure, ...]:
    """Published figures next to ours: whether they agree, or why they do not."""
    from sabot.families.blackjack.pricing import published
    return published.rows(parse_terms)
