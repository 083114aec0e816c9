"""What a lesson is: its steps, and what each step says."""

from collections.abc import Mapping
from dataclasses import dataclass

from fourfold.lessons.claims import Claim
from fourfold.rules import Position


@dataclass(frozen=True)
class Step:
    """A position in which the player to move looks for the right column."""

    position: Position
    prompt: str
    accepted: tuple[int, ...]
    """The right columns."""
    right: Mapping[int, str]
    """What is said to each of them."""
    wrong: Mapping[int, str]
    """What is said to wrong columns."""
    claims: tuple[Claim, ...]
    other: str | None = None
    """What is said to the wrong columns that are not in `wrong`; None if the coach speaks then."""
    fastest: bool = False
    """Whether only the quickest win (or the slowest loss) is right, not every win."""
    study: bool = False
    """Whether the scores of the columns and the threats are shown."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything that was written for this step, each text once."""
        written = [self.prompt, *self.right.values(), *self.wrong.values()]
        return tuple(dict.fromkeys(written if self.other is None else [*written, self.other]))


@dataclass(frozen=True)
class Lesson:
    """A title, a few words, and the steps."""

    id: str
    title: str
    summary: str
    """One line for the list of lessons."""
    intro: str
    """What is taught, before the first step."""
    steps: tuple[Step, ...]
