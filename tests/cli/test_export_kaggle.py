"""`fourfold export-kaggle`: writes an agent as a file for Kaggle."""

from pathlib import Path

import pytest

from fourfold.agents.kaggle_export.exports import export_kaggle

from .conftest import Command


def test_the_file_goes_to_standard_output(fourfold: Command) -> None:
    done = fourfold("export-kaggle", "greedy")
    assert (done.status, done.output, done.errors) == (0, export_kaggle("greedy"), "")


def test_or_to_a_file(fourfold: Command, tmp_path: Path) -> None:
    file = tmp_path / "submission.py"
    done = fourfold("export-kaggle", "hard:depth=2", "--output", str(file))
    assert (done.status, done.output, done.errors) == (0, "", "")
    assert file.read_text("utf-8") == export_kaggle("hard:depth=2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nobody",), "there is no agent 'nobody'"),
        (("hard:depth=0",), "depth must be a whole number from 1 to 144"),
        (("greedy", "--output", "no/such/folder/file.py"), "cannot be written"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: tuple[str, ...], message: str) -> None:
    done = fourfold("export-kaggle", *arguments)
    assert (done.status, done.output) == (2, "")
    assert message in done.errors
