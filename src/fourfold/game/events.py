"""Events of a game, and their subscribers: a screen, a file, a server."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from fourfold.agents import Decision
from fourfold.game.record import Ending, Ply
from fourfold.rules import Player


@dataclass(frozen=True, slots=True)
class PlyPlayed:
    """A piece or a ban was dropped."""

    player: Player
    ply: Ply
    is_ban: bool


@dataclass(frozen=True, slots=True)
class PliesUndone:
    """The last plies were taken back, and the ending if there was one."""

    plies: int


@dataclass(frozen=True, slots=True)
class PliesRedone:
    """Plies that were taken back were played again."""

    plies: tuple[Ply, ...]


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player offers a draw."""

    player: Player


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """A player declines the opponent's draw offer, expressly or by moving."""

    player: Player


@dataclass(frozen=True, slots=True)
class HintGiven:
    """The player to move was given a hint."""

    player: Player
    decision: Decision


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """The clock was paused."""


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clock runs again."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    ending: Ending


Event = (
    PlyPlayed
    | PliesUndone
    | PliesRedone
    | DrawOffered
    | DrawDeclined
    | HintGiven
    | ClockPaused
    | ClockResumed
    | GameEnded
)
Subscriber = Callable[[Event], None]


class Subscribers:
    """The subscribers of one game, and the events that they have not heard of yet."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []
        self._queue: deque[Event] = deque()
        self._is_publishing = False

    def add(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call this with every event from now on; the function that is returned ends that."""
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def publish(self, *events: Event) -> None:
        """Call all subscribers with these events.

        A subscriber may act on the game at once; all of them then hear of the first event before
        the second. When one raises an error the others are still called, then the error is raised.
        """
        self._queue.extend(events)
        if self._is_publishing:
            return
        self._is_publishing = True
        first_error: BaseException | None = None
        try:
            while self._queue:
                event = self._queue.popleft()
                for subscriber in tuple(self._subscribers):
                    try:
                        subscriber(event)
                    except BaseException as error:
                        first_error = first_error or error
        finally:
            self._is_publishing = False
        if first_error is not None:
            raise first_error
