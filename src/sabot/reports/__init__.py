"""Reports on the games of the catalogue: their odds and their regulations.

No game is known here by its name.
"""
