"""Refusals in the reader's language: one list of words, every code in both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sabot.procedure
from sabot.games import catalogue, game
from sabot.procedure import Refusal, refusal_text

LAW = "pt-217-2007/blackjack/15"


def refusal_in(refusal: Refusal, game_id: str = "blackjack-macau", lang: str = "pt") -> str:
    this_game = game(game_id)
    return refusal_text.render_refusal(
        refusal, refusal_text.with_refusal_words(this_game.words)[lang], this_game.money
    )


@pytest.mark.parametrize(("refusal", "text"), [
    (Refusal("below-minimum", LAW, "", {"amount": 300, "low": 500, "high": 50000, "unit": 100},
             (500,)),
     "Aposta de 3.00 MOP recusada. Aposta-se de 5.00 MOP a 500.00 MOP, em passos de 1.00 MOP. "
     "Nada foi debitado. Mais perto: 5.00 MOP."),
    (Refusal("above-maximum", LAW, "", {"amount": 400, "low": 10, "high": 302, "unit": 1,
                                        "cards": True}, (302,)),
     "Recusado. Corta-se de 10 a 302 cartas. Mais perto: 302."),
    (Refusal("full", LAW, "", {"act": "bet", "seat": "1", "there": 3, "most": 3, "unit": 0}),
     "Não há lugar para mais apostas aqui. Já lá está 3 de 3. Nada mudou."),
    (Refusal("full", LAW, "", {"act": "bet", "seat": "1", "there": 300, "most": 300, "unit": 100}),
     "Não há lugar para mais apostas aqui. Já lá está 3.00 MOP de 3.00 MOP. Nada mudou."),
    (Refusal("barred", LAW, "", {"act": "sit", "seat": "2"}),
     "Já tem os lugares que a mesa permite. Nada mudou."),
    (Refusal("no-card", LAW, "", {"found": "??"}), "Esta carta fica à vista: diga qual é."),
    (Refusal("no-fault", LAW, "", {"found": "jam"}, ("damaged",)),
     "jam não é falta de que a jogada possa continuar aqui. Pode ser: damaged."),
    (Refusal("no-fault", LAW, "", {"found": "jam"}),
     "jam não é falta de que a jogada possa continuar aqui."),
    (Refusal("of-tomorrow", LAW, "new"), ""),
])
def test_a_refusal_is_told_in_portuguese_with_its_facts(refusal: Refusal, text: str) -> None:
    assert refusal_in(refusal) == text


def test_every_code_of_the_dealer_has_words_in_both_languages() -> None:
    folder = Path(sabot.procedure.__file__).parent
    codes = set(re.findall(r'Refusal\("([a-z-]+)"', (folder / "dealer.py").read_text("utf-8")))
    codes |= {"below-minimum", "above-maximum", "off-unit", "credit"}
    for lang, words in refusal_text.REFUSED.items():
        assert {code for code in codes if f"refused.{code}" not in words} == set(), lang
    assert refusal_text.REFUSED["pt"].keys() == refusal_text.REFUSED["en"].keys()


def test_each_prize_of_a_menu_and_the_croupier_have_words_in_both_languages() -> None:
    for this_game in catalogue().values():
        assert this_game.words["pt"].keys() == this_game.words["en"].keys()
        assert this_game.words["pt"]["croupier"] in ("pagador", "croupier", "banqueiro")
    assert game("blackjack-macau").words["pt"]["croupier"] == "croupier"
    assert game("blackjack-2007").words["pt"]["croupier"] == "pagador"


@pytest.mark.parametrize(("game_id", "clause", "act", "says"), [
    ("ponto-e-banca", "12-2", "bet", "Standing players may only add to the bet of the seat next"),
    ("ponto-e-banca", "12-3", "bet", "Standing players may not bet against the seat next to them."),
    ("ponto-e-banca-macau", "23", "leave", "Bets on the other side depend on yours"),
    ("three-card-baccarat", "7.2", "clear", "After a tie the bet waits for the next round"),
    ("three-card-baccarat", "8.1-3", "clear", "After three figures the bet waits"),
    ("three-card-baccarat", "8.3-2", "bet", "You may bet on a tie only at a place with a bet")])
def test_a_game_says_why_a_clause_bars_an_act(game_id: str, clause: str, act: str, says: str
                                              ) -> None:
    no = Refusal("barred", f"{game(game_id).section}/{clause}", f"{act} is not open to you",
                 {"act": act, "seat": "1"})
    assert refusal_in(no, game_id, "en").startswith(says)
    assert refusal_in(no, game_id) != refusal_in(no, "blackjack-macau")
    other = Refusal("barred", f"{game(game_id).section}/1", "", {"act": act, "seat": "1"})
    assert refusal_in(other, game_id, "en") == "You may not do that at this place. Nothing changed."
