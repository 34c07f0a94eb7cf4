"""Names that are stored or sent, as lines of text: what a later version may add to and not change.

``python tests/support/frozen_names.py`` writes them anew into ``tests/frozen``. A line that goes
away is a stored database, a script or a program of somebody else that no longer works.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import click
from msgspec import inspect

from sabot import games
from sabot.cli import main as command_line
from sabot.house.books.tickets import Ticket, Voucher
from sabot.house.people.players import Player
from sabot.house.people.roles import Complaint, Member
from sabot.house.staff.erasure import ErasurePlan
from sabot.house.table.versioned_events import State
from sabot.ledger import schema
from sabot.ledger.postings import Accounts
from sabot.ledger.references import Begin, PlayBody, StoredDigests, WalletBody
from sabot.ledger.second_format import Checkpoint
from sabot.money import CODES
from sabot.procedure import canonical, digest
from sabot.procedure.steps import Act, Covered, Incident, TimeOut
from sabot.procedure.table import Table
from sabot.words import read_words

ROOT = Path(__file__).parents[2]
HERE = ROOT / "tests" / "frozen"
RECORDS: dict[str, type] = {
    "begin": Begin, "told": PlayBody, "kept": StoredDigests, "walletbody": WalletBody,
    "checkpoint": Checkpoint, "act": Act, "timeout": TimeOut, "incident": Incident,
    "covered": Covered, "table": Table, "state": State, "player": Player, "member": Member,
    "complaint": Complaint, "ticket": Ticket, "voucher": Voucher, "erased": ErasurePlan}
"""What is stored, by the name under which the list has it: the names of the classes may change."""


def shape(head: str, node: inspect.Type, above: tuple[Any, ...] = ()) -> Iterator[str]:
    """The names in a stored value, one path a line, with what stands at its end."""
    match node:
        case inspect.StructType() | inspect.NamedTupleType() | inspect.DataclassType():
            if node.cls in above:
                yield f"{head}: as above"
                return
            if isinstance(node, inspect.StructType) and node.tag_field:
                head = f"{head}[{node.tag_field}={node.tag}]"
            if not node.fields:
                yield f"{head}: nothing more"
            for field in node.fields:
                yield from shape(f"{head}.{field.encode_name}", field.type, (*above, node.cls))
        case inspect.UnionType():
            for one in node.types:
                yield from shape(head, one, above)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() \
                | inspect.FrozenSetType():
            yield from shape(f"{head}[]", node.item_type, above)
        case inspect.TupleType():
            for number, one in enumerate(node.item_types):
                yield from shape(f"{head}[{number}]", one, above)
        case inspect.DictType():
            yield from shape(f"{head}{{}}", node.value_type, above)
        case inspect.Metadata():
            yield from shape(head, node.type, above)
        case inspect.LiteralType():
            for value in node.values:
                yield f"{head}: {value!r}"
        case inspect.EnumType():
            for member in node.cls:
                yield f"{head}: {member.value!r}"
        case _:
            yield f"{head}: {type(node).__name__.removesuffix('Type').lower()}"


def records() -> Iterator[str]:
    """Fields, tags and choices of what is stored: entries, tables, states, documents."""
    for name, record in RECORDS.items():
        yield from shape(name, inspect.type_info(record))
    for game in games.catalogue().values():
        yield from shape(f"{game.id} rules", inspect.type_info(game.rules))
        yield from shape(f"{game.id} carry", inspect.type_info(game.carry))


def books() -> Iterator[str]:
    """Tables, columns and accounts of a database, by the format of its journal."""
    for layout in schema.LAYOUTS.values():
        for table in layout.metadata.sorted_tables:
            for column in table.columns:
                yield f"format {layout.format} {table.name}.{column.name}"
    for names in (Accounts(""), *(Accounts(code) for code in CODES.values())):
        yield from (
            names.player("p_1"),
            names.stake("t-1"),
            names.bank("t"),
            names.held_stakes("t"),
            names.jackpot("t"),
            names.pool("grande"),
            names.ticket("0001-1"),
            names.wallet("t"),
            names.counter(),
            names.name_of("issue", "demo"),
            names.name_of("commission", "t"),
            names.name_of("gratuity", "t"),
        )


def tables() -> Iterator[str]:
    """The digests of the rules of the tables that come with the program."""
    for path in sorted(Path(str(resources.files("sabot.house") / "tables")).glob("*.toml")):
        table = games.read_table(path.read_text("utf-8"))
        assert isinstance(table, Table), table
        yield f"{path.stem} {digest(canonical(table))}"


def words() -> Iterator[str]:
    """The keys of the words of games, of pages and of the terminal."""
    for game in games.catalogue().values():
        yield from (f"game {key}" for key in game.words["en"])
    for file in sorted((ROOT / "src" / "sabot").rglob("words/*.toml")):
        yield from (f"{file.parts[-3]} {key}" for key in read_words(file)["en"])


def commands() -> Iterator[str]:
    """Verbs, arguments, options and their choices."""
    yield from _verbs("sabot", command_line)


def _verbs(name: str, verb: click.Command) -> Iterator[str]:
    yield name
    for parameter in verb.params:
        kind = parameter.param_type_name
        yield f"{name} {kind} {' '.join((*parameter.opts, *parameter.secondary_opts))}"
        if isinstance(parameter.type, click.Choice):
            yield from (f"{name} {kind} {parameter.opts[0]} = {one}"
                        for one in parameter.type.choices)
    if isinstance(verb, click.Group):
        context = click.Context(verb)
        for one in verb.list_commands(context):
            found = verb.get_command(context, one)
            assert found is not None
            yield from _verbs(f"{name} {one}", found)


def variables() -> Iterator[str]:
    """Variables of the environment."""
    found: set[str] = set()
    for path in (ROOT / "src").rglob("*.py"):
        found |= set(re.findall(r"SABOT_[A-Z][A-Z_]+", path.read_text("utf-8")))
    yield from found


def paths() -> Iterator[str]:
    """Paths of the house on HTTP, with methods, parameters and the names in their answers."""
    from support.served_shapes import shapes

    yield from shapes()[0]


def answers() -> Iterator[str]:
    """Names in what the terminal answers in JSON, with the exit status."""
    from support.served_shapes import shapes

    yield from shapes()[1]


def environments() -> Iterator[str]:
    """The environments for learning: ids, spaces, and the digest of the actions in their order."""
    import gymnasium

    from sabot import gym

    gym.register()
    for game_id in games.ids():
        name = f"sabot/{game_id}-v0"
        env = gymnasium.make(name)
        try:
            actions = [str(action) for action in env.unwrapped.actions]
            yield f"{name} observes {env.observation_space}"
            yield f"{name} has {len(actions)} actions, {digest(canonical(actions))}"
        finally:
            env.close()


LISTS: dict[str, Callable[[], Iterator[str]]] = {
    "records": records, "books": books, "tables": tables, "words": words, "commands": commands,
    "variables": variables, "paths": paths, "answers": answers, "environments": environments}


def lines(name: str) -> list[str]:
    """One of the lists, each line once."""
    return sorted(set(LISTS[name]()))


def main() -> None:
    for name in sys.argv[1:] or LISTS:
        found = lines(name)
        (HERE / f"{name}.txt").write_text("".join(f"{line}\n" for line in found), "utf-8")
        print(f"{name}: {len(found)}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))
    main()
