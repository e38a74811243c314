import re
from pathlib import Path

from evidentia.cli.claims import command
from evidentia.datasets.mutations import KINDS
from evidentia.datasets.readers import READERS

TEXT = (Path(__file__).parents[2] / "docs/making-claims.md").read_text(encoding="utf-8")


def test_every_command_mutation_and_reader_is_documented() -> None:
    for name in [*command.commands, *KINDS, *READERS]:
        assert f"`{name}" in TEXT or f" {name} " in TEXT, name


def test_every_documented_option_exists() -> None:
    known = {option for each in command.commands.values() for parameter in each.params for option in parameter.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", TEXT)) <= known
