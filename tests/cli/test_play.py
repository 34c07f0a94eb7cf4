"""``sabot play``: a whole session at the terminal, scripted through its standard input."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli import main

SOURCE = Path(sabot.__file__).parents[1]
TABLES = SOURCE / "sabot/house/tables"
ONLINE = "pt-805-2015/blackjack-online"


def play(script: str, *options: str) -> str:
    """What the terminal shows when these lines are typed."""
    result = CliRunner().invoke(main, ["play", "blackjack-online", *options], input=script)
    assert result.exit_code == 0, result.output
    return result.stdout


def process(script: bytes, *words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from sabot.cli import main; main()", *words], input=script,
        capture_output=True, check=False, timeout=60,
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environment})


def after(text: str, typed: str) -> str:
    """What is shown between this input and the next."""
    return text.split(f"> {typed}\n", 1)[1].split("\n> ", 1)[0]


@pytest.mark.law(f"{ONLINE}/33")
def test_a_session_ends_with_what_was_staked_and_won() -> None:
    text = play("10\nc\nh\ns\nq\n", "--seed", "5")
    summary = text.split("Your session", 1)[1]
    lines = dict(re.findall(r"^  (\w+) +(.*)$", summary, re.M))
    assert lines == {"rounds": "1", "staked": "10.00 €", "returned": "0.00 €",
                     "result": "-10.00 €", "credit": "990.00 €"}


def test_the_same_seed_and_input_give_the_same_bytes() -> None:
    script = b"10\nc\ns\na\nh\ns\nfoo\na\ns\n? 15.e\n"
    one = process(script, "play", "blackjack-online", "--seed", "7", PYTHONHASHSEED="1")
    two = process(script, "play", "blackjack-online", "--seed", "7", PYTHONHASHSEED="2")
    other = process(script, "play", "blackjack-online", "--seed", "8")
    assert one.returncode == 0 and one.stderr == b""
    assert one.stdout == two.stdout != other.stdout
    assert "Your session" in one.stdout.decode()


def test_without_a_seed_the_shoe_is_new_each_time() -> None:
    seals = {re.search(r"^  (\w{16})…$", play(""), re.M).group(1) for _ in range(3)}  # type: ignore[union-attr]
    assert len(seals) == 3


@pytest.mark.law(f"{ONLINE}/24", f"{ONLINE}/24-2", f"{ONLINE}/15.a")
def test_only_lawful_decisions_are_shown_each_with_its_key_and_rule() -> None:
    """At 11 or less there is no stand (15.a)."""
    for seed in range(40):
        text = play("10\nc\ns\nq\n", "--seed", str(seed))
        shown = re.search(r"Place 1\?\n(.*?)\n  \?", text, re.S)
        total = re.search(r"│ Place 1 .*?(\d+) +│ 10", after(text, "c"))
        if shown and total and int(total.group(1)) <= 11:
            break
    else:
        pytest.fail("forty seeds and no hand of 11 or less")
    keys = re.findall(r"^  (\w)  .*?(\S+)$", shown.group(1), re.M)
    assert ("h", "15.a") in keys
    assert "s" not in [key for key, _ in keys]
    assert "stand is not one of the decisions here" in after(text, "s")


def test_every_line_of_a_coup_shows_its_rule() -> None:
    text = play("10\nc\ns\nq\n", "--seed", "5")
    lines = [line for line in text.splitlines()
             if re.match(r"(place|bank|the bank|«|\d+\.\d\d € on)", line)]
    assert len(lines) > 10
    for line in lines:
        assert re.search(r" (\d+(\.\w+)*(-\d)?|ir/\d+)$", line), line


@pytest.mark.parametrize(("typed", "answer"), [
    ("4", "from 5.00 € to 500.00 € is allowed; nearest: 5.00 €"),
    ("501", "nearest: 500.00 €"),
    ("10.01", "nearest: 10.00 € or 11.00 €"),
    ("1e3", "is not a sum such as"),
    ("10.001", "is not a sum such as"),
    ("b", "bet takes an amount, for example b 5.00"),
    ("b ten", "'ten' is not a sum"),
    ("b 2 10", "no act is open at 2 now"),
    ("b 1 10 20", "too many words"),
    ("h", "hit is not one of the decisions here"),
    ("x", "clear is not one of the decisions here"),
    ("c", "deal is not one of the decisions here"),
    ("a", "there is no earlier bet"),
    ("xyzzy", "'xyzzy' is not an act here: bet (b), leave (l)"),
    ("? 99", "the register has no row"),
    ("? ir/99", "there is no interpretation"),
    ("\x1b[31m", "is not an act here"),
])
def test_bad_input_is_answered_and_changes_nothing(typed: str, answer: str) -> None:
    text = play(f"{typed}\nq\n", "--seed", "1")
    text_after = text.split("\n> ", 1)[1]
    assert answer in text_after
    assert "credit   1000.00 €" in text_after and "rounds   0" in text_after


def test_bytes_that_are_no_text_do_not_end_it_badly() -> None:
    done = process(b"\xff\xfe\n10\nq\n", "play", "blackjack-online", "--seed", "1",
                   PYTHONIOENCODING="utf-8:strict")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_a_terminal_without_these_letters_still_plays() -> None:
    done = process(b"10\nc\nq\n", "play", "blackjack-online", "--seed", "1",
                   PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and b"Your session" in done.stdout


@pytest.mark.law(f"{ONLINE}/2.a")
def test_more_than_the_credit_is_refused_and_changes_nothing() -> None:
    script = "s 2\nb 2 500\nb 1 500\ns 3\nb 3 5\nb 1 495\nb 3 5\nq\n"
    text = play(script, "--seed", "1", "--table", str(TABLES / "three-places.toml"))
    assert "✗ this takes 5.00 € more and you have 0.00 €" in after(text, "b 3 5")
    assert "credit   1000.00 €" in text


@pytest.mark.law("ir/1")
def test_who_leaves_in_mid_coup_is_played_to_the_end_by_the_default() -> None:
    text = play("10\nc\n", "--seed", "5")
    assert text.index("bank turns up") < text.index("Your session")
    assert "rounds   1" in text


@pytest.mark.law(f"{ONLINE}/34")
def test_a_bet_not_yet_dealt_to_goes_back_at_the_end() -> None:
    text = play("10\nq\n", "--seed", "5")
    assert "10.00 € on place 1 goes back to you" in text
    assert "credit   1000.00 €" in text and "rounds   0" in text


@pytest.mark.law(f"{ONLINE}/37", f"{ONLINE}/38", f"{ONLINE}/38-2", f"{ONLINE}/32")
def test_credit_is_for_demonstration_and_only_extends_play() -> None:
    for seed in range(60):
        text = play("500\nc\ns\ns\nh\nh\ns\na\ns\nh\ns\nh\ns\n", "--seed", str(seed))
        if "Your play is extended" in text:
            break
    else:
        pytest.fail("sixty seeds and nobody lost it all")
    assert "Demo credit: 1000.00 €, no cash value" in text
    assert re.search(r"Your play is extended: 1000.00 € of demo credit +38$", text, re.M)
    assert re.search(r"It is free play and cannot be exchanged for money.* 38-2$", text, re.M)


@pytest.mark.law(f"{ONLINE}/12", f"{ONLINE}/12-2")
def test_at_a_shared_table_the_betting_period_is_closed_by_a_key() -> None:
    text = play("60\nc\nf\nf\nf\n", "--seed", "8", "--lang", "pt", "--table",
                str(TABLES / "high.toml"))
    assert "Fechar as apostas" in text
    assert "«Jogo feito, nada mais. Cartas em distribuição»" in text


@pytest.mark.law(f"{ONLINE}/7")
def test_a_second_place_where_the_house_allows_only_one() -> None:
    text = play("s 2\nq\n", "--seed", "8", "--table", str(TABLES / "high.toml"))
    assert "sit at 2 is not open to you" in after(text, "s 2")


@pytest.mark.law(f"{ONLINE}/4.c")
def test_the_last_results_of_the_bank_lie_on_the_table() -> None:
    text = play("10\nc\ns\nq\n", "--seed", "5")
    result = re.search(r"^bank: .*, (\d+) ", text, re.M)
    assert result is not None
    assert f"│ Last results │ {result.group(1)}" in re.sub(r" +", " ", text)


@pytest.mark.parametrize(("words", "status", "answer"), [
    (["play", "blackjak-online"], 2, "blackjack-online"),
    (["play", "blackjack-online", "--table", "no-such-file"], 2, "cannot read no-such-file"),
    (["play", "blackjack-online", "--seed", "x"], 2, "not a valid integer"),
    (["play"], 2, "Missing argument"),
])
def test_wrong_use(words: list[str], status: int, answer: str) -> None:
    result = CliRunner().invoke(main, words, input="")
    assert result.exit_code == status
    assert answer in result.stderr


def test_an_unlawful_table_is_not_played_at(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text('game = "blackjack-online"\nname = "T"\nminimum = 5\nmaximum = 5000\n')
    result = CliRunner().invoke(main, ["play", "blackjack-online", "--table", str(path)], input="")
    assert result.exit_code == 1
    assert f"{ONLINE}/11" in result.stderr and result.stdout == ""


def test_who_leaves_while_late_bets_are_open_gets_their_stake_back() -> None:
    """In 2001 later places may bet while cards come: the key of the deal goes on, and a coup that
    nobody goes on with is void, with its stake in the player's credit again."""
    typed = "n\nb 1 5\nc\n"
    words = ("play", "blackjack-2001", "--seed", "7")
    left = process((typed + "q\n").encode(), *words).stdout.decode()
    assert "Deal" in left.partition("Place 2?")[2]
    assert "5.00 € on place 1 is refunded to you" in left and "credit   1000.00 €" in left
    dealt = process((typed + "c\nq\n").encode(), *words).stdout.decode()
    assert "bank receives" in dealt.partition("Place 2?")[2]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_each_decision_has_a_screen_of_its_own() -> None:
    import pty
    outside, terminal = pty.openpty()
    with subprocess.Popen(
            [sys.executable, "-c", "from sabot.cli import main; main()", "play",
             "blackjack-online", "--seed", "3"], stdin=terminal, stdout=terminal, stderr=terminal,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "xterm", "COLUMNS": "100"}
            ) as run:
        os.close(terminal)
        screens = []
        try:
            for typed in (b"zzz\n", b"b 1 10\n", b"q\n"):
                seen = b""
                while not seen.endswith(b"> "):
                    seen += os.read(outside, 65_536)
                screens.append(seen)
                os.write(outside, typed)
        finally:
            run.kill()
    os.close(outside)
    cleared = [b"\x1b[2J" in screen for screen in screens]
    assert cleared == [False, False, True], "a refusal leaves the screen, an act begins another"
    assert b"Place 1" in screens[-1].partition(b"\x1b[2J")[2]


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
def test_a_key_pressed_twice_at_a_terminal_takes_one_card() -> None:
    """What is typed before a decision is asked does not answer it; bets may be typed ahead, and
    so may all that comes out of a pipe."""
    import pty
    outside, terminal = pty.openpty()
    with subprocess.Popen(
            [sys.executable, "-c", "from sabot.cli import main; main()", "play",
             "blackjack-online", "--seed", "3"], stdin=terminal, stdout=terminal, stderr=terminal,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "TERM": "dumb", "COLUMNS": "100"}) as run:
        os.close(terminal)
        seen = b""

        def until(text: bytes, start: int = 0) -> int:
            nonlocal seen
            while text not in seen[start:]:
                seen += os.read(outside, 65_536)
            return seen.index(text, start) + len(text)
        try:
            until(b"> ")
            os.write(outside, b"b 1 10\nc\n")
            at = until(b"> ", until(b"Place 1?"))
            os.write(outside, b"h\nh\n")
            at = until(b"> ", until(b"Place 1?", at))
            os.write(outside, b"?\n")  # no card came meanwhile: the question still stands
            until(b"> ", at)
            printed = seen.decode()
            assert printed.count("place 1 receives") == 3, printed
            os.write(outside, b"q\n")
            until(b"Your session", at)
        finally:
            run.kill()
    os.close(outside)
    assert play("b 1 10\nc\nh\nh\nq\n", "--seed", "3").count("place 1 receives") > 3
