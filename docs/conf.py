"""How the documentation is built."""

from sabot import __version__

project = "Sabot"
copyright = "2026, the Sabot authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
exclude_patterns = ["_build"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
suppress_warnings = ["myst.xref_missing"]
