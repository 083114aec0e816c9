"""Small disks for databases, which can be filled, or mounted to be read only."""

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


class NoDiskError(Exception):
    """Why there can be no such disk here."""


@contextlib.contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """Mount a disk of its own; NoDiskError where that is impossible."""
    with tempfile.TemporaryDirectory(prefix="fourfold-disk-") as name:
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", name]
        if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
            raise NoDiskError("only root on Linux can mount one")
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "-l", name], check=True)
