"""The walk over journals of tables where shoes are cut, cards lie outside and a pool grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

import msgspec
import pytest

from sabot import games
from sabot.certify.audit.coups import CoupBook, Misfit
from sabot.certify.audit.verify import Finding, verify
from sabot.equipment import EmptyShoe, Seeded, Shoe
from sabot.ledger import Entry, Ledger
from sabot.money import Transfer
from sabot.procedure import (
    AnyStep,
    Cut,
    Deal,
    Event,
    Handle,
    Incident,
    Listen,
    Live,
    Move,
    Offer,
    Open,
    Shuffle,
    Stakes,
    Turn,
)
from sabot.procedure.game import Game, ShoeAt
from support.ledger_house import Seat, commit_group

BASE = games.game("blackjack-online")
LAW = f"{BASE.section}/4.b"
OUTSIDE = ("KH", "2C")


class Carry(msgspec.Struct, frozen=True):
    """What the little game keeps."""

    seats: tuple[str, ...] = ("",)
    seal: str = ""
    drawn: int = 0
    cut: int = 0


def coup(table: Any, carry: Carry) -> Generator[AnyStep, Any, Carry]:
    """A shoe less two cards, cut at 20; a bet goes into the pool, which pays the same again."""
    r, seal, drawn, cut = Stakes(), carry.seal, carry.drawn, carry.cut
    yield Handle(LAW, what="show-cards")
    heard = yield Listen(LAW, offers=(Offer("bet", "1", LAW, low=500, high=900, unit=100),),
                         window="open")
    if drawn % 4 == 0:
        if seal:
            yield Open(LAW, seal=seal)
        seal = yield Shuffle(LAW, packs=1, warning=0, without=OUTSIDE)
        yield Cut(LAW, at=20)
        drawn, cut = 0, 20
    yield r.stake("1", heard.player, heard.amount, LAW)
    yield r.release("contribute", "1", heard.amount, LAW)
    yield Move(LAW, kind="seed", bet="1", player="", amount=100)
    yield Deal(LAW, to="1")
    yield Move(LAW, kind="jackpot", bet="1", player=heard.player, amount=heard.amount)
    return Carry(carry.seats, seal, drawn + 1, cut)


GAME = Game(**{**{name: getattr(BASE, name) for name in BASE.__dataclass_fields__},
               "coup": coup, "carry": Carry, "opening": lambda table: Carry(),
               "reopen": None, "seats": lambda carry: carry.seats,
               "shoe": lambda carry: ShoeAt(carry.seal, carry.drawn, carry.cut)})


class ByHand(Live):
    """Real cards, whose order nobody sealed."""

    def resolve(self, step: Any) -> Any:
        if isinstance(step, Open):
            return {"seal": "attended"}
        found = super().resolve(step)
        return "attended" if isinstance(step, Shuffle) else found


@pytest.fixture
def walked(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Finding]:
    """Plays the little game, stores one entry more if one is given, and walks the journal."""
    monkeypatch.setattr(games, "game", lambda _: GAME)

    def walk(*more: Entry, attended: bool = False, by_hand: bool = False) -> Finding:
        with Ledger.open(sqlite) as ledger:
            seat = Seat("t0", 3)
            seat.game, seat.carry = GAME, Carry()
            seat.table = msgspec.structs.replace(seat.table, attended=attended)
            if by_hand:
                seat.chance = ByHand(seat.chance.source)
            commit_group(ledger, seat.credit())
            for _ in range(10):
                for entry in seat.coup():
                    commit_group(ledger, [entry])
            commit_group(ledger, list(more))
            return verify(ledger)

    return walk


def test_a_journal_with_cuts_and_cards_outside_verifies(walked: Callable[..., Finding]) -> None:
    finding = walked()
    assert finding.fault is None and finding.coups == 10 and finding.shoes == 3


def test_nothing_but_a_prize_lowers_a_jackpot(walked: Callable[..., Finding]) -> None:
    finding = walked(Entry(kind="staff", transfers=(
        Transfer("taken/1", "jackpot:t0", "bank:t0", 100, LAW),)))
    assert finding.fault is not None and finding.fault.what == "the transfer taken/1"
    assert "100 cents out of jackpot:t0" in finding.fault.found
    assert "nothing else lowers a jackpot" in finding.fault.expected


def test_a_bank_may_add_to_a_jackpot(walked: Callable[..., Finding]) -> None:
    assert walked(Entry(kind="staff", transfers=(
        Transfer("given/1", "bank:t0", "jackpot:t0", 100, LAW),))).fault is None


def test_the_cards_of_an_attended_table_are_what_its_croupier_entered(
        walked: Callable[..., Finding]) -> None:
    finding = walked(attended=True, by_hand=True)
    assert finding.fault is None and finding.coups == 10


@pytest.mark.parametrize(("attended", "by_hand", "what"), [
    (True, False, "the seal of a shoe of real cards"), (False, True, "the order sealed attended"),
])
def test_a_sealed_shoe_and_real_cards_are_told_apart(
        walked: Callable[..., Finding], attended: bool, by_hand: bool, what: str) -> None:
    finding = walked(attended=attended, by_hand=by_hand)
    assert finding.fault is not None and finding.fault.what == what


# -- one event at a time ---------------------------------------------------------------------------


class Secrets:
    """The books, as far as the walk over a shoe asks them."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe = shoe

    def secret(self, seal: str) -> dict[str, str] | None:
        opening = self.shoe.opening()
        opening.pop("cut", None)
        return opening if seal == self.shoe.seal else None


def deal(card: str, bottom: bool = False) -> Event:
    return Event(Deal(LAW, to="1", bottom=bottom), card=card)


@pytest.fixture
def shoe() -> Shoe:
    return Shoe.shuffled(1, Seeded(9), OUTSIDE)


def walk(shoe: Shoe, *events: Event, at: ShoeAt | None = None) -> ShoeAt:
    book = CoupBook(Secrets(shoe), Counter())  # type: ignore[arg-type]
    found = at or ShoeAt(shoe.seal, 0)
    for event in events:
        found = book._shoe_after_event(7, found, event)
    return found


def test_a_card_from_below_is_the_last_of_the_pack_as_it_was_cut(shoe: Shoe) -> None:
    order = shoe.order[20:] + shoe.order[:20]
    cut, below = Event(Cut(LAW, at=20)), [deal(card, bottom=True) for card in order[:-4:-1]]
    assert walk(shoe, cut, deal(order[0]), *below) == ShoeAt(shoe.seal, 1, 20, 3)
    with pytest.raises(Misfit, match="card 1 of the shoe"):
        walk(shoe, cut, deal(order[0], bottom=True))
    every = [deal(card) for card in order[:-3]]
    with pytest.raises(Misfit, match="card 51 of the shoe"):
        walk(shoe, cut, *below, *every, deal(order[-4]))
    shoe.cut(20)
    assert [shoe.lift(), shoe.draw(), shoe.lift(), shoe.left] == [
        order[-1], order[0], order[-2], len(order) - 3]
    while shoe.left:
        shoe.lift()
    with pytest.raises(EmptyShoe):
        shoe.lift()
    with pytest.raises(EmptyShoe):
        shoe.draw()


def test_the_cards_come_in_the_order_of_the_cut(shoe: Shoe) -> None:
    order = shoe.order[20:] + shoe.order[:20]
    cut = Event(Cut(LAW, at=20))
    assert walk(shoe, cut, *map(deal, order)) == ShoeAt(shoe.seal, 50, 20)
    assert walk(shoe, deal(order[4]), at=ShoeAt(shoe.seal, 4, 20)).drawn == 5
    with pytest.raises(Misfit, match="card 1 of the shoe"):
        walk(shoe, cut, deal(shoe.order[0]))
    with pytest.raises(Misfit, match="card 51 of the shoe"):
        walk(shoe, cut, *map(deal, order), deal(order[0]))


@pytest.mark.parametrize(("events", "what"), [
    ([Event(Cut(LAW, at=0))], "the cut of the shoe"),
    ([Event(Cut(LAW, at=50))], "the cut of the shoe"),
    ([Event(Cut(LAW, at=5)), Event(Cut(LAW, at=5))], "the cut of the shoe"),
    ([Event(Turn(LAW, hand="bank", index=1), card="KH")], "what a croupier entered"),
    ([Event(Handle(LAW, what="lid"), word="lid-open")], "what a croupier entered"),
    ([Event(Handle(LAW, what="lid"), incident=Incident("torn"))], "what a croupier entered"),
    ([Event(Deal(LAW, to="1"), incident=Incident("torn"))], "card 1 of the shoe"),
])
def test_what_cannot_be_at_a_table_with_a_sealed_shoe(
        shoe: Shoe, events: list[Event], what: str) -> None:
    with pytest.raises(Misfit, match=what):
        walk(shoe, *events)


def test_a_shoe_is_cut_before_a_card_leaves_it(shoe: Shoe) -> None:
    with pytest.raises(Misfit, match="the cut of the shoe"):
        walk(shoe, deal(shoe.order[0]), Event(Cut(LAW, at=5)))


@pytest.mark.parametrize(("outside", "packs"), [((), 1), (("KH",), 1), (("KH", "3C"), 1),
                                                (OUTSIDE, 2)])
def test_the_cards_outside_are_those_that_the_shuffle_names(
        shoe: Shoe, outside: tuple[str, ...], packs: int) -> None:
    with pytest.raises(Misfit, match="the shoe sealed"):
        walk(shoe, Event(Shuffle(LAW, packs=packs, warning=0, without=outside), seal=shoe.seal))
    named = Event(Shuffle(LAW, packs=1, warning=0, without=OUTSIDE), seal=shoe.seal)
    assert walk(shoe, named) == ShoeAt(shoe.seal, 0)


def test_an_opening_shows_the_cut_that_was_made(shoe: Shoe) -> None:
    plain = shoe.opening()
    shoe.cut(20)
    opened = shoe.opening()
    at = ShoeAt(shoe.seal, 9, 20)
    after = walk(shoe, Event(Open(LAW, seal=shoe.seal), opening=opened), at=at)
    assert after == ShoeAt("", 0), "no card is dealt from a shoe that was shown"
    for opening in (plain, {**opened, "cut": "21"}):
        with pytest.raises(Misfit, match="the cut in the opening"):
            walk(shoe, Event(Open(LAW, seal=shoe.seal), opening=opening), at=at)
