"""`python -m fourfold` is the `fourfold` command."""

from fourfold.cli.main import main

if __name__ == "__main__":
    main()
