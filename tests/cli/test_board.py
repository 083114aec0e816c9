"""`fourfold board`: a position as text, as SVG and as PNG, in files or on standard output."""

import struct
import sys
from pathlib import Path

import pytest

import fourfold as ff

from .conftest import Command

POSITION = ff.Position.parse("6x5-xb2-bc3:334")


def test_as_text(fourfold: Command) -> None:
    done = fourfold("board", POSITION.to_text())
    assert (done.status, done.output) == (0, f"{POSITION}\n")
    assert fourfold("board", "--rules", "6x5-xb2-bc3", "334") == done


def test_as_svg(fourfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    done = fourfold("board", POSITION.to_text(), "--svg", str(path))
    assert done == (0, "", "")
    assert path.read_text("utf-8") == POSITION._repr_svg_() + "\n"
    printed = fourfold("board", POSITION.to_text(), "--svg", "-")
    assert printed == (0, path.read_text("utf-8"), "")


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_as_png(fourfold: Command, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="PNG pictures: the package resvg-py is missing")
    path = tmp_path / "board.png"
    assert fourfold("board", POSITION.to_text(), "--png", str(path)).status == 0
    # Twice the size of the SVG, whose cells are 60 units wide.
    assert size_of(path.read_bytes()) == (2 * (6 * 60 + 58), 2 * (5 * 60 + 96))


def test_png_on_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    pytest.importorskip("resvg_py", reason="PNG pictures: the package resvg-py is missing")
    from fourfold.cli.main import run

    assert run(["board", "4x4:", "--png", "-"]) == 0
    assert size_of(capfdbinary.readouterr().out) == (2 * (4 * 60 + 58), 2 * (4 * 60 + 96))


def test_both_pictures(fourfold: Command, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="PNG pictures: the package resvg-py is missing")
    done = fourfold("board", "4", "--svg", "-", "--png", str(tmp_path / "b.png"))
    assert done.output.startswith("<svg ")
    assert (tmp_path / "b.png").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["7x6:8"], "column 8 is not on the board"),
        (["4", "--svg", "nowhere/b.svg"], "the result nowhere/b.svg cannot be written"),
        (["4", "--png", "."], "the result . cannot be written: it is a folder"),
        (["4", "--svg", "-", "--png", "-"], "only one can be standard output"),
    ],
)
def test_bad_arguments(
    fourfold: Command,
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = fourfold("board", *arguments)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.errors
    assert done.errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_the_package_for_png(
    fourfold: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = fourfold("board", "4", "--svg", "-", "--png", str(tmp_path / "b.png"))
    assert (done.status, done.output) == (2, "")
    assert done.errors == (
        "fourfold: --png needs the package resvg-py: pip install 'fourfold[pictures]'\n"
    )
    assert list(tmp_path.iterdir()) == []
