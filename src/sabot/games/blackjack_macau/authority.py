"""Article 21: which choices of a table the regulator must have authorised, and how long before."""

from __future__ import annotations

from calendar import monthrange, weekday

from sabot.law import IR, Section
from sabot.procedure.table import Authorisation, Table, Violation

L = Section("mo-57-2009/black-jack")

WORKING_DAYS = 3   # 21.1, 21.3
SATURDAY = 5

# The article under which each choice falls, where it is not what the plain text does (IR 83).
ARTICLES = {
    "packs": "1.2", "device": "1.3", "warning_card": "2.1.1", "shuffle_each_hand": "2.2.2",
    "burn_per_pack": "4.1.1", "burn_each": "4.2", "first_exposed_valid": "5.1.1",
    "procedure": "5.2", "face_down": "5.2.3", "table_maximum": "5.2.3", "hit_soft_17": "6.1",
    "unseen_kept": "6.1",
    "eleven_protected": "10.7", "insurance_full": "12.1", "any_pair": "13.1", "sevens": "13.2",
    "over_under": "13.3", "one_side_bet": "13", "pair_pays_once": "13.1", "thirteen_ace": "13.3",
    "max_hands": "16.1", "split_by": "16.1", "resplit": "16.5", "resplit_aces": "16.3",
    "double_any": "17.1", "double_split": "17.1", "double_eleven": "17.1", "decides": "20.1",
    "bettors_per_place": "20.1",
}
OPT_IN = {"perfect_pair": "14.4", "perfect_pair_all": "14.4", "winning_streak": "14.5"}  # 21.3
OPT_OUT = {"special_prizes": "15", "surrender": "18"}                                     # 21.2


def working_days(first: str, last: str, holidays: tuple[str, ...] = ()) -> int:
    """Monday to Friday, holidays left out, after the first day and before the last (ISO dates)."""
    year, month, day = (int(part) for part in first.split("-"))
    found = 0
    while f"{year:04}-{month:02}-{day:02}" < last:
        day += 1
        if day > monthrange(year, month)[1]:
            day, month = 1, month + 1
            if month > 12:
                month, year = 1, year + 1
        today = f"{year:04}-{month:02}-{day:02}"
        if today < last and weekday(year, month, day) < SATURDAY and today not in holidays:
            found += 1
    return found


def covers(option: str, article: str) -> bool:
    """Whether an authorisation of this option is one of the article: 17 covers 17.1.1."""
    return option == article or article.startswith(f"{option}.") or option.startswith(f"{article}.")


def judge(table: Table, chosen: dict[str, object],
          holidays: tuple[str, ...] = ()) -> list[Violation]:
    """What is not authorised in time. ``chosen`` are the rules that differ from the plain text."""
    found: list[Violation] = []
    for name, value in chosen.items():
        if name in OPT_IN:
            law, article = L["21.3"], OPT_IN[name]
        elif name in OPT_OUT:
            law, article = L["21.2"], OPT_OUT[name]
        else:
            law, article = L["21.1"], ARTICLES[name]
        given = [a for a in table.authorisations if covers(a.option, article)]
        if not given:
            found.append(Violation(law, f"rules.{name}", f"{value!r} without authorisation",
                                   f"an entry of [[authorisations]] for article {article}"))
        elif name not in OPT_OUT:
            found += [late for a in given if (late := _late(a, law, holidays)) is not None]
    return list(dict.fromkeys(found))


def _late(given: Authorisation, law: str, holidays: tuple[str, ...]) -> Violation | None:
    """An authorisation that was asked for less than three working days before its day."""
    days = working_days(given.requested, given.effective, holidays)
    if days >= WORKING_DAYS and given.requested < given.effective:
        return None
    return Violation(law, f"authorisations, option {given.option}",
                     f"requested {given.requested}, effective {given.effective}",
                     f"three working days between the two ({IR[83]})")
