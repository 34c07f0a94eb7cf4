"""The clauses that define this variant; the clauses of each step are cited by the procedure."""

from __future__ import annotations

from sabot import regulations as law

L = law.Section("pt-217-2007/poquer-nao-bancado")

VARIANT = (L["2"], L["2.b"], L["3"], L["92"], L["93"], L["94"])
"""The pack, the own and the common cards, and how a combination is made of them."""
