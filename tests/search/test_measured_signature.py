"""The signature by which workers are compared."""

from fourfold.search.signature import POSITIONS, measure_signature

from . import signature


def test_the_nodes_are_those_of_make_signature() -> None:
    written = signature.written()
    measured = measure_signature(rounds=1)
    assert measured.nodes == sum(written[text] for text in POSITIONS)
    assert measured.speed == measured.nodes / measured.seconds > 0
