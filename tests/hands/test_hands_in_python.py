"""The public names of `sabot.hands`: their examples, and what holds for hands of any source."""

from __future__ import annotations

import doctest
from dataclasses import FrozenInstanceError
from decimal import Decimal
from pathlib import Path
from types import ModuleType

import pytest
from test_pokerstars_text import SIDE_POTS, TWICE

import sabot
import sabot.hands
from sabot.hands import formats, hand, law, records
from sabot.words import LANGS, render
from support.poker_evenings import evening


@pytest.mark.parametrize("module", [sabot.hands, formats, hand, law, records])
def test_the_examples_of_the_public_names_are_true(module: ModuleType) -> None:
    assert doctest.testmod(module).attempted > 1 and not doctest.testmod(module).failed


def test_every_public_name_has_an_example() -> None:
    without = [name for name in sabot.hands.__all__
               if ">>>" not in (getattr(sabot.hands, name).__doc__ or "")]
    assert not without


def test_a_hand_of_our_tables_plays_back_to_its_own_chips() -> None:
    """As its players, an onlooker and everybody saw it; with its terms, its rake and its unit."""
    hands = 0
    for table, dealer in evening("holdem", 30):
        for eyes in ("", "Ana", "*"):
            try:
                own = sabot.hands.export(dealer.record, table, eyes)
            except sabot.hands.HandError as error:
                assert "no hand was dealt" in str(error)
                continue
            hands += 1
            [again] = sabot.hands.read(own.to_phh())
            assert again.record == own.record and again.played_here
            assert again.play().agrees and again.departures() == ()
    assert hands > 15


def test_a_file_that_is_not_there_or_no_text_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(sabot.hands.HandError, match="No such file"):
        sabot.hands.read(tmp_path / "none.phh")
    path = tmp_path / "hand"
    path.write_bytes(b"\xff\xfe\xff")
    with pytest.raises(sabot.hands.HandError, match="it is not text"):
        sabot.hands.read(str(path))
    path.write_bytes("\u00e9".encode("cp1252"))
    with pytest.raises(sabot.hands.HandError, match="it is not text"):
        sabot.hands.read(path)


def test_the_actions_and_the_boards_are_values() -> None:
    [twice] = sabot.hands.read(TWICE)
    assert twice.boards == (("2C", "7D", "9H", "JS", "4S"), ("3C", "TD", "KC", "3S", "8H"))
    kinds = [action.kind for action in twice.actions]
    assert kinds == ["deal", "deal", "raise", "raise", "raise", "call", "board", "board", "board",
                     "show", "show"]
    assert twice.actions[4] == sabot.hands.Action("raise", "Ana", (), Decimal("40.01"))
    assert twice.actions[0].cards == ("KH", "KS", "QD", "QH")
    [as_dealt] = sabot.hands.read(twice.to_phh().replace("sm AhAd5c6c", "sm -"))
    assert as_dealt.actions[-1].cards == twice.actions[-1].cards == ("AH", "AD", "5C", "6C")


def test_values_are_frozen_and_exact() -> None:
    [one] = sabot.hands.read(SIDE_POTS)
    result = one.play()
    assert all(isinstance(stack, Decimal) for stack in result.stacks)
    for value, name in ((one, "heading"), (result, "pot"), (one.players[0], "stack")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)


@pytest.mark.parametrize("lang", LANGS)
def test_errors_and_differences_are_rendered_in_every_language(lang: str) -> None:
    [one] = sabot.hands.read(SIDE_POTS.replace("Total pot €141.50", "Total pot €140"))
    [difference] = one.play().differences
    texts = {"pt": "o pote é 141.50, o ficheiro diz 140", "zh": "底池為141.50，檔案為140",
             "en": "the pot is 141.50, the file says 140"}
    assert render(difference, lang) == texts[lang]
    with pytest.raises(sabot.hands.HandError) as caught:
        sabot.hands.read("nothing\nof the kind")
    assert "nothing" in caught.value.text(lang) and caught.value.found == "nothing"
    assert isinstance(caught.value, sabot.SabotError)
    assert caught.value.problems[0].allowed == caught.value.allowed
    assert one.text(lang) != one.text("en") or lang == "en"


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(sabot.hands.HandError) as caught:
        sabot.hands.read("\n" * (formats.LARGEST + 1))
    assert caught.value.allowed == str(formats.LARGEST)
