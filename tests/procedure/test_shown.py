"""What is shown of an event, as it goes over the wire: these shapes are read by every page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest

from sabot.conformance.random_players import PLAYERS, Walk
from sabot.games import catalogue
from sabot.house import schemas
from sabot.procedure import (
    Act,
    Call,
    Claim,
    Cover,
    Cut,
    Deal,
    Discard,
    Event,
    Handle,
    Incident,
    Listen,
    Menu,
    Move,
    Offer,
    Open,
    Part,
    Result,
    Reveal,
    Shift,
    Shuffle,
    TableState,
    Throw,
    TimeOut,
    Turn,
    Uncover,
    redact,
)
from sabot.procedure.game import Game
from sabot.procedure.steps import NOBODY
from sabot.procedure.table import Table
from sabot.procedure.visible_events import HandLabel, ShownEvent
from support.wire import read_shown, wire

LAW = "pt-217-2007/roleta-francesa/13"
OFFERS = (Offer("bet", "", LAW, "ana", low=500, high=2000, unit=500, seats=("1", "2")),
          Offer("hit", "1", LAW, "rui", cost=500, note="split"),
          Offer("join", "9", LAW, "", note="full", barred=("eva",), barred_law="ir/1"),
          Offer("leave", "3", LAW, "ana", barred=("ana",), barred_law="ir/2"))
L = f'"law":"{LAW}"'
BET = f'{{"act":"bet","seat":"",{L},"low":500,"high":2000,"unit":500,"seats":["1","2"]}}'
JOIN = f'{{"act":"join","seat":"9",{L},"note":"full","barred":"ir/1"}}'
LEAVE = f'{{"act":"leave","seat":"3",{L}'
ASKED = Listen(LAW, ("ir/9",), offers=OFFERS, window="bets", clock="betting", default="hit",
               default_law="ir/3", menus=(("bets", ("ana",)),), faults=("misdeal",))
FAULT = Incident("torn", card="5C", seat="1", note="Rui's mistake", fell=(3,))


@pytest.mark.parametrize(("event", "eyes", "shown"), [
    (Event(Deal(LAW, ("ir/9",), to="1", faults=("torn",)), card="KH"), "",
     f'{{"step":"deal",{L},"to":"1","card":"KH"}}'),
    (Event(Deal(LAW, to="1", seen_by="ana"), card="KH"), "ana",
     f'{{"step":"deal",{L},"to":"1","card":"KH","only":true}}'),
    (Event(Deal(LAW, to="1", seen_by="ana"), card="KH"), "rui", f'{{"step":"deal",{L},"to":"1"}}'),
    (Event(Deal(LAW, to="1", seen_by=NOBODY), card="KH"), "ana", f'{{"step":"deal",{L},"to":"1"}}'),
    (Event(Deal(LAW, to="1"), incident=FAULT), "ana",
     f'{{"step":"deal",{L},"to":"1","card":"5C","incident":"torn","lies":true}}'),
    (Event(Deal(LAW, to="1", seen_by=NOBODY), incident=FAULT), "ana",
     f'{{"step":"deal",{L},"to":"1","incident":"torn","lies":true}}'),
    (Event(Deal(LAW, to="1"), incident=Incident("jam")), "ana",
     f'{{"step":"deal",{L},"to":"1","incident":"jam","lies":false}}'),
    (Event(Throw(LAW, thing="dice", sides=(6, 6), first=1), fell=(1, 6)), "ana",
     f'{{"step":"throw",{L},"thing":"dice","fell":[1,6]}}'),
    (Event(Throw(LAW, thing="dice", sides=(6, 6)), incident=FAULT), "ana",
     f'{{"step":"throw",{L},"thing":"dice","fell":[],"incident":"torn"}}'),
    (Event(Cover(LAW, thing="dice", sides=(6,)), fell=(5,), seal="5ea1", nonce="ff"), "ana",
     f'{{"step":"cover",{L},"thing":"dice","seal":"5ea1"}}'),
    (Event(Uncover(LAW, thing="dice", fell=(5,), seal="5ea1", nonce="ff")), "",
     f'{{"step":"uncover",{L},"thing":"dice","fell":[5],"seal":"5ea1","nonce":"ff"}}'),
    (Event(Turn(LAW, hand="bank", index=1), card="9D"), "",
     f'{{"step":"turn",{L},"hand":"bank","index":1,"card":"9D"}}'),
    (Event(Reveal(LAW, ("ir/9",), hand="1", index=0, card="9D")), "",
     f'{{"step":"reveal",{L},"also":["ir/9"],"hand":"1","index":0,"card":"9D"}}'),
    (Event(Reveal(LAW, hand="1", index=0, card="9D", seen_by="ana")), "ana",
     f'{{"step":"reveal",{L},"hand":"1","index":0,"card":"9D","only":true}}'),
    (Event(Reveal(LAW, hand="1", index=0, card="9D", seen_by="ana")), "rui", "null"),
    (Event(Claim(LAW, pool="Norte"), cents=700), "",
     f'{{"step":"claim",{L},"pool":"Norte","cents":700}}'),
    (Event(Handle(LAW, ("ir/9",), what="show", answers=("yes", "no")), word="yes"), "",
     f'{{"step":"handle",{L},"what":"show","seat":"","facts":{{}},"word":"yes"}}'),
    (Event(Handle(LAW, what="show", seat="3", facts={"packs": 6}), incident=FAULT), "",
     f'{{"step":"handle",{L},"what":"show","seat":"3","facts":{{"packs":6}},"incident":"torn"}}'),
    (Event(Shuffle(LAW, packs=6, warning=52), seal="5ea1"), "",
     f'{{"step":"shuffle",{L},"packs":6,"warning":52,"seal":"5ea1"}}'),
    (Event(Shuffle(LAW, packs=1, warning=0, without=("KH", "2C")), seal="5ea1"), "",
     f'{{"step":"shuffle",{L},"packs":1,"warning":0,"seal":"5ea1","without":2}}'),
    (Event(Open(LAW, seal="5ea1"), opening={"seal": "5ea1", "order": "KH 2C"}), "",
     f'{{"step":"open",{L},"opening":{{"seal":"5ea1","order":"KH 2C"}}}}'),
    (Event(Cut(LAW, at=40)), "", f'{{"step":"cut",{L},"at":40}}'),
    (Event(Move(LAW, ("ir/9",), kind="pay", bet="1", player="ana", amount=500, odds="3:2")), "ana",
     f'{{"step":"move",{L},"kind":"pay","bet":"1","amount":500,"yours":true,"odds":"3:2",'
     '"also":["ir/9"]}'),
    (Event(Move(LAW, kind="take", bet="1", player="ana", amount=500, into="pot")), "",
     f'{{"step":"move",{L},"kind":"take","bet":"1","amount":500,"yours":false,"into":"pot"}}'),
    (Event(Call(LAW, call="total", seat="1", facts={"total": 17, "soft": True})), "",
     f'{{"step":"call",{L},"call":"total","seat":"1","facts":{{"total":17,"soft":true}}}}'),
    (Event(Call(LAW, ("ir/9",), call="no-more-bets")), "",
     f'{{"step":"call",{L},"also":["ir/9"],"call":"no-more-bets"}}'),
    (Event(Result(LAW, hand="1", result="won")), "",
     f'{{"step":"result",{L},"hand":"1","result":"won"}}'),
    (Event(Shift(LAW, frm="bank", index=0, to="aside", card="4H")), "",
     f'{{"step":"shift",{L},"frm":"bank","index":0,"to":"aside","card":"4H"}}'),
    (Event(Part(LAW, hand="3", into=("3.1", "3.2"))), "",
     f'{{"step":"part",{L},"hand":"3","into":["3.1","3.2"]}}'),
    (Event(Discard(LAW, hands=("1", "bank"))), "",
     f'{{"step":"discard",{L},"hands":["1","bank"]}}'),
    (Event(Menu(LAW, name="bets", offers=(OFFERS[0], OFFERS[3]))), "rui",
     f'{{"step":"menu",{L},"name":"bets","offers":[{BET},{LEAVE}}}]}}'),
    (Event(Menu(LAW, name="bets", offers=(OFFERS[0], OFFERS[3]))), "ana",
     f'{{"step":"menu",{L},"name":"bets","offers":[{BET},{LEAVE},"barred":"ir/2"}}]}}'),
    (Event(ASKED), "",
     f'{{"step":"listen",{L},"window":"bets","clock":"betting","default":"","default_law":"",'
     '"offers":[],"awaiting":["1"]}'),
    (Event(ASKED), "ana",
     f'{{"step":"listen",{L},"window":"bets","clock":"betting","default":"hit",'
     f'"default_law":"ir/3","offers":[{BET},{JOIN}],"awaiting":["1"],"menus":["bets"],'
     '"barred":[{"act":"leave","seat":"3","law":"ir/2"}]}'),
    (Event(answer=Act("ana", "bet", "1", 500)), "ana",
     '{"answer":"bet","seat":"1","yours":true,"amount":500}'),
    (Event(answer=Act("ana", "hit", "1")), "", '{"answer":"hit","seat":"1","yours":false}'),
    (Event(answer=TimeOut("bets")), "", '{"answer":"timeout"}'),
    (Event(incident=FAULT), "ana", '{"fault":"torn","seat":"1"}'),
    (Event(void="malfunction"), "ana", '{"void":"malfunction"}'),
    (Event(), "ana", "null"),
])
def test_the_shape_of_each_thing_that_is_shown(event: Event, eyes: str, shown: str) -> None:
    assert msgspec.json.encode(redact(event, eyes)).decode() == shown


def test_a_house_shows_the_clause_of_an_answer_and_the_name_of_who_moves() -> None:
    acts = Event(answer=Act("ana", "hit", "1"))
    assert list(wire(redact(acts, "", "ir/1", "Ana"))) == ["answer", "seat", "yours", "law", "by"]
    paid = Event(Move(LAW, kind="pay", bet="1", player="ana", amount=5, odds="1:1"))
    assert list(wire(redact(paid, "", "", "Ana")))[-2:] == ["odds", "by"]
    assert wire(redact(Event(answer=TimeOut("bets")), "", "ir/1")) == {
        "answer": "timeout", "law": "ir/1"}
    assert wire(redact(Event(incident=FAULT), "", "ir/1")) == {
        "fault": "torn", "seat": "1", "law": "ir/1"}


def random_coups(game: Game) -> Iterator[list[Event]]:
    """Some coups of a game, with what went wrong in them."""
    times = (game.limit_ratios or (30,))[0]
    table = Table(game=game.id, name="walk", rules=game.rules(), minimum=500, maximum=500 * times,
                  unit=100, places=game.places or 3)
    carry = None
    for seed in range(6):
        walk = Walk(game, table, seed, carry, faults=0.05 * (seed % 2))
        carry = walk.dealer.outcome
        yield walk.record


@pytest.mark.parametrize("game", catalogue().values(), ids=catalogue())
def test_what_is_shown_is_read_again_from_the_wire(game: Game) -> None:
    """Every member that is sent is described, and the same table folds from what is read."""
    _, described = schemas.json_schemas(get_args(ShownEvent), get_args(ShownEvent))
    for record in random_coups(game):
        for eyes in ("", PLAYERS[0]):
            here, there = TableState(game.label), TableState(game.label)
            for event in record:
                shown = redact(event, eyes)
                sent = wire(shown)
                if shown is None:
                    assert sent is None
                    continue
                assert read_shown(sent) == shown
                schema = described[type(shown).__name__]
                assert set(schema["required"]) <= set(sent) <= set(schema["properties"])
                here.fold(shown)
                there.fold(read_shown(sent))
            assert wire(here.show()) == wire(there.show())


def test_what_a_table_shows() -> None:
    state = TableState(lambda hand, cards, calls: HandLabel(total=len(cards), soft=hand == "1"))
    for step in (Event(Menu(LAW, name="few", offers=OFFERS[:1])),
                 Event(Shuffle(LAW, packs=6, warning=0), seal="5ea1"),
                 Event(Move(LAW, kind="stake", bet="1", player="ana", amount=500)),
                 Event(Deal(LAW, to="1"), card="9D"),
                 Event(Deal(LAW, to="bank", seen_by=NOBODY), card="KH"),
                 Event(Throw(LAW, thing="ball", sides=(37,)), fell=(17,)),
                 Event(Cover(LAW, thing="dice", sides=(6,)), fell=(5,), seal="5ea2"),
                 Event(Call(LAW, call="total", seat="1")),
                 Event(Result(LAW, hand="1", result="won"))):
        state.fold(redact(step, ""))
    apart = state.copy()
    apart.fold(redact(Event(Deal(LAW, to="1"), card="2C"), ""))
    assert msgspec.json.encode(state.show()).decode() == (
        '{"hands":{"1":{"cards":["9D"],"total":1,"soft":true},'
        '"bank":{"cards":[null],"total":1,"soft":false}},"bets":{"1":500},'
        f'"results":{{"1":{{"step":"result",{L},"hand":"1","result":"won"}}}},'
        f'"call":{{"step":"call",{L},"call":"total","seat":"1"}},"seal":"5ea2","void":"",'
        f'"fell":{{"ball":[17],"dice":null}},"menus":{{"few":[{BET}]}}}}')
    assert apart.hands["1"] == ["9D", "2C"] and state.hands["1"] == ["9D"]
    bare = TableState(lambda *_: HandLabel())
    assert msgspec.json.encode(bare.show()).decode() == (
        '{"hands":{},"bets":{},"results":{},"call":null,"seal":"","void":"","fell":{}}')
