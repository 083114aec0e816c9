"""The same position gets the same answer: asked twice, by another one, and whatever came before."""

from fourfold import InvalidOption, Limit, Position

from .candidates import every_agent, kind_of, make, near_the_beginning, near_the_end

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
    one, other = make(spec, repeatable=True), make(spec, repeatable=True)
    answers = [one.choose(position).column for position in positions]
    assert [one.choose(position).column for position in positions] == answers
    assert [other.choose(position).column for position in reversed(positions)] == answers[::-1]


@every_agent
def test_near_the_beginning_to_a_depth(spec: str) -> None:
    positions = [p for p in near_the_beginning() if kind_of(spec).plays(p.rules)]
    one, other = make(spec, repeatable=True), make(spec, repeatable=True)
    if not takes_depth(spec):
        return  # every opening is too much to prove
    answers = [one.choose(position, SHALLOW).column for position in positions]
    assert [one.choose(position, SHALLOW).column for position in positions] == answers
    back = [other.choose(position, SHALLOW).column for position in reversed(positions)]
    assert back == answers[::-1]
