"""`sabot hands`: histories rendered, played again and exported from an evening at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabot.cli import main

HAND = """
variant = "PO"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 AcKh2d3d", "p3 cbr 7", "p1 cc", "p2 f", "d db QcJcTc", "p1 cc", "p3 cbr 10",
  "p1 f"]
players = ["Ann", "Bob", "Cyd"]
finishing_stacks = [93, 98, 109]
"""
FREE = ("--set", "minimum_share=false", "--set", "limit=cave")
"""Caves of twenty minimums, and no limit but these."""


def hands(*words: str) -> Result:
    return CliRunner().invoke(main, ["hands", *words])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "one.phh"
    path.write_text(HAND)
    return path


def test_a_hand_is_told_in_two_languages(file: Path) -> None:
    lines = hands("tell", str(file)).output.splitlines()
    assert lines[0] == "Ann: 100, posts 1" and "Ann has AcKh2d3d" in lines
    assert "board: QcJcTc" in lines and "Cyd bets or raises to 10" in lines
    assert lines[-1] == "Cyd: 109 after the hand (+9)"
    assert "Bob não vai" in hands("tell", str(file), "--lang", "pt").output


def test_hands_are_played_again_and_compared(file: Path, tmp_path: Path) -> None:
    done = hands("play", str(file))
    assert done.exit_code == 0
    assert done.output == "one.phh: Ann 93, Bob 98, Cyd 109; as in the file\n"
    other = tmp_path / "two.phh"
    other.write_text(HAND.replace("[93, 98, 109]", "[94, 98, 108]"))
    done = hands("play", str(file), str(other))
    assert done.exit_code == 1 and "Cyd has 109, the file says 108" in done.output
    assert "1 of 2 hands end with the same chips" in done.output


def test_what_is_no_hand_ends_without_a_traceback(file: Path, tmp_path: Path) -> None:
    file.write_text(HAND.replace('"p2 f"', '"p2 cbr 900"'))
    done = hands("play", str(file))
    assert done.exit_code == 2 and "action 4: 'p2 cbr 900' is refused" in done.output
    done = hands("tell", str(tmp_path / "none.phh"))
    assert done.exit_code == 2 and "Traceback" not in done.output
    file.write_bytes(b"\xff\xfe")
    assert "Traceback" not in hands("tell", str(file)).output
    assert hands("export", str(file)).exit_code == 2


def test_an_evening_at_the_terminal_is_exported(tmp_path: Path) -> None:
    path, out = tmp_path / "evening.jsonl", tmp_path / "hands"
    typed = [*(f"{name}: sit {n} 100" for n, name in
               enumerate(("Ana", "Rui", "Eva", "Gil"), start=1)), *["time"] * 9, "q"]
    played = CliRunner().invoke(main, ["play", "holdem", "--players", "Ana,Rui,Eva,Gil", "--seed",
                                       "3", *FREE, "--journal", str(path)], input="\n".join(typed))
    assert played.exit_code == 0, played.output
    done = hands("export", str(path), "--out", str(out), "--eyes", "Rui")
    assert done.exit_code == 0, done.output
    files = sorted(out.glob("*.phh"))
    assert files and "Rui" in files[0].read_text() and "????" in files[0].read_text()
    assert hands("tell", *map(str, files)).exit_code == 0
    assert "????" not in hands("export", str(path), "--all").output
    assert hands("export", str(path), "--all", "--eyes", "Rui").exit_code == 2
    done = hands("export", str(path), "--eyes", "Nobody")
    assert done.exit_code == 2 and "the players are Ana, Eva, Gil, Rui" in done.output
    done = hands("export", str(path), "--out", str(path / "below a file"))
    assert done.exit_code == 2 and "Not a directory" in done.output


def test_a_file_of_many_hands_is_played_hand_by_hand(file: Path, tmp_path: Path) -> None:
    """A hand that cannot be played does not keep the others from it: it is named with its reason,
    and the status is 2."""
    many = tmp_path / "many.phhs"
    raked = HAND.replace("finishing_stacks = [93, 98, 109]", "winnings = [0, 0, 15]")
    many.write_text(f"[1]\n{HAND}\n[2]\n{raked}\n[3]\n{HAND.replace('PO', 'FR')}")
    done = hands("play", str(many))
    assert done.exit_code == 2 and "Traceback" not in done.output
    lines = done.output.splitlines()
    assert "many.phhs: [1]: Ann 93, Bob 98, Cyd 109; as in the file" in lines
    assert ("many.phhs: [2]: Ann 93, Bob 98, Cyd 109; as in the file; the winnings of the file "
            "are 1 less than the pots, which a house may have taken") in lines
    assert f"sabot: {many}: [3]: variant 'FR' (fixed-limit razz) is not played here; " \
        "NT, FT, PO, FO/8, PT, NO, FO, NO/8, PO/8 are" in lines
    assert lines[-1] == "2 of 3 hands end with the same chips, 1 cannot be played"
    done = hands("play", str(file), str(many))
    assert done.exit_code == 2 and "3 of 4 hands end with the same chips" in done.output
    done = hands("tell", str(many))
    assert done.exit_code == 2 and "[2]" in done.output.splitlines()
    assert done.output.count("Cyd bets or raises to 10") == 2


def test_an_exported_evening_is_played_again_to_its_own_chips(tmp_path: Path) -> None:
    """The house has taken its percentage of it, and says so."""
    path, out = tmp_path / "evening.jsonl", tmp_path / "hands"
    typed = [*(f"{name}: sit {n} 100" for n, name in
               enumerate(("Ana", "Rui", "Eva", "Gil"), start=1)), "time", "time", "Gil: all-in",
             "Ana: all-in", *["time"] * 9, "q"]
    CliRunner().invoke(main, ["play", "holdem", "--players", "Ana,Rui,Eva,Gil", "--seed", "3",
                              *FREE, "--journal", str(path)], input="\n".join(typed))
    assert hands("export", str(path), "--out", str(out), "--all").exit_code == 0
    files = sorted(map(str, out.glob("*.phh")))
    done = hands("play", *files)
    assert done.exit_code == 0, done.output
    assert "as in the file; the house took" in done.output
