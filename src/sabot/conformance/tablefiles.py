"""Checks that a table survives storing, and writing to a table file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, get_args

import msgspec

from sabot.conformance.cases import Case, try_law
from sabot.conformance.findings import Broken, Finding, Plan, need
from sabot.games import read_values
from sabot.procedure.game import Game
from sabot.procedure.table import Authorisation, Money, Table


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """Every lawful table is read back from its stored bytes and from the values of its file."""
    yield from try_law(game, plan, stored)
    yield from try_law(game, plan, from_a_file)


def stored(case: Case) -> None:
    """The table as stored in the journal."""
    plain = msgspec.to_builtins(case.table)
    rules = msgspec.convert(plain.pop("rules"), case.game.rules)
    need(msgspec.convert({**plain, "rules": rules}, Table) == case.table,
         "the table reads back differently from its stored bytes")


def from_a_file(case: Case) -> None:
    """The table as written in a table file."""
    table = read_values(file_values(case.table))
    if not isinstance(table, Table):
        raise Broken(f"a lawful table is refused when it is read from a file: {table[0]}")
    if table != case.table:
        different = [name for name in Table.__struct_fields__
                     if getattr(table, name) != getattr(case.table, name)]
        raise Broken(f"read back from a file, the table has another {', '.join(different)}")


def file_values(table: Table) -> dict[str, Any]:
    """The values of a table file for this table."""
    return {"game": table.game, "name": table.name,
            "kind": "individual" if table.individual else "multi", "places": table.places,
            "places_per_player": table.places_per_player, "minimum": euros(table.minimum),
            "maximum": euros(table.maximum), "unit": euros(table.unit), "demo": table.demo,
            "attended": table.attended,
            "authorisations": [_encode_authorisation(one) for one in table.authorisations],
            "rules": _encode_value(type(table.rules), table.rules)}


def euros(amount: int) -> str:
    """Cents as in a table file: "2.50"."""
    return f"{amount // 100}.{amount % 100:02}"


def _encode_value(kind: Any, value: Any) -> Any:
    """A value of the rules as in a table file: sums in euros, structs as sections, no None."""
    if kind is Money:
        return euros(value)
    if isinstance(value, msgspec.Struct):
        return {field.encode_name: _encode_value(field.type, field_value)
                for field in msgspec.structs.fields(type(value))
                if (field_value := getattr(value, field.name)) is not None}
    inner = [*get_args(kind), Any, Any]
    if isinstance(value, tuple | list):
        return [_encode_value(inner[0], item) for item in value]
    if isinstance(value, dict):
        return {str(key): _encode_value(inner[1], item) for key, item in value.items()}
    return msgspec.to_builtins(value)


def _encode_authorisation(authorisation: Authorisation) -> dict[str, Any]:
    """An authorisation as in a table file, with dates."""
    days = {
        key: date.fromisoformat(getattr(authorisation, key)) for key in ("requested", "effective")
    }
    return {**msgspec.to_builtins(authorisation), **days}
