"""Joins modules of `parts` into one source text that needs nothing but Python's own library."""

import ast
from importlib.resources import files

PARTS = "fourfold.agents.kaggle_export.parts"


def joined_source(module: str) -> str:
    """Return the source of a module of `parts` and of all that it imports there, as one text.

    Imports from Python's own library come first, each once. The docstring of a module becomes a
    comment above its code.
    """
    order: list[str] = []
    _collect(module, order)
    imports: dict[str, set[str]] = {}
    bodies = []
    for name in order:
        tree = ast.parse(_source(name))
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module and node.module != PARTS:
                if not node.module.startswith(f"{PARTS}."):
                    imports.setdefault(node.module, set()).update(a.name for a in node.names)
            elif isinstance(node, ast.Import):
                raise ValueError(f"{name} must import names from modules, not modules")
        bodies.append(_body(name, tree))
    lines = [
        f"from {source} import {', '.join(sorted(imports[source]))}" for source in sorted(imports)
    ]
    return "\n".join(lines) + "\n\n" + "\n\n".join(bodies)


def _collect(module: str, order: list[str]) -> None:
    """Append a module after those that it imports."""
    for node in ast.parse(_source(module)).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{PARTS}."):
            _collect(node.module.removeprefix(f"{PARTS}."), order)
    if module not in order:
        order.append(module)


def _source(module: str) -> str:
    return (files(PARTS) / f"{module}.py").read_text("utf-8")


def _body(module: str, tree: ast.Module) -> str:
    """Return the text of a module without its imports, its docstring as a comment."""
    docstring = ast.get_docstring(tree) or ""
    comment = [f"# {line}".rstrip() for line in docstring.splitlines()]
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    begin = max((node.end_lineno or 0) for node in (tree.body[0], *imports))
    code = "\n".join(_source(module).splitlines()[begin:]).strip("\n")
    rule = "# " + "-" * 96
    return "\n".join([rule, *comment, rule, "", "", code, ""])
