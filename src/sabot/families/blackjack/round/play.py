"""Insurance, even money, surrender, and the decisions of each place in turn."""

from __future__ import annotations

from collections.abc import Iterable

from sabot.families.blackjack.round.arrival import decide_by_arrival
from sabot.families.blackjack.round.choices import decisions, must_take_card
from sabot.families.blackjack.round.deal import pay_special_prize, turn_up_hand
from sabot.families.blackjack.round.faults import hit, take_misdrawn
from sabot.families.blackjack.round.jackpot import keep_open
from sabot.families.blackjack.round.round import Hand, Round, Steps, Wager
from sabot.families.blackjack.round.sides import card_bets, settle_second_card, settle_shown_cards
from sabot.families.blackjack.rules.cites import either, flat
from sabot.families.blackjack.rules.hand import ACE, TENS
from sabot.procedure import Call, Incident, Listen, Offer, Result, TimeOut

MISDRAWN = ("misdrawn-unseen", "misdrawn-seen")


def is_face_down(r: Round, hand: Hand) -> bool:
    """Whether other people at the table cannot see the cards of this hand."""
    return (bool(hand.down) and not r.table.individual
            and r.readings.blackjack_asked == "alike")


def ask_insurance(r: Round) -> Steps:
    """Under an ace, offer insurance to every wager, and even money to holders of a blackjack.

    Hands that lie face down are all asked alike, so that a question does not show who has a
    blackjack.
    """
    table_law, c = r.table_law, r.c
    up = r.bank[0][0]
    insurance = table_law.insurance if up == ACE else None
    evens = up == ACE or (table_law.even_money == "AT" and up in TENS)
    if not (insurance or evens):
        return
    asked: dict[tuple[str, str], tuple[Hand, Wager]] = {}
    for hand in r.in_play:
        natural = r.natural(hand.cards)
        for wager in hand.wagers:
            chief = wager is hand.wagers[0]
            if (not chief and is_bound(r, hand)) or not r.room(hand.place, wager.player):
                continue
            if hand.nobody and chief and not insurance:
                continue
            asks = chief or r.readings.surrender_binds == "own-bet"
            if (evens and asks and (natural or is_face_down(r, hand))) or (
                    insurance and (not natural or insurance.natural or not chief)):
                asked[hand.name, wager.player] = (hand, wager)
    if not asked:
        return
    if insurance and any(insurance.natural or not r.natural(h.cards)
                         for h, _ in asked.values()):
        yield Call(*c.call_insurance, call="insurance")
    else:
        yield Call(*(c.call_even_money if insurance or up != ACE else c.call_even_only),
                   call="even-money")
    while asked:
        offers: list[Offer] = []
        default = "wait"
        for hand, wager in asked.values():
            chief, natural = wager is hand.wagers[0], r.natural(hand.cards)
            if not chief and waits_for_holder(r, hand):
                continue
            own = r.readings.surrender_binds == "own-bet"
            paid = natural and evens and (chief or own) and not hand.nobody
            insured = insurance if insurance is not None and (
                not natural or insurance.natural or not chief) else None
            declines = "no-insurance" if insured and (is_face_down(r, hand) or not paid) else "wait"
            if paid:
                offers.append(Offer("even-money", hand.name, c.even_money[0], wager.player,
                                    also=c.even_money[1]))
            if declines == "wait":
                offers.append(Offer("wait", hand.name, c.even_money[0], wager.player))
            if insured is not None:
                default = "no-insurance"
                low = max(1, wager.initial * insured.low // 100)
                high = min(wager.initial * insured.high // 100,
                           max(low, r.room(hand.place, wager.player)))
                law = c.insure if chief else c.insure_other
                offers.append(Offer("insure", hand.name, law[0], wager.player, low=low, high=high,
                                    unit=1, also=law[1], limit_law=c.insure_limit[0],
                                    unit_law=c.cents[0]))
                if declines == "no-insurance":
                    offers.append(Offer("no-insurance", hand.name, law[0], wager.player))
        law = c.ask_insurance if insurance else either(c.ask_even_money, c.ask_insurance)
        answer = yield Listen(*law, offers=tuple(offers), window=r.window("insurance"),
                              clock="insurance", default=default, default_law=c.default[0])
        if isinstance(answer, TimeOut):
            return
        hand, wager = asked.pop((answer.seat, answer.player))
        if answer.act != "insure" and wager is hand.wagers[0] and waits_for_holder(r, hand):
            asked = {key: of for key, of in asked.items() if of[0] is not hand}
        if answer.act == "insure":
            bet = f"{hand.place}{wager.tag}/insurance"
            r.insured.append(bet)
            yield r.add(bet, wager.player, answer.amount, c.insure[0])
        elif answer.act == "even-money" and is_own(r, hand):
            yield from pay_own_bet(r, hand, wager)
        elif answer.act == "even-money":
            if hand.down:
                yield from turn_up_hand(r, hand, c.even_money)
            yield from settle_shown_cards(r, hand)
            yield Result(*c.even_money, hand=hand.name, result="even-money")
            yield from r.pay_hand(hand, table_law.even_money_pays, c.even_money)
            r.note_outcome(hand, claim_outcome(r))
            if r.readings.paid_insurance == "returned":
                yield from insurance_back(r, hand)
            keep_open(r, hand)
            yield from r.collect_cards(hand, r.collected)
            # A paid bet can no longer be insured.
            asked = {key: of for key, of in asked.items() if of[0] is not hand}


def claim_outcome(r: Round) -> str:
    """How a hand ended whose player asked for a payment before the bank played."""
    return "won" if r.readings.streak_claims == "win" else "tie"


def waits_for_holder(r: Round, hand: Hand) -> bool:
    """Whether the other bettors on a hand may not insure before its holder has (IR 31)."""
    return (r.readings.insure_beside == "after-holder"
            and f"{hand.place}{hand.wagers[0].tag}/insurance" not in r.insured)


def is_bound(r: Round, hand: Hand) -> bool:
    """Whether the other bettors on a place without a holder have no choice of their own (IR 33)."""
    return (r.readings.vacant_others == "bound"
            and r.seats[int(hand.place) - 1] != hand.wagers[0].player)


def is_own(r: Round, hand: Hand) -> bool:
    """Whether surrender and even money concern the bet of one of several bettors alone (IR 44)."""
    return r.readings.surrender_binds == "own-bet" and len(hand.wagers) > 1


def pay_own_bet(r: Round, hand: Hand, wager: Wager) -> Steps:
    """One of several bettors on a blackjack takes even money."""
    c, bet = r.c, hand.name + wager.tag
    yield Result(*c.even_money, hand=bet, result="even-money")
    yield from r.pay(bet, r.table_law.even_money_pays, c.even_money)
    insurance = f"{hand.place}{wager.tag}/insurance"
    if insurance in r.insured and r.readings.paid_insurance == "returned":
        r.insured.remove(insurance)
        yield r.release("return", insurance, r.staked(insurance), *flat(c.insurance_back))
    hand.wagers.remove(wager)


def insurance_back(r: Round, hand: Hand) -> Steps:
    """Return the insurance of a hand that took even money, if its bettor had insured it first."""
    law = r.c.insurance_back
    for wager in hand.wagers:
        bet = f"{hand.place}{wager.tag}/insurance"
        if bet in r.insured:
            r.insured.remove(bet)
            yield r.release("return", bet, r.staked(bet), *flat(law))


def ask_surrender(r: Round) -> Steps:
    """Before the first additional card each place may surrender, once.

    A hand that is the only one to be asked is asked with its first decision instead, unless the
    croupier looks at the hidden card before that.
    """
    c, up = r.c, r.bank[0][0]
    if up == ACE:
        return
    asked = {(h.name, wager.player): (h, wager) for h in r.in_play
             if (is_face_down(r, h) or not r.natural(h.cards)) and not h.nobody
             for wager in (h.wagers if is_own(r, h) else h.wagers[:1])}
    several = len(asked) > (0 if r.table_law.peek and up in TENS else 1)
    if not several:
        return
    r.surrender_asked = True
    yield Call(*c.call_surrender, call="surrender")
    while asked:
        offers: list[Offer] = []
        for hand, wager in asked.values():
            offers += (Offer("surrender", hand.name, c.surrender[0], wager.player,
                             also=c.surrender[1]),
                       Offer("play-on", hand.name, c.surrender_final[0], wager.player))
        answer = yield Listen(*c.ask_surrender, offers=tuple(offers), window=r.window("surrender"),
                              clock="insurance", default="play-on", default_law=c.default[0])
        if isinstance(answer, TimeOut):
            return
        hand, _ = asked.pop((answer.seat, answer.player))
        if answer.act == "surrender":
            yield from surrender(r, hand, answer.player)


def surrender(r: Round, hand: Hand, player: str) -> Steps:
    """The players on the hand leave the round and lose half of their bets, or one of them alone
    does."""
    c = r.c
    if is_own(r, hand):
        wager = next(w for w in hand.wagers if w.player == player)
        yield Result(*c.surrendered, hand=hand.name + wager.tag, result="surrendered")
        yield from give_up_half(r, hand, wager)
        hand.wagers.remove(wager)
        return
    yield Result(*c.surrendered, hand=hand.name, result="surrendered")
    for wager in hand.wagers:
        yield from give_up_half(r, hand, wager)
    r.outcomes[hand.place] = ["surrendered"]
    if hand.down and card_bets(r, hand.place):
        yield from turn_up_hand(r, hand, c.surrendered)
    yield from settle_shown_cards(r, hand)
    keep_open(r, hand)
    yield from r.collect_cards(hand, r.collected)


def give_up_half(r: Round, hand: Hand, wager: Wager) -> Steps:
    """Half of a bet is lost and the rest goes back."""
    law, bet = r.c.surrender[0], hand.name + wager.tag
    staked = r.staked(bet)
    half = r.surrendered(staked)
    also = flat(r.c.cents) if staked % r.table_law.surrender_part else ()
    yield r.collect(hand, wager, half, (law, also))
    yield r.release("return", bet, staked - half, law)


# -- the decisions --------------------------------------------------------------------------------


def decide(r: Round) -> Steps:
    """Ask place by place, hand by hand. Blackjacks have nothing to decide; a face-down blackjack is
    asked in its turn, because skipping it would show it."""
    queue = [h for h in r.in_play if is_face_down(r, h) or not r.natural(h.cards)]
    if not r.readings.insured_plays:
        queue = [h for h in queue if f"{h.place}{h.wagers[0].tag}/insurance" not in r.insured]
    alone = len(queue) == 1 and not r.surrender_asked
    hands_at: dict[str, list[Hand]] = {}
    for hand in queue:
        hands_at.setdefault(hand.place, []).append(hand)
    places = {place: play_place(r, hands, alone) for place, hands in hands_at.items()}
    if r.readings.decision_order == "arrival":
        yield from decide_by_arrival(r, places)
        return
    for play in places.values():
        yield from play


def play_place(r: Round, hands: list[Hand], alone: bool) -> Steps:
    """Play the hands of one place, and after them those split off."""
    while hands:
        hands += yield from play_hand(r, hands.pop(0), alone)


def play_hand(r: Round, hand: Hand, alone: bool) -> Steps:
    """Play one hand until it stands, is full, busts, doubles or surrenders; return the hands split
    from it."""
    table_law, c = r.table_law, r.c
    new_hands: list[Hand] = []
    asked = 0
    timed_out = hand.nobody
    while True:
        if len(hand.cards) == 1:
            yield from hit(r, hand, c.card_on_ace if hand.aces else c.card_on_split)
            if table_law.sides:
                yield from settle_second_card(r, hand)
        points = hand.points
        if len(hand.cards) == 3 and points == 21 and table_law.special is not None \
                and table_law.special.at_once:
            paid = yield from pay_special_prize(r, hand)
            if paid and table_law.readings.special_prize == "ends-hand":
                yield from settle_shown_cards(r, hand)
                yield from r.return_hand(hand, c.special)
                r.note_outcome(hand, "won")
                yield from r.collect_cards(hand, r.collected)
                return new_hands
        if points > 21:
            yield from bust(r, hand, points)
            return new_hands
        if hand.done or (points == 21 and not is_asked_at_21(r, hand)):
            return new_hands
        offers = decisions(r, hand, points, alone)
        if not offers or (len(offers) == 1 and hand.aces):  # one card and no more
            return new_hands
        if timed_out:
            if not must_take_card(r, hand, points) or r.readings.silent == "stands":
                return new_hands
            yield from hit(r, hand, (c.must_hit[0], c.default[:1]))
            continue
        asked += 1
        law, also = c.decide
        answer = yield Listen(law, also, offers=offers, window=r.window(f"{hand.name}:{asked}"),
                              clock="decision",
                              default="hit" if must_take_card(r, hand, points) else "stand",
                              default_law=c.default[0],
                              faults=MISDRAWN if r.watch else ())
        if table_law.refusal_final and refused_split(r, offers, answer):
            r.refused.add(hand.place)
        if isinstance(answer, TimeOut):
            timed_out = True
            if hand.aces:
                return new_hands
        elif isinstance(answer, Incident):
            yield from take_misdrawn(r, answer.kind)
        elif answer.act == "hit":
            hand.first = False
            bound = must_take_card(r, hand, points)
            yield from hit(r, hand, c.must_hit_card if bound else c.hit_card)
        elif answer.act == "stand":
            return new_hands
        elif answer.act == "double":
            yield from double(r, hand, next(o for o in offers if o.act == "double"))
        elif answer.act == "split":
            new_hands.append((yield from split(r, hand)))
        elif answer.act == "claim-five":
            yield from cash_five_cards(r, hand)
            return new_hands
        else:
            goes_on = is_own(r, hand)
            yield from surrender(r, hand, answer.player)
            if not goes_on:
                return new_hands


def is_asked_at_21(r: Round, hand: Hand) -> bool:
    """Whether a hand of 21, which takes no card, is asked all the same: for its five cards, or
    because the others cannot see that it is a blackjack."""
    count = len(hand.cards)
    return r.table_law.five if count == 5 else is_face_down(r, hand) and count == 2


def refused_split(r: Round, offers: Iterable[Offer], answer: object) -> bool:
    """Whether a split was offered and the player has decided against it for the place (IR 397)."""
    reading = r.readings.split_refused
    if reading == "that-hand" or not any(o.act == "split" for o in offers):
        return False
    if isinstance(answer, TimeOut):
        return reading == "silence-too"
    return getattr(answer, "act", "split") != "split"


def bust(r: Round, hand: Hand, points: int) -> Steps:
    """More than 21: the bets are lost at once, whatever the bank draws."""
    c = r.c
    if hand.down:
        yield from turn_up_hand(r, hand, c.bust_shows)
    yield Result(c.bust[0], r.values(hand.cards) + c.bust[1], hand=hand.name, result="bust",
                 facts={"total": points})
    yield from settle_shown_cards(r, hand)
    yield from r.lose_hand(hand, (c.bust[0], ()))
    r.note_outcome(hand, "lost")
    keep_open(r, hand)
    yield from r.collect_cards(hand, c.bust_out)


def cash_five_cards(r: Round, hand: Hand) -> Steps:
    """Five cards that are not over 21: half of the bet is paid and the hand ends."""
    c, table_law = r.c, r.table_law
    if hand.down:
        yield from turn_up_hand(r, hand, c.five)
    yield Result(*c.five, hand=hand.name, result="five-cards", facts={"total": hand.points})
    yield from settle_shown_cards(r, hand)
    half_lost = table_law.readings.five_cards == "half-lost"
    for wager in hand.wagers:
        bet = hand.name + wager.tag
        if half_lost:
            yield r.collect(hand, wager, r.staked(bet) - table_law.five_pays.pays(r.staked(bet)),
                            c.five)
            yield r.release("return", bet, r.staked(bet), *flat(c.five))
        else:
            yield from r.pay(hand.name + wager.tag, table_law.five_pays, c.five)
    r.note_outcome(hand, "lost" if half_lost else claim_outcome(r))
    yield from r.collect_cards(hand, r.collected)


def double(r: Round, hand: Hand, offer: Offer) -> Steps:
    """Double the bet and deal exactly one card; an ace may be fixed at 1."""
    c = r.c
    chief = hand.wagers[0]
    yield r.add(hand.name + chief.tag, chief.player, chief.initial, offer.law)
    joined = yield from follow(r, hand, "double")
    eleven = offer.law == c.eleven[0]
    guarded = r.table_law.keeps_eleven if eleven else r.table_law.keeps_double
    for wager in joined:
        yield r.add(hand.name + wager.tag, wager.player, wager.initial, c.follow_double[0])
    if not guarded:
        for wager in (chief, *joined):
            key = (hand.place, wager.tag)
            r.extra[key] = r.extra.get(key, 0) + wager.initial
    hand.fixed = offer.note == "ace-fixed"
    hand.all_fixed = hand.fixed and r.readings.doubled_aces == "every"
    if guarded:
        hand.keeps = c.keeps_eleven if eleven else c.keeps_double
    if hand.fixed:
        yield Call(*c.ace_fixed, call="aces-fixed" if hand.all_fixed else "ace-fixed",
                   seat=hand.name)
    also = () if offer.law == c.one_card[0] else (offer.law,)
    yield from hit(r, hand, (c.one_card[0], c.one_card[1] + also))
    hand.doubled = True
    if not (hand.split and r.readings.double_split_cards == "any"):
        hand.done = True
    hand.first = False


def split(r: Round, hand: Hand) -> Steps:
    """Split two cards of one value into two hands with equal bets; return the new hand."""
    c = r.c
    if hand.down:
        yield from turn_up_hand(r, hand, c.split)
        yield from settle_shown_cards(r, hand)
    count = r.splits[hand.place] = r.splits.get(hand.place, 0) + 1
    first = hand.name if hand.split else f"{hand.place}.1"
    second = f"{hand.place}.{count + 1}"
    law = c.split_again_done if hand.split else c.split_done
    if hand.aces:
        law = either(c.aces_again, law)
    yield r.part(hand.name, (first, second), *flat(law))
    chief = hand.wagers[0]
    other = Hand(second, hand.place, [Wager(chief.player, chief.tag, chief.initial)])
    other.cards = [hand.cards.pop()]
    hand.name = first
    hand.first = other.first = False
    hand.split = other.split = True
    other.nobody = hand.nobody
    hand.aces = other.aces = other.cards[0][0] == ACE
    # After the hands of the same place, so that places are settled in their order.
    last = max(i for i, h in enumerate(r.in_play) if h.place == hand.place)
    r.in_play.insert(last + 1, other)
    r.hands.append(other)
    yield r.add(second + chief.tag, chief.player, chief.initial, c.split_bet[0])
    asks = count == 1 or r.readings.follow == "every-split"
    for wager in (yield from follow(r, hand, "split")) if asks else ():
        yield r.add(second + wager.tag, wager.player, wager.initial, c.follow_split[0])
        other.wagers.append(Wager(wager.player, wager.tag, wager.initial))
    if not r.table_law.keeps_split:
        for wager in other.wagers:
            key = (hand.place, wager.tag)
            r.extra[key] = r.extra.get(key, 0) + wager.initial
    return other


def follow(r: Round, hand: Hand, act: str) -> Steps:
    """Ask the other bettors on the hand whether they add to their bets too; return those who do."""
    c = r.c
    asked = {w.player: w for w in hand.wagers[1:]} if not is_bound(r, hand) else {}
    joined: list[Wager] = []
    law = c.follow_split if act == "split" else c.follow_double
    stays = c.stay_split if act == "split" else c.stay_double
    window = f"follow:{hand.name}:{len(hand.cards)}:{r.splits.get(hand.place, 0)}"
    while asked := {player: w for player, w in asked.items()
                    if w.initial <= r.room(hand.place, player)}:
        offers: list[Offer] = []
        for wager in asked.values():
            offers += (Offer("follow", hand.name, law[0], wager.player, cost=wager.initial,
                             also=law[1]),
                       Offer("no-follow", hand.name, stays[0], wager.player, also=stays[1]))
        answer = yield Listen(*law, offers=tuple(offers), window=r.window(window), clock="decision",
                              default="no-follow", default_law=stays[0])
        if isinstance(answer, TimeOut):
            break
        wager = asked.pop(answer.player)
        if answer.act == "follow":
            joined.append(wager)
    return [w for w in hand.wagers if w in joined]

