"""The notebooks of examples/ run from top to bottom, and are stored without their results."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anywidget", reason="anywidget is missing: no example was run")
pytest.importorskip("ipykernel", reason="ipykernel is missing: no notebook was run")
nbclient: Any = pytest.importorskip("nbclient", reason="nbclient is missing: no example was run")
nbformat: Any = pytest.importorskip("nbformat", reason="nbformat is missing: no example was run")

FOLDER = Path(__file__).parents[3] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
EACH = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def kinds(notebook: Any) -> list[set[str]]:
    """Return what each cell of code has shown: the types of its data."""
    return [
        {kind for output in cell.outputs for kind in output.get("data", {})}
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def printed(notebook: Any) -> str:
    return "".join(
        output.get("text", "")
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output.output_type == "stream"
    )


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


@EACH
def test_they_are_stored_without_results(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)
    # Written in one way, so that a change shows what has changed.
    assert path.read_text("utf-8") == nbformat.writes(notebook, indent=1) + "\n"


@EACH
def test_they_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    notebook = read(path)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    shown = kinds(notebook)
    if path.stem == "1_first_steps":
        assert "image/svg+xml" in shown[1]
        assert sum("application/vnd.jupyter.widget-view+json" in each for each in shown) == 3
        assert sum("text/html" in each for each in shown) == 3
        assert "(3, 3, 4," in printed(notebook)
    elif path.stem == "2_write_an_agent":
        assert sum("text/html" in each for each in shown) == 4
    else:
        assert sum("text/html" in each for each in shown) == 2
        # The figures that its text speaks of.
        assert "5x4    draw            19     1            0\n" in printed(notebook)
        assert "6x4    loss            22     2            0\n" in printed(notebook)
        assert "5x4 [1, 1, 2, 1, 1]\n" in printed(notebook)
        assert "6x4 [1, 1, 2, 2, 1, 1]\n" in printed(notebook)
