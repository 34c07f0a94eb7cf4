"""A table reads back as it was written, from its stored bytes and from a file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, get_args

import msgspec

from sabot.conformance.cases import Case, tried
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.games import read_values
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Money, Table


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Every lawful table reads back from its stored bytes, and from the values of its file."""
    yield from tried(game, plan, stored)
    yield from tried(game, plan, from_a_file)


def stored(case: Case) -> None:
    """The table as the journal keeps it, its rules apart."""
    plain = msgspec.to_builtins(case.table)
    rules = msgspec.convert(plain.pop("rules"), case.game.rules)
    need(msgspec.convert({**plain, "rules": rules}, Table) == case.table,
         "the table reads back as another one from its stored bytes")


def from_a_file(case: Case) -> None:
    """The table as its operator writes it."""
    found = read_values(as_file(case.table))
    if not isinstance(found, Table):
        raise Broken(f"a lawful table is refused when it is read from a file: {found[0]}")
    if found != case.table:
        other = [name for name in Table.__struct_fields__
                 if getattr(found, name) != getattr(case.table, name)]
        raise Broken(f"the table reads back from a file with another {', '.join(other)}")


def as_file(table: Table) -> dict[str, Any]:
    """The values of the file of a table."""
    return {"game": table.game, "name": table.name,
            "kind": "individual" if table.individual else "multi", "places": table.places,
            "places_per_player": table.places_per_player, "minimum": euros(table.minimum),
            "maximum": euros(table.maximum), "unit": euros(table.unit), "demo": table.demo,
            "attended": table.attended,
            "authorisations": [_leave(one) for one in table.authorisations],
            "rules": _written(type(table.rules), table.rules)}


def euros(amount: int) -> str:
    """Cents as a file has them: "2.50"."""
    return f"{amount // 100}.{amount % 100:02}"


def _written(kind: Any, value: Any) -> Any:
    """A value of rules as a file has it: sums in euros, structs as sections, None left out."""
    if kind is Money:
        return euros(value)
    if isinstance(value, msgspec.Struct):
        return {field.encode_name: _written(field.type, held)
                for field in msgspec.structs.fields(type(value))
                if (held := getattr(value, field.name)) is not None}
    inner = [*get_args(kind), Any, Any]
    if isinstance(value, tuple | list):
        return [_written(inner[0], one) for one in value]
    if isinstance(value, dict):
        return {str(key): _written(inner[1], one) for key, one in value.items()}
    return msgspec.to_builtins(value)


def _leave(one: Authorisation) -> dict[str, Any]:
    """A consent, its days as the dates that a file has."""
    days = {key: date.fromisoformat(getattr(one, key)) for key in ("requested", "effective")}
    return {**msgspec.to_builtins(one), **days}
