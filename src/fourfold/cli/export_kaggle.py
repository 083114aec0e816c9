"""`fourfold export-kaggle`: writes an agent as a file for Kaggle's ConnectX competition."""

from typing import Annotated

import typer

from fourfold.cli.files import STANDARD_OUTPUT, check_result, write_result


def export_kaggle(
    spec: Annotated[
        str, typer.Argument(metavar="SPEC", help="An agent: name or name:option=value,...")
    ],
    output: Annotated[
        str, typer.Option(metavar="FILE", help="The file to write; '-' is standard output.")
    ] = STANDARD_OUTPUT,
) -> None:
    """Write an agent as one Python file for Kaggle's ConnectX competition."""
    from fourfold.agents.kaggle_export.exports import export_kaggle as exported

    check_result(output)
    write_result(output, exported(spec))
