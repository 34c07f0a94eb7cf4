"""The JSON Schemas of structs as they are sent: `msgspec` writes both, so that a schema cannot say
another thing than what is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

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


def json_schemas(types: Sequence[Kind], sent: Iterable[Kind], where: str = "#/$defs/{name}"
                 ) -> tuple[list[Schema], dict[str, Schema]]:
    """The schemas of some types, and by name those of the structs in them; ``where`` these are to
    be found. Every member of what is ``sent`` is required, but for those that are left out where
    there is nothing to say. ValueError where two structs have one name."""
    readable = _Readable(where)
    parts = [one for kind in types for one in readable.split_union(kind)]
    goes = [one for kind in sent for one in readable.split_union(kind)]
    every = [*parts, *dict.fromkeys(readable.told_apart)]
    known: dict[str, type] = {}
    for one in _among(every):
        if known.setdefault(one.cls.__name__, one.cls) is not one.cls:
            raise ValueError(f"two structs have the name {one.cls.__name__}")
    said, named = msgspec.json.schema_components(every, ref_template=where)
    for one in _among([*goes, *readable.told_apart]):
        if not one.cls.__struct_config__.omit_defaults:
            named[one.cls.__name__]["required"] = [one.tag_field] * bool(one.tag_field) + [
                field.encode_name for field in msgspec.structs.fields(one.cls)
                if field.default is not msgspec.UNSET]
    left = iter(said)
    return [_composed(kind, left) for kind in types], named


class _Readable:
    """Types as `msgspec` can read them. It tells the structs of a union apart by a tag; where what
    is sent has none, as the steps and answers of a coup have not, a field is described as one or
    the other of the schemas of its parts. ``told_apart`` are the structs among these."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._made: dict[type[msgspec.Struct], type[msgspec.Struct]] = {}
        self.told_apart: list[type[msgspec.Struct]] = []

    def split_union(self, kind: Kind) -> Iterator[Kind]:
        """The types of a union one by one: structs that nothing tells apart when they are read may
        well be told as one or the other."""
        match kind:
            case AllOf(kinds) | AnyOf(kinds):
                for one in kinds:
                    yield from self.split_union(one)
            case _:
                for one in get_args(kind) if _is_union(kind) else (kind,):
                    yield self._of(one)

    def _of(self, kind: Kind) -> Kind:
        if _is_struct(kind):
            return self._made.get(kind) or self._struct(kind)
        parts = get_args(kind)
        if _is_union(kind) and _are_alike([one for one in parts if _is_object(one)]):
            self.told_apart += [self._of(one) for one in parts if _is_struct(one)]
            return Annotated[Any, msgspec.Meta(extra_json_schema={"anyOf": [
                {"$ref": self._where.format(name=one.__name__)} if _is_struct(one)
                else msgspec.json.schema(one) for one in parts]})]
        origin: Kind = get_origin(kind)
        if not parts or origin in (Annotated, Literal):
            return kind
        made = tuple(self._of(one) for one in parts)
        return Union[made] if _is_union(kind) else origin[made]  # noqa: UP007

    def _struct(self, kind: type[msgspec.Struct]) -> type[msgspec.Struct]:
        self._made[kind] = kind  # it may be within itself
        fields = msgspec.structs.fields(kind)
        types = [self._of(field.type) for field in fields]
        if types != [field.type for field in fields]:
            how = kind.__struct_config__
            self._made[kind] = msgspec.defstruct(
                kind.__name__,
                [(field.name, made, _default(field))
                 for field, made in zip(fields, types, strict=True)],
                namespace={"__doc__": kind.__doc__}, kw_only=True, tag=how.tag,
                tag_field=how.tag_field, omit_defaults=how.omit_defaults)
        return self._made[kind]


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """How a field is written where a struct is made anew."""
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
    """Whether no tag tells some objects apart."""
    tags = {one.__struct_config__.tag_field if _is_struct(one) else None for one in objects}
    return len(objects) > 1 and (len(tags) > 1 or None in tags)


def _is_object(kind: Kind) -> bool:
    """Whether a type is written as an object of JSON."""
    origin: Kind = get_origin(kind)
    if origin is Annotated:
        return _is_object(get_args(kind)[0])
    return _is_struct(kind) or dict in (origin, kind)


def _composed(kind: Kind, left: Iterator[Schema]) -> Schema:
    """The schema of a kind, whose types' own are taken one after another."""
    match kind:
        case AllOf(kinds):
            return {"allOf": [_composed(one, left) for one in kinds]}
        case AnyOf(kinds):
            return {"anyOf": [_composed(one, left) for one in kinds]}
        case _ if _is_union(kind):
            return {"anyOf": [next(left) for _ in get_args(kind)]}
        case _:
            return next(left)


def _among(types: Iterable[Kind]) -> Iterator[inspect.StructType]:
    for kind in types:
        yield from _within(inspect.type_info(kind))


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
