"""What the new-game screen asks for, as texts, and the game that they mean."""

import secrets
from dataclasses import dataclass

from fourfold.errors import FourfoldError, InvalidNotation, InvalidRules
from fourfold.game import Mode, Participant, Record, TimeControl, check_seats
from fourfold.game.players import HUMAN
from fourfold.rules import Rules
from fourfold.rules.notation import format_cell, parse_cell
from fourfold.tui.words import sentence

BOARDS = (
    ("Classic, 7x6", "7x6"),
    ("Larger, 9x7", "9x7"),
    ("Largest, 12x12", "12x12"),
    ("A forbidden cell", "9x8-xd3"),
    ("A bonus cell", "7x6-bd3"),
    ("Both", "8x8-xd4-xe4-bd6"),
    ("Random, forbidden cell", "random"),
    ("Random, bonus cell", "random-bonus"),
    ("My own", "own"),
)
"""The boards that are offered by name."""

BEGINS = ("one", "two", "lot")
"""Who makes the first move: the one named first, the other, or whoever is drawn."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits on one side: a person by name, or an agent with the options that were changed."""

    name: str = ""
    agent: str = "uct"
    options: str = ""

    def participant(self, is_human: bool) -> Participant:
        """The player; InvalidAgent says what is wrong."""
        if is_human:
            return (
                Participant.human(self.name.strip()) if self.name.strip() else Participant.human()
            )
        spec = f"{self.agent}:{self.options.strip()}" if self.options.strip() else self.agent
        return Participant.of_agent(spec)


@dataclass(frozen=True, slots=True)
class Form:
    """Everything that a new game needs, as it is typed."""

    mode: Mode = Mode.HUMAN_AI
    one: Seat = Seat()
    two: Seat = Seat()
    begins: str = "one"
    columns: str = "7"
    rows: str = "6"
    forbidden: str = ""
    bonus: str = ""
    seed: str = ""
    game_clock: str = ""
    move_clock: str = ""

    @property
    def rules(self) -> Rules:
        """The board; an error says what is wrong with it."""
        sides = []
        for name, text in (("columns", self.columns), ("rows", self.rows)):
            if not text.strip().isascii() or not text.strip().isdigit() or len(text) > 4:
                raise InvalidRules(f"the number of {name} is '{text}', but must be 4 to 12")
            sides.append(int(text))
        marks = "".join(f"-x{cell}" for cell in _cells(self.forbidden))
        marks += "".join(f"-b{cell}" for cell in _cells(self.bonus))
        return Rules.parse(f"{sides[0]}x{sides[1]}{marks}")

    @property
    def control(self) -> TimeControl:
        """The clock; InvalidOption says what is wrong with it."""
        game, move = self.game_clock.strip(), self.move_clock.strip()
        return TimeControl.parse(f"{game}/{move}" if move else game)

    @property
    def seats(self) -> tuple[Participant, Participant]:
        """The two, in the order of the form."""
        return (
            self.one.participant(self.mode is not Mode.AI_AI),
            self.two.participant(self.mode is Mode.HUMAN_HUMAN),
        )

    def check(self) -> None:
        """Raise the error that `record` would, without drawing lots."""
        check_seats(self.seats, self.rules)
        _ = self.control

    def record(self) -> Record:
        """The game, not begun."""
        self.check()
        one, two = self.seats
        is_other = self.begins == "two" or (self.begins == "lot" and secrets.randbelow(2) == 1)
        return Record(self.rules, (two, one) if is_other else (one, two), control=self.control)


def form_of(record: Record) -> Form:
    """The form that would have asked for a game like this, to propose another."""
    mode = Mode.of(record.players)
    one, two = record.players
    is_other = mode is Mode.HUMAN_AI and two.is_human
    control = record.control
    return Form(
        mode=mode,
        one=_seat(two if is_other else one),
        two=_seat(one if is_other else two),
        begins="two" if is_other else "one",
        **texts_of(record.rules),
        game_clock="" if control.game is None else f"{control.game:g}",
        move_clock="" if control.move is None else f"{control.move:g}",
    )


def _seat(player: Participant) -> Seat:
    if player.agent is None:
        return Seat(name="" if player.name == HUMAN else player.name)
    agent, _, options = player.agent.partition(":")
    return Seat(agent=agent.strip(), options=options)


def draw_rules(seed: str, bonus: bool) -> tuple[Rules, str]:
    """Random rules from a seed that was typed, or from one that is made up; and the seed."""
    text = seed.strip() or str(secrets.randbelow(1_000_000))
    if not (text.isascii() and text.isdigit()) or len(text) > 20:
        raise InvalidRules(f"the seed is '{text}', but must be a whole number from 0 to 2**64 - 1")
    return Rules.random(int(text), bonus=bonus), text


def texts_of(rules: Rules) -> dict[str, str]:
    """A board as the fields of the form have it."""
    return {
        "columns": str(rules.columns),
        "rows": str(rules.rows),
        "forbidden": " ".join(map(format_cell, rules.forbidden)),
        "bonus": "" if rules.bonus is None else format_cell(rules.bonus),
    }


def board_of(form: Form) -> str:
    """Which of the boards that are offered by name a form has."""
    try:
        text = str(form.rules)
    except FourfoldError:
        return "own"
    return text if text in {value for _, value in BOARDS} else "own"


def _cells(text: str) -> list[str]:
    words = text.lower().replace(",", " ").split()
    for word in words:
        try:
            parse_cell(word)
        except InvalidNotation:
            raise InvalidNotation(
                f"'{word[:20]}' is no cell: a cell is a letter and a number, such as d3"
            ) from None
    return words


def problem_of(form: Form) -> str:
    """What is wrong with a form, as a sentence; empty if nothing is."""
    try:
        form.check()
    except FourfoldError as error:
        return sentence(error)
    return ""
