"""The JSON Schemas of structs that are sent. `msgspec` writes both, so the schemas always agree
with what is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import inspect

Schema = Annotated[dict[str, Any], msgspec.Meta(description=(
    "A schema: open, it says what JSON Schema lets it say"))]
Kind = Any
"""A type, or something that stands for a type (``A | B``, ``list[A]``, `AllOf`, `AnyOf`); only Any
covers them all."""


class AllOf(NamedTuple):
    """One object with the members of each of these structs."""

    kinds: tuple[Kind, ...]


class AnyOf(NamedTuple):
    """One of these types."""

    kinds: tuple[Kind, ...]


def json_schemas(types: Sequence[Kind], sent: Iterable[Kind], where: str = "#/$defs/{name}"
                 ) -> tuple[list[Schema], dict[str, Schema]]:
    """Return the schemas of some types, and those of the structs in them by name; ``where`` is the
    path of a named schema. Every member of ``sent`` types is required, except members that are left
    out when empty. ValueError when two structs have one name."""
    readable = _Readable(where)
    parts = [part for kind in types for part in readable.split_union(kind)]
    sent_parts = [part for kind in sent for part in readable.split_union(kind)]
    every = [*parts, *dict.fromkeys(readable.told_apart)]
    known: dict[str, type] = {}
    for part in _among(every):
        if known.setdefault(part.cls.__name__, part.cls) is not part.cls:
            raise ValueError(f"two structs have the name {part.cls.__name__}")
    encoded, named = msgspec.json.schema_components(every, ref_template=where)
    for part in _among([*sent_parts, *readable.told_apart]):
        if not part.cls.__struct_config__.omit_defaults:
            named[part.cls.__name__]["required"] = [part.tag_field] * bool(part.tag_field) + [
                field.encode_name for field in msgspec.structs.fields(part.cls)
                if field.default is not msgspec.UNSET]
    remaining = iter(encoded)
    return [_composed(kind, remaining) for kind in types], named


class _Readable:
    """Types in a form that `msgspec` can describe. It distinguishes the structs of a union by a
    tag. When the structs have no tag, as the steps and answers of a coup, a field is described as
    "anyOf" the schemas of its parts. ``told_apart`` are those structs."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._made: dict[type[msgspec.Struct], type[msgspec.Struct]] = {}
        self.told_apart: list[type[msgspec.Struct]] = []

    def split_union(self, kind: Kind) -> Iterator[Kind]:
        """Yield the types of a union one by one: structs that cannot be distinguished when they are
        read can still be described."""
        match kind:
            case AllOf(kinds) | AnyOf(kinds):
                for part in kinds:
                    yield from self.split_union(part)
            case _:
                for part in get_args(kind) if _is_union(kind) else (kind,):
                    yield self._of(part)

    def _of(self, kind: Kind) -> Kind:
        if _is_struct(kind):
            return self._made.get(kind) or self._struct(kind)
        parts = get_args(kind)
        if _is_union(kind) and _are_alike([part for part in parts if _is_object(part)]):
            self.told_apart += [self._of(part) for part in parts if _is_struct(part)]
            return Annotated[Any, msgspec.Meta(extra_json_schema={"anyOf": [
                {"$ref": self._where.format(name=part.__name__)} if _is_struct(part)
                else msgspec.json.schema(part) for part in parts]})]
        origin: Kind = get_origin(kind)
        if not parts or origin in (Annotated, Literal):
            return kind
        readable = tuple(self._of(part) for part in parts)
        return Union[readable] if _is_union(kind) else origin[readable]  # noqa: UP007

    def _struct(self, kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
        self._made[kind] = kind  # it may contain itself
        fields = msgspec.structs.fields(kind)
        types = [self._of(field.type) for field in fields]
        if types != [field.type for field in fields]:
            config = kind.__struct_config__
            self._made[kind] = msgspec.defstruct(
                kind.__name__,
                [(field.name, readable, _default(field))
                 for field, readable in zip(fields, types, strict=True)],
                namespace={"__doc__": kind.__doc__}, kw_only=True, tag=config.tag,
                tag_field=config.tag_field, omit_defaults=config.omit_defaults)
        return self._made[kind]


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """Return the definition of a field for a new struct."""
    if field.default is not msgspec.NODEFAULT:
        return msgspec.field(name=field.encode_name, default=field.default)
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(name=field.encode_name, default_factory=field.default_factory)
    return msgspec.field(name=field.encode_name)


def _is_union(kind: Kind) -> bool:
    origin: Kind = get_origin(kind)
    return origin in (Union, UnionType)


def _is_struct(kind: Kind) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _are_alike(objects: Sequence[Kind]) -> bool:
    """Whether no tag distinguishes these objects."""
    tags = {part.__struct_config__.tag_field if _is_struct(part) else None for part in objects}
    return len(objects) > 1 and (len(tags) > 1 or None in tags)


def _is_object(kind: Kind) -> bool:
    """Whether a type is written as a JSON object."""
    origin: Kind = get_origin(kind)
    if origin is Annotated:
        return _is_object(get_args(kind)[0])
    return _is_struct(kind) or dict in (origin, kind)


def _composed(kind: Kind, remaining: Iterator[Schema]) -> Schema:
    """Return the schema of a type, taking the schemas of its parts one after another."""
    match kind:
        case AllOf(kinds):
            return {"allOf": [_composed(part, remaining) for part in kinds]}
        case AnyOf(kinds):
            return {"anyOf": [_composed(part, remaining) for part in kinds]}
        case _ if _is_union(kind):
            return {"anyOf": [next(remaining) for _ in get_args(kind)]}
        case _:
            return next(remaining)


def _among(types: Iterable[Kind]) -> Iterator[inspect.StructType]:
    for kind in types:
        yield from _within(inspect.type_info(kind))


def _within(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """Yield the structs in a type, and those in their fields."""
    seen, queue = set[type](), [kind]
    while queue:
        match queue.pop():
            case inspect.StructType() as struct:
                if struct.cls not in seen:
                    seen.add(struct.cls)
                    yield struct
                    queue += [field.type for field in struct.fields]
            case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
                queue += types
            case inspect.DictType(value_type=within) | inspect.Metadata(type=within) \
                    | inspect.ListType(item_type=within) | inspect.VarTupleType(item_type=within):
                queue.append(within)
            case _:
                pass
