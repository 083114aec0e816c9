"""A typical invocation of each command, and the files that it works on."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from fourfold.store import Store

PLAYER = """
class Player:
    def choose(self, position):
        return position.legal_columns[0]
"""


@dataclass(frozen=True, slots=True)
class Invocation:
    """How a command is called in a folder that has the files of `make_files`."""

    command: str
    arguments: str
    typed: str = ""
    """What is written to its standard input, which is then closed."""
    waits: str = ""
    """It does not end by itself: the line with these words says that it has begun."""
    status: int = 0
    """Its exit status when nobody interrupts it."""
    resumes: str = ""
    """The file that the same command completes after it was interrupted."""

    @property
    def words(self) -> list[str]:
        return [*self.command.split(), *self.arguments.split()]


INVOCATIONS = (
    Invocation("serve", "--port 0 --database sqlite:///games.db", waits="fourfold is at"),
    Invocation("play", "--second greedy --save played.games", typed="4\n4\n5\n9\n5\n6\n6\n7\n"),
    Invocation("solve", "--threads 2 7x6:4444 7x6:121212 9x8:445566 --no-book --seconds 0.3"),
    Invocation("analyse", "7x6:4455 --seconds 0.5"),
    Invocation("explain", "4455 --seconds 0.5"),
    Invocation("review", "7x6:445566 --seconds 1 --html r.html --json r.json --svg r.svg"),
    Invocation("puzzle", "--seed 1", typed="1\n2\n3\n4\nsolution\n", status=1),
    Invocation("board", "7x6:445566 --svg board.svg --png board.png"),
    Invocation("move", "--agent uct:simulations=20000,seed=1 7x6:4 --tree tree.html"),
    Invocation(
        "match",
        "greedy uct:simulations=50,seed=1 --games 40 --workers 2 --save match.games "
        "--json match.json",
    ),
    Invocation(
        "tournament",
        "random:seed=1 greedy uct:simulations=50,seed=1 --workers 2 --resume cup.games "
        "--json cup.json --csv cup.csv --svg pictures",
        resumes="cup.games",
    ),
    Invocation("results", "saved.games --judge 0.1 --json r.json --csv r.csv --svg pictures"),
    Invocation("grade", "uct:simulations=100 --positions some.txt --workers 2 --json grade.json"),
    Invocation("agents", "--json"),
    Invocation("new-agent", "my_player"),
    Invocation("check-agent", "class/ann.py:Player --seconds 0.3"),
    Invocation(
        "engine",
        "uct:simulations=5000",
        typed="ugi\nuginewgame\nposition 7x6:4\ngo\nposition 7x6:44\ngo\nquit\n",
    ),
    Invocation("export-kaggle", "threat --output submission.py"),
    Invocation("lab", "--depth 4 --positions 6 --json lab.json"),
    Invocation(
        "class",
        "class --rules 5x4 --games 2 --seconds 0.5 --questions 1 --workers 2 --no-baseline "
        "--html class.html --csv class.csv --json class.json --save class.games",
    ),
    Invocation(
        "book build", "--rules 5x4 --plies 7 --workers 2 --out new.book", resumes="new.book"
    ),
    Invocation("book info", "small.book"),
    Invocation("book verify", "small.book --sample 200"),
    Invocation("book export", "small.book"),
    Invocation(
        "dataset make",
        "new.csv --rules 5x5 --plies 6-10 --count 600 --seed 1 --workers 2",
        resumes="new.csv",
    ),
    Invocation("db backup", "backup.db --database sqlite:///games.db"),
    Invocation("db restore", "old.db --database sqlite:///new.db"),
    Invocation("db delete", "--kind all --older-than 0 --yes --database sqlite:///games.db"),
    Invocation("db check", "--database sqlite:///games.db"),
    Invocation("db upgrade", "--database sqlite:///games.db"),
    Invocation("db vacuum", "--database sqlite:///games.db"),
    Invocation("lessons list", ""),
    Invocation("lessons verify", ""),
    Invocation("puzzles make", "--rules 5x4 --count 3 --seed 1 --workers 2 --out new.puzzles"),
    Invocation("puzzles verify", "some.puzzles"),
    Invocation("puzzles difficulty", "--sample 3"),
)


def command_names() -> Iterator[str]:
    """Return the names of all commands: `solve`, `book build`."""
    from fourfold.cli.main import app

    waiting: list[tuple[str, Any]] = [("", typer.main.get_command(app))]
    while waiting:
        name, command = waiting.pop()
        inner = getattr(command, "commands", None)
        if inner is None:
            yield name
        else:
            waiting += [(f"{name} {each}".strip(), inner[each]) for each in inner]


def make_files(folder: Path) -> None:
    """Make the files that the invocations read."""
    (folder / "class").mkdir(parents=True)
    for name in ("ann", "bob"):
        (folder / "class" / f"{name}.py").write_text(PLAYER, encoding="utf-8")
    (folder / "some.txt").write_text("5x4:1\n5x4:22\n5x4:333\n5x4:3344\n", encoding="utf-8")
    with Store.open(f"sqlite:///{folder / 'games.db'}"):
        pass
    for words in (
        "book build --rules 5x4 --plies 5 --out small.book",
        "match greedy random:seed=1 --games 4 --rules 5x4 --save saved.games",
        "db backup old.db --database sqlite:///games.db",
    ):
        subprocess.run(
            [sys.executable, "-m", "fourfold", *words.split()],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            check=True,
        )
    _copy_puzzles(folder / "some.puzzles", 5)


def _copy_puzzles(path: Path, count: int) -> None:
    """Write the first puzzles of those that come with the package."""
    from fourfold.puzzles.collection import format_puzzles, load_puzzles

    path.write_text(format_puzzles(load_puzzles()[:count]), encoding="utf-8")
