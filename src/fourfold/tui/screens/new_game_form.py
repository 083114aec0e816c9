"""The form of the new-game screen: its fields as texts, and the game that they describe."""

import secrets
from dataclasses import dataclass

from fourfold.agents.registry import look_up
from fourfold.errors import FourfoldError, InvalidNotation, InvalidRules
from fourfold.game import Mode, Participant, Record, TimeControl, check_players
from fourfold.game.players import HUMAN
from fourfold.rules import Rules
from fourfold.rules.notation import format_cell, parse_cell
from fourfold.support.checks import whole_number_in_text
from fourfold.tui.text.messages import sentence

BOARDS = (
    ("Classic, 7x6", "7x6"),
    ("Larger, 9x7", "9x7"),
    ("Largest, 12x12", "12x12"),
    ("A forbidden cell", "9x8-xd3"),
    ("A bonus cell", "7x6-bd3"),
    ("Both", "8x8-xd4-xe4-bd6"),
    ("Random, forbidden cell", "random"),
    ("Random, bonus cell", "random-bonus"),
    ("Custom", "custom"),
)
"""The boards that are offered by name."""

BEGINS = ("one", "two", "random")
"""Who makes the first move: the player named first, the other, or either at random."""


@dataclass(frozen=True, slots=True)
class PlayerFields:
    """The fields of one player: a person's name, or an agent and its changed options."""

    name: str = ""
    agent: str = "uct"
    options: str = ""

    def participant(self, is_human: bool) -> Participant:
        """Make the player; InvalidAgent says what is wrong."""
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
    one: PlayerFields = PlayerFields()
    two: PlayerFields = PlayerFields()
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
    def players(self) -> tuple[Participant, Participant]:
        """The two players, in the order of the form."""
        return (
            self.one.participant(self.mode is not Mode.AI_AI),
            self.two.participant(self.mode is Mode.HUMAN_HUMAN),
        )

    def check(self) -> None:
        """Raise the error that `record` would, without choosing anything at random."""
        check_players(self.players, self.rules)
        _ = self.control

    def record(self) -> Record:
        """Return the record of a new game."""
        self.check()
        one, two = self.players
        is_other = self.begins == "two" or (self.begins == "random" and secrets.randbelow(2) == 1)
        return Record(self.rules, (two, one) if is_other else (one, two), control=self.control)


def form_from_record(record: Record) -> Form:
    """Return the form for another game like this one."""
    mode = Mode.of(record.players)
    one, two = record.players
    is_other = mode is Mode.HUMAN_AI and two.is_human
    game_clock, _, move_clock = record.control.to_text().partition("/")
    return Form(
        mode=mode,
        one=_player_fields(two if is_other else one),
        two=_player_fields(one if is_other else two),
        begins="two" if is_other else "one",
        **board_fields(record.rules),
        game_clock=game_clock if record.control else "",
        move_clock=move_clock,
    )


def _player_fields(player: Participant) -> PlayerFields:
    if player.agent is None:
        return PlayerFields(name="" if player.name == HUMAN else player.name)
    agent = look_up(player.agent)[0].name
    options = player.agent.strip().removeprefix(agent).removeprefix(":")
    return PlayerFields(agent=agent, options=options)


def draw_rules(seed: str, bonus: bool) -> tuple[Rules, str]:
    """Return random rules and their seed: the one that was typed, or else a random one."""
    text = seed.strip() or str(secrets.randbelow(1_000_000))
    number = whole_number_in_text("the seed", text, 0, 2**64 - 1, error=InvalidRules)
    return Rules.random(number, bonus=bonus), text


def board_fields(rules: Rules) -> dict[str, str]:
    """Return a board as the texts of the form's fields."""
    return {
        "columns": str(rules.columns),
        "rows": str(rules.rows),
        "forbidden": " ".join(map(format_cell, rules.forbidden)),
        "bonus": "" if rules.bonus is None else format_cell(rules.bonus),
    }


def board_of(form: Form) -> str:
    """Return which of the boards offered by name a form has."""
    try:
        text = str(form.rules)
    except FourfoldError:
        return "custom"
    return text if text in {value for _, value in BOARDS} else "custom"


def _cells(text: str) -> list[str]:
    words = text.lower().replace(",", " ").split()
    for word in words:
        try:
            parse_cell(word)
        except InvalidNotation:
            raise InvalidNotation(
                f"'{word[:20]}' is not a cell: a cell is a letter and a number, such as d3"
            ) from None
    return words


def problem_of(form: Form) -> str:
    """Say what is wrong with a form, in a sentence; empty if nothing is."""
    try:
        form.check()
    except FourfoldError as error:
        return sentence(error)
    return ""
