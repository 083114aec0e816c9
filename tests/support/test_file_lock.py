"""Looking whether a file is locked, without locking it."""

import sys
from pathlib import Path

import pytest

from fourfold.support.file_lock import is_locked, lock


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has locked a file")
def test_a_lock_is_seen_while_it_lasts(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    assert not is_locked(path)
    with path.open("r+b") as file:
        assert lock(file)
        assert is_locked(path)
    assert not is_locked(path)
    assert not is_locked(tmp_path / "none")
