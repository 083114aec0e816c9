"""Which agents can be exported for Kaggle, as which players, and the file that comes of it."""

import json
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from fourfold.agents.classic import DEPTHS
from fourfold.agents.kaggle_export.book import COLUMNS, ROWS, book_text, shorter_book_text
from fourfold.agents.kaggle_export.join import joined_source
from fourfold.agents.minimax import weight_options
from fourfold.agents.options import Value
from fourfold.agents.registry import look_up
from fourfold.errors import InvalidAgent, describe
from fourfold.rules import STANDARD
from fourfold.search.book.book import shipped
from fourfold.search.evaluation import ClassicWeights, HardWeights, ThreatWeights, Weights
from fourfold.search.uct import C, Policy

Options = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Export:
    """An agent as a player of `parts`."""

    module: str
    """The module of `parts` that has the player."""
    player: str
    """The player's class."""
    arguments: Mapping[str, object]
    """Its arguments; a text of an opening book is written as its `OpeningBook`."""
    notes: tuple[str, ...] = ()
    """What to know of it, a sentence each, besides what holds for all."""


class BookText(str):
    """An expression that makes an opening book, as Python source."""

    __slots__ = ()


def export_kaggle(spec: str) -> str:
    """Return an agent as one self-contained Python file for Kaggle's ConnectX competition.

    InvalidAgent if there is no such agent, or if it cannot be exported.
    """
    kind, options = look_up(spec)
    make = _EXPORTS.get(kind.name)
    if make is None:
        raise InvalidAgent(
            f"agent {describe(kind.name)} cannot be exported for Kaggle; "
            f"the agents that can are {', '.join(sorted(_EXPORTS))}"
        )
    export = make(options)
    arguments = "".join(
        f"    {name}={_expression(value)},\n" for name, value in export.arguments.items()
    )
    call = f"{export.player}(\n{arguments})" if arguments else f"{export.player}()"
    header = "\n".join(_header(spec.strip(), kind.summary, export))
    return (
        f"{header}\n\n{joined_source(export.module)}\n\n"
        f"PLAYER = {call}\n\n\n"
        "def agent(observation, configuration):\n"
        '    """Return the column to play; Kaggle calls the last function of the file."""\n'
        "    return PLAYER.play(observation, configuration)\n"
    )


def _expression(value: object) -> str:
    """Return the source of an argument, on lines of a readable length."""
    if isinstance(value, BookText):
        return value
    source = json.dumps(value, indent=4) if isinstance(value, dict) else repr(value)
    return source.replace("\n", "\n    ")


def _header(spec: str, summary: str, export: Export) -> list[str]:
    """Say in comments what the file is, how it was made, and what holds for it."""
    sentences = (
        f"{summary} It plays four in a row on boards of any size, within the time that the "
        "configuration allows.",
        *export.notes,
    )
    paragraphs = [
        f"A Kaggle ConnectX agent: {spec}",
        *sentences,
        f"Made by fourfold {version('fourfold')} (fourfold export-kaggle {spec}). It needs Python "
        "3.10 or newer and nothing else. MIT License, copyright (c) 2026 the fourfold authors.",
    ]
    lines = []
    for paragraph in paragraphs:
        lines += [f"# {line}" for line in textwrap.wrap(paragraph, 97)]
        lines.append("#")
    return lines[:-1]


# One function for each agent: from its options to its player.

_DEEPEST = (
    "It searches to the depth of its options if there is time, and else plays the best column of "
    "the deepest search that it completed."
)
_BY_BOOK = (
    "On 7x6 its moves are proven best as long as there are at most {} pieces on the board: they "
    "are from the opening book at the end of the file."
)
_PROOFS = (
    "Later it proves its moves by a search in plain Python, which mostly takes too long before "
    "about 14 pieces are on the board of 7x6. Where it does, the move is the best guess of a "
    "depth-limited search among the columns that are not proven worse. A move may use an eighth of "
    "what is left in Kaggle's bank of seconds."
)
_SIMULATIONS = (
    "Its random games are in plain Python and much slower than fourfold's own, so that it is "
    "weaker at the same time."
)
_SEEDED = (
    "Kaggle tells the board and not the moves that led to it, so that a seed repeats a game here, "
    "but not the choices that fourfold's own agent makes with it."
)


def _own_book(wanted: bool) -> tuple[BookText | None, tuple[str, ...]]:
    """Return the book of an agent that plays by the one of the package, where that ends."""
    if not wanted:
        return None, ()
    book, _ = shipped(STANDARD)
    assert book is not None, "the package comes with a book of 7x6"
    return _book(*shorter_book_text(book.plies - 1))


def _book(plies: int, text: str) -> tuple[BookText, tuple[str, ...]]:
    """Return the expression of an opening book, and the sentence about it."""
    lines = "".join(f'\n        "{text[i : i + 88]}"' for i in range(0, len(text), 88))
    source = f"OpeningBook(\n        {COLUMNS}, {ROWS}, {plies},{lines},\n    )"
    return BookText(source), (_BY_BOOK.format(plies),)


def _weights(weights: Weights, options: Options) -> dict[str, Any]:
    return {
        option.name: options.get(option.name, option.default) for option in weight_options(weights)
    }


def _about_seed(options: Options) -> tuple[str, ...]:
    return () if options["seed"] is None else (_SEEDED,)


def _random(options: Options) -> Export:
    seed = options["seed"]
    return Export("simple_players", "RandomPlayer", {"seed": seed}, _about_seed(options))


def _greedy(options: Options) -> Export:
    return Export("simple_players", "GreedyPlayer", {})


def _hard(options: Options) -> Export:
    arguments = {
        "depth": options["depth"],
        "seconds": options["seconds"],
        "weights": _weights(HardWeights(), options),
    }
    return Export("hard_player", "HardPlayer", arguments, (_DEEPEST,))


def _threat(options: Options) -> Export:
    book, notes = _own_book(bool(options["book"]))
    arguments = {
        "depth": options["depth"],
        "seconds": options["seconds"],
        "book": book,
        "weights": _weights(ThreatWeights(), options),
    }
    return Export("threat_player", "ThreatPlayer", arguments, (_DEEPEST, *notes))


def _classic(options: Options) -> Export:
    level = str(options["level"])
    weights = _weights(ClassicWeights(), options)
    if level == "expert":
        return _perfect(options)
    if level == "easy":
        arguments = {"seconds": options["seconds"], "seed": options["seed"], "weights": weights}
        return Export("classic_players", "EasyPlayer", arguments, _about_seed(options))
    book, notes = _own_book(level == "hard")
    arguments = {
        "depth": DEPTHS[level],
        "seconds": options["seconds"],
        "book": book,
        "weights": weights,
    }
    return Export("classic_players", "ClassicPlayer", arguments, (_DEEPEST, *notes))


def _casual(options: Options) -> Export:
    arguments = {name: options[name] for name in ("depth", "oversight", "margin", "seed")}
    weights = _weights(ClassicWeights(), {})
    return Export(
        "classic_players",
        "CasualPlayer",
        {**arguments, "weights": weights},
        _about_seed(options),
    )


def _perfect(options: Options) -> Export:
    book, notes = _book(*book_text())
    arguments = {
        "seconds": options["seconds"],
        "book": book,
        "weights": _weights(ThreatWeights(), {}),
    }
    return Export("perfect_player", "PerfectPlayer", arguments, (*notes, _PROOFS))


def _uct(options: Options) -> Export:
    policy: Policy = "plain" if options["policy"] == "plain" else "strong"
    arguments = {name: options[name] for name in ("seconds", "simulations", "policy")}
    c = C[policy] if options["c"] is None else options["c"]
    return Export(
        "uct_player",
        "UctPlayer",
        {**arguments, "c": c, "seed": options["seed"], "reuse": options["reuse"]},
        (_SIMULATIONS, *_about_seed(options)),
    )


_EXPORTS: dict[str, Callable[[Options], Export]] = {
    "casual": _casual,
    "classic": _classic,
    "greedy": _greedy,
    "hard": _hard,
    "perfect": _perfect,
    "random": _random,
    "threat": _threat,
    "uct": _uct,
}
