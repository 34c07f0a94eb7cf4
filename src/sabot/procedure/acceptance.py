"""What is accepted: an act that fits an offer of the Listen that stands; else a typed no.

A refusal changes nothing, and never depends on what somebody else could do in secret.
"""

from __future__ import annotations

from sabot.money import euros, nearest_stakes
from sabot.procedure.refusal import Refusal
from sabot.procedure.steps import Act, Listen, Offer, TimeOut

Answer = Act | TimeOut


def offers_for(listen: Listen | None, player: str) -> list[Offer]:
    """What this player may do now."""
    if listen is None:
        return []
    return [o for o in listen.offers if is_open_to(o, player) and player not in o.barred]


def is_open_to(offer: Offer, player: str) -> bool:
    """Whether an offer is this player's, or for whoever wants it, barred or not."""
    return player in offer.players if offer.players else offer.player in ("", player)


def check(listen: Listen | None, act: Act) -> Refusal | None:
    """None when the act fits an offer that stands; otherwise why not, and what would."""
    if listen is None:
        return Refusal("not-now", "", "the table is not waiting for anybody")
    player = act.player
    if not player:
        return Refusal("not-yours", listen.law, "a decision is a player's, and this one names none")
    offer = _taken(listen, act)
    if offer is None:
        return _not_offered(listen, act)
    if offer.note == "full":
        return _full(offer, act)
    if player in offer.barred:
        return _closed(offer, act)
    amount = act.amount
    if offer.unit:
        if offer.low <= amount <= offer.high and not amount % offer.unit:
            return None
    elif not amount:
        return None
    return _wrong_amount(offer, act, _also(listen, offer, act))


def _taken(listen: Listen, act: Act) -> Offer | None:
    """The offer that an act takes: the first for it, or where that one is a player's own and its
    sums do not fit, another of his own for the same whose sums do."""
    name, seat, player = act.act, act.seat, act.player
    for offer in listen.offers:
        if (offer.act == name and (seat in offer.seats if offer.seats else offer.seat == seat)
                and (offer.player == player or is_open_to(offer, player))):
            if offer.player and not offer.low <= act.amount <= offer.high:
                return next((other for other in _also(listen, offer, act)
                             if other.low <= act.amount <= other.high), offer)
            return offer
    return None


def _also(listen: Listen, offer: Offer, act: Act) -> list[Offer]:
    """A player's own other offers for the same act: sums further up than those of the first."""
    if not (offer.player and offer.priced):
        return []
    return [other for other in listen.offers if other is not offer and other.act == act.act
            and other.player == offer.player and act.seat in other.spots]


def answer_clause(listen: Listen | None, answer: Answer | None) -> str:
    """The clause under which an accepted answer was given, the same for whoever hears of it: that
    of the offer taken, or of what time running out does; "" where none is known."""
    if listen is None or answer is None:
        return ""
    if isinstance(answer, TimeOut):
        return listen.default_law or listen.law
    offer = _taken(listen, answer)
    return offer.law if offer else ""


def _not_offered(listen: Listen, act: Act) -> Refusal:
    """Why this act is not open. It never depends on which acts are open to somebody else."""
    mine = offers_for(listen, act.player)
    here = [o.act for o in mine if act.seat in o.spots]
    accepts = tuple(f"{o.act} {o.seat}" for o in mine if not o.seats)
    facts = {"act": act.act, "seat": act.seat}
    law = next((o.law for o in mine if act.seat in o.spots), listen.law)
    others = [o for o in listen.offers if act.seat in o.spots and not is_open_to(o, act.player)]
    full = next((o for o in others if o.note == "full" and o.act == act.act), None)
    if full is not None:
        return _full(full, act)
    if (turn := listen.turn) and act.act in turn.acts and not _has_turn(listen, act.player):
        return Refusal("not-your-turn", turn.law, f"it is the turn of place {turn.seat}",
                       {**facts, "turn": turn.seat}, accepts)
    # What several may choose there makes the place nobody's own.
    if not here and any(o.player or o.act == act.act for o in others):
        law = next((o.law for o in others if o.players), others[0].law)
        if not any(o.act == act.act for o in others):  # what is open elsewhere says why not here
            law = next((o.barred_law for o in mine if o.act == act.act and o.barred_law), law)
        if turn and act.act in turn.acts:
            law = listen.law
        return Refusal("not-yours", law, f"place {act.seat} is another player's", facts,
                       accepts)
    if not mine:
        return Refusal("not-your-turn", listen.law, "the table is waiting for another player",
                       facts)
    chance = act.seat.partition("/")[0]
    near = [spot for o in mine if o.act == act.act and o.seats for spot in o.seats
            if spot.partition("/")[0] == chance]
    if here and near:
        text = f"{act.act} is not open at {act.seat}, but at {', '.join(near[:10])}"
    elif here:
        text = f"{act.act} is not one of the decisions here: {', '.join(here)}"
    else:
        text = f"nothing is asked of place {act.seat} now"
    return Refusal("not-offered", law, text, facts, accepts)


def _has_turn(listen: Listen, player: str) -> bool:
    return listen.turn is not None and any(
        o.player == player and o.seat == listen.turn.seat and o.act in listen.turn.acts
        for o in listen.offers)


def _closed(offer: Offer, act: Act) -> Refusal:
    """A clause closes this to who asks for it."""
    return Refusal("barred", offer.barred_law, f"{act.act} at {act.seat} is not open to you",
                   {"act": act.act, "seat": act.seat})


def _full(offer: Offer, act: Act) -> Refusal:
    """Nobody can add to what is there: how much, or how many, and the most that may be; or nobody
    may do it at all."""
    if not offer.high:
        if not offer.unit:
            return _closed(offer, act)
        lies = "other bets take up the limit here: nothing more"
    elif offer.unit:
        lies = f"bets of {euros(offer.low)} lie, and at most {euros(offer.high)}"
    else:
        lies = f"{offer.low} bet there, and at most {offer.high}"
    return Refusal("full", offer.barred_law, f"{act.act} at {act.seat} refused: {lies} may",
                   {"act": act.act, "seat": act.seat, "there": offer.low, "most": offer.high,
                    "unit": offer.unit})


def _wrong_amount(offer: Offer, act: Act, others: list[Offer]) -> Refusal:
    amount = act.amount
    if others:
        return _between(offer, act, others)
    if not offer.priced:
        return Refusal("no-amount", offer.law, f"{act.act} takes no amount", {"amount": amount},
                       (0,))
    best = nearest_stakes(amount, offer.low, offer.high, offer.unit)
    facts = {"amount": amount, "low": offer.low, "high": offer.high, "unit": offer.unit,
             "seat": act.seat}
    if offer.note == "cards":
        facts["cards"] = True
    said = str if offer.note == "cards" else euros
    tail = " or ".join(said(stake) for stake in best)
    if amount < offer.low or amount > offer.high:
        code = "below-minimum" if amount < offer.low else "above-maximum"
        return Refusal(code, (offer.high_law if amount > offer.high else "") or offer.limit_law
                       or offer.law,
                       f"{said(amount)} refused: from {said(offer.low)} to {said(offer.high)} "
                       f"is allowed; nearest: {tail}", facts, best)
    return Refusal("off-unit", offer.unit_law or offer.law,
                   f"{said(amount)} refused: stakes go in steps of {said(offer.unit)}; "
                   f"nearest: {tail}", facts, best)


def _between(offer: Offer, act: Act, others: list[Offer]) -> Refusal:
    """Why a sum is refused where several ranges of sums are open."""
    offers = sorted((offer, *others), key=lambda one: one.low)
    best = sorted({stake for one in offers
                   for stake in nearest_stakes(act.amount, one.low, one.high, one.unit)},
                  key=lambda stake: (abs(stake - act.amount), stake))[:2]
    fits = next((one for one in offers if one.low <= act.amount <= one.high), None)
    below = [one for one in offers if one.high < act.amount]
    code = "off-unit" if fits else "above-maximum" if below else "below-minimum"
    stands = fits or (below or offers)[-1 if below else 0]
    law = stands.unit_law if fits else stands.limit_law
    ranges = " or ".join(f"from {euros(one.low)} to {euros(one.high)}" for one in offers)
    return Refusal(code, law or stands.law, f"{euros(act.amount)} refused: {ranges} is allowed, in "
                   f"steps of {euros(offer.unit)}; nearest: "
                   f"{' or '.join(euros(stake) for stake in sorted(best))}",
                   {"amount": act.amount, "low": stands.low, "high": stands.high,
                    "unit": stands.unit, "seat": act.seat}, tuple(sorted(best)))
