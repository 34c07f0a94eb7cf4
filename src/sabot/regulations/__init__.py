"""The register of clauses, on which everything else is built.

A module names its section once, ``L = law.Section("pt-805-2015/blackjack-online")``. It cites a
rule as ``L["15.a"]``, a numbered interpretation as ``IR[3]``, and a value that the law prescribes
with its clauses: ``PACKS = figure((4, 6), L["3"])``. A citation without a clause raises
UnknownClause, at import where it is at the top of a module; `wrong_citations` looks up those in
functions too.
"""

from __future__ import annotations

from sabot.regulations.citation_index import Citation, citations, readers, wrong_citations
from sabot.regulations.citation_log import cite_clause, hearers, witnesses
from sabot.regulations.cited_figures import figure, figure_on, figures
from sabot.regulations.interpretations import IR, Interpretation, interpretation, interpretations
from sabot.regulations.register import (
    DOCUMENTS,
    Amendment,
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
from sabot.regulations.section import Section

__all__ = [
    "DOCUMENTS",
    "IR",
    "Amendment",
    "Citation",
    "Document",
    "Interpretation",
    "Row",
    "Section",
    "UnknownClause",
    "citations",
    "cite_clause",
    "current",
    "document",
    "documents",
    "figure",
    "figure_on",
    "figures",
    "find",
    "hearers",
    "interpretation",
    "interpretations",
    "readers",
    "row",
    "rows",
    "search",
    "sections",
    "witnesses",
    "wrong_citations",
]
