"""Colours of pictures that follow the reader: light or dark.

The system's preference decides, unless the page around the picture has a theme of its own: a
notebook in JupyterLab or in VS Code says so on its body.
"""

from collections.abc import Mapping

_LIGHT_PAGES = ('[data-jp-theme-light="true"]', ".vscode-light")
_DARK_PAGES = ('[data-jp-theme-light="false"]', ".vscode-dark")


def colour_scheme(picture: str, light: Mapping[str, str], dark: Mapping[str, str]) -> str:
    """Return the rules of a style sheet that give a picture its colours, by name.

    picture: the selector of the picture; its parts use the colours as `var(--name)`.
    """
    by_day, by_night = _declarations(light), _declarations(dark)
    return (
        f"{picture} {by_day}\n@media (prefers-color-scheme: dark) {{ {picture} {by_night} }}\n"
        f"{_within(_LIGHT_PAGES, picture)} {by_day}\n{_within(_DARK_PAGES, picture)} {by_night}\n"
    )


def _declarations(colours: Mapping[str, str]) -> str:
    return "{ " + " ".join(f"--{name}: {colour};" for name, colour in colours.items()) + " }"


def _within(pages: tuple[str, ...], picture: str) -> str:
    return ", ".join(f"{page} {picture}" for page in pages)
