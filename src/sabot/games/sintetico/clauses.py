"""The clauses that define this variant; the clauses of each step are cited by the procedure."""

from __future__ import annotations

from sabot import regulations as law

L = law.Section("pt-217-2007/poquer-nao-bancado")

VARIANT = (L["2"], L["2.c"], L["3"], L["95"], L["95-2"], L["96"], L["97"], L["99"],
           L["112"])
"""The pack, the own and the common cards, and how a combination is made of them."""
