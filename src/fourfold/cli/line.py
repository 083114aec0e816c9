"""A game at a prompt, a move a line: for pipes, scripts and plain terminals."""

import io
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from fourfold.errors import (
    FourfoldError,
    GameError,
    IllegalMove,
    InvalidNotation,
    RecordError,
    describe,
)
from fourfold.game import (
    Adviser,
    Game,
    GameFile,
    Moved,
    Participant,
    Record,
    Table,
    Thought,
    hint,
)
from fourfold.game import load as load_games
from fourfold.game import save as save_games
from fourfold.game.events import DrawDeclined, DrawOffered, Event, Redone, Undone
from fourfold.game.files import path_of
from fourfold.game.players import HUMAN
from fourfold.game.record import BY_THE_RULES
from fourfold.rules import notation
from fourfold.rules.text import status

_HELP = """\
A column, {first} to {last}, drops a piece (or the ban that is due). Other words:
  undo   take back the last piece or ban     redo   play it again
  hint   what each column is worth           draw   offer a draw, or accept one
  resign give the game up                    save FILE   keep the game
  moves  show the game as text               help   show this
  quit   stop; the game's text lets you go on later"""


def how_to_go_on(record: Record, path: Path | None = None) -> str:
    """The command that goes on with a game: from a file that has it, else from its moves."""
    if path is not None and _is_last_of(path, record):
        return f"To go on later:\n  fourfold play --load {shlex.quote(str(path))}"
    options = ""
    first, second = (shlex.quote(_text_of(player)) for player in record.players)
    if (first, second) != (HUMAN, HUMAN):
        options = f" --first {first} --second {second}"
    return f"To go on later:\n  fourfold play --moves {record.to_text()}{options}"


def _text_of(player: Participant) -> str:
    if player.agent is not None:
        return player.agent
    return HUMAN if player.name == HUMAN else f"{HUMAN}:{player.name}"


def _is_last_of(path: Path, record: Record) -> bool:
    """Whether a file ends with this game, as far as it has been played."""
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
    """One game at the prompt."""

    def __init__(
        self, record: Record, file: GameFile | None = None, path: Path | None = None
    ) -> None:
        """
        file: where the game is kept as it goes.
        path: the file that it comes from, if it does.
        """
        self._game = Game.from_record(record)
        self._table = Table(self._game)
        self._adviser: Adviser | None = None
        self._path = path if file is None else file.path
        self.is_kept = True
        """Whether everything that was to be kept has been."""
        self._stop_keeping: Callable[[], None] = (
            (lambda: None) if file is None else file.follow(self._game)
        )

    def run(self) -> None:
        """Play until the game is over, the players quit or the input ends."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # A stray byte is a bad move, to be refused (and shown) like any other.
                stream.reconfigure(errors="replace")
        print(f"Rules {self._game.rules}. Type a column, or help.\n")
        self._show()
        self._game.subscribe(self._tell)
        try:
            while not self._game.is_over:
                if not self._take_a_turn():
                    print(how_to_go_on(self._game.record, self._path))
                    return
        finally:
            self._table.close()
        self._tell_the_end()

    def _take_a_turn(self) -> bool:
        """One turn, whether it can be kept or not; whether the game goes on."""
        try:
            return self._turn()
        except RecordError as error:
            self.is_kept = False
            self._stop_keeping()
            print(f"fourfold: the game is no longer kept: {error}", file=sys.stderr)
            return True

    def _turn(self) -> bool:
        """Let an agent move, or obey a line; whether the game goes on."""
        if not self._table.is_persons_turn:
            self._table.poll()
            while self._table.is_thinking:
                self._table.wait()
                self._table.poll()
            return True
        line = self._ask()
        if line is None or line.lower() == "quit":
            return False
        if not self._game.check_clock():
            self._obey(line)
        return True

    def _ask(self) -> str | None:
        """The next line that is not empty; None at the end of the input."""
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

    # What was typed

    def _obey(self, line: str) -> None:
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
                    self._table.undo()
                case "redo":
                    self._table.redo()
                case "hint":
                    self._hint()
                case "draw":
                    self._table.offer_draw()
                case "resign":
                    self._table.resign()
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
            self._table.play(column)

    def _hint(self) -> None:
        position = self._game.position
        self._adviser = self._adviser or Adviser()
        thought = Thought(self._adviser, position)
        thought.wait()
        decision = hint(self._game, thought)
        columns = position.rules.columns
        told = []
        for column in position.legal_columns:
            if (score := decision.scores.get(column)) is not None:
                text = f"{score.score:+}" if score.score else "="
            else:
                text = f"{decision.evaluations.get(column, 0.5):.0%}"
            told.append(f"{notation.column_label(column, columns)} {text}")
        best = notation.column_label(decision.column, columns)
        print(f"Column {best}. Each column: {', '.join(told)}.")

    def _save(self, name: str) -> None:
        if not name:
            print("Save it where? Type save and the name of a file.")
            return
        path = path_of(name)
        try:
            if path.exists():
                print(f"There is a {path} already; type another name.")
                return
            save_games(path, self._game.record)
        except OSError as error:
            print(f"The games {path} cannot be written: {error.strerror}.")
        except FourfoldError as error:
            print(f"{str(error)[:1].upper()}{str(error)[1:]}.")
        else:
            self._path = self._path or path
            print(f"Saved to {path}.")

    # What is told

    def _tell(self, event: Event) -> None:
        match event:
            case Moved(player=player, ply=ply):
                if not self._game.player(player).is_human:
                    label = notation.column_label(ply.column, self._game.rules.columns)
                    print(f"{player} ({self._game.player(player)}) plays {label}")
                self._show()
            case Undone() | Redone():
                self._show()
            case DrawOffered(player=player):
                print(f"{player} offers a draw; {player.other} can type draw, too, or move on.")
            case DrawDeclined(player=player):
                print(f"{player} declines the draw.")
            case _:
                pass

    def _tell_the_end(self) -> None:
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
