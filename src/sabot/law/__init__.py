"""The register of clauses: the floor that everything else stands on.

A module names its section once, ``L = law.Section("pt-805-2015/blackjack-online")``, and cites a
rule as ``L["15.a"]``. Every citation written in that module, inside functions too, is looked up
when the module is imported: one that does not exist stops the import. ``IR[3]`` cites a numbered
interpretation in the same way.
"""

from __future__ import annotations

from sabot.law.interpretations import IR, Interpretation, interpretation, interpretations
from sabot.law.register import (
    DOCUMENTS,
    Document,
    Row,
    UnknownClause,
    current,
    document,
    documents,
    find,
    row,
    rows,
    search,
    sections,
)
from sabot.law.section import Citation, Section, citations, readers
from sabot.law.witness import given, hearers, witnesses

__all__ = [
    "DOCUMENTS", "IR", "Citation", "Document", "Interpretation", "Row", "Section", "UnknownClause",
    "citations", "current", "document", "documents", "find", "given", "hearers", "interpretation",
    "interpretations", "readers", "row", "rows", "search", "sections", "witnesses",
]
