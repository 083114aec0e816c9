"""The folder of the user's data."""

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return the folder for the user's data: $FOURFOLD_DATA, else the usual one of the system.

    On Linux that is $XDG_DATA_HOME/fourfold or ~/.local/share/fourfold, on macOS
    ~/Library/Application Support/fourfold. The folder need not exist.
    """
    if chosen := os.environ.get("FOURFOLD_DATA"):
        return Path(chosen)
    return platformdirs.user_data_path("fourfold", appauthor=False)
