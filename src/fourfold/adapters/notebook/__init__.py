"""The board in notebooks: `BoardWidget`, which plays, steps through games and shows scores.

    board_widget    the widget: what Python sees of it, and what it does in threads
    view            what its page is told: the cells, the sentences, which buttons work
    seats           who plays: people, and agents of any kind
    bundle          joins the page's own board, `web/static/board/`, with `widget.js`

How values such as positions and reviews show themselves is the business of their own layers.
"""

from typing import TYPE_CHECKING, Any

from fourfold.errors import MissingPackage

if TYPE_CHECKING:
    from fourfold.adapters.notebook.board_widget import BoardWidget

__all__ = ["BoardWidget"]


def __getattr__(name: str) -> Any:
    if name != "BoardWidget":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import anywidget  # noqa: F401
    except ImportError:
        raise MissingPackage(
            "the board for notebooks needs the package anywidget: pip install 'fourfold[notebook]'"
        ) from None
    from fourfold.adapters.notebook.board_widget import BoardWidget

    return BoardWidget
