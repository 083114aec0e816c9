"""The `fourfold` command, with a file for each subcommand."""
