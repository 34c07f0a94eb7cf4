"""Options that choose another reading of a clause, and tables that follow the letter."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from random import Random
from typing import Any, get_type_hints

import msgspec
import pytest

from sabot import games
from sabot import regulations as law
from sabot.conformance.random_tables import default_table, try_draw
from sabot.pools import Pool
from sabot.procedure.game import Game
from sabot.procedure.readings import (
    NotPriced,
    Readings,
    chosen,
    letter_values,
    option_path,
    readings_of,
)
from sabot.procedure.table import Table

GAMES = pytest.mark.parametrize("game", games.catalogue().values(), ids=lambda game: game.id)
TABLE_KEYS = {field.name for kind in (Table, Pool) for field in msgspec.structs.fields(kind)}
"""The keys of every table file, and those of a pool file."""


def readings_type(game: Game) -> type[Readings] | None:
    """The type of the readings of a game."""
    kind: type[Readings] | None = get_type_hints(game.rules).get("readings")
    return kind


def letter_values_file(game: Game, **more: Any) -> dict[str, Any]:
    """The values of a plain file with ``reading = "letter"``."""
    values = games.head(game, attended=False, shared=True, minimum=1000,
                        times=(game.limit_ratios or (30,))[0])
    return games.with_demonstration(game, values | {"reading": "letter"} | more)


@GAMES
def test_every_option_of_an_interpretation_exists_in_a_game_that_it_concerns(game: Game) -> None:
    for entry in readings_of(game.section):
        if entry.letter is not None:
            assert entry.option, entry.id
        if entry.option and not option_path(game.rules, entry.option) \
                and entry.option not in TABLE_KEYS:
            others = [other for other in games.catalogue().values()
                      if entry in readings_of(other.section)]
            assert any(option_path(other.rules, entry.option) for other in others), entry.id


@GAMES
def test_every_reading_belongs_to_an_interpretation(game: Game) -> None:
    kind = readings_type(game)
    if kind is None:
        pytest.skip("the game has no section of readings")
    named = {entry.option for entry in law.interpretations().values()}
    assert {field.name for field in msgspec.structs.fields(kind)} <= named
    assert {field.name for field in msgspec.structs.fields(kind)} >= kind.UNPRICED


@GAMES
def test_a_table_that_follows_the_letter_is_lawful_without_any_authorisation(game: Game) -> None:
    table = games.read_values(letter_values_file(game))
    if not isinstance(table, Table):
        others = games.read_values(
            {key: value for key, value in letter_values_file(game).items() if key != "reading"})
        assert table == others, "what is wrong has nothing to do with the letter"
        return
    for path, (value, _) in letter_values(game.section, game.rules).items():
        part: Any = table.rules
        for key in path:
            part = getattr(part, key)
        assert part == value, path


@GAMES
def test_the_letter_refuses_an_option_that_contradicts_it(game: Game) -> None:
    for path, (letter, clause) in letter_values(game.section, game.rules).items():
        usual: Any = game.rules()
        for key in path:
            usual = getattr(usual, key)
        contrary: Any = usual
        for key in reversed(path):
            contrary = {key: contrary}
        values = letter_values_file(game)
        values["rules"] = merged(values.get("rules", {}), contrary)
        wrong = games.read_values(values)
        assert isinstance(wrong, list)
        assert any(violation.clause == clause and repr(letter) in violation.allowed
                   for violation in wrong), path


def merged(values: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The values with more values, section by section."""
    result = dict(values)
    for key, value in more.items():
        before = result.get(key, {})
        result[key] = merged(before, value) if isinstance(value, dict) else value
    return result


@GAMES
def test_odds_and_kernel_refuse_readings_that_they_do_not_compute(game: Game) -> None:
    kind = readings_type(game)
    if kind is None or not kind.UNPRICED:
        pytest.skip("every reading of the game is computed")
    found, random = set[str](), Random(1)
    for _ in range(3_000):
        table = try_draw(game, random)
        if table is None or not (names := chosen(table.rules.readings).keys() & kind.UNPRICED):
            continue
        found |= names
        if game.pricing:
            with pytest.raises(NotPriced, match=rf"readings\.({'|'.join(names)})"):
                game.pricing.odds(table)
        if game.simulation:
            with pytest.raises(NotPriced, match=rf"readings\.({'|'.join(names)})"):
                game.simulation.kernel(table)
        if found == kind.UNPRICED:
            break
    assert found == kind.UNPRICED, "a lawful table has each of them"


def test_reading_of_a_file_is_the_letter_or_nothing() -> None:
    cussec = games.game("cussec")
    wrong = games.read_values(letter_values_file(cussec, reading="spirit"))
    assert isinstance(wrong, list)
    assert [(violation.what, violation.found, violation.allowed) for violation in wrong] == [
        ("reading", "'spirit'", '"letter", or no such key')]


@pytest.mark.parametrize("section", ["x", 3, [1]])
def test_readings_that_are_no_section_are_refused_also_with_the_letter(section: object) -> None:
    values = letter_values_file(games.game("american-roulette"))
    wrong = games.read_values(values | {"rules": {"readings": section}})
    assert isinstance(wrong, list)
    assert "rules.readings" in [violation.what for violation in wrong]


def test_values_of_a_reading_are_told_when_the_file_has_another() -> None:
    cussec = games.game("cussec")
    values = letter_values_file(cussec, reading="")
    values["rules"] = {"readings": {"single_pays": "both"}}
    wrong = games.read_values(values)
    assert isinstance(wrong, list)
    assert [violation.allowed for violation in wrong] == ['"its-number" or "any-alike"']


def test_odds_follow_a_reading() -> None:
    cussec = games.game("cussec")
    for reading, edge in (("its-number", "17/216"), ("any-alike", "1/108")):
        table = default_table(cussec, "dice")
        rules = msgspec.convert({"readings": {"single_pays": reading}}, cussec.rules)
        answer = cussec.priced.odds(msgspec.structs.replace(table, rules=rules))
        assert {bet.bet: bet.edge for bet in answer.bets}["single"] == edge


@GAMES
def test_usual_readings_are_never_written_wherever_they_come_from(game: Game) -> None:
    kind = readings_type(game)
    assert kind is not None
    spelled = {name: "".join(list(value)) if isinstance(value, str) else value
               for name, value in ((field.name, field.default)
                                   for field in msgspec.structs.fields(kind))}
    for readings in (kind(), kind(**spelled), pickle.loads(pickle.dumps(kind())),
                     msgspec.json.decode(msgspec.json.encode(spelled), type=kind)):
        assert msgspec.to_builtins(readings) == {} and readings == kind()
