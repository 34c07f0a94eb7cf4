"""Errors of the dealer with the pack and the first cards: those that make the hand null, and those
that are corrected (33, 69, 70.c, 109)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.pokertable import absences
from sabot.families.pokertable.irregularities import Annulled
from sabot.families.pokertable.round import BURN, CAVE, DEAD, Round, Steps
from sabot.procedure import ALL, NOBODY, Call, Deal, Detail, Handle, Incident, Shift
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")

NULL = {
    "wrong-order": L["69.a"], "card-seen": L["69.c"], "pack-face-up": L["69.d"],
    "pack-incomplete": L["69.e"], "damaged": L["69.f"], "turned-more": L["69.g"],
}
"""The faults that make a hand null, with their clauses."""

NULL_SYNTHETIC = {
    "wrong-order": L["109.a"], "wrong-count": L["109.b"], "face-up": L["109.c"],
    "turned": L["109.d"], "card-seen": L["69.c"], "pack-face-up": L["69.d"],
    "pack-incomplete": L["69.e"], "damaged": L["69.f"],
}
"""As `NULL`, for a game in which one card seen in the deal is enough; after the deal 69 applies
there too (112)."""

PACK = ("pack-face-up", "pack-incomplete", "damaged")
"""Faults of the pack, which may be found at any time."""
WHOLE = ("pack-incomplete", "damaged")
"""After these the pack is completed or replaced, and shown again before the next hand (4, 4-2)."""
COUNTS = ("no", "yes")


def null_faults(r: Round) -> dict[str, str]:
    """The faults that make a hand of this variant null."""
    return NULL if r.variant.burns else NULL_SYNTHETIC


def annulment(r: Round, kind: str) -> Annulled:
    """The exception for a hand that this fault makes null."""
    clause = null_faults(r)[kind]
    return Annulled(clause, clause.rpartition(".")[0], pack=kind)


def pack_faults(r: Round) -> tuple[str, ...]:
    """The faults of the pack that may be found while common cards are dealt."""
    return () if _too_late(r) else r.if_attended(PACK)


def _too_late(r: Round) -> bool:
    """Whether no error of the deal makes the hand null any more: by one reading none does once
    betting has begun (71.h, IR 278)."""
    return r.readings.deal_errors == "not-null-later" and bool(r.trouble.acted)


def deal_faults(r: Round) -> tuple[str, ...]:
    """The faults that may be reported while the first cards are dealt."""
    kinds = tuple(null_faults(r))
    return r.if_attended((*kinds, "wrong-count", "turned") if r.variant.burns else kinds)


def reportable(r: Round) -> tuple[tuple[str, ...], tuple[Detail, ...]]:
    """The faults of the deal that may be found during a betting round."""
    if _too_late(r):
        return (), ()
    kinds = tuple(kind for kind in null_faults(r)
                  if kind not in ("turned-more", "turned", "face-up"))
    counted = Detail("wrong-count", tuple(map(str, r.live)))
    return (*kinds, "wrong-count") if r.variant.burns else kinds, (counted,)


def apply_error(r: Round, incident: Incident, in_deal: bool = False) -> Steps:
    """Applies a fault of the deal: the hand is null, or the deal is corrected (69)."""
    if incident.kind == "wrong-count" and r.variant.burns:
        yield from correct_count(r, incident.seat, in_deal)
        return
    raise annulment(r, incident.kind)


def correct_count(r: Round, seat: str, in_deal: bool) -> Steps:
    """A player has a wrong number of cards: the hand is null only if this cannot be corrected; by
    one reading it cannot once the cards are dealt, since players look at them (69.b, IR 277)."""
    if r.readings.wrong_count == "in-the-deal" and not in_deal:
        raise Annulled(L["69.b"], L["69"], IR[277])
    answer = yield Handle(L["69.b"], (IR[277],), what="put-right", seat=seat, answers=COUNTS)
    if answer != COUNTS[1]:
        raise Annulled(L["69.b"], L["69"])
    yield Call(L["69.b"], (IR[277],), call="put-right", seat=seat)


def replace_card(r: Round, place: int, incident: Incident) -> Steps:
    """Handles a fault in place of one of the first cards. Returns the card that the place has after
    all; "" where its hand is completed at the end; None where the card is dealt again."""
    kind, seat, card = incident.kind, str(place), incident.card
    if kind == "turned" and r.variant.burns:
        yield from _turn_burn_card(r, place, card)
        return ""
    yield from apply_error(r, Incident(kind, card, seat=seat), in_deal=True)
    return card or None


def _turn_burn_card(r: Round, place: int, card: str) -> Steps:
    """A card was turned up in the deal: it will be the next burn card. A second one makes the hand
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


def complete_deal(r: Round, cite: str) -> Steps:
    """At the end of the deal the hand whose card was turned up gets another (70.c), with the same
    possible faults as the cards before it."""
    place = r.trouble.turned
    while place:
        card = yield Deal(L["70.c"], (cite,), to=str(place), seen_by=NOBODY, faults=deal_faults(r))
        if isinstance(card, Incident):
            card = yield from replace_card(r, place, card)
        if card:
            r.cards[place].append(card)
            return


def annul(r: Round, stopped: Annulled) -> Steps:
    """The hand is null: bets go back to their players, and a new hand begins (69, 109). The next
    deal is a new one, so the hand moves on (30), or by another reading stays (IR 270)."""
    yield Call(stopped.law, (*stopped.also, IR[270]), call="annulled")
    yield from return_bets(r, stopped.law)
    if stopped.pack == "damaged":
        yield Call(L["4"], (stopped.law,), call="new-pack")
    r.renewed = stopped.pack in WHOLE
    r.same_hand = r.readings.after_void == "stays"
    r.hands += 1


def return_bets(r: Round, cite: str) -> Steps:
    """The bets in the pot go back to the stacks, or to players who have left."""
    absences.undo_missed_bets(r)
    for bet, (player, cents) in list(r.stakes.items()):
        place = bet.partition("/")[0]
        if bet.endswith(CAVE):
            continue
        also = (L["90"], IR[321]) if bet.endswith(DEAD) else ()
        if r.player(int(place)) == player:
            yield r.travel(bet, f"{place}{CAVE}", cite, *also, amount=cents)
        else:
            yield r.release("refund", bet, cents, cite, *also)
