"""What comes again and again in the log of others is written once."""

import asyncio
import logging
from collections.abc import Iterator

import pytest

from fourfold.web.failure_log import RepetitionFilter


@pytest.fixture
def other() -> Iterator[logging.Logger]:
    logger = logging.getLogger("tests.of.another")
    filter = RepetitionFilter()
    logger.addFilter(filter)
    yield logger
    logger.removeFilter(filter)


def test_a_warning_of_others_is_written_once(
    other: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(100):
        other.warning("Somebody sent %s.", "garbage")
    other.error("An error.")
    other.error("An error.")
    assert caplog.messages == ["Somebody sent garbage.", "An error.", "An error."]


def test_a_cancelled_request_is_no_failure(
    other: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    for error in (asyncio.CancelledError(), ValueError()):
        other.error("Exception in ASGI application", exc_info=error)
    (record,) = caplog.records
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ValueError)
