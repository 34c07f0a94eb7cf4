"""The law on a day: rows in force for a time, amending acts, and what changed by them."""

from __future__ import annotations

from typing import Any

import pytest

from sabot import regulations as law
from sabot.certify import law_diff, law_impact
from sabot.certify.law_diff import WrongState, read_state
from sabot.games import read_values
from sabot.procedure.table import Table
from sabot.regulations import dated, figure_on
from sabot.regulations.dated import WrongAct, compare, read_act, state

HEAD = 'document = "pt-217-2007"\ntitle = "Draft"\nsince = 2027-02-01\n'
MAXIMUM = """
[[change]]
row = "blackjack/37"
does = "replace"
text = { en = "The maximum bet is at most 50 times the minimum.", pt = "Até 50 vezes o mínimo." }
"""
PRIZE = """
[[change]]
row = "cussec/8.i"
does = "add"
after = "cussec/8.h"
kind = "payout"
text = { en = "Two triples in a row pay 500 times the bet." }
"""
REPEAL = '[[change]]\nrow = "cussec/9"\ndoes = "repeal"\n'


# -- states ----------------------------------------------------------------------------------------


def test_a_regulation_has_no_rows_before_it_enters_into_force_nor_after_it_was_replaced() -> None:
    assert not state("pt-1364-2001", "2001-12-06").rows
    on_its_first_day = state("pt-1364-2001", "2001-12-07")
    assert on_its_first_day.id == "pt-1364-2001@2001-12-07" and len(on_its_first_day.rows) == 135
    assert not state("pt-1364-2001", "2007-03-01").rows


def test_rows_of_an_order_that_was_revoked_are_in_force_until_then() -> None:
    row = law.row("mo-fantan/fantan/178-89.6")
    assert (row.since, row.until) == ("1989", "2004-05-18")
    assert row.id not in state("mo-fantan", "2020-01-01").rows
    assert "mo-fantan/fantan/58-2004.1" in state("mo-fantan", "2020-01-01").rows


def test_an_act_replaces_adds_and_repeals_rows_from_its_day_on() -> None:
    act = read_act(HEAD + MAXIMUM + PRIZE + REPEAL)
    before = state("pt-217-2007", "2027-01-31", [act])
    assert before.amended == "" and before.id == "pt-217-2007@2007-03-01"
    after = state("pt-217-2007", "2027-02-01", [act])
    assert after.amended == "2027-02-01" and after.id == "pt-217-2007@2027-02-01"
    maximum = after.rows["pt-217-2007/blackjack/37"]
    assert (maximum.act, maximum.since) == ("Draft", "2027-02-01")
    assert maximum.wording("pt").text == "Até 50 vezes o mínimo."
    assert maximum.wording("zh").text == "The maximum bet is at most 50 times the minimum."
    ids = list(after.rows)
    assert ids.index("pt-217-2007/cussec/8.i") == ids.index("pt-217-2007/cussec/8.h") + 1
    assert after.rows["pt-217-2007/cussec/8.i"].row.game == "cussec"
    assert "pt-217-2007/cussec/9" not in after.rows and "pt-217-2007/cussec/9" in before.rows


@pytest.mark.parametrize(("text", "fault"), [
    ("document = ", "the file is not TOML"),
    ('document = "pt-1"\ntitle = "x"\nsince = 2027-01-01\nchange = []', "document: found 'pt-1'"),
    (HEAD, "missing required field `change`"),
    (HEAD.replace("2027", "2006") + REPEAL, "since: found 2006-02-01; allowed: a day after 2007"),
    (HEAD + REPEAL.replace("cussec/9", "cussec/99"), "change[1].row: found 'cussec/99'"),
    (HEAD + REPEAL + 'text = { en = "x" }', "change[1].text: found words"),
    (HEAD + PRIZE.replace("payout", "gift"), "change[1].kind: found 'gift'"),
    (HEAD + PRIZE.replace('after = "cussec/8.h"', ""), "change[1].after: found ''"),
    (HEAD + PRIZE.replace("cussec/8.h", "craps/1"), "allowed: a row of pt-217-2007/cussec"),
    (HEAD + PRIZE.replace("cussec/8.i", "cussec/8.g"), "which the regulation has"),
    (HEAD + MAXIMUM.replace("en =", "fr ="), "found no English text"),
])
def test_what_is_wrong_in_an_act_is_said_with_what_is_allowed(text: str, fault: str) -> None:
    with pytest.raises(WrongAct) as error:
        read_act(text)
    assert fault in str(error.value)


def test_a_figure_has_the_value_of_the_day() -> None:
    values = {"": 30, "2027-02-01": 50, "2030-01-01": 20}
    clause = "pt-217-2007/blackjack/37"
    assert [figure_on(day, values, clause) for day in ("", "2027-02-01", "2031-05-05")] \
        == [30, 50, 20]


# -- what changed ----------------------------------------------------------------------------------


def blackjack_rows(document: str) -> list[dated.DatedRow]:
    """The rows of the blackjack of a regulation."""
    return [one for one in state(document).rows.values() if one.row.section.endswith("/blackjack")]


def test_the_blackjacks_of_2001_and_2007_differ_in_the_rules_that_the_texts_changed() -> None:
    found = compare(blackjack_rows("pt-1364-2001"), blackjack_rows("pt-217-2007"))
    assert {(change.does, change.rule) for change in found.changes} == {
        ("replace", "13"), ("replace", "17"), ("replace", "37"), ("replace", "43"),
        ("replace", "59"), ("replace", "60"), ("repeal", "60"),
        *(("repeal", f"43.{letter}") for letter in "abcde")}
    [moved] = [change for change in found.changes if change.was]
    assert (moved.rule, moved.was) == ("60", "61")


def test_every_changed_rule_says_what_it_is_worth_in_the_odds() -> None:
    found = law_diff.diff(read_state("pt-217-2007/blackjack"),
                          read_state("mo-57-2009/black-jack"))
    points = {point.title: point for rule in found.rules for point in rule.points}
    assert points["maximum"].bets == (), "limits change no edge"
    priced = {bet.bet for point in points.values() for bet in point.bets}
    assert "main" in priced
    [games] = found.games
    assert (games.before, games.after) == ("blackjack-2007", "blackjack-macau")
    assert all(bet.before is not None for bet in games.bets if bet.bet == "main")


def test_no_odds_are_computed_by_a_draft(tmp_path: Any) -> None:
    file = tmp_path / "draft.toml"
    file.write_text(HEAD + MAXIMUM, "utf-8")
    found = law_diff.diff(read_state("pt-217-2007"), read_state(str(file)), "pt")
    [rule] = found.rules
    assert rule.after[0].text == "Até 50 vezes o mínimo." and rule.after[0].act == "Draft"
    assert found.games == ()


@pytest.mark.parametrize(("word", "allowed"), [
    ("pt-999", "allowed: mo-22-96-M"), ("pt-217-2007/chess", "allowed: pt-217-2007/roleta"),
    ("pt-1364-2001@2010-01-01", "is not in force on 2010-01-01; it is from 2001-12-07 to 2005")])
def test_a_word_that_names_no_state_is_answered_with_those_that_there_are(
    word: str, allowed: str
) -> None:
    with pytest.raises(WrongState, match=r"^(there is no|Portaria)") as error:
        read_state(word)
    assert allowed in str(error.value)


# -- what a draft touches --------------------------------------------------------------------------


def test_an_impact_names_code_tests_rounds_tables_and_odds() -> None:
    act = read_act(HEAD + MAXIMUM + PRIZE)
    values = {"game": "blackjack-2007", "name": "Mesa", "minimum": 10, "maximum": 300}
    table = read_values(values)
    assert isinstance(table, Table)
    found = law_impact.impact(act, [law_impact.OpenTable("mesa.toml", table)])
    maximum, prize = found.rows
    assert maximum.before == law.row(maximum.id).text and maximum.after.endswith("minimum.")
    assert {place.module for place in maximum.code} == {"sabot.games.blackjack_2007.rules"}
    assert maximum.tests and maximum.interpretations == ("ir/51",) and not maximum.odds
    assert prize.before == "" and prize.odds and prize.rounds
    assert found.games == ("blackjack-2007", "cussec") and found.odds == ("cussec",)
    assert [(one.file, one.game) for one in found.tables] == [("mesa.toml", "blackjack-2007")]
