"""A table of non-banked poker between two hands, played in tests by lines such as
"Ana: raise 1 1000"; people sit at places 1, 2, 3 and so on in the order of `NAMES`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from sabot.families.pokertable.readings import Readings
from sabot.families.pokertable.round import CAVE, Carry
from sabot.families.pokertable.variant import VARIANTS
from sabot.games import game
from sabot.procedure import (
    Act,
    Call,
    Dealer,
    Incident,
    Move,
    Refusal,
    Result,
    Reveal,
    Scripted,
    TimeOut,
    offers_for,
)
from sabot.procedure.table import Table

SECTION = "pt-217-2007/poquer-nao-bancado"
NAMES = ("Ana", "Rui", "Eva", "Gil", "Bea", "Leo", "Ivo", "Isa", "Noa", "Zeca", "Rita")


def law(*rules: str) -> Any:
    """The law mark of rules of non-banked poker; ``ir/232`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{SECTION}/{r}" for r in rules))


def table(of: str = "holdem", *, minimum: int = 1000, maximum: int = 0, unit: int = 0,
          attended: bool = False, readings: Mapping[str, Any] | None = None,
          **rules: Any) -> Table:
    """A table with these house rules; it need not be lawful. No percentage by default, no
    limit but the cave, and a minimum without regard to any maximum (20). ``readings`` other than
    the usual ones."""
    chosen = {"rate": 0, "limit": "cave", "minimum_share": False,
              "readings": Readings(**(readings or {})), **rules}
    return Table(game=of, name="test", rules=game(of).rules(**chosen),
                 places=VARIANTS[of].places, minimum=minimum, unit=unit or minimum // 2,
                 **({"maximum": maximum} if maximum else {}),
                 attended=attended, individual=False, places_per_player=1)


def evening(caves: Sequence[int], of: str = "holdem", **fields: Any) -> Carry:
    """Who sits where with how many cents; a cave of 0 leaves the place free."""
    seats = tuple(name if cave else "" for name, cave in zip(NAMES, caves, strict=False))
    free = ("",) * (VARIANTS[of].places - len(seats))
    return Carry(seats + free, held=tuple(
        (f"{n}{CAVE}", NAMES[n - 1], cave) for n, cave in enumerate(caves, 1) if cave),
        **{"hands": 1, **fields})


def pack(of: str, pockets: Sequence[str], board: str = "") -> list[str]:
    """The cards in the order in which they leave the pack: those of each place, from the one that
    has the hand on, then burnt ones and the board. Other cards are filled in."""
    variant = VARIANTS[of]
    hands = [cards.split() for cards in pockets]
    known = {card for cards in hands for card in cards} | set(board.split())
    rest = [card for card in (rank + suit for suit in "CDHS" for rank in variant.ranking.ranks)
            if card not in known]
    for cards in hands:
        while len(cards) < variant.hole:
            cards.append(rest.pop())
    found = [cards[n] for n in range(variant.hole) for cards in hands]
    common = [*board.split(), *(rest.pop() for _ in range(5 - len(board.split())))]
    for together in variant.board:
        if variant.burns:
            found.append(rest.pop())
        found += [common.pop(0) for _ in range(together)]
    return found


def begin(carry: Carry, at: Table, chance: Any) -> Dealer:
    """A hand up to its first question."""
    return Dealer(game(at.game).coup(at, carry), chance)


def hand(caves: Sequence[int], pockets: Sequence[str] = (), board: str = "",
         of: str = "holdem", had: int = 0, **rules: Any) -> Dealer:
    """A hand that has been dealt, up to the first decision; the place after ``had`` has the hand,
    and ``pockets`` are those of place 1 and so on."""
    at = table(of, **rules)
    places = [n for n, cave in enumerate(caves, 1) if cave >= at.minimum]
    by_place = dict(zip(places, [*pockets, *[""] * len(places)], strict=False))
    dealt = sorted(places, key=lambda n: (n - had - 1) % at.places)
    cards = pack(of, [by_place[n] for n in dealt], board)
    dealer = begin(evening(caves, of, hand=had), at, Scripted(" ".join(cards)))
    do(dealer, "time")  # caves are made up
    if window(dealer) == "cut":
        do(dealer, "time")
    return dealer


def try_act(dealer: Dealer, act: str) -> Any:
    """One act; "time" is the clock, "report KIND SEAT AMOUNT" a fault."""
    if act == "time":
        assert dealer.standing is not None
        return dealer.answer(TimeOut(dealer.standing.window))
    if act.startswith("report "):
        kind, *rest = act.split()[1:]
        return dealer.report(Incident(kind, seat=rest[0] if rest else "",
                                      amount=int(rest[1]) if rest[1:] else 0))
    player, _, what = act.partition(": ")
    name, seat, *amount = what.split()
    return dealer.answer(Act(player, name, seat, int(amount[0]) if amount else 0))


def do(dealer: Dealer, *acts: str) -> Dealer:
    """Acts none of which is refused."""
    for act in acts:
        reply = try_act(dealer, act)
        assert not isinstance(reply, Refusal), f"{act}: {reply.text}"
    return dealer


def bets(dealer: Dealer, words: str) -> Dealer:
    """The decisions of whoever is asked, one word each: "k" checks, "c" calls, "f" folds, "a" goes
    all-in, a number bets or raises by so many cents."""
    for word in words.split():
        seat, player = asked(dealer)
        act = {"k": "check", "c": "call", "f": "fold", "a": "all-in"}.get(word)
        if act is None:
            act = f"{'raise' if 'raise' in may(dealer, player) else 'bet'} {seat} {word}"
        else:
            act = f"{act} {seat}"
        do(dealer, f"{player}: {act}")
    return dealer


def asked(dealer: Dealer) -> tuple[str, str]:
    """Whose turn it is: the place and the player."""
    assert dealer.standing is not None
    return next((offer.seat, offer.player) for offer in dealer.standing.offers
                if offer.act == "fold")


def play_out(dealer: Dealer, words: str = "") -> Dealer:
    """These decisions, then all call or check until the hand is over."""
    bets(dealer, words)
    while not dealer.over:
        _, player = asked(dealer)
        bets(dealer, "k" if "check" in may(dealer, player) else "c")
    return dealer


def refusal_of(dealer: Dealer, act: str) -> tuple[str, str]:
    """The code and the clause with which an act is refused; nothing changes by it."""
    before = len(dealer.record)
    reply = try_act(dealer, act)
    assert isinstance(reply, Refusal), act
    assert len(dealer.record) == before
    return reply.code, reply.law.removeprefix(f"{SECTION}/")


def window(dealer: Dealer) -> str:
    """What the table waits for."""
    return dealer.standing.window if dealer.standing else ""


def may(dealer: Dealer, player: str) -> set[str]:
    """The acts that are open to a player."""
    return {offer.act for offer in offers_for(dealer.standing, player)
            if player not in offer.barred}


def offer(dealer: Dealer, player: str, act: str) -> Any:
    """What of this act is offered to a player."""
    return next(o for o in offers_for(dealer.standing, player) if o.act == act)


def steps(dealer: Dealer, kind: type) -> list[Any]:
    """The steps of one kind."""
    return [event.step for event in dealer.record if isinstance(event.step, kind)]


def calls(dealer: Dealer) -> list[str]:
    """What was called, each with the place that it concerns and the sum; not which pots lie there.
    """
    return [" ".join(filter(None, (step.call, step.seat, str(step.facts.get("amount", "")))))
            for step in steps(dealer, Call) if not step.call.endswith("-lies")]


def pots_announced(dealer: Dealer) -> list[str]:
    """Every pot that was announced: its sum, and who may win it."""
    return [f"{step.facts['amount']}: {step.facts['seats']}" for step in steps(dealer, Call)
            if step.call.endswith("-lies")]


def shows(dealer: Dealer) -> list[str]:
    """The places in the order in which they show their cards."""
    return list(dict.fromkeys(step.hand for step in steps(dealer, Reveal)))


def results(dealer: Dealer) -> dict[str, str]:
    """What the dealer announces for each hand: "won two-pair"."""
    return {step.hand: f"{step.result} {step.facts['category']}"
            for step in steps(dealer, Result)}


def caves(dealer: Dealer) -> dict[int, int]:
    """What lies before each place once the hand is over, in cents."""
    return {int(bet.removesuffix(CAVE)): cents for bet, _, cents in dealer.outcome.held
            if bet.endswith(CAVE)}


def nets(dealer: Dealer, before: Iterable[int]) -> list[int]:
    """What each place has won or lost in the hand, in cents."""
    after = caves(dealer)
    return [after.get(n, 0) - cave for n, cave in enumerate(before, 1)]


def moves_under(dealer: Dealer, rule: str) -> list[str]:
    """The movements by one rule: "4/pot 4/cave 4000"."""
    return [" ".join(filter(None, (move.bet, move.into, str(move.amount))))
            for move in steps(dealer, Move) if move.law == f"{SECTION}/{rule}"]


def percentage_taken(dealer: Dealer) -> int:
    """What was put into the slot of the percentage, in cents."""
    return sum(move.amount for move in steps(dealer, Move) if move.kind == "commission")


def cited(dealer: Dealer) -> set[str]:
    """The rules that any step of this hand cited."""
    found: set[str] = set()
    for event in dealer.record:
        if event.step is not None:
            found |= {event.step.law, *event.step.also}
    return {clause.removeprefix(f"{SECTION}/") for clause in found}
