"""Chinese beside Portuguese and English: in traditional characters, with the facts of the call."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sabot.games import catalogue, read_table
from sabot.games.machines.words import GLASS
from sabot.procedure import round_scripts
from sabot.procedure.game import Game
from sabot.procedure.narration import Narrator
from sabot.regulations import evidence
from sabot.words import LANGS

GAMES = list(catalogue().values())
IDS = list(catalogue())
HAN = re.compile("[\u3400-\u9fff]")
LATIN = re.compile(r"[A-Za-zÀ-ÿ]")
KEPT = re.compile(r"\{\w*\}|Black Jack|\b[AKQJ]\b")
"""What is written in Latin letters in Chinese too: facts, the best hand, names of cards."""


def spoken(of: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every text that a game has for readers, with its key: at the table, on the page of odds."""
    own = [of.words, of.pricing.words if of.pricing else {},
           *([GLASS] if of.id == "machines" else [])]
    for words in own:
        for key in words.get("pt", {}):
            yield key, tuple(words[lang][key] for lang in LANGS)
    yield "names", tuple(of.names[lang] for lang in LANGS)


def named(text: str) -> set[str]:
    """The facts that a text names in braces."""
    return set(re.findall(r"\{(\w*)\}", text))


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_what_has_words_in_portuguese_has_characters_in_chinese(of: Game) -> None:
    """Figures, letters of keys, and names that all three write alike need none."""
    assert [key for key, (pt, en, zh) in spoken(of) if bool(pt) != bool(zh) or (
        not key.startswith("key.") and
        LATIN.search(KEPT.sub("", zh)) and not HAN.search(zh) and not pt == en == zh)] == []


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_characters_are_traditional(of: Game) -> None:
    """Those that Hong Kong and Macau write, which their character set holds."""
    wrong = {key: han for key, (_, _, zh) in spoken(of) for han in HAN.findall(zh)
             if not han.encode("big5hkscs", "ignore")}
    assert wrong == {}


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_chinese_names_no_fact_that_nobody_tells(of: Game) -> None:
    assert {key: zh for key, (pt, en, zh) in spoken(of)
            if not named(zh) <= named(pt) | named(en)} == {}


def lines_in_chinese(head: str, of: Game) -> list[str]:
    """The lines of a golden round, from its head, rendered in Chinese."""
    head = re.sub(r"^lang: .*\n", "", head, flags=re.MULTILINE)
    text = round_scripts.play(head.replace("\nacts:", "\nlang: zh\nacts:", 1), of, read_table)
    return text.partition(round_scripts.RULE)[2].splitlines()


@pytest.mark.parametrize("of", GAMES, ids=IDS)
def test_golden_rounds_are_told_in_chinese(of: Game) -> None:
    """Whatever a round calls, its facts stand where the Chinese names them."""
    for path in sorted(evidence.folder(of.id).glob("*.txt")):
        head, _, golden = path.read_text("utf-8").partition(round_scripts.RULE)
        lines = lines_in_chinese(head, of)
        assert any(map(HAN.search, lines)), path.name
        unfilled = [line for line in lines if "{" in line]
        assert len(unfilled) <= golden.count("{"), (path.name, unfilled)


def test_what_wins_and_loses_is_called_by_name() -> None:
    """Each bet of craps has a name in Chinese, and what lies on a number stands before it without
    a space."""
    craps = catalogue()["craps"]
    path = next(path for path in sorted(evidence.folder("craps").glob("*.txt"))
                if "Win: pass line, odds on the pass line." in path.read_text("utf-8"))
    head = path.read_text("utf-8").partition(round_scripts.RULE)[0]
    assert any("贏：過關注、過關附加注；輸：-" in line for line in lines_in_chinese(head, craps))
    wheel = catalogue()["american-roulette"]
    teller = Narrator(wheel.words["zh"], wheel.label, "zh", wheel.currency)
    assert teller.spot("straight/17") == "直注17" and teller.spot("dozens/1-2") == "第一、二打"
