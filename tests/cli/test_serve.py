"""`fourfold serve`: what its options mean, and how it begins."""

import socket
import threading
import webbrowser
from pathlib import Path
from typing import Any

import pytest

from fourfold.errors import InvalidOption
from fourfold.web import server
from fourfold.web.quotas.rates import DEFAULT_RATES, Rate
from fourfold.web.settings import DEFAULT_PORT, Settings
from tests.cli.conftest import Command

Asked = tuple[Settings, str, int | None, bool]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """With what the server was started, without starting one."""
    started: list[Asked] = []

    def start(settings: Settings, host: str, port: int | None, open_browser: bool) -> int:
        started.append((settings, host, port, open_browser))
        return 0

    monkeypatch.setattr(server, "serve", start)
    return started


def test_without_a_command_the_browser_is_opened(fourfold: Command, asked: list[Asked]) -> None:
    assert fourfold().status == 0
    assert fourfold("serve", "--open").status == 0
    assert asked[0] == asked[1]
    settings, host, port, is_opened = asked[0]
    assert (host, port, is_opened) == ("127.0.0.1", None, True)
    assert settings.database is None
    assert set(settings.hosts) == {"localhost", "127.0.0.1", "::1"}


def test_options(fourfold: Command, asked: list[Asked]) -> None:
    words = (
        "serve --host 0.0.0.0 --port 80 --database sqlite:///x.db --budget 1 --workers 3 "
        "--database-limit 300 --keep unfinished=30 --keep uploaded=7.5 "
        "--thinking 2 --limit create=5/minute --limit search=off --streams 7 "
        "--root-path /games/ --allow-host Example.org --trust 10.0.0.1 --log json --metrics 9464"
    )
    assert fourfold(*words.split()).status == 0
    settings, host, port, is_opened = asked[0]
    assert (host, port, is_opened) == ("0.0.0.0", 80, False)
    assert settings == Settings(
        database="sqlite:///x.db",
        database_limit=300_000_000,
        keep={"unplayed": 1.0, "unfinished": 30.0, "uploaded": 7.5},
        budget=1.0,
        analysis=1.0,
        review=4.0,
        workers=3,
        thinking=2,
        rates={**DEFAULT_RATES, "create": Rate(5, 60, 5), "search": None},
        streams=7,
        root_path="/games",
        hosts=("example.org",),
        trusted=("10.0.0.1",),
        log="json",
        metrics=("127.0.0.1", 9464),
    )


def test_without_limits(fourfold: Command, asked: list[Asked]) -> None:
    assert fourfold("serve", "--no-limits", "--limit", "create=1/hour").status == 0
    settings = asked[0][0]
    assert (settings.rates, settings.streams) == ({}, None)


@pytest.mark.parametrize(
    ("words", "is_allowed"),
    [
        ("", True),
        ("--host localhost", True),
        ("--host 0.0.0.0", False),
        ("--allow-host example.org", False),  # a proxy passes on what strangers ask for
        ("--root-path /games", False),
        ("--host 0.0.0.0 --tournaments", True),
        ("--no-tournaments", False),
    ],
)
def test_who_may_begin_tournaments(
    fourfold: Command, asked: list[Asked], words: str, is_allowed: bool
) -> None:
    assert fourfold("serve", *words.split()).status == 0
    assert asked[0][0].tournaments is is_allowed


def test_for_everybody_no_name_is_refused(fourfold: Command, asked: list[Asked]) -> None:
    fourfold("serve", "--host", "0.0.0.0")
    assert asked[0][0].hosts == ()


@pytest.mark.parametrize(
    "words", ["--port 99999", "--port x", "--budget 0", "--workers 0", "--log loud", "--speed 9"]
)
def test_options_that_cannot_be(fourfold: Command, asked: list[Asked], words: str) -> None:
    done = fourfold("serve", *words.split())
    assert (done.status, done.output, asked) == (2, "", [])
    assert done.errors.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--budget", "nan"], "--budget"),
        (["--budget", "0"], "--budget"),
        (["--keep", "people=30"], "--keep"),
        (["--keep", "uploaded=soon"], "--keep"),
        (["--database-limit", "0"], "--database-limit"),
        (["--log", "loud"], "--log"),
        (["--metrics", "somewhere"], "--metrics"),
        (["--metrics", "localhost:99999"], "--metrics"),
        (["--root-path", "fourfold"], "--root-path"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid"),
        (["--database", "oracle://ann:hidden@db/x"], "database"),
        (["--database", "sqlite:////no/such/folder/x.db"], "database"),
    ],
)
def test_one_sentence_says_what_is_wrong(
    fourfold: Command,
    options: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> int:
        raise AssertionError("it serves all the same")

    monkeypatch.setattr(server._Runner, "run", fail)
    base = ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}"]
    done = fourfold(*base, *options)
    assert done.status in (1, 2)
    assert done.errors.count("\n") == 1
    assert words in done.errors
    assert "hidden" not in done.errors


def test_the_next_free_port_is_taken() -> None:
    with server.bind("127.0.0.1", None) as one, server.bind("127.0.0.1", None) as two:
        first, second = one.getsockname()[1], two.getsockname()[1]
        assert DEFAULT_PORT <= first < second < DEFAULT_PORT + 20
        with pytest.raises(InvalidOption, match="is taken by another program"):
            server.bind("127.0.0.1", first)


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.9", "", "\0"])
def test_addresses_that_are_not_ours(host: str) -> None:
    with pytest.raises(InvalidOption, match=r"^(there is no address|nothing can be served at) "):
        server.bind(host, 0)


@pytest.mark.parametrize("how", ["none", "error"])
def test_no_browser_is_no_reason_to_end(
    how: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: str) -> bool:
        if how == "error":
            raise webbrowser.Error("there is none")
        return False

    monkeypatch.setattr(webbrowser, "open", fail)
    server._show("http://127.0.0.1:1/")
    assert capsys.readouterr().err == (
        "fourfold: no browser could be opened; open the address above\n"
    )


def test_the_browser_is_shown_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    opened = threading.Event()

    def show(address: str) -> bool:
        shown.append(address)
        opened.set()
        return True

    class Runner:
        def __init__(self, app: Any) -> None:
            pass

        def run(self, listening: socket.socket, ready: Any) -> int:
            ready()
            listening.close()
            return 0

    monkeypatch.setattr(webbrowser, "open", show)
    monkeypatch.setattr(server, "_Runner", Runner)
    monkeypatch.setattr(server, "create_app", lambda settings: None)
    assert server.serve(Settings(root_path="/games"), "127.0.0.1", 0, True) == 0
    assert opened.wait(5)
    assert shown[0].startswith("http://127.0.0.1:")
    assert shown[0].endswith("/games/")
