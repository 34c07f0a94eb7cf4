"""Menus: offers that repeat are published once, and every Listen that names them asks them."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from sabot.procedure import (
    Act,
    Dealer,
    Listen,
    Menu,
    Offer,
    Refusal,
    Scripted,
    TableState,
    TimeOut,
    decode,
    encode,
    offers_for,
    redact,
    replay,
)
from sabot.procedure.visible_events import NO_LABEL, ShownListen

LAW = "ir/1"
SPOTS = ("straight/17", "split/17-20")
MENU = Menu(LAW, name="bets", offers=(
    Offer("bet", "", LAW, low=500, high=2000, unit=500, seats=SPOTS),
    Offer("clear", "", LAW, seats=SPOTS)))


def coup() -> Generator[Any, Any, list[Act]]:
    """Ana and Rui may bet from the menu; Ana has less room at one spot."""
    yield MENU
    heard = []
    while True:
        own = Offer("bet", "straight/17", LAW, "ana", low=500, high=1000, unit=500)
        act = yield Listen(LAW, offers=(own,), window="bets", clock="betting", default="closed",
                           menus=(("bets", ("ana", "rui")),))
        if isinstance(act, TimeOut):
            return heard
        heard.append(act)


def test_what_a_menu_offers_is_open_to_those_who_may_choose_from_it() -> None:
    dealer = Dealer(coup(), Scripted())
    assert not isinstance(dealer.answer(Act("rui", "bet", "straight/17", 2000)), Refusal)
    assert not isinstance(dealer.answer(Act("ana", "clear", "split/17-20")), Refusal)
    stranger = dealer.answer(Act("eva", "bet", "straight/17", 500))
    assert isinstance(stranger, Refusal) and stranger.code == "not-yours"
    off = dealer.answer(Act("rui", "bet", "straight/38", 500))
    assert isinstance(off, Refusal) and off.code == "not-offered"
    unit = dealer.answer(Act("rui", "bet", "split/17-20", 700))
    assert isinstance(unit, Refusal) and unit.accepts == (500, 1000)


def test_an_offer_of_the_listen_itself_goes_before_that_of_the_menu() -> None:
    dealer = Dealer(coup(), Scripted())
    much = dealer.answer(Act("ana", "bet", "straight/17", 1500))
    assert isinstance(much, Refusal) and much.code == "above-maximum"
    assert not isinstance(dealer.answer(Act("ana", "bet", "split/17-20", 1500)), Refusal)


def test_the_record_holds_the_menu_once_and_replays() -> None:
    dealer = Dealer(coup(), Scripted())
    for spot in SPOTS * 4:
        dealer.answer(Act("rui", "bet", spot, 500))
    listens = [e.step for e in dealer.record if isinstance(e.step, Listen)]
    assert [type(e.step) for e in dealer.record].count(Menu) == 1
    assert len(listens) == 9 and all(len(one.offers) == 1 for one in listens)
    again = replay(coup(), decode(encode(dealer.record)))
    assert again.record == dealer.record and again.standing == dealer.standing
    assert len(offers_for(again.standing, "ana")) == 3


def test_each_pair_of_eyes_is_told_which_menus_are_its_own() -> None:
    dealer = Dealer(coup(), Scripted())
    view = TableState(lambda *_: NO_LABEL)
    for event in dealer.record:
        view.fold(redact(event, "rui"))
    assert [o.seats for o in view.show().menus["bets"]] == [SPOTS] * 2
    listen = dealer.record[-1]
    for eyes, menus, own in (("ana", ("bets",), 1), ("rui", ("bets",), 0), ("eva", (), 0)):
        seen = redact(listen, eyes)
        assert isinstance(seen, ShownListen) and seen.menus == menus and len(seen.offers) == own
        assert seen.default == ("closed" if menus else "")
