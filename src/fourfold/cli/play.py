"""`fourfold play`: plays a game in the terminal, on the whole screen or with a move per line."""

import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import files, options
from fourfold.cli.books import use_books
from fourfold.errors import InvalidOption
from fourfold.rules import Position, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fourfold.game import Participant, Record

DEFAULT_AGENT = "uct"
"""The agent that plays if a mode needs one and none is named."""


def play(
    mode: Annotated[
        str | None,
        typer.Option(
            metavar="MODE",
            help="human-human, human-ai or ai-ai; if not given, --first and --second decide.",
        ),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="The board: 7x6, 9x8-xd3, 6x6-bc2, random or random-bonus."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="The seed of random rules: the same seed, the same board.")
    ] = None,
    moves: Annotated[
        str | None, typer.Option(help="Start after these moves, or from a position RULES:MOVES.")
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="The first player: human, human:NAME or an agent."),
    ] = None,
    second: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="The second player: human, human:NAME or an agent."),
    ] = None,
    clock: options.Clock = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue the last game of this file.")
    ] = None,
    book: options.Books = None,
    save: options.SaveFile = None,
    line: Annotated[
        bool, typer.Option("--line", help="Type one move per line; do not use the whole screen.")
    ] = False,
) -> None:
    """Play a game in the terminal: people, agents, or both."""
    if save is not None:
        files.check_is_a_file("--save", save)
        files.check_writable("the games", save)
    use_books(book)
    is_screen = not line and _is_terminal()
    asked = (mode, rules, seed, moves, first, second, clock, load)
    if is_screen and all(option is None for option in asked):
        record, remark = None, ""
    elif load is not None:
        if (mode, rules, seed, moves, clock) != (None,) * 5:
            raise InvalidOption("--load brings the board, the moves and the clock with it")
        record, remark = _load(load, first, second)
    else:
        position = Position.parse(moves or "", _chosen_rules(rules, seed))
        record, remark = _new(position, _players(mode, first, second), clock), ""
    _play(record, remark, save, save or load, is_screen)


def _is_terminal() -> bool:
    """Return True if the terminal can show the board on the whole screen."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return False
    try:
        "●○▙▒╳★".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def _play(
    record: "Record | None", remark: str, save: Path | None, path: Path | None, is_screen: bool
) -> None:
    from contextlib import nullcontext

    from fourfold.game import GameFile

    with nullcontext() if save is None else GameFile(save) as file:
        if is_screen:
            from fourfold import tui
            from fourfold.cli.line import continue_command

            left = tui.run(record, remark=remark, file=file, path=path)
            if left.record is not None:
                print(continue_command(left.record, left.path))
            if left.status:
                raise typer.Exit(left.status)
        else:
            from fourfold.cli.line import LineGame

            if remark:
                print(f"fourfold: {remark}", file=sys.stderr)
            assert record is not None
            game = LineGame(record, file, path)
            game.run()
            if not game.is_saved:
                raise typer.Exit(1)


def _chosen_rules(text: str | None, seed: int | None) -> Rules | None:
    if text in ("random", "random-bonus"):
        if seed is None:
            seed = secrets.randbits(32)
        return Rules.random(seed, bonus=text == "random-bonus")
    if seed is not None:
        raise typer.BadParameter("--seed needs --rules random or --rules random-bonus")
    return None if text is None else Rules.parse(text)


def _new(
    position: Position, players: "tuple[Participant, Participant]", clock: str | None
) -> "Record":
    """Return a game that begins with these moves, which can be taken back."""
    from dataclasses import replace

    from fourfold.game import Record, TimeControl, check_players

    check_players(players, position.rules)
    record = Record.from_position(position, players)
    return record if clock is None else replace(record, control=TimeControl.parse(clock))


def _players(
    mode: str | None, first: str | None, second: str | None
) -> "tuple[Participant, Participant]":
    from fourfold.errors import describe
    from fourfold.game import Mode

    texts = [first, second]
    if mode is None:
        return _two("human" if text is None else text for text in texts)
    if mode not in list(Mode):
        raise InvalidOption(f"the mode is {describe(mode)}, but must be {', '.join(Mode)}")
    given = [None if text is None else _player(text) for text in texts]
    match Mode(mode):
        case Mode.HUMAN_HUMAN:
            wanted = [True, True]
        case Mode.AI_AI:
            wanted = [False, False]
        case _:  # the person begins, unless --first names an agent or --second a person
            agent_begins = (given[0] is not None and not given[0].is_human) or (
                given[0] is None and given[1] is not None and given[1].is_human
            )
            wanted = [not agent_begins, agent_begins]
    for name, player, is_human in zip(("first", "second"), given, wanted, strict=True):
        if player is not None and player.is_human != is_human:
            kind = "a person" if is_human else "an agent"
            raise InvalidOption(f"in a {mode} game --{name} must be {kind}, not '{player}'")
    defaults = ("human" if is_human else DEFAULT_AGENT for is_human in wanted)
    return _two(d if t is None else t for d, t in zip(defaults, texts, strict=True))


def _two(texts: "Iterable[str]") -> "tuple[Participant, Participant]":
    one, two = map(_player, texts)
    return one, two


def _player(text: str) -> "Participant":
    """Read a player that the command line names; one from outside the package is admitted."""
    from fourfold.agents.registry import admit
    from fourfold.game import Participant
    from fourfold.game.players import HUMAN

    if text.strip().partition(":")[0] != HUMAN:
        admit(text)
    return Participant.parse(text)


def _load(path: Path, first: str | None, second: str | None) -> "tuple[Record, str]":
    """Return the last game of a file, and what is damaged in the file or "".

    first, second: replace the players of the game.
    """
    from dataclasses import replace

    from fourfold.game import check_players
    from fourfold.game import load as load_games

    files.check_readable("the games", path)
    loaded = load_games(path)
    record = loaded.records[-1]
    one, two = record.players
    players = (
        one if first is None else _player(first),
        two if second is None else _player(second),
    )
    check_players(players, record.rules)
    return replace(record, players=players), loaded.damage
