"""`fourfold play`: a game in the terminal, on the whole screen or a move a line."""

import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.errors import InvalidOption
from fourfold.rules import Position, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fourfold.game import Participant, Record

DEFAULT_AGENT = "uct"
"""Who plays where a mode asks for an agent and none is named."""


def play(
    mode: Annotated[
        str | None,
        typer.Option(metavar="MODE", help="human-human, human-ai or ai-ai; else by who plays."),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="The board: 7x6, 9x8-xd3, 6x6-bc2, random or random-bonus."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Draw random rules from this number, always the same.")
    ] = None,
    moves: Annotated[
        str | None, typer.Option(help="Go on after these moves, or from a whole RULES:MOVES.")
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Who begins: human, human:NAME or an agent."),
    ] = None,
    second: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Who plays against that.")
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="For each: 300 or 5:00 a game, /10 a move, 300/10 both."),
    ] = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the last game of this file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append every move to this as it is made.")
    ] = None,
    line: Annotated[
        bool, typer.Option("--line", help="Type a move a line, also where a screen is there.")
    ] = False,
) -> None:
    """Play a game in the terminal: people, agents, or both."""
    is_screen = not line and _is_terminal()
    asked = (mode, rules, seed, moves, first, second, clock, load)
    if is_screen and all(option is None for option in asked):
        record, remark = None, ""
    elif load is not None:
        if (mode, rules, seed, moves, clock) != (None,) * 5:
            raise InvalidOption("--load brings the board, the moves and the clock with it")
        record, remark = _loaded(load, first, second)
    else:
        position = Position.parse(moves or "", _chosen_rules(rules, seed))
        record, remark = _new(position, _players(mode, first, second), clock), ""
    _play(record, remark, save, save or load, is_screen)


def _is_terminal() -> bool:
    """Whether there is a screen that can show a board."""
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
            from fourfold.cli.line import how_to_go_on

            left = tui.run(record, remark=remark, file=file, path=path)
            if left.record is not None:
                print(how_to_go_on(left.record, left.path))
            if left.status:
                raise typer.Exit(left.status)
        else:
            from fourfold.cli.line import LineGame

            if remark:
                print(f"fourfold: {remark}", file=sys.stderr)
            assert record is not None
            game = LineGame(record, file, path)
            game.run()
            if not game.is_kept:
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
    """A game that begins with these moves, which can be taken back."""
    from dataclasses import replace

    from fourfold.game import Record, TimeControl, check_seats

    check_seats(players, position.rules)
    record = Record.from_position(position, players)
    return record if clock is None else replace(record, control=TimeControl.parse(clock))


def _players(
    mode: str | None, first: str | None, second: str | None
) -> "tuple[Participant, Participant]":
    from fourfold.errors import describe
    from fourfold.game import Mode, Participant

    texts = [first, second]
    if mode is None:
        return _two("human" if text is None else text for text in texts)
    if mode not in list(Mode):
        raise InvalidOption(f"the mode is {describe(mode)}, but must be {', '.join(Mode)}")
    given = [None if text is None else Participant.parse(text) for text in texts]
    match Mode(mode):
        case Mode.HUMAN_HUMAN:
            wanted = [True, True]
        case Mode.AI_AI:
            wanted = [False, False]
        case _:  # the person begins, unless it is said who does, or that the other is a person
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
    from fourfold.game import Participant

    one, two = map(Participant.parse, texts)
    return one, two


def _loaded(path: Path, first: str | None, second: str | None) -> "tuple[Record, str]":
    """The last game of a file, other players if others are named; and what is wrong with it."""
    from dataclasses import replace

    from fourfold.game import Participant, check_seats
    from fourfold.game import load as load_games

    loaded = load_games(path)
    record = loaded.records[-1]
    one, two = record.players
    players = (
        one if first is None else Participant.parse(first),
        two if second is None else Participant.parse(second),
    )
    check_seats(players, record.rules)
    return replace(record, players=players), loaded.damage
