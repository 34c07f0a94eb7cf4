"""Cards in the terminal: coloured suits, boxes where the window has room, plain text elsewhere."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from click.testing import CliRunner
from rich.console import Console

from sabot.cli import main
from sabot.cli.options import table_for
from sabot.cli.playing.play import Session
from sabot.equipment import Seeded
from sabot.games import game
from sabot.procedure import Act, Live

TYPED = [Act("you", "sit", "1"), Act("you", "bet", "1", 1000), Act("you", "deal", "table")]
RED, BLUE, GREEN = "\x1b[1;31m", "\x1b[1;34m", "\x1b[1;32m"


def table_printed(console: Console, seed: int, four_colours: bool = False) -> str:
    """What a console shows of a round of blackjack at its first decision."""
    one = game("blackjack-online")
    session = Session(one, table_for(one, None), Live(Seeded(seed)), console, "en", four_colours)
    for act in TYPED:
        assert session.answer(act) is None
    session.show()
    session.view.show_table({})
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def terminal(width: int = 100, height: int = 30, no_color: bool = False) -> Console:
    return Console(file=StringIO(), force_terminal=True, color_system="standard", width=width,
                   height=height, no_color=no_color, highlight=False)


@pytest.mark.parametrize(("width", "height", "boxes"), [
    (100, 30, True), (80, 24, True), (80, 15, False), (45, 30, False)])
def test_cards_are_drawn_where_the_window_has_room(width: int, height: int, boxes: bool) -> None:
    text = table_printed(terminal(width, height, no_color=True), 1)
    assert ("╭──╮ ╭──╮" in text) == boxes
    assert ("3♣" in text) and ("▒▒" in text)


def test_hearts_and_diamonds_are_red_and_black_suits_are_not() -> None:
    text = table_printed(terminal(), 1)  # A♣ and 9♥ against 3♣
    assert f"{RED}9♥" in text and f"{RED}A♣" not in text and f"{RED}3♣" not in text


def test_each_suit_may_have_a_colour_of_its_own() -> None:
    printed = "".join(table_printed(terminal(), seed, four_colours=True) for seed in range(1, 6))
    for suit, style in {"♥": RED, "♦": BLUE, "♣": GREEN}.items():
        cards = set(re.findall(rf"(\S*m)?(\w+{suit})", printed))
        assert cards and all(f"{style}{name}" in printed for _, name in cards)
    spades = re.findall(r"(\x1b\[[\d;]*m)\w+♠", printed)
    assert spades and set(spades) == {"\x1b[1m"}


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(file=StringIO(), force_terminal=True, width=100, height=30, highlight=False)
    text = table_printed(console, 1)
    assert "9♥" in text and not any(one in text for one in ("\x1b[31", ";31m", "[32m", "[36m"))


@pytest.mark.parametrize("options", [(), ("--four-colours",)])
def test_what_goes_into_a_pipe_is_plain(options: tuple[str, ...]) -> None:
    result = CliRunner().invoke(
        main, ["play", "blackjack-online", "--seed", "1", *options], input="10\nc\ns\nq\n")
    assert result.exit_code == 0 and "\x1b" not in result.stdout
    assert "A♣ 9♥" in result.stdout and "╭──╮" not in result.stdout
