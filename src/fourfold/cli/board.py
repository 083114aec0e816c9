"""`fourfold board`: draws a position, as text or as a picture."""

from typing import Annotated

import typer

from fourfold.cli import options
from fourfold.cli.files import STANDARD_OUTPUT, check_result, write_result
from fourfold.errors import InvalidOption
from fourfold.rules import Position, Rules

# The picture's own list ends with a generic name, which stands for no font here.
_FONTS = "Segoe UI, Helvetica, Arial, DejaVu Sans, Liberation Sans, Noto Sans, Ubuntu, Cantarell"
_ZOOM = 2  # pixels for each of the picture's own units, so that it is sharp on every screen


def board(
    position: options.PositionText,
    rules: options.Board = None,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write an SVG picture; - prints it."),
    ] = None,
    png: Annotated[
        str | None,
        typer.Option("--png", metavar="FILE", help="Write a PNG picture; - prints it."),
    ] = None,
) -> None:
    """Draw a position: as text, or to a file as a picture."""
    here = Position.parse(position, None if rules is None else Rules.parse(rules))
    if svg == png == STANDARD_OUTPUT:
        raise InvalidOption("--svg and --png are both '-', but only one can be standard output")
    for path in (svg, png):
        if path is not None:
            check_result(path)
    picture = here._repr_svg_() + "\n"
    if png is not None:
        write_result(png, _rasterised(picture))
    if svg is not None:
        write_result(svg, picture)
    if svg is None and png is None:
        print(here)


def _rasterised(picture: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise InvalidOption(
            "--png needs the package resvg-py: pip install 'fourfold[pictures]'"
        ) from None
    style = f"svg {{ font-family: {_FONTS} }}"
    return bytes(svg_to_bytes(svg_string=picture, zoom=_ZOOM, style_sheet=style))
