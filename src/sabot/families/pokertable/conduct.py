"""Conduct of players: breaches, the dealer's warning, and who must leave (14, 15, 39.a-2, 54 to 58,
71.a)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.pokertable import absences
from sabot.families.pokertable.round import Round, Steps
from sabot.families.pokertable.wagers import withdraw
from sabot.procedure import RISES, Call, Detail, Handle, Incident
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")

BREACHES = {
    "partners": L["14.a"], "joint": L["14.b"], "chop": L["14.c"], "agreement": L["14.d"],
    "added-chips": L["14.e"], "loan": L["14.f"], "hid-chips": L["14.g"],
    "not-restored": L["14.h"], "took-cards": L["14.i"], "comment": L["14.j"],
    "changed-seat": L["14.k"], "proxy": L["14.l"], "influence": L["14.m"],
    "marked": L["14.n"], "noise": L["15-2"], "spoke-folded": L["39.a-2"], "saw-cards": L["54"],
    "raised-after": L["55"], "talk": L["56"], "looked": L["57"],
}
"""The breaches, each with its clause."""
HEADS = {"14": L["14"], "15-2": L["15"]}
CONDUCT, SLOW = "conduct", "slow"
KINDS = ("breach", "grave-breach", "slow")
GRAVE = ("grave", "not-grave")
"""What a supervisor says of a breach, by one reading (8.c, 58-2, IR 456)."""


def reportable(r: Round, place: int = 0) -> tuple[tuple[str, ...], tuple[Detail, ...]]:
    """What may be reported while a place is asked, and of whom; without a place, while none is
    asked."""
    seated = tuple(str(n) for n, player in enumerate(r.seats, start=1) if player)
    always = KINDS[:2], (Detail("breach", seated), Detail("grave-breach", seated))
    return (KINDS, (*always[1], Detail(SLOW, (str(place),)))) if place else always


def apply_report(r: Round, incident: Incident) -> Steps:
    """A breach or a delay: a warning, and the second time the player must leave."""
    place = int(incident.seat)
    if incident.kind == SLOW:
        yield from _warn(r, place, SLOW, L["71.a"], (), L["71.a"])
        return
    word = yield Handle(L["58"], what="which-breach", seat=incident.seat, answers=tuple(BREACHES))
    clause = BREACHES[word or next(iter(BREACHES))]
    name = clause.rpartition("/")[2]
    head = HEADS.get(name) or HEADS.get(name.partition(".")[0])
    also = (head, L["58"], IR[280]) if head else (L["58"], IR[280])
    kind = {"same-breach": name, "same-hand": f"{CONDUCT} {r.hands}"}.get(
        r.readings.repeated, CONDUCT)
    grave = incident.kind == "grave-breach"
    if grave and r.readings.grave_by == "supervisor":
        word = yield Handle(L["58-2"], (IR[456],), what="grave-breach", seat=incident.seat,
                            answers=GRAVE)
        grave = word != GRAVE[1]
    yield from _warn(r, place, kind, clause, also, L["58-2"], grave=grave)


def _warn(r: Round, place: int, of: str, clause: str, also: tuple[str, ...], leaves: str, *,
          grave: bool = False) -> Steps:
    """The dealer warns a player; a player who was warned of the same before, or of a grave breach,
    must leave the table."""
    player = r.player(place)
    before = r.warned.get(player, ())
    if not grave and of not in before:
        r.warned[player] = (*before, of)
        yield Call(clause, also, call="warned", seat=str(place))
        return
    back = (IR[311],) if r.readings.sent_away == "may-return" else ()
    yield Call(leaves, (clause, *also, IR[280], *back), call="must-leave", seat=str(place),
               facts={RISES: place})
    if place in r.live:
        yield from withdraw(r, place, leaves)
    yield from absences.leave_seat(r, place, leaves)
    if r.readings.sent_away != "may-return":
        r.folk.out[player] = leaves
