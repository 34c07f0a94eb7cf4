"""The one exception of hand histories."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from sabot.errors import Problem, SabotError
from sabot.families.pokertable.phh import BadHand
from sabot.words import Phrase

_QUOTED = re.compile(r"""(?P<quote>['"])(?P<text>.*)(?P=quote)(?: \(.*\))?""", re.DOTALL)
# The facts of the phrases of hand histories that say what was found, and what is allowed.
_FOUND = ("variant", "game", "law", "street", "action", "value", "line", "start", "text", "part",
          "count", "total")
_ALLOWED = ("others", "games", "laws", "streets", "actions", "formats", "expected", "largest",
            "longest", "most", "why", "places")


class HandError(SabotError):
    """A file or a hand that cannot be read, played or written.

    The text says where and why, and what is allowed; `text` has it in other languages. ``found``
    and ``allowed`` repeat these two for programs, in English; "" where the text does not name them.

    >>> import sabot.hands
    >>> try:
    ...     sabot.hands.read("a shopping list\\nwith two lines")
    ... except sabot.hands.HandError as error:
    ...     print(error.allowed)
    PHH, PokerStars, GGPoker, Open Hand History
    """

    __module__ = "sabot.hands"

    def __init__(self, text: str, *, found: str = "", allowed: str = "") -> None:
        facts = text.facts if isinstance(text, Phrase) else {}
        self.found = found or _first(facts, _FOUND)
        self.allowed = allowed or _first(facts, _ALLOWED)
        super().__init__(text, [Problem("hand", self.found, self.allowed)]
                         if self.found or self.allowed else ())


def _first(facts: Mapping[str, object], names: Sequence[str]) -> str:
    """The first of these facts that a text has, without quotes and without a title after it."""
    text = next((str(facts[name]) for name in names if name in facts), "")
    quoted = _QUOTED.fullmatch(text)
    return quoted["text"] if quoted else text


@contextmanager
def as_hand_errors() -> Iterator[None]:
    """Raises what is wrong with a hand as a `HandError`."""
    try:
        yield
    except BadHand as error:
        raise HandError(error.args[0]) from None
