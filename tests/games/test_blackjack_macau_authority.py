"""Blackjack of Macau, article 21: what a house must have leave for, and since when."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.games import game, read_table
from sabot.games.blackjack_macau.authority import ARTICLES, OPT_IN, OPT_OUT, working_days
from sabot.games.blackjack_macau.rules import FREE, Rules
from sabot.procedure.table import Authorisation, Table, Violation

GAME = game("blackjack-macau")
# Each option of the listed articles away from the plain text, and the paragraph that holds it.
OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"packs": 8}, "1.2"), ({"device": "shuffler"}, "1.4"), ({"warning_card": 60}, "2.1.1"),
    ({"shuffle_each_hand": True}, "2.2.2"), ({"burn_per_pack": True}, "4.1.1"),
    ({"burn_each": "start"}, "4.2"), ({"first_exposed_valid": True}, "5.1.1"),
    ({"procedure": 1}, "5.2.1"), ({"procedure": 3}, "5.2.3"), ({"hit_soft_17": False}, "6.1"),
    ({"eleven_protected": True}, "10.7"), ({"insurance_full": True}, "12.1"),
    ({"any_pair": True}, "13.1"), ({"sevens": True}, "13.2"), ({"over_under": True}, "13.3"),
    ({"one_side_bet": True}, "13"), ({"pair_pays_once": True}, "13.1"),
    ({"thirteen_ace": "any"}, "13.3"), ({"max_hands": 6}, "16.1"), ({"split_by": "value"}, "16.1"),
    ({"resplit": False}, "16.5"), ({"resplit_aces": True}, "16.3"),
    ({"double_any": False}, "17.1.1"),
    ({"double_split": False}, "17.1.2"), ({"double_eleven": True}, "17.1.3"),
    ({"decides": "nearest"}, "20.1.2"), ({"decides": "highest"}, "20.1.3"),
]


def law(*rows: str) -> Any:
    """The mark of these rows of the regulation; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(row if row.startswith("ir/") else f"{GAME.section}/{row}"
                             for row in rows))


def leave(option: str, requested: str = "2026-01-05", effective: str = "2026-02-05"
          ) -> Authorisation:
    """Leave of the regulator for an option; in good time where nothing else is said."""
    return Authorisation(option=option, by="DICJ", reference="1", requested=requested,
                         effective=effective)


def broken(*given: Authorisation, each: int = 6, **rules: Any) -> list[Violation]:
    """What is unlawful in a table with these choices and these authorisations; ``each`` of its six
    places one player may have."""
    return GAME.violations(Table(
        game=GAME.id, name="test", rules=Rules(**rules), places=6, places_per_player=each,
        minimum=500, maximum=50_000, authorisations=given))


def clauses(found: list[Violation]) -> list[str]:
    return [one.clause.removeprefix(f"{GAME.section}/") for one in found]


@law("21.1", "ir/83")
def test_the_plain_text_needs_no_leave_and_every_option_does() -> None:
    assert broken() == []
    for rules, paragraph in OPTIONS:
        found = broken(**rules)
        assert clauses(found) == ["21.1"], rules
        assert found[0].what == f"rules.{next(iter(rules))}"
        assert found[0].allowed == f"an entry of [[authorisations]] for article {paragraph}"
        assert broken(leave(paragraph), **rules) == [], rules
        assert broken(leave(paragraph.partition(".")[0]), **rules) == [], "the article holds it"


@law("21.1", "ir/106")
def test_fewer_places_for_a_player_need_leave() -> None:
    """A player may bet on every place (3.3); to restrict him is an option of article 3."""
    assert broken(each=6) == []
    for each in (1, 5):
        [found] = broken(each=each)
        assert (clauses([found]), found.what) == (["21.1"], "places_per_player")
        assert found.allowed == "an entry of [[authorisations]] for article 3.2"
        assert broken(leave("3.2"), each=each) == broken(leave("3"), each=each) == []
        assert clauses(broken(leave("3.1"), each=each)) == ["21.1"]
        assert clauses(broken(leave("3.2", "2026-03-02", "2026-03-05"), each=each)) == ["21.1"]


@law("21.1", "ir/106")
@pytest.mark.parametrize("places", [6, 7, 9])
def test_a_file_that_says_nothing_gives_a_player_all_places(places: int) -> None:
    text = f'game = "{GAME.id}"\nname = "T"\nminimum = 5\nmaximum = 500\nplaces = {places}\n'
    table = read_table(text)
    assert isinstance(table, Table) and table.places_per_player == places
    unlawful = read_table(f"{text}places_per_player = {places - 1}\n")
    assert isinstance(unlawful, list) and clauses(unlawful) == ["21.1"]


@law("21.1")
def test_leave_for_one_option_is_none_for_another() -> None:
    for other in ("16", "17.1.2", "17.1.3", "1", "7", "17.1.1.1"):
        assert clauses(broken(leave(other), double_any=False)) == ["21.1"], other
    assert broken(leave("17.1"), double_any=False, double_eleven=True) == []
    assert clauses(broken(leave("5.2.1"), procedure=3)) == ["21.1"]
    assert clauses(broken(leave("20.1.2"), decides="highest")) == ["21.1"]


@law("21.1", "ir/83")
@pytest.mark.parametrize(("requested", "effective", "lawful"), [
    ("2026-03-02", "2026-03-05", False),   # Monday; Tuesday and Wednesday lie between
    ("2026-03-02", "2026-03-06", True),    # Monday; three working days, then Friday
    ("2026-03-05", "2026-03-10", False),   # Thursday; Friday and Monday lie between
    ("2026-03-05", "2026-03-11", True),
    ("2026-03-06", "2026-03-11", False),   # a Friday: the week's end counts for nothing
    ("2026-12-30", "2027-01-05", True),    # over the turn of a year
    ("2026-03-06", "2026-03-02", False),   # asked for afterwards
])
def test_three_working_days(requested: str, effective: str, lawful: bool) -> None:
    found = broken(leave("6.1", requested, effective), hit_soft_17=False)
    assert clauses(found) == ([] if lawful else ["21.1"])
    if found:
        assert "3 whole working days" in found[0].allowed


@law("21.1", "ir/83")
def test_holidays_are_no_working_days() -> None:
    days = {"holidays": ("2026-03-04",), "hit_soft_17": False}
    assert clauses(broken(leave("6.1", "2026-03-02", "2026-03-06"), **days)) == ["21.1"]
    assert broken(leave("6.1", "2026-03-02", "2026-03-09"), **days) == []
    assert clauses(broken(holidays=("4.3.2026",))) == ["ir/83"]
    assert working_days("2024-02-28", "2024-03-02") == 2, "a leap year has its 29th of February"


@law("21.1")
def test_of_two_authorisations_one_in_time_is_enough() -> None:
    late, good = leave("6.1", "2026-03-02", "2026-03-03"), leave("6")
    assert broken(late, good, hit_soft_17=False) == []


@law("21.2")
def test_articles_15_and_18_may_be_left_out_with_leave() -> None:
    """No term of three days is written here: the leave must only come first."""
    for name, article in (("special_prizes", "15"), ("surrender", "18")):
        assert clauses(broken(**{name: False})) == ["21.2"]
        assert clauses(broken(leave("17"), **{name: False})) == ["21.2"]
        assert broken(leave(article, "2026-03-02", "2026-03-03"), **{name: False}) == []
        assert clauses(broken(leave(article, "2026-03-03", "2026-03-02"),
                              **{name: False})) == ["21.2"]


@law("21.3")
def test_perfect_pair_and_winning_streak_are_offered_with_leave_only() -> None:
    for name, paragraph in (("perfect_pair", "14.4"), ("winning_streak", "14.5")):
        assert clauses(broken(**{name: True})) == ["21.3"]
        assert clauses(broken(leave("13.4"), leave("13.5"), **{name: True})) == ["21.3"]
        assert broken(leave(paragraph), **{name: True}) == []
        assert broken(leave(paragraph, "2026-03-02", "2026-03-06"), **{name: True}) == []
        assert clauses(broken(leave(paragraph, "2026-03-02", "2026-03-05"),
                              **{name: True})) == ["21.3"], "three working days here too"
    assert clauses(broken(perfect_pair_all=True)) == ["21.3"]


@law("20.1.2")
def test_the_director_of_the_room_lowers_the_number_of_bettors() -> None:
    """That is his right and no option of article 21; it is one of the second procedure only."""
    for number in (1, 2, 3):
        assert broken(leave("20"), decides="nearest", bettors_per_place=number) == []
    for number in (0, 4):
        assert clauses(broken(leave("20"), decides="nearest",
                              bettors_per_place=number)) == ["20.1.2"]
    assert clauses(broken(bettors_per_place=2)) == ["20.1.2"]


@law("16.1", "ir/76")
def test_four_hands_or_more() -> None:
    for most, lawful in ((3, False), (4, True), (5, True), (16, True), (17, False)):
        assert clauses(broken(leave("16"), max_hands=most)) == ([] if lawful else ["16.1"])


@law("ir/85")
def test_the_greatest_additional_bet() -> None:
    assert broken(side_maximum=1) == [] and broken(side_maximum=100) == []
    assert clauses(broken(side_maximum=0)) == clauses(broken(side_maximum=101)) == ["ir/85"]


@law("21.1")
def test_a_table_file() -> None:
    text = """game = "blackjack-macau"
name = "Lisboa 1"
minimum = 5
maximum = 500
places = 6
[rules]
double_any = false
double_eleven = true
{}"""
    entry = """[[authorisations]]
option = "17.1"
by = "DICJ"
reference = "12/2026"
requested = 2026-03-02
effective = 2026-03-{}
"""
    unlawful = read_table(text.format(""))
    assert isinstance(unlawful, list) and clauses(unlawful) == ["21.1", "21.1"]
    late = read_table(text.format(entry.format("05")))
    assert isinstance(late, list) and clauses(late) == ["21.1"]
    assert isinstance(read_table(text.format(entry.format("06"))), Table)


def test_every_choice_has_its_paragraph() -> None:
    assert {*ARTICLES, *OPT_IN, *OPT_OUT, *FREE} == {
        *Rules.__struct_fields__, "places_per_player"}
    named = {name for rules, _ in OPTIONS for name in rules}
    assert named | {"face_down", "table_maximum", "unseen_kept", "places_per_player"} == set(
        ARTICLES)
