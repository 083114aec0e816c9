"""The texts that name players from outside the package.

    file.py:Class          file.py:Class:option=value,...      file.py   (its only player)
    package.module:Class   package.module:Class:option=value,...
    kaggle:FILE.py         a Kaggle ConnectX agent
    exec:COMMAND           a program that speaks the protocol of docs/protocol.md

Reading a text runs nothing and opens nothing.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

_FILE = re.compile(r"(?P<target>.+\.py)(?::(?P<name>[^:=,]*))?(?P<options>:.*)?", re.DOTALL)
_WORD = r"[^\W\d]\w*"
_MODULE = re.compile(
    rf"(?P<target>{_WORD}(?:\.{_WORD})*):(?P<name>{_WORD})(?P<options>:.*)?", re.DOTALL
)


class Form(StrEnum):
    """The kinds of external players."""

    FILE = "file"
    MODULE = "module"
    KAGGLE = "kaggle"
    EXEC = "exec"


@dataclass(frozen=True, slots=True)
class ExternalSpec:
    """The parts of a player's text."""

    form: Form
    target: str
    """The file, the module or the command."""
    name: str = ""
    """The class or function; empty if the file has only one player."""
    options: str = ""
    """The text of the options, without the colon before it."""

    @property
    def head(self) -> str:
        """The text without its options."""
        if self.form in (Form.KAGGLE, Form.EXEC):
            return f"{self.form}:{self.target}"
        return f"{self.target}:{self.name}" if self.name else self.target

    @property
    def title(self) -> str:
        """A short name for people."""
        if self.form is Form.EXEC:
            return Path(self.target.split()[0]).name if self.target.split() else "exec"
        return self.name or Path(self.target).stem


def parse(spec: str) -> ExternalSpec | None:
    """Read the text of an external player; None if it has the form of another agent's text."""
    text = spec.strip()
    for form in (Form.EXEC, Form.KAGGLE):
        if text.startswith(f"{form}:"):
            return ExternalSpec(form, text.removeprefix(f"{form}:").strip())
    for form, pattern in ((Form.FILE, _FILE), (Form.MODULE, _MODULE)):
        if found := pattern.fullmatch(text):
            name, options = found["name"] or "", (found["options"] or "").removeprefix(":")
            return ExternalSpec(form, found["target"], name.strip(), options)
    return None
