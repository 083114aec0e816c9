"""The page that a browser gets at an address where there is nothing: it leads back to the game."""

import html

from fastapi import Request
from fastapi.responses import HTMLResponse

_PAGE = """<!doctype html>
<html lang="en" data-theme="classic">
  <head>
    <meta charset="utf-8">
    <base href="{base}/">
    <title>Nothing here · fourfold</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="static/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="static/css/tokens.css">
    <link rel="stylesheet" href="static/css/base.css">
    <link rel="stylesheet" href="static/css/buttons.css">
    <link rel="stylesheet" href="static/css/missing.css">
    <script src="static/initial_theme.js"></script>
  </head>
  <body>
    <main class="missing">
      <h1>There is nothing at this address.</h1>
      <p>The link may be incomplete, or what it led to is not here any more.</p>
      <p><a class="button is-primary" href="./">To the board</a></p>
    </main>
  </body>
</html>
"""


def wants_page(request: Request) -> bool:
    """Return True if a person looks at the address in a browser: not a script, nor the API."""
    if request.method not in ("GET", "HEAD"):
        return False
    path = str(request.scope["path"]).removeprefix(str(request.scope.get("root_path", "")))
    is_for_scripts = path.startswith(("/api/", "/static/")) or path == "/api"
    return "text/html" in request.headers.get("accept", "") and not is_for_scripts


def missing_page(request: Request) -> HTMLResponse:
    """Return the page, with status 404."""
    base = html.escape(str(request.scope.get("root_path", "")))
    return HTMLResponse(_PAGE.format(base=base), 404)
