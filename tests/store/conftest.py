"""A database without games for each test, once of SQLite and once of a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.store import Store

from .postgres import NoServerError, Server, server

BOTH = ["sqlite", "postgres"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server that all tests of this process share."""
    try:
        with server() as running:
            yield running
    except NoServerError as error:
        pytest.skip(f"the store on PostgreSQL: {error}")


@pytest.fixture(scope="session")
def postgres_tables(postgres: Server) -> str:
    """The name of a database that has its tables: to make one takes PostgreSQL a while."""
    name = postgres.new_database()
    Store.open(postgres.url(name)).close()
    return name


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def postgres_url(postgres: Server, postgres_tables: str) -> str:
    postgres.run("DELETE FROM fourfold_games", postgres_tables)
    for table in ("search", "names", "tallies"):
        postgres.run(f"DELETE FROM fourfold_{table}", postgres_tables)
    postgres.run("DELETE FROM fourfold_proofs", postgres_tables)
    postgres.run("DELETE FROM fourfold_explorer", postgres_tables)
    postgres.run("DELETE FROM fourfold_seeks", postgres_tables)
    postgres.run("DELETE FROM fourfold_players", postgres_tables)
    postgres.run("DELETE FROM fourfold_results", postgres_tables)
    postgres.run("UPDATE fourfold_counter SET value = 0", postgres_tables)
    return postgres.url(postgres_tables)


@pytest.fixture
def new_postgres_url(postgres: Server) -> str:
    return postgres.url(postgres.new_database())


@pytest.fixture(params=BOTH)
def database(request: pytest.FixtureRequest) -> str:
    """The URL of a database without games."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture(params=BOTH)
def new_database(request: pytest.FixtureRequest) -> str:
    """The URL of a database without anything."""
    names = {"sqlite": "sqlite_url", "postgres": "new_postgres_url"}
    url: str = request.getfixturevalue(names[request.param])
    return url


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    with Store.open(database) as store:
        yield store
