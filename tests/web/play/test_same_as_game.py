"""Whatever people do, the server's game is the one that a `Game` of our own is."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fourfold as ff
from fourfold.errors import FourfoldError
from tests.web.driver import Api

RULES = ["4x4", "5x4-xc2", "6x6-bc1", "7x6", "12x4-bl1"]
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("moves"), st.integers(0, 11)),
        st.tuples(st.sampled_from(["undo", "redo", "draw", "resign"]), st.integers(0, 1)),
    ),
    max_size=25,
)


def do(game: ff.Game, deed: str, number: int) -> None:
    """The same in a game without a server."""
    side = ff.Player(number % 2)
    match deed:
        case "moves":
            game.play(number)
        case "undo":
            game.undo()
        case "redo":
            game.redo()
        case "draw":
            game.offer_draw(side)
        case "resign":
            game.resign(side)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(rules=st.sampled_from(RULES), deeds=DEEDS)
def test_the_server_keeps_to_the_game(api: Api, rules: str, deeds: list[tuple[str, int]]) -> None:
    seats = api.create(rules=rules)
    game = ff.Game(ff.Rules.parse(rules))
    for deed, number in deeds:
        body = {"column": "abcdefghijkl"[number]} if deed == "moves" else {}
        side = str(game.turn if deed == "moves" else ff.Player(number % 2))
        before = seats.get()
        status, _ = seats.attempt(deed, side, **body)
        try:
            do(game, deed, number)
            assert status == 200
        except FourfoldError:
            assert status == 409
            assert seats.get() | {"players": []} == before | {"players": []}
        view = seats.get()
        assert view["position"] == game.position.to_text()
        assert view["must_ban"] == (game.position.must_ban and not game.is_over)
        assert (view["can_undo"], view["can_redo"]) == (game.can_undo, game.can_redo)
        assert view["offer"] == (None if game.offer is None else str(game.offer))
        ended = None if game.ending is None else str(game.ending.reason)
        assert (view["result"] or {"reason": None})["reason"] == ended
        legal = () if game.is_over else game.position.legal_columns
        assert [move["column"] for move in view["legal"]] == list(legal)
        for move in view["legal"]:
            assert move["row"] == game.position.landing_row(move["column"])
