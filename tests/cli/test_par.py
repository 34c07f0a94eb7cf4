"""``sabot par``: the sheet of a machine for a reader, for programs and on paper."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, ["par", *words])


def test_a_machine_of_lines_is_told_part_by_part() -> None:
    result = ask("costa")
    assert result.exit_code == 0, result.stderr
    assert "93.2442 %" in result.stdout and "83 347 680" in result.stdout
    assert "free games" in result.stdout and "5 × lighthouse" in result.stdout
    assert "at least 80 % (pt-217-2007/maquinas-automaticas/2)" in " ".join(result.stdout.split())


def test_where_the_player_chooses_the_best_choice_is_told() -> None:
    result = ask("azulejo")
    assert "step 3: stop with 5 bets or more" in result.stdout
    assert "the best cards held" in ask("cinco", "--coins", "1").stdout


def test_for_programs_figures_are_fractions() -> None:
    answer = json.loads(ask("costa", "--lines", "1", "--json").stdout)
    assert answer["bet"] == 1 and answer["kind"] == "lines"
    parts = sum(Fraction(part["returned"]) for part in answer["parts"].values())
    assert parts == Fraction(answer["returned"])
    assert sum(Fraction(chance) for chance in answer["wins"].values()) == 1
    assert [one["bet"] for one in answer["every_bet"]] == [1, 5, 10, 20]
    assert sum(Fraction(band["chance"]) for band in answer["bands"]) == 1


def test_a_machine_s_table_is_told_with_its_bets_and_its_jackpot(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("""game = "machines"
name = "one"
minimum = "0.10"
maximum = "1.00"
[rules]
model = "azulejo"
coins = ["0.10", "0.25"]
[rules.jackpot]
share = "1 %"
symbol = "tile"
count = 3
""")
    answer = json.loads(ask(str(file), "--json").stdout)
    assert answer["coins"] == {"10": [[1, 1, 10], [1, 2, 20], [1, 3, 30]],
                               "25": [[1, 1, 25], [1, 2, 50], [1, 3, 75]]}
    (one,) = answer["every_bet"]
    assert Fraction(one["whole"]) == Fraction(one["returned"]) + Fraction(1, 100)
    assert answer["readings"]["base"] == {
        "least": answer["returned"], "least_float": answer["returned_float"], "lawful": True}
    assert answer["readings"]["whole"]["least"] == one["whole"]
    simple = {name: Fraction(play["returned"]) for name, play in one["simple"].items()}
    assert simple["stop"] < simple["climb"] < Fraction(one["returned"])
    text = " ".join(ask(str(file)).stdout.split())
    assert "to jackpots 1.0000 %" in text and "0.25 1 3 0.75" in text
    assert "90.5126 % or more: at least 80 % with what goes to jackpots" in text
    assert "79.3703 % 83.2981 %" in text


@pytest.mark.law("pt-217-2007/maquinas-automaticas/2", "pt-217-2007/maquinas-automaticas/3")
def test_a_jackpot_alone_makes_no_machine_lawful(tmp_path: Path) -> None:
    """A machine that returns 79 per cent without its jackpot and 80 with it, in both readings."""
    file = tmp_path / "table.toml"
    file.write_text("""game = "machines"
name = "short"
minimum = 1
maximum = 1
[rules]
coins = [1]
[rules.reels]
name = "short"
version = "1"
reels = ["A B"]
weights = [[79, 21]]
window = [1]
lines = [[1]]
pays = { A = { 1 = 1 } }
symbols = { B = {} }
[rules.jackpot]
share = "1/100"
symbol = "A"
count = 1
""")
    text = " ".join(ask(str(file)).stdout.split())
    assert "79.0000 % or more: LESS THAN 80 % by its plan of prizes alone" in text
    assert "80.0000 % or more: at least 80 % with what goes to jackpots" in text
    assert "the first decides (IR 313)" in text


def test_a_model_may_be_an_object_of_json(tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    file.write_text(json.dumps({"name": "j", "version": "1", "reels": ["A B"], "window": [1],
                                "lines": [[1]], "pays": {"A": {"1": 1}, "B": {"1": 1}}}))
    assert json.loads(ask(str(file), "--json").stdout)["returned"] == "1"
    file.write_text("{\"name\": ")
    assert "an object of JSON" in ask(str(file)).stderr


def test_a_table_of_another_game_is_no_machine(tmp_path: Path) -> None:
    file = tmp_path / "t.toml"
    file.write_text('game = "craps"\nname = "c"\nminimum = 5\nmaximum = 100\n')
    assert "which is not a machine" in ask(str(file)).stderr
    file.write_text('game = "machines"\nname = "c"\nminimum = 5\nmaximum = 100\n'
                    '[rules]\nmodel = "none"\n')
    result = ask(str(file))
    assert result.exit_code != 0 and "rules.model" in result.stderr and "azulejo" in result.stderr


def test_the_spread_of_many_games_is_told() -> None:
    answer = json.loads(ask("costa", "--json").stdout)
    spread = answer["volatility"]
    assert spread["index"] == pytest.approx(1.644854 * answer["deviation"], rel=1e-6)
    widths = [one["high"] - one["low"] for one in spread["intervals"]]
    assert [one["games"] for one in spread["intervals"]] == [10**3, 10**4, 10**5, 10**6]
    assert widths == pytest.approx([2 * spread["index"] / 10 ** (n / 2) for n in (3, 4, 5, 6)])
    assert "by the normal law" in ask("costa").stdout


@pytest.mark.parametrize("name", ["sheet.svg", "sheet.png", "sheet.pdf", "sheet.html"])
def test_a_sheet_is_written(tmp_path: Path, name: str) -> None:
    result = ask("azulejo", "--out", str(tmp_path / name))
    assert result.exit_code == 0, result.stderr
    data = (tmp_path / name).read_bytes()
    assert data[:5] in (b"<?xml", b"\x89PNG\r", b"%PDF-", b"<!doc") and len(data) > 4000
    if name.endswith("html"):
        page = data.decode()
        assert "89.5126 %" in page and "26536/29645" in page and "reel 3" in page


def test_a_page_shows_what_a_file_says_and_runs_none_of_it(tmp_path: Path) -> None:
    file = tmp_path / "m.toml"
    file.write_text('name = "<script>"\nversion = "1"\nreels = ["A B"]\nwindow = [1]\n'
                    'lines = [[1]]\npays = { A = { 1 = 2 }, B = { 1 = 1 } }\n')
    assert ask(str(file), "--out", str(tmp_path / "m.html")).exit_code == 0
    page = (tmp_path / "m.html").read_text("utf-8")
    assert "<script>" not in page and "&lt;script&gt;" in page


def test_less_than_eighty_per_cent_is_said(tmp_path: Path) -> None:
    file = tmp_path / "m.toml"
    file.write_text('name = "low"\nversion = "1"\nreels = ["A B B B"]\nwindow = [1]\n'
                    'lines = [[1]]\npays = { A = { 1 = 3 }, B = { 2 = 1 } }\n')
    result = ask(str(file))
    assert result.exit_code != 0 and "pays.B.2" in result.stderr
    file.write_text('name = "low"\nversion = "1"\nreels = ["A B B B"]\nwindow = [1]\n'
                    'lines = [[1]]\npays = { A = { 1 = 3 } }\nsymbols = { B = {} }\n')
    text = " ".join(ask(str(file)).stdout.split())
    assert "every bet returns 75.0000 % or more: LESS THAN 80 %" in text


@pytest.mark.parametrize("words, expected", [
    (("nothing",), "neither a file nor a model; the models are azulejo, cinco, costa, vindima"),
    (("costa", "--lines", "21"), "allowed: 1 to 20"),
    (("cinco", "--coins", "6"), "allowed: [1, 2, 3, 4, 5]"),
    (("azulejo", "--out", "sheet.doc"), "allowed: .svg, .png, .pdf, .html"),
    (("azulejo", "--out", "/nowhere/sheet.svg"), "cannot be written"),
    (("costa", "--lines", "0"), "0"),
])
def test_wrong_words_are_answered(words: tuple[str, ...], expected: str) -> None:
    result = ask(*words)
    assert result.exit_code != 0 and expected in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"name = ", b"x" * (1 << 20 + 1)])
def test_a_file_that_is_no_model_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "m.toml").write_bytes(data)
    result = ask(str(tmp_path / "m.toml"))
    assert result.exit_code != 0 and result.stderr and "Traceback" not in result.stderr


JACKPOT = """game = "machines"
name = "one"
minimum = "0.05"
maximum = "10.00"
[rules]
model = "{model}"
coins = ["0.05", "0.10"]
[rules.jackpot]
start = "1000.00"
share = "1/50"
symbol = "{symbol}"
count = {count}
least = "{least}"
"""


def at_table(tmp_path: Path, *words: str, **of: object) -> Result:
    file = tmp_path / "table.toml"
    file.write_text(JACKPOT.format(**{"model": "costa", "symbol": "compass", "count": 5,
                                      "least": "0.00", **of}))
    return ask(str(file), *words)


@pytest.mark.law("pt-217-2007/maquinas-automaticas/3")
def test_a_jackpot_counts_for_the_bets_that_can_win_it_and_for_no_other(tmp_path: Path) -> None:
    """One line and five never cost the 5.00 that the jackpot asks for, ten and twenty may."""
    answer = json.loads(at_table(tmp_path, "--json", least="5.00").stdout)
    plain, share = Fraction(answer["returned"]), Fraction(1, 50)
    assert [(one["bet"], one["won_by"], one["won_from"], Fraction(one["whole"]) - plain)
            for one in answer["every_bet"]] == [
        (1, "none", None, 0), (5, "none", None, 0), (10, "some", 500, share),
        (20, "some", 500, share)]
    assert answer["readings"]["won_by"] == "some"
    assert answer["readings"]["whole"]["least"] == answer["readings"]["base"]["least"]
    text = " ".join(at_table(tmp_path, "--lines", "1", least="5.00").stdout.split())
    assert "to jackpots 2.0000 %, which this bet can never win" in text
    assert "1 93.2442 % 93.2442 %" in text and "20 93.2442 % 95.2442 % from 5.00 on" in text
    assert "0.10 10 5 5.00 yes" in text and "0.10 5 5 2.50 no" in text
    assert ("93.2442 % or more: at least 80 % with what goes to jackpots where the bet can win "
            "them") in text
    text = " ".join(at_table(tmp_path, least="5.00").stdout.split())
    assert "to jackpots 2.0000 %, which bets of 5.00 or more can win" in text
    every = json.loads(at_table(tmp_path, "--json").stdout)
    assert {one["won_by"] for one in every["every_bet"]} == {"all"}
    assert Fraction(every["readings"]["whole"]["least"]) == plain + share


def test_a_jackpot_that_no_bet_can_win_counts_for_none(tmp_path: Path) -> None:
    """The pay table pays the symbol for three and four; five are more than it knows, so that the
    jackpot that asks for them never falls."""
    file = tmp_path / "table.toml"
    file.write_text("""game = "machines"
name = "never"
minimum = 2
maximum = 2
[rules]
coins = [2]
[rules.reels]
name = "never"
version = "1"
reels = ["A B", "A B", "A B"]
window = [1, 1, 1]
lines = [[1, 1, 1]]
pays = { A = { 1 = 1, 2 = 2 }, B = { 1 = 1 } }
[rules.jackpot]
share = "1/100"
symbol = "A"
count = 3
""")
    answer = json.loads(ask(str(file), "--json").stdout)
    (one,) = answer["every_bet"]
    assert (one["won_by"], one["won_from"], one["whole"]) == ("none", None, answer["returned"])
    assert "goes to jackpots, which no bet can win" in " ".join(ask(str(file)).stdout.split())
    page = tmp_path / "sheet.html"
    assert ask(str(file), "--out", str(page)).exit_code == 0
    assert "which this bet can never win" in page.read_text()
    assert ask(str(file), "--out", str(tmp_path / "sheet.svg")).exit_code == 0
    file.write_text(file.read_text().replace("count = 3", "count = 2"))
    assert json.loads(ask(str(file), "--json").stdout)["readings"]["won_by"] == "all"


def test_a_jackpot_of_cards_counts_by_the_coins_of_a_game(tmp_path: Path) -> None:
    answer = json.loads(at_table(tmp_path, "--json", model="cinco", symbol="royal", count=0,
                                 least="0.25").stdout)
    assert [(one["bet"], one["won_by"], one["won_from"]) for one in answer["every_bet"]] == [
        (1, "none", None), (2, "none", None), (3, "some", 30), (4, "some", 40), (5, "all", 25)]


@pytest.mark.parametrize(("line", "expected"), [
    ("wild = true", "wild: found an unknown key; allowed: under [symbols.NAME]"),
    ("turns = 3", "turns: found an unknown key; allowed: under [hold]"),
    ("linse = 3", "linse: found an unknown key; allowed: lines?")])
def test_a_key_of_another_section_of_a_model_says_which(
        tmp_path: Path, line: str, expected: str) -> None:
    path = tmp_path / "m.toml"
    path.write_text(f'name = "L"\nversion = "1"\nwindow = [1]\n{line}\nreels = ["a b"]\n'
                    "lines = [[1]]\npays = { a = { 1 = 1 } }\n")
    result = ask(str(path))
    assert result.exit_code == 2 and expected in result.output
