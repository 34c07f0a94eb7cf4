"""Mixed tables: who has the hand names the variant with the Dealer Choice marker (23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sabot import law
from sabot.families.pokertable import people
from sabot.families.pokertable.betting_terms import lawful
from sabot.families.pokertable.round import Carry, Round, Steps
from sabot.families.pokertable.variant import VARIANTS
from sabot.law import IR
from sabot.procedure import Act, Event, Handle, InTurn, Listen, Offer
from sabot.procedure.table import Table

L = law.Section("pt-217-2007/poquer-nao-bancado")

ACT = "deal-"
"""What the act of naming a variant begins with."""
MARKER = "marker-"
"""What the handling by which the marker shows a variant begins with."""


def dealt(words: Mapping[str, Mapping[str, str]], table: Table, carry: Carry,
          record: Sequence[Event]) -> dict[str, str]:
    """Which variant is dealt now, or is being chosen, in each language; and those of the table."""
    names = [name for name in (table.game, table.rules.second) if name]
    asked = record[-1].step if record else None
    shows = next((event.step.what.removeprefix(MARKER) for event in reversed(record)
                  if isinstance(event.step, Handle) and event.step.what.startswith(MARKER)),
                 carry.variant or table.game)
    choosing = isinstance(asked, Listen) and asked.window == "choice"
    return {lang: _dealt(said, names, "" if choosing else shows) for lang, said in words.items()}


def _dealt(said: Mapping[str, str], names: Sequence[str], now: str) -> str:
    every = " / ".join(said[f"variant.{name}"] for name in names)
    if not now:
        return said["variant.choice"].format(variants=every)
    told = said["variant.now"].format(variant=said[f"variant.{now}"])
    return said["variant.mixed"].format(now=told, variants=every) if len(names) > 1 else told


def chosen(r: Round) -> Steps:
    """The variant of this hand; who says nothing leaves the marker as it lies."""
    second = r.table.rules.second
    if not second:
        return
    names = (r.variant.name, second)
    lies = r.carry.variant or names[0]
    seat, player = str(r.hand), r.player(r.hand)
    turn = InTurn(seat, tuple(f"{ACT}{name}" for name in names), L["23-2"])
    while True:
        answer = yield Listen(L["23-2"], (L["23"],), offers=(
            *(Offer(f"{ACT}{name}", seat, L["23-2"], player) for name in names),
            *people.offers(r)), window="choice", clock="decision", default=f"{ACT}{lies}",
            default_law=IR[291], turn=turn)
        if not isinstance(answer, Act):
            break
        if answer.player == player and answer.act.startswith(ACT):
            lies = answer.act.removeprefix(ACT)
            break
        yield from people.heard(r, answer)
    r.variant = VARIANTS[lies]
    r.terms = lawful(r.table, r.variant)
    yield Handle(L["23-2"], what=f"{MARKER}{lies}", seat=seat)
