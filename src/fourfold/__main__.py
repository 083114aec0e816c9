"""The `fourfold` command, which is also `python -m fourfold`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is being loaded."""
    try:
        from fourfold.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
