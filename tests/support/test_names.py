"""Names that can be seen, and those that hide something."""

import pytest

from fourfold.support.names import is_readable, readable_part


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Ada",
        "Anna Müller-Lüdenscheidt",
        "Nguyễn",
        "n\u0303",  # a letter with a mark
        "علی\u200cرضا",  # Persian writes names with a joiner
        "ක්\u200dර",
        "岡田",
        "안녕",
        "🙂",
        "👩\u200d💻 Kim",
        "👩🏽\u200d💻",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "❤\ufe0f",
        "100 %",
        "<b>",
    ],
)
def test_names_of_people(name: str) -> None:
    assert is_readable(name)
    assert readable_part(name, 40) or not name or "\u200d" in name or "\u200c" in name


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "\u200b\u200c\u200d",
        "Ada\u200b",
        "A\u200dda",
        "\u2060\ufeff",
        "\ufe0f",
        "\u00ad",
        "mirror\u202eed",
        "\u2066Ada\u2069",
        "\u200eAda",
        "\u0301",
        "a" + "\u0301" * 5,
        "\u3164",
        "\u2800\u2800",
        "\u115f",
        "\U000e0041",
        "nul\0",
        "line\nbreak",
        "\ud800",
        "\ue000",
        "\u0378",
    ],
)
def test_names_that_hide_something(name: str) -> None:
    assert not is_readable(name)
    assert is_readable(readable_part(name, 40))


def test_what_can_be_shown_of_a_name_is_cut() -> None:
    assert readable_part("  a\0b  " + "c" * 1_000_000, 10) == "a b cccccc"
    assert readable_part("\u200b", 10) == ""
