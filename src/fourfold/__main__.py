"""The `fourfold` command, which is also `python -m fourfold`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is being loaded."""
    from fourfold.cli import signals

    signals.exit_at_once()
    try:
        from fourfold.cli.main import open_missing_streams, run
    except KeyboardInterrupt:
        sys.exit(signals.INTERRUPTED)
    open_missing_streams()
    sys.exit(signals.run_interruptible(run))


if __name__ == "__main__":
    main()
