"""What `import fourfold` offers: the names that others count on."""

import subprocess
import sys

import pytest

import fourfold as ff


def test_public_names() -> None:
    assert set(ff.__all__) == {
        "FIRST",
        "SECOND",
        "FourfoldError",
        "IllegalMove",
        "InvalidNotation",
        "InvalidRules",
        "Outcome",
        "Player",
        "Position",
        "Rules",
        "__version__",
    }
    assert len(ff.__all__) == len(set(ff.__all__))


def test_every_public_name_is_there() -> None:
    for name in ff.__all__:
        assert hasattr(ff, name)
        assert name in dir(ff)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'solvent'"):
        _ = ff.solvent


@pytest.mark.parametrize("error", [ff.IllegalMove, ff.InvalidNotation, ff.InvalidRules])
def test_errors_are_value_errors_of_ours(error: type[Exception]) -> None:
    assert issubclass(error, ff.FourfoldError)
    assert issubclass(error, ValueError)


def test_the_root_error_is_not_a_value_error() -> None:
    assert not issubclass(ff.FourfoldError, ValueError)


def test_importing_is_light() -> None:
    """The rules need the standard library only."""
    script = "import fourfold, sys; print('numpy' in sys.modules, 'typer' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]
