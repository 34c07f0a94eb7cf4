"""Names that players choose for themselves: letters of any script, and nothing that deceives.

There is no list of forbidden words: such a list misses most insults in three languages and forbids
names of people. Staff can erase a name instead.
"""

from __future__ import annotations

import unicodedata

from sabot.house.people.names import display_name
from sabot.words import phrase

SHORTEST, LONGEST = 2, 16
SIGNS = " '’·-"
"""What may stand between letters besides a blank."""
LINKS = ("http", "www", "://")


def fault_of(name: str) -> str:
    """Return what is wrong with a name that a player chooses, as a text; "" for nothing."""
    if not SHORTEST <= len(name) <= LONGEST:
        return phrase("a name has {least} to {most} characters, not {n}", least=SHORTEST,
                      most=LONGEST, n=len(name))
    if any(unicodedata.category(c)[0] not in "LM" and not c.isdecimal() and c not in SIGNS
           for c in name) or display_name(name, LONGEST) != unicodedata.normalize("NFC", name):
        return phrase("a name has letters of any script, digits, blanks, hyphens and apostrophes")
    if sum(unicodedata.category(c)[0] == "L" for c in name) < SHORTEST:
        return phrase("a name has at least {least} letters", least=SHORTEST)
    if any(link in name.casefold() for link in LINKS):
        return phrase("a name is no link")
    return ""


