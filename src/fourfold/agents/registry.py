"""Every agent there is, and how to make one from its text.

A file of this package that calls `register` adds an agent: the command line, the arena and the
tests find it here. An installed package adds its own by an entry point of the group
`fourfold.agents`. All other players are known once they are *admitted*:

    look_up     agents of this package, entry points, and players that were admitted before
    admit       also `file.py:Class`, `package.module:Class`, `exec:COMMAND`, `kaggle:FILE.py`

Making an admitted player runs its code. So `admit` is for texts that the user of this process
wrote, on the command line or in Python, and `look_up` for those that came with a file or a request.
"""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from fourfold.agents.base import Agent
from fourfold.agents.options import (
    Option,
    Value,
    exact_value,
    parse_options,
    split_options,
    split_spec,
)
from fourfold.errors import InvalidAgent, describe
from fourfold.rules import Rules

if TYPE_CHECKING:
    from fourfold.agents.external.spec import ExternalSpec

LONGEST_SPEC = 400
"""Characters of an agent's canonical text."""


def every_board(rules: Rules) -> bool:
    """Return True: for agents that play every board."""
    return True


def _with_a_capital(name: str) -> str:
    return name[:1].upper() + name[1:]


@dataclass(frozen=True, slots=True)
class AgentKind:
    """A kind of agent: its name, its options, and how to make one."""

    name: str
    """How it is written on the command line."""
    summary: str
    """How it plays, in one sentence."""
    make: Callable[..., Agent]
    """Makes one; the options are its keyword arguments."""
    options: tuple[Option, ...] = ()
    """Its options, with their defaults and limits."""
    rules: str = "every board"
    """Which rules it plays, in words."""
    plays: Callable[[Rules], bool] = every_board
    """Whether it plays these rules."""
    limits: tuple[str, ...] = ("seconds", "nodes", "depth")
    """The limits of a move that it can keep to; it refuses the others."""
    repeatable: str = ""
    """The options, as text, with which the same position always gets the same move, whatever was
    played before; empty if the defaults do that. A `seed` need not be named here."""
    even: float = 0.0
    """The evaluation, in the agent's own unit, of a position in which nobody is better."""
    title: str = ""
    """How people read its name; if not given, the name with a capital."""
    levels: tuple[tuple[str, str], ...] = ()
    """Strengths to choose from, the weakest first: a name, and the options, as text."""
    hooks: tuple[str, ...] = ()
    """What `agent` takes for it by keyword besides its text: functions and other Python objects."""
    is_external: bool = False
    """Whether it is a player from outside the package, whose code nobody here has tested."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", _with_a_capital(self.name))


_kinds: dict[str, AgentKind] = {}
_admitted: dict[str, AgentKind] = {}  # the text without options -> the player


def register(kind: AgentKind) -> AgentKind:
    """Add an agent; called once, by the agent's own file."""
    if _kinds.setdefault(kind.name, kind) is not kind:
        raise InvalidAgent(f"there are two agents called '{kind.name}'")
    return kind


@cache
def _import_all() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if not module.ispkg:
            import_module(f"{__package__}.{module.name}")


def list_agents() -> tuple[AgentKind, ...]:
    """List every agent by name: its options with their defaults, and which rules it plays.

    Those of this package and of entry points come first, then players that were admitted.

    >>> kinds = {kind.name: kind for kind in ff.list_agents()}
    >>> "perfect" in kinds and "uct" in kinds
    True
    >>> [option.name for option in kinds["perfect"].options]
    ['seconds', 'threads', 'memory']
    >>> kinds["greedy"].summary
    'Wins if it can, else blocks, else plays nearest to the centre.'
    """
    _import_all()
    installed = {name: kind for name in _entry_points() if (kind := _installed(name)) is not None}
    named = {**installed, **_kinds}
    return (*(kind for _, kind in sorted(named.items())), *_admitted.values())


def look_up(spec: str) -> tuple[AgentKind, dict[str, Value]]:
    """Look up the agent that a text names, and the value of each of its options."""
    return _look_up(spec)


def _look_up(spec: str, hint: str = "") -> tuple[AgentKind, dict[str, Value]]:
    """Do it, with a hint after the list of agents if there is none of this name."""
    _import_all()
    parts = _external_parts(spec)
    if parts is None:
        name, texts = split_spec(spec)
        kind = _kinds.get(name) or _installed(name)
    else:
        name, texts = parts.head, split_options(spec, parts.options) if parts.options else {}
        kind = _admitted.get(name)
    if kind is None:
        known = ", ".join([*sorted(_kinds), *_admitted])
        raise InvalidAgent(f"there is no agent {describe(name)}; the agents are {known}{hint}")
    return kind, parse_options(spec, texts, kind.options)


def canonical_spec(spec: str) -> str:
    """Return the one text of an agent: its name, and the options that differ from their defaults.

    Two texts of the same agent, whatever their spaces and order, have the same one. InvalidAgent if
    it is longer than `LONGEST_SPEC`.
    """
    kind, options = look_up(spec)
    texts = [
        f"{option.name}={exact_value(options[option.name])}"
        for option in kind.options
        if options[option.name] != option.default
    ]
    text = f"{kind.name}:{','.join(texts)}" if texts else kind.name
    if len(text) > LONGEST_SPEC:
        raise InvalidAgent(
            f"the agent {describe(spec)} has a text of {len(text):,} characters, "
            f"but at most {LONGEST_SPEC} are kept"
        )
    return text


def admit(spec: str) -> tuple[AgentKind, dict[str, Value]]:
    """Look up an agent like `look_up`, and admit a player from outside that the text names.

    The player's source is read, but not run before the agent is made.
    """
    parts = _external_parts(spec)
    if parts is not None and parts.head not in _admitted:
        _admitted[parts.head] = external_kind(parts)
    return _look_up(
        spec,
        "; or name a player of your own: file.py:Class, package.module:Class, exec:COMMAND, "
        "kaggle:FILE.py",
    )


def external_kind(parts: "ExternalSpec") -> AgentKind:
    """Describe a player from outside; InvalidAgent if there is none of this text."""
    from fourfold.agents.engine.kind import exec_kind
    from fourfold.agents.external import describe as source
    from fourfold.agents.external import load
    from fourfold.agents.external.spec import Form

    if parts.form is Form.EXEC:
        return exec_kind(parts.head)
    if parts.form is Form.KAGGLE:
        from fourfold.agents.external.kaggle import kaggle_kind

        return kaggle_kind(parts.target)
    summary, options = source.check(parts)
    # A player may go to another folder while it is loaded, and is made again for its next game.
    absolute = replace(parts, target=str(Path(parts.target).absolute()))
    found = absolute if parts.form is Form.FILE else parts

    def make(**values: Value) -> Agent:
        return load.load_player(found, values)

    return AgentKind(
        parts.head,
        summary or f"A player from {parts.target}.",
        make,
        options,
        title=parts.title,
        is_external=True,
    )


def title_of(spec: str) -> str:
    """Return the title of an agent, also of one that is not known here."""
    _import_all()
    name = spec.partition(":")[0].strip()
    if name in _kinds:
        return _kinds[name].title
    parts = _external_parts(spec)
    return _with_a_capital(name) if parts is None else parts.title


def agent(spec: str, **hooks: object) -> Agent:
    """Make an agent from its text: `name`, `name:option=value,...`, or a player from outside.

    The text is one that you wrote: a player from outside is code that runs.

    hooks: what no text can say, for agents that take it (docs/hooks.md). `hard` and `threat` take
        `evaluation` and `batch`, `uct` also `playout`, `priors` and `scale`, `perfect` a `book`.

    >>> ff.agent("perfect").choose("7x6:4455").column
    2
    >>> ff.agent("uct:simulations=500,seed=3").choose("7x6:444").column
    4
    >>> ff.agent("hard:depth=2", evaluation=lambda position: 0).choose("7x6:44").evaluation
    0
    """
    kind, options = admit(spec)
    for name in hooks:
        if name not in kind.hooks:
            takes = f"it takes {', '.join(kind.hooks)}" if kind.hooks else "it takes none"
            raise InvalidAgent(
                f"the agent {describe(kind.name)} takes no {describe(name)} from Python; {takes}"
            )
    return kind.make(**options, **hooks)


# Entry points


@cache
def _entry_points() -> dict[str, str]:
    """Return the agents of installed packages: name -> `module:Class`."""
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group="fourfold.agents")}


def _installed(name: str) -> AgentKind | None:
    """Return the agent of an installed package; None if there is none that can be used."""
    value = _entry_points().get(name)
    return None if value is None else _entry_point_kind(name, value)


@cache  # of what is installed alone: a stranger's names would fill the memory
def _entry_point_kind(name: str, value: str) -> AgentKind | None:
    from fourfold.agents.external import spec as external

    parts = external.parse(value)
    if parts is None:
        return None
    try:
        return replace(external_kind(parts), name=name, title=_with_a_capital(name))
    except InvalidAgent:  # a package whose module has gone
        return None


def _external_parts(spec: object) -> "ExternalSpec | None":
    """Return the parts of a text that names a player from outside; None for all others."""
    from fourfold.agents.external import spec as external

    _import_all()
    if not isinstance(spec, str):
        return None
    name = spec.partition(":")[0].strip()
    return None if name in _kinds or name in _entry_points() else external.parse(spec)
