"""A section of the register, under the name by which a module cites it."""

from __future__ import annotations

from sabot.regulations import register
from sabot.words import phrase


class Section(dict[str, str]):
    """The rules of one game in one regulation; ``L["15.a"]`` is the full id of rule 15.a.

    UnknownClause where the register has no such section, or the section no such rule. Each module
    that cites makes its own section, by which `regulations.citation_index` knows what it cites.
    """

    def __init__(self, key: str) -> None:
        if key not in register.sections():
            raise register.UnknownClause(
                phrase("the register has no section {key!r}; it has {sections}", key=key,
                       sections=", ".join(register.sections()))
            )
        self.key = key
        super().__init__((entry.rule, entry.id) for entry in register.sections()[key])

    def __missing__(self, rule: str) -> str:
        raise register.UnknownClause(phrase("{section} has no rule {rule!r}", section=self.key,
                                            rule=rule))
