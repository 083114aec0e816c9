"""Plays a game at a prompt, with a move per line: for pipes, scripts and plain terminals."""

import io
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from fourfold.analysis.hint_agent import HintAgent
from fourfold.errors import (
    FourfoldError,
    GameError,
    IllegalMove,
    InvalidNotation,
    RecordError,
    describe,
)
from fourfold.game import (
    Game,
    GameFile,
    GameSession,
    Participant,
    PlyPlayed,
    Record,
    Thought,
    hint,
)
from fourfold.game import load as load_games
from fourfold.game import save as save_games
from fourfold.game.events import DrawDeclined, DrawOffered, Event, PliesRedone, PliesUndone
from fourfold.game.files import path_of
from fourfold.game.players import HUMAN
from fourfold.game.record import BY_THE_RULES
from fourfold.rules import notation
from fourfold.rules.text import status

_HELP = """\
A column, {first} to {last}, drops a piece (or the ban that is due). Other words:
  undo   take back the last piece or ban     redo   play it again
  hint   show how good each column is        draw   offer a draw, or accept one
  resign give up the game                    save FILE   save the game
  moves  show the game as text               help   show this
  quit   stop, and show the command that continues the game"""


def continue_command(record: Record, path: Path | None = None) -> str:
    """Return the command that continues a game, for people to read.

    It loads the file at `path` if the game is the last one in it, and repeats the moves otherwise.
    """
    if path is not None and _is_last_of(path, record):
        return f"To continue later:\n  fourfold play --load {shlex.quote(str(path))}"
    options = ""
    first, second = (shlex.quote(_player_option(player)) for player in record.players)
    if (first, second) != (HUMAN, HUMAN):
        options = f" --first {first} --second {second}"
    return f"To continue later:\n  fourfold play --moves {record.to_text()}{options}"


def _player_option(player: Participant) -> str:
    if player.agent is not None:
        return player.agent
    return HUMAN if player.name == HUMAN else f"{HUMAN}:{player.name}"


def _is_last_of(path: Path, record: Record) -> bool:
    """Return True if the last game of a file is this one, with the same moves."""
    try:
        last = load_games(path).records[-1]
    except FourfoldError:
        return False
    return (last.moves, last.players, last.control, last.began) == (
        record.moves,
        record.players,
        record.control,
        record.began,
    )


class LineGame:
    """Plays one game at the prompt."""

    def __init__(
        self, record: Record, file: GameFile | None = None, path: Path | None = None
    ) -> None:
        """
        file: every move is saved to it as it is made.
        path: the file that the game was loaded from.
        """
        self._game = Game.from_record(record)
        self._session = GameSession(self._game)
        self._hint_agent: HintAgent | None = None
        self._path = path if file is None else file.path
        self.is_saved = True
        """Whether every move was saved that was to be."""
        self._stop_saving: Callable[[], None] = (
            (lambda: None) if file is None else file.follow(self._game)
        )

    def run(self) -> None:
        """Play until the game is over, the players quit or the input ends."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # A byte that is not UTF-8 is a bad move, refused (and shown) like any other.
                stream.reconfigure(errors="replace")
        print(f"Rules {self._game.rules}. Type a column, or help.\n")
        self._show()
        self._game.subscribe(self._on_event)
        try:
            while not self._game.is_over:
                if not self._take_a_turn():
                    print(continue_command(self._game.record, self._path))
                    return
        except KeyboardInterrupt:
            print(f"\n{continue_command(self._game.record, self._path)}", flush=True)
            raise
        finally:
            self._session.close()
        self._print_ending()

    def _take_a_turn(self) -> bool:
        """Let the player to move act, even if it cannot be saved; return False to stop playing."""
        try:
            return self._turn()
        except RecordError as error:
            self.is_saved = False
            self._stop_saving()
            print(f"fourfold: the game is no longer saved: {error}", file=sys.stderr)
            return True

    def _turn(self) -> bool:
        """Wait for an agent's move, or carry out a typed line; return False to stop playing."""
        if not self._session.is_persons_turn:
            self._session.poll()
            while self._session.is_thinking:
                self._session.wait()
                self._session.poll()
            return True
        line = self._read_line()
        if line is None or line.lower() == "quit":
            return False
        if not self._game.check_clock():
            self._carry_out(line)
        return True

    def _read_line(self) -> str | None:
        """Return the next line that is not empty; None at the end of the input."""
        while True:
            try:
                line = input(f"{status(self._game.position)}: ")
            except EOFError:
                print()
                return None
            if not sys.stdin.isatty():
                print(line)  # a terminal shows what is typed, a pipe does not
            if line.strip():
                return line.strip()

    # What people type

    def _carry_out(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            match word.lower():
                case "save":
                    self._save(rest.strip())
                case _ if rest:
                    self._move(line)
                case "help":
                    first, last = self._column_labels()
                    print(_HELP.format(first=first, last=last))
                case "moves":
                    print(self._game.position.to_text())
                case "undo":
                    self._session.undo()
                case "redo":
                    self._session.redo()
                case "hint":
                    self._hint()
                case "draw":
                    self._session.offer_draw()
                case "resign":
                    self._session.resign()
                case _:
                    self._move(line)
        except GameError as error:
            print(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def _move(self, line: str) -> None:
        position = self._game.position
        line = line.lower()
        try:
            if len(line) > 1:
                raise InvalidNotation
            column = position.play_text(line).moves[-1]
        except InvalidNotation:
            columns = " to ".join(self._column_labels())
            print(f"{describe(line)} is not a move: type one column, {columns}, or help.")
        except IllegalMove as error:
            print(f"Not possible: {error}.")
        else:
            self._session.play(column)

    def _hint(self) -> None:
        position = self._game.position
        self._hint_agent = self._hint_agent or HintAgent()
        thought = Thought(self._hint_agent, position)
        thought.wait()
        decision = hint(self._game, thought)
        columns = position.rules.columns
        ratings = []
        for column in position.legal_columns:
            if (score := decision.scores.get(column)) is not None:
                text = f"{score.score:+}" if score.score else "="
            else:
                text = f"{decision.evaluations.get(column, 0.5):.0%}"
            ratings.append(f"{notation.column_label(column, columns)} {text}")
        best = notation.column_label(decision.column, columns)
        why = f": {decision.reason}" if decision.reason else "."
        print(f"Column {best}{why} Each column: {', '.join(ratings)}.")

    def _save(self, name: str) -> None:
        if not name:
            print("Type save and the name of a file.")
            return
        path = path_of(name)
        try:
            if path.exists():
                print(f"{path} already exists; type another name.")
                return
            save_games(path, self._game.record)
        except OSError as error:
            print(f"The games {path} cannot be written: {error.strerror}.")
        except FourfoldError as error:
            print(f"{str(error)[:1].upper()}{str(error)[1:]}.")
        else:
            self._path = self._path or path
            print(f"Saved to {path}.")

    # What is printed

    def _on_event(self, event: Event) -> None:
        match event:
            case PlyPlayed(player=player, ply=ply):
                if not self._game.player(player).is_human:
                    label = notation.column_label(ply.column, self._game.rules.columns)
                    print(f"{player} ({self._game.player(player)}) plays {label}")
                self._show()
            case PliesUndone() | PliesRedone():
                self._show()
            case DrawOffered(player=player):
                print(f"{player} offers a draw; {player.other} can type draw to accept, or move.")
            case DrawDeclined(player=player):
                print(f"{player} declines the draw.")
            case _:
                pass

    def _print_ending(self) -> None:
        ending = self._game.ending
        assert ending is not None
        if ending.reason not in BY_THE_RULES:
            words = f"{ending.reason}: {ending.detail}" if ending.detail else str(ending.reason)
            print(f"{words[:1].upper()}{words[1:]}.")
        print(ending)

    def _column_labels(self) -> tuple[str, str]:
        columns = self._game.rules.columns
        return notation.column_label(0, columns), notation.column_label(columns - 1, columns)

    def _show(self) -> None:
        board, _, _ = str(self._game.position).rpartition("\n")
        print(f"{board}\n")
