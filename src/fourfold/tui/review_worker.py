"""Reviews a game in a thread of its own, ply by ply, until it is done or stopped."""

from fourfold.analysis.review import Review, review
from fourfold.errors import FourfoldError
from fourfold.game import Record
from fourfold.search import Stop
from fourfold.support.background import start_in_background


class ReviewWorker:
    """Reviews one game; the screen looks at `latest` again and again."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.latest = Review(record)
        """The plies that are reviewed so far."""
        self.is_done = False
        self.problem = ""
        """Why there is no review, if there is none."""
        self._stop = Stop()

    def start(self) -> None:
        """Begin to review."""
        try:
            start_in_background(self._run, "review")
        except RuntimeError as error:  # the system cannot start a thread
            self.problem = f"there is no review: {error}"
            self.is_done = True

    def stop(self) -> None:
        """End the work within milliseconds; what is known stays."""
        self._stop.request()

    def _run(self) -> None:
        try:
            self.latest = review(self.record, stop=self._stop, watch=self._take)
        except (FourfoldError, MemoryError) as error:
            self.problem = f"there is no review: {error}"
        finally:
            self.is_done = True

    def _take(self, now: Review) -> None:
        self.latest = now
