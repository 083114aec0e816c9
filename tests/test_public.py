"""What `import fourfold` offers: the names that others count on."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import fourfold as ff


def test_public_names() -> None:
    names = """
        FIRST SECOND Agent Analysis Analyst Batch BookError Bounds ColumnAnalysis Decision
        Explanation FourfoldError Game GameError Grade IllegalMove InvalidAgent InvalidNotation
        InvalidOption InvalidRules Limit MatchError Outcome Plan Player Position Record RecordError
        Result Review Rules Score SearchProgress Solver Stop StoreError Threat Threats Unproven
        __version__ agent analyse explain grade list_agents match review solve threats tournament
    """
    assert set(ff.__all__) == set(names.split())
    assert len(ff.__all__) == len(set(ff.__all__))


def test_every_public_name_is_there() -> None:
    for name in ff.__all__:
        assert hasattr(ff, name)
        assert name in dir(ff)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'solvent'"):
        _ = ff.solvent


def test_every_lazy_name_is_public() -> None:
    assert set(ff._LAZY) < set(ff.__all__)


def test_the_agents_are_listed_whatever_was_imported_first() -> None:
    for first in ("", "import fourfold.agents", "from fourfold.agents.base import Agent"):
        script = f"{first}\nimport fourfold as ff; print([kind.name for kind in ff.list_agents()])"
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        )
        assert "'perfect'" in done.stdout


@pytest.mark.parametrize(
    "error",
    [ff.IllegalMove, ff.InvalidNotation, ff.InvalidRules, ff.InvalidOption, ff.InvalidAgent],
)
def test_errors_are_value_errors_of_ours(error: type[Exception]) -> None:
    assert issubclass(error, ff.FourfoldError)
    assert issubclass(error, ValueError)


@pytest.mark.parametrize(
    "error",
    [ff.FourfoldError, ff.BookError, ff.GameError, ff.MatchError, ff.RecordError, ff.Unproven],
)
def test_other_errors_are_no_value_errors(error: type[Exception]) -> None:
    assert issubclass(error, ff.FourfoldError)
    assert not issubclass(error, ValueError)


def test_importing_is_light() -> None:
    """The rules need the standard library only."""
    heavy = ("numpy", "typer", "importlib.metadata", "fourfold._native")
    script = f"import fourfold, sys; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run(
        # Isolated: what the environment imports at every start is not ours.
        [sys.executable, "-I", "-c", script],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["[]"]


def test_the_version_is_that_of_the_package() -> None:
    assert ff.__version__ == version("fourfold")
