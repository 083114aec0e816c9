"""Errors as answers: one sentence, `{"error": "Column 4 is full."}`, and a status that fits."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from fourfold.errors import (
    DatabaseFull,
    FourfoldError,
    GameError,
    LessonNotFound,
    PuzzleNotFound,
    TooLarge,
    describe,
)
from fourfold.store import Conflict, GameNotFound, StoreError
from fourfold.web.api.responses import ErrorResponse
from fourfold.web.failure_log import FAILURES
from fourfold.web.missing_page import missing_page, wants_page


class Forbidden(FourfoldError):  # noqa: N818 - reads as the fact it states
    """The caller does not have the secret of the seat."""


class TournamentNotFound(FourfoldError):  # noqa: N818
    """There is no tournament of this name."""


class TooMany(FourfoldError):  # noqa: N818
    """The caller has done this too often in too short a time."""

    def __init__(self, message: str, retry_after: int = 1, *, quota: str = "other") -> None:
        """retry_after: seconds after which it may be tried again. quota: what metrics call it."""
        super().__init__(message)
        self.quota = quota
        self.retry_after = retry_after


class Busy(FourfoldError):  # noqa: N818
    """The server cannot take more just now."""


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorResponse} for status in (400, 403, 404, 409, 413, 422, 429, 503, 507)
}
"""What any address may answer, for the description."""

_STATUS: tuple[tuple[type[FourfoldError], int], ...] = (
    (GameNotFound, 404),
    (LessonNotFound, 404),
    (PuzzleNotFound, 404),
    (TournamentNotFound, 404),
    (Forbidden, 403),
    (Conflict, 409),
    (TooLarge, 413),
    (DatabaseFull, 507),
    (GameError, 409),
    (TooMany, 429),
    (Busy, 503),
    (StoreError, 503),
    (FourfoldError, 422),
)


def sentence(text: str) -> str:
    """Turn a message into a sentence on one line that JSON can hold."""
    text = " ".join(text.encode("utf-8", "backslashreplace").decode().split())
    if not text:
        return "Something is wrong with this request."
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


def refusal(status: int, text: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return the answer that refuses a request."""
    return JSONResponse({"error": sentence(text)}, status, headers=headers)


def status_of(error: FourfoldError) -> int:
    """Return the HTTP status of an error."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def in_words(problems: Sequence[Mapping[str, Any]]) -> str:
    """Describe the first thing that is wrong with the form of a request."""
    problem = problems[0]
    where, *path = problem.get("loc", ("body",))
    place = ".".join(str(part) for part in path)
    if problem["type"] == "json_invalid":
        return "the body is not JSON"
    if problem["type"] == "missing":
        return f"{place} is missing" if place else "the body is missing"
    if problem["type"] == "extra_forbidden":
        return f"there is no field {describe(place)}"
    what = str(problem.get("msg", "is wrong")).removeprefix("Value error, ")
    name = place or str(where)
    return f"{name} is {describe(problem.get('input'))}: {what[:1].lower()}{what[1:]}"


_WORDS = {
    404: "There is nothing at this address",
    405: "This address does not take that method",
    400: "The request cannot be read",
}


def add_handlers(app: FastAPI) -> None:
    """Let the app answer every error in this form."""

    @app.exception_handler(FourfoldError)
    async def ours(request: Request, error: FourfoldError) -> JSONResponse:
        status = status_of(error)
        if status == 503 and isinstance(error, StoreError):
            request.app.state.services.metrics.count_database_error()
        retry = {"Retry-After": "1"} if status == 503 else None
        if isinstance(error, TooMany):
            request.app.state.services.metrics.count_quota_refusal(error.quota)
            retry = {"Retry-After": str(error.retry_after)}
            request.state.is_too_early = True  # the connection reads on a little later
        if not isinstance(error, StoreError):
            return refusal(status, str(error), retry)
        if status in (503, 507):
            FAILURES.write(str(error))
        return refusal(status, error.public, retry)

    @app.exception_handler(MemoryError)
    async def no_memory(request: Request, error: MemoryError) -> JSONResponse:
        FAILURES.write(f"{request.url.path}: there is no memory left")
        return refusal(503, "the server has no memory left just now", {"Retry-After": "1"})

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        return refusal(422, in_words(error.errors()))

    @app.exception_handler(HTTPException)
    def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and wants_page(request):
            return missing_page(request)
        words = _WORDS.get(error.status_code, error.detail)
        return refusal(error.status_code, words, error.headers)
