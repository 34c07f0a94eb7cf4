"""Files that are no hands and no machines, and places that cannot be written: a reason in every
language, and never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main
from sabot.words import LANGS

HAND = b"""variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["p3 cbr 100", "p1 f", "p2 f"]
"""
TERMS = b"""_terms = { law = "pt-217-2007", limit = "cave", unit = 0.01, rate = 0 }
"""
MODEL = """name = "Little"
version = "1.0"
reels = ["seven bell plum", "plum seven bell", "bell plum seven"]
window = [1, 1, 1]
lines = [[1, 1, 1]]
[pays]
seven = { 3 = 9 }
bell = { 3 = 9 }
plum = { 3 = 9 }
"""
TABLE = """game = "machines"
name = "Costa"
places = 1
minimum = "1"
maximum = "5"
[rules]
model = "costa"
[rules.jackpot]
symbol = "compass"
count = 5
share = "SHARE"
"""

WRONG_HANDS = {
    "empty": (b"", "there is no hand: the file is empty"),
    "binary": (bytes(range(256)), "it is not text in UTF-8"),
    "other bytes": (HAND + b'author = "Jos\xe9"\n', "it is not text in UTF-8"),
    "a list": (b"[1, 2]", "the format is not known"),
    "digits of JSON": (b'{"ohh": {"dealer_seat": 1' + b"0" * 5000 + b"}}",
                       "a number of thousands of digits"),
    "no ohh": (b'{"variant": "NT"}', "the object has no field ohh"),
    "a wrong type": (b'{"ohh": 5}', "Expected `object`, got `int`"),
    "a small sum": (HAND.replace(b"[100,", b"[1e-999999999,"), "is not a sum: at most two"),
    "a long sum": (HAND.replace(b"[100,", b"[100." + b"0" * 40 + b"1,"), "is not a sum"),
    "a unit of nothing": (HAND + b"_unit = 0\n", "_unit: it must be above 0"),
    "terms without a unit": (HAND + TERMS.replace(b"unit = 0.01, ", b""),
                             "_terms: missing fields: unit"),
    "a wrong term": (HAND + TERMS.replace(b'"cave"', b'"sky"'), "_terms: Invalid enum value"),
    "no heading": (HAND + b"[2]\n" + HAND, "a hand without a heading stands before hands under"),
}
WRONG_MODELS = {
    "empty": ("", "name: found nothing; allowed: text"),
    "half JSON": ('{"name":', "Expecting value (at line 1, column 9)"),
    "half TOML": (MODEL.replace("[[1, 1, 1]]", "[[1, 1"), "Unclosed array (at line 6, column 1)"),
    "a prize of text": (MODEL.replace("bell = { 3 = 9", "bell = { 3 = 'x'"),
                        "pays.bell.3: found 'x'; allowed: a whole number up to"),
    "a negative prize": (MODEL.replace("bell = { 3 = 9", "bell = { 3 = -9"),
                         "pays.bell.3: found -9; allowed: 1 to"),
    "a huge prize": (MODEL.replace("bell = { 3 = 9", "bell = { 3 = 99999999999999999999"),
                     "pays.bell.3: found 99999999999999999999"),
    "an unknown symbol": (MODEL.replace("bell plum seven\"]", "bell plum moon\"]"),
                          "reels[3]: found the symbol 'moon'"),
    "no lines": (MODEL.replace("[[1, 1, 1]]", "[]"), "lines: found 0; allowed: 1 to 200"),
    "a key": (MODEL.replace("window", "windows"),
              "windows: found an unknown key; allowed: window?"),
    "a choice": ('wilds = "most"\n' + MODEL, "wilds: found 'most'; allowed: \"product\" or"),
    "two of three": (MODEL + '[hold]\nscatter = "bell"\nleast = 1\nlands = [1]\n'
                     "values = { 1 = 1 }\n", "hold.lands: found [1]; allowed: a list of 2"),
    "a colour": (MODEL.replace('"Little"', '"\\u001b[31mred"'), "name: found '\\x1b[31mred'"),
    "a share of words": (TABLE.replace("SHARE", "much"), "rules.jackpot.share: found 'much'"),
    "a share of nothing": (TABLE.replace("SHARE", "1/0"), "rules.jackpot.share: found '1/0'"),
    "a share without end": (TABLE.replace("SHARE", "1e999999999"), "found '1e999999999'"),
    "a share of more": (TABLE.replace("SHARE", "2"), "rules.jackpot.share: found '2'"),
    "a jackpot of nothing": (TABLE.replace("SHARE", "1/50").replace("compass", "moon"),
                             "rules.jackpot.symbol: found 'moon'"),
}


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize("name", WRONG_HANDS)
def test_what_is_no_hand_is_refused_in_every_language(name: str, tmp_path: Path) -> None:
    data, expected = WRONG_HANDS[name]
    file = tmp_path / "hand.phh"
    file.write_bytes(data)
    texts = {}
    for lang in LANGS:
        done = run("--lang", lang, "hands", "play", str(file))
        assert done.exit_code == 2 and isinstance(done.exception, SystemExit), done.exception
        texts[lang] = done.output
    assert expected in texts["en"] and len(set(texts.values())) == len(LANGS)


@pytest.mark.parametrize("name", WRONG_MODELS)
def test_what_is_no_machine_is_refused_in_every_language(name: str, tmp_path: Path) -> None:
    text, expected = WRONG_MODELS[name]
    file = tmp_path / "machine.toml"
    file.write_text(text)
    texts = {}
    for lang in LANGS:
        done = run("--lang", lang, "par", str(file))
        assert done.exit_code == 2 and isinstance(done.exception, SystemExit), done.exception
        texts[lang] = done.output
    assert expected in texts["en"] and len(set(texts.values())) == len(LANGS)
    key, _, rest = expected.partition(": found")
    assert not rest or all(f"  {key}" in text for text in texts.values())  # a key is not translated


@pytest.mark.parametrize(("model", "words", "expected"), [
    (TABLE.replace("SHARE", "1/50"), ("--lines", "3"),
     "the bet: found 3; allowed at this table: 1, 5, 10, 20"),
    ("vindima", ("--lines", "3"), "coins: found 3; allowed: [25]"),
    ("costa", ("--lines", "21"), "lines: found 21; allowed: 1 to 20"),
    ("cinco", ("--coins", "6"), "coins: found 6; allowed: [1, 2, 3, 4, 5]")])
def test_a_bet_that_a_machine_does_not_take_is_refused(
        model: str, words: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    file = tmp_path / "machine.toml"
    file.write_text(model)
    done = run("par", str(file) if "\n" in model else model, *words)
    assert done.exit_code == 2 and done.output == f"sabot: {expected}\n"


def test_the_largest_bet_is_the_largest_that_may_be_played(tmp_path: Path) -> None:
    """Two of three lines: the sheet, also that of a jackpot, is for two."""
    file = tmp_path / "machine.toml"
    model = MODEL.replace("[1, 1, 1]\nlines = [[1, 1, 1]]",
                          "[3, 3, 3]\nlines = [[1, 1, 1], [2, 2, 2], [3, 3, 3]]\ntaken = [1, 2]")
    file.write_text(TABLE.replace("SHARE", "1/50").replace('model = "costa"\n', "").replace(
        "compass", "bell").replace("count = 5", "count = 3")
        + "[rules.reels]\n" + model.replace("[pays]", "[rules.reels.pays]"))
    done = run("par", str(file))
    assert done.exit_code == 0 and "bet  2 lines, a coin on each" in done.output


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_hands_are_read_in_every_form_of_unicode(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_bytes(HAND.decode().encode(encoding))
    assert run("hands", "play", str(file)).output.startswith("hand.phh: p1 99, p2 98, p3 103")


def test_a_machine_is_read_with_the_mark_of_an_editor(tmp_path: Path) -> None:
    file = tmp_path / "machine.toml"
    file.write_text(MODEL, "utf-8-sig")
    assert run("par", str(file)).exit_code == 0


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no such file on this system")
@pytest.mark.parametrize("words", [("par",), ("hands", "play"), ("hands", "tell")])
def test_a_file_that_the_system_does_not_read_is_named(words: tuple[str, ...]) -> None:
    done = run(*words, "/proc/self/mem")
    assert done.exit_code == 2 and "Input/output error" in done.output


@pytest.mark.parametrize("words", [
    *(("par", "azulejo", "--out", f"sheet{suffix}") for suffix in (".html", ".pdf", ".xlsx",
                                                                   ".json", ".svg")),
    *(("odds", "machines", "--table", "azulejo.toml", "--out", f"odds{suffix}")
      for suffix in (".html", ".pdf", ".xlsx", ".json")),
    ("hands", "convert", "hand.phh", "-o", "hands.phhs")])
def test_a_place_that_cannot_be_written_is_named(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "hand.phh").write_bytes(HAND)
    (tmp_path / "azulejo.toml").write_text(
        'game = "machines"\nname = "Azulejo"\nplaces = 1\nminimum = "1"\nmaximum = "5"\n'
        '[rules]\nmodel = "azulejo"\n')
    named = [str(tmp_path / word) if word.endswith((".phh", ".toml")) else word
             for word in words[:-1]]
    done = run(*named, str(tmp_path / "nowhere" / words[-1]))
    assert done.exit_code == 2 and "No such file or directory" in done.output
    assert str(tmp_path / "nowhere" / words[-1]) in done.output and "Errno" not in done.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device on this system")
@pytest.mark.parametrize("words", [("par", "azulejo"), ("games",)])
def test_a_full_disk_is_a_reason_and_no_traceback(words: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-c", "from sabot.cli import main; main()", *words],
                              stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2 and done.stderr == "sabot: No space left on device\n"
