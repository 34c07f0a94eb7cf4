"""Each word as the terminal and `sabot replay` tell it: one language, one teller."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console

from sabot.cli.operating.serve import load_tables
from sabot.cli.playing.table_view import PHRASES, TableView
from sabot.cli.proving import replay
from sabot.games import game
from sabot.house.live.long_rounds import CAUSE
from sabot.ledger.references import Begin
from sabot.procedure import (
    FLOWS,
    NOBODY,
    Act,
    Cut,
    Deal,
    Event,
    Handle,
    Incident,
    Listen,
    Move,
    Offer,
    Shuffle,
    redact,
)
from sabot.procedure.dealer import EXHAUSTED
from sabot.procedure.steps import REMOVED, SESSION_ENDS

GAME = game("blackjack-online")
LAW = f"{GAME.section}/14.a"
BEGUN = Begin(coup="t-1", no=1, game=GAME.id, code="", table={}, carry={}, events=[])

EVENTS = [
    (Event(Handle(LAW, what="burn", facts={"cards": 2})), "burn"),
    (Event(Handle(LAW, what="lid", seat="3", answers=("open", "closed")), word="closed"),
     "place 3: lid: closed"),
    (Event(Handle(LAW, what="lid", faults=("torn",)), incident=Incident("torn", "KH")),
     "lid: torn"),
    (Event(Cut(LAW, at=57)), "the shoe is cut"),
    (Event(Shuffle(LAW, packs=6, warning=9, without=("KH",)), seal="ab" * 32),
     "6 packs are shuffled and sealed; the warning card is 9 cards from the end; cards left "
     "out: 1"),
    (Event(Deal(LAW, to="1"), incident=Incident("torn", "KH")), "place 1: torn, K♥"),
    (Event(Deal(LAW, to="1", seen_by=NOBODY), incident=Incident("torn", "KH")), "place 1: torn"),
    (Event(incident=Incident("torn", "KH", seat="3", note="pack 2")),
     "place 3: a fault is reported: torn"),
    (Event(answer=Act("ana", "bet", "3", 500)), "you: Bet 3, 5.00 €"),
]
HIDDEN = [event for event, _ in EVENTS if not isinstance(event.step, Deal)]


def record_of(events: list[Event]) -> list[Any]:
    return [(type("Record", (), {"seq": 1, "at": 0}), i, e) for i, e in enumerate(events)]


def on_the_cloth(event: Event, lang: str = "en", width: int = 200, game: Any = GAME,
                 answers: bool = True) -> str:
    out = StringIO()
    TableView(Console(file=out, width=width), game, lang).show_event(
        redact(event, "ana"), answers=answers
    )
    return out.getvalue()


@pytest.mark.parametrize(("event", "text"), EVENTS)
def test_each_word_is_told(event: Event, text: str) -> None:
    rendered = on_the_cloth(event)
    assert text in rendered and "KH" not in rendered
    if event.step is not None:
        assert rendered.splitlines()[0].endswith("14.a")
    [line] = replay.describe_events(BEGUN, record_of([event]), "en")
    assert text.removeprefix("you") in line.text


def test_a_seal_is_shown_where_the_shoe_is_sealed() -> None:
    assert "\n  abababababababab…\n" in on_the_cloth(EVENTS[4][0])
    by_hand = Event(Shuffle(LAW, packs=6, warning=9), seal="attended")
    assert "…" not in on_the_cloth(by_hand)


@pytest.mark.parametrize("kind", FLOWS)
@pytest.mark.parametrize(("game_id", "sum_"), [
    ("blackjack-2007", "5.00 €"), ("blackjack-macau", "5.00 MOP")])
def test_each_movement_is_told_in_the_currency_of_its_game(kind: str, game_id: str,
                                                            sum_: str) -> None:
    this_game = game(game_id)
    event = Event(Move(f"{this_game.section}/1.1" if "macau" in game_id else LAW, kind=kind,
                       bet="3+1", player="ana", amount=500, into="pot"))
    rendered = on_the_cloth(event, game=this_game)
    nowhere = kind in ("seed", "hand-pay")  # it concerns no place
    assert sum_ in rendered and (nowhere or "place 3" in rendered)
    begun = msgspec.structs.replace(BEGUN, game=game_id)
    [line] = replay.describe_events(begun, record_of([event]), "pt")
    assert sum_ in line.text and (nowhere or "lugar 3, apostador 1" in line.text)


def test_the_terminal_has_its_phrases_in_every_language() -> None:
    fields = {lang: {key: set(re.findall(r"{(\w+)}", text)) for key, text in phrases.items()}
              for lang, phrases in PHRASES.items()}
    assert fields["en"] == fields["pt"] == fields["zh"]
    assert all(re.search("[\u4e00-\u9fff]", text) for key, text in PHRASES["zh"].items()
               if re.search("[a-z]{3}", re.sub(r"{\w+}", "", PHRASES["en"][key])))


def test_what_one_player_did_has_no_line_of_its_own() -> None:
    assert on_the_cloth(Event(answer=Act("ana", "bet", "3", 500)), answers=False) == ""


def test_replay_shows_no_card_that_lay_face_down_or_outside() -> None:
    assert "KH" not in str([line.event for line in
                            replay.describe_events(BEGUN, record_of(HIDDEN), "en")])
    hidden = Event(Deal(LAW, to="bank", seen_by=NOBODY), incident=Incident("torn", "KH"))
    assert "KH" not in str([line.event
                            for line in replay.describe_events(BEGUN, record_of([hidden]), "en")])


def test_a_report_has_the_clause_of_what_was_asked() -> None:
    asked = Event(Listen(LAW, offers=(Offer("hit", "1", LAW, "ana"),), window="w",
                         faults=("torn",)))
    events = [asked, Event(incident=Incident("torn"))]
    lines = list(replay.describe_events(BEGUN, record_of(events), "en"))
    assert lines[1].law == (LAW,)


def test_an_offer_that_counts_cards_shows_a_number() -> None:
    out = StringIO()
    cut = Offer("cut", "table", LAW, low=10, high=302, unit=1, note="cards")
    TableView(Console(file=out, width=100), GAME).show_offers([cut], {"cut": "c"}, 0)
    assert "10 to 302" in out.getvalue() and "€" not in out.getvalue()


def test_what_bets_pay_is_told_in_words_of_the_game() -> None:
    """No key of a bet or a prize among the Chinese. Machines name the symbols of their models."""
    for table in load_tables(None)[0].values():
        of = game(table.game)
        if of.id == "machines":
            continue
        bets, out = of.bets(table), StringIO()
        keys = {one.what for bet in bets for one in bet.pays} | {bet.bet for bet in bets}
        TableView(Console(file=out, width=200), of, "zh").show_prizes(bets)
        assert len(out.getvalue().splitlines()) >= len(bets)
        assert not keys.intersection(re.split(r"[ :：,、\n]+", out.getvalue())), of.id


@pytest.mark.parametrize("cause", [REMOVED, SESSION_ENDS, EXHAUSTED, "limits", "malfunction",
                                   CAUSE])
def test_why_the_house_itself_voids_a_coup_is_told_in_every_language(cause: str) -> None:
    by_language = {lang: on_the_cloth(Event(void=cause), lang) for lang in ("pt", "en", "zh")}
    assert len(set(by_language.values())) == 3
    assert cause not in by_language["pt"] + by_language["zh"]
