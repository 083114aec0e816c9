"""The bodies of requests: refused by validation, or read as what is written again."""

from pydantic import BaseModel, ValidationError

from fourfold.web.api import requests
from tests.fuzz.registry import target

MODELS: tuple[type[BaseModel], ...] = tuple(
    each
    for _, each in sorted(vars(requests).items())
    if isinstance(each, type) and issubclass(each, requests.Strict) and each is not requests.Strict
)


@target("requests", share=450)
def fuzz_requests(data: bytes) -> None:
    """Read a body as the model that its first byte chooses."""
    model = MODELS[data[0] % len(MODELS)] if data else MODELS[0]
    try:
        body = model.model_validate_json(data[1:])
    except ValidationError:
        return
    assert model.model_validate_json(body.model_dump_json()) == body
