"""Exported agents pass Kaggle's own validation, where its package is installed."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from fourfold.agents.kaggle_export.exports import export_kaggle

SCRIPT = Path(__file__).parents[3] / "scripts" / "validate_kaggle.py"
PYTHON = os.environ.get("FOURFOLD_KAGGLE_PYTHON")


@pytest.mark.skipif(
    PYTHON is None,
    reason="FOURFOLD_KAGGLE_PYTHON names no Python that has kaggle-environments (1.6 GB)",
)
def test_kaggle_validates_an_exported_agent(tmp_path: Path) -> None:
    file = tmp_path / "submission.py"
    file.write_text(export_kaggle("greedy"), "utf-8")
    assert PYTHON is not None
    done = subprocess.run([PYTHON, SCRIPT, file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert len(results) == 5
    assert {result["status"] for result in results} == {"DONE"}
