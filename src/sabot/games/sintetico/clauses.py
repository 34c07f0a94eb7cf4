"""The clauses that make this variant what it is; those of each moment stand where it is told."""

from __future__ import annotations

from sabot import law

L = law.Section("pt-217-2007/poquer-nao-bancado")

VARIANT = (L["2"], L["2.c"], L["3"], L["95"], L["95-2"], L["96"], L["97"], L["99"],
           L["112"])
"""The pack, the cards of each player and in common, and how a combination is made of them."""
