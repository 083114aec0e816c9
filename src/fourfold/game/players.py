"""The players of a game: people, and agents with their options."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fourfold.agents.options import Value
from fourfold.agents.registry import look_up
from fourfold.errors import InvalidAgent

HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Participant:
    """A player as a record keeps it: a name, and for an agent its spec and all option values.

    It holds no agent, only what is needed to make one again.
    """

    name: str
    """What people call the player."""
    agent: str | None = None
    """The agent's spec, such as `uct:seconds=1`; None for a person."""
    options: Mapping[str, Value] = field(default_factory=dict, hash=False)
    """Every option of the agent, also those left at their defaults."""

    @property
    def is_human(self) -> bool:
        """Whether a person plays."""
        return self.agent is None

    @classmethod
    def human(cls, name: str = HUMAN) -> "Participant":
        """Make a person."""
        return cls(name)

    @classmethod
    def of_agent(cls, spec: str, name: str | None = None) -> "Participant":
        """Make an agent from its spec; InvalidAgent says what is wrong with it."""
        _, options = look_up(spec)
        text = spec.strip()
        return cls(text if name is None else name, text, options)

    @classmethod
    def parse(cls, text: str) -> "Participant":
        """Read `human`, `human:NAME`, or the spec of an agent."""
        if isinstance(text, str):
            word, colon, name = text.strip().partition(":")
            if word == HUMAN:
                if colon and not name.strip():
                    raise InvalidAgent("a name was expected after 'human:'")
                return cls.human(name.strip() if colon else HUMAN)
        return cls.of_agent(text)

    def __str__(self) -> str:
        return self.name
