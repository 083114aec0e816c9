"""Requests that schemathesis thinks of from a description, and what it checks of the answers.

Apart from the tests: schemathesis takes a second to import, which is for the process that uses it.
"""

import contextlib
import time
from collections.abc import Callable
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

EXAMPLES = 8
"""Requests for each address."""
SLOWEST = 60.0
"""Seconds for any answer: none takes as long, however busy the machine is."""
LONGEST_URL = 60_000
"""Bytes; uvicorn itself refuses a request line of more than 64 KiB, in plain text."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@schemathesis.serializer("application/jsonl")
def as_lines(context: Any, value: Any) -> bytes:
    """A file of games, or what is none."""
    return value if isinstance(value, bytes) else repr(value).encode("utf-8", "replace")


def send_requests(
    description: Any, address: str, mode: str, use_known: Callable[[Any], None]
) -> set[str]:
    """Send requests to every address of a description, check the answers, return the addresses.

    mode: `positive` for requests as described, `negative` for others.
    use_known: changes a request to one about something that exists.
    """
    asked: set[str] = set()
    with requests.Session() as session:
        for found in schemathesis.openapi.from_dict(description).get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()

            @settings(
                max_examples=EXAMPLES,
                derandomize=True,
                deadline=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(
                case=operation.as_strategy(generation_mode=GenerationMode(mode)),
                known=st.booleans(),
            )
            def ask(case: Any, known: bool) -> None:
                if known:
                    use_known(case)
                began = time.monotonic()
                answer = case.call(base_url=address, session=session, timeout=SLOWEST)
                assert time.monotonic() - began < SLOWEST
                asked.add(case.path)
                if len(str(answer.request.url)) > LONGEST_URL and answer.status_code == 400:
                    return
                case.validate_response(answer, checks=CHECKS)

            with contextlib.suppress(Unsatisfiable):  # not every address can be asked wrongly
                ask()
    return asked
