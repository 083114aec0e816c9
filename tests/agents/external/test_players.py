"""Players from files and modules: admitted, described without running them, loaded, adapted."""

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import fourfold as ff
from fourfold import Decision, InvalidAgent, Limit, Position, Stop
from fourfold.agents import registry
from fourfold.agents.external import as_agent
from fourfold.agents.registry import admit, look_up, title_of
from fourfold.errors import BadAnswer
from fourfold.game import Game, GameSession, Participant, check_players

BOT = '''
"""Two players."""

from helper import pick


class Bot:
    """Plays what its helper picks.

    More about it.
    """

    def __init__(self, depth: int = 4, name="x", *, seed: int | None = None, speed: float = 1,
                 table=dict(), bold=False):
        self.depth = depth
        self.seed = seed
        self.speed = speed

    def choose(self, position):
        return pick(position)


class _Hidden:
    def choose(self, position):
        return 0


def helper_function(position):
    return position.legal_columns[-1]
'''


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a player and its helper; what was admitted is forgotten afterwards."""
    monkeypatch.setattr(registry, "_admitted", {})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "helper.py").write_text("def pick(position):\n    return position.legal_columns[0]")
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if name == "helper" or name.startswith(("fourfold_player_", "botpackage")):
            del sys.modules[name]


def test_a_class_of_a_file_plays(bots: Path) -> None:
    decision = ff.agent("bot.py:Bot").choose(Position.parse("7x6:111111"))
    assert decision == Decision(1, seconds=decision.seconds)
    assert ff.agent(f"{bots}/bot.py").choose(Position.parse("7x6:")).column == 0
    assert ff.agent("bot.py:helper_function").choose(Position.parse("7x6:")).column == 6


def test_options_are_read_from_the_source(bots: Path) -> None:
    kind, options = admit("bot.py:Bot:depth=7,bold=yes")
    assert (kind.name, kind.title) == ("bot.py:Bot", "Bot")
    assert kind.summary == "Plays what its helper picks."
    assert options == {"depth": 7, "name": "x", "seed": None, "speed": 1.0, "bold": True}
    assert "helper" not in sys.modules  # nothing has run so far
    agent: Any = ff.agent("bot.py:Bot:seed=5,speed=0.5")
    player = agent._choose.__self__
    assert (player.depth, player.seed, player.speed) == (4, 5, 0.5)
    with pytest.raises(InvalidAgent, match="has depth=deep, but depth must be a whole number"):
        admit("bot.py:Bot:depth=deep")
    with pytest.raises(InvalidAgent, match="has no option 'table'; its options are depth, name"):
        admit("bot.py:Bot:table=3")


def test_a_player_is_known_only_when_it_was_admitted(bots: Path) -> None:
    """A file that somebody sends must not be able to name code that then runs here."""
    for spec in ("bot.py:Bot", "exec:touch here", "kaggle:bot.py", "bot:Bot"):
        with pytest.raises(InvalidAgent, match="there is no agent"):
            look_up(spec)
        with pytest.raises(InvalidAgent, match="there is no agent"):
            GameSession(Game(players=(Participant("bot", spec), Participant.human())))
        with pytest.raises(InvalidAgent, match="there is no agent"):
            Participant.of_agent(spec)
        stranger = Participant("bot", spec)
        with pytest.raises(InvalidAgent, match="there is no agent"):
            check_players((stranger, stranger), ff.Rules())
    admit("bot.py:Bot")
    assert look_up("bot.py:Bot:depth=3")[1]["depth"] == 3
    assert [kind.name for kind in ff.list_agents()][-1] == "bot.py:Bot"


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("none.py:Bot", "the player 'none.py:Bot' cannot be read: No such file or directory"),
        ("bad.py:Bot", "the player 'bad.py:Bot' cannot be read: bad.py, line 2: "),
        ("bot.py:Genius", "bot.py has no player 'Genius'; it has Bot"),
        ("two.py", "two.py has several players; name one of them: two.py:A, two.py:B"),
        ("helper.py", "helper.py has no player: it must have a class with choose"),
        ("helper.py:Idle", "helper.py has no player 'Idle'"),
        ("idle.py:Idle", "the class 'Idle' of idle.py is no player: it has no method choose"),
        ("late.py:Late", "the class 'Late' of late.py is no player: its choose is async"),
        ("none.such:Bot", "there is no module 'none.such', written in Python"),
        ("sys:Bot", "there is no module 'sys', written in Python"),
        ("bot.py:Bot:", "agent 'bot.py:Bot:'"),
        (".", "there is no agent '.'"),
    ],
)
def test_refused_in_one_sentence(bots: Path, spec: str, sentence: str) -> None:
    (bots / "bad.py").write_text("class Bot:\n  def\n")
    (bots / "idle.py").write_text("class Idle: pass\n")
    (bots / "late.py").write_text("class Late:\n async def choose(self, position): return 0\n")
    (bots / "two.py").write_text(
        "class A:\n def choose(self, p): return 0\nclass B:\n def choose(self, p): return 1\n"
    )
    if spec == "bot.py:Bot:":
        assert admit(spec)[0].name == "bot.py:Bot"  # no options after the colon
        return
    with pytest.raises(InvalidAgent) as caught:
        admit(spec)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_modules(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = bots / "botpackage"
    package.mkdir()
    (package / "__init__.py").write_text("from botpackage.inner import Bot\n")
    (package / "inner.py").write_text(BOT.replace("from helper import pick", "pick = min"))
    monkeypatch.syspath_prepend(str(bots))
    assert admit("botpackage.inner:Bot:depth=2")[1]["depth"] == 2
    kind, options = admit("botpackage:Bot")  # imported there: its options are not known
    assert (kind.options, options) == ((), {})
    assert ff.agent("botpackage:Bot") is not None


def test_entry_points(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bots / "botpackage.py").write_text(BOT.replace("from helper import pick", "pick = 0"))
    monkeypatch.syspath_prepend(str(bots))
    points = [
        EntryPoint("shiny", "botpackage:Bot", "fourfold.agents"),
        EntryPoint("broken", "nowhere:Bot", "fourfold.agents"),
        EntryPoint("random", "botpackage:Bot", "fourfold.agents"),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    registry._entry_points.cache_clear()
    registry._entry_point_kind.cache_clear()
    try:
        kind, options = look_up("shiny:depth=9")
        assert (kind.name, kind.title, options["depth"]) == ("shiny", "Shiny", 9)
        assert kind.is_external
        names = [kind.name for kind in ff.list_agents()]
        assert "shiny" in names
        assert "broken" not in names
        assert not look_up("random")[0].is_external  # ours stays ours
        with pytest.raises(InvalidAgent, match="there is no agent 'broken'"):
            look_up("broken")
    finally:
        registry._entry_points.cache_clear()
        registry._entry_point_kind.cache_clear()


def test_titles(bots: Path) -> None:
    assert title_of("perfect:seconds=1") == "Perfect"
    assert title_of("some/bot.py:Bot:x=1") == "Bot"
    assert title_of("stranger:x=1") == "Stranger"


# The adapter


class Index:
    """An integer of another kind."""

    def __index__(self) -> int:
        return 3


class Simple:
    def choose(self, position: Position) -> Index:
        return Index()


def test_anything_that_chooses_is_an_agent() -> None:
    position = Position.parse("7x6:")
    seen: dict[str, object] = {}

    class Curious:
        def choose(self, position: Position, limit: Limit, *, stop: Stop, watch: Any) -> Decision:
            seen.update(limit=limit, stop=stop)
            watch(None)
            return Decision(Index(), reason="because")  # type: ignore[arg-type]

    def everything(position: Position, **extras: object) -> int:
        return len(extras)

    assert as_agent(Simple()).choose(position).column == 3
    assert as_agent(Simple).choose(position).column == 3
    assert as_agent(lambda position: 2).choose(position).column == 2
    assert as_agent(everything).choose(position).column == 3
    decision = as_agent(Curious()).choose(position, Limit(seconds=2))
    assert (decision.column, type(decision.column), decision.reason) == (3, int, "because")
    assert seen["limit"] == Limit(seconds=2)
    greedy = ff.agent("greedy")
    assert as_agent(greedy) is greedy


@pytest.mark.parametrize("answer", [None, "4", True, 7, -1, 3.0, [3]])
def test_bad_answers(answer: object) -> None:
    with pytest.raises(BadAnswer, match="is no column: its columns are 0 to 6, counted from 0"):
        as_agent(lambda position: answer).choose(Position.parse("7x6:"))


def test_a_full_column() -> None:
    with pytest.raises(BadAnswer, match="chose column 1, which has no room: it could play 2, 3"):
        as_agent(lambda position: 0).choose(Position.parse("7x6:111111"))


def test_an_async_player_is_refused() -> None:
    async def choose(position: Position) -> int:
        return 0

    with pytest.raises(InvalidAgent, match="its choose is async, but must be plain"):
        as_agent(choose)


@pytest.mark.parametrize("thing", [3, "text", None, object()])
def test_what_is_no_player(thing: object) -> None:
    with pytest.raises(InvalidAgent, match="is no player: it must be a function of a position"):
        as_agent(thing)
