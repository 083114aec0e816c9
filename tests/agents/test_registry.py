"""Agents in text: what is understood, and how everything else is refused."""

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourfold as ff
from fourfold import Decision, InvalidAgent, Position
from fourfold.agents import registry
from fourfold.agents.base import Agent, BaseAgent, Control
from fourfold.agents.options import Option, format_value, parse_options, split_spec
from fourfold.agents.registry import AgentKind, every_board, look_up, register, title_of
from fourfold.search.book.build import build

from ..rules.strategies import awkward_text, strangers

OPTIONS = (
    Option("seconds", float, None, "Time.", above=0, most=60),
    Option("nodes", int, 100, "Nodes.", least=1),
    Option("depth", int, 3, "Depth.", least=1, most=9),
    Option("bold", bool, False, "Boldness."),
    Option("style", str, "calm", "Style.", choices=("calm", "wild")),
    Option("title", str, "none", "A name."),
    Option("lean", float, 0.0, "Leaning.", most=1),
)


def values(spec: str) -> dict[str, object]:
    return dict(parse_options(spec, split_spec(spec)[1], OPTIONS))


DEFAULTS = values("any")


def test_defaults() -> None:
    assert DEFAULTS == {
        "seconds": None,
        "nodes": 100,
        "depth": 3,
        "bold": False,
        "style": "calm",
        "title": "none",
        "lean": 0.0,
    }


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("seconds=1", {"seconds": 1.0}),
        ("seconds=0.25,nodes=7", {"seconds": 0.25, "nodes": 7}),
        ("seconds=1e1", {"seconds": 10.0}),
        ("seconds=none", {"seconds": None}),
        (" nodes = 5 , depth = 9 ", {"nodes": 5, "depth": 9}),
        ("bold=true", {"bold": True}),
        ("bold=Yes", {"bold": True}),
        ("bold=0", {"bold": False}),
        ("style=wild", {"style": "wild"}),
        ("title=a=b", {"title": "a=b"}),
        ("lean=-3.5", {"lean": -3.5}),
    ],
)
def test_good_options(text: str, changed: dict[str, object]) -> None:
    assert values(f"any:{text}") == {**DEFAULTS, **changed}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "agent 'any:' has '' where 'option=value' was expected"),
        ("nodes", "agent 'any:nodes' has 'nodes' where 'option=value' was expected"),
        ("nodes=", "agent 'any:nodes=' has 'nodes=' where 'option=value' was expected"),
        ("=3", "agent 'any:=3' has '=3' where 'option=value' was expected"),
        ("nodes=1,", "agent 'any:nodes=1,' has '' where 'option=value' was expected"),
        ("nodes=1,nodes=2", "agent 'any:nodes=1,nodes=2' has the option 'nodes' twice"),
        (
            "speed=3",
            "agent 'any:speed=3' has no option 'speed'; "
            "its options are seconds, nodes, depth, bold, style, title, lean",
        ),
        (
            "nodes=0",
            "agent 'any:nodes=0' has nodes=0, but nodes must be a whole number from 1",
        ),
        (
            "depth=10",
            "agent 'any:depth=10' has depth=10, but depth must be a whole number from 1 to 9",
        ),
        (
            "seconds=0",
            "agent 'any:seconds=0' has seconds=0, "
            "but seconds must be a number above 0 and up to 60, or none",
        ),
        ("lean=2", "agent 'any:lean=2' has lean=2, but lean must be a number up to 1"),
        ("bold=2", "agent 'any:bold=2' has bold=2, but bold must be true or false"),
        (
            "style=a\nb",
            "agent 'any:style=a\\nb' has style='a\\nb', but style must be calm, wild",
        ),
        ("style=mad", "agent 'any:style=mad' has style=mad, but style must be calm, wild"),
    ],
)
def test_bad_options(text: str, sentence: str) -> None:
    with pytest.raises(InvalidAgent) as caught:
        values(f"any:{text}")
    assert str(caught.value) == sentence


@pytest.mark.parametrize("text", ["1.5", "none", "1_000", "٣", "0x10", "", "9" * 5000, "nan"])
def test_numbers_that_are_none(text: str) -> None:
    with pytest.raises(InvalidAgent):
        values(f"any:nodes={text}")


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e999", "1_0", "²", "0"])
def test_seconds_that_are_none(text: str) -> None:
    with pytest.raises(InvalidAgent):
        values(f"any:seconds={text}")


def test_an_option_without_a_label_has_its_name() -> None:
    assert [option.label for option in OPTIONS[:2]] == ["Seconds", "Nodes"]
    assert Option("their_two", int, 1, "Two.").label == "Their two"
    assert Option("c", float, 1, "How.", label="Curiosity").label == "Curiosity"


def test_an_agent_without_options() -> None:
    with pytest.raises(InvalidAgent, match="agent 'any:x=1' has no option 'x'; it has none"):
        parse_options("any:x=1", {"x": "1"}, ())


@given(strangers | awkward_text)
def test_whatever_is_no_agent_is_refused(spec: object) -> None:
    with pytest.raises(InvalidAgent):
        ff.agent(spec)  # type: ignore[arg-type]


@given(st.text(alphabet="nodes=1,:-.e% \n\0", max_size=30))
def test_nonsense_after_a_name(text: str) -> None:
    message = ""
    try:
        found = values(f"any:{text}")
    except InvalidAgent as error:
        message = str(error)
        found = DEFAULTS
    assert "\n" not in message
    assert set(found) == set(DEFAULTS)


def test_an_unknown_agent() -> None:
    with pytest.raises(InvalidAgent, match=r"there is no agent 'genius'; the agents are .*perfect"):
        ff.agent("genius:iq=200")


def test_values_as_text() -> None:
    texts = [format_value(value) for value in (None, True, False, 3, 0.5, 1.0, "calm")]
    assert texts == ["none", "true", "false", "3", "0.5", "1", "calm"]


# The registry


def test_every_agent_is_described() -> None:
    kinds = ff.list_agents()
    assert "perfect" in [kind.name for kind in kinds]
    assert [kind.name for kind in kinds] == sorted(kind.name for kind in kinds)
    for kind in kinds:
        assert kind.summary.endswith(".")
        assert kind.rules
        assert len({option.label for option in kind.options}) == len(kind.options)
        for option in kind.options:
            assert option.doc.endswith(".")
            assert option.label[0].isupper()
            assert "_" not in option.label
            assert option.allowed
            text = format_value(option.default)
            assert option.parse(text) == option.default
            # As a user would write it.
            assert isinstance(ff.agent(f"{kind.name}:{option.name}={text}"), object)


def test_what_people_are_told_of_an_agent() -> None:
    kinds = {kind.name: kind for kind in ff.list_agents()}
    assert (kinds["uct"].title, kinds["greedy"].title) == ("UCT", "Greedy")
    # Where an agent comes from is told in docs/sources.md alone.
    sources = (Path(__file__).parents[2] / "docs/sources.md").read_text("utf-8")
    taken = {"classic", "greedy", "hard", "perfect", "random", "threat", "uct"}
    assert all(f"[`{name}`](agents.md#{name})" in sources for name in taken)
    for kind in kinds.values():
        for name, options in kind.levels:
            assert name.isalpha()
            assert look_up(f"{kind.name}:{options}")[0] is kind
        assert len({options for _, options in kind.levels}) == len(kind.levels)


def test_titles() -> None:
    assert title_of("uct") == "UCT"
    assert title_of("somebody of old") == "Somebody of old"


class Leftmost(BaseAgent[Decision]):
    """Plays the first column that has room."""

    def __init__(self, reverse: bool = False) -> None:
        self.reverse = reverse

    def decide(self, position: Position, control: Control) -> Decision:
        return Decision(position.legal_columns[-1 if self.reverse else 0])


def test_a_new_agent_is_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))
    kind = register(
        AgentKind(
            "leftmost",
            "Plays the first column that has room.",
            Leftmost,
            (Option("reverse", bool, False, "From the other side."),),
        )
    )
    assert kind in ff.list_agents()
    assert kind.plays is every_board
    assert every_board(ff.Rules())
    made: Agent = ff.agent("leftmost:reverse=on")
    assert made.choose(Position()).column == 6
    assert ff.agent("leftmost").choose(Position()).column == 0
    with pytest.raises(InvalidAgent, match="there are two agents called 'leftmost'"):
        register(AgentKind("leftmost", "Another.", Leftmost))


def test_decisions_do_not_change() -> None:
    decision = Decision(3)
    assert (decision.score, decision.evaluation, decision.line, decision.reason) == (
        None,
        None,
        (),
        "",
    )
    with pytest.raises(FrozenInstanceError):
        decision.column = 4  # type: ignore[misc]


def test_what_only_python_can_give(tmp_path: Path) -> None:
    build(ff.Rules.parse("4x4"), 3, tmp_path / "small.book", memory_mb=16)
    perfect = ff.agent("perfect:memory=16", book=tmp_path / "small.book")
    assert perfect.choose(ff.Position.parse("4x4:1")).nodes == 0
    with pytest.raises(
        ff.InvalidAgent, match="'greedy' takes no 'book' from Python; it takes none"
    ):
        ff.agent("greedy", book=True)
    with pytest.raises(ff.InvalidAgent, match="takes no 'memory' from Python; it takes book"):
        ff.agent("perfect", memory=16)


def test_unknown_names_are_not_kept_in_memory() -> None:
    kept = registry._entry_point_kind.cache_info().currsize
    for number in range(50):
        with pytest.raises(InvalidAgent):
            look_up(f"stranger{number}")
    assert registry._entry_point_kind.cache_info().currsize == kept
