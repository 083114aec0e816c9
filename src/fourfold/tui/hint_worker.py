"""Computes tips for the current position, in a thread of their own, while they are switched on."""

from fourfold.analysis.hint_agent import HintAgent
from fourfold.game import GameSession, Thought, hint
from fourfold.tui.text import column_hints
from fourfold.tui.widgets.board import Hint


class Tips:
    """Fills the hint row for the person to move."""

    def __init__(self) -> None:
        self.is_on = False
        self.shown: dict[int, Hint] | None = None
        self._agent: HintAgent | None = None  # created when it is first needed: it takes memory
        self._thought: Thought | None = None

    def toggle(self) -> None:
        """Switch tips on or off."""
        self.is_on = not self.is_on
        self.forget()

    def forget(self) -> None:
        """Clear the hint row, and stop the analysis that is running."""
        if self._thought is not None:
            self._thought.stop.request()
        self._thought = None
        self.shown = None

    def follow(self, session: GameSession) -> None:
        """Clear tips that are for another position than the current one."""
        if self._thought is None or self._thought.position is not session.game.position:
            self.forget()

    def poll(self, session: GameSession) -> str | None:
        """Start an analysis or take over its result; return a message for the player, or None.

        It does not wait; the screen calls it again and again.
        """
        thought = self._thought
        if thought is None:
            if not self.is_on or self.shown is not None or not session.is_persons_turn:
                return None
            self._agent = self._agent or HintAgent()
            self._thought = Thought(self._agent, session.game.position, watched=True)
            return "Looking for a tip…"
        if not thought.is_done:
            if self.shown is None and thought.thinking is not None:
                self.shown = column_hints.of_thinking(thought.thinking)
            return None
        self._thought = None
        if session.game.is_over or thought.position is not session.game.position:
            return None
        fault = thought.fault()
        if fault is not None:
            self.is_on = False
            return f"There is no tip: the analysis {fault.what}."
        decision = hint(session.game, thought)
        self.shown = column_hints.of_decision(decision)
        return column_hints.in_words(decision, session.game.position)
