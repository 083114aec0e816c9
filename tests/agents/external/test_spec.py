"""The texts of players from outside: what is understood, and that reading one runs nothing."""

import pytest
from hypothesis import given

from fourfold.agents.external.spec import ExternalSpec, Form, parse

from ...rules.strategies import awkward_text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("bot.py:Bot", ExternalSpec(Form.FILE, "bot.py", "Bot")),
        (" ./a b/bot.py:Bot ", ExternalSpec(Form.FILE, "./a b/bot.py", "Bot")),
        ("bot.py", ExternalSpec(Form.FILE, "bot.py")),
        ("bot.py:depth=3", ExternalSpec(Form.FILE, "bot.py", "", "depth=3")),
        ("bot.py:Bot:depth=3,a=b", ExternalSpec(Form.FILE, "bot.py", "Bot", "depth=3,a=b")),
        (r"C:\bots\bot.py:Bot", ExternalSpec(Form.FILE, r"C:\bots\bot.py", "Bot")),
        ("my.bots:Bot", ExternalSpec(Form.MODULE, "my.bots", "Bot")),
        ("bots:Bot:seed=1", ExternalSpec(Form.MODULE, "bots", "Bot", "seed=1")),
        ("exec:./engine --deep 3", ExternalSpec(Form.EXEC, "./engine --deep 3")),
        ("exec:python3 bot.py:x", ExternalSpec(Form.EXEC, "python3 bot.py:x")),
        ("kaggle:submission.py", ExternalSpec(Form.KAGGLE, "submission.py")),
        ("genius", None),
        ("genius:depth=3", None),
        ("1genius:Bot", None),
        ("", None),
    ],
)
def test_forms(text: str, parts: ExternalSpec | None) -> None:
    assert parse(text) == parts


@given(awkward_text)
def test_any_text_is_read_without_an_error(text: str) -> None:
    parts = parse(text)
    if parts is not None:
        # What is left without the options names the same player.
        again = parse(parts.head)
        assert again is not None
        assert (again.form, again.target, again.name) == (parts.form, parts.target, parts.name)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("a/bot.py:Bot", "Bot"),
        ("a/bot.py", "bot"),
        ("my.bots:Bot:seed=1", "Bot"),
        ("exec:/usr/games/engine --deep", "engine"),
        ("exec:", "exec"),
        ("kaggle:a/submission.py", "submission"),
    ],
)
def test_titles(text: str, title: str) -> None:
    parts = parse(text)
    assert parts is not None
    assert parts.title == title
