"""Clocks: how long each player may take for the whole game, for one move, or for both.

A clock asks the time of a function that it is given, so that tests and replays can bring their own.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from fourfold.errors import InvalidOption, describe
from fourfold.rules import Player

Now = Callable[[], float]
"""Tells the time in seconds, from any beginning, never going back."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The seconds that each player may take; None is without limit.

    A ban is a move of its own here: `move` is the time for one ply.
    """

    game: float | None = None
    """For a whole game."""
    move: float | None = None
    """For one ply."""
    increment: float = 0.0
    """Seconds that are added to the time for the game after each own ply."""

    def __post_init__(self) -> None:
        for name in ("game", "move"):
            value = getattr(self, name)
            if value is not None and not (_is_number(value) and value > 0):
                raise InvalidOption(
                    f"the seconds for a {name} are {describe(value)}, but must be a number above 0"
                )
        if not (_is_number(self.increment) and self.increment >= 0):
            raise InvalidOption(
                f"the increment is {describe(self.increment)}, but must be a number of seconds, "
                "0 or more"
            )
        if self.increment and self.game is None:
            raise InvalidOption(
                f"the increment is {self.increment:g} s, but there is no time for the game "
                "that it could be added to"
            )

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read `GAME+INCREMENT/MOVE`, or a part of it such as `GAME` or `/MOVE`; or `none`.

        Each is in seconds, or in minutes and seconds.

        >>> from fourfold.game import TimeControl
        >>> TimeControl.parse("5:00+2/10")
        TimeControl(game=300.0, move=10.0, increment=2.0)
        """
        whole, slash, move = text.strip().partition("/")
        game, plus, increment = whole.partition("+")
        if text.strip() in ("", "none"):
            return NO_CLOCK
        try:
            if (slash and not move.strip()) or (plus and not increment.strip()):
                raise ValueError
            return cls(_seconds(game), _seconds(move), _seconds(increment) or 0.0)
        except (ValueError, InvalidOption):
            raise InvalidOption(
                f"the clock is {describe(text)}, but must be seconds above 0 for the game such as "
                "'300' or '5:00', with an increment such as '300+2', for a move such as '/10', "
                "for both such as '300/10', or 'none'"
            ) from None

    def to_text(self) -> str:
        """Return the text that `parse` reads, such as `300+2/10`; `none` without a clock."""
        if not self:
            return "none"
        game = "" if self.game is None else _in_digits(self.game)
        increment = f"+{_in_digits(self.increment)}" if self.increment else ""
        move = "" if self.move is None else f"/{_in_digits(self.move)}"
        return f"{game}{increment}{move}"

    def __bool__(self) -> bool:
        return self.game is not None or self.move is not None

    def __str__(self) -> str:
        parts = [
            f"{value:g} s a {name}"
            for name, value in (("game", self.game), ("move", self.move))
            if value is not None
        ]
        if self.increment:
            parts[0] += f" plus {self.increment:g} s after each move"
        return " and ".join(parts) or "no clock"


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]


def _in_digits(seconds: float) -> str:
    """Return all digits of a number, and never an exponent, whose sign would be an increment's."""
    return f"{Decimal(repr(seconds)):f}".removesuffix(".0")


def _seconds(text: str) -> float | None:
    """Parse seconds, or minutes and seconds; None for an empty text."""
    if not text.strip():
        return None
    if not text.isascii() or "_" in text or "+" in text:
        raise ValueError
    minutes, colon, seconds = text.rpartition(":")
    if not colon:
        return float(seconds)
    if not minutes.strip().isdigit() or len(minutes) > 6 or not 0 <= float(seconds) < 60:
        raise ValueError
    return 60 * int(minutes) + float(seconds)


NO_CLOCK = TimeControl()
"""No limit for either player."""

Left = tuple[float | None, float | None]
"""The seconds that FIRST and SECOND have left for the game."""


class Clock:
    """The clock of a game; it runs for the player to move."""

    def __init__(self, control: TimeControl, now: Now, player: Player) -> None:
        self.control = control
        self._now = now
        self._left: list[float | None] = [control.game, control.game]
        self._spent = 0.0  # on this ply, before the clock was last paused
        self._since: float | None = now()  # when it last began to run; None while it is paused
        self._player = player

    @property
    def spent(self) -> float:
        """Seconds that the player to move has taken for this ply so far."""
        running = 0.0 if self._since is None else self._now() - self._since
        return self._spent + running

    def left(self, player: Player) -> float | None:
        """Return the seconds that a player has left for the game; below 0 if exceeded."""
        left = self._left[player.value]
        return left if left is None or player is not self._player else left - self.spent

    @property
    def budget(self) -> float | None:
        """Seconds that the player to move may still think about this ply; None without limit."""
        move = None if self.control.move is None else self.control.move - self.spent
        game = self.left(self._player)
        return min((value for value in (move, game) if value is not None), default=None)

    def is_out(self, margin: float = 0.0) -> bool:
        """Return True if the player to move has exceeded their time by more than `margin`."""
        budget = self.budget
        return budget is not None and budget + margin < 0

    @property
    def is_running(self) -> bool:
        """Whether time passes for the player to move."""
        return self._since is not None

    def pause(self) -> None:
        """Stop counting time."""
        self._spent = self.spent
        self._since = None

    def resume(self) -> None:
        """Go on counting time."""
        if self._since is None:
            self._since = self._now()

    def end_ply(self, player: Player, spent: float | None = None) -> float:
        """Subtract the time of this ply, add the increment, and run for `player` next.

        Returns the seconds that the ply took: those that passed, unless `spent` gives others.
        """
        spent = self.spent if spent is None else spent
        left = self._left[self._player.value]
        if left is not None:
            self._left[self._player.value] = max(0.0, left - spent) + self.control.increment
        self._begin(player)
        return spent

    def snapshot(self) -> Left:
        """Return what both players had left when this ply began."""
        return self._left[0], self._left[1]

    def restore(self, left: Left, player: Player) -> None:
        """Set what both players have left, and begin this player's ply anew."""
        self._left = list(left)
        self._begin(player)

    def continue_ply(self, spent: float, running: bool) -> None:
        """Continue a ply that has taken so many seconds already."""
        self._spent = spent
        self._since = self._now() if running else None

    def _begin(self, player: Player) -> None:
        self._player = player
        self._spent = 0.0
        if self._since is not None:
            self._since = self._now()
