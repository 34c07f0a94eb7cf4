"""What tells a coup and what refuses an act, in Chinese: sentences as that language builds them."""

from __future__ import annotations

import re

import pytest

from sabot.games import game
from sabot.procedure import Refusal, refusal_text
from sabot.procedure.dealer import Event
from sabot.procedure.narration import Line, Narrator
from sabot.procedure.phrases import PHRASES
from sabot.procedure.refusal_text import REFUSED
from sabot.procedure.steps import ALL, Call, Deal, Listen, Move, Offer, Result, Shuffle
from sabot.words import LANGS

HAN = re.compile("[\u3400-\u9fff]")
LAW = "mo-57-2009/black-jack/6.2"
MACAU = game("blackjack-macau")


def named(text: str) -> set[str]:
    """The facts that a text names in braces."""
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("words", [PHRASES, REFUSED], ids=["telling", "refusals"])
def test_every_text_is_written_in_traditional_chinese(words: dict[str, dict[str, str]]) -> None:
    """What is no more than facts and marks needs no character."""
    assert set(words) == set(LANGS)
    for key, zh in words["zh"].items():
        assert HAN.search(zh) or not re.search(r"\w", re.sub(r"\{\w+\}", "", zh)), key
        assert named(zh) <= named(words["pt"][key]) | named(words["en"][key]), key
        assert not re.search("[,;:?!(]", zh), key
        assert all(han.encode("big5hkscs") for han in HAN.findall(zh)), key


def lines_in_chinese(*events: Event) -> list[str]:
    """The lines of a coup of Macau's blackjack in Chinese."""
    words = Narrator(MACAU.words["zh"], MACAU.label, "zh", MACAU.currency)
    return [line.text for line in words.lines(events)]


def test_a_coup_is_told_in_the_word_order_of_chinese() -> None:
    bet = Move(LAW, kind="stake", player="Ana", amount=1000, bet="1")
    assert lines_in_chinese(
        Event(Shuffle(LAW, packs=6, warning=52), seal="ab"), Event(bet),
        Event(Deal(LAW, to="1", seen_by=ALL), card="AS"),
        Event(Deal(LAW, to="1", seen_by=ALL), card="6H"),
        Event(Call(LAW, call="total-soft", seat="1", facts={"low": 7, "total": 17})),
        Event(Result(LAW, hand="1", result="won", facts={"total": 17, "bank": 16})),
        Event(Move(LAW, kind="pay", player="Ana", amount=1500, bet="1", odds="3:2")),
    ) == ["6副牌已洗勻並封存；第二張白咭距尾端52張", "Ana：下注10.00 MOP（1號門）",
          "1號門獲派A♠：軟牌11點", "1號門獲派6♥：軟牌17點", "1號門：「7點或17點」",
          "1號門：贏，17點對16點", "莊家派彩予Ana：15.00 MOP（1號門），2賠3"]


def test_offers_are_listed_with_the_marks_of_chinese() -> None:
    asked = Listen(LAW, window="turn", default="stand", clock="decision", offers=(
        Offer("hit", "1", LAW, "Ana"), Offer("double", "1", LAW, "Ana", cost=1000)))
    assert lines_in_chinese(Event(asked)) == [
        "Ana可：博牌 1（6.2）、加注 1（+10.00 MOP、6.2）；時間屆滿則不博牌"]


def test_what_else_happens_names_no_fact_that_nobody_knows_yet() -> None:
    """The closing call of chemin de fer says a sum that stands only once it is made."""
    chemin = game("chemin-de-fer")
    asked = Listen(LAW, window="bets", default="no-more-bets", clock="betting",
                   offers=(Offer("done", "2", LAW, "Rui"),))
    lines = [Narrator(chemin.words[lang], chemin.label, lang).lines([Event(asked)])[0].text
             for lang in LANGS]
    assert [line.rpartition("; ")[2] for line in lines[:2]] == [
        "se o tempo acabar: fecham-se as apostas", "if time runs out: betting closes"]
    assert lines[2].endswith("；時間屆滿則停止投注")


def test_clauses_stand_under_one_another_beside_wide_characters() -> None:
    assert Line("莊家不博牌", ("x/6.1",)).plain("x", 12) == "莊家不博牌    6.1"
    assert Line("bank stands", ("x/6.1",)).plain("x", 12) == "bank stands   6.1"


@pytest.mark.parametrize(("refusal", "text"), [
    (Refusal("below-minimum", LAW, "", {"amount": 300, "low": 500, "high": 50000, "unit": 100},
             (500, 600)),
     "投注3.00 MOP不獲接受。投注額由5.00 MOP至500.00 MOP，每級1.00 MOP。並無扣款。"
     "最接近的注額：5.00 MOP、6.00 MOP。"),
    (Refusal("no-card", LAW, "", {"found": "ZZ"}), "「ZZ」不是紙牌。寫法例如KH或2C。"),
    (Refusal("no-fault", LAW, "", {"found": "jam"}), "「jam」並非此局能繼續下去的差錯。"),
])
def test_a_refusal_is_told_without_gaps_between_its_sentences(refusal: Refusal, text: str) -> None:
    assert (
        refusal_text.render_refusal(
            refusal, refusal_text.with_refusal_words(MACAU.words)["zh"], MACAU.money
        )
        == text
    )
