"""What happens in a game, for whoever follows it: a screen, a server, a file."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from fourfold.agents import Decision
from fourfold.game.record import Ending, Ply
from fourfold.rules import Player


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece or a ban was dropped."""

    player: Player
    ply: Ply
    is_ban: bool


@dataclass(frozen=True, slots=True)
class Undone:
    """The last plies were taken back, and the ending if there was one."""

    plies: int


@dataclass(frozen=True, slots=True)
class Redone:
    """Plies that were taken back were played again."""

    plies: tuple[Ply, ...]


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A player offers a draw."""

    player: Player


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """A player declines the draw that the other offered, in words or by moving on."""

    player: Player


@dataclass(frozen=True, slots=True)
class Hinted:
    """Somebody told the player to move what he would do."""

    player: Player
    decision: Decision


@dataclass(frozen=True, slots=True)
class Paused:
    """The clock stands."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clock runs again."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    ending: Ending


Event = Moved | Undone | Redone | DrawOffered | DrawDeclined | Hinted | Paused | Resumed | Ended
Follower = Callable[[Event], None]


class Followers:
    """Those who want to hear of events, and the order in which they do."""

    def __init__(self) -> None:
        self._followers: list[Follower] = []
        self._waiting: deque[Event] = deque()
        self._telling = False

    def add(self, follower: Follower) -> Callable[[], None]:
        """Tell this one from now on; what is returned ends it."""
        self._followers.append(follower)

        def leave() -> None:
            if follower in self._followers:
                self._followers.remove(follower)

        return leave

    def tell(self, *events: Event) -> None:
        """Tell everybody.

        A follower may act on the game at once; everybody then hears of the first event before
        the second. When one raises an error the others are still told, and then it is raised.
        """
        self._waiting.extend(events)
        if self._telling:
            return
        self._telling = True
        first_error: BaseException | None = None
        try:
            while self._waiting:
                now = self._waiting.popleft()
                for follower in tuple(self._followers):
                    try:
                        follower(now)
                    except BaseException as error:
                        first_error = first_error or error
        finally:
            self._telling = False
        if first_error is not None:
            raise first_error
