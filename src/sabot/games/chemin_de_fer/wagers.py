"""The bets of those who play against the bank together (36 to 45, 58 to 61), and what the faults
around them lead to."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import law
from sabot.games.chemin_de_fer import conduct, people
from sabot.games.chemin_de_fer.play import PONTO
from sabot.games.chemin_de_fer.playing import cleared
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.law import IR
from sabot.money import euros
from sabot.procedure import NOBODY, Act, Call, Handle, Incident, Listen, Offer

L = law.Section("pt-217-2007/chemin-de-fer")

EARLY = "drawn-early"
"""The banker has drawn a card before the bets were closed."""


def against(r: Round) -> list[str]:
    """Who may bet against the bank, in the order of priority (48, 49)."""
    return [player for player in r.in_order() if player != r.associate]


# -- what stayed after a tie -----------------------------------------------------------------------


def kept(r: Round) -> Steps:
    """Bets that lie there from a coup that was void: each punter leaves his or takes it back, and
    more than the bank has there cannot be (76)."""
    for bet, (player, cents) in list(r.stakes.items()):
        if bet in r.punted() and (r.place(player) != bet or player not in against(r)):
            yield r.release("return", bet, cents, L["76"])
    for player in reversed(against(r)):
        if r.open >= 0:
            break
        if lies := r.staked(r.place(player)):
            least = r.table.minimum
            yield r.release("return", r.place(player), min(lies, -(r.open // least) * least),
                            L["76"], L["45"])
    answered: set[str] = set()
    while left := [(bet, r.stakes[bet][0]) for bet in r.punted()
                   if r.stakes[bet][0] not in answered]:
        heard = yield Listen(L["76"], (L["89"],), offers=tuple(
            offer for bet, player in left for offer in _may_after(r, bet, player)),
            window="kept", clock="call", default="done", default_law=L["76"])
        if not isinstance(heard, Act):
            break
        answered.add(heard.player)
        if heard.act == "clear":
            yield r.release("return", heard.seat, r.staked(heard.seat), L["76"])
        elif heard.act == "bet":
            yield from r.change(heard.seat, heard.player, heard.amount, L["76"], return_law=L["76"])
    _alone(r)


def _may_after(r: Round, bet: str, player: str) -> Iterator[Offer]:
    """What may become of a bet after a tie before all may bet again: it stays, goes back, or is
    lowered; raised it is with the bets of the others."""
    unit, lies = r.table.minimum, r.staked(bet)
    yield Offer("done", bet, L["76"], player)
    yield Offer("clear", bet, L["76"], player)
    if lies > unit:
        yield Offer("bet", bet, L["76"], player, low=unit, high=(lies - 1) // unit * unit,
                    unit=unit, limit_law=L["76"], unit_law=L["36"])


def _alone(r: Round) -> None:
    """One punter whose bet is all of the bank has gone banco, in whatever words (45), unless he may
    not (89-2)."""
    if len(r.punted()) == 1 and not r.open:
        (bet,) = r.punted()
        player = r.stakes[bet][0]
        if r.barred.get(player) != "89-2":
            r.ponto, r.call = player, "banco"


# -- bets of several -------------------------------------------------------------------------------


def taken(r: Round) -> Steps:
    """Bets are made until the bank is covered; then who has not may complete it."""
    if r.call != "table":
        yield Call(L["96.a-4"], (L["40"], L["96"]), call="place-your-bets")
        yield from _window(r, "bets", "betting", L["58"], (L["38"], L["45"]))
    if r.punted() and _room(r):
        yield Call(L["96.a-5"], call="who-completes")
        yield from _window(r, "complete", "call", L["96.a-5"], (L["45"], L["55"]))


def _room(r: Round) -> bool:
    """Whether anybody can add to what lies there."""
    return r.open >= r.table.minimum


def _window(r: Round, window: str, clock: str, cite: str, also: tuple[str, ...]) -> Steps:
    """Bets are made, changed and taken back. While nothing lies there no clock runs."""
    done: set[str] = set()
    while _room(r):
        asked = [player for player in against(r) if player not in done and (
            player != r.ponto or r.call != "table")]
        if not asked:
            return
        offers = [offer for player in asked for offer in _may(r, player)]
        runs = bool(r.punted())
        heard = yield Listen(
            cite, also, offers=(*offers, *people.offers(r)), window=window,
            clock=clock if runs else "", default="no-more-bets" if runs else "",
            default_law=L["40"] if runs else "",
            faults=(*conduct.faults(r), *((EARLY,) if r.table.attended else ())),
            details=conduct.details(r))
        if isinstance(heard, Incident):
            if heard.kind == EARLY:
                yield from early(r)
            else:
                yield from conduct.reported(r, heard)
        elif not isinstance(heard, Act):
            return
        elif heard.act == "done":
            done.add(heard.player)
        elif heard.act in ("bet", "half", "clear"):
            yield from _bets(r, heard)
        else:
            people.heard(r, heard)


def _may(r: Round, player: str) -> Iterator[Offer]:
    """What a punter may do with his own bet, and with nobody else's (59)."""
    place, unit = r.place(player), r.table.minimum
    lies = r.staked(place)
    most = (r.open + lies) // unit * unit
    if most:
        yield Offer("bet", place, L["58"], player, low=unit, high=most, unit=unit,
                    limit_law=L["36"], high_law=L["45"], unit_law=L["36"],
                    also=(L["41"], L["43-2"], L["45"], L["59"]))
        yield Offer("half", place, L["43"], player, low=2 * unit, high=2 * most, unit=2 * unit,
                    limit_law=L["36"], high_law=L["45"], unit_law=L["36"])
    if lies:
        yield Offer("clear", place, L["44"], player)
    yield Offer("done", place, L["40"], player)


def _bets(r: Round, heard: Act) -> Steps:
    """A punter's bet becomes what he says; what lies on the line plays for half of it (43)."""
    place, amount = heard.seat, heard.amount
    if heard.act == "half":
        yield Call(L["43"], call="on-the-line", seat=place, facts={
            "chips": euros(amount), "sum": euros(amount // 2)})
        amount //= 2
    yield from r.change(place, heard.player, amount, L["43"] if heard.act == "half" else L["58"],
                        L["38"], return_law=L["44"])


def early(r: Round) -> Steps:
    """The banker has drawn a card, which he may not before the bets are closed: the coup must be
    dealt, and the card is the first of it (40-2, 97, 104.a)."""
    yield Call(L["40-2"], (L["104.a"],), call="must-deal")
    if not r.play.cards[PONTO]:
        card = yield from r.shoe.draw((L["104.a"], (L["97"],)), PONTO, NOBODY)
        r.play.lay(PONTO, card, up=False)


def late(r: Round) -> Offer:
    """Nobody bets any more once the bets are closed (40-3)."""
    return people.refused(r, "bet", L["40-3"], but=r.banker)


def closed(r: Round) -> Steps:
    """The dealer closes the bets, and the cards are for whom the law says."""
    if not r.punted():
        yield Call(IR[243], call="nobody-bets")
        yield from cleared(r, L["97"], IR[243])  # a card that was drawn too early
        return
    if not r.call:
        _alone(r)
    total = sum(r.punted().values())
    yield Call(L["96.a-8"], (L["40"], L["40-2"], L["45"], L["96"], IR[241]), call="no-more-bets",
               facts={
        "sum": euros(total)})
    if not r.ponto:
        r.ponto, r.call = holder(r), "bets"
        yield Call(L["60"], (L["61"], L["101"], IR[242]), call="cards-to", seat=r.place(r.ponto))


def holder(r: Round) -> str:
    """Who has the cards where nobody went banco: who bet most of those who sit and know the game;
    of equals the nearest to the banker's right. "" where nobody is left."""
    bettors = [player for player in r.by_place(r.banker)
               if r.staked(r.place(player)) and player not in r.play.spared]
    seated = [player for player in bettors if player in r.seats]
    able = [player for player in seated if player not in r.novices]
    return max(able or seated or bettors, key=lambda player: r.staked(r.place(player)), default="")


def seized(r: Round, incident: Incident) -> Steps:
    """Another has the cards already while a banco suivi may be declared: given to him by the dealer
    they are his once he has seen them (52); taken by himself only once he has shown them (53).
    Whether they stay with him."""
    if incident.kind == "cards-given":
        said = yield Handle(L["52"], (IR[256],), what="cards-given", answers=("unseen", "seen"))
        return said == "seen"
    said = yield Handle(L["53"], (IR[256],), what="cards-taken", answers=("hidden", "shown"))
    return said == "shown"
