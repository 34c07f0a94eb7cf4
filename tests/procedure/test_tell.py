"""The coup in words: every event a line, every line its clauses, and nothing that was not told."""

from __future__ import annotations

import pytest

from sabot.games import game, read_table
from sabot.procedure import (
    NOBODY,
    Act,
    Call,
    Cover,
    Deal,
    Discard,
    Event,
    Listen,
    Move,
    Offer,
    Open,
    Part,
    Result,
    Reveal,
    Shuffle,
    Throw,
    TimeOut,
    redact,
    round_scripts,
)
from sabot.procedure.narration import Line, Narrator, card_name, short_clause
from sabot.procedure.phrases import PHRASES
from sabot.procedure.view import inspect
from sabot.procedure.visible_events import ShownDeal

GAME = game("blackjack-online")
LAW = f"{GAME.section}/14.a"


def teller(lang: str = "en") -> Narrator:
    return Narrator(GAME.words[lang], GAME.label, lang)


EVENTS = [
    (Event(Shuffle(LAW, packs=6, warning=104), seal="ab"),
     "6 packs are shuffled and sealed; the warning card is 104 cards from the end"),
    (Event(Shuffle(LAW, packs=6, warning=104), seal="attended"),
     "6 packs are shuffled; the warning card is 104 cards from the end"),
    (Event(Call(LAW, call="place-your-bets")), "«Place your bets»"),
    (Event(answer=Act("Ana", "bet", "3", 1050)), "  Ana: Bet 3, 10.50 €"),
    (Event(Move(LAW, kind="stake", bet="3", player="Ana", amount=1050)),
     "Ana: 10.50 € on place 3"),
    (Event(Deal(LAW, to="3"), card="TD"), "place 3 receives 10♦: 10"),
    (Event(Deal(LAW, to="3"), card="AS"), "place 3 receives A♠: soft 21"),
    (Event(Deal(LAW, to="bank", seen_by=NOBODY), card="KH"), "bank receives a card face down"),
    (Event(Part(LAW, hand="3", into=("3.1", "3.2"))),
     "place 3 is split into hand 3.1 and hand 3.2"),
    (Event(Listen(LAW, offers=(
        Offer("hit", "3.1", LAW, "Ana"), Offer("double", "3.1", LAW, "Ana", cost=1050,
                                               note="ace-fixed"),
        Offer("bet", "4", LAW, low=500, high=1000, unit=100)),
        window="w", clock="decision", default="stand", default_law="ir/1")),
     "Ana may: hit 3.1 (14.a), double 3.1 (+10.50 €, the ace counts 1 from now on, 14.a); "
     "a newcomer may: bet 4 (5.00 € to 10.00 €, 14.a); if time runs out: stand"),
    (Event(answer=TimeOut("w")), "  time is up"),
    (Event(Reveal(LAW, hand="bank", index=0, card="KH")), "bank turns up K♥: 10"),
    (Event(Result(LAW, hand="3.1", result="won", facts={"total": 20, "bank": 10})),
     "hand 3.1: wins, 20 against 10"),
    (Event(Result(LAW, hand="3/insurance", result="lost")), "insurance of place 3: loses"),
    (Event(Move(LAW, kind="pay", bet="3.1", player="Ana", amount=5, odds="3:2")),
     "the bank pays Ana 0.05 € on hand 3.1, 3:2"),
    (Event(Move(LAW, kind="collect", bet="3.2", player="Ana", amount=5)),
     "the bank collects 0.05 € on hand 3.2"),
    (Event(Discard(LAW, hands=("3.1", "bank"))), "cards collected: hand 3.1, bank"),
    (Event(Open(LAW, seal="ab"), opening={"seal": "ab"}),
     "the shoe has ended: its order is revealed"),
    (Event(Throw(LAW, thing="wheel", sides=(37,)), fell=(17,)), "wheel: 17"),
    (Event(Cover(LAW, thing="dice", sides=(6, 6)), fell=(1, 6), seal="cd", nonce="00"),
     "dice: covered and sealed"),
    (Event(void="power"), "the round is stopped: power"),
]


def test_each_event_has_its_line() -> None:
    told = teller()
    lines = told.lines([event for event, _ in EVENTS])
    assert [line.text for line in lines] == [text for _, text in EVENTS]
    for (event, _), line in zip(EVENTS, lines, strict=True):
        assert line.laws == ((LAW,) if event.step is not None else ())


def test_a_call_says_the_facts_that_its_words_name() -> None:
    words = {"call.total": "{total}, {kind}", "call.open": "{", "call.other": "{absent}"}
    told = Narrator(words, GAME.label)
    lines = told.lines([
        Event(Deal(LAW, to="3"), card="TD"),
        Event(Call(LAW, call="total", seat="3", facts={"total": 10, "kind": "hard"})),
        Event(Call(LAW, call="open")), Event(Call(LAW, call="other", seat="3")),
    ])
    assert [line.text for line in lines[1:]] == ["place 3: «10, hard»", "«{»",
                                                 "place 3: «{absent}» 10"]


def test_a_hidden_card_has_no_name_before_it_is_turned_up() -> None:
    lines = teller().lines([event for event, _ in EVENTS])
    first = next(i for i, line in enumerate(lines) if "K♥" in line.text)
    assert lines[first].text.startswith("bank turns up")
    assert inspect(EVENTS[7][0]) == (ShownDeal(LAW, "bank"), None, (), "")


def test_a_player_hears_of_himself_and_of_others_without_names() -> None:
    stake = EVENTS[4][0]
    assert teller().line(redact(stake, "Ana")).text == "you: 10.50 € on place 3"
    assert teller().line(redact(stake, "Rui")).text == "a player: 10.50 € on place 3"
    listen = EVENTS[9][0]
    assert teller().line(redact(listen, "Rui")).text.startswith("you may: bet 4")
    assert teller().line(redact(listen, "")).text == "the table waits for other players"


@pytest.mark.parametrize("lang", PHRASES)
def test_every_phrase_exists_in_every_language(lang: str) -> None:
    assert set(PHRASES[lang]) == set(PHRASES["en"])
    lines = teller(lang).lines([event for event, _ in EVENTS])
    assert len(lines) == len(EVENTS) and all(line.text for line in lines)


def test_what_the_view_does_not_tell_is_not_told() -> None:
    assert teller().line(None) is None
    assert teller().line(redact(Event(), "Ana")) is None


def test_a_line_ends_in_its_clauses_without_the_name_of_the_law() -> None:
    line = Line("text", (f"{GAME.section}/15.b", "ir/4"))
    assert line.plain(GAME.section, 8) == "text      15.b ir/4"
    assert Line("text").plain(width=8) == "text"


def test_one_form_for_rules_and_interpretations_wherever_they_stand() -> None:
    asked = Listen(LAW, window="w", offers=(Offer("leave", "1", "ir/24", "Ana"),))
    assert teller().lines([Event(asked)])[0].text == "Ana may: leave 1 (ir/24)"
    assert short_clause("ir/24") == "ir/24" and short_clause(LAW) == "14.a"
    assert (
        short_clause(LAW, GAME.section) == "14.a" and short_clause("ir/24", GAME.section) == "ir/24"
    )


@pytest.mark.parametrize(("lang", "counted", "shuffled"), [
    ("en", "Ana may: cut 1 (10 to 302 cards, 14.a)", "one pack is shuffled and sealed"),
    ("pt", "Ana pode: cut 1 (10 a 302 cartas, 14.a)", "um baralho é baralhado e selado"),
])
def test_cards_and_packs_are_counted_in_one_language(lang: str, counted: str,
                                                     shuffled: str) -> None:
    cut = Offer("cut", "1", LAW, "Ana", low=10, high=302, unit=1, note="cards")
    told = teller(lang).lines([Event(Shuffle(LAW, packs=1, warning=0), seal="ab"),
                               Event(Listen(LAW, window="w", offers=(cut,)))])
    assert [line.text for line in told] == [shuffled, counted]


@pytest.mark.parametrize(
    ("act", "lang", "said"),
    [
        (
            "split",
            "en",
            "Rui may: follow the split of hand 6.1 (+5.00 MOP, 14.a), do not follow (14.a)",
        ),
        (
            "double",
            "en",
            "Rui may: follow the double of hand 6.1 (+5.00 MOP, 14.a), do not follow (14.a)",
        ),
        (
            "split",
            "pt",
            "Rui pode: acompanhar o desdobramento, mão 6.1 (+5.00 MOP, 14.a), "
            "não acompanhar (14.a)",
        ),
    ],
)
def test_who_may_follow_hears_what_and_where(act: str, lang: str, said: str) -> None:
    made = game("blackjack-macau")
    asked = Listen(LAW, window="follow", offers=(
        Offer("follow", "6.1", LAW, "Rui", cost=500), Offer("no-follow", "6.1", LAW, "Rui")))
    told = Narrator(made.words[lang], made.label, lang, made.currency)
    lines = told.lines([Event(answer=Act("Ana", act, "6.1")), Event(asked)])
    assert lines[-1].text == said


def test_cards_are_written_with_their_suits() -> None:
    assert [card_name(c) for c in ("AS", "TH", "9D", "QC")] == ["A♠", "10♥", "9♦", "Q♣"]


ROUND = """A round

shows:  14.a
table:  kind individual
cards:  TS 9D | TH 8C
acts:
  Ana: sit 1
  Ana: bet 1 10.00
  Ana: deal table
  Ana: stand 1
"""


def test_a_round_is_played_from_its_head() -> None:
    told = round_scripts.play(ROUND, GAME, read_table)
    assert told.startswith(ROUND.rstrip())
    assert "place 1: wins, 20 against 17" in told
    assert "Ana: +10.00 €\nbank: -10.00 €\nin play: 0.00 €\n" in told
    assert round_scripts.play(told, GAME, read_table) == told


@pytest.mark.parametrize(("old", "new", "what"), [
    ("cards:", "carts:", "a title, its cards or throws, and its acts"),
    ("  Ana: stand 1\n", "", "the acts end while the coup waits"),
    ("Ana: stand 1", "Ana: stands", "is not an act"),
    ("kind individual", "kind individual, places 9", "1 to 7"),
    ("kind individual", "sort individual", "unknown key"),
])
def test_a_round_that_cannot_be_played_says_why(old: str, new: str, what: str) -> None:
    with pytest.raises(round_scripts.BadRound, match=what):
        round_scripts.play(ROUND.replace(old, new), GAME, read_table)
