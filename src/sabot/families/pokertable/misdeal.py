"""Errors of the dealer with the pack and the first cards: those that make the hand null, and those
that are put right (33, 69, 70.c, 109)."""

from __future__ import annotations

from sabot import law
from sabot.families.pokertable import absences
from sabot.families.pokertable.irregularities import Annulled
from sabot.families.pokertable.round import BURN, CAVE, DEAD, Round, Steps
from sabot.law import IR
from sabot.procedure import ALL, NOBODY, Call, Deal, Detail, Handle, Incident, Shift

L = law.Section("pt-217-2007/poquer-nao-bancado")

NULL = {
    "wrong-order": L["69.a"], "card-seen": L["69.c"], "pack-face-up": L["69.d"],
    "pack-incomplete": L["69.e"], "damaged": L["69.f"], "turned-more": L["69.g"],
}
"""What makes a hand null, under which clause."""

NULL_SYNTHETIC = {
    "wrong-order": L["109.a"], "wrong-count": L["109.b"], "face-up": L["109.c"],
    "turned": L["109.d"], "card-seen": L["69.c"], "pack-face-up": L["69.d"],
    "pack-incomplete": L["69.e"], "damaged": L["69.f"],
}
"""The same where one card that is seen in the deal is enough; after the deal 69 holds there too
(112)."""

PACK = ("pack-face-up", "pack-incomplete", "damaged")
"""What is found of the pack at any time."""
WHOLE = ("pack-incomplete", "damaged")
"""After these the pack is made up, or replaced, and shown again before the next hand (4, 4-2)."""
COUNTS = ("no", "yes")


def null(r: Round) -> dict[str, str]:
    """What makes a hand of this variant null."""
    return NULL if r.variant.burns else NULL_SYNTHETIC


def annuls(r: Round, kind: str) -> Annulled:
    """The hand is null by this fault."""
    clause = null(r)[kind]
    return Annulled(clause, clause.rpartition(".")[0], pack=kind)


def found(r: Round) -> tuple[str, ...]:
    """The faults of the pack that may be found while common cards are dealt."""
    return r.real(PACK)


def dealing(r: Round) -> tuple[str, ...]:
    """The faults that may be told while the first cards are dealt."""
    kinds = tuple(null(r))
    return r.real((*kinds, "wrong-count", "turned") if r.variant.burns else kinds)


def reported(r: Round) -> tuple[tuple[str, ...], tuple[Detail, ...]]:
    """The faults of the deal that may be found while a round of betting goes on."""
    kinds = tuple(kind for kind in null(r) if kind not in ("turned-more", "turned", "face-up"))
    counted = Detail("wrong-count", tuple(map(str, r.live)))
    return (*kinds, "wrong-count") if r.variant.burns else kinds, (counted,)


def heard(r: Round, incident: Incident) -> Steps:
    """A fault of the deal that is found: the hand is null, or is put right (69)."""
    if incident.kind == "wrong-count" and r.variant.burns:
        yield from counted(r, incident.seat)
        return
    raise annuls(r, incident.kind)


def counted(r: Round, seat: str) -> Steps:
    """A player has a wrong number of cards: null only where it cannot be put right (69.b)."""
    said = yield Handle(L["69.b"], (IR[277],), what="put-right", seat=seat, answers=COUNTS)
    if said != COUNTS[1]:
        raise Annulled(L["69.b"], L["69"])
    yield Call(L["69.b"], (IR[277],), call="put-right", seat=seat)


def instead(r: Round, place: int, incident: Incident) -> Steps:
    """What came instead of one of the first cards; the card that the place has after all, "" where
    its hand is completed at the end, None where the card is dealt again."""
    kind, seat, card = incident.kind, str(place), incident.card
    if kind == "turned" and r.variant.burns:
        yield from _turned(r, place, card)
        return ""
    yield from heard(r, Incident(kind, card, seat=seat))
    return card or None


def _turned(r: Round, place: int, card: str) -> Steps:
    """A card was turned in the deal: it will be the next burnt one. A second one makes the hand
    null (69.g, 70.c)."""
    t = r.trouble
    if t.turned:
        raise Annulled(L["69.g"], L["69"])
    t.turned = place
    t.burn = L["70.c"]
    yield Call(L["70.c"], call="turned", seat=str(place))
    if card:
        yield Shift(L["70.c"], frm=str(place), index=len(r.cards[place]), to=BURN, card=card)
    else:
        card = yield Deal(L["70.c"], to=BURN, seen_by=ALL)
    t.burnt.append(card)


def completed(r: Round, cite: str) -> Steps:
    """At the end of the deal the hand whose card was turned gets another (70.c), with which all may
    go wrong that may with the cards before it."""
    place = r.trouble.turned
    while place:
        card = yield Deal(L["70.c"], (cite,), to=str(place), seen_by=NOBODY, faults=dealing(r))
        if isinstance(card, Incident):
            card = yield from instead(r, place, card)
        if card:
            r.cards[place].append(card)
            return


def annulled(r: Round, stopped: Annulled) -> Steps:
    """The hand is null: what was bet goes back to whose it was, and a new hand begins (69, 109).
    The next deal is a new one, so that the hand goes on to the next (30)."""
    yield Call(stopped.law, (*stopped.also, IR[270]), call="annulled")
    yield from given_back(r, stopped.law)
    if stopped.pack == "damaged":
        yield Call(L["4"], (stopped.law,), call="new-pack")
    r.renewed = stopped.pack in WHOLE
    r.hands += 1


def given_back(r: Round, cite: str) -> Steps:
    """What lies in the pot goes back to the caves, or to who has left his."""
    absences.undone(r)
    for bet, (player, cents) in list(r.stakes.items()):
        place = bet.partition("/")[0]
        if bet.endswith(CAVE):
            continue
        also = (L["90"], IR[321]) if bet.endswith(DEAD) else ()
        if r.player(int(place)) == player:
            yield r.travel(bet, f"{place}{CAVE}", cite, *also, amount=cents)
        else:
            yield r.release("refund", bet, cents, cite, *also)
