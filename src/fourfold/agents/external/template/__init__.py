"""The files of a new player's project, which `fourfold new-agent` fills in and writes."""

import keyword
import re
import shutil
import sys
from importlib import resources
from pathlib import Path

from fourfold.errors import InvalidOption, describe
from fourfold.support.interrupts import interrupts_held_back

_FILES = {
    "player.txt": "{name}.py",
    "test.txt": "test_{name}.py",
    "pyproject.txt": "pyproject.toml",
    "README.txt": "README.md",
}


def write_project(name: str, folder: Path) -> list[Path]:
    """Write a new player's project into a folder that does not exist, and return its files.

    name: its module; lower case, since it becomes the name of an agent.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) or keyword.iskeyword(name):
        raise InvalidOption(
            f"the name is {describe(name)}, but must be up to 40 lower-case letters, digits and _, "
            "beginning with a letter, and no word of Python"
        )
    if name == "fourfold" or name in sys.stdlib_module_names:
        raise InvalidOption(
            f"the name is {describe(name)}, which is a module that the player would hide; "
            "choose another"
        )
    with interrupts_held_back():  # the folder is there with all its files, or not at all
        return _write(name, folder)


def _write(name: str, folder: Path) -> list[Path]:
    class_name = "".join(part.capitalize() for part in name.split("_"))
    try:
        folder.mkdir()
    except FileExistsError:
        raise InvalidOption(f"{folder} exists already; choose another folder or name") from None
    except OSError as error:
        raise InvalidOption(f"{folder} cannot be made: {error.strerror}") from None
    written: list[Path] = []
    try:
        for source, target in _FILES.items():
            text = (resources.files(__package__) / source).read_text("utf-8")
            path = folder / target.format(name=name)
            written.append(path)
            path.write_text(
                text.replace("CLASS", class_name).replace("NAME", name), encoding="utf-8"
            )
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)  # made above, and holds nothing else
        raise InvalidOption(f"{folder} cannot be written: {error.strerror}") from None
    return written
