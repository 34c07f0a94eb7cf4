"""The JSON Schemas of structs as they are sent: `msgspec` writes both, so that a schema cannot say
another thing than what is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, NamedTuple, get_args

import msgspec
from msgspec import inspect

Schema = Annotated[dict[str, Any], msgspec.Meta(description=(
    "A schema: open, it says what JSON Schema lets it say"))]
Kind = Any
"""A type, or what stands for one (``A | B``, ``list[A]``, `AllOf`, `AnyOf`): nothing but Any is the
type of all of these."""


class AllOf(NamedTuple):
    """One object with the members of each of these structs."""

    kinds: tuple[Kind, ...]


class AnyOf(NamedTuple):
    """One of these."""

    kinds: tuple[Kind, ...]


def of(types: Sequence[Kind], sent: Iterable[Kind], where: str = "#/$defs/{name}"
       ) -> tuple[list[Schema], dict[str, Schema]]:
    """The schemas of some types, and by name those of the structs in them; ``where`` these are to
    be found. Every member of what is ``sent`` is required, but for those that are left out where
    there is nothing to say. ValueError where two structs have one name."""
    known: dict[str, type] = {}
    for one in _among(types):
        if known.setdefault(one.cls.__name__, one.cls) is not one.cls:
            raise ValueError(f"two structs have the name {one.cls.__name__}")
    said, named = msgspec.json.schema_components(
        [one for kind in types for one in _apart(kind)], ref_template=where)
    for one in _among(sent):
        if not one.cls.__struct_config__.omit_defaults:
            named[one.cls.__name__]["required"] = [one.tag_field] * bool(one.tag_field) + [
                field.encode_name for field in msgspec.structs.fields(one.cls)
                if field.default is not msgspec.UNSET]
    left = iter(said)
    return [_composed(kind, left) for kind in types], named


def _apart(kind: Kind) -> Iterator[Kind]:
    """The types of a union one by one: structs that nothing tells apart when they are read may
    well be told as one or the other."""
    match kind:
        case AllOf(kinds) | AnyOf(kinds):
            for one in kinds:
                yield from _apart(one)
        case UnionType():
            yield from get_args(kind)
        case _:
            yield kind


def _composed(kind: Kind, left: Iterator[Schema]) -> Schema:
    """The schema of a kind, whose types' own are taken one after another."""
    match kind:
        case AllOf(kinds):
            return {"allOf": [_composed(one, left) for one in kinds]}
        case AnyOf(kinds):
            return {"anyOf": [_composed(one, left) for one in kinds]}
        case UnionType():
            return {"anyOf": [next(left) for _ in get_args(kind)]}
        case _:
            return next(left)


def _among(types: Iterable[Kind]) -> Iterator[inspect.StructType]:
    for kind in types:
        for one in _apart(kind):
            yield from _within(inspect.type_info(one))


def _within(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """The structs in a type, each with those in its fields."""
    seen, left = set[type](), [kind]
    while left:
        match left.pop():
            case inspect.StructType() as one:
                if one.cls not in seen:
                    seen.add(one.cls)
                    yield one
                    left += [field.type for field in one.fields]
            case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
                left += types
            case inspect.DictType(value_type=within) | inspect.Metadata(type=within) \
                    | inspect.ListType(item_type=within) | inspect.VarTupleType(item_type=within):
                left.append(within)
            case _:
                pass
