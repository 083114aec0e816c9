"""Folders are removed, whatever somebody has put into them."""

import os
from pathlib import Path

from fourfold.support.folders import remove_tree


def test_a_folder_of_any_depth_is_removed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    here = os.open(root, os.O_RDONLY)
    for _ in range(3000):  # deeper than a path can be long, and than Python can recurse
        os.mkdir("inner", dir_fd=here)
        inner = os.open("inner", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    (root / "file").write_text("x", encoding="utf-8")
    (root / "locked").mkdir()
    (root / "locked" / "file").write_text("x", encoding="utf-8")
    (root / "locked").chmod(0)
    remove_tree(root)
    assert list(tmp_path.iterdir()) == []


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("kept", encoding="utf-8")
    root = tmp_path / "root"
    root.mkdir()
    (root / "link").symlink_to(outside)
    (root / "dangling").symlink_to(tmp_path / "nothing")
    os.mkfifo(root / "pipe")
    remove_tree(root)
    assert [path.name for path in tmp_path.iterdir()] == ["outside"]
    assert (outside / "file").read_text(encoding="utf-8") == "kept"


def test_a_folder_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    remove_tree(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []
