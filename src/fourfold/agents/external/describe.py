"""Describes a player from its source, without running it.

A tournament names many players and runs each in a process of its own. What it has to know before,
whether there is such a class and which options it takes, is read from the syntax tree here.
"""

import ast
import importlib.util
from pathlib import Path

from fourfold.agents.external.spec import ExternalSpec, Form
from fourfold.agents.options import Option, Value
from fourfold.errors import InvalidAgent, describe

_KINDS: dict[str, type[bool] | type[int] | type[float] | type[str]] = {
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
}
_MOST_SOURCE = 10_000_000  # bytes


class Source:
    """The syntax tree of a player's file, and where it is."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        self.path = path
        self.tree = tree

    @property
    def players(self) -> list[str]:
        """The classes with a method `choose`; without one, the function `choose` if there is one.

        Names that begin with an underscore do not count.
        """
        classes = [
            node.name
            for node in self.tree.body
            if isinstance(node, ast.ClassDef) and _method(node, "choose") is not None
        ]
        functions = [node.name for node in self.tree.body if isinstance(node, ast.FunctionDef)]
        public = [name for name in classes if not name.startswith("_")]
        return public or [name for name in functions if name == "choose"]

    def definition(self, name: str) -> ast.ClassDef | ast.FunctionDef | None:
        """Return the class or function of this name, if it is defined in the file itself."""
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
                return node
        return None

    def binds(self, name: str) -> bool:
        """Return True if the file may give something this name: by a definition, import or value.

        Only the words of the file are looked at, so that True can be wrong and False cannot,
        unless the file makes names of texts or imports them by `*`.
        """
        for node in ast.walk(self.tree):
            match node:
                case ast.ClassDef() | ast.FunctionDef() if node.name == name:
                    return True
                case ast.Name(id=found, ctx=ast.Store()) if found == name:
                    return True
                case ast.alias() if name == (node.asname or node.name) or node.name == "*":
                    return True
        return False


def source_of(spec: ExternalSpec) -> Source:
    """Read the source of a player; InvalidAgent if it cannot be read or is not Python."""
    path = spec.target if spec.form is not Form.MODULE else _file_of_module(spec)
    what = f"the player {describe(spec.head)} cannot be read"
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MOST_SOURCE)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InvalidAgent(f"{what}: {reason}: {path}") from None
    try:
        return Source(path, ast.parse(data, path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        words = error.msg if isinstance(error, SyntaxError) else str(error)
        raise InvalidAgent(f"{what}: {path}{line}: {words}") from None


def _file_of_module(spec: ExternalSpec) -> str:
    try:
        found = importlib.util.find_spec(spec.target)
    except Exception:  # a parent that cannot be imported, or is no package
        found = None
    if found is None or not found.has_location or found.origin is None:
        raise InvalidAgent(
            f"the player {describe(spec.head)} cannot be read: there is no module "
            f"{describe(spec.target)}, written in Python, in this environment"
        )
    return found.origin


def only_player(source: Source) -> str:
    """Return the name of the only player of a file; InvalidAgent if there is none, or several."""
    players = source.players
    if len(players) == 1:
        return players[0]
    if players:
        raise InvalidAgent(
            f"{source.path} has several players; name one of them: "
            + ", ".join(f"{source.path}:{name}" for name in players[:9])
        )
    raise InvalidAgent(
        f"{source.path} has no player: it must have a class with choose(self, position), "
        "or a function choose(position)"
    )


def check(spec: ExternalSpec) -> tuple[str, tuple[Option, ...]]:
    """Return what a player's author says of it, and its options; InvalidAgent if it is not there.

    The options are the parameters of `__init__` that have a default or a type that a text can
    write. Without a definition in the file itself, an import for example, none are known.
    """
    source = source_of(spec)
    name = spec.name or only_player(source)
    definition = source.definition(name)
    if definition is None:
        if source.binds(name):
            return "", ()
        others = source.players
        has = f"; it has {', '.join(others[:9])}" if others else ""
        raise InvalidAgent(f"{source.path} has no player {describe(name)}{has}")
    summary = (ast.get_docstring(definition) or "").strip().partition("\n")[0]
    if isinstance(definition, ast.FunctionDef):
        return summary, ()
    if any(isinstance(p, ast.AsyncFunctionDef) and p.name == "choose" for p in definition.body):
        raise InvalidAgent(
            f"the class {describe(name)} of {source.path} is no player: "
            "its choose is async, but must be plain"
        )
    if _method(definition, "choose") is None and not definition.bases:
        raise InvalidAgent(
            f"the class {describe(name)} of {source.path} is no player: "
            "it has no method choose(self, position)"
        )
    return summary, _options(_method(definition, "__init__"))


def _method(node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == name:
            return part
    return None


def _options(init: ast.FunctionDef | None) -> tuple[Option, ...]:
    if init is None:
        return ()
    arguments = init.args
    plain = [*arguments.posonlyargs, *arguments.args][1:]
    without = len(plain) - len(arguments.defaults)
    defaults = [*[None] * without, *arguments.defaults]
    found = [
        *zip(plain, defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    options = (_option(argument, default) for argument, default in found)
    return tuple(option for option in options if option is not None)


def _option(argument: ast.arg, default: ast.expr | None) -> Option | None:
    """Return a parameter as an option; None if no text could give it a value."""
    words = "" if argument.annotation is None else ast.unparse(argument.annotation).strip("'\"")
    named = [part.strip() for part in words.replace("Optional[", "").replace("]", "").split("|")]
    kind = next((_KINDS[word] for word in named if word in _KINDS), None)
    value: Value = None
    if default is not None:
        try:
            value = ast.literal_eval(default)
        except ValueError:
            return None  # computed when the class is made
        if type(value) in _KINDS.values():
            kind = float if kind is float else type(value)
        elif value is not None:
            return None
    if kind is None:
        return None
    return Option(argument.arg, kind, value, f"The parameter {argument.arg} of its class.")
