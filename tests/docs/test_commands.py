"""Every command, option and agent is documented, and everything documented exists."""

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
import typer

import fourfold as ff
from fourfold.agents.options import format_value
from fourfold.cli.main import app
from fourfold.store.deletion import KINDS
from fourfold.web.cleanup import parse_keep
from fourfold.web.quotas.rates import DEFAULT_RATES, parse_rates
from fourfold.web.settings import DEFAULT_KEEP, Settings

from .pages import PAGES, ROOT, fenced, name_of, section


def commands(group: Any, words: str = "fourfold") -> Iterator[tuple[str, Any]]:
    """Every command and group of commands, by the words that call it."""
    for name, command in group.commands.items():
        yield f"{words} {name}", command
        if hasattr(command, "commands"):
            yield from commands(command, f"{words} {name}")


WHOLE: Any = typer.main.get_command(app)
COMMANDS: dict[str, Any] = dict(commands(WHOLE))


def options_of(command: Any) -> set[str]:
    return {text for parameter in command.params for text in parameter.opts if text[:2] == "--"}


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_and_option_is_documented(words: str) -> None:
    text = section("docs/cli.md", words)
    for option in options_of(COMMANDS[words]) - {"--help"}:
        assert f"| `{option}" in text, f"docs/cli.md does not tell what {words} {option} is"


def test_the_options_without_a_command_are_documented() -> None:
    text = (ROOT / "docs/cli.md").read_text("utf-8")
    for option in options_of(WHOLE) - {"--help"}:
        assert f"{option}`" in text, f"docs/cli.md does not tell what fourfold {option} is"


def test_every_documented_command_exists() -> None:
    text = (ROOT / "docs/cli.md").read_text("utf-8")
    assert set(re.findall(r"^##+ (fourfold .*)$", text, re.MULTILINE)) == set(COMMANDS)


def test_every_documented_option_exists() -> None:
    for words, command in COMMANDS.items():
        named = re.findall(r"^\| `(--[a-z-]+)", section("docs/cli.md", words), re.MULTILINE)
        assert set(named) <= options_of(command)


def test_the_limits_of_a_server_are_as_documented() -> None:
    text = (ROOT / "docs/operating.md").read_text("utf-8")
    table = text.partition("## Choosing limits")[2].partition("What cannot be chosen")[0]
    rows = dict(re.findall(r"^\| `(--[^`]+)` \| ([^|]+) \|", table, re.MULTILINE))
    assert {name.split()[0] for name in rows} <= options_of(COMMANDS["fourfold serve"])
    limits = {name.split()[1]: rows[name] for name in rows if name.startswith("--limit ")}
    assert set(limits) == set(DEFAULT_RATES)
    for kind, shown in limits.items():
        assert parse_rates([f"{kind}={shown.strip('`')}"])[kind] == DEFAULT_RATES[kind]
    default = Settings()
    assert rows["--streams"] == str(default.streams)
    assert rows["--budget"] == f"{default.budget:g} seconds"
    assert parse_keep([rows["--keep"].strip("`")]) == DEFAULT_KEEP


def test_the_kinds_of_games_are_documented() -> None:
    for page, title in (("operating", "## Deleting by age"), ("cli", "### fourfold db delete")):
        text = (ROOT / f"docs/{page}.md").read_text("utf-8")
        part = text.partition(title)[2].partition("\n## ")[0]
        for kind in KINDS:
            assert f"`{kind}`" in part


SHELL_LINES = [
    pytest.param(line, id=f"{name_of(path)}: {line}")
    for path in PAGES
    for _, block in fenced(path, "sh")
    for line in block.splitlines()
    if line.startswith("fourfold ")
]


@pytest.mark.parametrize("line", SHELL_LINES)
def test_commands_in_shell_examples_exist(line: str) -> None:
    words = shlex.split(line, comments=True)
    if all(word.startswith("--") for word in words[1:]):  # without a command
        assert set(words[1:]) <= options_of(WHOLE)
        return
    known = [n for n in range(1, len(words) + 1) if " ".join(words[:n]) in COMMANDS]
    assert known, f"there is no such command: {line}"
    used = {word for word in words if word.startswith("--")}
    assert used <= options_of(COMMANDS[" ".join(words[: known[-1]])])


@pytest.mark.parametrize("kind", ff.list_agents(), ids=lambda kind: kind.name)
def test_every_agent_is_documented(kind: Any) -> None:
    text = section("docs/agents.md", kind.name)
    for option in kind.options:
        row = f"| `{option.name}` | `{format_value(option.default)}` |"
        assert row in text, f"docs/agents.md does not have the row {row}"
    overview = (ROOT / "docs/agents.md").read_text("utf-8")
    assert f"| [`{kind.name}`](#{kind.name}) | {kind.rules} |" in overview
