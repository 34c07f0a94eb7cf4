"""The bets of several punters against the bank (36 to 45, 58 to 61), and faults around them."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import regulations as law
from sabot.games.chemin_de_fer import conduct, people
from sabot.games.chemin_de_fer.play import PONTO
from sabot.games.chemin_de_fer.playing import collect_cards
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.money import euros
from sabot.procedure import NOBODY, Act, Call, Handle, Incident, Listen, Offer
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")

NOBODY_BETS = {"hand-stays": "nobody-bets", "hand-passes": "no-bets"}
"""What is called when nobody bets, by the reading of IR 243."""
EARLY = "drawn-early"
"""The banker drew a card before the bets were closed."""


def punters(r: Round) -> list[str]:
    """The players who may bet against the bank, in order of priority (48, 49)."""
    return [player for player in r.by_priority() if player != r.associate]


# -- bets that stay after a tie --------------------------------------------------------------------


def ask_kept_bets(r: Round) -> Steps:
    """Bets that stay from a coup without a result: each punter leaves the bet, lowers it or takes
    it back. Before that, what is above the bank goes back (76), and what is then neither a multiple
    of the minimum nor the whole bank (36, 45)."""
    for bet, (player, cents) in list(r.stakes.items()):
        if bet in r.punter_bets() and (r.place(player) != bet or player not in punters(r)):
            yield r.release("return", bet, cents, L["76"])
    for player in reversed(punters(r)):
        staked = r.staked(r.place(player))
        remaining = max(0, staked + min(0, r.uncovered))
        if remaining != whole_bank(r):  # 36; banco is exactly the bank (45)
            remaining -= remaining % r.table.minimum
        if remaining < staked:
            yield r.release("return", r.place(player), staked - remaining, L["76"],
                            L["45"] if r.uncovered < 0 else L["36"])
    answered: set[str] = set()
    while undecided := [(bet, r.stakes[bet][0]) for bet in r.punter_bets()
                        if r.stakes[bet][0] not in answered]:
        answer = yield Listen(L["76"], (L["89"],), offers=tuple(
            offer for bet, player in undecided for offer in _kept_bet_offers(r, bet, player)),
            window="kept", clock="call", default="done", default_law=L["76"])
        if not isinstance(answer, Act):
            break
        answered.add(answer.player)
        if answer.act == "clear":
            yield r.release("return", answer.seat, r.staked(answer.seat), L["76"])
        elif answer.act == "bet":
            yield from r.change(
                answer.seat, answer.player, answer.amount, L["76"], return_law=L["76"]
            )
    _recognise_banco(r)


def _kept_bet_offers(r: Round, bet: str, player: str) -> Iterator[Offer]:
    """The offers for a bet after a tie, before betting opens: it stays, goes back, or is lowered.
    It can be raised when betting opens."""
    unit, staked = r.table.minimum, r.staked(bet)
    yield Offer("done", bet, L["76"], player)
    yield Offer("clear", bet, L["76"], player)
    if staked > unit:
        yield Offer("bet", bet, L["76"], player, low=unit, high=(staked - 1) // unit * unit,
                    unit=unit, limit_law=L["76"], unit_law=L["36"])


def _recognise_banco(r: Round) -> None:
    """A single punter whose bet equals the bank has gone banco, however declared (45), unless they
    are barred (89-2). By the other reading of IR 241 only a declaration is banco."""
    if r.readings.single_bet == "bet":
        return
    if len(r.punter_bets()) == 1 and not _left_to_cover(r):
        (bet,) = r.punter_bets()
        player = r.stakes[bet][0]
        if r.barred.get(player) != "89-2" and r.place(player):
            r.ponto, r.call = player, "banco"


def whole_bank(r: Round) -> int:
    """The bet of banco: exactly the bank, or the multiple of the minimum below it (IR 252)."""
    if r.readings.odd_bank == "rounded-down":
        return r.capital // r.table.minimum * r.table.minimum
    return r.capital


def _left_to_cover(r: Round) -> int:
    """The part of the whole bank that no bet covers yet, in cents (IR 252)."""
    return r.uncovered - r.capital + whole_bank(r)


# -- bets of several -------------------------------------------------------------------------------


def take_bets(r: Round) -> Steps:
    """Accept bets until the bank is covered; then others may complete it."""
    if r.call != "table":
        yield Call(L["96.a-4"], (L["40"], L["96"]), call="place-your-bets")
        yield from _bet_window(r, "bets", "betting", L["58"], (L["38"], L["45"]))
    if r.punter_bets() and _can_add(r):
        yield Call(L["96.a-5"], call="who-completes")
        yield from _bet_window(r, "complete", "call", L["96.a-5"], (L["45"], L["55"]))


def _can_add(r: Round) -> bool:
    """Whether the part of the bank without bets is enough for another bet."""
    return r.uncovered >= r.table.minimum


def _bet_window(r: Round, window: str, clock: str, cite: str, also: tuple[str, ...]) -> Steps:
    """Bets are made, changed and taken back. No clock runs before the first bet."""
    finished: set[str] = set()
    while _can_add(r):
        undecided = [player for player in punters(r) if player not in finished and (
            player != r.ponto or r.call != "table")]
        if not undecided:
            return
        offers = [offer for player in undecided for offer in _bet_offers(r, player)]
        has_clock = bool(r.punter_bets())
        answer = yield Listen(
            cite, also, offers=(*offers, *people.offers(r)), window=window,
            clock=clock if has_clock else "", default="no-more-bets" if has_clock else "",
            default_law=L["40"] if has_clock else "",
            faults=(*conduct.reportable(r), *((EARLY,) if r.table.attended else ())),
            details=conduct.details(r))
        if isinstance(answer, Incident):
            if answer.kind == EARLY:
                yield from deal_early(r)
            else:
                yield from conduct.process_report(r, answer)
        elif not isinstance(answer, Act):
            return
        elif answer.act == "done":
            finished.add(answer.player)
        elif answer.act in ("bet", "half", "clear"):
            yield from _change_bet(r, answer)
        else:
            people.process_act(r, answer)


def _bet_offers(r: Round, player: str) -> Iterator[Offer]:
    """The offers for a punter's own bet; nobody may share the bet of another (59)."""
    place, unit = r.place(player), r.table.minimum
    staked = r.staked(place)
    maximum = (r.uncovered + staked) // unit * unit
    if maximum:
        yield Offer("bet", place, L["58"], player, low=unit, high=maximum, unit=unit,
                    limit_law=L["36"], high_law=L["45"], unit_law=L["36"],
                    also=(L["41"], L["43-2"], L["45"], L["59"]))
        yield Offer("half", place, L["43"], player, low=2 * unit, high=2 * maximum, unit=2 * unit,
                    limit_law=L["36"], high_law=L["45"], unit_law=L["36"])
    if staked:
        yield Offer("clear", place, L["44"], player)
    yield Offer("done", place, L["40"], player)


def _change_bet(r: Round, answer: Act) -> Steps:
    """Change a punter's bet; chips on the line play for half of their value (43)."""
    place, amount = answer.seat, answer.amount
    if answer.act == "half":
        yield Call(L["43"], call="on-the-line", seat=place, facts={
            "chips": euros(amount), "sum": euros(amount // 2)})
        amount //= 2
    yield from r.change(place, answer.player, amount, L["43"] if answer.act == "half" else L["58"],
                        L["38"], return_law=L["44"])


def deal_early(r: Round) -> Steps:
    """The banker drew a card before the bets were closed, which is forbidden: the coup must be
    dealt, and the card is its first (40-2, 97, 104.a)."""
    yield Call(L["40-2"], (L["104.a"],), call="must-deal")
    if not r.play.cards[PONTO]:
        card = yield from r.shoe.draw((L["104.a"], (L["97"],)), PONTO, NOBODY)
        r.play.add_card(PONTO, card, up=False)


def late_bet_offer(r: Round) -> Offer:
    """The offer that tells punters that the bets are closed (40-3)."""
    return people.refusal_offer(r, "bet", L["40-3"], but=r.banker)


def close_bets(r: Round) -> Steps:
    """Close the bets, and find the player who gets the ponto's cards."""
    if not any(r.place(player) for player, _ in map(r.stakes.__getitem__, r.punter_bets())):
        for bet in r.punter_bets():  # all who bet have left (IR 220)
            yield r.release("return", bet, r.staked(bet), IR[220])
    if not r.punter_bets():
        yield Call(IR[243], call=NOBODY_BETS[r.readings.nobody_bets])
        yield from collect_cards(r, L["97"], IR[243])  # a card that was drawn too early
        return
    if not r.call:
        _recognise_banco(r)
    total = sum(r.punter_bets().values())
    also = (IR[422],) if r.readings.whole_table == r.call else ()
    yield Call(L["96.a-8"], (L["40"], L["40-2"], L["45"], L["96"], IR[241], *also),
               call="no-more-bets",
               facts={
        "sum": euros(total)})
    if not r.ponto:
        r.ponto, r.call = next_ponto(r), "bets"
        yield Call(L["60"], (L["61"], L["101"], IR[242]), call="cards-to", seat=r.place(r.ponto))


def next_ponto(r: Round) -> str:
    """The player who gets the ponto's cards when nobody went banco: the one with the highest bet
    among seated players who know the game; among equals the nearest to the banker's right. "" when
    nobody is left. If no seated player who knows the game has bet, by the other reading of IR 242
    one without a bet has the cards."""
    bettors = [player for player in r.by_place(r.banker)
               if r.staked(r.place(player)) and player not in r.play.passed_over]
    seated = [player for player in bettors if player in r.seats]
    able = [player for player in seated if player not in r.novices]
    if not able and r.readings.no_able_bettor == "without-bet":
        able = [player for player in punters(r) if player in r.seats
                and player not in (*r.novices, *r.play.passed_over)][:1]
    return max(able or seated or bettors, key=lambda player: r.staked(r.place(player)), default="")


def keeps_cards(r: Round, incident: Incident) -> Steps:
    """Whether another player keeps the cards while banco suivi may still be declared: cards that
    the dealer gave to them once they have seen them (52), cards that they took themselves only once
    they have shown them (53). By the other reading of IR 256 cards in hand end banco suivi."""
    if r.readings.cards_in_hand == "end-suivi":
        return True
    if incident.kind == "cards-given":
        answer = yield Handle(L["52"], (IR[256],), what="cards-given", answers=("unseen", "seen"))
        return answer == "seen"
    answer = yield Handle(L["53"], (IR[256],), what="cards-taken", answers=("hidden", "shown"))
    return answer == "shown"
