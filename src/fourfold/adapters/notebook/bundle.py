"""Puts the page's modules and style sheets together, for a widget that has no server.

A notebook gets a widget's program as one module and its style as one sheet. The page has no build
step, so its files are joined here, when the widget is imported. Each module becomes a function that
returns what the module exports, in the order in which they need each other:

    const module_0 = (() => { ... return { h, s }; })();          dom/elements.js
    const module_1 = (() => { const { s } = module_0; ... })();   board/pieces.js

It reads the forms of import and export that the page uses, and refuses all others.
"""

import re
from collections.abc import Iterable
from pathlib import Path

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"(\.[^"]*)";[ \t]*\n', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:(?:async )?function\*?|class|const) ([A-Za-z_$][\w$]*))", re.MULTILINE
)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\s*\(", re.MULTILINE)
_ROOT = re.compile(r":root((?:\[[^\]]*\])*)")


class BundleError(Exception):
    """A module that cannot be joined with others; a mistake of ours, never of a user."""


def join_modules(entry: Path) -> str:
    """Return a module and everything that it imports as one module.

    entry: the module whose own exports are kept.
    """
    return _Bundle().join(entry.resolve())


class _Bundle:
    def __init__(self) -> None:
        self._names: dict[Path, str] = {}
        self._parts: list[str] = []
        self._open: list[Path] = []

    def join(self, entry: Path) -> str:
        body = self._with_imports(entry)
        return "".join([*self._parts, f"// {entry.name}\n", body])

    def _with_imports(self, path: Path) -> str:
        """Return the source of a module, its imports taken from modules that come before it."""
        if path in self._open:
            circle = " -> ".join(each.name for each in [*self._open, path])
            raise BundleError(f"the modules import each other in a circle: {circle}")
        self._open.append(path)
        source = _IMPORT.sub(
            lambda found: self._import(path, *found.groups()), path.read_text(encoding="utf-8")
        )
        self._open.pop()
        return source

    def _import(self, importer: Path, names: str, where: str) -> str:
        module = self._module((importer.parent / where).resolve())
        taken = ", ".join(
            re.sub(r"\s+as\s+", ": ", name.strip()) for name in names.split(",") if name.strip()
        )
        return f"const {{ {taken} }} = {module};\n"

    def _module(self, path: Path) -> str:
        if path not in self._names:
            source = self._with_imports(path)
            exported = _EXPORT.findall(source)
            body = _EXPORT.sub("", source)
            left = _OTHER.search(_without_comments(body))
            if left is not None:
                raise BundleError(f"{path.name} has {left[0]!r}, which cannot be joined")
            name = f"module_{len(self._names)}"
            self._names[path] = name
            self._parts.append(
                f"// {path.name}\nconst {name} = (() => {{\n{body}\n"
                f"return {{ {', '.join(exported)} }};\n}})();\n"
            )
        return self._names[path]


def _without_comments(source: str) -> str:
    """Remove comments, roughly: enough to look for statements at the beginning of a line."""
    return re.sub(r"/\*.*?\*/|^\s*//.*$", "", source, flags=re.DOTALL | re.MULTILINE)


def join_sheets(sheets: Iterable[Path]) -> str:
    """Return style sheets as one for a shadow tree: what holds for the page holds for its host."""
    joined = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return _ROOT.sub(lambda found: f":host({found[1]})" if found[1] else ":host", joined)
