"""``sabot games`` and ``sabot check``: the catalogue, and what is unlawful in a table file."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from _pytest.mark import ParameterSet
from click.testing import CliRunner, Result

from sabot import regulations as law
from sabot.cli import main
from sabot.cli.games import in_words
from sabot.procedure.game import Period
from sabot.procedure.table import Money, Table, parse

TABLES = Path(__file__).parents[2] / "src/sabot/house/tables"
ONLINE = "pt-805-2015/blackjack-online"
LAWFUL = 'game = "blackjack-online"\nname = "T"\nminimum = 5\nmaximum = 500\n'


def sabot(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def check(path: Path, text: str) -> list[dict[str, str]]:
    """The violations of a table file with this text; its exit status must agree."""
    path.write_text(text)
    result = sabot("check", str(path), "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == (0 if answer["lawful"] else 1)
    assert answer["lawful"] == (not answer["violations"])
    found: list[dict[str, str]] = answer["violations"]
    return found


def test_the_catalogue() -> None:
    result = sabot("games")
    assert result.exit_code == 0 and "blackjack-online" in result.stdout
    listed = {entry["game"]: entry for entry in json.loads(sabot("games", "--json").stdout)}
    assert listed["blackjack-online"]["section"] == ONLINE
    assert set(listed["blackjack-online"]["names"]) >= {"pt", "en"}
    assert listed["blackjack-online"]["in_force"] == {
        "since": "2015-11-26", "until": "", "act": "Regulamento 805/2015", "historical": False,
        "note": {
            "pt": "o dia da publicação; as suas regras não dizem em que dia entram em vigor",
            "en": "the day of its publication; its rules name no day of entry into force",
            "zh": "即公布之日；規則未訂明生效日期"}}
    assert "in force since 2015-11-26" in result.stdout


def test_the_catalogue_in_three_languages() -> None:
    """Every game has its Portuguese name, the name of its law, and that of the reader."""
    texts = {lang: sabot("games", "--lang", lang).stdout for lang in ("pt", "en", "zh")}
    assert "Roleta americana / 美式輪盤" in texts["zh"] and "自2007-03-01起生效" in texts["zh"]
    assert "歷史規章：2001-12-07起生效，至2005止" in texts["zh"]
    assert "Roleta americana\n" in texts["pt"] and "em vigor desde 2007-03-01" in texts["pt"]
    assert "Roleta americana / American roulette" in texts["en"]
    for lang, note in (("pt", "primeiro dia do mês seguinte"), ("en", "first day of the month"),
                       ("zh", "（即公布後翌月首日）")):
        assert note in texts[lang]


def test_a_regulation_that_was_replaced_is_historical() -> None:
    acts = law.DOCUMENTS
    assert (acts["pt-1364-2001"].published, acts["pt-1364-2001"].since) == (
        "2001-12-06", "2001-12-07")
    assert acts["pt-217-2007"].since == "2007-03-01" and not acts["pt-217-2007"].until
    assert in_words(Period("2001-12-07", "2005", note={"en": "then another"})) == (
        "historical: in force from 2001-12-07 until 2005 (then another)")


@pytest.mark.parametrize("path", sorted(TABLES.glob("*.toml")), ids=lambda p: p.name)
def test_the_example_tables_are_lawful(path: Path) -> None:
    result = sabot("check", str(path))
    assert result.exit_code == 0, result.output
    assert "lawful" in result.stdout


def breaks(clause: str, what: str, text: str) -> ParameterSet:
    """A table file that is unlawful in one point, under one clause."""
    return pytest.param(text, clause, what, marks=pytest.mark.law(clause), id=f"{clause} {what}")


@pytest.mark.parametrize(("text", "clause", "what"), [
    breaks(f"{ONLINE}/4.b", "rules.packs", LAWFUL + "[rules]\npacks = 5\n"),
    breaks(f"{ONLINE}/11", "maximum", LAWFUL.replace("500", "501")),
    breaks(f"{ONLINE}/4.a", "places", LAWFUL + "places = 8\n"),
    breaks(f"{ONLINE}/4.a", "places", LAWFUL + "places = 0\n"),
    breaks(f"{ONLINE}/7", "places_per_player", LAWFUL + "places_per_player = 8\n"),
    breaks(f"{ONLINE}/16.c", "rules.max_splits", LAWFUL + "[rules]\nmax_splits = -1\n"),
    breaks(f"{ONLINE}/16.a", "rules.double_any_after_split",
           LAWFUL + "[rules]\ndouble_any_after_split = true\n"),
    breaks(f"{ONLINE}/9", "maximum", LAWFUL.replace("maximum = 500", "maximum = 4")),
    breaks("ir/8", "unit", LAWFUL + 'unit = "0.01"\n'),
    breaks("ir/17", "rules.warning_card", LAWFUL + "[rules]\nwarning_card = 1\n"),
])
def test_each_unlawful_point_names_its_clause(
        tmp_path: Path, text: str, clause: str, what: str) -> None:
    violations = check(tmp_path / "t.toml", text)
    assert (clause, what) in [(v["clause"], v["what"]) for v in violations]


def test_all_points_at_once_and_with_the_rule_that_each_breaks(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(LAWFUL.replace("500", "900") + "places = 9\n[rules]\npacks = 3\n")
    result = sabot("check", str(path))
    assert result.exit_code == 1
    for part in ("3 points", "4, 6 or 8", "four, six or eight packs", "1 to 7",
                 "at most 100 times the minimum: 500.00 €", f"({ONLINE}/11)"):
        assert part in result.stdout


@pytest.mark.parametrize(("text", "what", "allowed"), [
    (LAWFUL + "colour = 3\n", "colour", "game, name"),
    (LAWFUL + "plases = 3\n", "plases", "places?"),
    (LAWFUL + "[rules]\npack = 6\n", "rules.pack", "packs?"),
    (LAWFUL + 'places = "seven"\n', "places", "a whole number"),
    (LAWFUL + "[rules]\ninsurance = 1\n", "rules.insurance", "true or false"),
    (LAWFUL + "unit = 2.5\n", "unit", "a whole sum"),
    (LAWFUL + 'kind = "solo"\n', "kind", '"multi", "individual" or "private"'),
    (LAWFUL + "[clocks]\nbetting = 0\n", "clocks.betting", "1 to 900"),
    (LAWFUL.replace("blackjack-online", "blackjak-online"), "game", "blackjack-online"),
    ('name = "T"\n', "game", "text"),
])
def test_a_file_in_a_wrong_form_is_answered_key_by_key(
        tmp_path: Path, text: str, what: str, allowed: str) -> None:
    found = {v["what"]: v["allowed"] for v in check(tmp_path / "t.toml", text)}
    assert allowed in found[what]


class Pool(msgspec.Struct, frozen=True, kw_only=True):
    """A section within the rules of a game."""

    stake: Money
    percent: int = 5


class Options(msgspec.Struct, frozen=True, kw_only=True):
    packs: int = 6
    jackpot: Pool | None = None
    prizes: tuple[Pool, ...] = ()
    pays: tuple[int, ...] = ()


WHOLE = """
game = "any"
name = "T"
minimum = 5
maximum = 500
attended = true

[[authorisations]]
option = "17.1.1"
by = "DICJ"
reference = "12/2026"
requested = 2026-11-02
effective = 2026-11-09

[rules]
packs = 4
pays = [2, 3]

[rules.jackpot]
stake = "2.50"

[[rules.prizes]]
stake = 1
percent = 7
"""


def options(text: str) -> Table | dict[str, str]:
    """The table in a text, or what is wrong with it: each key with what is allowed."""
    found = parse(text, lambda _: Options)
    return found if isinstance(found, Table) else {v.what: v.allowed for v in found}


def test_a_file_with_authorisations_and_sections_within_the_rules() -> None:
    table = options(WHOLE)
    assert isinstance(table, Table) and table.attended
    [granted] = table.authorisations
    assert (granted.option, granted.requested, granted.effective) == (
        "17.1.1", "2026-11-02", "2026-11-09")
    assert table.rules == Options(packs=4, jackpot=Pool(stake=250), pays=(2, 3),
                                  prizes=(Pool(stake=100, percent=7),))
    assert isinstance(hash(table), int)
    plain = msgspec.convert(msgspec.to_builtins(table), Table)
    assert plain.authorisations == table.authorisations
    assert msgspec.convert(plain.rules, Options) == table.rules


@pytest.mark.parametrize(("was", "now", "what", "allowed"), [
    ("2026-11-09", '"2026-11-09"', "authorisations[1].effective", "without quotes"),
    ("2026-11-09", "2026-11-09T10:00:00", "authorisations[1].effective", "a day such as"),
    ('by = "DICJ"', "", "authorisations[1].by", "text"),
    ('by = "DICJ"', 'by = " "', "authorisations[1].by", "text"),
    ('by = "DICJ"', "bye = 1", "authorisations[1].bye", "by?"),
    ("[[authorisations]]", "[authorisations]", "authorisations", "a list of sections"),
    ("[[authorisations]]", "authorisations = [3]\n[rules.more]", "authorisations[1]", "option"),
    ('"2.50"', "2.5", "rules.jackpot.stake", "a whole sum"),
    ('stake = "2.50"', "", "rules.jackpot.stake", "a whole sum"),
    ("[rules.jackpot]", "[rules.jackpott]", "rules.jackpott", "jackpot?"),
    ("percent = 7", 'percent = "7"', "rules.prizes[1].percent", "a whole number"),
    ("pays = [2, 3]", 'pays = [2, "3"]', "rules.pays[2]", "a whole number"),
    ("pays = [2, 3]", "pays = 2", "rules.pays", "a list, each of it a whole number"),
    ("attended = true", "attended = 1", "attended", "true or false"),
    ("attended = true", "clocks = 3", "clocks", "a section"),
])
def test_what_is_wrong_within_a_section_is_named_by_its_place(
        was: str, now: str, what: str, allowed: str) -> None:
    found = options(WHOLE.replace(was, now))
    assert isinstance(found, dict) and allowed in found[what], found


def test_a_table_on_a_day(tmp_path: Path) -> None:
    """Its authorisations must be effective; a note says whether its regulation is in force."""
    path = tmp_path / "t.toml"
    path.write_text(LAWFUL + WHOLE[WHOLE.index("[[auth"):WHOLE.index("[rules]")])
    assert sabot("check", str(path)).exit_code == 0
    late = sabot("check", str(path), "--on", "2026-11-08")
    assert late.exit_code == 1
    assert "not lawful on 2026-11-08, 1 point" in late.stdout
    assert ("authorisations[1].effective: found 2026-11-09; allowed: 2026-11-08 or a day before"
            in late.stdout)
    result = sabot("check", str(path), "--on", "2026-11-09")
    assert result.exit_code == 0 and "lawful on 2026-11-09" in result.stdout
    assert "in force" not in result.stdout
    answer = json.loads(sabot("check", str(path), "--on", "2014-01-01", "--json").stdout)
    assert (answer["lawful"], answer["on"], answer["in_force"]) == (False, "2014-01-01", False)
    path.write_text(LAWFUL)
    early = sabot("check", str(path), "--on", "2014-01-01")
    assert early.exit_code == 0
    assert "Regulamento 805/2015 is not in force on 2014-01-01" in early.stdout
    assert sabot("check", str(path), "--on", "tomorrow").exit_code == 2
    assert Period("2001-12-07", "2005").on("2004-12-31")
    assert not Period("2001-12-07", "2005").on("2007-03-01")


@pytest.mark.parametrize("make", [
    lambda p: None, lambda p: p.mkdir(), lambda p: p.write_bytes(b"\xff\xfe\x00"),
    lambda p: p.write_text("= = ="), lambda p: p.write_text("[" * 5000),
    lambda p: p.write_text("effective = 2009-13-45")])
def test_a_file_that_cannot_be_read_is_wrong_use(tmp_path: Path, make: object) -> None:
    path = tmp_path / "t.toml"
    make(path)  # type: ignore[operator]
    result = sabot("check", str(path))
    assert result.exit_code == 2
    assert str(path) in result.stderr and "Traceback" not in result.stderr


def test_a_key_in_the_wrong_section_says_where_it_stands(tmp_path: Path) -> None:
    """A key of any section at the top of the file, one of the file in a section, and so on."""
    path = tmp_path / "t.toml"
    path.write_text('game = "blackjack-online"\nname = "x"\nminimum = 5\nmaximum = 100\n'
                    'packs = 6\nbetting = 3\nreference = "a"\npask = 4\n[table]\nplaces = 3\n'
                    '[rules]\nunit = 5\ndecision = 3\nwarning_card = 104\n[clocks]\npacks = 4\n')
    text = sabot("check", str(path)).stdout
    for key, where in (("packs", "under [rules]"), ("betting", "under [clocks]"),
                       ("reference", "under [[authorisations]]"), ("pask", "places?"),
                       ("clocks.packs", "under [rules]"), ("rules.unit", "above all sections"),
                       ("rules.decision", "under [clocks]")):
        assert f"  {key}: found an unknown key; allowed: {where}\n" in text, text
    assert "  table: found an unknown section; allowed: no section" in text
    path.write_text('game = "machines"\nname = "x"\nminimum = "0.05"\nmaximum = 10\n'
                    'window = [3, 3, 3]\n[rules]\nstart = 5\n[rules.reels]\ncoins = ["0.05"]\n')
    text = sabot("check", str(path)).stdout
    for key, where in (("window", "[rules.reels]"), ("rules.start", "[rules.jackpot]"),
                       ("rules.reels.coins", "[rules]")):
        assert f"  {key}: found an unknown key; allowed: under {where}\n" in text, text


@pytest.mark.parametrize("words", [
    ("simulate", "blackjack"), ("simulate", "blackjack-online"), ("simulate", "cussec"),
    ("odds", "blackjack"), ("odds", "craps"), ("play", "fantan"), ("check", "FILE")])
def test_the_options_are_listed_wherever_they_can_be_set(
        tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "t.toml").write_text(LAWFUL)
    result = sabot(*(str(tmp_path / "t.toml") if word == "FILE" else word for word in words),
                   "--set", "help")
    assert result.exit_code == 0 and "their defaults" in result.stdout.replace("\n", " "), \
        result.output
