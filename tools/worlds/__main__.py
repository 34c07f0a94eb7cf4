"""Plays simulated worlds again and tells their story: ``python -m tools.worlds --seed N``.

``sabot simulate-house`` is the same in a checkout.
"""

from __future__ import annotations

import click

from tools.worlds.kept import decode_plan, kept_line
from tools.worlds.playing import fix_hash_seed, house_tables, plan_of_seed
from tools.worlds.shrinking import shrink, tell_story
from tools.worlds.world import Outcome, play


@click.command("simulate-house")
@click.option("--seed", type=int, default=0, help="the first world")
@click.option("--worlds", type=click.IntRange(1), default=1, help="how many worlds")
@click.option("--nodes", type=click.IntRange(1, 6), default=1, help="how many nodes the house has")
@click.option("--plan", "text", metavar="JSON", help="play this plan, as kept.toml has it")
@click.option("--shrink", "smaller", is_flag=True,
              help="make a world that goes wrong smaller, and print the line that keeps it")
@click.option("--events", is_flag=True, help="say after each event where the world stands")
def main(seed: int, worlds: int, nodes: int, text: str | None, smaller: bool, events: bool
         ) -> None:
    """Play worlds, and tell their story. The status is 1 where one goes wrong."""
    tables = house_tables()
    plans = [decode_plan(text)] if text else [plan_of_seed(n, tables, nodes)
                                              for n in range(seed, seed + worlds)]
    failed = False
    for plan in plans:
        outcome = play(plan, tables, observed=events)
        failed |= bool(outcome.wrong)
        click.echo(tell_story(outcome))
        click.echo(sum_up(outcome))
        if outcome.wrong and smaller:
            shrink_and_tell(outcome, events)
            break
    raise SystemExit(failed)


def sum_up(outcome: Outcome) -> str:
    """What became of a world, in one line."""
    return (f"World {outcome.plan.seed}: {outcome.acts} commands, {outcome.answers} answered, "
            f"{outcome.groups} groups stored; {outcome.wrong or 'nothing wrong'}"
            + (f"\n{outcome.trace}" if outcome.trace else ""))


def shrink_and_tell(outcome: Outcome, events: bool = False) -> None:
    """Make a world that went wrong smaller; print its story and the line that keeps it."""
    tables = house_tables()
    smallest = shrink(outcome, lambda plan: play(plan, tables))
    smallest = play(smallest.plan, tables, observed=events)
    click.echo("\nThe smallest world that was found to go wrong in this way:")
    click.echo(tell_story(smallest))
    click.echo(sum_up(smallest))
    click.echo("\nThis line in tests/worlds/kept.toml keeps it as a test:")
    click.echo(kept_line(smallest.plan, smallest.wrong))


if __name__ == "__main__":
    fix_hash_seed()
    main()
