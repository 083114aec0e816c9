"""A real JupyterLab, a notebook in it, and a browser that runs its cells."""

import json
import os
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from tests.waiting import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOKEN = "for-the-tests"
PATIENCE = 180.0  # seconds: a start takes five of them on a machine that has nothing else to do

_RUN = """async (index) => {
  const notebook = window.jupyterapp.shell.currentWidget.content;
  notebook.activeCellIndex = index;
  await window.jupyterapp.commands.execute("notebook:run-cell");
  return notebook.widgets[index].model.outputs.toJSON();
}"""
_READY = """() => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  return panel?.sessionContext?.session?.kernel?.status === "idle" && panel.content.widgets.length;
}"""


def notebook_of(*cells: str) -> dict[str, Any]:
    """Return a notebook with these cells of code."""
    return {
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "execution_count": None,
                "metadata": {},
                "outputs": [],
                "source": source,
            }
            for number, source in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


class Lab:
    """JupyterLab as a process, with settings and files of its own in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = folder / "files"
        self._runtime = folder / "runtime"
        self.files.mkdir()
        quiet = folder / "settings" / "@jupyterlab" / "apputils-extension"
        quiet.mkdir(parents=True)
        (quiet / "notification.jupyterlab-settings").write_text('{"fetchNews": "false"}')
        self._runtime.mkdir()
        package = find_spec("jupyterlab")
        assert package is not None
        assert package.origin is not None
        installed = Path(package.origin).parents[4] / "share" / "jupyter"
        environment = {
            **os.environ,
            "HOME": str(folder),
            # Where its page and the widgets' are, also for a Python that borrows these packages.
            "JUPYTER_PATH": str(installed),
            "JUPYTERLAB_DIR": str(installed / "lab"),
            "IPYTHONDIR": str(folder / "ipython"),
            "JUPYTER_CONFIG_DIR": str(folder / "config"),
            "JUPYTER_DATA_DIR": str(folder / "data"),
            "JUPYTER_RUNTIME_DIR": str(self._runtime),
            "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        }
        self._log = (folder / "lab.log").open("w")
        self._process = subprocess.Popen(
            [
                sys.executable,
                *("-m", "jupyterlab", "--no-browser", "--expose-app-in-browser"),
                *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", "--ServerApp.allow_root=True"),
                f"--ServerApp.root_dir={self.files}",
                f"--IdentityProvider.token={TOKEN}",
                "--LabApp.news_url=",
                "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            ],
            env=environment,
            stdout=self._log,
            stderr=self._log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # its kernels end with it
        )

    def __enter__(self) -> "Lab":
        try:
            wait_for(lambda: self._address() is not None, PATIENCE)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the server and its kernels."""
        for how in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self._process.pid, how)
                self._process.wait(10)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
        self._log.close()

    def _address(self) -> str | None:
        ended = self._process.poll() is not None
        assert not ended, (self.folder / "lab.log").read_text("utf-8", "replace")
        for path in self._runtime.glob("jpserver-*.json"):
            text = path.read_text("utf-8")
            if text.endswith("}"):
                return str(json.loads(text)["url"])
        return None

    def open(self, page: "Page", name: str, *cells: str) -> "LabNotebook":
        """Write a notebook, open it in the browser and wait for its kernel."""
        (self.files / name).write_text(json.dumps(notebook_of(*cells)), encoding="utf-8")
        page.goto(f"{self._address()}doc/tree/{name}?token={TOKEN}")
        page.wait_for_function(_READY, timeout=1000 * PATIENCE)
        return LabNotebook(page)


class LabNotebook:
    """An open notebook, whose cells can be run."""

    def __init__(self, page: "Page") -> None:
        self.page = page

    def set_theme(self, theme: str) -> None:
        """Change JupyterLab's theme, `Light` or `Dark`, and wait until its curtain is gone."""
        self.page.evaluate(
            "(theme) => window.jupyterapp.commands.execute('apputils:change-theme', { theme })",
            f"JupyterLab {theme}",
        )
        light = str(theme == "Light").lower()
        self.page.locator(f'body[data-jp-theme-light="{light}"]').wait_for(state="attached")
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")

    def run(self, index: int) -> str:
        """Run a cell, wait until it is done, and return what it printed."""
        outputs = self.page.evaluate(_RUN, index)
        for each in outputs:
            assert each["output_type"] != "error", "\n".join(each["traceback"])
        return "".join(each.get("text", "") for each in outputs)
