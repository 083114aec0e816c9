"""Pictures follow the page around them, and else the system."""

from fourfold.support.colour_scheme import colour_scheme


def test_the_page_has_the_last_word() -> None:
    rules = colour_scheme(".p", {"ink": "black"}, {"ink": "white"}).splitlines()
    assert rules == [
        ".p { --ink: black; }",
        "@media (prefers-color-scheme: dark) { .p { --ink: white; } }",
        '[data-jp-theme-light="true"] .p, .vscode-light .p { --ink: black; }',
        '[data-jp-theme-light="false"] .p, .vscode-dark .p { --ink: white; }',
    ]
