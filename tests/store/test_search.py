"""Finding games page by page, and how people fare against agents."""

from dataclasses import replace

import pytest

from fourfold.errors import FourfoldError, InvalidOption, InvalidRules
from fourfold.game import Ending, EndReason, Participant, Record
from fourfold.rules import FIRST, SECOND, Player
from fourfold.store import AgentTally, Query, Store, StoredGame

THREAT = Participant("threat", "threat", {})
EASY = Participant("classic", "classic:level=easy", {"level": "easy"})


def person(name: str) -> Participant:
    return Participant.human(name)


def add(
    store: Store,
    first: Participant,
    second: Participant,
    winner: Player | str | None = "open",
    text: str = "7x6:4",
) -> str:
    """A game that is kept, by its id; it was given up, or a draw was agreed, unless it is open."""
    ending = None
    if not isinstance(winner, str):
        reason = EndReason.AGREEMENT if winner is None else EndReason.RESIGNATION
        ending = Ending(winner, reason, "so be it")
    record = replace(Record.from_text(text), players=(first, second), ending=ending)
    return store.create(StoredGame.new(record)).id


def found(store: Store, **query: object) -> list[str]:
    return [game.id for game in store.search(Query(**query)).games]  # type: ignore[arg-type]


def test_the_newest_are_first_and_idle_games_left_out(store: Store) -> None:
    ids = [add(store, person("Ann"), person("Ben")) for _ in range(5)]
    add(store, person("Ann"), person("Ben"), text="7x6:")
    assert found(store) == ids[::-1]


def test_a_summary_tells_what_a_list_shows(store: Store) -> None:
    id = add(store, person("Ann"), EASY, SECOND, "9x8-xd3:445")
    (summary,) = store.search(Query()).games
    game = store.get(id)
    assert (summary.id, summary.version, summary.plies) == (id, 1, 3)
    assert (summary.rules, summary.position) == ("9x8-xd3", "9x8-xd3:445")
    assert summary.players == (person("Ann"), EASY)
    assert summary.ending == Ending(SECOND, EndReason.RESIGNATION, "so be it")
    assert (summary.created, summary.updated) == (game.created, game.updated)


def test_a_player_is_found_by_part_of_the_name_in_any_case(store: Store) -> None:
    ann = add(store, person("Anna Müller"), person("Ben"))
    umlaut = add(store, person("Ben"), person("ÄRGER straße"))
    assert found(store, player="nna m") == [ann]
    assert found(store, player="MÜLL") == [ann]
    assert found(store, player="ärger STRASSE") == [umlaut]
    assert found(store, player="ben") == [umlaut, ann]
    assert found(store, player="x") == []
    assert found(store, player="") == [umlaut, ann]


@pytest.mark.parametrize("wild", ["%", "_", "\\", "a%b", "100%", "'", '"', "\\%", "[a]", "*"])
def test_nothing_in_a_name_is_a_wildcard(store: Store, wild: str) -> None:
    other = add(store, person("anything at all, axb, 1000"), person("Ben"))
    named = add(store, person(f"it is {wild} here"), person("Ben"))
    assert found(store, player=wild) == [named]
    assert other in found(store, player="anything")


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b", "x" * 100_000, "🙂", "\u202eevil", ""])
def test_odd_names_are_kept_and_found(store: Store, name: str) -> None:
    id = add(store, person(name), person("Ben"))
    assert store.get(id).record.players[0].name == name
    assert found(store, player=name) == [id]
    assert store.search(Query()).games[0].players[0].name == name
    assert store.statistics(name) == []


def test_an_agent_is_found_by_its_name_or_its_text(store: Store) -> None:
    plain = add(store, person("Ann"), THREAT)
    easy = add(store, EASY, person("Ann"))
    both = add(store, Participant("t", "threat:seconds=2", {}), EASY)
    assert found(store, agent="threat") == [both, plain]
    assert found(store, agent="classic") == [both, easy]
    assert found(store, agent="classic:level=easy") == [both, easy]
    assert found(store, agent="threat:seconds=2") == [both]
    for other in ("thre", "%", "classic:level=_asy", "", "a\0", "\ud800"):
        assert found(store, agent=other) == []


def test_rules_and_results(store: Store) -> None:
    ann, ben = person("Ann"), person("Ben")
    won = add(store, ann, ben, FIRST)
    lost = add(store, ann, ben, SECOND, "9x8-xd3:4")
    drawn = add(store, ben, ann, None)
    opened = add(store, ben, ann)
    assert found(store, rules="9x8-xd3") == [lost]
    assert found(store, rules="7x6") == [opened, drawn, won]
    assert found(store, result="FIRST") == [won]
    assert found(store, result="SECOND") == [lost]
    assert found(store, result="draw") == [drawn]
    assert found(store, finished=True) == [drawn, lost, won]
    assert found(store, finished=False) == [opened]
    assert found(store, player="ANN", result="win") == [won]
    assert found(store, player="ann", result="loss") == [lost]
    assert found(store, player="ben", result="win", rules="9x8-xd3", finished=True) == [lost]
    assert found(store, player="ben", result="draw", rules="9x8-xd3") == []


def test_a_size_finds_every_board_of_that_size(store: Store) -> None:
    ann, ben = person("Ann"), person("Ben")
    both = add(store, ann, ben, text="12x12-xf2-be1:a")
    plain = add(store, ann, ben, text="12x12:a")
    star = add(store, ann, ben, text="12x12-be1:a")
    other = add(store, ann, ben, text="12x11-be1:a")
    assert found(store, rules="12x12") == [star, plain, both]
    for beginning in ("1", "12", "12X", " 12x1 "):  # as it is typed
        assert found(store, rules=beginning) == [other, star, plain, both]
    assert found(store, rules="12x12-") == [star, both]
    assert found(store, rules="12x12-x") == found(store, rules="12x12-xf") == [both]
    assert found(store, rules="2") == []
    assert found(store, rules="12x12-xf2-be1") == [both]
    assert found(store, rules="12x12-be1") == [star]


def test_pages_hold_every_game_once(store: Store) -> None:
    ids = [add(store, person("Ann"), person("Ben")) for _ in range(10)]
    # Several of the same moment: the names decide then.
    same = [
        store.create(replace(store.get(id), id=f"same{id}", created=store.get(ids[4]).created)).id
        for id in ids[:5]
    ]
    seen: list[str] = []
    before: str | None = None
    while True:
        page = store.search(Query(before=before, limit=4))
        seen += [game.id for game in page.games]
        before = page.before
        if before is None:
            break
        add(store, person("Ann"), person("Ben"))  # those that come in between are on no later page
    assert sorted(seen) == sorted([*ids, *same])
    assert store.search(Query(limit=200)).before is None


@pytest.mark.parametrize(
    ("query", "error"),
    [
        (Query(limit=0), InvalidOption),
        (Query(limit=100_000), InvalidOption),
        (Query(result="FIRST'"), InvalidOption),
        (Query(result="win"), InvalidOption),
        (Query(rules="7y"), FourfoldError),
        (Query(rules="99x99"), InvalidRules),
        (Query(before="nonsense"), InvalidOption),
        (Query(before="1.5_a\0b"), InvalidOption),
        (Query(before="nan_abc"), InvalidOption),
        (Query(before="1_"), InvalidOption),
    ],
)
def test_what_makes_no_sense_is_refused(store: Store, query: Query, error: type) -> None:
    with pytest.raises(error) as caught:
        store.search(query)
    assert "\n" not in str(caught.value)


def test_how_people_fare_against_agents(store: Store) -> None:
    ann, ben = person("Ann"), person("Ben")
    for first, second, winner in [
        (ann, EASY, FIRST),
        (EASY, ann, SECOND),
        (ann, EASY, SECOND),
        (EASY, ben, FIRST),
        (EASY, ben, None),
        (THREAT, ann, FIRST),
        (ann, ben, FIRST),  # no agent
        (THREAT, EASY, FIRST),  # no person
    ]:
        add(store, first, second, winner)
    add(store, ann, THREAT)  # not finished
    assert store.statistics() == [
        AgentTally("classic:level=easy", 2, 1, 2),
        AgentTally("threat", 0, 0, 1),
    ]
    assert store.statistics("ANN") == [
        AgentTally("classic:level=easy", 2, 0, 1),
        AgentTally("threat", 0, 0, 1),
    ]
    assert store.statistics("Ben")[0].games == 2
    assert store.statistics("Be") == []
