"""Loads players from files and modules. This runs their code."""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from fourfold.agents.base import Agent
from fourfold.agents.external.adapter import as_agent
from fourfold.agents.external.describe import only_player, source_of
from fourfold.agents.external.spec import ExternalSpec, Form
from fourfold.agents.options import Value
from fourfold.errors import InvalidAgent, describe


def load_player(spec: ExternalSpec, options: Mapping[str, Value] | None = None) -> Agent:
    """Import a player's module and make the agent.

    An error of the player's own code is not caught: it is the cause that its author wants to see.
    """
    found = find_player(spec)
    if not inspect.isclass(found):
        if options:
            raise InvalidAgent(f"the player {describe(spec.head)} is no class: it has no options")
        return as_agent(found)
    return as_agent(found(**dict(options or {})))


def find_player(spec: ExternalSpec) -> Any:
    """Import a player's module and return its class or function."""
    if spec.form is Form.FILE:
        name = spec.name or only_player(source_of(spec))
        module = _module_of_file(Path(spec.target))
    else:
        name = spec.name
        module = importlib.import_module(spec.target)
    try:
        return getattr(module, name)
    except AttributeError:
        raise InvalidAgent(f"{spec.target} has no player {describe(name)}") from None


def _module_of_file(path: Path) -> ModuleType:
    """Import a file as a script is started: it finds the modules of its own folder."""
    resolved = path.resolve()
    folder = str(resolved.parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    # The name must be such that pickle and dataclasses find the module, but no other module has it.
    name = f"fourfold_player_{resolved.stem}_{abs(hash(str(resolved))):x}"
    if name in sys.modules:
        return sys.modules[name]
    found = importlib.util.spec_from_file_location(name, resolved)
    assert found is not None, "a path that ends in .py has a loader"
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
