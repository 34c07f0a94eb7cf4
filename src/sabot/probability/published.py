"""Figures of odds that others have published, in TOML files: each with its source and its printed
digits."""

from __future__ import annotations

import tomllib
from typing import TypeVar

import msgspec

from sabot.probability.answer import PublishedFigure

File = TypeVar("File")


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """What was read, where, and when; ``single``: its figures were computed in single precision."""

    key: str
    title: str
    where: str
    retrieved: str
    single: bool = False

    @property
    def cited(self) -> str:
        """The source in one line."""
        return f"{self.title}: {self.where}; read {self.retrieved}"


def read(text: str, kind: type[File]) -> File:
    """A file of figures as a struct; msgspec.ValidationError where it is not one."""
    return msgspec.json.decode(msgspec.json.encode(tomllib.loads(text)), type=kind)


def compare_figure(source: Source, rules: str, published: str, here: str, *, agrees: bool,
                   because: str = "") -> PublishedFigure:
    """A published figure next to ours."""
    return PublishedFigure(rules=rules, published=published, here=here, source=source.cited,
                           agrees=agrees, because=because)
