"""``python -m sabot`` is the ``sabot`` command."""

from sabot.cli import main

main(prog_name="sabot")
