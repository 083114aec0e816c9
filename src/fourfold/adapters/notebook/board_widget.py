"""The board as a widget: what Python sees of it, and what it does in threads.

The widget holds one game, a line of columns, and shows one position of it:

    game        4 4 5 5 6        the moves; what is played replaces everything after the position
    position    4 4 5            the first `ply` of them

An agent moves where it is to move and nothing follows: who steps back through a game is left in
peace. Agents and analyses run in threads, so that other cells run meanwhile; every change of the
board's state is made under one lock, by whichever thread has the news.
"""

import threading
import time
from pathlib import Path
from typing import Any

import anywidget
from traitlets import Any as AnyTrait
from traitlets import Bool, Dict, Unicode, observe
from traitlets.utils.bunch import Bunch

from fourfold.adapters.notebook.analysis_worker import AnalysisWorker
from fourfold.adapters.notebook.bundle import join_modules, join_sheets
from fourfold.adapters.notebook.seats import Seat, named_seat, seat_of
from fourfold.adapters.notebook.traits import MovesTrait, PlyTrait, PositionTrait
from fourfold.adapters.notebook.view import Shown, undo_to
from fourfold.analysis.analyst import Analysis
from fourfold.errors import InvalidOption, describe
from fourfold.game import Record
from fourfold.game.runner import Thought
from fourfold.rules import FIRST, SECOND, Player, Position, Rules, as_position
from fourfold.rules.notation import column_label
from fourfold.search import Limit, Score
from fourfold.support.checks import as_int

_HERE = Path(__file__).parent
_SHEETS = _HERE.parent.parent / "web" / "static" / "css"
_PAGE_SHEETS = ("tokens", "base", "buttons", "board", "evaluation")
_BETWEEN_AGENTS = 0.5  # seconds between two moves of agents that play each other


class BoardWidget(anywidget.AnyWidget):
    """A board to click on: two people, or against agents, or to step through a game.

    start: a position or its text, rules, or the record of a game. A record is shown from its
        beginning, to step through.
    first, second: who plays: None for a person at the notebook, or whatever `ff.match` takes: an
        agent spec such as `uct:seconds=1`, a class, an instance or a function of a position.
    show_scores: whether what each column leads to is shown below the board.
    seconds: how long the analysis for that may take for each position.

    `position`, `moves` and `ply` can be set and observed, `turn`, `outcome`, `scores`, `analysis`
    and `thinking` observed. An observer may be called from another thread.
    """

    _esm = Unicode(join_modules(_HERE / "widget.js")).tag(sync=True)
    _style = Unicode(
        join_sheets([*(_SHEETS / f"{name}.css" for name in _PAGE_SHEETS), _HERE / "widget.css"])
    ).tag(sync=True)
    _view = Dict().tag(sync=True)

    position = PositionTrait(help="The position that is shown.")
    moves = MovesTrait(help="The columns that led to it, counted from 0.")
    ply = PlyTrait(help="How many plies of the game are shown.")
    turn = AnyTrait(read_only=True, help="The player to move: FIRST or SECOND.")
    outcome = AnyTrait(None, read_only=True, help="How the game ended, or None.")
    thinking = Bool(False, read_only=True, help="Whether an agent is thinking.")
    show_scores = Bool(False, help="Whether the scores of the columns are shown.")
    scores: "Dict[int, Score]" = Dict(
        read_only=True, help="The proven scores by column, while scores are shown."
    )
    analysis = AnyTrait(None, read_only=True, help="What is known of all columns, or None.")

    def __init__(
        self,
        start: Position | Rules | Record | str | None = None,
        *,
        first: Any = None,
        second: Any = None,
        show_scores: bool = False,
        seconds: float = 2.0,
    ) -> None:
        whole, ply, seats = _checked_start(start, seat_of(first), seat_of(second))
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._seats = seats
        self.check_rules(whole.rules)
        self._is_record = isinstance(start, Record)
        self._start, self._start_ply = whole, ply
        self._game = self._shown = whole
        self._thought: Thought | None = None
        self._worker = AnalysisWorker(Limit(seconds), self._lock, self._show_analysis)
        self._answered = 0
        super().__init__()
        self.on_msg(self._receive)
        self.set_trait("show_scores", show_scores)
        self._show(whole, ply)

    # What Python sees besides the traits

    @property
    def game(self) -> tuple[int, ...]:
        """All columns of the game, also those after the position that is shown."""
        return self._game.moves

    @property
    def record(self) -> Record:
        """The game as a record, for `ff.review` or a file."""
        players = (self._seats[FIRST].participant(), self._seats[SECOND].participant())
        return Record.from_position(self._game, players)

    def check_rules(self, rules: Rules) -> None:
        """Raise InvalidAgent if one of the agents does not play these rules."""
        for seat in self._seats.values():
            seat.check(rules)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until no agent is thinking, at most this long; return True if none is.

        In a notebook the agents need no waiting: this is for programs, and for cells that go on
        with the answer.
        """
        with self._changed:
            return self._changed.wait_for(lambda: self._thought is None, seconds)

    def new_game(self) -> None:
        """Begin again with what the widget was made with."""
        self._show(self._start, self._start_ply)

    def undo(self) -> None:
        """Take back the last ply of a person, and what an agent has answered."""
        with self._lock:
            back_to = undo_to(self.position, self._seats)
            if back_to is None:
                raise InvalidOption("there is no ply of a person to take back")
            self._show(_first_plies(self.position, back_to), back_to)

    def close(self) -> None:
        """Stop the agents and the analysis, and remove the widget from the notebook."""
        if hasattr(self, "_worker"):  # also called for one that could not be made
            with self._lock:
                self._stop_thinking()
                self._worker.stop()
        super().close()

    def __repr__(self) -> str:
        return f"<BoardWidget {self.position.to_text()}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        if isinstance(bundle, tuple):
            # For whoever opens the notebook without a kernel, and on pages that show no widgets.
            bundle[0]["image/svg+xml"] = self.position._repr_svg_()
        return bundle

    # Changes of the state

    def _show(self, game: Position, ply: int, message: str = "") -> None:
        """Show the position after so many plies of a game, and let an agent move if it is due."""
        with self._changed:
            self._stop_thinking()
            position = _first_plies(game, ply)
            is_new = position != self._shown
            self._game, self._shown = game, position
            is_due = ply == game.ply and not message and self._agent_is_due(position)
            if is_due:
                self._start_thinking(position)
            self._set(
                position=position,
                moves=position.moves,
                ply=position.ply,
                turn=position.turn,
                outcome=position.outcome,
                thinking=is_due,
            )
            if is_new:
                self._forget_analysis()
            self._start_analysing()
            self._update_view(message)
            self._changed.notify_all()

    def _set(self, **values: Any) -> None:
        """Set traits together: whoever observes one of them sees all others changed as well."""
        changes = []
        for name, new in values.items():
            old = self._trait_values.get(name)
            if name not in self._trait_values or old != new:
                self._trait_values[name] = new
                changes.append(Bunch(name=name, old=old, new=new, owner=self, type="change"))
        for change in changes:
            self.notify_change(change)

    def _update_view(self, message: str = "") -> None:
        shown = Shown(
            self.position,
            self._game.ply,
            self._seats,
            is_record=self._is_record,
            is_thinking=self._thought is not None,
            analysis=self.analysis,
            show_scores=self.show_scores,
            is_analysing=self._worker.is_running,
            message=message,
            answered=self._answered,
        )
        self._set(_view=shown.to_json())

    @observe("position", "moves", "ply")
    def _follow_python(self, change: Any) -> None:
        """Show what a program has set; after a change of our own there is nothing to do."""
        with self._lock:
            match change.name:
                case "ply" if change.new != self._shown.ply:
                    self._show(self._game, change.new)
                case "moves" if change.new != self._shown.moves:
                    self._show(Position(self._shown.rules, change.new), len(change.new))
                case "position" if change.new != self._shown:
                    self._show(change.new, change.new.ply)

    @observe("show_scores")
    def _follow_show_scores(self, change: Any) -> None:
        if "position" not in self._trait_values:
            return
        with self._lock:
            if not change.new:
                self._forget_analysis()
            self._start_analysing()
            self._update_view()

    # What the page asks for

    def _receive(self, widget: Any, content: Any, buffers: Any) -> None:
        with self._lock:
            number = as_int(content.get("number"))
            self._answered = max(self._answered, number or 0)
            match content:
                case {"kind": "choose", "column": int(column), "ply": self.ply}:
                    self._choose(column)
                case {"kind": "step", "ply": int(ply)} if 0 <= ply <= self._game.ply:
                    self._step_to(ply)
                case {"kind": "step", "by": int(by)}:
                    self._step_to(max(0, min(self.ply + by, self._game.ply)))
                case {"kind": "undo"} if undo_to(self.position, self._seats) is not None:
                    self.undo()
                case {"kind": "new"}:
                    self.new_game()
                case {"kind": "scores", "on": bool(on)}:
                    self.show_scores = on
                case _:  # a click on a position that has changed meanwhile
                    pass
            self._update_view(self._view.get("message", ""))

    def _step_to(self, ply: int) -> None:
        if ply != self.ply:
            self._show(self._game, ply)

    def _choose(self, column: int) -> None:
        position = self.position
        if column in position.legal_columns and self._seats[position.turn].is_person:
            after = position.play(column)
            if self._game.moves[: after.ply] == after.moves:  # what was played next anyway
                self._show(self._game, after.ply)
            else:
                self._show(after, after.ply)
        else:
            self._update_view(self._refusal(column))

    def _refusal(self, column: int) -> str:
        position = self.position
        if position.outcome is not None:
            return "The game is over: begin a new one, or take a move back."
        seat = self._seats[position.turn]
        if not seat.is_person:
            doing = "is thinking" if self._thought is not None else "is to move here"
            return f"It is not your turn: {seat.name} {doing}."
        width = position.rules.columns
        free = ", ".join(column_label(each, width) for each in position.legal_columns)
        if 0 <= column < width:
            return f"Column {column_label(column, width)} has no room: you can play {free}."
        return f"There is no such column: you can play {free}."

    # Agents

    def _agent_is_due(self, position: Position) -> bool:
        return position.outcome is None and not self._seats[position.turn].is_person

    def _start_thinking(self, position: Position) -> None:
        agent = self._seats[position.turn].agent
        assert agent is not None
        thought = Thought(agent, position, watched=True)
        self._thought = thought
        threading.Thread(
            target=self._await, args=(thought,), name="fourfold-widget", daemon=True
        ).start()

    def _await(self, thought: Thought) -> None:
        """Wait for the agent, and play its move if the board still shows its position."""
        thought.wait()
        if not any(seat.is_person for seat in self._seats.values()):
            time.sleep(_BETWEEN_AGENTS)
        with self._lock:
            if self._thought is not thought:
                return
            self._thought = None
            fault = thought.fault()
            if fault is not None:
                name = self._seats[thought.position.turn].name
                self._show(self._game, self.ply, f"{name} {fault.what}.")
            else:
                after = thought.position.play(thought.decision.column)
                self._show(after, after.ply)

    def _stop_thinking(self) -> None:
        if self._thought is not None:
            self._thought.stop.request()
            self._thought = None

    # Scores

    def _start_analysing(self) -> None:
        is_known = self._worker.is_running or self.analysis is not None
        if self.show_scores and not is_known and self.position.outcome is None:
            self._worker.start(self.position)

    def _show_analysis(self, found: Analysis) -> None:
        known = found.columns.items()
        scores = {column: each.score for column, each in known if each.score is not None}
        self._set(analysis=found, scores=scores)
        self._update_view(self._view.get("message", ""))

    def _forget_analysis(self) -> None:
        self._worker.stop()
        self._set(analysis=None, scores={})


def _checked_start(
    start: object, first: Seat, second: Seat
) -> tuple[Position, int, dict[Player, Seat]]:
    """Return the game, how much of it is shown, and who plays."""
    seats = {FIRST: first, SECOND: second}
    if start is None:
        return Position(), 0, seats
    if isinstance(start, Rules):
        return Position(start), 0, seats
    if isinstance(start, Record):
        if not (first.is_person and second.is_person):
            raise InvalidOption(
                "the record of a game is shown as it was played; to play on from its end, "
                "give its last position: BoardWidget(record.position, second=...)"
            )
        named = dict(zip(Player, map(named_seat, start.players), strict=True))
        return start.position, len(start.opening), named
    if isinstance(start, Position | str):
        position = as_position(start)
        return position, position.ply, seats
    raise InvalidOption(
        f"the board starts with {describe(start)}, but must start with a position or its text, "
        "rules, or the record of a game"
    )


def _first_plies(position: Position, plies: int) -> Position:
    """Return the position after the first plies of a game."""
    if plies == position.ply:
        return position
    return Position(position.rules, position.moves[:plies])
