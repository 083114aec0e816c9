"""How values show themselves: one short line in a terminal, HTML or SVG in a notebook."""

import random
import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser

import pytest

import fourfold as ff
from fourfold.agents.uct import UctDecision
from fourfold.arena.results import TournamentResult
from fourfold.game import Ending, EndReason, Participant
from fourfold.search import Result

HOSTILE = '<script>alert("x")</script>&\x07\ud800'
VOID = {"br", "img", "rect", "circle", "path", "line", "polygon", "polyline"}


class Tags(HTMLParser):
    """Collects the tags and the text of a piece of HTML, and checks that every tag is closed."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(markup)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] != "style":
            self.text += data


@cache
def match() -> TournamentResult:
    return ff.match((HOSTILE, "greedy"), ("plain", "random:seed=2"), games=4, rules="5x4")


def broken(position: ff.Position) -> int:
    raise RuntimeError(HOSTILE)


@cache
def tournament() -> TournamentResult:
    players = ((HOSTILE, "greedy"), ("plain", "random:seed=2"), ("broken", broken))
    return ff.tournament(*players, games=2, rules="4x4")


def record() -> ff.Record:
    players = (Participant(HOSTILE), Participant("uct", "uct"))
    played = ff.Record.from_position("7x6:4455", players)
    ending = Ending(ff.FIRST, EndReason.FAILURE, f"uct raised {HOSTILE}")
    tags = {HOSTILE: HOSTILE}
    return ff.Record(played.rules, played.players, (), played.plies, ending, tags=tags)


def long_record() -> ff.Record:
    choice, position = random.Random(5), ff.Position(ff.Rules.parse("12x12"))
    while position.outcome is None:
        after = [position.play(column) for column in position.legal_columns]
        going_on = [each for each in after if each.outcome is None] or after
        position = choice.choice(going_on)
    return ff.Record.from_position(position)


def decision() -> ff.Decision:
    scores = {2: ff.Score(18, Result.WIN, 7), 3: ff.Score(-2, Result.LOSS, 8)}
    return ff.Decision(
        2,
        scores[2],
        scores=scores,
        evaluations={4: 0.25},
        nodes=12_345,
        line=(2, 3),
        reason=HOSTILE,
    )


def analysis() -> ff.Analysis:
    return ff.analyse("5x4:333", ff.Limit(nodes=20_000))


VALUES: dict[str, Callable[[], object]] = {
    "score": lambda: ff.Score(-2, Result.LOSS, 41),
    "outcome": lambda: ff.Score(1, Result.WIN, None),
    "decision": decision,
    "uct": lambda: ff.agent("uct:simulations=300,seed=1").choose(ff.Position.parse("12x12-xa1:")),
    "perfect": lambda: ff.agent("perfect").choose(ff.Position.parse("5x4:33")),
    "analysis": analysis,
    "analysis, finished": lambda: ff.analyse("7x6:4455667"),
    "record": record,
    "long record": long_record,
    "review": lambda: ff.review(record(), limit=ff.Limit(nodes=20_000)),
    "match": match,
    "tournament": tournament,
}
EACH = pytest.mark.parametrize("make", VALUES.values(), ids=VALUES.keys())


@EACH
def test_the_repr_is_one_short_line(make: Callable[[], object]) -> None:
    shown = repr(make())
    assert "\n" not in shown
    assert len(shown) <= 250
    assert "0x" not in shown


@EACH
def test_html(make: Callable[[], object]) -> None:
    markup = make()._repr_html_()  # type: ignore[attr-defined]
    markup.encode("utf-8")
    found = Tags(markup)
    assert "script" not in found.tags
    assert not {"href", "src", "id", "onclick"} & {name for name, _ in found.attributes}
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", markup)


@pytest.mark.parametrize("make", [decision, record, match, tournament])
def test_texts_from_elsewhere_are_shown_as_they_are(make: Callable[[], object]) -> None:
    markup = make()._repr_html_()  # type: ignore[attr-defined]
    assert '<script>alert("x")</script>&·' in Tags(markup).text


@pytest.mark.parametrize(
    "value",
    [
        ff.Position.parse("9x8-xd3-be4:445"),
        ff.Rules.parse("12x12-xa1"),
        ff.Score(-2, Result.LOSS, 41),
        ff.Score(0, Result.DRAW, None),
    ],
    ids=repr,
)
def test_a_value_can_be_made_from_its_repr(value: object) -> None:
    names = {name: getattr(ff, name) for name in ff.__all__}
    assert eval(repr(value), names) == value


def test_a_position_is_a_picture() -> None:
    assert ff.Position.parse("7x6:44")._repr_svg_().startswith("<svg")


def test_reprs_say_what_matters() -> None:
    assert repr(ff.Score(18, Result.WIN, 7)) == "Score(score=18, outcome=Result.WIN, plies=7)"
    assert repr(ff.Decision(2, ff.Score(18, Result.WIN, 7), reason="completes four")) == (
        "<Decision: column 2, win in 7 plies (score 18), 'completes four'>"
    )
    assert repr(UctDecision(3, evaluation=0.51234)) == "<UctDecision: column 3, evaluation 0.512>"
    assert repr(ff.Record.from_text("7x6:4455667")) == (
        "<Record of 7x6:4455667: 'human' against 'human', FIRST wins (four in line)>"
    )
    assert repr(ff.Record()) == "<Record of 7x6:: 'human' against 'human', not finished>"
    assert repr(ff.analyse("7x6:4455667")) == (
        "<Analysis of 7x6:4455667: FIRST wins: four in line>"
    )
    assert repr(ff.analyse("7x6:445566", ff.Limit(nodes=50_000))) == (
        "<Analysis of 7x6:445566: best column 2, win in 1 ply (score 18), proven>"
    )
    assert re.fullmatch(
        r"<TournamentResult of .* against 'plain': 4 games, \d-\d-\d>", repr(match())
    )
    assert repr(tournament()).startswith("<TournamentResult of 3 agents: 6 games, ")


def test_an_analysis_shows_every_column_and_the_best_in_bold() -> None:
    found = analysis()
    markup = found._repr_html_()
    assert markup.count("<tr") == 1 + len(found.columns)
    (bold,) = re.findall(r'<tr class="chosen"><th scope="row">(\d)</th><td>(\d)</td>', markup)
    assert bold == (str((found.best or 0) + 1), str(found.best))
