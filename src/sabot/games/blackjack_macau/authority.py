"""Article 21: which options of a table need the regulator's authorisation, and how early."""

from __future__ import annotations

from calendar import monthrange, weekday
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sabot import deprecated
from sabot.procedure.table import Authorisation, Table, Violation
from sabot.regulations import IR, Section, figure
from sabot.words import either, joined, phrase

L = Section("mo-57-2009/black-jack")

WORKING_DAYS = figure(3, L["21.1"], L["21.3"])
SATURDAY = 5


def _always(rules: Mapping[str, Any]) -> bool:
    """Always."""
    return True


def _second_white_card(rules: Mapping[str, Any]) -> bool:
    """Whether a second white card is in the cards: in a shoe with more than one pack."""
    return bool(rules["device"] == "shoe" and rules["packs"] != 1)


def _no_other_double(rules: Mapping[str, Any]) -> bool:
    """Whether doubling on eleven is not already included in doubling on any total."""
    return rules["double_any"] is False


class Choice(NamedTuple):
    """An option that the text leaves to the house without a value (IR 83).

    ``clause``: where the text leaves it open. ``allowed``: the values a file may have. ``line``: an
    example line of a file. ``leave``: what the authorisation must name; by value where the value
    decides, and a value that is not listed needs none. ``arises``: whether rules with these values
    must set it.
    """

    clause: str
    allowed: str
    line: str
    leave: str | dict[object, str]
    arises: Callable[[Mapping[str, Any]], bool] = _always


CHOICES = {
    "packs": Choice(L["1.2"], "1 to 8", "packs = 6", "1.2"),
    "device": Choice(L["1.3"], '"shoe", "box" or "shuffler"', 'device = "shoe"',
                     {"shoe": "1.3", "box": "1.3", "shuffler": "1.4"}),
    "warning_card": Choice(L["2.1.1-2"], "30 or more", "warning_card = 52", "2.1.1",
                           _second_white_card),
    "burn_per_pack": Choice(L["4.1"], "true (4.1.1) or false (4.1.2)", "burn_per_pack = false",
                            {True: "4.1.1", False: "4.1.2"}),
    "procedure": Choice(L["5.2"], "1, 2 or 3", "procedure = 2",
                        {1: "5.2.1", 2: "5.2.2", 3: "5.2.3"}),
    "insurance_full": Choice(L["12.1-2"], "true (half to the whole bet) or false (half)",
                             "insurance_full = false", "12.1"),
    "any_pair": Choice(L["13"], "true or false", "any_pair = false", "13.1"),
    "sevens": Choice(L["13"], "true or false", "sevens = false", "13.2"),
    "over_under": Choice(L["13"], "true or false", "over_under = false", "13.3"),
    "resplit": Choice(L["16.5"], "true or false", "resplit = true", "16.5"),
    "double_any": Choice(L["17.1"], "true or false", "double_any = true", {True: "17.1.1"}),
    "double_split": Choice(L["17.1"], "true or false", "double_split = true", {True: "17.1.2"}),
    "double_eleven": Choice(L["17.1"], "true or false", "double_eleven = true", {True: "17.1.3"},
                            _no_other_double),
    "decides": Choice(L["20.1"], '"seated", "nearest" or "highest"', 'decides = "seated"',
                      {"seated": "20.1.1", "nearest": "20.1.2", "highest": "20.1.3"}),
}

# Where the text has a value: the paragraph that an authorisation of another value must name
# (IR 83); where the value decides, by value (None: all others).
ARTICLES: dict[str, str | dict[object, str]] = {
    "places_per_player": "3.2", "shuffle_each_hand": "2.2.2", "burn_each": "4.2",
    "first_exposed_valid": "5.1.1",
    "face_down": "5.2.3.(5)", "table_maximum": "5.2.3.(8)", "hit_soft_17": "6.1",
    "unseen_kept": "6.1",
    "eleven_protected": "10.7", "one_side_bet": "13", "pair_pays_once": "13.1",
    "thirteen_ace": "13.3",
    "max_hands": {4: "5.2.3.(7)", None: "16.1"}, "split_by": "16.1", "resplit_aces": "16.3",
}
OPT_IN = figure(
    {"perfect_pair": "14.4", "perfect_pair_all": "14.4", "winning_streak": "14.5"}, L["21.3"])
OPT_OUT = figure({"special_prizes": "15", "surrender": "18"}, L["21.2"])


def missing_choices(rules_in_file: Mapping[str, Any], rules: Mapping[str, Any]) -> list[Violation]:
    """The options that a file must set and does not: ``rules_in_file`` are its rules, ``rules`` the
    same with defaults added. Each violation has its clause and the lines that would set it."""
    return [
        Violation(
            choice.clause,
            f"rules.{name}",
            "nothing",
            phrase("{allowed}: the text names no value, so the house must choose one (a line such "
                   "as {line}) and needs an authorisation: an entry of [[authorisations]] for "
                   "article {article} ({clause})", allowed=choice.allowed, line=choice.line,
                   article=_paragraphs(choice.leave), clause=IR[83]),
        )
        for name, choice in CHOICES.items()
        if name not in rules_in_file and choice.arises(rules)
    ]


def _paragraphs(leave: str | dict[object, str]) -> str:
    """The paragraphs that an authorisation may name."""
    if isinstance(leave, str):
        return leave
    *others, last = dict.fromkeys(leave.values())
    return either((joined(others), last)) if others else last


def approved_choices(rules: Mapping[str, Any]) -> dict[str, object]:
    """The open options of a table, which need an authorisation whatever their value."""
    return {name: rules[name] for name, choice in CHOICES.items() if choice.arises(rules)
            and (isinstance(choice.leave, str) or rules[name] in choice.leave)}


@lru_cache(maxsize=1024)
def working_days(first: str, last: str, holidays: tuple[str, ...] = ()) -> int:
    """The days from Monday to Friday without holidays, after the first day and before the last (ISO
    dates)."""
    year, month, day = (int(part) for part in first.split("-"))
    count = 0
    today = first
    while today < last:
        day += 1
        if day > monthrange(year, month)[1]:
            day, month = 1, month + 1
            if month > 12:
                month, year = 1, year + 1
        today = f"{year:04}-{month:02}-{day:02}"
        count += (weekday(year, month, day) < SATURDAY and today not in holidays
                  and today < last)
    return count


def is_day(text: str) -> bool:
    """Whether this is a calendar day in ISO form."""
    year, month, day = text[:4], text[5:7], text[8:]
    if text != f"{year}-{month}-{day}" or not (year + month + day).isdecimal() or len(text) != 10:
        return False
    return (text.isascii() and year > "0000" and "01" <= month <= "12"
            and 1 <= int(day) <= monthrange(int(year), int(month))[1])


@cache
def covering_articles(article: str) -> frozenset[str]:
    """The articles whose authorisation covers this one: 17 covers 17.1.1, 5.2.3 its (5)."""
    parts = article.split(".")
    return frozenset(".".join(parts[:n]) for n in range(1, len(parts) + 1))


def article_of(name: str, value: object) -> tuple[str, str]:
    """The paragraph of article 21 that requires an authorisation, and what it must name."""
    if name in OPT_IN:
        return L["21.3"], OPT_IN[name]
    if name in OPT_OUT:
        return L["21.2"], OPT_OUT[name]
    where = CHOICES[name].leave if name in CHOICES else ARTICLES[name]
    return L["21.1"], where if isinstance(where, str) else where.get(value) or where[None]


def check_authorisations(table: Table, adopted: dict[str, object],
                         holidays: tuple[str, ...] = ()) -> list[Violation]:
    """The options that are not authorised in time.

    ``adopted``: the options that the text leaves open, rules that differ from the text, and the
    places that a player may have where these are fewer than all (3.2, IR 106).
    """
    violations: list[Violation] = []
    for name, value in adopted.items():
        law, article = article_of(name, value)
        options = covering_articles(article)
        requested = [a for a in table.authorisations if a.option in options]
        if not requested:
            field = f"rules.{name}" if hasattr(table.rules, name) else name
            violations.append(Violation(law, field, phrase("{value} without authorisation",
                                                           value=repr(value)),
                                        phrase("an entry of [[authorisations]] for article "
                                               "{article}", article=article)))
        elif all(_is_late(a, name, holidays) for a in requested):
            violations.append(_late_violation(requested[0], law, name))
    return list(dict.fromkeys(violations))


def _is_late(leave: Authorisation, name: str, holidays: tuple[str, ...]) -> bool:
    """Whether an authorisation was requested less than three working days before its day; to leave
    out 15 or 18 it must only be requested before that day."""
    if name in OPT_OUT:
        return leave.requested > leave.effective
    return working_days(leave.requested, leave.effective, holidays) < WORKING_DAYS


def _late_violation(leave: Authorisation, law: str, name: str) -> Violation:
    """The violation of an authorisation with unlawful days."""
    allowed = "an effective day that is not before the day of the request" \
        if name in OPT_OUT else phrase(
            "{days} whole working days between the two ({clause})", days=WORKING_DAYS,
            clause=IR[83])
    return Violation(law, f"authorisations, option {leave.option}",
                     phrase("requested {requested}, effective {effective}",
                            requested=leave.requested, effective=leave.effective), allowed)


deprecated.install(__name__)
