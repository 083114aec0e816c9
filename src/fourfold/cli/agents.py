"""`fourfold agents`: who there is to play, and with which options."""


def agents() -> None:
    """List the agents, their options and defaults."""
    from fourfold.agents import registry
    from fourfold.agents.options import format_value

    for number, kind in enumerate(registry.agents()):
        if number:
            print()
        print(f"{kind.name}: {kind.summary}")
        print(f"  plays {kind.rules}")
        for option in kind.options:
            print(f"  {option.name}={format_value(option.default)}  {option.doc}")
            print(f"    {option.allowed}")
