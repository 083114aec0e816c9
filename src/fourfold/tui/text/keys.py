"""Which key does what, the same on every board.

The letters a to l and the digits are columns, as in the notation. Commands take the letters from
m on, so that none of them is ever a column, however wide the board is.
"""

from textual.binding import Binding, BindingType

from fourfold.game import GameSession, Mode

GAME: list[BindingType] = [
    Binding("left", "point(-1)", "Left", show=False),
    Binding("right", "point(1)", "Right", show=False),
    Binding("home", "point_at(0)", "First column", show=False),
    Binding("end", "point_at(-1)", "Last column", show=False),
    Binding("enter,down", "drop", "Drop", show=False),
    Binding("space", "space", "Drop or pause", show=False),
    Binding("p", "pause", "Pause"),
    Binding("p", "go_on", "Go on"),
    Binding("full_stop", "step", "Step", key_display="."),
    Binding("plus,equals_sign", "speed(1)", "Faster", key_display="+"),
    Binding("minus", "speed(-1)", "Slower", key_display="-"),
    Binding("m", "hurry", "Move now"),
    # The same, not shown: with two agents there are so many keys that the last would not fit.
    Binding("m", "hurry_one_of_two", "Move now", show=False),
    Binding("u", "undo", "Undo"),
    Binding("r", "redo", "Redo"),
    Binding("t", "hint", "Tip"),
    Binding("z", "review", "Review"),
    Binding("w", "draw", "Draw"),
    Binding("x", "resign", "Resign"),
    Binding("s", "save", "Save"),
    Binding("o", "open", "Open"),
    Binding("n", "new", "New"),
    Binding("v", "view", "View", show=False),
    Binding("question_mark,f1", "help", "Help", key_display="?"),
    Binding("q", "quit", "Quit"),
]

HELP = (
    ("Dropping a piece, or the ban that is due", (
        ("1-9 or a-l", "in that column, on every board"),
        ("← → Enter", "choose a column and drop; Space and ↓ drop too"),
        ("mouse", "click on any cell of a column"),
    )),
    ("The game", (
        ("u, r", "undo and redo; against an agent, to your own move"),
        ("t", "tips: + wins, - loses, = draws, % estimated chance"),
        ("z", "review a game that is over: what each move gave away"),
        ("m", "make the agent move now"),
        ("w, x", "offer or accept a draw; resign"),
        ("s, o, n", "save; open a saved game; new game"),
        ("v", "view: other colours"),
        ("q", "quit, offering to save"),
    )),
    ("Agent against agent", (
        ("p or Space", "pause and go on"),
        (". + -", "one move; faster; slower"),
    )),
)  # fmt: skip
"""What the help shows."""


def is_available(action: str, session: GameSession) -> bool | None:
    """Return True if a key does something now, False to hide it, None to show it dimmed."""
    game = session.game
    two_agents = session.mode is Mode.AI_AI
    match action:
        case "pause":
            return two_agents and not game.is_over and not session.is_paused
        case "go_on":
            return two_agents and not game.is_over and session.is_paused
        case "step" | "speed":
            return two_agents and not game.is_over
        case "hurry":
            return session.is_thinking and not two_agents
        case "hurry_one_of_two":
            return session.is_thinking and two_agents
        case "hint":
            return not two_agents and not game.is_over and not session.is_thinking
        case "review":
            return game.is_over and bool(game.plies)
        case "draw" | "resign":
            return not two_agents and not game.is_over
        case "undo":
            return True if game.can_undo else None
        case "redo":
            return True if game.can_redo else None
        case _:
            return True
