"""Tips: advice on the present position, worked out in a thread of its own while they are on."""

from fourfold.game import Adviser, Table, Thought, hint
from fourfold.tui import hints
from fourfold.tui.board import Hint


class Tips:
    """What the hint row shows for the person to move."""

    def __init__(self) -> None:
        self.is_on = False
        self.shown: dict[int, Hint] | None = None
        self._adviser: Adviser | None = None  # made when it is first asked: it takes memory
        self._thought: Thought | None = None

    def toggle(self) -> None:
        """Switch them on or off."""
        self.is_on = not self.is_on
        self.forget()

    def forget(self) -> None:
        """Drop what is known and what is being worked out."""
        if self._thought is not None:
            self._thought.stop.request()
        self._thought = None
        self.shown = None

    def follow(self, table: Table) -> None:
        """Drop what is about another position than the present one."""
        if self._thought is None or self._thought.position is not table.game.position:
            self.forget()

    def look(self, table: Table) -> str | None:
        """Do what is to be done now, without waiting; a remark if there is something to say."""
        thought = self._thought
        if thought is None:
            if not self.is_on or self.shown is not None or not table.is_persons_turn:
                return None
            self._adviser = self._adviser or Adviser()
            self._thought = Thought(self._adviser, table.game.position, watched=True)
            return "Looking for a tip…"
        if not thought.is_done:
            if self.shown is None and thought.thinking is not None:
                self.shown = hints.of_thinking(thought.thinking)
            return None
        self._thought = None
        if table.game.is_over or thought.position is not table.game.position:
            return None
        fault = thought.fault()
        if fault is not None:
            self.is_on = False
            return f"There is no tip: the adviser {fault[1]}."
        decision = hint(table.game, thought)
        self.shown = hints.of_decision(decision)
        return hints.in_words(decision, table.game.position)
