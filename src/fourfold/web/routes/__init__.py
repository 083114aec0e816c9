"""The addresses of the API, a module for each group: read the request, call `play`, `live` or
`thinking`, and answer with a view from `api`.

A module is found by its place: its `add_routes` is called. The page and its files are not here but
in `static_files.py`.
"""

from importlib import import_module
from pkgutil import iter_modules

from fastapi import APIRouter

from fourfold.web.services import Services

_SHARED = "dependencies"  # what the others use; it has no address


def add_routes(router: APIRouter, services: Services) -> None:
    """Add every address of the API to a router."""
    for module in iter_modules(__path__, f"{__name__}."):
        if not module.name.endswith(f".{_SHARED}"):
            import_module(module.name).add_routes(router, services)
