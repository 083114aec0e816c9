"""The same position gets the same answer: asked twice, by another one, and whatever came before."""

from fourfold import InvalidOption, Limit, Position
from fourfold.agents.conformance import checks
from fourfold.agents.conformance.positions import near_the_beginning, near_the_end

from .candidates import every_agent, kind_of, make

SHALLOW = Limit(depth=3)


def takes_depth(spec: str) -> bool:
    """Whether an agent searches to a depth: a proof does not, and refuses such a limit."""
    try:
        make(spec).choose(Position.parse("4x4:243421221313431"), SHALLOW)
    except InvalidOption:
        return False
    return True


@every_agent
def test_near_the_end_without_a_limit(spec: str) -> None:
    positions = [p for p in near_the_end() if kind_of(spec).plays(p.rules)]
    assert checks.repeats_itself(lambda: make(spec, repeatable=True), positions, Limit())


@every_agent
def test_near_the_beginning_to_a_depth(spec: str) -> None:
    positions = [p for p in near_the_beginning() if kind_of(spec).plays(p.rules)]
    if not takes_depth(spec):
        return  # every opening is too much to prove
    assert checks.repeats_itself(lambda: make(spec, repeatable=True), positions, SHALLOW)
