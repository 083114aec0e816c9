"""Finds the players that were handed in: a file or a folder for each student.

Nothing of a submission is run here, and no link in it is followed: it is read by the teacher's
process, which may read everything.
"""

import os
import shutil
import stat
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from fourfold.agents.external.describe import Source, source_of
from fourfold.agents.external.spec import ExternalSpec, Form
from fourfold.errors import InvalidAgent, InvalidOption, describe
from fourfold.support.plain_text import printable

MOST_BYTES = 100 * 2**20
"""What one submission may have in all."""
_LARGEST_SOURCE = 2**20
_PREFERRED = ("player.py", "main.py", "agent.py")
_IGNORED = ("__pycache__", "__init__.py", "setup.py", "conftest.py")


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student has handed in."""

    name: str
    """The name of the file, without its ending, or of the folder."""
    path: Path
    """The file or the folder."""
    file: str = ""
    """The file that has the player, relative to the folder of the submission."""
    player: str = ""
    """The class or function that plays."""
    problem: str = ""
    """Why it cannot play; empty if it can."""
    is_kaggle: bool = False
    """Whether the player is a function of an observation and a configuration."""

    def copy_to(self, folder: Path) -> None:
        """Copy it into a new folder: plain files only, as links may lead anywhere."""
        folder.mkdir(parents=True)
        if self.path.is_dir():
            _copy_folder(self.path, folder)
        else:
            shutil.copyfile(self.path, folder / self.file, follow_symlinks=False)


def find_submissions(folder: Path) -> list[Submission]:
    """List what was handed in, by name; InvalidOption if the folder cannot be read or is empty.

    Every `*.py`, and every folder with a `*.py` in it. Hidden ones do not count, nor do those that
    begin with an underscore.
    """
    try:
        paths = sorted(folder.iterdir(), key=lambda path: path.name.casefold())
    except OSError as error:
        raise InvalidOption(f"the class {folder} cannot be read: {error.strerror}") from None
    found = []
    for path in paths:
        if path.name.startswith((".", "_")):
            continue
        if path.is_symlink():
            if path.suffix == ".py" or path.is_dir():
                problem = "it is a link, and links are not followed"
                found.append(Submission(path.stem, path, problem=problem))
        elif path.is_file() and path.suffix == ".py":
            found.append(_of_file(path))
        elif path.is_dir() and _sources(path):
            found.append(_of_folder(path))
    if not found:
        raise InvalidOption(
            f"the class {folder} has no players: it must have a file NAME.py, or a folder NAME "
            "with one, for each student"
        )
    return _with_different_names(found)


def _with_different_names(found: list[Submission]) -> list[Submission]:
    """Let a file and a folder of one name be told apart, and let every name be written."""
    counts = Counter(submission.name for submission in found)
    named: dict[str, Submission] = {}
    for each in found:
        wanted = printable(each.path.name if counts[each.name] > 1 else each.name)
        name, number = wanted, 1
        while name in named:
            number += 1
            name = f"{wanted} ({number})"
        named[name] = replace(each, name=name, problem=printable(each.problem))
    return list(named.values())


def _of_file(path: Path) -> Submission:
    return _described(path.stem, path, path)


def _of_folder(path: Path) -> Submission:
    if _size(path) > MOST_BYTES:
        problem = f"the folder has more than {MOST_BYTES // 2**20} MB"
        return Submission(path.name, path, problem=problem)
    sources = _sources(path)
    if len(sources) > 1:
        usual = (*_PREFERRED, f"{path.name}.py")
        preferred = [source for source in sources if source.name in usual]
        with_player = [source for source in sources if _has_player(source)]
        candidates = preferred[:1] or with_player
        if len(candidates) != 1:
            names = ", ".join(source.name for source in candidates or sources)
            problem = f"it is not clear which file is the player: {names}; call it player.py"
            return Submission(path.name, path, problem=problem)
        sources = candidates
    return _described(path.name, path, sources[0])


def _sources(folder: Path) -> list[Path]:
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names only: nothing is opened
    except OSError:
        return []
    return [
        folder / name
        for name in names
        if name.endswith(".py")
        and name not in _IGNORED
        and not name.startswith((".", "_", "test_"))
        and stat.S_ISREG((folder / name).lstat().st_mode)
    ]


def _size(folder: Path) -> int:
    return sum(
        (Path(parent) / name).lstat().st_size
        for parent, _, names in os.walk(folder)
        for name in names
    )


def _has_player(path: Path) -> bool:
    return not _described(path.stem, path, path).problem


def _described(name: str, path: Path, file: Path) -> Submission:
    """Find the class or function of a file that plays."""
    try:
        if file.stat().st_size > _LARGEST_SOURCE:
            raise InvalidAgent(f"{file.name} has more than {_LARGEST_SOURCE // 2**20} MB")
        source = source_of(ExternalSpec(Form.FILE, str(file)))
        player, is_kaggle = _player_of(source, file.name)
    except (InvalidAgent, OSError) as error:
        # The message begins with the path, shortened; what follows names the file again.
        problem = (
            str(error).rpartition(" cannot be read: ")[2].replace(f"{file.parent}{os.sep}", "")
        )
        return Submission(name, path, file.name, problem=problem)
    return Submission(name, path, file.name, player, is_kaggle=is_kaggle)


def _player_of(source: Source, file: str) -> tuple[str, bool]:
    players = source.players
    if len(players) == 1:
        return players[0], False
    if players:
        raise InvalidAgent(
            f"it is not clear which class is the player: {file} has {', '.join(players[:9])}, "
            "each with a method choose; let the names of the others begin with an underscore"
        )
    function = source.definition("agent")
    if function is not None and hasattr(function, "args"):
        return "agent", len(function.args.args) > 1
    raise InvalidAgent(
        f"{describe(file)} has no player: it must have a class with choose(self, position), "
        "or a function choose(position)"
    )


def _copy_folder(source: Path, target: Path) -> None:
    for parent, folders, names in os.walk(source):
        folders[:] = [name for name in folders if name not in _IGNORED and not name.startswith(".")]
        here = target / Path(parent).relative_to(source)
        here.mkdir(exist_ok=True)
        for name in names:
            path = Path(parent) / name
            if stat.S_ISREG(path.lstat().st_mode):
                shutil.copyfile(path, here / name, follow_symlinks=False)
