"""Mixed tables: the player who has the hand names the variant with the Dealer Choice marker
(23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sabot import regulations as law
from sabot.families.pokertable import people
from sabot.families.pokertable.betting_terms import lawful
from sabot.families.pokertable.round import Carry, Round, Steps
from sabot.families.pokertable.variant import as_read
from sabot.procedure import Act, Event, Handle, InTurn, Listen, Offer
from sabot.procedure.table import Table
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")

ACT = "deal-"
"""Prefix of the acts that name a variant."""
MARKER = "marker-"
"""Prefix of the handlings by which the marker shows a variant."""


def variant_texts(words: Mapping[str, Mapping[str, str]], table: Table, carry: Carry,
                  record: Sequence[Event]) -> dict[str, str]:
    """In each language, a text that names the variant that is dealt or says that it is being
    chosen; at a mixed table, with all variants of the table."""
    names = [name for name in (table.game, table.rules.second) if name]
    last = record[-1].step if record else None
    marked = next((event.step.what.removeprefix(MARKER) for event in reversed(record)
                  if isinstance(event.step, Handle) and event.step.what.startswith(MARKER)),
                 carry.variant or table.game)
    choosing = isinstance(last, Listen) and last.window == "choice"
    return {lang: _variant_text(texts, names, "" if choosing else marked)
            for lang, texts in words.items()}


def _variant_text(texts: Mapping[str, str], names: Sequence[str], now: str) -> str:
    all_names = " / ".join(texts[f"variant.{name}"] for name in names)
    if not now:
        return texts["variant.choice"].format(variants=all_names)
    text = texts["variant.now"].format(variant=texts[f"variant.{now}"])
    return texts["variant.mixed"].format(now=text, variants=all_names) if len(names) > 1 else text


def choose(r: Round) -> Steps:
    """Chooses the variant of this hand; with no answer the marker stays as it is."""
    second = r.table.rules.second
    if not second:
        return
    names = (r.variant.name, second)
    marked = r.carry.variant or names[0]
    seat, player = str(r.hand), r.player(r.hand)
    also = (IR[290],) if r.variant.antes else ()
    waits = r.readings.names_none == "waits"
    turn = InTurn(seat, tuple(f"{ACT}{name}" for name in names), L["23-2"])
    while True:
        answer = yield Listen(L["23-2"], (L["23"],), offers=(
            *(Offer(f"{ACT}{name}", seat, L["23-2"], player, also=also) for name in names),
            *people.offers(r)), window="choice", clock="" if waits else "decision",
            default="" if waits else f"{ACT}{marked}", default_law="" if waits else IR[291],
            turn=turn)
        if not isinstance(answer, Act):
            break
        if answer.player == player and answer.act.startswith(ACT):
            marked = answer.act.removeprefix(ACT)
            break
        yield from people.apply_act(r, answer)
    r.variant = as_read(marked, r.readings)
    r.terms = lawful(r.table, r.variant)
    yield Handle(L["23-2"], what=f"{MARKER}{marked}", seat=seat)
