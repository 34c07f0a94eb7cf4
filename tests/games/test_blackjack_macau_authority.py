"""Blackjack of Macau, article 21: what a house must have leave for, and since when."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.games import game, plain, read_table, read_values, with_demonstration
from sabot.games.blackjack_macau.authority import (
    ARTICLES,
    CHOICES,
    OPT_IN,
    OPT_OUT,
    working_days,
)
from sabot.games.blackjack_macau.rules import DEMONSTRATION, FREE, Rules
from sabot.house.catalogue.lobby import describe_table
from sabot.procedure.table import Authorisation, Table, Violation, parse_values

GAME = game("blackjack-macau")
# Each option of the listed articles away from the text, and the paragraph that holds it.
OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"shuffle_each_hand": True}, "2.2.2"),
    ({"burn_each": "start"}, "4.2"), ({"first_exposed_valid": True}, "5.1.1"),
    ({"hit_soft_17": False}, "6.1"), ({"eleven_protected": True}, "10.7"),
    ({"one_side_bet": False}, "13"), ({"max_hands": 6}, "16.1"), ({"split_by": "value"}, "16.1"),
    ({"resplit_aces": False}, "16.3"),
]
# Readings of the additional bets, whose paragraphs a table has leave for already.
READINGS: list[tuple[dict[str, Any], str]] = [
    ({"pair_pays_once": True}, "13.1"), ({"thirteen_ace": "any"}, "13.3")]
# What the text leaves open: every value, and the paragraph that its leave must name.
OPEN: list[tuple[dict[str, Any], str]] = [
    ({"packs": 6}, "1.2"), ({"packs": 8}, "1.2"), ({"device": "shoe"}, "1.3"),
    ({"device": "shuffler"}, "1.4"), ({"device": "box", "packs": 1, "procedure": 1}, "1.3"),
    ({"warning_card": 30}, "2.1.1"), ({"warning_card": 60}, "2.1.1"),
    ({"burn_per_pack": False}, "4.1.2"), ({"burn_per_pack": True}, "4.1.1"),
    ({"procedure": 1}, "5.2.1"), ({"procedure": 2}, "5.2.2"), ({"procedure": 3}, "5.2.3"),
    ({"insurance_full": False}, "12.1"), ({"insurance_full": True}, "12.1"),
    ({"any_pair": False}, "13.1"), ({"any_pair": True}, "13.1"),
    ({"sevens": False}, "13.2"), ({"sevens": True}, "13.2"),
    ({"over_under": False}, "13.3"), ({"over_under": True}, "13.3"),
    ({"resplit": True}, "16.5"), ({"resplit": False}, "16.5"),
    ({"double_any": True}, "17.1.1"), ({"double_split": True}, "17.1.2"),
    ({"double_eleven": True, "double_any": False}, "17.1.3"),
    ({"decides": "seated"}, "20.1.1"), ({"decides": "nearest"}, "20.1.2"),
    ({"decides": "highest"}, "20.1.3"),
]
WIDE = ("1", "2.1.1", "4.1", "5.2", "12.1", "13.1", "13.2", "13.3", "16.5", "17.1", "20.1")
"""Leave for every choice that the text leaves open, and for nothing else."""


def law(*rows: str) -> Any:
    """The mark of these rows of the regulation; ``ir/4`` stays as it is."""
    return pytest.mark.law(*(row if row.startswith("ir/") else f"{GAME.section}/{row}"
                             for row in rows))


def leave(option: str, requested: str = "2026-01-05", effective: str = "2026-02-05"
          ) -> Authorisation:
    """Leave of the regulator for an option; given in good time by default."""
    return Authorisation(option=option, by="DICJ", reference="1", requested=requested,
                         effective=effective)


def breaks(*authorisations: Authorisation, each: int = 6, wide: tuple[str, ...] = WIDE, **rules: Any
           ) -> list[Violation]:
    """What is unlawful in a table with these choices and these authorisations beside the ``wide``
    ones; ``each`` of its six places one player may have."""
    return GAME.violations(Table(
        game=GAME.id, name="test", rules=Rules(**rules), places=6, places_per_player=each,
        minimum=500, maximum=50_000, authorisations=(*map(leave, wide), *authorisations)))


def clauses(found: list[Violation]) -> list[str]:
    return [one.clause.removeprefix(f"{GAME.section}/") for one in found]


@law("21.1", "ir/83", "ir/68", "ir/77")
def test_what_the_text_gives_needs_no_leave_and_what_departs_from_it_does() -> None:
    """One additional bet (13), aces split again (16.3), soft 17 (6.1)... are the text."""
    assert breaks() == []
    for rules, paragraph in OPTIONS:
        found = breaks(**rules)
        assert clauses(found) == ["21.1"], rules
        assert found[0].what == f"rules.{next(iter(rules))}"
        assert found[0].allowed == f"an entry of [[authorisations]] for article {paragraph}"
        assert breaks(leave(paragraph), **rules) == [], rules
        assert breaks(leave(paragraph.partition(".")[0]), **rules) == [], "the article holds it"
    for rules, paragraph in READINGS:
        without = tuple(option for option in WIDE if option != paragraph)
        assert f"rules.{next(iter(rules))}" in {v.what for v in breaks(wide=without, **rules)}
        assert breaks(**rules) == []


@law("21.1", "ir/83")
def test_what_the_text_leaves_open_needs_leave_whatever_it_is() -> None:
    for rules, paragraph in OPEN:
        without = tuple(option for option in WIDE if not paragraph.startswith(option))
        others = tuple(leave(other) for _, other in OPEN if other != paragraph)
        found = breaks(*others, wide=without, **rules)
        assert [(clauses([one]), one.what) for one in found] == [
            (["21.1"], f"rules.{next(iter(rules))}")], rules
        assert found[0].allowed == f"an entry of [[authorisations]] for article {paragraph}"
        assert breaks(leave(paragraph), *others, wide=without, **rules) == [], rules
    # A variant of the double that is not adopted needs none, and no white card is without a shoe.
    assert breaks(double_split=False, double_eleven=False) == []
    without = tuple(option for option in WIDE if option != "2.1.1")
    assert breaks(wide=without, device="shuffler") == breaks(wide=without, packs=1) == []


FILE = """game = "blackjack-macau"
name = "x"
places = 6
minimum = 100
maximum = 1000
"""
FIRST = tuple(name for name in CHOICES if name != "double_eleven")


@law("1.2", "1.3", "2.1.1-2", "4.1", "5.2", "12.1-2", "13", "16.5", "17.1", "20.1", "21.1", "ir/83")
def test_a_file_makes_every_choice_that_the_text_leaves_open() -> None:
    """A file of an earlier release without choices: each gets its clause, a line, the leave."""
    bare = read_table(FILE)
    assert isinstance(bare, list)
    assert [one.what for one in bare] == [f"rules.{name}" for name in FIRST]
    assert clauses(bare) == ["1.2", "1.3", "2.1.1-2", "4.1", "5.2", "12.1-2", "13", "13", "13",
                             "16.5", "17.1", "17.1", "20.1"]
    for one, name in zip(bare, FIRST, strict=True):
        assert one.found == "nothing" and CHOICES[name].line in one.allowed
        assert "[[authorisations]] for article" in one.allowed
    # What it says already is judged beside that.
    some = read_table(FILE + "[rules]\nprocedure = 1\nhit_soft_17 = false\n")
    assert isinstance(some, list)
    assert {one.what for one in some if one.found != "nothing"} == {
        "rules.procedure", "rules.hit_soft_17"}
    assert {one.what for one in some if one.found == "nothing"} == {
        f"rules.{name}" for name in FIRST if name != "procedure"}
    # Without a double on any total it must say whether eleven may be doubled.
    rules = {**DEMONSTRATION["rules"], "double_any": False}
    del rules["double_eleven"]
    less = read_values({**parse_values(FILE), **DEMONSTRATION, "rules": rules})
    assert isinstance(less, list) and [one.what for one in less] == ["rules.double_eleven"]
    # One pack has no second white card.
    single = {k: v for k, v in DEMONSTRATION["rules"].items() if k != "warning_card"} | {"packs": 1}
    assert isinstance(read_values({**parse_values(FILE), **DEMONSTRATION, "rules": single}), Table)


@law("13", "16.3", "ir/68", "ir/77")
def test_the_letter_of_13_and_16_is_what_a_lawful_file_has_without_saying() -> None:
    table = read_values({**parse_values(FILE), **DEMONSTRATION})
    assert isinstance(table, Table)
    assert table.rules.one_side_bet and table.rules.resplit_aces
    table_law = GAME.book.table_law(table)
    assert table_law.one_side and table_law.resplit_aces
    rules = {**DEMONSTRATION["rules"], "one_side_bet": True, "resplit_aces": True}
    assert isinstance(read_values({**parse_values(FILE), **DEMONSTRATION, "rules": rules}), Table)
    for name, article in (("one_side_bet", "13"), ("resplit_aces", "16.3")):
        other = read_values({**parse_values(FILE), **DEMONSTRATION, "rules": rules | {name: False}})
        assert isinstance(other, list)
        assert [(one.what, one.allowed.split()[-1]) for one in other] == [
            (f"rules.{name}", article)]


# -- a demonstration -------------------------------------------------------------------------------


@law("21.1", "ir/83")
def test_leave_of_a_demonstration_is_for_no_money() -> None:
    table = read_values({**parse_values(FILE), **DEMONSTRATION})
    assert isinstance(table, Table) and table.demo
    assert table.demonstrated == tuple(
        one["option"] for one in DEMONSTRATION["authorisations"])
    money = read_values({**parse_values(FILE), **DEMONSTRATION, "demo": False})
    assert isinstance(money, list) and {*clauses(money)} == {"21.1"}
    assert [one.what for one in money] == [
        f"authorisations[{n}].demonstration" for n in range(1, len(table.demonstrated) + 1)]
    own = [{**one, "demonstration": False} for one in DEMONSTRATION["authorisations"]]
    real = read_values(
        {**parse_values(FILE), **DEMONSTRATION, "authorisations": own, "demo": False}
    )
    assert isinstance(real, Table) and not real.demonstrated
    # The table's page says so too.
    assert describe_table("x", table, GAME).demonstrated == list(table.demonstrated)
    assert describe_table("x", real, GAME).demonstrated == []


def test_a_table_without_a_file_is_a_demonstration_and_says_so(tmp_path: Path) -> None:
    found = plain(GAME, 500)
    assert isinstance(found, Table) and len(found.demonstrated) == 13
    unlawful = plain(GAME, 500, {"rules": {"procedure": 1}})
    assert isinstance(unlawful, list) and [one.what for one in unlawful] == ["rules.procedure"]
    assert isinstance(plain(GAME, 500, {"rules": {"procedure": 1}}, leave=True), Table)
    assert with_demonstration(game("blackjack-2007"), {"minimum": 5}) == {"minimum": 5}
    run = CliRunner().invoke
    result = run(main, ["play", GAME.id, "--lang", "pt"], input="q\n")
    assert "nenhuma autoridade deu a autorização pedida para 1.2" in " ".join(result.output.split())
    file = tmp_path / "mesa.toml"
    own = resources.files("sabot.games.blackjack_macau").joinpath("demonstration.toml")
    file.write_text(FILE + own.read_text("utf-8"))
    checked = run(main, ["check", str(file)])
    assert checked.exit_code == 0 and "no authority has authorised 1.2, 1.3" in " ".join(
        checked.output.split())
    file.write_text(file.read_text().replace("demonstration = true\n", ""))
    assert "no authority" not in run(main, ["check", str(file)]).output


@law("21.1", "ir/106")
def test_fewer_places_for_a_player_need_leave() -> None:
    """A player may bet on every place (3.3); article 3 has an option that restricts them."""
    assert breaks(each=6) == []
    for each in (1, 5):
        [found] = breaks(each=each)
        assert (clauses([found]), found.what) == (["21.1"], "places_per_player")
        assert found.allowed == "an entry of [[authorisations]] for article 3.2"
        assert breaks(leave("3.2"), each=each) == breaks(leave("3"), each=each) == []
        assert clauses(breaks(leave("3.1"), each=each)) == ["21.1"]
        assert clauses(breaks(leave("3.2", "2026-03-02", "2026-03-05"), each=each)) == ["21.1"]


@law("21.1", "ir/106")
@pytest.mark.parametrize("places", [6, 7, 9])
def test_a_file_that_says_nothing_gives_a_player_all_places(places: int) -> None:
    values = with_demonstration(GAME, {"game": GAME.id, "name": "T", "minimum": 5, "maximum": 500,
                                 "places": places})
    table = read_values(values)
    assert isinstance(table, Table) and table.places_per_player == places
    unlawful = read_values(values | {"places_per_player": places - 1})
    assert isinstance(unlawful, list) and clauses(unlawful) == ["21.1"]


@law("21.1")
def test_leave_for_one_option_is_none_for_another() -> None:
    but = {article: tuple(option for option in WIDE if not option.startswith(article))
           for article in ("17", "5", "20")}
    for other in ("16", "17.1.2", "17.1.3", "1", "7", "17.1.1.1"):
        found = breaks(leave(other), wide=but["17"], double_split=False)
        assert clauses(found) == ["21.1"], other
    assert breaks(leave("17.1"), wide=but["17"], double_any=False, double_eleven=True) == []
    assert clauses(breaks(leave("5.2.1"), wide=but["5"], procedure=3)) == ["21.1"]
    assert clauses(breaks(leave("20.1.2"), wide=but["20"], decides="highest")) == ["21.1"]


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
    found = breaks(leave("6.1", requested, effective), hit_soft_17=False)
    assert clauses(found) == ([] if lawful else ["21.1"])
    if found:
        assert "3 whole working days" in found[0].allowed


@law("21.1", "ir/83")
def test_holidays_are_no_working_days() -> None:
    days = {"holidays": ("2026-03-04",), "hit_soft_17": False}
    assert clauses(breaks(leave("6.1", "2026-03-02", "2026-03-06"), **days)) == ["21.1"]
    assert breaks(leave("6.1", "2026-03-02", "2026-03-09"), **days) == []
    assert clauses(breaks(holidays=("4.3.2026",))) == ["ir/83"]
    assert working_days("2024-02-28", "2024-03-02") == 2, "a leap year has its 29th of February"


@law("21.1")
def test_of_two_authorisations_one_in_time_is_enough() -> None:
    late, good = leave("6.1", "2026-03-02", "2026-03-03"), leave("6")
    assert breaks(late, good, hit_soft_17=False) == []


@law("21.2")
def test_articles_15_and_18_may_be_left_out_with_leave() -> None:
    """No term of three days is written here: the leave must only come first."""
    for name, article in (("special_prizes", "15"), ("surrender", "18")):
        assert clauses(breaks(**{name: False})) == ["21.2"]
        assert clauses(breaks(leave("17"), **{name: False})) == ["21.2"]
        assert breaks(leave(article, "2026-03-02", "2026-03-03"), **{name: False}) == []
        assert clauses(breaks(leave(article, "2026-03-03", "2026-03-02"),
                              **{name: False})) == ["21.2"]


@law("21.3")
def test_perfect_pair_and_winning_streak_are_offered_with_leave_only() -> None:
    for name, paragraph in (("perfect_pair", "14.4"), ("winning_streak", "14.5")):
        assert clauses(breaks(**{name: True})) == ["21.3"]
        assert clauses(breaks(leave("13.4"), leave("13.5"), **{name: True})) == ["21.3"]
        assert breaks(leave(paragraph), **{name: True}) == []
        assert breaks(leave(paragraph, "2026-03-02", "2026-03-06"), **{name: True}) == []
        assert clauses(breaks(leave(paragraph, "2026-03-02", "2026-03-05"),
                              **{name: True})) == ["21.3"], "three working days here too"
    assert clauses(breaks(perfect_pair_all=True)) == ["21.3"]


@law("20.1.2")
def test_the_director_of_the_room_lowers_the_number_of_bettors() -> None:
    """That is the player's right and no option of article 21; the second procedure alone has it."""
    for number in (1, 2, 3):
        assert breaks(leave("20"), decides="nearest", bettors_per_place=number) == []
    for number in (0, 4):
        assert clauses(breaks(leave("20"), decides="nearest",
                              bettors_per_place=number)) == ["20.1.2"]
    assert clauses(breaks(bettors_per_place=2)) == ["20.1.2"]


@law("16.1", "ir/76")
def test_four_hands_or_more() -> None:
    for most, lawful in ((3, False), (4, True), (5, True), (16, True), (17, False)):
        assert clauses(breaks(leave("16"), max_hands=most)) == ([] if lawful else ["16.1"])


@law("ir/85")
def test_the_greatest_additional_bet() -> None:
    assert breaks(side_maximum=1) == [] and breaks(side_maximum=100) == []
    assert clauses(breaks(side_maximum=0)) == clauses(breaks(side_maximum=101)) == ["ir/85"]


@law("21.1")
def test_a_table_file() -> None:
    text = """game = "blackjack-macau"
name = "Lisboa 1"
minimum = 5
maximum = 500
places = 6
{}"""
    rules = {**DEMONSTRATION["rules"], "double_any": False, "double_eleven": True}
    own = [one for one in DEMONSTRATION["authorisations"] if one["option"][:2] != "17"]

    def read(entry: str) -> Table | list[Violation]:
        values = parse_values(text.format(entry))
        authorisations = [*own, *values.get("authorisations", [])]
        return read_values({**values, "rules": rules, "authorisations": authorisations})

    entry = """[[authorisations]]
option = "17.1"
by = "DICJ"
reference = "12/2026"
requested = 2026-03-02
effective = 2026-03-{}
"""
    unlawful = read("")
    assert isinstance(unlawful, list) and clauses(unlawful) == ["21.1", "21.1"]
    late = read(entry.format("05"))
    assert isinstance(late, list) and clauses(late) == ["21.1"]
    assert isinstance(read(entry.format("06")), Table)


def test_every_choice_has_its_paragraph() -> None:
    assert {*CHOICES, *ARTICLES, *OPT_IN, *OPT_OUT, *FREE} == {
        *Rules.__struct_fields__, "places_per_player"}
    assert not {*CHOICES} & {*ARTICLES}
    named = {name for rules, _ in OPTIONS + READINGS for name in rules}
    assert named | {"face_down", "table_maximum", "unseen_kept", "places_per_player"} == set(
        ARTICLES)
    assert {name for rules, _ in OPEN for name in rules} == set(CHOICES)
    assert {*DEMONSTRATION["rules"]} == {*CHOICES}
    assert {*DEMONSTRATION["authorisations"][0]} == {*Authorisation.__struct_fields__}
