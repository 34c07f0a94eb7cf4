"""What a game of the layout is made of: its law as values, and who orders each moment of a coup."""

from sabot.families.layout.round import Book
from sabot.families.layout.values import NOT, Clauses, Code, Limit

__all__ = ["NOT", "Book", "Clauses", "Code", "Limit"]
