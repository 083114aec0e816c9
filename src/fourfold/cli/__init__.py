"""The `fourfold` command: one file a subcommand."""
