"""Which acts are accepted: those that fit an offer of the open Listen. All others are refused.

A refusal changes nothing, and never depends on what another player could do in secret.
"""

from __future__ import annotations

from sabot.money import euros, nearest_stakes
from sabot.procedure.refusal import Refusal
from sabot.procedure.steps import Act, Listen, Offer, TimeOut

Answer = Act | TimeOut
"""What people or the clock answer to a Listen."""


def offers_for(listen: Listen | None, player: str) -> list[Offer]:
    """The offers that this player may take now."""
    if listen is None:
        return []
    own = ("", player)
    return [o for o in listen.offers if player not in o.barred
            and (player in o.players if o.players else o.player in own)]


def is_open_to(offer: Offer, player: str) -> bool:
    """Whether an offer is for this player or for everybody, barred or not."""
    return player in offer.players if offer.players else offer.player in ("", player)


def check(listen: Listen | None, act: Act) -> Refusal | None:
    """None when the act fits an open offer; otherwise the refusal."""
    if listen is None:
        return Refusal("not-now", "", "the table is not waiting for anybody")
    player = act.player
    if not player:
        return Refusal(
            "not-yours", listen.law, "a decision must name a player"
        )
    offer = _matching_offer(listen, act)
    if offer is None:
        return _not_offered_refusal(listen, act)
    if offer.note == "full":
        return _full_refusal(offer, act)
    if player in offer.barred:
        return _barred_refusal(offer, act)
    amount = act.amount
    if offer.unit:
        if offer.low <= amount <= offer.high and not amount % offer.unit:
            return None
    elif not amount:
        return None
    return _amount_refusal(offer, act, _other_offers(listen, offer, act))


def _matching_offer(listen: Listen, act: Act) -> Offer | None:
    """The offer that an act takes: the first that matches. Where that one is the player's own and
    the amount does not fit, another of their own offers for the same act that does fit."""
    name, seat, player = act.act, act.seat, act.player
    for offer in listen.offers:
        if (offer.act == name and (seat in offer.seats if offer.seats else offer.seat == seat)
                and (offer.player == player or is_open_to(offer, player))):
            if offer.player and not offer.low <= act.amount <= offer.high:
                return next((other for other in _other_offers(listen, offer, act)
                             if other.low <= act.amount <= other.high), offer)
            return offer
    return None


def _other_offers(listen: Listen, offer: Offer, act: Act) -> list[Offer]:
    """The player's own other offers for the same act, with other ranges of amounts."""
    if not (offer.player and offer.priced):
        return []
    return [other for other in listen.offers if other is not offer and other.act == act.act
            and other.player == offer.player and act.seat in other.spots]


def answer_clause(listen: Listen | None, answer: Answer | None) -> str:
    """The clause under which an accepted answer was given: that of the offer, or of the default
    when the time ran out; "" where none is known. It is the same for every viewer."""
    if listen is None or answer is None:
        return ""
    if isinstance(answer, TimeOut):
        return listen.default_law or listen.law
    offer = _matching_offer(listen, answer)
    return offer.law if offer else ""


def _not_offered_refusal(listen: Listen, act: Act) -> Refusal:
    """Why this act is not open. The answer never depends on what is open to another player only."""
    mine = offers_for(listen, act.player)
    here = [o.act for o in mine if act.seat in o.spots]
    accepts = tuple(f"{o.act} {o.seat}" for o in mine if not o.seats)
    facts = {"act": act.act, "seat": act.seat}
    law = next((o.law for o in mine if act.seat in o.spots), listen.law)
    others = [o for o in listen.offers if act.seat in o.spots and not is_open_to(o, act.player)]
    full = next((o for o in others if o.note == "full" and o.act == act.act), None)
    if full is not None:
        return _full_refusal(full, act)
    if (turn := listen.turn) and act.act in turn.acts and not _has_turn(listen, act.player):
        return Refusal("not-your-turn", turn.law, f"it is the turn of place {turn.seat}",
                       {**facts, "turn": turn.seat}, accepts)
    # A choice that several players have makes the place nobody's own.
    if not here and any(o.player or o.act == act.act for o in others):
        law = next((o.law for o in others if o.players), others[0].law)
        if not any(o.act == act.act for o in others):
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
        text = f"no act is open at {act.seat} now"
    return Refusal("not-offered", law, text, facts, accepts)


def _has_turn(listen: Listen, player: str) -> bool:
    return listen.turn is not None and any(
        o.player == player and o.seat == listen.turn.seat and o.act in listen.turn.acts
        for o in listen.offers)


def _barred_refusal(offer: Offer, act: Act) -> Refusal:
    """A clause bars the player from this act."""
    return Refusal("barred", offer.barred_law, f"{act.act} at {act.seat} is not open to you",
                   {"act": act.act, "seat": act.seat})


def _full_refusal(offer: Offer, act: Act) -> Refusal:
    """Nobody can add to what is there (how much or how many, and the maximum), or nobody may do it.
    """
    if not offer.high:
        if not offer.unit:
            return _barred_refusal(offer, act)
        reason = "other bets already reach the limit here"
    elif offer.unit:
        reason = f"bets of {euros(offer.low)} are there; the maximum is {euros(offer.high)}"
    else:
        reason = f"{offer.low} bet there; the maximum is {offer.high}"
    return Refusal("full", offer.barred_law, f"{act.act} at {act.seat} refused: {reason}",
                   {"act": act.act, "seat": act.seat, "there": offer.low, "most": offer.high,
                    "unit": offer.unit})


def _amount_refusal(offer: Offer, act: Act, others: list[Offer]) -> Refusal:
    """Why an amount is refused: below the minimum, above the maximum, or no multiple of the unit.
    """
    amount = act.amount
    if others:
        return _range_refusal(offer, act, others)
    if not offer.priced:
        return Refusal("no-amount", offer.law, f"{act.act} takes no amount", {"amount": amount},
                       (0,))
    best = nearest_stakes(amount, offer.low, offer.high, offer.unit)
    facts = {"amount": amount, "low": offer.low, "high": offer.high, "unit": offer.unit,
             "seat": act.seat}
    if offer.note == "cards":
        facts["cards"] = True
    as_text = str if offer.note == "cards" else euros
    tail = " or ".join(as_text(stake) for stake in best)
    if amount < offer.low or amount > offer.high:
        code = "below-minimum" if amount < offer.low else "above-maximum"
        return Refusal(
            code,
            (offer.high_law if amount > offer.high else "") or offer.limit_law or offer.law,
            f"{as_text(amount)} refused: from {as_text(offer.low)} to {as_text(offer.high)} "
            f"is allowed; nearest: {tail}",
            facts,
            best,
        )
    return Refusal("off-unit", offer.unit_law or offer.law,
                   f"{as_text(amount)} refused: stakes go in steps of {as_text(offer.unit)}; "
                   f"nearest: {tail}", facts, best)


def _range_refusal(offer: Offer, act: Act, others: list[Offer]) -> Refusal:
    """Why an amount is refused where several ranges of amounts are open."""
    offers = sorted((offer, *others), key=lambda choice: choice.low)
    best = sorted({stake for choice in offers
                   for stake in nearest_stakes(act.amount, choice.low, choice.high, choice.unit)},
                  key=lambda stake: (abs(stake - act.amount), stake))[:2]
    fits = next((choice for choice in offers if choice.low <= act.amount <= choice.high), None)
    below = [choice for choice in offers if choice.high < act.amount]
    code = "off-unit" if fits else "above-maximum" if below else "below-minimum"
    nearest = fits or (below or offers)[-1 if below else 0]
    law = nearest.unit_law if fits else nearest.limit_law
    ranges = " or ".join(f"from {euros(choice.low)} to {euros(choice.high)}" for choice in offers)
    return Refusal(
        code,
        law or nearest.law,
        f"{euros(act.amount)} refused: {ranges} is allowed, in "
        f"steps of {euros(offer.unit)}; nearest: "
        f"{' or '.join(euros(stake) for stake in sorted(best))}",
        {
            "amount": act.amount,
            "low": nearest.low,
            "high": nearest.high,
            "unit": nearest.unit,
            "seat": act.seat,
        },
        tuple(sorted(best)),
    )
