"""Draw the icons of the installed app from favicon.svg: `python -m scripts.make_icons`.

A maskable icon may be cut to a circle, so its picture is smaller and its ground reaches the edges.
"""

from pathlib import Path

from resvg_py import svg_to_bytes

STATIC = Path(__file__).parent.parent / "src" / "fourfold" / "web" / "static"
GROUND = '<rect width="32" height="32" rx="8" fill="#2a5fd0"/>'


def main() -> None:
    """Write every icon."""
    plain = (STATIC / "favicon.svg").read_text("utf-8")
    assert GROUND in plain
    head, pieces = plain.split(GROUND)
    square = GROUND.replace(' rx="8"', "")
    small = pieces.replace("</svg>", "</g></svg>")
    maskable = (
        f'{head}{square}<g transform="translate(16 16) scale(0.8) translate(-16 -16)">{small}'
    )
    for name, picture, size in (
        ("icon-192", plain, 192),
        ("icon-512", plain, 512),
        ("maskable-512", maskable, 512),
        ("touch-180", head + square + pieces, 180),
    ):
        data = bytes(svg_to_bytes(svg_string=picture, width=size, height=size))
        (STATIC / "icons" / f"{name}.png").write_bytes(data)


if __name__ == "__main__":
    main()
