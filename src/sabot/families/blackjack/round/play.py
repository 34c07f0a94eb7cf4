"""Insurance, even money, surrender, and the decisions of each place in turn."""

from __future__ import annotations

from collections.abc import Iterable

from sabot.families.blackjack.round.choices import decisions
from sabot.families.blackjack.round.deal import show, special_prize
from sabot.families.blackjack.round.faults import hit, misdrawn
from sabot.families.blackjack.round.jackpot import keep_open
from sabot.families.blackjack.round.round import Hand, Round, Steps, Wager
from sabot.families.blackjack.round.sides import lying, second_card, show_sides
from sabot.families.blackjack.rules.cites import either, flat
from sabot.families.blackjack.rules.hand import ACE, TENS, is_blackjack
from sabot.procedure import Call, Incident, Listen, Offer, Result, TimeOut

MISDRAWN = ("misdrawn-unseen", "misdrawn-seen")


def covered(r: Round, hand: Hand) -> bool:
    """Whether people at the table do not know what this hand holds."""
    return bool(hand.down) and not r.table.individual


def ask_insurance(r: Round) -> Steps:
    """Under an ace insurance is asked of every wager; holders of a blackjack may be paid evens.

    Of hands that lie face down all are asked alike: nobody learns from a question who has one.
    """
    code, c = r.code, r.c
    up = r.bank[0][0]
    insurance = code.insurance if up == ACE else None
    evens = up == ACE or (code.even_money == "AT" and up in TENS)
    if not (insurance or evens):
        return
    asked: dict[tuple[str, str], tuple[Hand, Wager]] = {}
    for hand in r.in_play:
        natural = is_blackjack(hand.cards)
        for wager in hand.wagers:
            chief = wager is hand.wagers[0]
            if (evens and chief and (natural or covered(r, hand))) or (
                    insurance and (not natural or insurance.natural or not chief)):
                asked[hand.name, wager.player] = (hand, wager)
    if not asked:
        return
    if insurance and any(insurance.natural or not is_blackjack(h.cards)
                         for h, _ in asked.values()):
        yield Call(*c.call_insurance, call="insurance")
    else:
        yield Call(*(c.call_even_money if insurance or up != ACE else c.call_even_only),
                   call="even-money")
    while asked:
        offers: list[Offer] = []
        default = "wait"
        for hand, wager in asked.values():
            chief, natural = wager is hand.wagers[0], is_blackjack(hand.cards)
            paid = natural and evens and chief
            insured = insurance if insurance is not None and (
                not natural or insurance.natural or not chief) else None
            declines = "no-insurance" if insured and (covered(r, hand) or not paid) else "wait"
            if paid:
                offers.append(Offer("even-money", hand.name, c.even_money[0], wager.player,
                                    also=c.even_money[1]))
            if declines == "wait":
                offers.append(Offer("wait", hand.name, c.even_money[0], wager.player))
            if insured is not None:
                default = "no-insurance"
                low = max(1, wager.initial * insured.low // 100)
                high = wager.initial * insured.high // 100
                law = c.insure if chief else c.insure_other
                offers.append(Offer("insure", hand.name, law[0], wager.player, low=low, high=high,
                                    unit=1, also=law[1], limit_law=c.insure_limit[0],
                                    unit_law=c.cents[0]))
                if declines == "no-insurance":
                    offers.append(Offer("no-insurance", hand.name, law[0], wager.player))
        law = c.ask_insurance if insurance else either(c.ask_even_money, c.ask_insurance)
        heard = yield Listen(*law, offers=tuple(offers), window="insurance",
                             clock="insurance", default=default, default_law=c.default[0])
        if isinstance(heard, TimeOut):
            return
        hand, wager = asked.pop((heard.seat, heard.player))
        if heard.act == "insure":
            bet = f"{hand.place}{wager.tag}/insurance"
            r.insured.append(bet)
            yield r.stake(bet, wager.player, heard.amount, c.insure[0])
        elif heard.act == "even-money":
            if hand.down:
                yield from show(r, hand, c.even_money)
            yield from show_sides(r, hand)
            yield Result(*c.even_money, hand=hand.name, result="even-money")
            yield from r.pay_hand(hand, code.even_money_pays, c.even_money)
            r.note(hand, "won")
            yield from insurance_back(r, hand)
            keep_open(r, hand)
            yield from r.out(hand, r.collected)
            # What has been paid is not there to be insured.
            asked = {key: of for key, of in asked.items() if of[0] is not hand}


def insurance_back(r: Round, hand: Hand) -> Steps:
    """A bet that has been paid is insured no more, whoever was heard first."""
    law = r.c.insurance_back
    for wager in hand.wagers:
        bet = f"{hand.place}{wager.tag}/insurance"
        if bet in r.insured:
            r.insured.remove(bet)
            yield r.release("return", bet, r.staked(bet), *flat(law))


def ask_surrender(r: Round) -> Steps:
    """Before the first additional card each place may give up half, once and for good.

    A hand that is the only one to be asked hears it with its first decision, unless the croupier
    looks at the hidden card before that.
    """
    c, up = r.c, r.bank[0][0]
    if up == ACE:
        return
    asked = {h.name: h for h in r.in_play if covered(r, h) or not is_blackjack(h.cards)}
    several = len(asked) > (0 if r.code.peek and up in TENS else 1)
    if not several:
        return
    r.passed = True
    yield Call(*c.call_surrender, call="surrender")
    while asked:
        offers: list[Offer] = []
        for hand in asked.values():
            offers += (Offer("surrender", hand.name, c.surrender[0], hand.player,
                             also=c.surrender[1]),
                       Offer("play-on", hand.name, c.surrender_final[0], hand.player))
        heard = yield Listen(*c.ask_surrender, offers=tuple(offers), window="surrender",
                             clock="insurance", default="play-on", default_law=c.default[0])
        if isinstance(heard, TimeOut):
            return
        hand = asked.pop(heard.seat)
        if heard.act == "surrender":
            yield from surrender(r, hand)


def surrender(r: Round, hand: Hand) -> Steps:
    """The players on the hand leave the coup and lose half of their bets."""
    c = r.c
    yield Result(*c.surrendered, hand=hand.name, result="surrendered")
    for wager in hand.wagers:
        bet = hand.name + wager.tag
        staked = r.staked(bet)
        half = staked // r.code.surrender_part
        yield r.collect(hand, wager, half, (c.surrender[0], ()))
        yield r.release("return", bet, staked - half, c.surrender[0])
    r.outcomes[hand.place] = ["surrendered"]
    if hand.down and lying(r, hand.place):
        yield from show(r, hand, c.surrendered)
    yield from show_sides(r, hand)
    keep_open(r, hand)
    yield from r.out(hand, r.collected)


# -- the decisions --------------------------------------------------------------------------------


def decide(r: Round) -> Steps:
    """Place by place, hand by hand. Blackjacks have nothing to decide; one that lies face down is
    asked in its turn, since its silence would show it."""
    queue = [h for h in r.in_play if covered(r, h) or not is_blackjack(h.cards)]
    alone = len(queue) == 1 and not r.passed
    while queue:
        place = queue[0].place
        while queue and queue[0].place == place:
            hand = queue.pop(0)
            more = yield from play(r, hand, alone)
            if more:  # the new hands of a split wait behind the hands of the same place
                behind = sum(1 for h in queue if h.place == place)
                queue[behind:behind] = more


def play(r: Round, hand: Hand, alone: bool) -> Steps:
    """One hand until it stands, is full, bust, doubled or surrendered; the hands it split off."""
    code, c = r.code, r.c
    more: list[Hand] = []
    asked = 0
    auto = False
    while True:
        if len(hand.cards) == 1:
            yield from hit(r, hand, c.card_on_ace if hand.aces else c.card_on_split)
            if code.sides:
                yield from second_card(r, hand)
        points = hand.points
        if len(hand.cards) == 3 and points == 21 and code.special is not None \
                and code.special.at_once:
            yield from special_prize(r, hand)
        if points > 21:
            yield from bust(r, hand, points)
            return more
        if hand.done or (points == 21 and not may_pass(r, hand)):
            return more
        offers = decisions(r, hand, points, alone)
        if not offers or (len(offers) == 1 and hand.aces):  # one card and no more
            return more
        if auto:
            if points > code.must_hit:
                return more
            yield from hit(r, hand, (c.must_hit[0], c.default[:1]))
            continue
        asked += 1
        law, also = c.decide
        heard = yield Listen(law, also, offers=offers, window=f"{hand.name}:{asked}",
                             clock="decision", default="hit" if points <= code.must_hit else
                             "stand", default_law=c.default[0],
                             faults=MISDRAWN if r.watch else ())
        if code.refusal_final and refuses(offers, heard):
            r.refused.add(hand.place)
        if isinstance(heard, TimeOut):
            auto = True
            if hand.aces:
                return more
        elif isinstance(heard, Incident):
            yield from misdrawn(r, heard.kind)
        elif heard.act == "hit":
            hand.first = False
            yield from hit(r, hand, c.must_hit_card if points <= code.must_hit else c.hit_card)
        elif heard.act == "stand":
            return more
        elif heard.act == "double":
            yield from double(r, hand, next(o for o in offers if o.act == "double"))
        elif heard.act == "split":
            more.append((yield from split(r, hand)))
        elif heard.act == "claim-five":
            yield from claim(r, hand)
            return more
        else:
            yield from surrender(r, hand)
            return more


def may_pass(r: Round, hand: Hand) -> bool:
    """Whether a hand of 21, which takes no card, is asked all the same: for its five cards, or
    because nobody else sees that it is a blackjack."""
    return r.code.five if len(hand.cards) == 5 else covered(r, hand) and len(hand.cards) == 2


def refuses(offers: Iterable[Offer], heard: object) -> bool:
    """Whether a split was offered and something else was done."""
    return (getattr(heard, "act", "split") != "split"
            and any(o.act == "split" for o in offers))


def bust(r: Round, hand: Hand, points: int) -> Steps:
    """More than 21: the bets are lost at once, whatever the bank makes."""
    c = r.c
    if hand.down:
        yield from show(r, hand, c.bust_shows)
    yield Result(c.bust[0], r.values(hand.cards) + c.bust[1], hand=hand.name, result="bust",
                 facts={"total": points})
    yield from show_sides(r, hand)
    yield from r.lose_hand(hand, (c.bust[0], ()))
    r.note(hand, "lost")
    keep_open(r, hand)
    yield from r.out(hand, c.bust_out)


def claim(r: Round, hand: Hand) -> Steps:
    """Five cards that are not over 21: half of the bet is paid and the hand ends."""
    c, code = r.c, r.code
    if hand.down:
        yield from show(r, hand, c.five)
    yield Result(*c.five, hand=hand.name, result="five-cards", facts={"total": hand.points})
    yield from show_sides(r, hand)
    for wager in hand.wagers:
        yield from r.pay(hand.name + wager.tag, code.five_pays, c.five)
    r.note(hand, "won")
    yield from r.out(hand, r.collected)


def double(r: Round, hand: Hand, offer: Offer) -> Steps:
    """The bet is doubled and one card, no more, is dealt; an ace may be fixed at 1."""
    c = r.c
    chief = hand.wagers[0]
    yield r.stake(hand.name + chief.tag, chief.player, chief.initial, offer.law)
    joined = yield from follow(r, hand, "double")
    eleven = offer.law == c.eleven[0]
    guarded = r.code.keeps_eleven if eleven else r.code.keeps_double
    for wager in joined:
        yield r.stake(hand.name + wager.tag, wager.player, wager.initial, c.follow_double[0])
    if not guarded:
        for wager in (chief, *joined):
            key = (hand.place, wager.tag)
            r.extra[key] = r.extra.get(key, 0) + wager.initial
    hand.fixed = offer.note == "ace-fixed"
    if guarded:
        hand.keeps = c.keeps_eleven if eleven else c.keeps_double
    if hand.fixed:
        yield Call(*c.ace_fixed, call="ace-fixed", seat=hand.name)
    also = () if offer.law == c.one_card[0] else (offer.law,)
    yield from hit(r, hand, (c.one_card[0], c.one_card[1] + also))
    hand.done = True
    hand.first = False


def split(r: Round, hand: Hand) -> Steps:
    """Two cards of one value become two hands with equal bets; the new hand."""
    c = r.c
    if hand.down:
        yield from show(r, hand, c.split)
        yield from show_sides(r, hand)
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
    hand.aces = other.aces = other.cards[0][0] == ACE
    # Behind the hands of the same place, so that places are settled in their order.
    last = max(i for i, h in enumerate(r.in_play) if h.place == hand.place)
    r.in_play.insert(last + 1, other)
    r.hands.append(other)
    yield r.stake(second + chief.tag, chief.player, chief.initial, c.split_bet[0])
    for wager in (yield from follow(r, hand, "split")):
        yield r.stake(second + wager.tag, wager.player, wager.initial, c.follow_split[0])
        other.wagers.append(Wager(wager.player, wager.tag, wager.initial))
    if not r.code.keeps_split:
        for wager in other.wagers:
            key = (hand.place, wager.tag)
            r.extra[key] = r.extra.get(key, 0) + wager.initial
    return other


def follow(r: Round, hand: Hand, what: str) -> Steps:
    """The others on the hand say whether they add to their bets as its decider did; who does."""
    c = r.c
    asked = {w.player: w for w in hand.wagers[1:]}
    joined: list[Wager] = []
    law = c.follow_split if what == "split" else c.follow_double
    stays = c.stay_split if what == "split" else c.stay_double
    window = f"follow:{hand.name}:{len(hand.cards)}:{r.splits.get(hand.place, 0)}"
    while asked:
        offers: list[Offer] = []
        for wager in asked.values():
            offers += (Offer("follow", hand.name, law[0], wager.player, cost=wager.initial,
                             also=law[1]),
                       Offer("no-follow", hand.name, stays[0], wager.player, also=stays[1]))
        heard = yield Listen(*law, offers=tuple(offers), window=window, clock="decision",
                             default="no-follow", default_law=stays[0])
        if isinstance(heard, TimeOut):
            break
        wager = asked.pop(heard.player)
        if heard.act == "follow":
            joined.append(wager)
    return [w for w in hand.wagers if w in joined]

