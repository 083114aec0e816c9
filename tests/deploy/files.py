"""The files of `deploy/`, read as the programs that they are for read them."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
NAME = "play.example.org"
"""The host name in every test."""
PATIENCE = 60.0
"""Seconds for an answer: far more than it takes, so that a busy machine fails no test."""


def read_compose() -> dict[str, Any]:
    """Return what the compose file says, its variables as they are written."""
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def read_unit() -> dict[str, list[str]]:
    """Return the settings of the unit, each with all of its values in order."""
    settings: dict[str, list[str]] = {}
    for line in (DEPLOY / "fourfold.service").read_text("utf-8").splitlines():
        if line and line[0] not in "#[":
            name, _, value = line.partition("=")
            settings.setdefault(name, []).append(value)
    return settings


@dataclass(frozen=True)
class Step:
    """An instruction of the Containerfile."""

    stage: int
    """How many FROM lines there were before; 0 is the builder, 1 the image."""
    name: str
    text: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text)


def read_containerfile() -> list[Step]:
    """Return the instructions of the Containerfile; those before the first FROM have stage -1."""
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    steps, stage = [], -1
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" ")
        stage += name == "FROM"
        steps.append(Step(stage, name, rest.strip()))
    return steps
