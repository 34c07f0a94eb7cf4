"""The languages of a call: those that a law orders, then that of the reader."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from sabot import regulations as register
from sabot.games import game
from sabot.games.craps.spots import cloth
from sabot.procedure import Call, Event
from sabot.procedure.game import Calls
from sabot.procedure.narration import Narrator
from sabot.regulations import witnesses

CRAPS, CHEMIN = "pt-217-2007/craps", "pt-217-2007/chemin-de-fer"


def call_text(game_id: str, lang: str, call: str, **facts: Any) -> str:
    teller = Narrator.of(game(game_id), lang)
    (line,) = teller.lines([Event(Call("ir/24", call=call, facts=facts))])
    return line.text


chemin = partial(call_text, "chemin-de-fer")


@pytest.mark.law(f"{CHEMIN}/66", f"{CHEMIN}/96", "ir/358")
def test_chemin_de_fer_is_called_in_portuguese_and_to_foreigners_in_english_too() -> None:
    assert chemin("pt", "ponto-card") == "«Carta»"
    assert chemin("en", "ponto-card") == "«Carta · Card»"
    assert chemin("zh", "ponto-card") == "「Carta · Card · 補牌」"
    assert chemin("en", "bank-of", amount="40.00 €") == "«Banca de 40.00 € · Bank of 40.00 €»"
    assert chemin("zh", "8") == "「8」", "what all say alike is said once"


@pytest.mark.law(f"{CRAPS}/13.3", "ir/177")
def test_craps_is_called_in_portuguese_and_english_to_everybody() -> None:
    facts = {"point": 4, "english": "four"}
    both = "O ponto é 4 · The point is four"
    assert call_text("craps", "pt", "point-set", **facts) == f"«{both}»"
    assert call_text("craps", "en", "point-set", **facts) == f"«{both}»"
    assert call_text("craps", "zh", "point-set", **facts) == f"「{both} · 定點為4點」"
    won = call_text("craps", "zh", "chances", won="pass, place/6", lost="-")
    assert won == "「Ganham: pass-line, a favor do 6. Perdem: - · " \
        "Win: pass line, place 6. Lose: - · 贏：過關注、買贏6點；輸：-」"


@pytest.mark.law(f"{CRAPS}/13.3", "ir/177")
def test_the_bets_of_a_call_are_named_in_each_of_its_languages() -> None:
    for spot in cloth().spots:
        for lang in ("pt", "en", "zh"):
            text = call_text("craps", lang, "chances", won=spot, lost="-")
            assert not re.search(r"[a-z]/|/[a-z0-9]|any-|dont-", text), text


@pytest.mark.law("ir/359")
@pytest.mark.parametrize("game_id", ["french-roulette", "cussec", "blackjack-2007",
                                     "blackjack-macau", "ponto-e-banca"])
def test_where_no_language_is_named_a_terminal_tells_its_readers_own(game_id: str) -> None:
    this_game, heard = game(game_id), []
    witnesses.append(heard.append)
    try:
        from sabot.house.catalogue.lobby import _call_languages
        from sabot.house.shared_views import CallLanguages
        assert _call_languages(this_game) == CallLanguages(law=(), always=(), foreign=())
    finally:
        witnesses.remove(heard.append)
    assert heard == ["ir/359"]
    for lang in ("pt", "en", "zh"):
        words = this_game.words[lang]["call.no-more-bets"]
        if "{" not in words:
            assert words in call_text(game_id, lang, "no-more-bets")
            assert " · " not in call_text(game_id, lang, "no-more-bets")


def test_the_clauses_that_order_a_language_are_clauses_of_the_game() -> None:
    found = {one: game(one).calls for one in ("craps", "chemin-de-fer")}
    for game_id, calls in found.items():
        assert register.row(calls.law[0]).section == game(game_id).section


def test_a_reader_is_told_once_in_each_language() -> None:
    calls = Calls(("x",), ("pt",), ("en",))
    assert [calls.languages_for(one) for one in ("pt", "en", "zh")] == [
        ("pt",), ("pt", "en"), ("pt", "en", "zh")]
    assert Calls().languages_for("zh") == ("zh",)
