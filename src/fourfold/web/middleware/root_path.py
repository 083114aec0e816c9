"""The path below which a reverse proxy shows the server."""

from starlette.types import ASGIApp, Receive, Scope, Send

from fourfold.web.errors import refusal


class RootPathMiddleware:
    """Put every path below the root path, as ASGI wants it, whether or not the proxy cut it off."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        """root_path: where the server is shown unless a proxy says otherwise; `/fourfold`."""
        self._app = app
        self._root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path = scope["path"]
            if "\x00" in path:  # which not every database takes in the name of a game
                await refusal(404, "there is nothing at this address")(scope, receive, send)
                return
            root = scope.get("root_path") or self._root_path
            if path == root or path.startswith(root + "/"):
                path = path[len(root) :]
            scope = {**scope, "root_path": root, "path": root + (path or "/")}
        await self._app(scope, receive, send)


def route_path(scope: Scope) -> str:
    """Return the path of a request below the root path."""
    path: str = scope["path"]
    return path[len(scope["root_path"]) :]
